// Races between warps and between blocks, by machine code.
#include "tests/sim/sass/listing.hpp"

namespace lanescope::sass::test {
namespace {

using events::Hazard;
using events::Severity;
using Lines = std::vector<std::string>;

std::vector<Hazard> hazards_of(const std::shared_ptr<const engine::Plan>& plan) {
  engine::ExecutionOptions options;
  options.hazards = true;
  const auto run = engine::start(plan, options);
  EXPECT_EQ(run->run(), engine::Outcome::Finished) << run->unsupported();
  return run->hazards();
}

std::vector<Hazard> hazards_of(const Lines& lines, std::uint32_t blocks, std::uint32_t threads) {
  return hazards_of(plan_of(program_of(with_place(lines), 1024), blocks, threads));
}

// Each thread stores its cell of shared memory and reads its mirror image among 64.
Lines mirror(const Lines& between) {
  Lines lines{"LEA R6, R0, 0x400, 0x2", "STS [R6], R0"};
  lines.insert(lines.end(), between.begin(), between.end());
  for (const char* line : {"IADD3 R7, -R0, 0x3f, RZ", "LEA R7, R7, 0x400, 0x2", "LDS R3, [R7]",
                           "STG.E desc[UR4][R4.64], R3", "EXIT"})
    lines.emplace_back(line);
  return lines;
}

TEST(SassRaces, WarpsThatDoNotWaitForEachOther) {
  const auto told = hazards_of(mirror({}), 1, 64);
  ASSERT_EQ(told.size(), 2U);  // the later warp stores what was read, and reads what was stored
  EXPECT_EQ(told[0].kind, events::HazardKind::Race);
  EXPECT_EQ(told[0].severity, Severity::Error);
  EXPECT_EQ(told[0].space, "shared");
  EXPECT_NE(told[0].pc, told[0].other_pc);
  EXPECT_GT(told[0].machine_step.value, told[0].other_machine_step.value);
  EXPECT_NE(told[0].message.find("machine code line"), std::string::npos) << told[0].message;
  EXPECT_TRUE(hazards_of(mirror({"BAR.SYNC.DEFER_BLOCKING 0x0"}), 1, 64).empty());
}

TEST(SassRaces, AreNotLookedForUnlessAsked) {
  const auto run = engine::start(plan_of(program_of(with_place(mirror({})), 1024), 1, 64), {});
  EXPECT_EQ(run->run(), engine::Outcome::Finished);
  EXPECT_TRUE(run->hazards().empty());
}

// They go as the code says, and __syncwarp() is often not in it.
TEST(SassRaces, LanesOfAWarpAreOneThread) {
  Lines lines = mirror({});
  for (std::string& line : lines) {
    if (line == "IADD3 R7, -R0, 0x3f, RZ") line = "IADD3 R7, -R0, 0x1f, RZ";
  }
  EXPECT_TRUE(hazards_of(lines, 1, 32).empty());
}

TEST(SassRaces, LanesOfOneInstructionThatStoreToOnePlace) {
  const auto different = hazards_of({"MOV R6, 0x400", "STS [R6], R0", "EXIT"}, 1, 32);
  ASSERT_EQ(different.size(), 1U);
  EXPECT_EQ(different[0].severity, Severity::Warning);
  const auto same = hazards_of({"MOV R6, 0x400", "STS [R6], R6", "EXIT"}, 1, 32);
  ASSERT_EQ(same.size(), 1U);
  EXPECT_EQ(same[0].severity, Severity::Note);
}

// The first word of `out`, by each block.
Lines at_first(const std::string& access) { return {"LDC.64 R4, c[0x0][0x210]", access, "EXIT"}; }

TEST(SassRaces, BlocksThatMeetInGlobalMemory) {
  const auto told = hazards_of(at_first("STG.E desc[UR4][R4.64], R2"), 2, 1);
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0].severity, Severity::Error);
  EXPECT_EQ(told[0].space, "global");
  EXPECT_EQ(told[0].address, "out[0]");
  EXPECT_NE(told[0].block, told[0].other_block);
  EXPECT_TRUE(hazards_of(at_first("REDG.E.ADD.STRONG.GPU desc[UR4][R4.64], R2"), 2, 1).empty());
  // Atomic for the threads of a block only.
  EXPECT_EQ(hazards_of(at_first("REDG.E.ADD.STRONG.SM desc[UR4][R4.64], R2"), 2, 1).size(), 1U);
}

