#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/sim/machine/support.hpp"

// Kernels of which one orders its accesses and its twin does not, run under every policy and order.
namespace lanescope::machine::test {

struct Pair {
  const char* name;
  std::uint32_t blocks, threads;
  std::string clean, faulty;
  events::Severity severity = events::Severity::Error;  // the worst that the twin shows
};

inline std::ostream& operator<<(std::ostream& out, const Pair& pair) { return out << pair.name; }

// Before every body. r1 tid, r2 ctaid, r3 the shared array, r4 (r5, r6) the word in it of this
// thread (of the lane next to it, of the warp next to it), r7 lane, r8 warp; rd1 the global array,
// rd2 this thread's word in it, rd3 the same but for the block, rd4 the word of the next block's
// thread; p1 first thread, p2 first lane, p3 first warp, p4 first block. Flags lie at rd1 + 8192.
inline constexpr const char* kPrologue = R"(
  .shared .align 16 .b8 s[4096];
  mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, s;
  shl.b32 %r4, %r1, 2; add.u32 %r4, %r4, %r3;
  xor.b32 %r5, %r1, 1; shl.b32 %r5, %r5, 2; add.u32 %r5, %r5, %r3;
  xor.b32 %r6, %r1, 32; shl.b32 %r6, %r6, 2; add.u32 %r6, %r6, %r3;
  mov.u32 %r7, %laneid; shr.u32 %r8, %r1, 5;
  mul.wide.u32 %rd2, %r1, 4; add.s64 %rd2, %rd1, %rd2;
  mov.u32 %r9, %ntid.x; mad.lo.u32 %r10, %r2, %r9, %r1;
  mul.wide.u32 %rd3, %r10, 4; add.s64 %rd3, %rd1, %rd3;
  mov.u32 %r11, %nctaid.x; add.u32 %r12, %r2, 1; rem.u32 %r12, %r12, %r11;
  mad.lo.u32 %r12, %r12, %r9, %r1; mul.wide.u32 %rd4, %r12, 4; add.s64 %rd4, %rd1, %rd4;
  setp.eq.u32 %p1, %r1, 0; setp.eq.u32 %p2, %r7, 0; setp.eq.u32 %p3, %r8, 0;
  setp.eq.u32 %p4, %r2, 0;
)";

inline std::vector<events::Hazard> races_of(const Execution& execution) {
  std::vector<events::Hazard> races;
  for (const events::Hazard& hazard : execution.hazards()) {
    if (hazard.kind == events::HazardKind::Race) races.push_back(hazard);
  }
  return races;
}

inline Execution run_body(const std::string& body, std::uint32_t blocks, std::uint32_t threads,
                          const engine::MachineOptions& options, int launches = 1) {
  Bench bench(kernel_text(kPrologue + body + "\nret;"));
  bench.zeros("out", 4096).shape({blocks}, {threads});
  bench.options() = options;
  ExecutionOptions watched;
  watched.hazards = true;
  Execution execution(bench.make(launches), watched);
  EXPECT_EQ(execution.run(), Outcome::Finished) << execution.unsupported();
  return execution;
}

inline std::vector<engine::MachineOptions> every_schedule() {
  std::vector<engine::MachineOptions> all;
  for (const engine::Policy policy :
       {engine::Policy::Its, engine::Policy::Ipdom, engine::Policy::MinPc})
    for (const engine::Order order : {engine::Order::Barrier, engine::Order::RoundRobin})
      for (const std::uint64_t seed : {0U, 1U, 5U}) {
        engine::MachineOptions options;
        options.policy = policy;
        options.order = order;
        options.schedule_seed = seed;
        options.max_steps = 100'000;
        all.push_back(options);
      }
  return all;
}

inline std::string name_of(const engine::MachineOptions& options) {
  return "policy " + std::to_string(static_cast<int>(options.policy)) + ", order " +
         std::to_string(static_cast<int>(options.order)) + ", seed " +
         std::to_string(options.schedule_seed);
}

inline void expect_told_apart(const Pair& pair) {
  for (const engine::MachineOptions& options : every_schedule()) {
    SCOPED_TRACE(name_of(options));
    const auto clean = races_of(run_body(pair.clean, pair.blocks, pair.threads, options));
    EXPECT_TRUE(clean.empty()) << clean[0].message;
    const auto faulty = races_of(run_body(pair.faulty, pair.blocks, pair.threads, options));
    ASSERT_FALSE(faulty.empty());
    auto worst = events::Severity::Note;
    for (const events::Hazard& race : faulty) worst = std::max(worst, race.severity);
    EXPECT_EQ(worst, pair.severity) << faulty[0].message;
  }
}

inline std::string pair_name(const testing::TestParamInfo<Pair>& info) { return info.param.name; }

}  // namespace lanescope::machine::test
