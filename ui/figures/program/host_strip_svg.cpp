#include <algorithm>

#include <fmt/format.h>

#include "ui/figures/program/host_strip.hpp"
#include "ui/figures/program/host_timeline.hpp"
#include "ui/figures/program/lesson_timeline.hpp"
#include "ui/figures/program/page_map.hpp"
#include "ui/figures/svg_text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::program {
namespace {

constexpr float kUnit = 72.0F, kRow = 30.0F, kBox = 22.0F, kNames = 100.0F, kMargin = 12.0F;
constexpr std::size_t kMostBoxes = 400;

class Drawing {
 public:
  Drawing(const session::Session& session, bool dark)
      : session_(session), style_(style::make_style({dark, false, true, 1.0F})) {}

  // `unit`: pixels for each of the strip's units.
  void add(const HostStrip& strip, std::size_t count, float unit) {
    for (std::size_t row = 0; row < strip.rows.size(); ++row)
      text(kMargin, top_ + kRow * static_cast<float>(row) + 15, ink(style::Role::TextSecondary),
           strip.rows[row]);
    for (std::size_t i = 0; i < count; ++i) add(strip.boxes[i], unit, strip.in_time ? 1.0F : 3.0F);
    top_ += kRow * static_cast<float>(strip.rows.size());
  }
  void add(const std::string& words) {
    if (words.empty()) return;
    text(kMargin, top_ + 15, ink(style::Role::TextSecondary), words);
    top_ += kBox;
  }

  [[nodiscard]] std::string take(float width) const {
    return fmt::format(
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
               "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"Inter, sans-serif\" "
               "font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"{2}\"/>\n",
               width, top_ + kMargin, svg_colour(style_[style::Role::Panel])) +
           out_ + "</svg>\n";
  }

 private:
  [[nodiscard]] style::Rgba ink(style::Role role) const {
    return style_.ink_colour[static_cast<int>(role)];
  }
  void text(float x, float y, style::Rgba colour, std::string_view words) {
    out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" fill=\"{}\">{}</text>\n", x, y,
                        svg_colour(colour), svg_escaped(words));
  }
  void add(const StripBox& box, float unit, float gap) {
    const float x = kMargin + kNames + box.begin * unit;
    const float y = top_ + kRow * static_cast<float>(box.row);
    const float wide = std::max(1.0F, box.length * unit - gap);
    const bool shown = session_.shows_launch() && box.kind == BoxKind::Launch &&
                       box.launch == session_.state().program.launch;
    out_ += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{}\" rx=\"3\" fill=\"{}\"{}/>\n",
        x, y, wide, kBox, svg_colour(style_[role_of(box)]),
        shown ? fmt::format(" stroke=\"{}\" stroke-width=\"2\"",
                            svg_colour(style_[style::Role::Selected]))
              : "");
    const auto room = static_cast<std::size_t>(std::max(0.0F, (wide - 8) / 6.5F));
    if (room > 0)
      text(x + 5, y + 15, style_.on_colour[static_cast<int>(role_of(box))],
           box.label.size() <= room ? box.label : box.label.substr(0, room));
  }

  const session::Session& session_;
  style::Style style_;
  std::string out_;
  float top_ = kMargin;
};

std::string lesson_svg(const session::Session& session, const lesson::LessonSchedule& schedule,
                       bool dark) {
  const LessonTimeline timeline = lesson_timeline(schedule, timeline_is_revealed(session));
  const float width = std::max(8.0F, timeline.strip.length) * kUnit;
  Drawing drawing(session, dark);
  drawing.add(timeline.title);
  if (!timeline.strip.boxes.empty())
    drawing.add(timeline.strip, timeline.strip.boxes.size(), kUnit);
  drawing.add(timeline.words);
  for (const std::string& call : timeline.calls) drawing.add(call);
  return drawing.take(kNames + width + 2 * kMargin);
}

}  // namespace

Result<std::string> host_strip_svg(const session::Session& session, bool dark) {
  if (const lesson::LessonSchedule* schedule = shown_schedule(session))
    return lesson_svg(session, *schedule, dark);
  if (const lesson::LessonMigration* migration = shown_migration(session))
    return page_map_svg(page_map(*migration, session.run().get(), timeline_is_revealed(session)),
                        dark);
  if (session.open_program() == nullptr) return bad_input(tr("no program is open"));
  const HostStrip strip = host_strip(*session.open_program());
  const std::size_t count = std::min(strip.boxes.size(), kMostBoxes);
  float length = 1.0F;
  for (std::size_t i = 0; i < count; ++i)
    length = std::max(length, strip.boxes[i].begin + strip.boxes[i].length);
  Drawing drawing(session, dark);
  drawing.add(strip, count, kUnit);
  drawing.add(strip_note());
  const HostTimeline timeline = host_timeline(session);
  if (!timeline.strip.boxes.empty())
    drawing.add(timeline.strip, timeline.strip.boxes.size(),
                length * kUnit / std::max(timeline.strip.length, 1e-6F));
  for (const std::string& words : {timeline.held, timeline.overlap, timeline.lengths})
    drawing.add(words);
  const MeasuredStrip& measured = timeline.measured;
  drawing.add(measured.title);
  if (!measured.strip.boxes.empty())
    drawing.add(measured.strip, measured.strip.boxes.size(),
                length * kUnit / std::max(measured.strip.length, 1e-6F));
  drawing.add(measured.words);
  return drawing.take(kNames + length * kUnit + 2 * kMargin);
}

}  // namespace lanescope::ui::figures::program
