#include "ui/panels/arrays/arrays.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <imgui.h>

#include "sim/base/hash.hpp"
#include "ui/teaching/hidden_answer.hpp"
#include "ui/view/numbers.hpp"
#include "ui/widgets/buttons.hpp"
#include "ui/widgets/cell_menu.hpp"
#include "ui/widgets/cells.hpp"
#include "ui/widgets/sentence.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::arrays {
namespace {

constexpr std::uint32_t kMostColumns = 1024;  // of the phase view

// Values in rows, as many in a row as there is room for.
struct CellGrid {
  float name = 0.0F, height = 0.0F;  // 0: rows have no names
  std::uint32_t columns = 1;
};
CellGrid cell_grid(const style::Style& style, float width) {
  CellGrid grid;
  const float least = widgets::measure(style, widgets::small_mono(style), "00000").x + 4;
  grid.height = style.text_size * 1.45F;
  grid.name = width > style.text_size * 20
                  ? widgets::measure(style, widgets::small_mono(style), "[00,000]").x
                  : 0;
  grid.columns = static_cast<std::uint32_t>(std::clamp((width - grid.name) / least, 1.0F, 32.0F));
  return grid;
}

widgets::CellLook look_of(const figures::ElementCell& cell) {
  if (cell.written) return {style::Role::Store, widgets::CellShape::Filled, cell.selected};
  if (cell.atomic) return {style::Role::Atomic, widgets::CellShape::Filled, cell.selected};
  if (cell.read) return {style::Role::Load, widgets::CellShape::Filled, cell.selected};
  return {style::Role::Inactive, widgets::CellShape::Faint, cell.selected};
}

std::string phase_tooltip(const figures::PhasePicture& picture, const widgets::PhaseHit& hit) {
  const figures::PhaseLine& line = picture.lines[hit.line];
  const figures::PhaseCell& cell = line.cells[hit.column];
  std::string text = fmt::format("{}[{}], {}", picture.array.name,
                                 figures::element_of(picture, hit.line, hit.column), line.label);
  if (!cell.value.empty()) text += ": " + cell.value;
  text += cell.written ? cell.read ? tr(", read and written") : tr(", written")
          : cell.read ? tr(", read")
                       : tr(", not touched");
  std::string sources;
  std::uint32_t thread = 0;
  for (const auto& arc : line.arcs) {
    if (arc.to != hit.column) continue;
    sources += fmt::format("{}[{}]", sources.empty() ? "" : tr(" and "), arc.from_element);
    thread = arc.thread;
  }
  if (!sources.empty()) text += say(" by thread {} from {}", thread, sources);
  return text + ". " + line.moment + (line.begins ? "" : tr(" A click goes there."));
}

std::string phase_sentence(const figures::PhasePicture& picture) {
  std::size_t computing = 0;
  for (const auto& line : picture.lines) computing += line.arcs.empty() ? 0U : 1U;
  std::string text =
      computing == 0
          ? say("No element of {} is made from other elements of it: nothing flows inside.",
                picture.array.name)
          : say_many(computing, "In {} row elements of {} are computed from others of it: {} arcs.",
                     "In {} rows elements of {} are computed from others of it: {} arcs.",
                     computing, picture.array.name, view::with_commas(picture.arcs));
  if (std::any_of(picture.lines.begin(), picture.lines.end(), [](const figures::PhaseLine& line) {
        return line.arcs.size() > figures::kMostPhaseArcs;
      }))
    text += tr(" Arcs that lie close together are drawn as one.");
  if (std::any_of(picture.lines.begin(), picture.lines.end(),
                  [](const figures::PhaseLine& line) { return line.truncated; }))
    text += tr(" More arcs of the fullest rows are left out.");
  if (picture.fold != 0)
    text += say(" Two halves of {} take turns; a column stands for both.", picture.fold);
  if (picture.hidden_lines > 0)
    text += say(" {} more intervals are not drawn.", picture.hidden_lines);
  return text;
}

std::string cell_words(const std::string& array, const figures::ElementCell& element,
                       std::string_view value) {
  if (element.lanes == 0)
    return say("{}[{}] = {}. A click selects it everywhere.", array, element.index, value);
  return say("{}[{}] = {}, touched by {}. A click selects it everywhere.", array, element.index,
             value, view::lanes_words(element.lanes));
}

}  // namespace

std::string_view ArraysPanel::help() const {
  return tr(
      "Flow: the arrays that the block reads and the one it writes, in the shape of the data. Lit "
      "are the elements that one element is made of, found by going back through the recorded "
      "instructions from the store to the loads; blue ones only told where or which. A click on "
      "an element of the target chooses it, else it is the one that the selected thread writes "
      "next. Phases: one array, shared or global, with a row for each interval between barriers "
      "(or each "
      "launch), a column for each element. A filled cell was written in that interval; arcs "
      "lead to it from the elements that the same thread had read. Orange cells were computed "
      "from this array, green ones came from elsewhere. The wheel zooms, dragging moves. "
      "Values: what every element holds now, and which ones the instruction in the picture "
      "touches.");
}

