// Loads whose value is thrown away in some lanes: those lanes have not read.

#include <algorithm>

#include "tests/sim/hazards/pairs.hpp"
#include "tests/sim/machine/events_log.hpp"

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

// What is thrown away behind jumps: the same first lanes.
std::string at_a_branch(const std::string& body) { return chosen("mov.u32 %r21, 5; " + body); }

// `%p5` says, in a loop of four rounds, whether the round takes what was loaded before the loop.
std::string in_a_loop(const std::string& take, const std::string& when) {
  return at_a_branch("mov.u32 %r22, 0; AGAIN: setp.eq.and.u32 %p5, %r22, 2, " + when + "; " + take +
                     " add.u32 %r22, %r22, 1; setp.lt.u32 %p6, %r22, 4; @%p6 bra AGAIN; ");
}

INSTANTIATE_TEST_SUITE_P(
    AtBranches, ThrownAway,
    testing::Values(
        Pair{"WhereItIsJumpedOver", 1, 64,
             at_a_branch("@!%p1 bra NEXT; add.u32 %r21, %r20, 1; NEXT: "),
             at_a_branch("@!%p2 bra NEXT; add.u32 %r21, %r20, 1; NEXT: ")},
        Pair{
            "WhereTheOtherWayIsGone", 1, 64,
            at_a_branch("@%p1 bra USE; mov.u32 %r21, 6; bra NEXT; USE: mov.u32 %r21, %r20; NEXT: "),
            at_a_branch(
                "@%p2 bra USE; mov.u32 %r21, 6; bra NEXT; USE: mov.u32 %r21, %r20; NEXT: ")},
        Pair{"AtTheSecondBranch", 1, 64,
             at_a_branch("@!%p2 bra NEXT; add.u32 %r22, %r1, 1; @!%p3 bra NEXT; "
                         "add.u32 %r21, %r20, %r22; NEXT: "),
             at_a_branch("@!%p2 bra NEXT; add.u32 %r22, %r1, 1; @%p3 bra NEXT; "
                         "add.u32 %r21, %r20, %r22; NEXT: ")},
        Pair{"AfterComputingAhead", 1, 64,
             at_a_branch("mul.lo.u32 %r22, %r20, 3; @!%p1 bra NEXT; mov.u32 %r21, %r22; NEXT: "),
             at_a_branch("mul.lo.u32 %r22, %r20, 3; @!%p2 bra NEXT; mov.u32 %r21, %r22; NEXT: ")},
        Pair{"WhereItIsOverwritten", 1, 64,
             at_a_branch("@%p1 bra NEXT; mov.u32 %r20, 7; NEXT: add.u32 %r21, %r20, 1; "),
             at_a_branch("@%p2 bra NEXT; mov.u32 %r20, 7; NEXT: add.u32 %r21, %r20, 1; ")},
        Pair{"WhereAGuardOverwritesIt", 1, 64,
             at_a_branch("@!%p1 mov.u32 %r20, 7; add.u32 %r21, %r20, 1; "),
             at_a_branch("@!%p2 mov.u32 %r20, 7; add.u32 %r21, %r20, 1; ")},
        Pair{"WhereAGuardDoesNotCompute", 1, 64, at_a_branch("@%p1 add.u32 %r21, %r20, 1; "),
             at_a_branch("@%p2 add.u32 %r21, %r20, 1; ")},
        Pair{"WhereAGuardDoesNotStore", 1, 64, at_a_branch("@%p1 st.global.u32 [%rd3], %r20; "),
             at_a_branch("@%p2 st.global.u32 [%rd3], %r20; ")},
        Pair{"WhereAThreadEnds", 1, 64, at_a_branch("@!%p1 ret; mov.u32 %r21, %r20; "),
             at_a_branch("@!%p2 ret; mov.u32 %r21, %r20; ")},
        Pair{"UnlessItDecidesABranch", 1, 64,
             at_a_branch("setp.gt.u32 %p5, %r20, 99; @!%p1 bra NEXT; @%p5 bra NEXT; "
                         "mov.u32 %r21, 6; NEXT: "),
             at_a_branch("setp.gt.u32 %p5, %r20, 99; @!%p2 bra NEXT; @%p5 bra NEXT; "
                         "mov.u32 %r21, 6; NEXT: ")},
        Pair{"OfAPairOfWords", 1, 64,
             "st.shared.u32 [%r4], %r1; mov.u32 %r21, 5; setp.le.u32 %p5, %r1, 0; "
             "ld.shared.u32 %r24, [%r3]; ld.shared.v2.u32 {%r20, %r22}, [%r3+256]; "
             "@!%p5 bra NEXT; add.u32 %r21, %r22, %r24; NEXT: st.global.u32 [%rd3], %r21;",
             "st.shared.u32 [%r4], %r1; mov.u32 %r21, 5; setp.le.u32 %p5, %r1, 1; "
             "ld.shared.u32 %r24, [%r3]; ld.shared.v2.u32 {%r20, %r22}, [%r3+256]; "
             "@!%p5 bra NEXT; add.u32 %r21, %r22, %r24; NEXT: st.global.u32 [%rd3], %r21;"},
        Pair{"WhileOthersStoreOnTheOtherWay", 1, 64,
             at_a_branch("@%p1 bra USE; st.shared.u32 [%r4], 6; bra NEXT; "
                         "USE: mov.u32 %r21, %r20; NEXT: "),
             at_a_branch("@%p1 bra USE; st.shared.u32 [%r3], 6; bra NEXT; "
                         "USE: mov.u32 %r21, %r20; NEXT: ")},
        Pair{"NotBehindABarrier", 1, 64,
             "st.shared.u32 [%r4], %r1; bar.sync 0; ld.shared.u32 %r20, [%r3]; bar.sync 0; "
             "mov.u32 %r21, 5; @!%p1 bra NEXT; mov.u32 %r21, %r20; NEXT: st.global.u32 [%rd3], "
             "%r21;",
             at_a_branch("bar.sync 0; @!%p1 bra NEXT; mov.u32 %r21, %r20; NEXT: ")}),
    pair_name);

