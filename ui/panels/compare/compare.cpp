#include "ui/panels/compare/compare.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>

#include "sim/base/hash.hpp"
#include "ui/panels/compare/compare_parts.hpp"
#include "ui/widgets/machine_strips.hpp"
#include "ui/widgets/sentence.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::compare {
namespace {

// "A Interleaved, modulo", and where there is room "warp 0 · line 12" at the right.
void draw_title(const style::Style& style, const CompareSide& side) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float width = ImGui::GetContentRegionAvail().x - 1.0F, height = style.text_size * 1.5F;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  widgets::TextLook look = widgets::bold(style);
  look.colour = style.ink(side.role);
  const std::string words = fmt::format("{}  {}", side.letter, side.title);
  const float title = widgets::measure(style, look, words).x + 1.0F;
  const float place = widgets::measure(style, widgets::small_text(style), side.place).x + 1.0F;
  const bool both = title + style.gap * 2 + place <= width;
  widgets::draw_text_in(list, style, look, at, {at.x + width, at.y + height}, words, 0.0F);
  if (both)
    widgets::draw_text_in(list, style, widgets::small_text(style), {at.x + width - place, at.y},
                          {at.x + width, at.y + height}, side.place, 1.0F);
  widgets::tooltip_over(style, at, {at.x + width, at.y + height},
                        say("Run {}: {}. {}", side.letter, side.title, side.settings));
  ImGui::Dummy({width, height});
}

void small_line(const style::Style& style, const std::string& words) {
  const float width = ImGui::GetContentRegionAvail().x - 1.0F, height = style.small_size * 1.45F;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  widgets::draw_text_in(*ImGui::GetWindowDrawList(), style, widgets::small_text(style), at,
                        {at.x + width, at.y + height}, words, 0.0F);
  ImGui::Dummy({width, height});
}

// The model of a request, by the rows of its wavefronts or sectors.
template <typename Model, typename Parts>
void draw_request(const Frame& frame, const char* title, const Model& model, const Parts& parts,
                  float width,
                  void (*rows)(const style::Style&, const Model&, float, std::uint32_t)) {
  small_line(frame.style, title);
  if (model.has_request) {
    const auto beats = static_cast<std::uint32_t>(parts.size());
    rows(frame.style, model, width, model.current ? figures::beat_of(frame.session, beats) : beats);
  }
  widgets::paragraph(frame.style, model.sentence);
}

void draw_request(const Frame& frame, const CompareSide& side, float width) {
  if (side.shared) {
    draw_request(frame,
                 side.shared->current ? tr("Shared memory, this request")
                                      : tr("Shared memory, last request"),
                 *side.shared, side.shared->request.wavefronts, width, widgets::bank_rows);
  } else if (side.global) {
    draw_request(frame,
                 side.global->current ? tr("Global memory, this request")
                                      : tr("Global memory, last request"),
                 *side.global, side.global->request.sectors, width, widgets::sector_rows);
  }
}

}  // namespace

std::string_view ComparePanel::help() const {
  return tr(
      "Two runs side by side: A is the run on screen, B another rung, other values, or a run "
      "that was pinned. Stepping moves both: to the same phase (the interval between two "
      "barriers), to the same tick, or to the same fraction of the run. Above stand the lanes "
      "and the memory request, or the phase picture, of each; below, the counters of both "
      "runs, and which run is better. What B's description leaves out follows A, so that a "
      "slider changes both.");
}

const std::optional<CompareModel>& ComparePanel::model(const session::Session& session) {
  const std::uint64_t key = compare_key(session) | 1U;
  if (key != key_) {
    model_ = compare_model(session);
    key_ = key;
  }
  return model_;
}

std::string ComparePanel::subtitle(const Frame&) { return tr("run A · run B"); }

std::string ComparePanel::note(const Frame& frame) {
  if (!model(frame.session)) return {};
  return say("stepped together by {}", tr(align_words(frame.session.state().tools.compare.align)));
}

std::string ComparePanel::note_command(const Frame& frame) {
  const view::Align next = static_cast<view::Align>(
      (static_cast<unsigned>(frame.session.state().tools.compare.align) + 1U) % 3U);
  return model(frame.session) ? fmt::format("compare align={}", align_words(next)) : std::string{};
}