// The block that counts up to two reads what both have stored.
Lines last_block(const std::string& fence) {
  return {"STG.E desc[UR4][R4.64], R2",
          fence,
          "LDC.64 R6, c[0x0][0x210]",
          "MOV R8, 0x1",
          "ATOMG.E.ADD.STRONG.GPU PT, R9, desc[UR4][R6.64+0x8], R8",
          "ISETP.NE.AND P0, PT, R9, 0x1, PT",
          "@P0 EXIT",
          "LDG.E R10, desc[UR4][R6.64]",
          "LDG.E R11, desc[UR4][R6.64+0x4]",
          "EXIT"};
}

TEST(SassRaces, FencesHandOnWhatWasDone) {
  const auto with_counter = [](const std::string& fence) {
    auto plan =
        std::make_shared<engine::Plan>(*plan_of(program_of(with_place(last_block(fence))), 2, 1));
    plan->buffers[0].bytes = 12;
    return hazards_of(plan);
  };
  EXPECT_TRUE(with_counter("MEMBAR.SC.GPU").empty());
  EXPECT_FALSE(with_counter("MEMBAR.ALL.CTA").empty());
  EXPECT_FALSE(with_counter("NOP").empty());
}

// Thread t copies word t, and reads that of the thread 32 away.
Lines copied(const Lines& between) {
  Lines lines{"LEA R6, R0, 0x400, 0x2", "LDGSTS.E [R6], desc[UR4][R4.64]"};
  lines.insert(lines.end(), between.begin(), between.end());
  for (const char* line :
       {"LOP3.LUT R7, R0, 0x20, RZ, 0x3c, !PT", "LEA R7, R7, 0x400, 0x2", "LDS R3, [R7]", "EXIT"})
    lines.emplace_back(line);
  return lines;
}

TEST(SassRaces, CopiesUnderWayAreWaitedFor) {
  const char* barrier = "BAR.SYNC.DEFER_BLOCKING 0x0";
  EXPECT_TRUE(hazards_of(copied({"LDGDEPBAR", "DEPBAR.LE SB0, 0x0", barrier}), 1, 64).empty());
  EXPECT_FALSE(hazards_of(copied({"LDGDEPBAR", "DEPBAR.LE SB0, 0x1", barrier}), 1, 64).empty());
  EXPECT_FALSE(hazards_of(copied({barrier, "LDGDEPBAR", "DEPBAR.LE SB0, 0x0"}), 1, 64).empty());
}

TEST(SassRaces, ALaunchOrdersEverything) {
  auto plan = std::make_shared<engine::Plan>(
      *plan_of(program_of(with_place(at_first("STG.E desc[UR4][R4.64], R2"))), 1, 1));
  plan->launches.push_back(plan->launches[0]);
  EXPECT_TRUE(hazards_of(plan).empty());
}

// What lines 10 to 15 of a source do, in PTX.
constexpr const char* kPtx = R"(.version 9.0
.target sm_90
.address_size 64
.file 1 "k.cu"
.entry k(.param .u64 out) {
  .reg .pred %p<2>;
  .reg .b32 %r<5>;
  .reg .f32 %f<2>;
  .reg .b64 %rd<2>;
  .shared .align 4 .b8 s[1024];
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  setp.eq.u32 %p1, %r1, 0;
  .loc 1 10 1
  st.volatile.shared.u32 [s], %r1;
  .loc 1 11 1
  ld.volatile.shared.u32 %r2, [s];
  .loc 1 12 1
  atom.shared.add.f32 %f1, [s], 0f3F800000;
  .loc 1 13 1
  ld.shared.u32 %r3, [s];
  selp.b32 %r4, %r3, 5, %p1;
  .loc 1 14 1
  st.global.u32 [%rd1], %r4;
  .loc 1 15 1
  ld.param.u64 %rd1, [out];
  atom.shared.add.f32 %f1, [s], 0f3F800000;
  ret;
})";

struct LineOf {
  std::uint32_t number;
  std::string text;
};