// Each round loads; `%p5` says whether the third one takes it.
std::string in_each_round(const std::string& take, const std::string& when) {
  return "st.shared.u32 [%r4], %r1; mov.u32 %r21, 5; mov.u32 %r22, 0; AGAIN: "
         "ld.shared.u32 %r20, [%r3]; setp.eq.and.u32 %p5, %r22, 2, " +
         when + "; " + take +
         " add.u32 %r22, %r22, 1; setp.lt.u32 %p6, %r22, 4; @%p6 bra AGAIN; "
         "st.global.u32 [%rd3], %r21;";
}

INSTANTIATE_TEST_SUITE_P(
    InLoops, ThrownAway,
    testing::Values(
        Pair{"ByAChoice", 1, 64,
             in_a_loop("selp.u32 %r23, %r20, 0, %p5; add.u32 %r21, %r21, %r23;", "%p1"),
             in_a_loop("selp.u32 %r23, %r20, 0, %p5; add.u32 %r21, %r21, %r23;", "%p2")},
        Pair{"ByABranch", 1, 64,
             in_a_loop("@!%p5 bra ROUND; add.u32 %r21, %r21, %r20; ROUND: ", "%p1"),
             in_a_loop("@!%p5 bra ROUND; add.u32 %r21, %r21, %r20; ROUND: ", "%p2")},
        Pair{
            "WithMultiplesOfIt", 1, 64,
            in_a_loop("@!%p5 bra ROUND; add.u32 %r21, %r21, %r24; ROUND: add.u32 %r24, %r24, %r20;",
                      "%p1"),
            in_a_loop("@!%p5 bra ROUND; add.u32 %r21, %r21, %r24; ROUND: add.u32 %r24, %r24, %r20;",
                      "%p2")},
        Pair{
            "ThatSomeLanesSkip", 1, 64,
            at_a_branch("mov.u32 %r22, 0; @!%p1 bra NEXT; AGAIN: add.u32 %r21, %r21, %r20; "
                        "add.u32 %r22, %r22, 1; setp.lt.u32 %p6, %r22, 4; @%p6 bra AGAIN; NEXT: "),
            at_a_branch("mov.u32 %r22, 0; @!%p2 bra NEXT; AGAIN: add.u32 %r21, %r21, %r20; "
                        "add.u32 %r22, %r22, 1; setp.lt.u32 %p6, %r22, 4; @%p6 bra AGAIN; NEXT: ")},
        Pair{"InTheRoundThatLoads", 1, 64, in_each_round("selp.u32 %r21, %r20, %r21, %p5;", "%p1"),
             in_each_round("selp.u32 %r21, %r20, %r21, %p5;", "%p2")},
        Pair{"NotInTheNextRound", 1, 64,
             in_each_round("@!%p5 bra ROUND; add.u32 %r21, %r21, %r20; ROUND: ", "%p1"),
             in_each_round("@!%p5 bra ROUND; add.u32 %r21, %r21, %r24; ROUND: mov.u32 %r24, %r20;",
                           "%p1")}),
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

// So is the time, from whichever side the race is found.
TEST(HeldReads, AreToldAsOfWhenTheyWereDone) {
  for (const engine::Order order : {engine::Order::RoundRobin, engine::Order::Barrier}) {
    Bench bench(kernel_text(kPrologue + at_a_branch("@!%p2 bra NEXT; mov.u32 %r21, %r20; NEXT: ") +
                            "\nret;"));
    bench.zeros("out", 4096).shape({1}, {64});
    bench.options().order = order;
    EventsLog log;
    Execution execution(bench.make(), {Recording::Full, {&log}, true});
    execution.run();
    const auto races = races_of(execution);
    ASSERT_EQ(races.size(), 1U);
    const auto pc_at = [&](MachineStep step) {
      return std::find_if(log.steps.begin(), log.steps.end(),
                          [&](const events::Step& s) { return s.machine_step == step; })
          ->pc;
    };
    EXPECT_EQ(pc_at(races[0].machine_step), races[0].pc);
    EXPECT_EQ(pc_at(races[0].other_machine_step), races[0].other_pc);
  }
}

// A choice between two things made of a value takes it in every lane, and nothing is held open.
TEST(HeldReads, AreNoneWhereEveryLaneUsesTheValue) {
  struct Case {
    const char* choose;
    std::size_t held;
  };
  for (const Case& c :
       {Case{"selp.u32 %r21, %r20, 5, %p1;", 1},
        Case{"neg.s32 %r22, %r20; selp.u32 %r21, %r22, %r20, %p1;", 0},
        Case{"neg.s32 %r22, %r20; selp.u32 %r23, %r22, 1, %p1; selp.u32 %r24, 2, %r20, %p1;"
             "add.u32 %r21, %r23, %r24;",
             0},
        Case{"neg.s32 %r22, %r20; selp.u32 %r23, %r22, 1, %p1; selp.u32 %r24, %r20, 2, %p1;"
             "add.u32 %r21, %r23, %r24;",
             1},
        Case{"neg.s32 %r22, %r20; selp.u32 %r23, %r22, 1, %p1; selp.u32 %r24, 2, %r20, %p2;"
             "add.u32 %r21, %r23, %r24;",
             1},
        Case{"neg.s32 %r22, %r20; selp.u32 %r23, %r22, 1, %p1; setp.eq.u32 %p1, %r7, 0;"
             "selp.u32 %r24, 2, %r20, %p1; add.u32 %r21, %r23, %r24;",
             1},
        Case{"mov.u32 %r9, 0; mov.u32 %r22, 0; AGAIN: mad.lo.u32 %r22, %r22, %r20, 7;"
             "add.u32 %r9, %r9, 1; setp.lt.u32 %p5, %r9, 4; @%p5 bra AGAIN; not.b32 %r23, %r22;"
             "selp.u32 %r21, %r23, %r22, %p1;",
             0}}) {
    Bench bench(kernel_text(kPrologue + chosen(c.choose) + "\nret;"));
    const auto plan = bench.zeros("out", 4096).shape({1}, {64}).make();
    const code::Program& program = *code::Program::of(*plan->launches[0].program);
    EXPECT_EQ(program.code().fates.size(), c.held) << c.choose;
  }
}

}  // namespace
}  // namespace lanescope::machine::test
