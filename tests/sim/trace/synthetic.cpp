#include "tests/sim/trace/synthetic.hpp"

#include <algorithm>
#include <array>

namespace lanescope::trace::synthetic {
namespace {

constexpr std::uint32_t kPcs = 120;

class Machine {
 public:
  Machine(const Options& options, events::Listener& listener)
      : o_(options), listener_(listener), random_(options.seed) {}

  Told run() {
    for (launch_ = 0; launch_ < o_.launches; ++launch_) {
      listener_.on(events::LaunchBegin{launch_, o_.grid, {o_.warps_per_block * 32, 1, 1}, 32});
      const auto blocks = static_cast<std::uint32_t>(o_.grid.count());
      for (std::uint32_t b = 0; b < blocks; b += o_.resident_blocks) {
        run_blocks(b, std::min(blocks, b + o_.resident_blocks));
      }
      listener_.on(events::LaunchEnd{launch_, told_.machine_steps});
    }
    return std::move(told_);
  }

 private:
  void run_blocks(std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t b = first; b < last; ++b) listener_.on(events::BlockBegin{BlockIndex{b}});
    std::vector<std::optional<Tick>> begun(last - first);
    for (std::uint32_t phase = 0; phase < o_.phases; ++phase) {
      for (std::uint32_t b = first; b < last && !o_.round_robin; ++b)
        run_phase(phase, b, b + 1, begun[b - first]);
      if (o_.round_robin) {
        std::optional<Tick> unused;
        for (std::uint32_t step = 0; step < o_.steps_per_phase; ++step) {
          for (std::uint32_t b = first; b < last; ++b) run_round(step, b, begun[b - first]);
        }
        for (std::uint32_t b = first; b < last; ++b) release(phase, b, begun[b - first]);
      }
    }
    for (std::uint32_t b = first; b < last; ++b) listener_.on(events::BlockEnd{BlockIndex{b}});
  }
  void run_phase(std::uint32_t phase, std::uint32_t first, std::uint32_t last,
                 std::optional<Tick>& begun) {
    for (std::uint32_t b = first; b < last; ++b) {
      for (std::uint32_t w = 0; w < o_.warps_per_block; ++w) {
        for (std::uint32_t step = 0; step < o_.steps_per_phase; ++step) issue(step, b, w, begun);
      }
      release(phase, b, begun);
    }
  }
  void run_round(std::uint32_t step, std::uint32_t b, std::optional<Tick>& begun) {
    for (std::uint32_t w = 0; w < o_.warps_per_block; ++w) issue(step, b, w, begun);
  }
  void release(std::uint32_t phase, std::uint32_t b, std::optional<Tick>& begun) {
    const Tick now{told_.steps.size()};
    if (listener_.wants(launch_, BlockIndex{b}))
      listener_.on(events::BarrierRelease{BlockIndex{b}, 0});
    if (begun) told_.phases.push_back({launch_, BlockIndex{b}, phase, *begun, now});
    begun = now;
  }

  void issue(std::uint32_t step, std::uint32_t b, std::uint32_t w, std::optional<Tick>& begun) {
    const BlockIndex block{b};
    const WarpIndex warp{w};
    const MachineStep machine_step{told_.machine_steps++};
    const bool barrier = step + 1 == o_.steps_per_phase;
    const double kind = unit();
    const bool is_branch =
        !barrier && kind >= o_.memory_share && kind < o_.memory_share + o_.branch_share;
    const LaneMask active = barrier || unit() < 0.8 ? 0xffffffff : some_mask() | 1U;
    const bool all = is_branch ? unit() >= o_.divergent_share : unit() < 0.9;
    const LaneMask executed = all ? active : active & some_mask();
    const Pc pc{barrier ? kPcs - 1 : step % (kPcs - 1)};
    if (!listener_.wants(launch_, block)) return;
    const Tick tick{told_.steps.size()};
    if (!begun) begun = tick;
    listener_.on(events::Step{machine_step, block, warp, pc, active, executed});
    told_.steps.push_back({tick, machine_step, launch_, block, warp, pc, active, executed});
    told_.accesses.emplace_back();
    told_.branches.emplace_back();
    if (barrier) {
      listener_.on(events::Wait{block, warp, active, events::WaitReason::Barrier, 0});
    } else if (kind < o_.memory_share) {
      if (executed != 0) access(tick, executed);
      if (executed != 0 && unit() < 0.02) access(tick, executed & -executed);
    } else if (is_branch) {
      branch(tick, active, executed);
    }
  }

