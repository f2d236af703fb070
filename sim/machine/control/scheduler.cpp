#include "sim/machine/control/scheduler.hpp"

#include <algorithm>

#include "sim/machine/control/clusters.hpp"
#include "sim/machine/control/divergence.hpp"
#include "sim/machine/control/run_warp.hpp"
#include "sim/machine/control/spin.hpp"
#include "sim/machine/cores/side_by_side.hpp"
#include "sim/machine/faults.hpp"
#include "sim/machine/launch.hpp"

namespace lanescope::machine {
namespace {

// Blocks that may wait for each other at one time.
constexpr std::size_t kMaxResident = 4096;
// Rounds of long loops, none proven to wait, after which another block gets its turn.
constexpr std::uint32_t kDoubtfulRounds = 16;

enum class BlockState : std::uint8_t { Running, Ended, SetAside };

void clear_spinning(Block& block) {
  for (Warp& warp : block.warps) warp.spinning = false;
  block.certain = true;
}

using RunWarp = SliceEnd (*)(Machine& machine, Block& block, Warp& warp, std::uint64_t budget);

RunWarp run_warp_of(const Machine& machine, const Block& block) {
  if (!block.listeners.empty()) return run_warp<Recording::Full>;
  return machine.options.recording == Recording::None ? run_warp<Recording::None>
                                                      : run_warp<Recording::Counters>;
}

class BlockRun {
 public:
  BlockRun(Machine& machine, Block& block)
      : machine_(machine),
        block_(block),
        run_warp_(run_warp_of(machine, block)),
        one_(machine.spec->order == engine::Order::RoundRobin),
        begin_(machine.step),
        some_spin_(!block.certain || std::any_of(block.warps.begin(), block.warps.end(),
                                                 [](const Warp& warp) { return warp.spinning; })) {}

  BlockState run(std::uint64_t stop) {
    while (machine_.running() && machine_.step < stop) {
      if (block_.unfinished == 0) return BlockState::Ended;
      Warp* warp = next_warp();
      if (warp == nullptr) {
        if (!all_wait()) continue;
        return BlockState::SetAside;
      }
      note(*warp, run_warp_(machine_, block_, *warp, one_ ? 1 : stop - machine_.step));
    }
    return block_.unfinished == 0 ? BlockState::Ended : BlockState::Running;
  }

 private:
  // The next warp in turn that can issue and is not known to wait; null when there is none.
  Warp* next_warp() {
    Warp& first = block_.warps[block_.order[block_.turn]];
    return has_ready_group(first) && !first.spinning ? &first : search_warp();
  }
  Warp* search_warp() {
    const auto count = static_cast<std::uint32_t>(block_.order.size());
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t turn =
          block_.turn + i < count ? block_.turn + i : block_.turn + i - count;
      Warp& warp = block_.warps[block_.order[turn]];
      if (!has_ready_group(warp)) continue;
      if (warp.spinning && !one_) continue;
      if (warp.spinning && all_spin()) return nullptr;
      block_.turn = turn;
      return &warp;
    }
    return nullptr;
  }

  [[nodiscard]] bool all_spin() const {
    return std::all_of(block_.warps.begin(), block_.warps.end(),
                       [](const Warp& warp) { return warp.spinning || !has_ready_group(warp); });
  }

  // No warp can make progress by itself. False: something was done about it.
  bool all_wait() {
    const bool spinning =
        std::any_of(block_.warps.begin(), block_.warps.end(),
                    [](const Warp& warp) { return warp.spinning && has_ready_group(warp); });
    const bool certain = block_.certain;
    clear_spinning(block_);
    if (release_join_waiters(machine_, block_)) return false;
    if (!spinning) {
      if (others_can_go_on(machine_, block_)) {
        if (machine_.step != begin_) others_may_go_on(machine_, block_);
        return true;
      }
      report_deadlock(machine_, block_);
      return false;
    }
    if (!certain && ++block_.idle_rounds < kDoubtfulRounds) return false;
    block_.idle_rounds = 0;
    block_.waits_for_all = true;
    return true;
  }

