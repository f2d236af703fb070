#include <bit>
#include <span>

#include "tests/sim/sass/listing.hpp"

namespace lanescope::sass::test {
namespace {

using Words = std::vector<std::uint32_t>;

engine::Outcome run_to_end(const std::shared_ptr<const engine::Plan>& plan, Words* words,
                           events::Counters* counters = nullptr) {
  const auto run = engine::start(plan, {});
  const engine::Outcome outcome = run->run();
  *words = words_of(*run);
  if (counters != nullptr) *counters = run->counters(0);
  return outcome;
}

TEST(SassMachine, ThreadsFindTheirPlaceInBankZero) {
  Words words;
  const auto plan = plan_of(program_of(with_place({"STG.E desc[UR4][R4.64], R2", "EXIT"})), 3, 40);
  ASSERT_EQ(run_to_end(plan, &words), engine::Outcome::Finished);
  for (std::uint32_t n = 0; n < words.size(); ++n) EXPECT_EQ(words[n], n);
}

// Half of the lanes take the branch; at BSYNC they wait for the others.
std::vector<std::string> parting() {
  return with_place({"LOP3.LUT P0, RZ, R0, 0x1, RZ, 0xc0, !PT", "MOV R3, 0x1", "BSSY B0, `(.L_end)",
                     "@P0 BRA `(.L_odd)", "MOV R3, 0x2", "BRA `(.L_meet)",
                     ".L_odd:", "IADD3 R3, R3, 0x10, RZ", ".L_meet:", "BSYNC B0",
                     ".L_end:", "VOTE.ANY R6, PT, PT", "IMAD R3, R6, 0x100, R3",
                     "STG.E desc[UR4][R4.64], R3", "EXIT"});
}

TEST(SassMachine, LanesThatPartMeetWhereTheCodeSays) {
  Words words;
  events::Counters counters;
  ASSERT_EQ(run_to_end(plan_of(program_of(parting()), 1, 32), &words, &counters),
            engine::Outcome::Finished);
  for (std::uint32_t n = 0; n < words.size(); ++n)
    EXPECT_EQ(words[n], 0xffffff00U + (n % 2 == 1 ? 0x11U : 0x2U)) << n;  // all vote together
  EXPECT_EQ(counters.branches, 1U);
  EXPECT_EQ(counters.divergent_branches, 1U);
  EXPECT_EQ(counters.global_store.requests, 1U);
}

// Those end of which both predicates are true: the first half of a warp but for its odd lanes.
TEST(SassMachine, ExitAndBranchTakeAPredicateBehindTheOpcode) {
  const auto program = program_of(with_place(
      {"LOP3.LUT P0, RZ, R0, 0x1, RZ, 0xc0, !PT", "ISETP.LT.U32.AND P1, PT, R0, 0x10, PT",
       "MOV R3, 0x7", "@!P0 EXIT P1", "STG.E desc[UR4][R4.64], R3", "EXIT"}));
  Words words;
  ASSERT_EQ(run_to_end(plan_of(program, 1, 32), &words), engine::Outcome::Finished);
  for (std::uint32_t n = 0; n < words.size(); ++n)
    EXPECT_EQ(words[n], n < 16 && n % 2 == 0 ? 0U : 7U) << n;
}

// As an H200 has it: 0 of lanes that are elsewhere, and of such as have ended.
TEST(SassMachine, AShuffleGetsNothingOfLanesThatAreNotThere) {
  const std::vector<std::string> shuffle{"IADD3 R3, R0, 0x64, RZ",
                                         "SHFL.DOWN PT, R3, R3, 0x8, 0x1f",
                                         "STG.E desc[UR4][R4.64], R3", "EXIT"};
  for (const char* others : {"@P1 BRA `(.L_end)", "@P1 EXIT"}) {
    std::vector<std::string> lines{"ISETP.GE.U32.AND P1, PT, R0, 0xc, PT", others};
    lines.insert(lines.end(), shuffle.begin(), shuffle.end());
    lines.insert(lines.end(), {".L_end:", "EXIT"});
    Words words;
    ASSERT_EQ(run_to_end(plan_of(program_of(with_place(lines)), 1, 32), &words),
              engine::Outcome::Finished);
    for (std::uint32_t n = 0; n < 12; ++n) EXPECT_EQ(words[n], n < 4 ? n + 108 : 0U) << others << n;
  }
}

// One lane at a time gets the lock; it would wait for the others at BSYNC for ever but for YIELD.
TEST(SassMachine, YieldLetsOthersPassAMeeting) {
  const auto lock = program_of(
      {"LDC.64 R4, c[0x0][0x210]", "BSSY B0, `(.L_in)", ".L_try:", "MOV R6, RZ", "MOV R7, 0x1",
       "YIELD", "ATOMG.E.CAS.STRONG.GPU PT, R8, [R4], R6, R7", "ISETP.NE.AND P0, PT, R8, RZ, PT",
       "@P0 BRA `(.L_try)", "BSYNC B0", ".L_in:", "LDG.E R9, desc[UR4][R4.64+0x4]",
       "IADD3 R9, R9, 0x1, RZ", "STG.E desc[UR4][R4.64+0x4], R9",
       "ATOMG.E.EXCH.STRONG.GPU PT, RZ, desc[UR4][R4.64], RZ", "EXIT"});
  Words words;
  ASSERT_EQ(run_to_end(plan_of(lock, 1, 32), &words), engine::Outcome::Finished);
  EXPECT_EQ(words[1], 32U);
}

TEST(SassMachine, WarpsWaitForEachOtherAtBarriers) {
  const auto mirror = program_of(
      with_place({"LEA R6, R0, 0x400, 0x2", "STS [R6], R0", "BAR.SYNC.DEFER_BLOCKING 0x0",
                  "IADD3 R7, -R0, 0x5f, RZ", "LEA R7, R7, 0x400, 0x2", "LDS R3, [R7]",
                  "STG.E desc[UR4][R4.64], R3", "EXIT"}),
      96 * 4);
  Words words;
  ASSERT_EQ(run_to_end(plan_of(mirror, 2, 96), &words), engine::Outcome::Finished);
  for (std::uint32_t n = 0; n < words.size(); ++n) EXPECT_EQ(words[n], 95 - n % 96);
}

TEST(SassMachine, CarriesGoThroughPredicates) {
  // 0xffffffff:0x1 + 0x1:0x2, the upper words by IADD3.X.
  const auto sum = program_of(
      with_place({"MOV R8, 0xffffffff", "IADD3 R9, P0, R8, 0x1, RZ",
                  "IADD3.X R9, R9, 0x1, RZ, P0, !PT", "STG.E desc[UR4][R4.64], R9", "EXIT"}));
  Words words;
  ASSERT_EQ(run_to_end(plan_of(sum, 1, 1), &words), engine::Outcome::Finished);
  EXPECT_EQ(words[0], 2U);
}

// As nvlink puts the address of a place in code into two instructions.
TEST(SassMachine, HalvesOfAddressesLeadBack) {
  const auto call = program_of(with_place(
      {"MOV R20, 32@lo((k + .L_back@srel))", "MOV R21, 32@hi((k + .L_back@srel))", "MOV R3, 0x1",
       "RET.ABS.NODEC R20 0x0", "MOV R3, 0x2", ".L_back:", "STG.E desc[UR4][R4.64], R3", "EXIT"}));
  Words words;
  ASSERT_EQ(run_to_end(plan_of(call, 1, 32), &words), engine::Outcome::Finished);
  for (const std::uint32_t word : words) EXPECT_EQ(word, 1U);
}

// A grid of 6 × 4 blocks in clusters of 3 × 2: 2 of them each way.
TEST(SassMachine, BankZeroHasTheExtentsOfClusters) {
  std::vector<std::string> lines{"LDC.64 R4, c[0x0][0x210]"};
  const std::vector<std::pair<std::string, std::string>> places{
      {"0x140", "0x0"},  {"0x144", "0x4"},  {"0x148", "0x8"},  {"0x14c", "0xc"},
      {"0x15c", "0x10"}, {"0x160", "0x14"}, {"0x164", "0x18"}, {"0x188", "0x1c"}};
  for (const auto& [from, to] : places) {
    lines.push_back("LDC R6, c[0x0][" + from + "]");
    lines.push_back("STG.E desc[UR4][R4.64+" + to + "], R6");
  }
  // The index of the block's cluster, as nvcc computes it.
  lines.insert(lines.end(),
               {"S2R R7, SR_CTAID.X", "LDC R8, c[0x0][0x150]", "I2FP.F32.U32 R9, R7",
                "FMUL R9, R9, R8", "F2I.U32.TRUNC.NTZ R9, R9", "IMAD.WIDE.U32 R12, R7, 0x4, R4",
                "STG.E desc[UR4][R12.64+0x20], R9", "EXIT"});
  auto plan = std::make_shared<engine::Plan>(*plan_of(program_of(lines), 24, 1));
  plan->launches[0].grid = {6, 4, 1};
  plan->launches[0].cluster = {3, 2, 1};
  Words words;
  ASSERT_EQ(run_to_end(plan, &words), engine::Outcome::Finished);
  words.resize(14);
  EXPECT_EQ(words, (Words{1, 3, 2, 1, 2, 2, 1, 6, 0, 0, 0, 1, 1, 1}));
}

// Each launch finds what the one before has left.
TEST(SassMachine, RunsLaunchesInTheMemoryOfADevice) {
  const auto program = program_of(with_place({"LDG.E R3, desc[UR4][R4.64]", "IADD3 R3, R3, R2, RZ",
                                              "STG.E desc[UR4][R4.64], R3", "EXIT"}));
  lanescope::machine::Device device{engine::MachineOptions{}};
  engine::Buffer out;
  out.name = "out";
  out.bytes = 128;
  const auto address = device.allocate(out);
  ASSERT_TRUE(address);
  engine::Launch launch;
  launch.program = program;
  launch.grid = {1, 1, 1};
  launch.block = {32, 1, 1};
  launch.parameters.resize(8);
  std::memcpy(launch.parameters.data(), &address->value, sizeof address->value);
  for (int n = 0; n < 3; ++n) {
    auto run = machine::execution::start_on(device, launch, {}, 1'000'000);
    ASSERT_TRUE(run) << run.error().message;
    EXPECT_EQ((*run)->run(), engine::Outcome::Finished);
    EXPECT_EQ((*run)->machine_step().value, 9U);
  }
  Words words(32);
  ASSERT_TRUE(device.read(*address, std::as_writable_bytes(std::span(words))));
  for (std::uint32_t n = 0; n < 32; ++n) EXPECT_EQ(words[n], 3 * n);
  auto cut = machine::execution::start_on(device, launch, {}, 5);
  ASSERT_TRUE(cut);
  EXPECT_EQ((*cut)->run(), engine::Outcome::StepLimit);
  launch.block = {2048, 1, 1};
  EXPECT_FALSE(machine::execution::start_on(device, launch, {}, 5));
}

TEST(SassMachine, AnAccessOutOfBoundsEndsTheLaunchAndSaysWhere) {
  const auto plan =
      plan_of(program_of(with_place({"STG.E desc[UR4][R4.64+0x4], R2", "EXIT"})), 1, 32);
  const auto run = engine::start(plan, {});
  EXPECT_EQ(run->run(), engine::Outcome::Fault);
  ASSERT_EQ(run->hazards().size(), 1U);
  EXPECT_EQ(run->hazards()[0].kind, events::HazardKind::OutOfBounds);
  EXPECT_NE(run->hazards()[0].message.find("thread (31,0,0) of block (0,0,0) writes 4 bytes at "
                                           "out[32]"),
            std::string::npos)
      << run->hazards()[0].message;
}

TEST(SassMachine, WhatItHasNotEndsTheRunThatReachesIt) {
  const auto plan = plan_of(program_of({"FROBNICATE R0, R1", "EXIT"}), 1, 1);
  const auto run = engine::start(plan, {});
  EXPECT_EQ(run->run(), engine::Outcome::Unsupported);
  EXPECT_EQ(run->unsupported(), "FROBNICATE R0, R1 (line 1 of the machine code)");
}

TEST(SassMachine, ACallOfWhatIsNotThereEndsTheRun) {
  const auto plan = plan_of(program_of({"CALL.REL.NOINC `(cudaLaunchDeviceV2)", "EXIT"}), 1, 1);
  const auto run = engine::start(plan, {});
  EXPECT_EQ(run->run(), engine::Outcome::Unsupported);
  EXPECT_NE(run->unsupported().find("cudaLaunchDeviceV2"), std::string::npos);
}

TEST(SassMachine, ABarrierThatNobodyElseComesToIsADeadlock) {
  const auto plan =
      plan_of(program_of({"S2R R0, SR_TID.X", "ISETP.NE.AND P0, PT, R0, RZ, PT",
                          "@P0 BRA `(.L_self)", "BAR.SYNC 0x1, 0x40", "EXIT", ".L_self:", "EXIT"}),
              1, 32);
  EXPECT_EQ(engine::start(plan, {})->run(), engine::Outcome::Deadlock);
}

// What a run does between two points must not depend on where it was stopped or frozen.
TEST(SassMachine, StoppedAndFrozenRunsComeToTheSame) {
  const auto plan = plan_of(program_of(parting()), 3, 64);
  const auto whole = engine::start(plan, {});
  whole->run();
  const std::uint64_t steps = whole->machine_step().value;
  for (std::uint64_t at = 1; at < steps; at += 7) {
    const auto first = engine::start(plan, {});
    first->run_to(MachineStep{at});
    EXPECT_EQ(first->machine_step().value, at);
    const auto frozen = first->snapshot();
    const auto second = engine::start(plan, {});
    second->restore(*frozen);
    second->run();
    EXPECT_EQ(second->machine_step().value, steps);
    EXPECT_EQ(words_of(*second), words_of(*whole));
  }
}

TEST(SassMachine, StatesCanBeLookedAt) {
  const auto plan = plan_of(program_of(parting()), 1, 32);
  const auto run = engine::start(plan, {});
  run->run_to(MachineStep{9});  // behind the branch
  const auto warp = run->warp(BlockIndex{0}, WarpIndex{0});
  ASSERT_TRUE(warp);
  ASSERT_EQ(warp->groups.size(), 2U);
  EXPECT_EQ(warp->groups[0].lanes | warp->groups[1].lanes, 0xffffffffU);
  ASSERT_EQ(warp->joins.size(), 1U);
  EXPECT_EQ(warp->joins[0].lanes, 0xffffffffU);
  EXPECT_EQ(run->register_values(BlockIndex{0}, WarpIndex{0}, 0)[5], 5U);
}

}  // namespace
}  // namespace lanescope::sass::test
