#pragma once

#include <memory>
#include <string>

// Kernels in PTX, written by hand, for tests that need no compiler.
#include "lab/experiment/experiment.hpp"
#include "lab/experiment/spec.hpp"
#include "ports/toolchain/compile_types.hpp"

namespace lanescope::test {

// add(c, a, b, n): c[i] = a[i] + b[i]; 16 instructions, lines 2 to 4 of add.cu.
inline constexpr const char* kAddPtx = R"(.version 8.0
.target sm_90
.address_size 64
.file 1 "add.cu"
.global .align 4 .u32 factor = 1;
.visible .entry add(.param .u64 add_0, .param .u64 add_1, .param .u64 add_2, .param .u32 add_3) {
  .reg .pred %p<2>;
  .reg .b32 %r<8>;
  .reg .f32 %f<4>;
  .reg .b64 %rd<8>;
  .loc 1 2 1
  ld.param.u32 %r1, [add_3];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.s32 %r5, %r2, %r3, %r4;
  .loc 1 3 1
  setp.ge.s32 %p1, %r5, %r1;
  @%p1 bra DONE;
  ld.param.u64 %rd1, [add_0];
  ld.param.u64 %rd2, [add_1];
  ld.param.u64 %rd3, [add_2];
  mul.wide.s32 %rd4, %r5, 4;
  add.s64 %rd5, %rd2, %rd4;
  add.s64 %rd6, %rd3, %rd4;
  add.s64 %rd7, %rd1, %rd4;
  ld.global.f32 %f1, [%rd5];
  ld.global.f32 %f2, [%rd6];
  add.f32 %f3, %f1, %f2;
  st.global.f32 [%rd7], %f3;
DONE:
  .loc 1 4 1
  ret;
}
)";

[[nodiscard]] inline std::shared_ptr<const ports::toolchain::Compiled> compiled_ptx(
    const char* ptx, const char* kernel) {
  ports::toolchain::Compiled compiled;
  compiled.ptx = ptx;
  compiled.compiler = "by hand";
  compiled.kernels.push_back(
      {kernel, kernel, kernel, ports::toolchain::KernelResources{16, 0, 0, 0}});
  return std::make_shared<const ports::toolchain::Compiled>(std::move(compiled));
}

// `blocks` blocks of 32 threads add n elements; a[i] = i, b[i] = 1.
[[nodiscard]] inline experiment::Experiment add_experiment(std::uint32_t blocks, std::uint32_t n) {
  experiment::Experiment experiment;
  experiment.source = {"add.cu", kAddPtx, true, {}};
  experiment::LaunchSpec launch;
  launch.kernel = "add";
  launch.grid = {blocks, 1, 1};
  launch.block = {32, 1, 1};
  const std::string count = std::to_string(n);
  for (const std::string& spec : {"c:f32[" + count + "]=zero", "a:f32[" + count + "]=iota",
                                  "b:f32[" + count + "]=const:1", "n:i32=" + count}) {
    launch.arguments.emplace_back(*experiment::parse_argument(spec));
  }
  experiment.launches.push_back(std::move(launch));
  return experiment;
}

}  // namespace lanescope::test
