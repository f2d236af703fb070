// The GPU's counters beside those of the same machine code on the model.
#include "lab/hardware/machine_code_reasons.hpp"

#include "tests/sim/sass/listing.hpp"

namespace lanescope::hardware {
namespace {

// A run of these lines; `counted` of the instruction at `pc`.
run::ModelRun run_of(const std::vector<std::string>& lines, std::uint32_t pc = 0,
                     const events::Counters& counted = {}) {
  auto prepared = std::make_shared<run::Prepared>();
  prepared->plan = sass::test::plan_of(sass::test::program_of(lines), 1, 32);
  run::ModelRun run;
  run.prepared = prepared;
  run.counters_by_pc = {std::vector<events::Counters>(lines.size())};
  run.counters_by_pc[0][pc] = counted;
  return run;
}

std::optional<CounterReason> found(const run::ModelRun& run, std::string_view counter,
                                   std::uint64_t model, std::uint64_t gpu) {
  return reason_by_machine_code(counter, model, gpu, run, {});
}

const std::vector<std::string> kPlain{"LDC.64 R4, c[0x0][0x210]", "STG.E desc[UR4][R4.64], R2",
                                      "EXIT"};

TEST(MachineCodeReasons, TheSameCodeCountsTheSame) {
  for (const char* counter : {"warp_instructions", "global.store.sectors", "shared.load.requests"})
    EXPECT_FALSE(found(run_of(kPlain), counter, 10, 11)) << counter;
}

// An H200 counted 768 requests where the model has 1,536, of which 768 are LDSM (a product of
// halves in CUDA's samples).
TEST(MachineCodeReasons, MatricesAreLeftOutToTheLast) {
  events::Counters counted;
  counted.shared_load.requests = 768;
  const auto run = run_of({"LDSM.16.M88.4 R4, [R2]", "EXIT"}, 0, counted);
  EXPECT_TRUE(found(run, "shared.load.requests", 1536, 768));
  EXPECT_FALSE(found(run, "shared.load.requests", 1536, 769));
  EXPECT_FALSE(found(run, "shared.store.requests", 1536, 768));
}

TEST(MachineCodeReasons, WideLocalAccessesAreCountedOnce) {
  const auto run = run_of(kPlain);
  EXPECT_TRUE(found(run, "local.store.requests", 288, 72));
  EXPECT_FALSE(found(run, "local.store.requests", 288, 71));
  EXPECT_FALSE(found(run, "local.store.requests", 288, 289));
  EXPECT_FALSE(found(run, "local.store.sectors", 288, 72));
}

TEST(MachineCodeReasons, WhatOrderDecidesIsOpen) {
  for (const char* line : {"ATOMG.E.ADD.STRONG.GPU PT, R8, desc[UR4][R4.64], R6",
                           "CS2R R2, SR_CLOCKLO", "SYNCS.PHASECHK.TRANS64.TRYWAIT P0, [R2], R3"})
    EXPECT_TRUE(found(run_of({line, "EXIT"}), "warp_instructions", 100, 120)) << line;
  EXPECT_FALSE(found(run_of({"ATOMG.E.ADD.STRONG.GPU PT, RZ, desc[UR4][R4.64], R6", "EXIT"}),
                     "warp_instructions", 100, 120));
  EXPECT_FALSE(found(run_of({"CS2R R2, SR_CLOCKLO", "EXIT"}), "warp_instructions", 100, 100'000));
}

}  // namespace
}  // namespace lanescope::hardware
