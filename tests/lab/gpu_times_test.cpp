// What a program's run on a GPU told. The lines are those of an H200 (NVIDIA H200, CUPTI 13.0, two
// streams and a graph), shortened.

#include "lab/program/gpu_times.hpp"

#include <gtest/gtest.h>

namespace lanescope::program {
namespace {

constexpr const char* kLines =
    "launch 0 0.0584000014\n"
    "launch 1 0.0177280009\n"
    "from_device 13 1795896021840057008 1795896021840144080 4194304\n"
    "kernel 13 1795896021840041488 1795896021840050768 0 _Z4heatPfi\n"
    "to_device 14 1795896021840063568 1795896021840146032 4194304\n"
    "kernel 13 1795896021840583086 1795896021840615246 - _Z4heatPfi\n";

TEST(GpuTimes, AreReadInTheOrderInWhichWorkBegan) {
  const GpuTimes times = read_gpu_times(kLines);
  EXPECT_EQ(times.milliseconds,
            (std::map<std::size_t, double>{{0, 0.0584000014}, {1, 0.0177280009}}));
  using Kind = GpuActivity::Kind;
  const std::vector<GpuActivity> wanted{
      {Kind::Kernel, 13, 0.0, 9.28, 0, 0, "_Z4heatPfi"},
      {Kind::FromDevice, 13, 15.52, 102.592, 4'194'304, {}, {}},
      {Kind::ToDevice, 14, 22.08, 104.544, 4'194'304, {}, {}},
      {Kind::Kernel, 13, 541.598, 573.758, 0, {}, "_Z4heatPfi"},
  };
  EXPECT_EQ(times.activities, wanted);
}

// 9.28, then 15.52 to 104.544, of which 22.08 to 102.592 twice, then 32.16.
TEST(GpuTimes, ThatOverlapAreSummed) {
  const GpuSums sums = sums_of(read_gpu_times(kLines).activities);
  EXPECT_NEAR(sums.span, 573.758, 1e-9);
  EXPECT_NEAR(sums.busy, 9.28 + 89.024 + 32.16, 1e-9);
  EXPECT_NEAR(sums.overlapped, 80.512, 1e-9);
  EXPECT_EQ(sums_of({}).span, 0.0);
}

TEST(GpuTimes, AreTheSameWhenWrittenAndReadAgain) {
  const GpuTimes times = read_gpu_times(kLines), again = read_gpu_times(text_of(times));
  EXPECT_EQ(again.milliseconds, times.milliseconds);
  EXPECT_EQ(again.activities, times.activities);
}

TEST(GpuTimes, LinesThatAreCutArePassedOver) {
  const GpuTimes times = read_gpu_times(
      "launch 0\nkernel 7 12 \nto_device 7 20 10 4\nsomething 1 2 3\n\nset 7 1000 3000 64\nkern");
  EXPECT_TRUE(times.milliseconds.empty());
  ASSERT_EQ(times.activities.size(), 1U);
  EXPECT_EQ(times.activities.front().kind, GpuActivity::Kind::Set);
  EXPECT_EQ(times.activities.front().end, 2.0);
}

}  // namespace
}  // namespace lanescope::program
