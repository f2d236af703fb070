// Floating-point operations of kernels that are short enough to count by hand.
#include "lab/run/arithmetic.hpp"

#include <gtest/gtest.h>

#include "lab/experiment/spec.hpp"
#include "tests/lab/ptx_kernels.hpp"

namespace lanescope::run {
namespace {

Arithmetic counted(const experiment::Experiment& experiment, const char* kernel) {
  const PrepareResult result =
      prepare(experiment, test::compiled_ptx(experiment.source.text.c_str(), kernel));
  const auto* failed = std::get_if<PrepareFailure>(&result);
  EXPECT_EQ(failed, nullptr) << failed->error.text();
  if (failed != nullptr) return {};
  return arithmetic_of(*run_model(std::get<std::shared_ptr<const Prepared>>(result), {}));
}

// Two blocks of 32 threads, of which 40 add.
TEST(Arithmetic, OfTheThreadsThatExecute) {
  EXPECT_EQ(counted(test::add_experiment(2, 40), "add"), (Arithmetic{40, 0}));
}

// Each of 32 threads: fma 2, mul 1, sub 1 and mad 2 of f32, add 1 and fma 2 of f64, which a guard
// keeps from most. Neither integers nor minima nor divisions count.
constexpr const char* kMixed = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry mixed(.param .u64 mixed_0) {
  .reg .pred %p<2>;
  .reg .b32 %r<4>;
  .reg .f32 %f<4>;
  .reg .f64 %d<4>;
  mov.u32 %r1, %tid.x;
  mov.f32 %f1, 0f3F800000;
  mov.f64 %d1, 0d3FF0000000000000;
  fma.rn.f32 %f2, %f1, %f1, %f1;
  mul.f32 %f2, %f2, %f1;
  sub.rn.f32 %f2, %f2, %f1;
  mad.rn.f32 %f2, %f2, %f1, %f1;
  min.f32 %f3, %f2, %f1;
  div.rn.f32 %f3, %f2, %f1;
  add.f64 %d2, %d1, %d1;
  mad.lo.s32 %r2, %r1, %r1, %r1;
  add.s32 %r2, %r2, 1;
  setp.lt.u32 %p1, %r1, 5;
  @%p1 fma.rn.f64 %d3, %d1, %d1, %d2;
  ret;
}
)";

TEST(Arithmetic, FusedMultiplyAddsAreTwo) {
  experiment::Experiment experiment;
  experiment.source = {"mixed.ptx", kMixed, true, {}};
  experiment::LaunchSpec launch;
  launch.kernel = "mixed";
  launch.block = {32, 1, 1};
  launch.grid = {1, 1, 1};
  launch.arguments.emplace_back(*experiment::parse_argument("out:f32[1]=zero"));
  experiment.launches.push_back(launch);
  EXPECT_EQ(counted(experiment, "mixed"), (Arithmetic{32 * 6, 32 * 3}));
  launch.arguments = {experiment::LaunchSpec::BufferRef{"out"}};
  experiment.launches.push_back(launch);
  EXPECT_EQ(counted(experiment, "mixed"), (Arithmetic{2 * 32 * 6, 2 * 32 * 3}))
      << "of all launches";
}

}  // namespace
}  // namespace lanescope::run
