#include "runtime/event_times.hpp"

#include <gtest/gtest.h>

namespace lanescope::runtime::test {
namespace {

using record::Issue;
using record::IssuedWork;
using record::UsedStream;
using timeline::Lengths;

// Calls of 2 microseconds; pinned copies of 1 MiB take 50, all others 100.
Lengths lengths() {
  Lengths::Measured measured;
  measured.device = "a GPU";
  measured.launch = 2.0;
  measured.instructions = 1000.0;
  measured.bytes = 1e6;
  for (const bool to_device : {true, false}) {
    Lengths::transfers_of(measured, to_device, false).push_back({1U << 20U, 50.0});
    Lengths::transfers_of(measured, to_device, true).push_back({1U << 20U, 100.0});
  }
  return *Lengths::of(measured);
}

// What a program does, told call by call.
struct Told {
  EventTimes times{lengths()};
  std::uint64_t calls = 0;

  void add(const UsedStream& stream, IssuedWork work, Issue::Waits waits = Issue::Waits::No) {
    record::Call call;
    call.issue = Issue{stream, {std::move(work)}, waits, 0};
    times.add(call);
    ++calls;
  }
  void event(const UsedStream& stream, std::uint64_t number) {
    add(stream, {IssuedWork::Kind::RecordEvent, 0, false, number});
  }
  // Of one block, so that others fit beside it.
  void kernel(const UsedStream& stream, double microseconds) {
    record::Launch launch;
    launch.grid = {1, 1, 1};
    launch.block = {32, 1, 1};
    launch.call = calls;
    launch.time = {"h200", {}};
    launch.time->timing.microseconds = microseconds;
    add(stream, {IssuedWork::Kind::Kernel});
    times.add(launch);
  }
  void synchronize() {
    record::Call call;
    call.issue = Issue{{}, {}, Issue::Waits::Device, 0};
    times.add(call);
    ++calls;
  }
  // In microseconds.
  double between(std::uint64_t first, std::uint64_t last) {
    return times.between(first, last).value_or(-1.0) * 1000.0;
  }
};

UsedStream blocking(std::uint64_t number) { return {number, UsedStream::Kind::Blocking, 0}; }

// The first kernel is issued a call behind the event, on an idle GPU; the next ones wait for it.
TEST(EventTimes, AreThoseOfTheKernelsBetween) {
  Told told;
  told.event({}, 1);
  for (int i = 0; i < 3; ++i) told.kernel({}, 40.0);
  told.event({}, 2);
  EXPECT_NEAR(told.between(1, 2), 2.0 + 3 * 40.0, 1e-6);
  EXPECT_NEAR(told.between(2, 1), -122.0, 1e-6);
}

TEST(EventTimes, HaveCopiesByTheMeasuredRates) {
  Told told;
  told.kernel({}, 500.0);
  told.event({}, 1);
  told.add({}, {IssuedWork::Kind::ToDevice, 2U << 20U, false});
  told.event({}, 2);
  EXPECT_NEAR(told.between(1, 2), 100.0, 1e-6);
}

TEST(EventTimes, OfOtherStreamsDoNotWaitForEachOther) {
  Told told;
  told.event(blocking(1), 1);
  told.kernel(blocking(1), 300.0);
  told.kernel(blocking(2), 100.0);
  told.event(blocking(1), 2);
  told.event(blocking(2), 3);
  EXPECT_NEAR(told.between(1, 2), 302.0, 1e-6);
  EXPECT_NEAR(told.between(1, 3), 104.0, 1e-6);
}

TEST(EventTimes, ChangeByNothingThatIsIssuedLater) {
  Told told;
  told.event({}, 1);
  told.kernel({}, 40.0);
  told.event({}, 2);
  const double before = told.between(1, 2);
  told.kernel({}, 1000.0);
  told.event({}, 3);
  EXPECT_EQ(told.between(1, 2), before);
}

TEST(EventTimes, AreOfTheLastRecord) {
  Told told;
  for (const double length : {10.0, 70.0}) {
    told.event({}, 1);
    told.kernel({}, length);
    told.event({}, 2);
    told.synchronize();
  }
  EXPECT_NEAR(told.between(1, 2), 72.0, 1e-6);
}

// A loop that asks in each round, as long as programs are: what lies far behind costs nothing.
TEST(EventTimes, AreTheSameAfterManyCalls) {
  Told told;
  for (int i = 0; i < 20'000; ++i) {
    told.event({}, 1);
    told.kernel({}, 40.0);
    told.event({}, 2);
  }
  EXPECT_NEAR(told.between(1, 2), 40.0, 1e-6);
}

TEST(EventTimes, AreNoneWithoutARecord) {
  Told told;
  told.event({}, 1);
  EXPECT_FALSE(told.times.between(1, 2));
  EXPECT_EQ(told.between(1, 1), 0.0);
}

TEST(Lengths, GoToAnotherProcessAsText) {
  const auto back = Lengths::read(lengths().text());
  ASSERT_TRUE(back);
  EXPECT_EQ(back->device(), "a GPU");
  EXPECT_EQ(back->call(), 2.0);
  EXPECT_EQ(back->copy(1U << 20U, true, false), 50.0);
  EXPECT_EQ(back->copy(1U << 20U, false, true), 100.0);
  EXPECT_FALSE(Lengths::read(""));
  EXPECT_FALSE(Lengths::read("{}"));
  EXPECT_FALSE(Lengths::read(Lengths::units().text()));
}

}  // namespace
}  // namespace lanescope::runtime::test
