// Who writes the merged array, and which elements a block has in its shared memory: from the
// recorded accesses of the launch alone.
#include <algorithm>
#include <array>
#include <bit>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "sim/engine/plan.hpp"
#include "ui/figures/structures/merge_scene.hpp"
#include "ui/view/beats.hpp"

namespace lanescope::ui::figures::structures {
namespace {

using Access = events::Access;

class Follower {
 public:
  Follower(const session::Session& session, MergeScene& scene)
      : trace_(*session.trace()),
        program_(*session.run()->plan().launches[scene.launch].program),
        scene_(scene) {}

  void follow() {
    if (scene_.launch >= trace_.launches().size()) return;
    const trace::LaunchRecord& launch = trace_.launches()[scene_.launch];
    std::vector<trace::Access> room;
    for (Tick tick = launch.first; tick < launch.last; ++tick.value) {
      if (!trace_.has_accesses(tick)) continue;
      const trace::Step step = trace_.step(tick);
      trace_.accesses(tick, room);
      for (const trace::Access& access : room) take(step, access);
    }
    std::ranges::stable_sort(scene_.writes, {},
                             [](const MergeWrite& one) { return std::tuple(one.place, one.tick); });
    std::ranges::stable_sort(scene_.brought, {}, [](const MergeBrought& one) {
      return std::tuple(one.block, one.address, one.tick);
    });
  }

 private:
  // By register and warp: the element that each lane loaded into it last.
  using Loaded = std::array<std::optional<MergeElement>, kMaxWarpSize>;
  static std::uint64_t key_of(const trace::Step& step, std::uint32_t reg) {
    return (std::uint64_t{step.block.value} << 40) | (std::uint64_t{step.warp.value} << 28) | reg;
  }

  void take(const trace::Step& step, const trace::Access& access) {
    const auto reg = view::register_about(program_, step.pc);
    const bool global = access.space == events::Space::Global;
    if (access.kind == Access::Load && global && reg) {
      Loaded& loaded = loaded_[key_of(step, *reg)];
      each(access, [&](std::uint32_t lane, std::uint64_t address) {
        loaded[lane] = scene_.input_at(address);
      });
    } else if (access.kind == Access::Store && global) {
      each(access, [&](std::uint32_t lane, std::uint64_t address) {
        for (std::uint64_t byte = 0; byte < access.bytes; byte += scene_.out.element_bytes)
          if (const auto place = scene_.place_at(address + byte))
            scene_.writes.push_back({*place, step.tick, {step.block.value, step.warp.value, lane}});
      });
    } else if (access.kind == Access::Store && access.space == events::Space::Shared && reg) {
      const auto loaded = loaded_.find(key_of(step, *reg));
      if (loaded == loaded_.end()) return;
      each(access, [&](std::uint32_t lane, std::uint64_t address) {
        if (loaded->second[lane])
          scene_.brought.push_back({step.block.value, address, step.tick, *loaded->second[lane]});
      });
    }
  }
  template <typename Take>
  static void each(const trace::Access& access, Take take) {
    for (LaneMask rest = access.lanes; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
      take(lane, access.addresses[lane]);
    }
  }

  const trace::Trace& trace_;
  const engine::Program& program_;
  MergeScene& scene_;
  std::unordered_map<std::uint64_t, Loaded> loaded_;
};

void cut_pieces(MergeScene& scene) {
  scene.pieces.clear();
  for (std::uint32_t k = 0; k < scene.places(); ++k) {
    const MergeWrite* write = scene.last_writer(k);
    if (write == nullptr) continue;
    const std::uint32_t owner = scene.owner(write->thread);
    const bool on = !scene.pieces.empty() && scene.pieces.back().last == k &&
                    scene.pieces.back().owner == owner;
    if (on)
      ++scene.pieces.back().last;
    else
      scene.pieces.push_back({k, k + 1, owner});
  }
}

void order_by_thread(MergeScene& scene) {
  const auto thread_of = [&](std::uint32_t write) { return scene.writes[write].thread; };
  for (std::uint32_t w = 0; w < scene.writes.size(); ++w) scene.by_thread.push_back(w);
  std::ranges::sort(scene.by_thread, {}, [&](std::uint32_t write) {
    return std::pair(thread_of(write), scene.writes[write].tick);
  });
  for (std::size_t n = 0; n < scene.by_thread.size(); ++n)
    if (n == 0 || thread_of(scene.by_thread[n - 1]) != thread_of(scene.by_thread[n]))
      ++scene.threads;
}

}  // namespace

void follow_stores(const session::Session& session, MergeScene& scene) {
  Follower(session, scene).follow();
  scene.first_write.assign(scene.places() + 1, 0);
  for (const MergeWrite& write : scene.writes) ++scene.first_write[write.place + 1];
  for (std::uint32_t k = 0; k < scene.places(); ++k)
    scene.first_write[k + 1] += scene.first_write[k];
  order_by_thread(scene);
  scene.all_recorded = session.trace()->blocks(scene.launch).size() == scene.blocks;
  std::size_t written = 0;
  for (std::uint32_t k = 0; k < scene.places(); ++k) written += scene.last_writer(k) ? 1 : 0;
  // By thread, unless its pieces are single places or too short to be seen.
  for (const MergeUnit unit : {MergeUnit::Thread, MergeUnit::Warp, MergeUnit::Block}) {
    scene.unit = unit;
    cut_pieces(scene);
    const std::size_t pieces = scene.pieces.size();
    scene.told_apart =
        written >= pieces * 2 && written * kMostPieces >= pieces * std::size_t{scene.places()};
    if (scene.told_apart) return;
  }
}

}  // namespace lanescope::ui::figures::structures
