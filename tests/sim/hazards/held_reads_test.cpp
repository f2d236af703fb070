// Loads whose value is thrown away in some lanes: those lanes have not read.

#include "tests/sim/hazards/pairs.hpp"

namespace lanescope::machine::test {
namespace {

class ThrownAway : public testing::TestWithParam<Pair> {};
TEST_P(ThrownAway, AreToldApart) { expect_told_apart(GetParam()); }

// Every thread stores its word, all load the first thread's, and `choose` makes %r21 of it in %r20.
std::string chosen(const std::string& choose) {
  return "st.shared.u32 [%r4], %r1; ld.shared.u32 %r20, [%r3]; " + choose +
         "st.global.u32 [%rd3], %r21;";
}

// The first lanes of two warps choose the word that the first of them has stored.
INSTANTIATE_TEST_SUITE_P(
    Pairs, ThrownAway,
    testing::Values(
        Pair{"ByOneChoice", 1, 64, chosen("selp.u32 %r21, %r20, 5, %p1; "),
             chosen("selp.u32 %r21, %r20, 5, %p2; ")},
        Pair{"WhereThePredicateIsFalse", 1, 64,
             chosen("setp.ne.u32 %p5, %r1, 0; selp.u32 %r21, 5, %r20, %p5; "),
             chosen("setp.ne.u32 %p5, %r7, 0; selp.u32 %r21, 5, %r20, %p5; ")},
        Pair{"AfterComputing", 1, 64,
             chosen("mul.lo.u32 %r22, %r20, 3; xor.b32 %r22, %r22, %r1; "
                    "selp.u32 %r21, %r22, 5, %p1; "),
             chosen("mul.lo.u32 %r22, %r20, 3; xor.b32 %r22, %r22, %r1; "
                    "selp.u32 %r21, %r22, 5, %p2; ")},
        Pair{"ByAPredicateMadeLater", 1, 64,
             chosen("setp.eq.u32 %p5, %r1, 0; selp.u32 %r21, %r20, 5, %p5; "),
             chosen("setp.eq.u32 %p5, %r7, 0; selp.u32 %r21, %r20, 5, %p5; ")},
        Pair{"ByTwoChoices", 1, 64,
             chosen("selp.u32 %r22, %r20, 5, %p2; selp.u32 %r21, %r22, 7, %p3; "),
             chosen("selp.u32 %r22, %r20, 5, %p2; setp.lt.u32 %p5, %r1, 40; "
                    "selp.u32 %r21, %r22, 7, %p5; ")},
        Pair{"ByEitherChoice", 1, 64,
             chosen("setp.gt.u32 %p5, %r1, 99; selp.u32 %r22, %r20, 5, %p5; "
                    "selp.u32 %r23, %r20, 7, %p1; add.u32 %r21, %r22, %r23; "),
             chosen("setp.gt.u32 %p5, %r1, 99; selp.u32 %r22, %r20, 5, %p5; "
                    "selp.u32 %r23, %r20, 7, %p2; add.u32 %r21, %r22, %r23; ")},
        Pair{
            "ByAnd", 1, 64,
            chosen("setp.gt.u32 %p5, %r20, 3; and.pred %p6, %p5, %p1; selp.u32 %r21, 1, 2, %p6; "),
            chosen("setp.gt.u32 %p5, %r20, 3; and.pred %p6, %p5, %p2; selp.u32 %r21, 1, 2, %p6; ")},
        Pair{"ByOr", 1, 64,
             chosen("setp.gt.u32 %p5, %r20, 3; setp.ne.u32 %p7, %r1, 0; or.pred %p6, %p7, %p5; "
                    "selp.u32 %r21, 1, 2, %p6; "),
             chosen("setp.gt.u32 %p5, %r20, 3; setp.ne.u32 %p7, %r7, 0; or.pred %p6, %p7, %p5; "
                    "selp.u32 %r21, 1, 2, %p6; ")},
        Pair{"NotWhenUsedBesides", 1, 64,
             "st.shared.u32 [%r4], %r1; bar.sync 0; ld.shared.u32 %r20, [%r3]; "
             "selp.u32 %r21, %r20, 5, %p1; add.u32 %r21, %r21, %r20; st.global.u32 [%rd3], %r21;",
             chosen("selp.u32 %r21, %r20, 5, %p1; add.u32 %r21, %r21, %r20; ")},
        Pair{"NotWhenItChooses", 1, 64,
             "st.shared.u32 [%r4], %r1; bar.sync 0; ld.shared.u32 %r20, [%r3]; "
             "setp.gt.u32 %p5, %r20, 3; selp.u32 %r21, %r20, 5, %p5; st.global.u32 [%rd3], %r21;",
             chosen("setp.gt.u32 %p5, %r20, 3; selp.u32 %r21, %r20, 5, %p5; ")},
        Pair{"NotWhenReadLater", 1, 64, chosen("selp.u32 %r21, %r20, 5, %p1; bra NEXT; NEXT: "),
             chosen("selp.u32 %r21, %r20, 5, %p1; bra NEXT; NEXT: add.u32 %r21, %r21, %r20; ")},
        Pair{"AgainstAStoreThatFollows", 1, 64,
             "ld.shared.u32 %r20, [%r6]; setp.gt.u32 %p5, %r1, 99; selp.u32 %r21, %r20, 5, %p5; "
             "st.shared.u32 [%r4], %r21;",
             "ld.shared.u32 %r20, [%r6]; setp.gt.u32 %p5, %r1, 9; selp.u32 %r21, %r20, 5, %p5; "
             "st.shared.u32 [%r4], %r21;"},
        Pair{"AgainstAStoreBetween", 1, 64,
             "st.shared.u32 [%r4], 3; bar.sync 0; ld.shared.u32 %r20, [%r3]; st.shared.u32 [%r4], "
             "%r1; selp.u32 %r21, %r20, 5, %p1; st.global.u32 [%rd3], %r21;",
             "st.shared.u32 [%r4], 3; bar.sync 0; ld.shared.u32 %r20, [%r3]; st.shared.u32 [%r4], "
             "%r1; selp.u32 %r21, %r20, 5, %p2; st.global.u32 [%rd3], %r21;"},
        Pair{"InGlobalMemory", 2, 32,
             "st.global.u32 [%rd3], %r1; ld.global.u32 %r20, [%rd1]; and.pred %p5, %p1, %p4; "
             "selp.u32 %r21, %r20, 5, %p5; st.shared.u32 [%r4], %r21;",
             "st.global.u32 [%rd3], %r1; ld.global.u32 %r20, [%rd1]; "
             "selp.u32 %r21, %r20, 5, %p1; st.shared.u32 [%r4], %r21;"},
        Pair{"BehindTheBarrier", 1, 64,
             "st.shared.u32 [%r4], %r1; bar.sync 0; ld.shared.u32 %r20, [%r6]; bar.sync 0; "
             "selp.u32 %r21, %r20, 5, %p2; st.shared.u32 [%r4], %r21;",
             "st.shared.u32 [%r4], %r1; ld.shared.u32 %r20, [%r6]; bar.sync 0; "
             "selp.u32 %r21, %r20, 5, %p2; st.global.u32 [%rd3], %r21;"}),
    pair_name);

// The place is the load's, not that of the choice.
TEST(HeldReads, AreToldAtTheirLoad) {
  const auto races =
      races_of(run_body("st.shared.u32 [%r4], %r1; ld.shared.u32 %r20, [%r3]; "
                        "selp.u32 %r21, %r20, 5, %p2; st.global.u32 [%rd3], %r21;",
                        1, 64, {}));
  ASSERT_EQ(races.size(), 1U);
  EXPECT_EQ(races[0].pc.value, races[0].other_pc.value + 1);
  EXPECT_EQ(races[0].threads.front().x, 32U);
}

}  // namespace
}  // namespace lanescope::machine::test
