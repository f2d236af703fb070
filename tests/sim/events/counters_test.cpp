#include "sim/events/counters.hpp"

#include <array>
#include <bit>

#include <gtest/gtest.h>

#include "sim/events/hazard.hpp"

namespace lanescope::events {
namespace {

// Counters are plain 64-bit numbers, so that a sum can be checked field by field.
TEST(Counters, SumAddsEveryField) {
  constexpr std::size_t kFields = sizeof(Counters) / sizeof(std::uint64_t);
  std::array<std::uint64_t, kFields> numbers{};
  for (std::size_t i = 0; i < kFields; ++i) numbers.at(i) = 1000 + i;
  auto sum = std::bit_cast<Counters>(numbers);
  sum += std::bit_cast<Counters>(numbers);
  const auto doubled = std::bit_cast<std::array<std::uint64_t, kFields>>(sum);
  for (std::size_t i = 0; i < kFields; ++i)
    EXPECT_EQ(doubled.at(i), 2 * numbers.at(i)) << "field " << i;
}

TEST(Counters, SimtEfficiency) {
  Counters counters;
  EXPECT_DOUBLE_EQ(counters.simt_efficiency(32), 1.0);
  counters.warp_instructions = 4;
  counters.thread_instructions = 96;
  EXPECT_DOUBLE_EQ(counters.simt_efficiency(32), 0.75);
  EXPECT_DOUBLE_EQ(counters.simt_efficiency(64), 0.375);
}

// docs/CONTRACT.md, "Hazards".
TEST(Hazard, SpellingsOfTheReport) {
  EXPECT_EQ(spelling(HazardKind::Race), "race");
  EXPECT_EQ(spelling(HazardKind::OutOfBounds), "out_of_bounds");
  EXPECT_EQ(spelling(HazardKind::Misaligned), "misaligned");
  EXPECT_EQ(spelling(HazardKind::UninitializedRead), "uninitialized_read");
  EXPECT_EQ(spelling(HazardKind::BarrierDivergence), "barrier_divergence");
  EXPECT_EQ(spelling(HazardKind::Deadlock), "deadlock");
  EXPECT_EQ(spelling(HazardKind::InvalidSyncMask), "invalid_sync_mask");
  EXPECT_EQ(spelling(HazardKind::Trap), "trap");
  EXPECT_EQ(spelling(HazardKind::StepLimit), "step_limit");
  EXPECT_EQ(spelling(Severity::Error), "error");
  EXPECT_EQ(spelling(Severity::Warning), "warning");
  EXPECT_EQ(spelling(Severity::Note), "note");
}

}  // namespace
}  // namespace lanescope::events
