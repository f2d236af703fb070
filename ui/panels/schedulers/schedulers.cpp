#include "ui/panels/schedulers/schedulers.hpp"

#include <algorithm>

#include <imgui.h>

#include "ui/figures/cycles/cycle_words.hpp"
#include "ui/view/numbers.hpp"
#include "ui/widgets/no_time.hpp"
#include "ui/widgets/sentence.hpp"
#include "ui/widgets/text.hpp"

namespace lanescope::ui::panels::schedulers {
namespace {

namespace fc = figures::cycles;

constexpr float kColumn = 3.0F;  // pixels: narrower slots become shares

std::string column_words(const fc::SchedulersModel& model, std::size_t row, std::int64_t cycle) {
  double share = 0.0;
  const std::int64_t begin = std::max(cycle / model.slot * model.slot, model.window.first);
  for (const fc::UsedSlot& one : model.rows[row].used)
    if (one.begin == begin) share = one.share;
  return say("Cycles {} to {}: scheduler {} issues in {} of them. Zoom in to see each.",
             fc::cycle_text(begin), fc::cycle_text(std::min(begin + model.slot, model.window.last)),
             row, view::percent(share));
}

}  // namespace

std::string_view SchedulersPanel::help() const {
  return tr(
      "A row for each scheduler of the first simulated SM, to the right the cycles of modelled "
      "time, the same as in Cycles. A slot is filled where the scheduler issued an instruction of "
      "one of its warps; zoomed out, a column is as high as the share of slots that were used. "
      "Empty slots are latency that no other warp hides. The wheel zooms, dragging moves, a click "
      "goes to the cycle, a double click shows all.");
}

float SchedulersPanel::enough_height(const Frame& frame, float /*width*/) {
  const style::Style& style = frame.style;
  const float words = style.text_size * 2.7F + style.small_size * 2.5F;
  return rows_ == 0 ? 0.0F : static_cast<float>(rows_) * style.text_size * 1.8F + words;
}

std::string SchedulersPanel::subtitle(const Frame&) { return tr("a row a scheduler of SM 0"); }

std::string SchedulersPanel::note(const Frame&) { return note_; }

const std::optional<SchedulersPanel::Drawn>& SchedulersPanel::drawn(const Frame& frame,
                                                                    const fc::HistoryIndex& index,
                                                                    float width, float height) {
  const fc::Room room = widgets::cycle_room(frame.style, width, height);
  const std::uint64_t key = widgets::cycle_key(frame.session, room, &index.history());
  return cache_.get(frame.session, key, [&]() -> std::optional<Drawn> {
    const float columns = width / (kColumn * std::max(1.0F, frame.style.scale));
    auto model = fc::schedulers_model(frame.session, index,
                                      static_cast<std::size_t>(std::max(columns, 16.0F)));
    if (!model) return std::nullopt;
    // As high as the words below it leave.
    fc::Room rest = room;
    rest.height -= widgets::sentence_height(frame.style, model->sentence, width) + frame.style.gap;
    fc::Picture picture = fc::schedulers_picture(*model, rest);
    return Drawn{std::move(*model), std::move(picture)};
  });
}

void SchedulersPanel::draw_content(Frame& frame) {
  const style::Style& style = frame.style;
  note_.clear();
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
  const fc::SchedulersModel& model = shown->model;
  const fc::Plot& plot = shown->picture.plot;
  rows_ = model.rows.size();
  note_ = say("issue slots used {} in this window", view::percent(model.used));
  widgets::draw_cycle_picture(style, shown->picture, origin);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const std::size_t row = plot.row_at(mouse.y - origin.y);
  const auto cycle = static_cast<std::int64_t>(plot.cycle_at(mouse.x - origin.x));
  if (steering_.steer(frame.commands, {plot, origin, index->history().cycles, model.moment}) &&
      row < rows_)
    widgets::tooltip(
        style, model.slot > 1
                   ? column_words(model, row, cycle)
                   : fc::slot_words(frame.session, *index, static_cast<std::uint32_t>(row), cycle));
  ImGui::SetCursorScreenPos({origin.x, origin.y + shown->picture.height});
  widgets::sentence(style, model.sentence);
}

}  // namespace lanescope::ui::panels::schedulers