  // Now and then a brx, whose lanes go elsewhere than their guard tells.
  void branch(Tick tick, LaneMask active, LaneMask executed) {
    const LaneMask taken = unit() < 0.9 ? executed : active & some_mask();
    const bool divergent = taken != 0 && taken != active;
    const events::Branch e{taken, active & ~taken, divergent, Pc{17}};
    listener_.on(e);
    told_.branches.back() = BranchRecord{tick, e.taken, e.not_taken, e.divergent, e.reconvergence};
  }

  void access(Tick tick, LaneMask lanes) {
    constexpr std::array<std::uint8_t, 5> kBytes = {4, 4, 4, 8, 16};
    Access a;
    a.tick = tick;
    a.lanes = lanes;
    a.space = unit() < 0.5 ? events::Space::Global : events::Space::Shared;
    a.kind = static_cast<events::Access>(random_() % 3);
    a.rule = a.kind == events::Access::Load    ? events::SharedAccess::Load
             : a.kind == events::Access::Store ? events::SharedAccess::Store
                                               : events::SharedAccess::AtomicAddOne;
    a.bytes = kBytes.at(random_() % 5);
    if (a.space == events::Space::Global && a.bytes == 16) a.fetchers = lanes & 0x5555;
    const bool global = a.space == events::Space::Global;
    const std::uint64_t base =
        global ? 0x7000'0000'0000 + random_() % 65536 * 512 : random_() % 1024 * 16;
    const double pattern = unit();
    const std::uint64_t stride = 2 + random_() % 40, twist = random_() % 32;
    for (std::uint64_t lane = 0; lane < 32; ++lane) {
      std::uint64_t element = lane;
      if (pattern >= o_.affine) element = lane * stride;
      if (pattern >= o_.affine + o_.strided) element = lane ^ twist;
      if (pattern >= o_.affine + o_.strided + o_.permuted)
        element = random_() % (global ? 65536 : 4096);
      if ((lanes >> lane & 1U) != 0) a.addresses.at(lane) = base + element * a.bytes;
    }
    listener_.on(events::MemoryAccess{a.space, a.kind, a.bytes, lanes, a.addresses.data(), a.rule,
                                      a.fetchers});
    told_.accesses.back().push_back(a);
  }

  // Branches split the lanes of a kernel in a few ways, again and again.
  LaneMask some_mask() {
    if (masks_.size() < 300) masks_.push_back(random_() & 0xffffffff);
    return unit() < 0.9 ? masks_[random_() % masks_.size()] : random_() & 0xffffffff;
  }
  double unit() { return static_cast<double>(random_() >> 11U) * 0x1p-53; }

  const Options& o_;
  events::Listener& listener_;
  std::mt19937_64 random_;
  std::vector<LaneMask> masks_;
  std::uint32_t launch_ = 0;
  Told told_;
};

}  // namespace

Told run(const Options& options, events::Listener& listener) {
  return Machine(options, listener).run();
}

std::shared_ptr<const Trace> record(const Options& options, Told* told) {
  Recorder recorder({BlockIndex{0}, static_cast<std::uint32_t>(options.grid.count()), 1U << 30U});
  Told result = run(options, recorder);
  auto trace = recorder.finish({}, result.machine_steps);
  if (told != nullptr) *told = std::move(result);
  return trace;
}

}  // namespace lanescope::trace::synthetic
