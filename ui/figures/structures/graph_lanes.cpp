#include "ui/figures/structures/graph_lanes.hpp"

#include <algorithm>
#include <bit>

#include "ui/figures/structures/places.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::structures {
namespace {

using Part = GraphScene::Part;
constexpr std::size_t kLookBack = 512;  // instructions of the warp

// Goes back through what a warp has read, until each lane's place is known.
class LookBack {
 public:
  LookBack(const session::Session& session, const GraphScene& scene, const trace::Step& step)
      : trace_(*session.trace()), scene_(scene), step_(step), open_(step.executed) {
    program_ = session.run()->plan().launches[step.launch].program.get();
  }

  std::array<GraphPlace, kMaxWarpSize> places() {
    const auto ticks = trace_.steps_of(step_.launch, step_.block, step_.warp);
    auto at = std::ranges::upper_bound(ticks, step_.tick);
    for (std::size_t n = 0; open_ != 0 && n < kLookBack && at != ticks.begin(); ++n) {
      --at;
      if (program_->at(trace_.step(*at).pc).is_barrier()) break;
      if (trace_.has_accesses(*at)) take(*at);
    }
    return places_;
  }

 private:
  void take(Tick tick) {
    trace_.accesses(tick, room_);
    for (const trace::Access& access : room_) {
      for (LaneMask rest = access.lanes & open_; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
        const auto hit = scene_.at(access.space, access.addresses[lane]);
        if (!hit) continue;
        if (access.kind == events::Access::Store)
          remember_store(lane, *hit, tick == step_.tick);
        else
          take(lane, *hit);
      }
    }
  }
  // Who has written what becomes of its own vertex is at no edge any more; while it writes it, only
  // where the edge led there.
  void remember_store(std::size_t lane, const GraphScene::Hit& hit, bool now) {
    const bool outcome = hit.array->part == Part::Level || hit.array->part == Part::Colour;
    const bool led_there = now && scene_.shape.edges == GraphEdges::In;
    if (outcome && !led_there) stored_[lane] = hit.index;
  }
  // The latest tells. Rows are read as their beginning and their end: which one it was, the access
  // before tells.
  void take(std::size_t lane, const GraphScene::Hit& hit) {
    const LaneMask bit = LaneMask{1} << lane;
    const bool edge = hit.array->part == Part::Ends;
    if (!edge && hit.array->part != Part::Start) return;
    const std::uint32_t row = edge ? scene_.shape.row_of(hit.index) : hit.index;
    GraphPlace& place = places_[lane];
    if ((begun_ & bit) != 0) {
      if (row + 1 == *place.row) place.row = row;
    } else {
      place.row = row;
      if (edge && stored_[lane] != row) place.edge = hit.index;
    }
    if (edge || (begun_ & bit) != 0) open_ &= ~bit;
    begun_ |= bit;
  }

  const trace::Trace& trace_;
  const engine::Program* program_;
  const GraphScene& scene_;
  const trace::Step& step_;
  LaneMask open_;
  LaneMask begun_ = 0;
  std::array<std::optional<std::uint32_t>, kMaxWarpSize> stored_{};
  std::array<GraphPlace, kMaxWarpSize> places_;
  std::vector<trace::Access> room_;
};

}  // namespace

std::array<GraphPlace, kMaxWarpSize> graph_places(const session::Session& session,
                                                  const GraphScene& scene) {
  const auto step = scene.step_of(session);
  if (!step) return {};
  return LookBack(session, scene, *step).places();
}

std::vector<GraphDeed> graph_deeds(const session::Session& session, const GraphScene& scene) {
  const auto step = scene.step_of(session);
  std::vector<GraphDeed> deeds;
  if (!step || session.machine() == nullptr) return deeds;
  const LaneValues values(session, *step);
  const ArrayMemory memory(session);
  for (const trace::Access& access : session.trace()->accesses(step->tick)) {
    for (LaneMask rest = access.lanes; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
      const auto hit = scene.at(access.space, access.addresses[lane]);
      if (!hit) continue;
      GraphDeed deed{static_cast<std::uint32_t>(lane), *hit, access.kind, {}};
      auto value = values.of(lane, hit->array->info);
      if (!value && access.kind != events::Access::Atomic)
        value = memory.at(hit->array->info, hit->index);
      if (value) deed.value = static_cast<std::int64_t>(*value);
      deeds.push_back(deed);
    }
  }
  return deeds;
}

bool came_too_late(const GraphDeed& deed) {
  return deed.hit.array->part == Part::Mark && deed.access != events::Access::Store &&
         deed.value.value_or(0) != 0;
}

}  // namespace lanescope::ui::figures::structures
