#include "ui/panels/hazards/hazards.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include "ui/widgets/click_area.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::hazards {
namespace {

void go_to(Frame& frame, const figures::HazardRow::Moment& moment) {
  if (moment.tick) frame.commands.post(fmt::format("goto tick={}", moment.tick->value + 1));
  if (moment.line != 0) frame.commands.post(fmt::format("select line={}", moment.line));
}

// From `begin` to the cursor a click goes to the moment.
void make_click(Frame& frame, const char* id, ImVec2 begin,
                const figures::HazardRow::Moment& moment, const std::string& tip) {
  const std::string why =
      tr("Its block was not recorded: choose it in Experiment to see the moment.");
  if (widgets::click_area(frame.style, id, begin, moment.tick ? tip : why)) go_to(frame, moment);
}

// A finding: its kind in the severity's ink, what happened, where; the whole of it can be clicked.
// Of a race the earlier access is a line of its own.
void draw_hazard(Frame& frame, const figures::HazardRow& row, std::size_t index) {
  const style::Style& style = frame.style;
  ImGui::PushID(static_cast<int>(index));
  const ImVec2 begin = ImGui::GetCursorScreenPos();
  widgets::TextLook look = widgets::bold(style);
  look.colour = style.ink(row.role);
  widgets::paragraph(
      style, look,
      fmt::format("{}: {}{}", row.severity, row.kind, row.count.empty() ? "" : ", " + row.count));
  widgets::paragraph(style, row.message);
  if (!row.at.place.empty()) widgets::paragraph(style, widgets::small_mono(style), row.at.place);
  make_click(frame, "###hazard", begin, row.at, tr("Click to go to the moment."));
  if (row.other) {
    const ImVec2 other = ImGui::GetCursorScreenPos();
    widgets::paragraph(style, widgets::small_mono(style),
                       say("the access before it: {}", row.other->place));
    make_click(frame, "###other", other, *row.other, tr("Click to go to the access before it."));
  }
  const ImVec2 end = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({end.x, end.y + style.gap});
  ImGui::Dummy({0, 0});
  ImGui::PopID();
}

}  // namespace

std::string_view HazardsPanel::help() const {
  return tr(
      "Accesses outside a buffer, misaligned ones, races, barriers that not all threads reach, "
      "traps and endless loops: what, where, by which threads. A click goes to the moment; a race "
      "has two, one for each access.");
}

const std::optional<figures::HazardsModel>& HazardsPanel::model(const Frame& frame) {
  return cache_.get(frame.session, 0, [&] { return figures::hazards_model(frame.session); });
}

std::string HazardsPanel::subtitle(const Frame&) { return {}; }

std::string HazardsPanel::note(const Frame& frame) {
  const auto& shown = model(frame);
  if (!shown) return {};
  return shown->rows.empty() ? shown->outcome
                             : say("{} · {} found", shown->outcome, shown->rows.size());
}

void HazardsPanel::draw_content(Frame& frame) {
  const auto& shown = model(frame);
  if (!shown) {
    widgets::empty_state(frame.style,
                         tr("Nothing has run yet. What a run does wrong is listed here."));
    return;
  }
  widgets::TextLook look = widgets::bold(frame.style);
  look.colour = frame.style.ink(shown->outcome_role);
  widgets::paragraph(frame.style, look,
                     (shown->outcome_role == style::Role::Equal ? "✓ " : "! ") + shown->outcome);
  widgets::paragraph(frame.style, shown->sentence);
  for (std::size_t i = 0; i < shown->rows.size(); ++i) draw_hazard(frame, shown->rows[i], i);
}

}  // namespace lanescope::ui::panels::hazards
