// Opcodes, machines, samples.
#include <set>

#include <gtest/gtest.h>

#include "sim/timing/code.hpp"
#include "sim/timing/machine.hpp"
#include "sim/timing/sample.hpp"

namespace lanescope::timing {
namespace {

TEST(Description, OpcodesMatchTheirLongestRow) {
  EXPECT_EQ(classify("IMAD.WIDE.U32").interval, 4);
  EXPECT_EQ(classify("IMAD").interval, 2);
  EXPECT_EQ(classify("IMAD.MOV.U32").interval, 1);
  EXPECT_EQ(classify("LDG.E.128").kind, Kind::Global);
  EXPECT_EQ(classify("LDGSTS.E.BYPASS.128").kind, Kind::Global);
  EXPECT_EQ(classify("LDGDEPBAR").kind, Kind::CopyGroup);
  EXPECT_EQ(classify("BAR.SYNC.DEFER_BLOCKING").kind, Kind::Barrier);
  EXPECT_EQ(classify("HFMA2.MMA").pipe, Pipe::FmaHeavy);
  EXPECT_TRUE(classify("EXIT").known);
  EXPECT_FALSE(classify("WHATEVER").known);
}

TEST(Description, EveryNumberSaysWhereItComesFrom) {
  std::set<std::string_view> names;
  for (const Provenance& number : provenance()) {
    EXPECT_TRUE(names.insert(number.field).second) << number.field;
    EXPECT_FALSE(number.source.empty()) << number.field;
  }
}

TEST(Description, MachinesAreKnownByName) {
  for (std::string_view name : machine_names()) {
    const Result<MachineDescription> one = machine(name);
    ASSERT_TRUE(one) << name;
    EXPECT_EQ(one->name, name);
    EXPECT_EQ(one->measured, name == "h200");
  }
  EXPECT_EQ(machine("tiny")->sms, 2);
  EXPECT_FALSE(machine("abacus"));
}

TEST(Description, SmallGridsAreSimulatedWhole) {
  LaunchShape shape;
  shape.grid = {100, 10, 1};
  const Sample sample = sample_of(shape, {}, 1000);
  EXPECT_TRUE(sample.whole());
  EXPECT_EQ(sample.count(), 1000U);
}

TEST(Description, OfLargeGridsFewerSmsThenFewerRounds) {
  LaunchShape shape;
  shape.grid = {132 * 100, 1, 1};
  shape.resident_blocks = 8;
  const Sample some = sample_of(shape, {}, 5000);
  EXPECT_FALSE(some.whole());
  EXPECT_EQ(some.rounds, 100U);
  EXPECT_LE(some.count(), 5000U);
  const Sample few = sample_of(shape, {}, 200);
  EXPECT_EQ(few.rounds, 24U);
  EXPECT_GE(few.simulated_sms(), 8U);
  std::uint64_t held = 0;
  for (std::uint64_t b = 0; b < few.blocks; ++b) held += few.holds(b) ? 1U : 0U;
  EXPECT_EQ(held, few.count());
}

}  // namespace
}  // namespace lanescope::timing
