#include "ui/figures/structures/merge_model.hpp"

#include <algorithm>

#include "ui/figures/structures/places.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::structures {
namespace {

// Who has written which place by now, and whether it holds what belongs there.
void tell_places(const session::Session& session, const MergeScene& scene, MergeModel& model) {
  const ArrayMemory memory(session);
  const Tick now = session.state().cursor.tick;
  model.owner.assign(scene.places(), MergeModel::kNobody);
  model.wrong.assign(scene.places(), false);
  if (scene.co_ranks) model.points.resize(scene.places());
  for (std::uint32_t k = 0; k < scene.places(); ++k) {
    const MergeWrite* const write = scene.writer(k, now);
    if (write == nullptr) continue;
    model.owner[k] = scene.owner(write->thread);
    ++model.written;
    const auto value = memory.at(scene.out, k);
    if (!value) continue;
    model.wrong[k] = *value != scene.expected(k);
    model.wrong_places += model.wrong[k] ? 1 : 0;
    const auto rows = static_cast<double>(scene.in_a.size());
    const auto columns = static_cast<double>(scene.in_b.size());
    const bool on_grid =
        *value >= 0 && *value <= std::min<double>(k, rows) && k - *value <= columns;
    if (scene.co_ranks && on_grid) model.points[k] = static_cast<std::uint32_t>(*value);
  }
}

void tell_selected(const session::Session& session, const MergeScene& scene, MergeModel& model) {
  const view::Selection& selection = session.state().cursor.selection;
  if (const auto& element = selection.element) {
    if (element->array == scene.a.name && element->index < scene.in_a.size())
      model.selected = MergeElement{MergeSide::A, element->index};
    if (element->array == scene.b.name && element->index < scene.in_b.size())
      model.selected = MergeElement{MergeSide::B, element->index};
    if (element->array == scene.out.name && element->index < scene.places())
      model.diagonal = element->index;
  }
  if (!selection.lane) return;
  const MergeThread thread{selection.block.value, session.shown_warp().value, *selection.lane};
  // The run that the thread is at: that of its next write, or of its last one.
  const auto writes = scene.writes_of(thread);
  if (writes.empty()) return;
  const MergeWrite* const next = scene.next_write(thread, session.state().cursor.tick);
  if (next != nullptr && !model.rest) return;
  model.chosen = scene.run_of(next != nullptr ? *next : scene.writes[writes.back()]);
  if (!model.diagonal) model.diagonal = model.chosen->first;
}

void tell_deed(const MergeDeed& deed, MergeModel& model) {
  if (deed.place) model.now.push_back(*deed.place);
  if (!deed.read) return;
  const bool a = deed.read->side == MergeSide::A;
  (a ? model.touched_a : model.touched_b)[deed.read->index] = style::Role::Load;
  if (!deed.beside) return;
  (a ? model.touched_b : model.touched_a).emplace(deed.beside->index, style::Role::Active);
  const std::uint32_t i = a ? deed.read->index : deed.beside->index;
  model.cells.push_back({deed.thread.lane, i, a ? deed.beside->index : deed.read->index});
}

// What a written place comes from is lit, too.
void tell_sources(const MergeScene& scene, MergeModel& model) {
  if (scene.co_ranks) return;
  for (const std::uint32_t place : model.now) {
    if (model.wrong[place]) continue;
    const MergeElement from = scene.element(place);
    (from.side == MergeSide::A ? model.touched_a : model.touched_b)[from.index] =
        style::Role::Store;
  }
}

const char* kept_back() {
  return tr(" The rest of the path is shown when the question is revealed.");
}

}  // namespace

MergeModel merge_model(const session::Session& session, const MergeScene& scene, bool rest) {
  MergeModel model;
  model.rest = rest;
  tell_places(session, scene, model);
  tell_selected(session, scene, model);
  const auto step = session.last_step();
  if (!step || step->launch != scene.launch) {
    model.sentence =
        tr("A launch begins here: step forward, and what the lanes read and write lights up.");
    if (!rest) model.sentence += kept_back();
    return model;
  }
  const std::vector<MergeDeed> deeds = merge_deeds(session, scene, *step);
  for (const MergeDeed& deed : deeds) tell_deed(deed, model);
  tell_sources(scene, model);
  const MergeDeed* chosen = deeds.empty() ? nullptr : &deeds.front();
  for (const MergeDeed& deed : deeds)
    if (session.state().cursor.selection.lane == deed.thread.lane) chosen = &deed;
  if (chosen != nullptr && !model.diagonal)
    model.diagonal = chosen->place ? chosen->place : chosen->diagonal();
  model.sentence = merge_sentence(scene, model, deeds, chosen);
  if (!rest && model.written < scene.places()) model.sentence += kept_back();
  return model;
}

}  // namespace lanescope::ui::figures::structures
