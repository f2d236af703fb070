#include "tests/sim/hazards/pairs.hpp"

namespace lanescope::machine::test {
namespace {

using events::Severity;

class BetweenBlocks : public testing::TestWithParam<Pair> {};
TEST_P(BetweenBlocks, AreToldApart) { expect_told_apart(GetParam()); }

// Block 0 hands a word to the others through a flag.
std::string flag(const std::string& raise, const std::string& look) {
  return "@!%p1 ret; @!%p4 bra WAIT; st.global.u32 [%rd1], 42; " + raise + "ret; WAIT: " + look +
         " %r20, [%rd1+8192]; setp.eq.u32 %p5, %r20, 0; @%p5 bra WAIT; "
         "ld.global.u32 %r21, [%rd1];";
}

// Every block writes its words, and the block that counts last reads those of the next one.
std::string last_block(const std::string& before_counting) {
  return "st.global.u32 [%rd3], %r1; " + before_counting +
         "@!%p1 bra MEET; atom.global.add.u32 %r20, [%rd1+8192], 1; st.shared.u32 [%r3], %r20; "
         "MEET: bar.sync 0; ld.shared.u32 %r20, [%r3]; add.u32 %r20, %r20, 1; "
         "setp.ne.u32 %p5, %r20, %r11; @%p5 ret; ld.global.u32 %r21, [%rd4];";
}

// One thread of each block adds 1 to a word under a lock.
std::string lock(const std::string& unlock) {
  return "@!%p1 ret; LOCK: atom.global.cas.b32 %r20, [%rd1+8192], 0, 1; "
         "setp.ne.u32 %p5, %r20, 0; @%p5 bra LOCK; ld.global.u32 %r21, [%rd1]; "
         "add.u32 %r21, %r21, 1; st.global.u32 [%rd1], %r21; " +
         unlock;
}

// All blocks wait for each other, then read what the next one has written.
std::string grid_barrier(const std::string& fence) {
  return "st.global.u32 [%rd3], %r1; bar.sync 0; @!%p1 bra MEET; " + fence +
         "atom.global.add.u32 %r20, [%rd1+8192], 1; WAIT: ld.volatile.global.u32 %r20, "
         "[%rd1+8192]; setp.lt.u32 %p5, %r20, %r11; @%p5 bra WAIT; " +
         fence + "MEET: bar.sync 0; ld.global.u32 %r21, [%rd4];";
}

// Block i waits for block i - 1 and reads what block 0 has written: known through all between.
std::string chain(const std::string& fence) {
  return "@!%p1 ret; mul.wide.u32 %rd9, %r2, 4; add.s64 %rd9, %rd1, %rd9; @!%p4 bra WAIT; "
         "st.global.u32 [%rd1], 42; bra PASS; WAIT: ld.volatile.global.u32 %r20, [%rd9+8188]; "
         "setp.eq.u32 %p5, %r20, 0; @%p5 bra WAIT; ld.global.u32 %r21, [%rd1]; PASS: " +
         fence + "st.volatile.global.u32 [%rd9+8192], 1;";
}

// Blocks take turns in raising a word.
std::string turns(const std::string& fence) {
  return "@!%p1 ret; WAIT: ld.volatile.global.u32 %r20, [%rd1+8192]; setp.ne.u32 %p5, %r20, %r2; "
         "@%p5 bra WAIT; add.u32 %r20, %r20, 1; " +
         fence + "st.volatile.global.u32 [%rd1+8192], %r20;";
}

const std::string kRaise = "st.volatile.global.u32 [%rd1+8192], 1; ";
const std::string kLook = "ld.volatile.global.u32";

INSTANTIATE_TEST_SUITE_P(
    Pairs, BetweenBlocks,
    testing::Values(
        Pair{"OwnWords", 2, 64, "st.global.u32 [%rd3], %r2;", "st.global.u32 [%rd2], %r2;"},
        Pair{"OneValue", 2, 64, "st.global.u32 [%rd3], 3;", "st.global.u32 [%rd2], 3;",
             Severity::Note},
        Pair{"ReadingOthers", 2, 64, "st.global.u32 [%rd3], 1; ld.global.u32 %r20, [%rd3];",
             "st.global.u32 [%rd3], 1; ld.global.u32 %r20, [%rd4];"},
        Pair{"BarriersEndAtTheBlock", 2, 64,
             "st.global.u32 [%rd3], 1; bar.sync 0; ld.global.u32 %r20, [%rd3];",
             "st.global.u32 [%rd3], 1; bar.sync 0; ld.global.u32 %r20, [%rd4];"},
        Pair{"Bytes", 2, 64,
             "mul.lo.u32 %r20, %r1, 2; add.u32 %r20, %r20, %r2; cvt.u64.u32 %rd9, %r20; "
             "add.s64 %rd9, %rd1, %rd9; st.global.u8 [%rd9], %r2;",
             "cvt.u64.u32 %rd9, %r1; add.s64 %rd9, %rd1, %rd9; st.global.u8 [%rd9], %r2;"},
        Pair{"Increments", 2, 32, "@%p1 red.global.add.u32 [%rd1], 1;",
             "@!%p1 ret; ld.global.u32 %r20, [%rd1]; add.u32 %r20, %r20, 1; "
             "st.global.u32 [%rd1], %r20;"},
        Pair{"ExchangeOfAPlainRead", 2, 32, "@%p1 red.global.add.u32 [%rd1], 1;",
             "@!%p1 ret; ld.global.u32 %r20, [%rd1]; add.u32 %r20, %r20, 1; "
             "atom.global.exch.b32 %r21, [%rd1], %r20;"},
        Pair{"AtomicsOfTheBlockOnly", 2, 32, "red.global.add.u32 [%rd1], 1;",
             "red.cta.global.add.u32 [%rd1], 1;"},
        Pair{"VolatileIncrements", 2, 32, "@%p1 red.global.add.u32 [%rd1], 1;",
             "@!%p1 ret; ld.volatile.global.u32 %r20, [%rd1]; add.u32 %r20, %r20, 1; "
             "st.volatile.global.u32 [%rd1], %r20;"},
        Pair{"OneVolatileValue", 2, 32, "@!%p1 ret; @%p4 st.volatile.global.u32 [%rd1], 1;",
             "@%p1 st.volatile.global.u32 [%rd1], 1;", Severity::Note},
        // A turn that is passed on: volatile loads may meet the stores, the stores are in order.
        Pair{"VolatileTurns", 3, 32, turns("membar.gl; "), turns("")},
        Pair{"VolatileStoreAndAtomics", 3, 32,
             "@!%p1 ret; WAIT: atom.global.cas.b32 %r20, [%rd1], 0, 0; @%p4 "
             "st.volatile.global.u32 [%rd1], 1; @%p4 ret; setp.eq.u32 %p5, %r20, 0; @%p5 bra WAIT;",
             "@!%p1 ret; atom.global.cas.b32 %r20, [%rd1], 0, 0; st.volatile.global.u32 [%rd1], "
             "%r2;"},
        Pair{"VolatileUnlock", 3, 32, lock("membar.gl; st.volatile.global.u32 [%rd1+8192], 0;"),
             lock("st.volatile.global.u32 [%rd1+8192], 0;")},
        Pair{"Flag", 3, 32, flag("membar.gl; " + kRaise, kLook), flag(kRaise, kLook)},
        Pair{"FenceTooNarrow", 3, 32, flag("fence.acq_rel.sys; " + kRaise, kLook),
             flag("membar.cta; " + kRaise, kLook)},
        Pair{"FenceTooLate", 3, 32, flag("membar.gl; " + kRaise, kLook),
             flag(kRaise + "membar.gl; ", kLook)},
        Pair{"ReleaseAndAcquire", 3, 32,
             flag("st.release.gpu.global.u32 [%rd1+8192], 1; ", "ld.acquire.gpu.global.u32"),
             flag("st.relaxed.gpu.global.u32 [%rd1+8192], 1; ", "ld.acquire.gpu.global.u32")},
        Pair{"ReleaseTooNarrow", 3, 32,
             flag("red.release.gpu.global.add.u32 [%rd1+8192], 1; ", "ld.acquire.gpu.global.u32"),
             flag("red.release.cta.global.add.u32 [%rd1+8192], 1; ", "ld.acquire.gpu.global.u32")},
        Pair{"LookingPlainly", 3, 32, flag("membar.gl; " + kRaise, kLook),
             flag("membar.gl; " + kRaise, "ld.global.u32")},
        Pair{"LastBlock", 4, 64, last_block("bar.sync 0; membar.gl; "), last_block("bar.sync 0; ")},
        Pair{"LastBlockAllFence", 4, 64, last_block("membar.gl; bar.sync 0; "),
             last_block("bar.sync 0; membar.cta; ")},
        Pair{"LastBlockFencedBefore", 4, 64, last_block("bar.sync 0; membar.gl; "),
             "membar.gl; " + last_block("bar.sync 0; ")},
        Pair{"LastBlockWithoutBarrier", 4, 64, last_block("bar.sync 0; membar.gl; "),
             last_block("@%p1 membar.gl; ")},
        Pair{"Lock", 4, 32, lock("membar.gl; atom.global.exch.b32 %r22, [%rd1+8192], 0;"),
             lock("atom.global.exch.b32 %r22, [%rd1+8192], 0;")},
        Pair{"GridBarrier", 3, 64, grid_barrier("membar.gl; "), grid_barrier("")},
        Pair{"Chain", 5, 32, chain("membar.gl; "), chain("")}),
    pair_name);

}  // namespace
}  // namespace lanescope::machine::test
