#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "ui/figures/cycles/cycles_picture.hpp"
#include "ui/figures/cycles/drawings.hpp"
#include "ui/figures/cycles/schedulers_picture.hpp"
#include "ui/figures/cycles/sms_picture.hpp"
#include "ui/figures/svg_text.hpp"
#include "ui/figures/time_state.hpp"
#include "ui/session/cycles.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::cycles {
namespace {

using Pattern = ReasonLook::Pattern;

constexpr float kWidth = 900, kEdge = 24, kRow = 22;
constexpr std::size_t kSigns = 130;    // of a line of the sentence
constexpr std::size_t kColumns = 300;  // 3 pixels each
constexpr float kText = 14, kSmall = 12;

std::string rectangle(const Box& box, std::string_view fill) {
  return fmt::format(
      "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"{}\"/>\n",
      box.left, box.top, std::max(box.right - box.left, 0.3F), box.bottom - box.top, fill);
}

// What tells reasons of one colour apart: lines across, or dots.
std::string pattern(const Box& box, std::string_view ink) {
  std::string out;
  const float high = box.bottom - box.top, step = 6.0F;
  for (float x = box.left + step / 2; x < box.right - 1.0F; x += step) {
    const float middle = (box.top + box.bottom) / 2;
    if (box.pattern == Pattern::Dotted)
      out += fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"1.2\" fill=\"{}\"/>\n", x, middle,
                         ink);
    else
      out += fmt::format(
          "<line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" stroke=\"{}\"/>\n", x,
          box.bottom, std::min(x + high * 0.4F, box.right), box.top, ink);
  }
  return out;
}

std::string words(const Label& label, std::string_view ink) {
  const char* anchor = label.align < 0.25F ? "start" : label.align > 0.75F ? "end" : "middle";
  const float x = label.left + (label.right - label.left) * label.align;
  return fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\" fill=\"{}\" text-anchor=\"{}\">{}</text>\n",
                     x, (label.top + label.bottom) / 2 + kSmall * 0.35F, ink, anchor,
                     svg_escaped(label.text));
}

Room room_of(std::size_t rows, std::size_t lines_of_legend) {
  Room room;
  room.text = kText;
  room.small = kSmall;
  room.width = kWidth;
  room.height = static_cast<float>(rows) * kRow +
                static_cast<float>(lines_of_legend + 2) * kSmall * 1.7F + kText;
  return room;
}

Error no_time(const session::Session& session) {
  const std::string why = why_no_time(session);
  return bad_input(why.empty() ? tr("there is no modelled time to be drawn") : why);
}

}  // namespace

std::string picture_svg(const Picture& picture, const Room& room, const std::string& sentence,
                        bool dark) {
  const style::Style style = style::make_style({dark, false, true, 1.0F});
  const auto colour = [&](const style::Rgba* of, style::Role role) {
    return svg_colour(of[static_cast<int>(role)]);
  };
  const std::vector<std::string> lines = svg_lines(sentence, kSigns);
  const float line = room.text * 1.4F, caption = picture.height + room.text * 1.5F;
  const float height = caption + static_cast<float>(lines.size()) * line;
  std::string out = svg_begin(static_cast<double>(room.width + 2 * kEdge),
                              static_cast<double>(height + 2 * kEdge),
                              static_cast<double>(room.small), style[style::Role::Panel]);
  out += svg_group_at(static_cast<double>(kEdge));
  for (const Box& box : picture.boxes) {
    out += rectangle(box, colour(box.strong ? style.outline_colour : style.colour, box.role));
    if (box.pattern != Pattern::Plain) out += pattern(box, colour(style.on_colour, box.role));
  }
  for (const Label& label : picture.labels)
    out += words(label, colour(label.on_role ? style.on_colour : style.ink_colour, label.role));
  for (std::size_t i = 0; i < lines.size(); ++i)
    out += fmt::format("<text x=\"0\" y=\"{:.2f}\" font-size=\"{:g}\" fill=\"{}\">{}</text>\n",
                       caption + static_cast<float>(i) * line, room.text,
                       colour(style.ink_colour, style::Role::Text), svg_escaped(lines[i]));
  return out + "</g>\n</svg>\n";
}

Result<std::string> cycles_svg(const session::Session& session, bool dark) {
  if (session::shown_history(session) == nullptr) return no_time(session);
  const HistoryIndex index(session::shown_time(session)->history);
  const auto model = cycles_model(session, index, kColumns);
  if (!model) return no_time(session);
  const Room room = room_of(model->rows.size(), 2);
  return picture_svg(cycles_picture(*model, room), room, model->sentence, dark);
}

Result<std::string> schedulers_svg(const session::Session& session, bool dark) {
  if (session::shown_history(session) == nullptr) return no_time(session);
  const HistoryIndex index(session::shown_time(session)->history);
  const auto model = schedulers_model(session, index, kColumns);
  if (!model) return no_time(session);
  const Room room = room_of(model->rows.size(), 0);
  return picture_svg(schedulers_picture(*model, room), room, model->sentence, dark);
}

Result<std::string> sms_svg(const session::Session& session, bool dark) {
  constexpr std::size_t kMostRows = 40;
  const auto model = sms_model(session, kMostRows);
  if (!model) return no_time(session);
  const Room room = room_of(model->rows.size(), 0);
  return picture_svg(sms_picture(*model, room), room, model->sentence, dark);
}

}  // namespace lanescope::ui::figures::cycles