  void note(Warp& warp, SliceEnd end) {
    if (end == SliceEnd::Spin || end == SliceEnd::LongLoop) {
      warp.spinning = true;
      some_spin_ = true;
      if (end == SliceEnd::LongLoop) block_.certain = false;
    } else if (end == SliceEnd::Budget && one_) {
      if (warp.spinning &&
          (warp.current >= warp.groups.size() || left_loop(warp.groups[warp.current])))
        warp.spinning = false;
    } else if (some_spin_ && end != SliceEnd::Yield && end != SliceEnd::Budget) {
      clear_spinning(block_);
      some_spin_ = false;
    }
    if (end != SliceEnd::Budget || one_)
      block_.turn = block_.turn + 1 < block_.order.size() ? block_.turn + 1 : 0;
  }

  Machine& machine_;
  Block& block_;
  RunWarp run_warp_;
  bool one_;             // instruction, then another warp goes on
  std::uint64_t begin_;  // machine step of its turn
  bool some_spin_;       // a warp may be marked as spinning
};

// Another block takes the turn of one that waits.
void set_aside(Machine& machine) {
  if (machine.cluster_size > 1 && go_to_other_of_cluster(machine)) return;
  if (machine.footprint != nullptr) machine.footprint->need_order();
  if (machine.next_block < machine.blocks && machine.residents.size() < kMaxResident) {
    start_cluster(machine);
  } else {
    machine.resident = machine.resident + 1 < machine.residents.size() ? machine.resident + 1 : 0;
  }
}

void run_launch(Machine& machine, std::uint64_t stop, bool in_order) {
  while (machine.running()) {
    if (machine.residents.empty()) {
      if (machine.next_block == machine.blocks) return end_launch(machine);
      if (machine.step >= stop) return;
      if (!in_order && machine.side_by_side && machine.side_by_side->advance()) continue;
      start_cluster(machine);
    }
    if (machine.step >= stop && machine.residents[machine.resident]->unfinished != 0) return;
    switch (BlockRun(machine, *machine.residents[machine.resident]).run(stop)) {
      case BlockState::Ended:
        end_block(machine);
        break;
      case BlockState::SetAside:
        set_aside(machine);
        break;
      case BlockState::Running:
        break;
    }
  }
}

void run_to(Machine& machine, std::uint64_t stop, bool in_order) {
  const std::uint64_t limit = std::min(stop, machine.spec->max_steps);
  while (machine.running()) {
    if (!machine.launch_running) {
      if (machine.launch_index == machine.launches.size()) {
        machine.outcome = Outcome::Finished;
        machine.launch_index = static_cast<std::uint32_t>(machine.launches.size() - 1);
        return;
      }
      if (machine.step >= limit) break;
      begin_launch(machine);
    }
    run_launch(machine, limit, in_order);
    if (!machine.running()) {
      end_launch(machine);  // it ended early; the listener hears so
      return;
    }
    if (machine.launch_running) break;  // out of steps
    if (machine.nests) run_children(machine);
    if (!machine.running()) return;
    ++machine.launch_index;
  }
  if (machine.running() && machine.step >= machine.spec->max_steps) report_step_limit(machine);
}

// Blocks that have run side by side run again where that is needed to go on in order.
void stay_in_order(Machine& machine) {
  const std::uint64_t now = machine.step;
  if (machine.side_by_side && machine.side_by_side->stay_in_order()) run_to(machine, now, true);
}

}  // namespace

bool run_blocks(Machine& machine, std::uint64_t count, std::uint64_t stop) {
  for (std::uint64_t i = 0; i < count; ++i) {
    start_cluster(machine);
    if (BlockRun(machine, *machine.residents[machine.resident]).run(stop) != BlockState::Ended)
      return false;
    end_block(machine);
  }
  return true;
}

void settle_machine(Machine& machine) {
  if (!machine.running() || machine.step >= machine.spec->max_steps) return;
  stay_in_order(machine);
  if (!machine.launch_running && machine.launch_index < machine.launches.size()) {
    begin_launch(machine);
  }
  if (machine.launch_running && machine.residents.empty() && machine.next_block < machine.blocks) {
    start_cluster(machine);
  }
}

void run_machine(Machine& machine, std::uint64_t stop) {
  const bool exact = stop < machine.spec->max_steps;
  if (exact) stay_in_order(machine);
  run_to(machine, stop, exact);
}

void run_machine_about(Machine& machine, std::uint64_t stop) { run_to(machine, stop, false); }

}  // namespace lanescope::machine
