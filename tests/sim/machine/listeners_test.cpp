#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tests/sim/machine/events_log.hpp"
#include "tests/sim/machine/support.hpp"

namespace lanescope::machine::test {
namespace {

// Four blocks of two warps that meet at a barrier.
Bench four_blocks() {
  Bench bench(kernel_text("mov.u32 %r1, %ctaid.x;\nbar.sync 0;\nst.global.u32 [%rd1], %r1;\nret;"));
  bench.zeros("out", 4).shape({4}, {64});
  return bench;
}

// Overrides two of the ten, and notes in a diary that several share.
class Steps : public events::Listener {
 public:
  Steps(char name, std::string& diary, std::vector<std::uint32_t> blocks = {0, 1, 2, 3})
      : name_(name), diary_(diary), blocks_(std::move(blocks)) {}
  using Listener::on;
  void on(const events::BlockBegin&) override { diary_ += name_; }
  void on(const events::Step& step) override {
    diary_ += name_;
    heard.push_back(step.block.value);
  }
  [[nodiscard]] bool wants(std::uint32_t, BlockIndex block) const override {
    return std::find(blocks_.begin(), blocks_.end(), block.value) != blocks_.end();
  }
  std::vector<std::uint32_t> heard;

 private:
  char name_;
  std::string& diary_;
  std::vector<std::uint32_t> blocks_;
};

TEST(Listeners, AreToldInTheirOrder) {
  Bench bench = four_blocks();
  std::string diary;
  Steps a('a', diary), b('b', diary);
  Execution execution(bench.make(), {Recording::Full, {&b, &a}});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  const std::size_t events = execution.machine_step().value + 4;  // a block's begin is one, too
  ASSERT_EQ(diary.size(), 2 * events);
  for (std::size_t i = 0; i < diary.size(); i += 2) EXPECT_EQ(diary.substr(i, 2), "ba");
}

TEST(Listeners, HearTheBlocksThatTheyWant) {
  Bench bench = four_blocks();
  std::string diary;
  Steps first('1', diary, {0, 1}), second('2', diary, {1, 3});
  Execution execution(bench.make(), {Recording::Full, {&first, &second}});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  const std::size_t block = execution.machine_step().value / 4;
  std::vector<std::uint32_t> zero_one(block, 0), one_three(block, 1);
  zero_one.insert(zero_one.end(), block, 1);
  one_three.insert(one_three.end(), block, 3);
  EXPECT_EQ(first.heard, zero_one);
  EXPECT_EQ(second.heard, one_three);
}

TEST(Listeners, HearTheSameAloneAndTogether) {
  Bench bench = four_blocks();
  EventsLog alone, one, other;
  Execution first(bench.make(), {Recording::Full, {&alone}});
  Execution second(bench.make(), {Recording::Full, {&one, &other}});
  ASSERT_EQ(first.run(), Outcome::Finished);
  ASSERT_EQ(second.run(), Outcome::Finished);
  EXPECT_FALSE(alone.waits_of_barrier.empty() && alone.releases.empty());
  EXPECT_EQ(alone.bytes, one.bytes);
  EXPECT_EQ(alone.bytes, other.bytes);
  EXPECT_EQ(first.counters(0), second.counters(0));
}

TEST(Listeners, HearNothingUnlessEventsAreRecorded) {
  for (const Recording recording : {Recording::None, Recording::Counters}) {
    Bench bench = four_blocks();
    EventsLog log;
    Execution execution(bench.make(), {recording, {&log}});
    ASSERT_EQ(execution.run(), Outcome::Finished);
    EXPECT_TRUE(log.bytes.empty());
  }
}

TEST(Listeners, HearNothingOfWhatIsRunAgain) {
  Bench bench = four_blocks();
  EventsLog log;
  Execution execution(bench.make(), {Recording::Full, {&log}});
  execution.run(3);
  const auto snapshot = execution.snapshot();
  execution.run(3);
  const std::string told = log.bytes;
  execution.restore(*snapshot);
  ASSERT_EQ(execution.run(), Outcome::Finished);
  EXPECT_EQ(log.bytes, told);
}

}  // namespace
}  // namespace lanescope::machine::test
