#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/timing/reasons.hpp"
#include "sim/timing/server.hpp"
#include "sim/timing/trace.hpp"

namespace lanescope::timing {

struct Warp;

// A block on an SM.
struct Block {
  const BlockTrace* trace = nullptr;
  std::int64_t begin = 0, end = 0;
  std::uint32_t live = 0;  // warps
  struct Completion {
    std::uint32_t arrived = 0;
    std::vector<Warp*> waiting;
  };
  std::vector<Completion> completions;  // of barriers, as trace->arrivals
};

// A warp on a sub-core. Its cycles from `begin` on are each given to one reason: those up to
// `ready` at once, those behind when it issues.
struct Warp {
  // A stretch of time in which it can't issue, up to `until`.
  struct Delay {
    std::int64_t until = 0;
    Reason reason = Reason::wait;
  };

  const Event* first = nullptr;
  const Event* at = nullptr;
  const Event* end = nullptr;
  Block* block = nullptr;
  std::uint32_t index = 0;               // in its block
  std::uint32_t sub_core = 0, slot = 0;  // where it is
  std::uint32_t history = 0;             // its number there
  std::uint64_t local = 0;               // its local memory, in lines
  std::int64_t begin = 0;
  std::int64_t issued = 0;                // when it issued last
  std::int64_t ready = 0;                 // kNever: at a barrier, or waits for another block
  std::int64_t at_barrier = 0;            // when it could go on but for that
  std::array<std::int64_t, 6> free_at{};  // of the barriers of its code
  std::array<Reason, 6> reasons{};        // what they wait for
  std::array<Delay, 12> delays{};         // behind the last issue, in order
  std::size_t delay_count = 0;
  std::uint64_t code_line = ~std::uint64_t{0};
  std::int64_t copied = 0;  // when its copies to shared memory are done
  std::vector<std::int64_t> copy_groups;
  std::int64_t stored = 0;     // when its last store is on its way
  std::int64_t fenced = 0;     // when its last fence is through
  std::int64_t throttled = 0;  // before its last issue, by the pipe
  ReasonCycles cycles;

  // It can't issue before `until`; nothing, when that is past.
  void wait(std::int64_t until, Reason reason) {
    if (until <= ready) return;
    delays[delay_count++] = {until, reason};
    ready = until;
  }
};

}  // namespace lanescope::timing
