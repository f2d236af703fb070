#include "tests/sim/hazards/pairs.hpp"

namespace lanescope::machine::test {
namespace {

using events::Severity;

class InAWarp : public testing::TestWithParam<Pair> {};
TEST_P(InAWarp, AreToldApart) { expect_told_apart(GetParam()); }

const std::string kStore = "st.shared.u32 [%r4], %r1; ";
const std::string kLoadNext = "ld.shared.u32 %r20, [%r5]; st.global.u32 [%rd2], %r20; ";
const std::string kHalves =
    "setp.lt.u32 %p5, %r7, 16; selp.b32 %r21, 0xffff, 0xffff0000, %p5; bar.warp.sync %r21; ";
const std::string kLoadFar =
    "xor.b32 %r22, %r1, 16; shl.b32 %r22, %r22, 2; add.u32 %r22, %r22, %r3; "
    "ld.shared.u32 %r20, [%r22]; st.global.u32 [%rd2], %r20; ";

// A warp adds up 64 words as it was done before lanes had program counters of their own.
std::string reduction(const std::string& between) {
  std::string text = "st.shared.u32 [%r4], %r1; bar.sync 0; setp.ge.u32 %p5, %r1, 32; @%p5 ret; ";
  for (const char* distance : {"128", "64", "32", "16", "8", "4"}) {
    text += "ld.volatile.shared.u32 %r20, [%r4]; ld.volatile.shared.u32 %r21, [%r4+";
    text += distance;
    text += "]; add.u32 %r20, %r20, %r21; " + between + "st.volatile.shared.u32 [%r4], %r20; " +
            between;
  }
  return text;
}

INSTANTIATE_TEST_SUITE_P(
    Pairs, InAWarp,
    testing::Values(
        Pair{"WarpBarrier", 1, 32, kStore + "bar.warp.sync -1; " + kLoadNext, kStore + kLoadNext},
        Pair{"ReadersFirst", 1, 32,
             "ld.shared.u32 %r20, [%r5]; bar.warp.sync -1; st.shared.u32 [%r4], %r1;",
             "ld.shared.u32 %r20, [%r5]; st.shared.u32 [%r4], %r1;"},
        Pair{"BarrierOfHalves", 1, 32, kStore + kHalves + kLoadNext, kStore + kHalves + kLoadFar},
        Pair{"HalvesThenAll", 1, 32, kStore + kHalves + "bar.warp.sync -1; " + kLoadFar,
             kStore + kHalves + kHalves + kLoadFar},
        Pair{"Shuffle", 1, 32, kStore + "bar.warp.sync -1; " + kLoadNext,
             kStore + "shfl.sync.bfly.b32 %r23, %r1, 1, 31, -1; " + kLoadNext, Severity::Warning},
        Pair{"Vote", 1, 32, kStore + "bar.warp.sync -1; " + kLoadNext,
             kStore + "vote.sync.ballot.b32 %r23, %p1, -1; " + kLoadNext, Severity::Warning},
        Pair{"Match", 1, 32, kStore + "bar.warp.sync -1; " + kLoadNext,
             kStore + "match.any.sync.b32 %r23, %r1, -1; " + kLoadNext, Severity::Warning},
        Pair{"VolatileReduction", 1, 64, reduction("bar.warp.sync -1; "), reduction("")},
        Pair{"BothSidesOfABranch", 1, 32,
             "setp.lt.u32 %p5, %r7, 16; @%p5 st.shared.u32 [%r4], %r1; bar.warp.sync -1; "
             "@%p5 bra DONE; " +
                 kLoadFar + "DONE: ",
             "setp.lt.u32 %p5, %r7, 16; @%p5 bra LOW; " + kLoadFar +
                 "bra DONE; LOW: st.shared.u32 [%r4], %r1; DONE: "},
        Pair{"OneInstructionDifferentValues", 1, 32, kStore, "st.shared.u32 [%r3], %r1;",
             Severity::Warning},
        Pair{"OneInstructionSameValue", 1, 32, kStore, "st.shared.u32 [%r3], %r2;", Severity::Note},
        Pair{"OneInstructionPairs", 1, 32, "st.global.u32 [%rd2], %r1;",
             "and.b32 %r20, %r1, 30; mul.wide.u32 %rd9, %r20, 4; add.s64 %rd9, %rd1, %rd9; "
             "st.global.u32 [%rd9], %r1;",
             Severity::Warning},
        Pair{"Bytes", 1, 32, "add.u32 %r20, %r3, %r1; st.shared.u8 [%r20], %r1;",
             "shr.u32 %r20, %r1, 1; add.u32 %r20, %r20, %r3; st.shared.u8 [%r20], %r1;",
             Severity::Warning},
        Pair{"NeighbouringHalves", 1, 32,
             "shl.b32 %r20, %r1, 1; add.u32 %r20, %r20, %r3; st.shared.u16 [%r20], 1; "
             "ld.shared.u16 %h1, [%r20];",
             "shl.b32 %r20, %r1, 1; add.u32 %r20, %r20, %r3; st.shared.u16 [%r20], 1; "
             "ld.shared.u8 %h1, [%r20]; xor.b32 %r20, %r20, 2; ld.shared.u8 %h1, [%r20+1];"},
        Pair{"Vectors", 1, 32,
             "shl.b32 %r20, %r1, 4; add.u32 %r20, %r20, %r3; "
             "st.shared.v4.u32 [%r20], {%r1, %r1, %r1, %r1}; bar.warp.sync -1; "
             "ld.shared.u32 %r21, [%r5+12];",
             "shl.b32 %r20, %r1, 4; add.u32 %r20, %r20, %r3; "
             "st.shared.v4.u32 [%r20], {%r1, %r1, %r1, %r1}; ld.shared.u32 %r21, [%r5+12];"},
        Pair{"LoopOfReaders", 1, 32,
             "ld.shared.u32 %r20, [%r3]; ld.shared.u32 %r20, [%r3]; bar.warp.sync -1; "
             "@%p2 st.shared.u32 [%r3], 1;",
             "@!%p2 ld.shared.u32 %r20, [%r3]; @%p2 ld.shared.u32 %r20, [%r3]; "
             "@%p2 st.shared.u32 [%r3], 1;"},
        Pair{"FencesAreNoBarrier", 1, 32, kStore + "bar.warp.sync -1; " + kLoadNext,
             kStore + "membar.gl; " + kLoadNext}),
    pair_name);

}  // namespace
}  // namespace lanescope::machine::test
