#include <algorithm>
#include <array>
#include <bit>

#include "ui/figures/structures/merge_model.hpp"
#include "ui/figures/structures/places.hpp"

namespace lanescope::ui::figures::structures {
namespace {

using Access = events::Access;
constexpr std::size_t kLookBack = 96;  // instructions of the warp

std::optional<MergeElement> read_at(const MergeScene& scene, const trace::Access& access,
                                    std::uint32_t block, std::uint32_t lane, Tick tick) {
  if (access.kind != Access::Load) return std::nullopt;
  if (access.space == events::Space::Global) return scene.input_at(access.addresses[lane]);
  if (access.space != events::Space::Shared) return std::nullopt;
  return scene.shared_at(block, access.addresses[lane], tick);
}

// Goes back through what a warp has read, for the element of the other array that belongs to what
// a lane reads now. Of a comparison that is the one read before it in the same round: between the
// two the pc only grows. A thread that writes a single place looks for the place of one element,
// which it has read before all rounds.
class LookBack {
 public:
  LookBack(const trace::Trace& trace, const MergeScene& scene, std::vector<MergeDeed>& deeds)
      : trace_(trace), scene_(scene), deeds_(deeds) {}

  void from(const trace::Step& step) {
    for (MergeDeed& deed : deeds_)
      if (deed.read) {
        deed.own = looks_for_one(deed.thread);
        open_ |= LaneMask{1} << deed.thread.lane;
      }
    pc_.fill(step.pc.value);
    const auto ticks = trace_.steps_of(step.launch, step.block, step.warp);
    auto at = std::ranges::lower_bound(ticks, step.tick);
    for (std::size_t n = 0; open_ != 0 && n < kLookBack && at != ticks.begin(); ++n) take(*--at);
    for (MergeDeed& deed : deeds_)
      if (!deed.beside) deed.own = false;
  }

 private:
  [[nodiscard]] bool looks_for_one(const MergeThread& thread) const {
    return !scene_.co_ranks && scene_.writes_of(thread).size() == 1;
  }
  void take(Tick tick) {
    const trace::Step before = trace_.step(tick);
    for (MergeDeed& deed : deeds_) {
      const LaneMask bit = LaneMask{1} << deed.thread.lane;
      if ((open_ & before.executed & bit) == 0 || deed.own) continue;
      if (before.pc.value > pc_[deed.thread.lane]) open_ &= ~bit;  // a round before
      pc_[deed.thread.lane] = before.pc.value;
    }
    if (open_ == 0 || !trace_.has_accesses(tick)) return;
    trace_.accesses(tick, room_);
    for (const trace::Access& access : room_)
      for (MergeDeed& deed : deeds_) look(deed, access, before);
  }
  void look(MergeDeed& deed, const trace::Access& access, const trace::Step& before) {
    const std::uint32_t lane = deed.thread.lane;
    const LaneMask bit = LaneMask{1} << lane;
    if ((open_ & access.lanes & bit) == 0) return;
    const bool writes = access.kind == Access::Store && access.space == events::Space::Global &&
                        scene_.place_at(access.addresses[lane]).has_value();
    const auto found = read_at(scene_, access, before.block.value, lane, before.tick);
    const bool same = found && found->side == deed.read->side;
    if (found && !same) deed.beside = found;
    if (writes || (found && (!same || !deed.own))) open_ &= ~bit;
  }

  const trace::Trace& trace_;
  const MergeScene& scene_;
  std::vector<MergeDeed>& deeds_;
  LaneMask open_ = 0;
  std::array<std::uint32_t, kMaxWarpSize> pc_{};
  std::vector<trace::Access> room_;
};

}  // namespace

std::vector<MergeDeed> merge_deeds(const session::Session& session, const MergeScene& scene,
                                   const trace::Step& step) {
  std::vector<MergeDeed> deeds;
  const LaneValues values(session, step);
  for (const trace::Access& access : session.trace()->accesses(step.tick)) {
    for (LaneMask rest = access.lanes; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
      MergeDeed deed;
      deed.thread = {step.block.value, step.warp.value, lane};
      deed.read = read_at(scene, access, step.block.value, lane, step.tick);
      if (access.kind == Access::Store && access.space == events::Space::Global)
        deed.place = scene.place_at(access.addresses[lane]);
      if (!deed.read && !deed.place) continue;
      deed.value = values.of(lane, deed.place                        ? scene.out
                                   : deed.read->side == MergeSide::A ? scene.a
                                                                     : scene.b);
      if (const MergeWrite* next = scene.next_write(deed.thread, step.tick))
        deed.next = next->place;
      deeds.push_back(deed);
    }
  }
  std::ranges::sort(deeds, {}, [](const MergeDeed& deed) { return deed.thread.lane; });
  LookBack(*session.trace(), scene, deeds).from(step);
  return deeds;
}

}  // namespace lanescope::ui::figures::structures
