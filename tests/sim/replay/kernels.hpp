#pragma once

#include <string>

#include "tests/sim/machine/support.hpp"

// Small kernels for tests of whole runs: barriers, divergence that depends on data, atomics,
// shuffles and local memory. All have the parameters (out, in).
namespace lanescope::replay::test {

inline std::string kernel(std::string_view body, std::string_view before = "") {
  std::string text = ".version 8.5\n.target sm_90\n.address_size 64\n";
  text += before;
  text += ".visible .entry k(.param .u64 p_out, .param .u64 p_in)\n{\n";
  text += ".local .align 8 .b8 depot[64];\n";
  text += ".reg .pred %p<8>;\n.reg .b32 %r<32>;\n.reg .b64 %rd<16>;\n";
  text += "ld.param.u64 %rd1, [p_out];\nld.param.u64 %rd2, [p_in];\n";
  // %r1 thread, %r2 block size, %r3 block, %r4 index in the grid, %rd4 its input, %rd5 its output
  text += "mov.u32 %r1, %tid.x;\nmov.u32 %r2, %ntid.x;\nmov.u32 %r3, %ctaid.x;\n";
  text += "mad.lo.s32 %r4, %r3, %r2, %r1;\nmul.wide.u32 %rd3, %r4, 4;\n";
  text += "add.s64 %rd4, %rd2, %rd3;\nadd.s64 %rd5, %rd1, %rd3;\n";
  text += body;
  text += "\nret;\n}\n";
  return text;
}

// out[block] = sum of the block's inputs, sequential addressing in shared memory.
inline std::string reduction() {
  return kernel(R"(
ld.global.u32 %r5, [%rd4];
shl.b32 %r6, %r1, 2;
mov.u32 %r7, s;
add.u32 %r8, %r7, %r6;
st.shared.u32 [%r8], %r5;
shr.u32 %r9, %r2, 1;
LOOP:
bar.sync 0;
setp.ge.u32 %p1, %r1, %r9;
@%p1 bra SKIP;
shl.b32 %r10, %r9, 2;
add.u32 %r11, %r8, %r10;
ld.shared.u32 %r12, [%r11];
ld.shared.u32 %r13, [%r8];
add.u32 %r14, %r12, %r13;
st.shared.u32 [%r8], %r14;
SKIP:
shr.u32 %r9, %r9, 1;
setp.ne.u32 %p2, %r9, 0;
@%p2 bra LOOP;
setp.ne.u32 %p3, %r1, 0;
@%p3 bra DONE;
ld.shared.u32 %r15, [s];
mul.wide.u32 %rd6, %r3, 4;
add.s64 %rd7, %rd1, %rd6;
st.global.u32 [%rd7], %r15;
DONE:
)",
                ".shared .align 4 .b8 s[1024];\n");
}

// out[i] = steps of the Collatz sequence from i + 1 to 1: a loop whose lanes leave one by one, and
// an if and else inside.
inline std::string collatz() {
  return kernel(R"(
add.u32 %r5, %r4, 1;
mov.u32 %r6, 0;
LOOP:
setp.eq.u32 %p1, %r5, 1;
@%p1 bra DONE;
and.b32 %r7, %r5, 1;
setp.eq.u32 %p2, %r7, 0;
@%p2 bra EVEN;
mad.lo.u32 %r5, %r5, 3, 1;
bra.uni NEXT;
EVEN:
shr.u32 %r5, %r5, 1;
NEXT:
add.u32 %r6, %r6, 1;
bra.uni LOOP;
DONE:
st.global.u32 [%rd5], %r6;
)");
}

// A histogram of 32 bins in shared memory, added to out[0 … 31].
inline std::string histogram() {
  return kernel(R"(
mov.u32 %r7, bins;
and.b32 %r8, %r1, 31;
shl.b32 %r9, %r8, 2;
add.u32 %r10, %r7, %r9;
mov.u32 %r11, 0;
st.shared.u32 [%r10], %r11;
bar.sync 0;
ld.global.u32 %r12, [%rd4];
and.b32 %r13, %r12, 31;
shl.b32 %r14, %r13, 2;
add.u32 %r15, %r7, %r14;
atom.shared.add.u32 %r16, [%r15], 1;
bar.sync 0;
setp.gt.u32 %p1, %r1, 31;
@%p1 bra DONE;
ld.shared.u32 %r17, [%r10];
mul.wide.u32 %rd6, %r1, 4;
add.s64 %rd7, %rd1, %rd6;
red.global.add.u32 [%rd7], %r17;
DONE:
)",
                ".shared .align 4 .b8 bins[128];\n");
}

// A butterfly of shuffles through a local array, indexed by data.
inline std::string shuffles() {
  return kernel(R"(
ld.global.u32 %r5, [%rd4];
shfl.sync.bfly.b32 %r6, %r5, 16, 31, 0xffffffff;
add.u32 %r5, %r5, %r6;
shfl.sync.bfly.b32 %r6, %r5, 1, 31, 0xffffffff;
add.u32 %r5, %r5, %r6;
and.b32 %r7, %r5, 15;
mul.wide.u32 %rd6, %r7, 4;
mov.u64 %rd7, depot;
add.s64 %rd8, %rd7, %rd6;
st.local.u32 [%rd8], %r5;
ld.local.u32 %r8, [%rd8];
st.global.u32 [%rd5], %r8;
)");
}

struct Case {
  std::string name;
  std::string text;
  Dim3 grid, block;
  int launches = 1;
};
inline std::vector<Case> cases() {
  return {{"reduction", reduction(), {4, 1, 1}, {128, 1, 1}, 2},
          {"ragged reduction", reduction(), {3, 1, 1}, {64, 1, 1}, 1},
          {"collatz", collatz(), {3, 1, 1}, {80, 1, 1}, 1},
          {"histogram", histogram(), {3, 1, 1}, {96, 1, 1}, 2},
          {"shuffles", shuffles(), {2, 1, 1}, {64, 1, 1}, 1}};
}

inline std::shared_ptr<const engine::Plan> plan_of(const Case& c, engine::Order order,
                                                   engine::Policy policy, std::uint64_t seed = 0) {
  machine::test::Bench bench(c.text);
  const auto threads = static_cast<std::uint32_t>(c.grid.count() * c.block.count());
  std::vector<std::uint32_t> in(threads);
  for (std::uint32_t i = 0; i < threads; ++i) in[i] = i * 2654435761U % 1000;
  bench.zeros("out", threads).buffer("in", in).shape(c.grid, c.block);
  bench.options().order = order;
  bench.options().policy = policy;
  bench.options().schedule_seed = seed;
  return bench.make(c.launches);
}

}  // namespace lanescope::replay::test
