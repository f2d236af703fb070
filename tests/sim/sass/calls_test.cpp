#include "tests/sim/sass/listing.hpp"

// What functions do that save where lanes meet, and pointers to functions.
namespace lanescope::sass::test {
namespace {

std::vector<std::uint32_t> words_after(const std::shared_ptr<const Program>& program,
                                       std::uint32_t threads) {
  const auto run = engine::start(plan_of(program, 1, threads), {});
  EXPECT_EQ(run->run(), engine::Outcome::Finished) << run->unsupported();
  return words_of(*run);
}

// The odd lanes call something that sets B6 for itself: behind it B6 has the outer lanes again, and
// they go on behind the outer BSYNC, once.
TEST(SassCalls, ABarrierThatWasPutBackMeetsWhereItWasSetFirst) {
  const auto program = program_of(with_place(
      {"LOP3.LUT P0, RZ, R0, 0x1, RZ, 0xc0, !PT", "MOV R3, RZ", "BSSY B6, `(.L_end)",
       "@!P0 BRA `(.L_meet)", "BMOV.32.CLEAR R10, B6", "BSSY B6, `(.L_in)", "BSYNC B6",
       ".L_in:", "IADD3 R3, R3, 0x1, RZ", "BMOV.32 B6, R10", ".L_meet:", "BSYNC B6", ".L_end:",
       "VOTE.ANY R6, PT, PT", "IMAD R3, R6, 0x10, R3", "STG.E desc[UR4][R4.64], R3", "EXIT"}));
  const auto words = words_after(program, 32);
  for (std::uint32_t n = 0; n < words.size(); ++n) EXPECT_EQ(words[n], 0xfffffff0U + n % 2) << n;
}

TEST(SassCalls, APointerToAFunctionIsTheOffsetOfItsRow) {
  auto module = std::make_shared<ptx::Module>(
      ptx::parse(".version 9.0\n.target sm_90\n.address_size 64\n.func f() { ret; }\n"
                 ".global .align 8 .u64 table[3] = {7, f, f};\n"
                 ".entry k(.param .u64 out) { ret; }\n"));
  auto ptx = code::Program::decode(module, "k");
  ASSERT_TRUE(ptx);
  KernelCode code;
  code.functions = {function_of(
      with_place({"LDC.64 R8, c[0x4][RZ]", "IMAD.WIDE.U32 R8, R2, 0x8, R8",
                  "LDG.E R3, desc[UR4][R8.64]", "STG.E desc[UR4][R4.64], R3", "EXIT"}))};
  code.registers = 32;
  code.banks[4].bytes.resize(8);
  code.banks[4].symbols.push_back({0, "table", 0});
  code.initial.push_back({"table", std::vector<std::byte>(24)});
  code.initial[0].bytes[0] = std::byte{5};  // no function: the PTX's stays
  code.initial[0].bytes[8] = std::byte{16};
  code.initial[0].bytes[16] = std::byte{8};
  const auto program = Program::make(std::move(code), *ptx);
  ASSERT_TRUE(program);
  EXPECT_EQ(words_after(*program, 3), (std::vector<std::uint32_t>{7, 16, 8}));
}

TEST(SassSpecials, WarpsAreNumberedAndCounted) {
  const auto program = program_of(
      with_place({"S2R R6, SR_VIRTID", "S2UR UR6, SR_VIRTCFG", "SHF.R.U32.HI R6, RZ, 0x8, R6",
                  "IADD3 R3, R6, UR6, RZ", "STG.E desc[UR4][R4.64], R3", "EXIT"}));
  const auto words = words_after(program, 96);
  for (std::uint32_t n = 0; n < words.size(); ++n) EXPECT_EQ(words[n], 0x300U + n / 32) << n;
}

// A ballot of four lanes each: code of ptxas asks whether all have one mask (R2UR), and else has
// each mask's lanes vote by themselves.
TEST(SassWarps, LanesOfSeveralMasksVoteByThemselves) {
  const auto program = program_of(with_place({"LOP3.LUT R6, R0, 0x1c, RZ, 0xc0, !PT",
                                              "MOV R7, 0xf",
                                              "SHF.L.U32 R7, R7, R6, RZ",
                                              "ISETP.GT.AND P0, PT, R0, 0x5, PT",
                                              "REDUX.OR UR6, R7",
                                              "R2UR P2, URZ, R7",
                                              "@!P2 BRA.DIV UR6, `(.L_apart)",
                                              "VOTE.ANY R3, PT, P0",
                                              ".L_back:",
                                              "STG.E desc[UR4][R4.64], R3",
                                              "EXIT",
                                              ".L_apart:",
                                              "BSSY B0, `(.L_met)",
                                              "WARPSYNC.COLLECTIVE R7, `(.L_end)",
                                              "VOTE.ANY R3, PT, P0",
                                              "ENDCOLLECTIVE",
                                              ".L_end:",
                                              "BSYNC B0",
                                              ".L_met:",
                                              "BRA `(.L_back)"}));
  const auto words = words_after(program, 12);
  for (std::uint32_t n = 0; n < words.size(); ++n)
    EXPECT_EQ(words[n], 0xfc0U & 0xfU << (n & 0x1cU)) << n;
}

// Lanes 1 to 3 bring 2 arrivals each, lane 0 brings 3 by itself. The barrier awaits 100.
TEST(SassMbarriers, LanesThatArriveTogetherLearnWhoTheyAre) {
  const auto program = program_of(
      with_place({"MOV R6, 0x400", "MOV R8, 0x1fff38", "MOV R9, 0x7ffce000", "STS.64 [R6], R8",
                  "ISETP.NE.AND P0, PT, R0, RZ, PT", "SEL R10, 0x2, 0x3, P0",
                  "SYNCS.ARRIVE.TRANS64.TMASK.ART0 R12, [R6+URZ], R10", "RPCMOV.32 Rpc.HI, R13",
                  "RPCMOV.32 R14, Rpc.HI", "SHF.R.U32.HI R14, RZ, 0xb, R14",
                  "LOP3.LUT R14, R14, 0xff, RZ, 0xc0, !PT", "IMAD R3, R12, 0x100, R14",
                  "STG.E desc[UR4][R4.64], R3", "EXIT"}),
      64);
  // 2^20 - 100 in bits 43 to 62 leaves 0x9c in the lowest 8 of them; 0x9f behind lane 0.
  EXPECT_EQ(words_after(program, 4), (std::vector<std::uint32_t>{0x19c, 0xe9f, 0xe9f, 0xe9f}));
}

// Cooperative groups of several warps find words there that are zeros to begin with.
TEST(SassSpecials, WhatTheSystemLendsOfSharedMemoryIsThere) {
  auto module = std::make_shared<ptx::Module>(
      ptx::parse(".version 9.0\n.target sm_90\n.address_size 64\n.entry k(.param .u64 out) {\n"
                 ".reg .u32 %r; mov.u32 %r, %reserved_smem_offset_1; ret; }\n"));
  auto ptx = code::Program::decode(module, "k");
  ASSERT_TRUE(ptx);
  KernelCode code;
  code.functions = {function_of(with_place(
      {"LDC R6, c[0x0][0x6c]", "MOV R7, 0x5", "ATOMS.ADD R3, [R6+0x11c], R7", "S2R R8, SR_SMEMSZ",
       "IMAD R3, R8, 0x100, R3", "STG.E desc[UR4][R4.64], R3", "EXIT"}))};
  code.registers = 32;
  code.static_shared_bytes = 20;
  const auto program = Program::make(std::move(code), *ptx);
  ASSERT_TRUE(program);
  EXPECT_EQ(words_after(*program, 3), (std::vector<std::uint32_t>{0x1400, 0x1405, 0x140a}));
}

// Which lanes have another value than the first, where nobody wants the value itself.
TEST(SassCalls, R2urTellsWhoDiffersWithoutAResult) {
  const auto program =
      program_of(with_place({"SHF.R.U32.HI R6, RZ, 0x2, R0", "R2UR P0, URZ, R6",
                             "SEL R3, RZ, 0x1, !P0", "STG.E desc[UR4][R4.64], R3", "EXIT"}));
  const auto words = words_after(program, 8);
  for (std::uint32_t n = 0; n < words.size(); ++n) EXPECT_EQ(words[n], n < 4 ? 0U : 1U) << n;
}

}  // namespace
}  // namespace lanescope::sass::test
