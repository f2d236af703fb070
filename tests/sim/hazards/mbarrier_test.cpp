// What arrivals at an mbarrier and waits for it order, and what they do not.
#include "tests/sim/hazards/pairs.hpp"

namespace lanescope::machine::test {
namespace {

class AtAnMbarrier : public testing::TestWithParam<Pair> {};
TEST_P(AtAnMbarrier, AreToldApart) { expect_told_apart(GetParam()); }

// An mbarrier for so many threads behind the shared array; everybody knows that it is there.
std::string for_threads(int count) {
  return "@%p1 mbarrier.init.shared.b64 [%r3+2048], " + std::to_string(count) + "; bar.sync 0; ";
}
const std::string kMake = for_threads(64);
const std::string kStore = "st.shared.u32 [%r4], %r1; ";
const std::string kArrive = "mbarrier.arrive.shared.b64 %rd9, [%r3+2048]; ";
const std::string kArriveRelaxed = "mbarrier.arrive.relaxed.cta.shared::cta.b64 %rd9, [%r3+2048]; ";
const std::string kLoadOther = "ld.shared.u32 %r20, [%r6]; st.global.u32 [%rd2], %r20; ";

std::string wait(const std::string& how = "try_wait.shared.b64 %p5, [%r3+2048], %rd9") {
  return "W: mbarrier." + how + "; @!%p5 bra W; ";
}
const std::string kWait = wait();

// cp.async of a word a thread, of which the mbarrier hears by `arrival`.
std::string copy(const std::string& arrival) {
  return "cp.async.ca.shared.global [%r4], [%rd2], 4; " + arrival;
}
const std::string kCopiesArrive = "cp.async.mbarrier.arrive.noinc.shared.b64 [%r3+2048]; ";
const std::string kWaitForFirst = wait("test_wait.parity.shared.b64 %p5, [%r3+2048], 0");

INSTANTIATE_TEST_SUITE_P(
    Pairs, AtAnMbarrier,
    testing::Values(
        Pair{"WaitOrders", 1, 64, kMake + kStore + kArrive + kWait + kLoadOther,
             kMake + kStore + kArrive + kLoadOther},
        Pair{"ArrivalReleasesWhatCameBefore", 1, 64, kMake + kStore + kArrive + kWait + kLoadOther,
             kMake + kArrive + kStore + kWait + kLoadOther},
        Pair{"RelaxedArrivalsNeedAFence", 1, 64,
             kMake + kStore + "fence.acq_rel.cta; " + kArriveRelaxed + kWait + kLoadOther,
             kMake + kStore + kArriveRelaxed + kWait + kLoadOther},
        Pair{"OneThreadForItsWarp", 1, 64,
             for_threads(2) + kStore + "bar.warp.sync -1; @%p2 " + kArrive +
                 wait("try_wait.parity.shared.b64 %p5, [%r3+2048], 0") + kLoadOther,
             for_threads(2) + kStore + "@%p2 " + kArrive +
                 wait("try_wait.parity.shared.b64 %p5, [%r3+2048], 0") + kLoadOther},
        Pair{"OneThreadWaitsForAll", 1, 64,
             kMake + kStore + kArrive + "@!%p1 bra MEET; " + kWait + "MEET: bar.sync 0; " +
                 kLoadOther,
             kMake + kStore + kArrive + "@!%p1 bra MEET; " + kWait + "MEET: bar.warp.sync -1; " +
                 kLoadOther},
        Pair{"NextPhaseIsAnother", 1, 64,
             kMake + kArrive + kWait + kStore +
                 "mbarrier.arrive.shared.b64 %rd10, [%r3+2048]; V: "
                 "mbarrier.try_wait.shared.b64 %p6, [%r3+2048], %rd10; @!%p6 bra V; " +
                 kLoadOther,
             kMake + kArrive + kWait + kStore + "mbarrier.arrive.shared.b64 %rd10, [%r3+2048]; " +
                 kLoadOther},
        Pair{"MadeBeforeItIsUsed", 1, 64, kMake + kArrive,
             "@%p1 mbarrier.init.shared.b64 [%r3+2048], 64; " + kArrive},
        Pair{"CopiesArrive", 1, 64, kMake + copy(kCopiesArrive) + kWaitForFirst + kLoadOther,
             kMake + copy(kArrive) + kWaitForFirst + kLoadOther},
        Pair{"CopiesArriveUncounted", 1, 64,
             kMake + copy("cp.async.mbarrier.arrive.shared.b64 [%r3+2048]; " + kArrive) + kWait +
                 kLoadOther,
             kMake + copy(kArrive) + kWait + kLoadOther},
        Pair{"CopiesArriveForTheirThreadToo", 1, 64,
             kMake + copy(kCopiesArrive) + kWaitForFirst + "ld.shared.u32 %r20, [%r4];",
             kMake + copy(kCopiesArrive) + "ld.shared.u32 %r20, [%r4];"},
        Pair{"CopiesReachOthersThroughABarrier", 1, 64,
             kMake + copy(kCopiesArrive) + "@!%p3 bra MEET; " + kWaitForFirst +
                 "MEET: bar.sync 0; " + kLoadOther,
             kMake + copy(kCopiesArrive) + "bar.sync 0; " + kLoadOther},
        Pair{"CopiesArriveNothingElse", 1, 64,
             for_threads(128) + kStore + kCopiesArrive + kArrive + kWaitForFirst + kLoadOther,
             kMake + kStore + kCopiesArrive + kWaitForFirst + kLoadOther}),
    pair_name);

}  // namespace
}  // namespace lanescope::machine::test
