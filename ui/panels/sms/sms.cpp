#include "ui/panels/sms/sms.hpp"

#include <imgui.h>

#include "ui/figures/cycles/cycle_words.hpp"
#include "ui/session/cycles.hpp"
#include "ui/widgets/no_time.hpp"
#include "ui/widgets/sentence.hpp"
#include "ui/widgets/text.hpp"

namespace lanescope::ui::panels::sms {
namespace {

namespace fc = figures::cycles;

}  // namespace

std::string_view SmsPanel::help() const {
  return tr(
      "A row for each simulated SM, to the right the cycles of modelled time. Each bar is a block, "
      "from its arrival to its leaving; blocks that are there at a time stand below each other. "
      "Where the bars would be too low, a row is as full as the SM has blocks. The bracket below "
      "is "
      "what Cycles shows. A click goes to the cycle.");
}

std::string SmsPanel::subtitle(const Frame&) { return tr("blocks on the simulated SMs"); }

std::string SmsPanel::note(const Frame& frame) {
  const background::TimedRun* timed = session::shown_time(frame.session);
  return timed == nullptr || timed->time == nullptr ? std::string() : timed->time->machine.title;
}

const std::optional<SmsPanel::Drawn>& SmsPanel::drawn(const Frame& frame, float width,
                                                      float height) {
  const fc::Room room = widgets::cycle_room(frame.style, width, height);
  time_ = session::shown_time(frame.session)->time;
  const std::uint64_t key = widgets::cycle_key(frame.session, room, time_.get());
  return cache_.get(frame.session, key, [&]() -> std::optional<Drawn> {
    auto model = fc::sms_model(frame.session, fc::most_sm_rows(room));
    if (!model) return std::nullopt;
    // As high as the words below it leave.
    fc::Room rest = room;
    rest.height -= widgets::sentence_height(frame.style, model->sentence, width) + frame.style.gap;
    model = fc::sms_model(frame.session, fc::most_sm_rows(rest));
    fc::Picture picture = fc::sms_picture(*model, rest);
    const bool shows_blocks = fc::shows_blocks(*model, picture.plot, rest);
    return Drawn{std::move(*model), std::move(picture), shows_blocks};
  });
}

void SmsPanel::draw_content(Frame& frame) {
  const style::Style& style = frame.style;
  if (widgets::no_time(style, frame.session, frame.commands)) return;
  const ImVec2 room = ImGui::GetContentRegionAvail(), origin = ImGui::GetCursorScreenPos();
  const auto& shown = drawn(frame, room.x, room.y);
  if (!shown) {
    widgets::empty_state(style, tr("No block was on an SM."));
    return;
  }
  const fc::SmsModel& model = shown->model;
  const fc::Plot& plot = shown->picture.plot;
  widgets::draw_cycle_picture(style, shown->picture, origin);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const std::size_t row = plot.row_at(mouse.y - origin.y);
  const bool rests = steering_.steer(
      frame.commands, {plot, origin, model.window.span(), model.moment, /*has_window=*/false});
  if (rests && row < model.rows.size()) {
    const fc::BlockBar* bar =
        shown->shows_blocks ? fc::block_at(model, plot, mouse.x - origin.x, mouse.y - origin.y)
                            : nullptr;
    const auto cycle = static_cast<std::int64_t>(plot.cycle_at(mouse.x - origin.x));
    widgets::tooltip(style, bar != nullptr ? fc::block_words(model.rows[row], *bar)
                                           : fc::load_words(model.rows[row], cycle));
  }
  ImGui::SetCursorScreenPos({origin.x, origin.y + shown->picture.height});
  widgets::sentence(style, model.sentence);
}

}  // namespace lanescope::ui::panels::sms
