// What a run loses, in small kernels whose losses can be counted by hand.

#include "lab/report/findings.hpp"

#include <string>

#include <gtest/gtest.h>

#include "tests/lab/prepared_ptx.hpp"

namespace lanescope::report {
namespace {

// A kernel of one block of two warps with `body` around the store of %r1 to out[tid]; lines are
// counted from 2.
std::string kernel(const std::string& body) {
  return R"(.version 8.0
.target sm_90
.address_size 64
.file 1 "k.cu"
.visible .entry k(.param .u64 k_0, .param .u64 k_1) {
  .reg .pred %p<4>;
  .reg .b32 %r<12>;
  .reg .b64 %rd<8>;
  .shared .align 4 .b8 s[8192];
  .loc 1 2 1
  mov.u32 %r0, %tid.x;
  ld.param.u64 %rd0, [k_0];
  ld.param.u64 %rd1, [k_1];
  mov.u32 %r1, %r0;
)" + body +
         R"(
  .loc 1 9 1
  mul.wide.u32 %rd2, %r0, 4;
  add.s64 %rd2, %rd0, %rd2;
  st.global.u32 [%rd2], %r1;
  ret;
})";
}

std::vector<Finding> findings_of(const std::string& body) {
  const std::string text = kernel(body);
  return findings(
      *run::run_model(test::prepared(text, "k", {"out:i32[64]=zero", "in:i32[2048]=iota"}), {}));
}

TEST(Findings, AKernelThatLosesNothingHasNone) { EXPECT_TRUE(findings_of("").empty()); }

// Lanes 128 bytes apart: 32 sectors a warp where 4 would hold the bytes; its store takes 4 more.
TEST(Findings, SectorsBeyondTheBytes) {
  const auto all = findings_of(R"(
  .loc 1 5 1
  mul.wide.u32 %rd3, %r0, 128;
  add.s64 %rd3, %rd1, %rd3;
  ld.global.u32 %r1, [%rd3];
)");
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].kind, FindingKind::UncoalescedLoads);
  EXPECT_EQ(all[0].wasted, 2U * 28);
  EXPECT_EQ(all[0].of, 2U * 36);
  EXPECT_EQ(all[0].file, "k.cu");
  EXPECT_EQ(all[0].lines, std::vector<std::uint32_t>{5});
}

// A warp stores 32 words into one bank: 31 conflicts of 32 wavefronts; its load takes one more.
TEST(Findings, WavefrontsThatWaitForABank) {
  const auto all = findings_of(R"(
  .loc 1 5 1
  mov.u32 %r2, s;
  shl.b32 %r3, %r0, 7;
  add.u32 %r3, %r2, %r3;
  st.shared.u32 [%r3], %r0;
  .loc 1 6 1
  bar.sync 0;
  ld.shared.u32 %r1, [s];
)");
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].kind, FindingKind::StoreConflicts);
  EXPECT_EQ(all[0].wasted, 2U * 31);
  EXPECT_EQ(all[0].of, 2U * 33);
  EXPECT_EQ(all[0].lines, std::vector<std::uint32_t>{5});
}

// One lane of the first warp goes twelve instructions alone: 12 * 31 idle slots. Each warp issues
// 10 others (4 before, 2 of the branch, 4 after).
TEST(Findings, LanesThatWaitForOne) {
  std::string body = ".loc 1 5 1\nsetp.ne.u32 %p1, %r0, 7;\n@%p1 bra DONE;\n.loc 1 6 1\n";
  for (int i = 0; i < 12; ++i) body += "add.u32 %r1, %r1, 3;\n";
  const auto all = findings_of(body + "DONE:\n");
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].kind, FindingKind::IdleLanes);
  EXPECT_EQ(all[0].wasted, 12U * 31);
  EXPECT_EQ(all[0].of, (12U + 10 + 10) * 32);
  EXPECT_EQ(all[0].lines, std::vector<std::uint32_t>{6});
}

// All lanes of a warp add to one word: 32 sectors, where 4 would hold 32 words; two lanes each load
// from a sector, 16 in all; the last store takes 4.
TEST(Findings, AtomicsOnOneWordBesideOtherSectors) {
  const auto all = findings_of(R"(
  .loc 1 4 1
  red.global.add.u32 [%rd1+8128], %r0;
  .loc 1 5 1
  mul.wide.u32 %rd3, %r0, 16;
  add.s64 %rd3, %rd1, %rd3;
  ld.global.u32 %r1, [%rd3];
)");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].kind, FindingKind::ContendedAtomics);
  EXPECT_EQ(all[0].wasted, 2U * 28);
  EXPECT_EQ(all[0].of, 2U * 52);
  EXPECT_EQ(all[1].kind, FindingKind::UncoalescedLoads);
  EXPECT_EQ(all[1].wasted, 2U * 12);
}

// What is wrong stands before what is slow.
TEST(Findings, HazardsAreFirst) {
  const auto all = findings_of(R"(
  .loc 1 4 1
  ld.global.u32 %r1, [%rd1+8192];
)");
  ASSERT_FALSE(all.empty());
  EXPECT_EQ(all[0].kind, FindingKind::Hazard);
  EXPECT_EQ(all[0].lines, std::vector<std::uint32_t>{4});
}

TEST(Findings, EveryKindHasItsWords) {
  std::size_t number = 0;
  for (const FindingWords& words : all_finding_words()) {
    EXPECT_EQ(static_cast<std::size_t>(words.kind), number++) << words.id;
    EXPECT_FALSE(words.title.empty());
    EXPECT_TRUE(words.remedy.ends_with('.')) << words.id;
  }
  EXPECT_EQ(number, static_cast<std::size_t>(FindingKind::LowOccupancy) + 1);
}

}  // namespace
}  // namespace lanescope::report
