#include "sim/timing/simulate.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <queue>
#include <utility>

#include "sim/timing/blocks.hpp"
#include "sim/timing/extrapolate.hpp"
#include "sim/timing/handovers.hpp"
#include "sim/timing/sm.hpp"

namespace lanescope::timing {
namespace {

// SMs run this far ahead of each other: less than anything they share takes.
constexpr std::int64_t kAhead = 64;
// What shared memory may be set to, in KB (CUDA programming guide, compute capability 9.0).
constexpr int kCarveOuts[] = {0, 8, 16, 32, 64, 100, 132, 164, 196, 228};

using Turn = std::pair<std::int64_t, std::size_t>;  // when, and which SM

using Turns = std::priority_queue<Turn, std::vector<Turn>, std::greater<>>;

void wake(const std::vector<Handovers::Woken>& woken, Turns& turns) {
  for (const auto& [waiter, time] : woken) {
    waiter.sm->resume(*waiter.warp, time);
    turns.emplace(waiter.sm->next(), static_cast<std::size_t>(waiter.sm->index()));
  }
}

void run(std::vector<std::unique_ptr<Sm>>& sms, Blocks& blocks, Handovers& handovers) {
  Turns turns;
  blocks.fill();
  for (std::size_t i = 0; i < sms.size(); ++i) turns.emplace(sms[i]->next(), i);
  while (!turns.empty()) {
    const auto [when, sm] = turns.top();
    turns.pop();
    if (sms[sm]->next() != when) continue;  // it was woken, and has another turn
    sms[sm]->run(when + kAhead);
    blocks.refill(sm);
    if (sms[sm]->next() != kNever) turns.emplace(sms[sm]->next(), sm);
    wake(handovers.take_woken(), turns);
    if (turns.empty()) wake(handovers.give_up(when), turns);
  }
}

void take(Timing& timing, const Sm& sm) {
  timing.stalls += sm.warp_cycles();
  timing.warp_cycles += sm.resident_cycles();
  timing.instructions += sm.issued();
  timing.behind_the_end += sm.behind_the_end();
  timing.l1 += sm.l1();
  timing.by_pc.resize(sm.by_pc().size());
  for (std::size_t pc = 0; pc < sm.by_pc().size(); ++pc) timing.by_pc[pc] += sm.by_pc()[pc];
  for (const SubCore& s : sm.sub_cores()) {
    timing.slots += s.slots();
    timing.idle += s.idle();
  }
}

CacheCounts scaled(CacheCounts counts, double by) {
  const auto times = [by](std::int64_t n) {
    return static_cast<std::int64_t>(static_cast<double>(n) * by);
  };
  return {times(counts.requests), times(counts.sectors), times(counts.hits)};
}

void take_memory(Timing& timing, const MemorySystem& memory, const Sample& sample) {
  const auto done = static_cast<double>(std::max<std::size_t>(1, timing.blocks.size()));
  const double by = sample.whole() ? 1 : static_cast<double>(sample.blocks) / done;
  timing.l1 = scaled(timing.l1, by);
  timing.l2 = scaled(memory.l2(), by);
  timing.dram_load_bytes = static_cast<double>(memory.dram_load_bytes()) * by;
  timing.dram_store_bytes = static_cast<double>(memory.dram_store_bytes()) * by;
}

}  // namespace

std::int64_t l1_size(const MachineDescription& machine, const LaunchShape& shape) {
  if (shape.l1_bytes > 0) return shape.l1_bytes;
  const std::int64_t wanted = std::int64_t{std::max(1U, shape.resident_blocks)} *
                              (shape.shared_bytes_per_block + machine.block_shared_bytes);
  std::int64_t taken = std::int64_t{kCarveOuts[std::size(kCarveOuts) - 1]} * 1024;
  for (int kb : kCarveOuts) {
    if (kb * std::int64_t{1024} < wanted) continue;
    taken = kb * std::int64_t{1024};
    break;
  }
  return std::max<std::int64_t>(machine.l1_bytes - taken, 16 * 1024);
}

Timing simulate(const Code& code, const Trace& trace, const Sample& sample,
                const MachineDescription& machine, const LaunchShape& shape, SmHistory* history) {
  const double share = static_cast<double>(sample.simulated_sms()) / machine.sms;
  MemorySystem memory(machine, shape.caches, share);
  Handovers handovers(trace);
  HistoryKeeper keeper(machine.sub_cores);
  std::vector<std::unique_ptr<Sm>> sms;
  const std::size_t used = std::min<std::size_t>(sample.simulated_sms(), trace.blocks.size());
  for (std::size_t i = 0; i < used; ++i)
    sms.push_back(std::make_unique<Sm>(machine, code, trace, memory, handovers,
                                       l1_size(machine, shape), static_cast<int>(i),
                                       history != nullptr && i == 0 ? &keeper : nullptr));
  Blocks blocks(machine, trace, shape, share, sms);
  run(sms, blocks, handovers);

  if (history != nullptr) *history = keeper.take();
  Timing timing;
  timing.blocks = blocks.spans();
  std::int64_t end = 0;
  for (const BlockSpan& s : timing.blocks) end = std::max(end, s.end);
  for (const auto& sm : sms) {
    sm->finish(end);
    take(timing, *sm);
  }
  timing.scheduler_cycles = end * static_cast<std::int64_t>(sms.size()) * machine.sub_cores;
  take_memory(timing, memory, sample);
  timing.active_cycles =
      with_rounds_left_out(static_cast<double>(end), timing.blocks, sample, shape.resident_blocks);
  timing.cycles = machine.launch_cycles +
                  with_rounds_left_out(static_cast<double>(std::max(end, blocks.over())),
                                       timing.blocks, sample, shape.resident_blocks);
  timing.microseconds = microseconds(machine, timing.cycles);
  timing.simulated = {static_cast<std::uint32_t>(used), timing.blocks.size(), sample.whole()};
  return timing;
}

}  // namespace lanescope::timing