const figures::ArrayChoice& ArraysPanel::choice(const session::Session& session) {
  const std::uint64_t key =
      session.run() ? mix(session.run()->id) ^ (session.state().cursor.selection.launch + 1) : 0;
  if (key != choice_key_) {
    choice_ = figures::array_choice(session);
    choice_key_ = key;
  }
  return choice_;
}

// Where it shows values, the rows of all of them.
float ArraysPanel::enough_height(const Frame& frame, float width) {
  const style::Style& style = frame.style;
  const view::ArrayInfo* array = figures::shown_array(frame.session, choice(frame.session));
  if (array == nullptr || shows(frame.session, *array) != Shows::Values) return 0.0F;
  const CellGrid grid = cell_grid(style, width);
  // A matrix has rows of its own, which may be shorter.
  const std::uint64_t columns = std::min<std::uint64_t>(grid.columns, 8);
  const auto rows = static_cast<float>((array->count + columns - 1) / columns);
  const float choices = widgets::text_button_size(style, "x").y + style.gap;
  return choices + rows * grid.height + style.text_size * 2.7F + style.gap * 4;
}

std::string ArraysPanel::subtitle(const Frame& frame) {
  const view::ArrayInfo* array = figures::shown_array(frame.session, choice(frame.session));
  if (array == nullptr) return {};
  switch (shows(frame.session, *array)) {
    case Shows::Flow:
      return flow_.target().empty() ? std::string() : say("flow into {}", flow_.target());
    case Shows::Phases:
      return say("phase view of {}", array->name);
    case Shows::Values:
      break;
  }
  return say("values of {}", array->name);
}

std::string ArraysPanel::note(const Frame& frame) {
  const view::ArrayInfo* array = figures::shown_array(frame.session, choice(frame.session));
  if (array == nullptr) return {};
  if (shows(frame.session, *array) == Shows::Flow) return flow_.thread();
  return fmt::format("{} {}, {}", view::with_commas(array->count),
                     experiment::spelling(array->type),
                     array->space == events::Space::Shared ? tr("shared") : tr("global"));
}

void ArraysPanel::draw_choice(Frame& frame, const view::ArrayInfo& array) {
  const Shows now = shows(frame.session, array);
  if (widgets::drop_down(frame.style, "###array", array.name)) ImGui::OpenPopup("###arrays-choice");
  if (ImGui::BeginPopup("###arrays-choice")) {
    for (const auto& other : choice_.arrays)
      if (ImGui::Selectable(fmt::format("{}###array-{}", other.name, other.name).c_str(),
                            other.name == array.name))
        frame.commands.post(fmt::format("show-array name={}", session::quote(other.name)));
    ImGui::EndPopup();
  }
  ImGui::SameLine(0, frame.style.gap);
  const auto chosen = [&](const char* id, const char* words, Shows mode) {
    if (mode != Shows::Flow) ImGui::SameLine(0, frame.style.gap);
    return widgets::text_button(frame.style, id, words, 0,
                                now == mode ? widgets::Emphasis::Chosen : widgets::Emphasis::Quiet);
  };
  if (chosen("###flow", tr("flow"), Shows::Flow)) frame.commands.post("flow-view value=on");
  if (chosen("###phases", tr("phases"), Shows::Phases)) frame.commands.post("phase-view value=on");
  if (chosen("###values", tr("values"), Shows::Values)) frame.commands.post("phase-view value=off");
}

ArraysPanel::Shows ArraysPanel::shows(const session::Session& session,
                                      const view::ArrayInfo& array) {
  const view::Appearance& look = session.state().appearance;
  if (look.flow_view == view::FlowView::On) return Shows::Flow;
  if (!look.phase_view) return Shows::Values;
  const bool wanted = look.flow_view == view::FlowView::Auto &&
                      figures::wants_flow(look, picture_.get(session, array, kMostColumns));
  return wanted && flow_.flows(session) ? Shows::Flow : Shows::Phases;
}

