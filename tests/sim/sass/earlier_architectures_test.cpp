// What code of sm_89 and earlier has otherwise (sim/cubin/README.md, "How code uses it").
#include "tests/sim/sass/listing.hpp"

namespace lanescope::sass::test {
namespace {

using Words = std::vector<std::uint32_t>;

// R0 is the thread, R4:R5 where its word lies.
Words words_after(std::vector<std::string> rest, std::uint32_t threads, std::uint32_t sm) {
  std::vector<std::string> lines{"S2R R0, SR_TID.X", "MOV R4, c[0x0][0x160]",
                                 "MOV R5, c[0x0][0x164]", "IMAD.WIDE.U32 R4, R0, 0x4, R4"};
  lines.insert(lines.end(), rest.begin(), rest.end());
  const auto run = engine::start(plan_of(program_of(lines, 16, sm), 1, threads), {});
  EXPECT_EQ(run->run(), engine::Outcome::Finished);
  return words_of(*run);
}

// A word of shared memory is reached by a generic address, too.
TEST(SassOfEarlierArchitectures, BankZeroHasTheWindowOfSharedMemory) {
  const Words words =
      words_after({"MOV R6, 0x2a", "STS [RZ], R6", "MOV R8, c[0x0][0x18]", "MOV R9, c[0x0][0x1c]",
                   "LD.E R10, [R8.64]", "STG.E [R4.64], R10", "EXIT"},
                  4, 80);
  EXPECT_EQ(words, Words(4, 42));
}

// Without a mask, whether all lanes of the warp are there: those of the first warp, and a part of
// the second, whose others wait at the meeting.
TEST(SassOfEarlierArchitectures, ABranchAsksForAllLanes) {
  const Words words = words_after(
      {"ISETP.GE.U32.AND P0, PT, R0, 0x28, PT", "MOV R6, 0x1", "BSSY B0, `(.L_end)",
       "@P0 BRA `(.L_meet)", "MOV R6, 0x2", "BRA.CONV `(.L_all)", "BRA `(.L_meet)",
       ".L_all:", "MOV R6, 0x3", ".L_meet:", "BSYNC B0", ".L_end:", "STG.E [R4.64], R6", "EXIT"},
      64, 75);
  for (std::uint32_t n = 0; n < words.size(); ++n)
    EXPECT_EQ(words[n], n < 32 ? 3U : n < 40 ? 2U : 1U) << n;
}

// 1 + 3/4 of the last place of a half, and the largest float.
TEST(SassOfEarlierArchitectures, AFloatIsCutOffToAHalf) {
  const auto made_of = [](const char* bits) {
    return words_after({std::string("MOV R6, ") + bits, "HADD2 R7, -RZ.H0_H0, -|R6|.F32",
                        "STG.E [R4.64], R7", "EXIT"},
                       1, 75);
  };
  EXPECT_EQ(made_of("0x3f801800"), Words(1, 0xbc00bc00));
  EXPECT_EQ(made_of("0x7f7fffff"), Words(1, 0xfbfffbff));
}

// A barrier in shared memory for four arrivals, as ptxas makes it: 2^30 - 4 and 2^31 - 4.
const std::vector<std::string> kBarrierForFour{"MOV R6, 0x3ffffffc", "MOV R7, 0x7ffffffc",
                                               "STS.64 [RZ], R6"};

Words words_at_barrier(std::vector<std::string> rest) {
  rest.insert(rest.begin(), kBarrierForFour.begin(), kBarrierForFour.end());
  rest.insert(rest.end(), {"STG.E [R4.64], R9", "EXIT"});
  return words_after(rest, 4, 80);
}

// Each lane gets what it found. Arrivals are missing up to 2^31 (mbarrier.pending_count).
TEST(SassOfEarlierArchitectures, ArrivalsAtABarrierInSharedMemoryAreCounted) {
  EXPECT_EQ(words_at_barrier({"ATOMS.ARRIVE.64 R8, [URZ]"}),
            Words({0x7ffffffc, 0x7ffffffd, 0x7ffffffe, 0x7fffffff}));
}

// The next phase is an odd one, and misses four again; three, after one has been dropped.
TEST(SassOfEarlierArchitectures, APhaseEndsWithItsLastArrival) {
  EXPECT_EQ(words_at_barrier({"ATOMS.ARRIVE.64 RZ, [URZ]", "LDS R9, [0x4]"}), Words(4, 0xfffffffc));
  EXPECT_EQ(words_at_barrier({"ARRIVES.LDGSTSBAR.64 [URZ]", "LDS R9, [0x4]"}),
            Words(4, 0xfffffffc));
  EXPECT_EQ(
      words_at_barrier({"ISETP.EQ.U32.AND P0, PT, R0, RZ, PT", "@P0 ATOMS.POPC.INC.32 RZ, [URZ]",
                        "ATOMS.ARRIVE.64 RZ, [URZ]", "LDS R9, [0x4]"}),
      Words(4, 0xfffffffd));
}

}  // namespace
}  // namespace lanescope::sass::test