// Two warps of a kernel of these lines; P0: the first thread of the block, R6: where `s` lies.
std::vector<Hazard> hazards_of(const std::vector<LineOf>& lines) {
  std::vector<LineOf> all{{1, "ISETP.EQ.AND P0, PT, R0, RZ, PT"}, {1, "MOV R6, 0x400"}};
  all.insert(all.end(), lines.begin(), lines.end());
  all.push_back({20, "EXIT"});
  Lines texts;
  for (const LineOf& line : all) texts.push_back(line.text);
  KernelCode code;
  code.functions = {function_of(with_place(texts))};
  auto& listed = code.functions[0].lines;
  for (std::size_t n = 0; n < all.size(); ++n)
    listed[listed.size() - all.size() + n].places = {{"k.cu", all[n].number}};
  code.registers = 32;
  code.static_shared_bytes = 1024;
  auto ptx = code::Program::decode(std::make_shared<ptx::Module>(ptx::parse(kPtx)), "k");
  EXPECT_TRUE(ptx) << (ptx ? "" : ptx.error().text());
  if (!ptx) return {};
  auto program = Program::make(std::move(code), *ptx);
  EXPECT_TRUE(program);
  return program ? hazards_of(plan_of(*program, 1, 64)) : std::vector<Hazard>{};
}

// STS and LDS bear no mark.
TEST(SassRaces, WhatIsVolatileInSharedMemoryThePtxTells) {
  EXPECT_TRUE(hazards_of({{10, "@P0 STS [R6], R0"}, {11, "LDS R3, [R6]"}}).empty());
  EXPECT_FALSE(hazards_of({{10, "@P0 STS [R6], R0"}, {2, "LDS R3, [R6]"}}).empty());
}

TEST(SassRaces, TheLoadOfALoopThatSwapsIsPartOfTheAtomic) {
  const auto adding = [](std::uint32_t line, const std::string& swap) {
    return hazards_of(
        {{line, "LDS R3, [R6]"}, {line, "MOV R8, R6"}, {line, "FADD R7, R3, 1"}, {line, swap}});
  };
  EXPECT_TRUE(adding(12, "ATOMS.CAS R7, [R6], R3, R7").empty());
  EXPECT_FALSE(adding(2, "ATOMS.CAS R7, [R6], R3, R7").empty());  // atomicCAS() behind a plain read
  // Those are the assembler's, wherever it says that they stand, and by another name of the place.
  EXPECT_TRUE(adding(2, "ATOMS.CAST.SPIN R7, [R8], R3, R7").empty());
  EXPECT_FALSE(adding(2, "ATOMS.CAST.SPIN R7, [R8], R5, R7").empty());
  // The parameter that line 15 reads besides is nobody else's.
  EXPECT_TRUE(adding(15, "ATOMS.CAS R7, [R8], R3, R7").empty());
}

// Lanes that choose something else have not read, though they have loaded.
TEST(SassRaces, LoadsAreReadByTheLanesThatUseThem) {
  const auto choosing = [](const std::string& choice) {
    return hazards_of({{9, "@P0 STS [R6], R0"},
                       {13, "LDS R3, [R6]"},
                       {13, choice},
                       {13, "IADD3 R3, R3, 0x1, RZ"},
                       {14, "STG.E desc[UR4][R4.64], R3"}});
  };
  EXPECT_TRUE(choosing("SEL R3, R3, 0x5, P0").empty());
  EXPECT_TRUE(choosing("@!P0 MOV R3, 0x5").empty());
  EXPECT_FALSE(choosing("SEL R3, R3, 0x5, !P0").empty());
  EXPECT_FALSE(choosing("NOP").empty());
}

// Behind a barrier the value is still to be used; or it is not.
TEST(SassRaces, LoadsThatABarrierFollowsAreReadByThoseWhoMayUseThem) {
  const auto used_by = [](const std::string& store) {
    return hazards_of({{9, "@P0 STS [R6], R0"},
                       {13, "LDS R3, [R6]"},
                       {15, "BAR.SYNC.DEFER_BLOCKING 0x0"},
                       {14, store}});
  };
  EXPECT_FALSE(used_by("STG.E desc[UR4][R4.64], R3").empty());
  EXPECT_TRUE(used_by("STG.E desc[UR4][R4.64], R0").empty());
}

}  // namespace
}  // namespace lanescope::sass::test
