#include "tests/sim/hazards/pairs.hpp"

namespace lanescope::machine::test {
namespace {

using events::Severity;

class InABlock : public testing::TestWithParam<Pair> {};
TEST_P(InABlock, AreToldApart) { expect_told_apart(GetParam()); }

const std::string kStore = "st.shared.u32 [%r4], %r1; ";
const std::string kLoadOther = "ld.shared.u32 %r20, [%r6]; st.global.u32 [%rd2], %r20; ";

// Warp 0 hands a word to warp 1 through a flag in shared memory.
std::string flag(const std::string& raise, const std::string& look, const std::string& at = "256") {
  return "@!%p2 ret; @!%p3 bra WAIT; st.shared.u32 [%r3], 42; " + raise + "ret; WAIT: " + look +
         " %r20, [%r3+" + at +
         "]; setp.eq.u32 %p5, %r20, 0; @%p5 bra WAIT; "
         "ld.shared.u32 %r21, [%r3]; st.global.u32 [%rd1], %r21;";
}

// Warps 0 and 1 of 4 meet at a barrier of their own.
std::string meeting(const std::string& who_reads) {
  return "setp.ge.u32 %p5, %r8, 2; @%p5 bra READ; " + kStore +
         "bar.sync 1, 64; READ: " + "setp.ge.u32 %p6, %r8, " + who_reads + "; @%p6 ret; " +
         "and.b32 %r22, %r6, 255; " + "add.u32 %r22, %r22, %r3; ld.shared.u32 %r20, [%r22];";
}

// cp.async of a word a thread, twice; `between` stands before the thread reads the first one.
std::string copies(const std::string& between, const std::string& address) {
  return "cp.async.ca.shared.global [%r4], [%rd2], 4; cp.async.commit_group; "
         "cp.async.ca.shared.global [%r4+1024], [%rd2+1024], 4; cp.async.commit_group; " +
         between + "ld.shared.u32 %r20, [" + address + "]; st.global.u32 [%rd2+4096], %r20;";
}

const std::string kProducer = "@!%p3 bra TAKE; ";
const std::string kConsumer = "ret; TAKE: bar.sync 1, 64; " + kLoadOther;

INSTANTIATE_TEST_SUITE_P(
    Pairs, InABlock,
    testing::Values(
        Pair{"Barrier", 1, 64, kStore + "bar.sync 0; " + kLoadOther, kStore + kLoadOther},
        Pair{"WarpBarrierIsNotEnough", 1, 64, kStore + "bar.sync 0; " + kLoadOther,
             kStore + "bar.warp.sync -1; " + kLoadOther},
        Pair{"ReadersFirst", 1, 64, "ld.shared.u32 %r20, [%r6]; bar.sync 0; " + kStore,
             "ld.shared.u32 %r20, [%r6]; " + kStore},
        Pair{"EarlierReadersStay", 1, 96,
             "ld.shared.u32 %r20, [%r3]; bar.sync 0; @%p1 st.shared.u32 [%r3], 1;",
             "ld.shared.u32 %r20, [%r3]; @%p1 st.shared.u32 [%r3], 1;"},
        Pair{"TwoWriters", 1, 64,
             "@%p1 st.shared.u32 [%r3+128], 1; bar.sync 0; "
             "@!%p3 st.shared.u32 [%r4], 2;",
             "@%p1 st.shared.u32 [%r3], 1; setp.eq.u32 %p5, %r1, 32; "
             "@%p5 st.shared.u32 [%r3], 2;"},
        Pair{"TwoWritersOfOneValue", 1, 64, "@%p1 st.shared.u32 [%r3], 7;",
             "@%p2 st.shared.u32 [%r3], 7;", Severity::Note},
        Pair{"GlobalWord", 1, 64,
             "st.global.u32 [%rd2], %r1; bar.sync 0; xor.b32 %r20, %r1, 32; "
             "mul.wide.u32 %rd9, %r20, 4; add.s64 %rd9, %rd1, %rd9; ld.global.u32 %r21, [%rd9];",
             "st.global.u32 [%rd2], %r1; xor.b32 %r20, %r1, 32; "
             "mul.wide.u32 %rd9, %r20, 4; add.s64 %rd9, %rd1, %rd9; ld.global.u32 %r21, [%rd9];"},
        Pair{
            "GenericAddresses", 1, 64,
            "cvt.u64.u32 %rd8, %r4; cvta.shared.u64 %rd8, %rd8; st.u32 [%rd8], %r1; bar.sync 0; " +
                kLoadOther,
            "cvt.u64.u32 %rd8, %r4; cvta.shared.u64 %rd8, %rd8; st.u32 [%rd8], %r1; " + kLoadOther},
        Pair{"BarrierThatCounts", 1, 64, kStore + "bar.red.popc.u32 %r20, 0, %p1; " + kLoadOther,
             kStore + "vote.sync.ballot.b32 %r20, %p1, -1; " + kLoadOther},
        Pair{"BarrierOfSomeWarps", 1, 128, meeting("2"), meeting("4")},
        Pair{"ArriveThenSync", 1, 64, kProducer + kStore + "bar.arrive 1, 64; " + kConsumer,
             kProducer + "bar.arrive 1, 64; " + kStore + kConsumer},
        Pair{"ArriveOrdersOneWay", 1, 64, kProducer + kStore + "bar.arrive 1, 64; " + kConsumer,
             kProducer + kStore + "bar.arrive 1, 64; st.shared.u32 [%r4], 5; " + kConsumer},
        Pair{"Flag", 1, 64,
             flag("membar.cta; st.volatile.shared.u32 [%r3+256], 1; ", "ld.volatile.shared.u32"),
             flag("st.volatile.shared.u32 [%r3+256], 1; ", "ld.volatile.shared.u32")},
        Pair{"FlagByAtomics", 1, 64,
             flag("fence.acq_rel.cta; atom.shared.exch.b32 %r22, [%r3+256], 1; ",
                  "ld.relaxed.cta.shared.u32"),
             flag("atom.shared.exch.b32 %r22, [%r3+256], 1; ", "ld.relaxed.cta.shared.u32")},
        Pair{"FlagInAWordOfAWiderOne", 1, 64,
             flag("fence.acq_rel.cta; mov.u64 %rd9, 4294967296; "
                  "atom.shared.exch.b64 %rd10, [%r3+256], %rd9; ",
                  "ld.relaxed.cta.shared.u32", "260"),
             flag("mov.u64 %rd9, 4294967296; atom.shared.exch.b64 %rd10, [%r3+256], %rd9; ",
                  "ld.relaxed.cta.shared.u32", "260")},
        Pair{"FlagOfReleaseAndAcquire", 1, 64,
             flag("st.release.cta.shared.u32 [%r3+256], 1; ", "ld.acquire.cta.shared.u32"),
             flag("st.relaxed.cta.shared.u32 [%r3+256], 1; ", "ld.acquire.cta.shared.u32")},
        Pair{"FlagMustBeStrong", 1, 64,
             flag("membar.cta; st.volatile.shared.u32 [%r3+256], 1; ", "ld.volatile.shared.u32"),
             flag("membar.cta; st.shared.u32 [%r3+256], 1; ", "ld.volatile.shared.u32")},
        Pair{"AtomicsMeet", 1, 64, "red.shared.add.u32 [%r3], 1;",
             "@%p3 red.shared.add.u32 [%r3], 1; @!%p3 st.shared.u32 [%r3], 5;"},
        Pair{"AtomicAndRead", 1, 64,
             "red.shared.add.u32 [%r3], 1; bar.sync 0; ld.shared.u32 %r20, [%r3];",
             "red.shared.add.u32 [%r3], 1; ld.shared.u32 %r20, [%r3];"},
        Pair{"ClearedBeforeAtomics", 1, 64,
             "@%p1 st.shared.u32 [%r3], 0; bar.sync 0; red.shared.add.u32 [%r3], 1;",
             "@%p1 st.shared.u32 [%r3], 0; red.shared.add.u32 [%r3], 1;"},
        Pair{"CopyAndBarrier", 1, 64, copies("cp.async.wait_all; bar.sync 0; ", "%r6"),
             copies("bar.sync 0; ", "%r6")},
        Pair{"CopyNeedsItsWait", 1, 64, copies("cp.async.wait_all; ", "%r4"), copies("", "%r4")},
        Pair{"CopyOfAnotherThread", 1, 64, copies("cp.async.wait_all; ", "%r4"),
             copies("cp.async.wait_all; ", "%r5")},
        Pair{"CopyOfTheLastGroup", 1, 64, copies("cp.async.wait_group 1; ", "%r4"),
             copies("cp.async.wait_group 1; ", "%r4+1024")},
        Pair{"VolatileStores", 1, 64,
             "@%p1 st.volatile.shared.u32 [%r3], 1; bar.sync 0; setp.eq.u32 %p5, %r1, 32; "
             "@%p5 st.volatile.shared.u32 [%r3], %r1;",
             "@%p2 st.volatile.shared.u32 [%r3], %r1;"},
        Pair{"VolatileStoresOfOneValue", 1, 64, "@%p1 st.volatile.shared.u32 [%r3], 1;",
             "@%p2 st.volatile.shared.u32 [%r3], 1;", events::Severity::Note},
        Pair{"CopyOverwritesWhatIsRead", 1, 64,
             "ld.shared.u32 %r20, [%r6]; bar.sync 0; cp.async.ca.shared.global [%r4], [%rd2], 4;",
             "ld.shared.u32 %r20, [%r6]; cp.async.ca.shared.global [%r4], [%rd2], 4;"}),
    pair_name);

}  // namespace
}  // namespace lanescope::machine::test
