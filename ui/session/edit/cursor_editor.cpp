#include "ui/session/edit/cursor_editor.hpp"

#include <algorithm>
#include <utility>

#include "ui/session/stepping.hpp"
#include "ui/view/array_info.hpp"

namespace lanescope::ui::session {

Tick CursorEditor::end() const {
  const trace::Trace* trace = session_.trace();
  return Tick{trace == nullptr ? 0 : trace->tick_count()};
}

void CursorEditor::show(Tick tick) {
  session_.finder_.cancel();
  cursor().tick = std::min(tick, end());
  set_beat(1.0, false);
  follow_step();
}

void CursorEditor::play_to(Tick tick) {
  const Tick before = cursor().tick;
  show(tick);
  if (cursor().tick != before) replay_step();
}

void CursorEditor::show_instruction(Tick tick) { play_to(Tick{tick.value + 1}); }

void CursorEditor::step_forward(view::StepUnit unit) {
  play_to(session::step_forward(session_, cursor().tick, unit));
  if (cursor().tick >= end()) cursor().playing = false;
}

void CursorEditor::step_back(view::StepUnit unit) {
  cursor().playing = false;
  show(session::step_back(session_, cursor().tick, unit));
}

void CursorEditor::set_beat(double beat, bool held) {
  cursor().beat = std::clamp(beat, 0.0, 1.0);
  cursor().held = held && cursor().beat < 1.0;
}

void CursorEditor::replay_step() {
  if (!session_.state().screen.reduced_motion) set_beat(0.0, false);
}

void CursorEditor::select(view::Selection selection) {
  cursor().selection = std::move(selection);
  if (session_.trace() != nullptr) drop_what_is_gone();
}

void CursorEditor::follow_step() {
  const auto step = session_.shown_step();
  if (!step) return;
  view::Selection& selection = cursor().selection;
  const bool other_launch = selection.launch != step->launch;
  if (other_launch) selection.pc.reset();
  selection.launch = step->launch;
  if (selection.block != step->block) selection.warp.reset();
  selection.block = step->block;
  if (other_launch) drop_what_is_gone();
}

void CursorEditor::drop_what_is_gone() {
  view::Selection& selection = cursor().selection;
  const auto launches = session_.trace()->launches();
  if (selection.launch >= launches.size()) selection.launch = 0;
  const auto blocks = session_.trace()->blocks(selection.launch);
  if (!blocks.empty() && !std::ranges::binary_search(blocks, selection.block))
    selection.block = blocks.front();
  const auto lanes = static_cast<std::uint32_t>(session_.run()->plan().options.warp_size);
  if (selection.lane && *selection.lane >= lanes) selection.lane.reset();
  const std::uint64_t threads = launches.empty() ? 0 : launches[selection.launch].block.count();
  if (selection.warp && selection.warp->value * std::uint64_t{lanes} >= threads)
    selection.warp.reset();
  const engine::Program* program = session_.program();
  if (selection.pc && (program == nullptr || selection.pc->value >= program->size()))
    selection.pc.reset();
  if (!selection.element) return;
  const auto array = view::find_array(session_, selection.element->array);
  if (!array || selection.element->index >= array->count) selection.element.reset();
}

}  // namespace lanescope::ui::session