void ComparePanel::draw_content(Frame& frame) {
  const style::Style& style = frame.style;
  if (frame.session.run() == nullptr) {
    widgets::empty_state(
        style, tr("Nothing has run yet. Open a lesson, and compare two of its rungs here."));
    return;
  }
  const auto& shown = model(frame.session);
  if (frame.style.controls) draw_compare_controls(frame);
  if (!shown) {
    widgets::empty_state(
        style,
        tr("Choose a second run, B, above; or pin this run and change something: the two are "
           "stepped together, and their counters stand side by side."));
    return;
  }
  draw_sides(frame, *shown);
  if (!shown->waiting.empty()) {
    widgets::TextLook look = widgets::plain(style);
    if (shown->failed) look.colour = style.ink(style::Role::Error);
    widgets::paragraph(style, look, shown->waiting);
    return;
  }
  draw_compare_table(frame, *shown);
  widgets::sentence(style, shown->sentence,
                    shown->complete ? std::string_view{} : std::string_view(tr("still counting…")),
                    style::Role::Waiting);
}

void ComparePanel::draw_sides(Frame& frame, const CompareModel& model) {
  const style::Style& style = frame.style;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float gap = style.gap * 2.0F;
  const float width = std::floor((room.x - gap) / 2.0F) - 1.0F;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, style.gap * 0.4F});
  for (std::size_t i = 0; i < model.sides.size(); ++i) {
    if (i > 0) ImGui::SameLine(0, gap);
    ImGui::BeginChild(i == 0 ? "###side-a" : "###side-b", {width, 0},
                      ImGuiChildFlags_AutoResizeY | ImGuiChildFlags_AlwaysAutoResize,
                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    draw_side(frame, model.sides[i], width, room.y);
    ImGui::EndChild();
  }
  ImGui::PopStyleVar();
  const float middle = from.x + width + gap / 2.0F;
  ImGui::GetWindowDrawList()->AddLine({middle, from.y}, {middle, ImGui::GetCursorScreenPos().y},
                                      style.pack(style::Role::Line));
}

void ComparePanel::draw_side(Frame& frame, const CompareSide& side, float width, float room) {
  const style::Style& style = frame.style;
  draw_title(style, side);
  small_line(style, side.settings);
  if (side.warps)
    widgets::lane_rows(style, *side.warps, width, std::max(room * 0.18F, style.text_size * 3));
  small_line(style, side.moment);
  if (frame.session.state().tools.compare.phases)
    draw_phases(frame, side, std::max(room * 0.36F, style.text_size * 9));
  else
    draw_request(frame, side, width);
  ImGui::Dummy({1.0F, style.gap * 0.75F});  // descenders
}

void ComparePanel::draw_phases(Frame& frame, const CompareSide& side, float height) {
  if (!side.view || side.view->trace() == nullptr) return;
  const view::View& view = *side.view;
  Phases& kept = phases_[side.letter == 'A' ? 0 : 1];
  const std::uint64_t key = mix(view.run()->id) ^ (view.state().cursor.selection.launch + 1);
  if (key != kept.choice_key) {
    kept.choice = figures::array_choice(view);
    kept.choice_key = key;
  }
  const view::ArrayInfo* array = figures::shown_array(view, kept.choice);
  if (array == nullptr) return;
  constexpr std::uint32_t kMostColumns = 256;
  const figures::PhasePicture* shown = kept.picture.get(view, *array, kMostColumns);
  if (kept.viewed != kept.picture.key()) {
    kept.viewed = kept.picture.key();
    kept.view = {};
  }
  if (shown == nullptr || shown->lines.empty()) {
    widgets::paragraph(frame.style, shown == nullptr
                                        ? tr("A long run: its phases are being traced…")
                                        : tr("No instruction of this block touches the array."));
    return;
  }
  small_line(frame.style, say("Phases of {}", array->name));
  const widgets::PhaseHit hit = widgets::draw_phase_figure(
      frame.style, *shown, figures::phase_moment(view, *shown), height, kept.view);
  if (hit.any && !ImGui::IsItemActive())
    widgets::tooltip(frame.style, say("Run {}: {}[{}], {}. {}", side.letter, array->name,
                                      figures::element_of(*shown, hit.line, hit.column),
                                      shown->lines[hit.line].label, shown->lines[hit.line].moment));
}

}  // namespace lanescope::ui::panels::compare
