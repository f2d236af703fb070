#include "ui/figures/structures/matrix_model.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include <fmt/format.h>

#include "ui/figures/structures/places.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::structures {
namespace {

using Access = events::Access;
constexpr std::size_t kLookBack = 96;  // instructions of the warp
constexpr std::size_t kValueWidth = 8;

std::optional<trace::Step> step_of(const session::Session& session, const MatrixScene& scene) {
  const auto step = session.last_step();
  return step && step->launch == scene.launch ? step : std::nullopt;
}

// What the shown instruction does to one of the arrays, in one lane.
struct Deed {
  std::uint32_t lane = 0;
  MatrixScene::Hit hit;
  Access access = Access::Load;
  std::optional<double> value;
};

std::vector<Deed> deeds_of(const session::Session& session, const MatrixScene& scene,
                           const trace::Step& step) {
  std::vector<Deed> deeds;
  const LaneValues values(session, step);
  const ArrayMemory memory(session);
  for (const trace::Access& access : session.trace()->accesses(step.tick)) {
    for (LaneMask rest = access.lanes; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
      const auto hit = scene.at(access.space, access.addresses[lane]);
      if (!hit) continue;
      const view::ArrayInfo& array = scene.arrays[hit->array].info;
      auto value = values.of(lane, array);
      if (access.kind == Access::Atomic) value = memory.at(array, hit->index);
      deeds.push_back({static_cast<std::uint32_t>(lane), *hit, access.kind, value});
    }
  }
  return deeds;
}

// Goes back through what a warp has read: the element of the matrix that each lane read last,
// unless it has written a sum since.
class LookBack {
 public:
  LookBack(const session::Session& session, const MatrixScene& scene, const trace::Step& step)
      : trace_(*session.trace()), scene_(scene), open_(step.executed) {
    const auto ticks = trace_.steps_of(step.launch, step.block, step.warp);
    auto at = std::ranges::upper_bound(ticks, step.tick);
    for (std::size_t n = 0; open_ != 0 && n < kLookBack && at != ticks.begin(); ++n)
      if (trace_.has_accesses(*--at)) take(*at, *at == step.tick);
    std::ranges::sort(lit_, {}, &MatrixLit::lane);
  }
  [[nodiscard]] std::vector<MatrixLit> lit() { return std::move(lit_); }

 private:
  void take(Tick tick, bool now) {
    trace_.accesses(tick, room_);
    for (const trace::Access& access : room_) {
      for (LaneMask rest = access.lanes & open_; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        const auto hit = scene_.at(access.space, access.addresses[lane]);
        if (!hit) continue;
        const MatrixArray& array = scene_.arrays[hit->array];
        const bool element = is_element(array.part);
        const bool over = array.part == MatrixPart::Y && !now;
        if (element) lit_.push_back({lane, hit->index, array.store});
        if (element || over) open_ &= ~(LaneMask{1} << lane);
      }
    }
  }

  const trace::Trace& trace_;
  const MatrixScene& scene_;
  LaneMask open_;
  std::vector<MatrixLit> lit_;
  std::vector<trace::Access> room_;
};

std::string act(const MatrixScene& scene, const Deed& deed) {
  const view::ArrayInfo& array = scene.arrays[deed.hit.array].info;
  const std::string element = fmt::format("{}[{}]", array.name, deed.hit.index);
  const std::string value =
      deed.value ? fmt::format(" = {:.{}g}", *deed.value, kValueWidth) : std::string();
  if (deed.access == Access::Atomic) return say("Lane {} adds to {}{}", deed.lane, element, value);
  return deed.access == Access::Load ? say("Lane {} reads {}{}", deed.lane, element, value)
                                     : say("Lane {} writes {}{}", deed.lane, element, value);
}

std::string element_meaning(const MatrixStore& store, std::uint32_t e) {
  if (e < store.filler.size() && store.filler[e])
    return say("row {} has no such element, and a zero fills the place", store.row[e]);
  return say("the element in row {}, column {}", store.row[e], store.column[e]);
}

std::string meaning(const MatrixScene& scene, const Deed& deed, const std::vector<MatrixLit>& lit) {
  const MatrixArray& array = scene.arrays[deed.hit.array];
  const std::uint32_t index = deed.hit.index;
  switch (array.part) {
    case MatrixPart::Start:
      return index == 0            ? say("row {} begins there", index)
             : index == scene.rows ? say("row {} ends there", index - 1)
                                   : say("row {} ends there, and row {} begins", index - 1, index);
    case MatrixPart::X: {
      const auto at = std::ranges::find(lit, deed.lane, &MatrixLit::lane);
      return at == lit.end() ? std::string()
                             : say("for {}", element_meaning(scene.stores[at->store], at->element));
    }
    case MatrixPart::Y:
      return say("the sum of row {}", index);
    default:
      break;
  }
  return element_meaning(scene.stores[array.store], index);
}

std::string sentence_of(const MatrixScene& scene, const std::vector<Deed>& deeds,
                        const std::vector<MatrixLit>& lit, std::optional<std::uint32_t> lane) {
  if (deeds.empty()) {
    if (lit.empty()) return tr("This instruction touches no array of the matrix.");
    const MatrixStore& store = scene.stores[lit.front().store];
    return say("No array of the matrix is touched now. Lane {} is at {}.", lit.front().lane,
               element_meaning(store, lit.front().element));
  }
  const auto chosen = lane ? std::ranges::find(deeds, *lane, &Deed::lane) : deeds.end();
  const Deed& deed = chosen == deeds.end() ? deeds.front() : *chosen;
  const std::string means = meaning(scene, deed, lit);
  std::string words =
      means.empty() ? say("{}.", act(scene, deed)) : say("{}: {}.", act(scene, deed), means);
  if (deeds.size() > 1)
    words += say_many(deeds.size() - 1, " {} other lane does the same with its own.",
                      " {} other lanes do the same with theirs.", deeds.size() - 1);
  return words;
}

}  // namespace

MatrixModel matrix_model(const session::Session& session, const MatrixScene& scene) {
  MatrixModel model;
  model.touched.resize(scene.arrays.size());
  if (const auto& element = session.state().cursor.selection.element)
    for (std::size_t i = 0; i < scene.arrays.size(); ++i)
      if (scene.arrays[i].info.name == element->array)
        model.selected = MatrixScene::Hit{i, element->index};
  const auto step = step_of(session, scene);
  if (!step) {
    model.sentence = tr("A launch begins here: step forward, and what the lanes read lights up.");
    return model;
  }
  const std::vector<Deed> deeds = deeds_of(session, scene, *step);
  model.lit = LookBack(session, scene, *step).lit();
  for (const MatrixLit& lit : model.lit)
    for (std::size_t i = 0; i < scene.arrays.size(); ++i) {
      const MatrixArray& array = scene.arrays[i];
      if (is_element(array.part) && array.store == lit.store)
        model.touched[i].emplace(lit.element, style::Role::Active);
    }
  for (const Deed& deed : deeds)
    model.touched[deed.hit.array][deed.hit.index] = deed.access == Access::Load ? style::Role::Load
                                                    : deed.access == Access::Store
                                                        ? style::Role::Store
                                                        : style::Role::Atomic;
  model.sentence = sentence_of(scene, deeds, model.lit, session.state().cursor.selection.lane);
  return model;
}

}  // namespace lanescope::ui::figures::structures
