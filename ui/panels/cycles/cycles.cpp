#include "ui/panels/cycles/cycles.hpp"

#include <algorithm>

#include <imgui.h>

#include "ui/figures/cycles/cycle_words.hpp"
#include "ui/session/cycles.hpp"
#include "ui/view/numbers.hpp"
#include "ui/widgets/no_time.hpp"
#include "ui/widgets/sentence.hpp"
#include "ui/widgets/text.hpp"

namespace lanescope::ui::panels::cycles {
namespace {

namespace fc = figures::cycles;

constexpr float kFoldedWidth = 3.0F;  // pixels: narrower bars are folded into one

std::string reason_tip(const fc::ReasonShare& one) {
  return say("{}: the warp {}. {} of the warps' cycles here.", figures::reason_title(one.reason),
             figures::reason_clause(one.reason), view::percent(one.share));
}

}  // namespace

std::string_view CyclesPanel::help() const {
  return tr(
      "A row for each warp of the first simulated SM, to the right the cycles of modelled time. "
      "Each bar is what the warp did: high and blue, it issues an instruction; lower, it waits, in "
      "the colour of what for; lowest, it goes on by itself. Where bars would be too narrow, the "
      "reason that prevails stands for all. The wheel zooms, dragging moves, a click goes to the "
      "cycle, a double click shows all.");
}

float CyclesPanel::enough_height(const Frame& frame, float /*width*/) {
  const style::Style& style = frame.style;
  const float words = style.text_size * 2.7F + style.small_size * 5.0F;
  return rows_ == 0 ? 0.0F : static_cast<float>(rows_) * style.text_size * 2.0F + words;
}

std::string CyclesPanel::subtitle(const Frame&) { return tr("a row a warp of SM 0"); }

std::string CyclesPanel::note(const Frame& frame) {
  const timing::SmHistory* history = session::shown_history(frame.session);
  if (history == nullptr) return {};
  const fc::Window window = fc::shown_window(frame.session);
  return say("cycles {} to {} of {} · scroll to zoom", fc::cycle_text(window.first),
             fc::cycle_text(window.last), fc::cycle_text(history->cycles));
}

std::string CyclesPanel::brief_note(const Frame& frame) {
  const timing::SmHistory* history = session::shown_history(frame.session);
  return history == nullptr ? std::string() : say("{} cycles", fc::cycle_text(history->cycles));
}

const std::optional<CyclesPanel::Drawn>& CyclesPanel::drawn(const Frame& frame,
                                                            const fc::HistoryIndex& index,
                                                            float width, float height) {
  const fc::Room room = widgets::cycle_room(frame.style, width, height);
  return cache_.get(frame.session, widgets::cycle_key(frame.session, room, &index.history()),
                    [&]() -> std::optional<Drawn> {
                      const float bars = width / (kFoldedWidth * std::max(1.0F, frame.style.scale));
                      auto model = fc::cycles_model(
                          frame.session, index, static_cast<std::size_t>(std::max(bars, 16.0F)));
                      if (!model) return std::nullopt;
                      // As high as the words below it leave.
                      fc::Room rest = room;
                      rest.height -= widgets::sentence_height(frame.style, model->sentence, width) +
                                     frame.style.gap;
                      fc::CyclesPicture picture = fc::cycles_picture(*model, rest);
                      return Drawn{std::move(*model), std::move(picture)};
                    });
}

void CyclesPanel::draw_tip(const Frame& frame, const fc::HistoryIndex& index, const Drawn& shown,
                           float x, float y) const {
  const std::size_t row = shown.picture.plot.row_at(y);
  if (row >= shown.model.rows.size()) return;
  const auto cycle = static_cast<std::int64_t>(shown.picture.plot.cycle_at(x));
  const auto warp = fc::warp_in_row(index, row, cycle);
  if (!warp) return;
  std::optional<fc::Window> folded;
  for (const fc::CycleBar& bar : shown.model.rows[row].bars)
    if (bar.folded && cycle >= bar.begin && cycle < bar.end) folded = {bar.begin, bar.end};
  widgets::tooltip(frame.style, fc::place_words(frame.session, index, *warp, cycle, folded));
}

void CyclesPanel::draw_content(Frame& frame) {
  const style::Style& style = frame.style;
  if (widgets::no_time(style, frame.session, frame.commands)) return;
  const fc::HistoryIndex* index = index_.get(frame.session);
  const ImVec2 room = ImGui::GetContentRegionAvail(), origin = ImGui::GetCursorScreenPos();
  if (index == nullptr) {
    widgets::empty_state(style, tr("A long run: its cycles are being prepared…"));
    return;
  }
  const auto& shown = drawn(frame, *index, room.x, room.y);
  if (!shown) {
    widgets::empty_state(style, tr("No warp was on the SM."));
    return;
  }
  rows_ = shown->model.rows.size();
  const fc::CyclesPicture& picture = shown->picture;
  widgets::draw_cycle_picture(style, picture, origin);
  const widgets::CycleSteering::Shown plot{picture.plot, origin, index->history().cycles,
                                           shown->model.moment};
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (steering_.steer(frame.commands, plot))
    draw_tip(frame, *index, *shown, mouse.x - origin.x, mouse.y - origin.y);
  const fc::ReasonShare* reason = picture.legend_at(mouse.x - origin.x, mouse.y - origin.y);
  if (reason != nullptr && ImGui::IsWindowHovered()) widgets::tooltip(style, reason_tip(*reason));
  ImGui::SetCursorScreenPos({origin.x, origin.y + picture.height});
  widgets::sentence(style, shown->model.sentence);
}

}  // namespace lanescope::ui::panels::cycles