void ArraysPanel::draw_phases(Frame& frame, const view::ArrayInfo& array) {
  const style::Style& style = frame.style;
  const figures::PhasePicture* shown = picture_.get(frame.session, array, kMostColumns);
  if (viewed_ != picture_.key()) {
    viewed_ = picture_.key();
    view_ = {};
  }
  if (shown == nullptr) {
    widgets::sentence(style, tr("A long run: its phases are being traced…"));
    return;
  }
  if (shown->lines.empty()) {
    widgets::sentence(
        style, tr("No instruction of this block touches this array. Choose another one above."));
    return;
  }
  // Rows without arcs say little, unless they were asked for and there is one above the other.
  const bool asked = frame.session.state().appearance.flow_view == view::FlowView::Off &&
                     std::ranges::count(shown->lines, false, &figures::PhaseLine::begins) > 1;
  if (shown->arcs == 0 && shown->lines.size() <= 2 && !asked) {
    widgets::sentence(style,
                      tr("No thread makes one element of another here: nothing flows from phase to "
                         "phase. These are the values."));
    draw_cells(frame, array);
    return;
  }
  const std::string words = phase_sentence(*shown);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  // A figure that does not fit scrolls between the choice above it and the sentence below.
  const float height = std::max(room.y - widgets::sentence_height(style, words, room.x) - style.gap,
                                style.text_size * 6);
  ImGui::BeginChild("###figure", {0, height});
  const widgets::PhaseHit hit = widgets::draw_phase_figure(
      style, *shown, figures::phase_moment(frame.session, *shown), height, view_);
  widgets::element_menu(style, frame.commands,
                        hit.any
                            ? std::optional(view::ElementRef{
                                  array.name, figures::element_of(*shown, hit.line, hit.column)})
                            : std::nullopt);
  if (hit.any && !ImGui::IsItemActive()) widgets::tooltip(style, phase_tooltip(*shown, hit));
  ImGui::EndChild();
  if (hit.any && hit.clicked) {
    if (!shown->lines[hit.line].begins)
      frame.commands.post(fmt::format("goto tick={}", shown->lines[hit.line].last.value));
    frame.commands.post(fmt::format("select array={} index={}", session::quote(array.name),
                                    figures::element_of(*shown, hit.line, hit.column)));
  }
  widgets::sentence(style, words);
}

void ArraysPanel::draw_cells(Frame& frame, const view::ArrayInfo& array) {
  const style::Style& style = frame.style;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const CellGrid grid = cell_grid(style, room.x);
  const float height = grid.height, name = grid.name;
  const std::uint32_t columns = grid.columns;
  const auto rows =
      static_cast<std::uint32_t>(std::clamp((room.y - style.text_size * 3) / height, 2.0F, 64.0F));
  const auto& shown = cells_.get(
      frame.session, columns * 1000U + rows + fnv1a64(std::as_bytes(std::span(array.name))),
      [&] { return figures::arrays_model(frame.session, array, columns, rows); });
  if (!shown) return;
  const teaching::HiddenAnswer withheld(frame.session);
  const auto value_of = [&](const figures::ElementCell& element) -> std::string_view {
    return withheld.element(array.name, element.index) ? teaching::kHiddenAnswerSign
                                                       : std::string_view(element.value);
  };
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float cell =
      std::min((room.x - name) / static_cast<float>(shown->columns), style.text_size * 4);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (std::size_t i = 0; i < shown->cells.size(); ++i) {
    const figures::ElementCell& element = shown->cells[i];
    const std::size_t row = i / shown->columns;
    const ImVec2 min{origin.x + name + static_cast<float>(i % shown->columns) * cell + 1,
                     origin.y + static_cast<float>(row) * height + 1};
    const ImVec2 max{min.x + cell - 2, min.y + height - 2};
    if (name > 0 && i % shown->columns == 0)
      widgets::draw_text_in(list, style, widgets::small_mono(style), {origin.x, min.y},
                            {origin.x + name - style.gap * 0.5F, max.y},
                            fmt::format("[{}]", view::with_commas(element.index)), 1.0F);
    widgets::draw_cell(list, style, min, max, look_of(element), value_of(element));
  }
  const std::size_t lines = (shown->cells.size() + shown->columns - 1) / shown->columns;
  ImGui::SetCursorScreenPos({origin.x + name, origin.y});
  const bool clicked =
      ImGui::InvisibleButton("###cells", {cell * static_cast<float>(shown->columns),
                                          std::max(1.0F, static_cast<float>(lines) * height)});
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto column = static_cast<std::size_t>(std::max(0.0F, mouse.x - origin.x - name) / cell);
  const auto line = static_cast<std::size_t>(std::max(0.0F, mouse.y - origin.y) / height);
  const std::size_t at = line * shown->columns + column;
  const bool on_cell = column < shown->columns && at < shown->cells.size();
  widgets::element_menu(
      style, frame.commands,
      on_cell ? std::optional(view::ElementRef{array.name, shown->cells[at].index}) : std::nullopt);
  if (ImGui::IsItemHovered() && on_cell) {
    const figures::ElementCell& element = shown->cells[at];
    widgets::tooltip(style, cell_words(array.name, element, value_of(element)));
    if (clicked)
      frame.commands.post(
          fmt::format("select array={} index={}", session::quote(array.name), element.index));
  }
  ImGui::SetCursorScreenPos({origin.x, origin.y + static_cast<float>(lines) * height});
  widgets::sentence(style, shown->sentence);
}

void ArraysPanel::draw_content(Frame& frame) {
  const view::ArrayInfo* array = figures::shown_array(frame.session, choice(frame.session));
  if (array == nullptr) {
    widgets::empty_state(
        frame.style, tr("Nothing has run yet. Open a lesson to see its arrays, phase by phase."));
    return;
  }
  if (frame.style.controls) draw_choice(frame, *array);
  switch (shows(frame.session, *array)) {
    case Shows::Flow:
      return flow_.draw(frame);
    case Shows::Phases:
      return draw_phases(frame, *array);
    case Shows::Values:
      return draw_cells(frame, *array);
  }
}

}  // namespace lanescope::ui::panels::arrays
