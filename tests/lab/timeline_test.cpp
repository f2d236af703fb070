#include "runtime/timeline/timeline.hpp"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "lab/program/recorded_lengths.hpp"

namespace lanescope::program::test {
namespace {

using runtime::record::Call;
using runtime::record::Issue;
using runtime::record::IssuedWork;
using runtime::record::Launch;
using runtime::record::Record;
using runtime::record::UsedStream;
using runtime::timeline::host_waits_for;
using runtime::timeline::Timeline;
using WorkKind = IssuedWork::Kind;

constexpr std::uint64_t kMiB = 1U << 20U;

UsedStream blocking(std::uint64_t number) { return {number, UsedStream::Kind::Blocking, 0}; }

// Written as the library does, and read again.
struct RecordMaker {
  std::string text;
  std::uint64_t calls = 0;

  void add(const char* name, Issue issue) {
    Call call{name, {"main.cu", 7}, "cudaSuccess", 0};
    call.issue = std::move(issue);
    text += line_of(call);
    ++calls;
  }
  void copy(UsedStream stream, WorkKind kind, bool pageable = false, std::uint64_t bytes = kMiB,
            Issue::Waits waits = Issue::Waits::No) {
    add("cudaMemcpyAsync", {stream, {{kind, bytes, pageable}}, waits, 0});
  }
  void launch(UsedStream stream, std::uint32_t blocks = 1024, std::uint64_t steps = 1000) {
    Launch launch;
    launch.kernel = "k";
    launch.grid = {blocks, 1, 1};
    launch.block = {1024, 1, 1};
    launch.steps = steps;
    launch.stream = stream.number;
    launch.call = calls;
    add("cudaLaunchKernel", {stream, {{WorkKind::Kernel}}});
    text += line_of(launch);
  }
  void wait(Issue::Waits waits, UsedStream stream = {}) {
    add("cudaSynchronize", {stream, {}, waits, 0});
  }
  [[nodiscard]] Record record() const { return runtime::record::read(text); }
};

double end_of(const RecordMaker& maker, unsigned copy_engines) {
  return timeline_of(maker.record(), Lengths::units(), copy_engines).schedule.end;
}

RecordMaker chunks(bool breadth, bool pageable) {
  RecordMaker maker;
  const auto part = [&](std::uint64_t chunk, int which) {
    if (which == 1)
      maker.launch(blocking(chunk + 1));
    else
      maker.copy(blocking(chunk + 1), which == 0 ? WorkKind::ToDevice : WorkKind::FromDevice,
                 pageable);
  };
  for (int i = 0; i < 12; ++i) {
    if (breadth)
      part(static_cast<std::uint64_t>(i % 4), i / 4);
    else
      part(static_cast<std::uint64_t>(i / 3), i % 3);
  }
  maker.wait(Issue::Waits::Device);
  return maker;
}

// golden_001 "streams", of four chunks.
TEST(Timeline, OfARecordComesToTheNotesTimes) {
  EXPECT_EQ(end_of(chunks(false, false), 1), 12);
  EXPECT_EQ(end_of(chunks(true, false), 1), 8);
  EXPECT_EQ(end_of(chunks(false, false), 2), 6);
  EXPECT_EQ(end_of(chunks(true, false), 2), 6);
}

TEST(Timeline, HostWaitsForPageableMemory) {
  EXPECT_EQ(end_of(chunks(false, true), 2), 12);
  EXPECT_EQ(end_of(chunks(true, true), 2), 9);
}

// "API synchronization behavior" of the CUDA Runtime API.
TEST(Timeline, KnowsWhichCopiesHoldTheHost) {
  const auto holds = [](WorkKind kind, bool pageable, std::uint64_t bytes, bool synchronous) {
    return host_waits_for({kind, bytes, pageable}, synchronous);
  };
  EXPECT_TRUE(holds(WorkKind::ToDevice, true, kMiB, true));
  EXPECT_TRUE(holds(WorkKind::ToDevice, true, 65'537, false));
  EXPECT_FALSE(holds(WorkKind::ToDevice, true, 65'536, true));
  EXPECT_TRUE(holds(WorkKind::ToDevice, false, 4, true));
  EXPECT_FALSE(holds(WorkKind::ToDevice, false, kMiB, false));
  EXPECT_TRUE(holds(WorkKind::FromDevice, true, 4, false));
  EXPECT_TRUE(holds(WorkKind::FromDevice, false, 4, true));
  EXPECT_FALSE(holds(WorkKind::FromDevice, false, kMiB, false));
  EXPECT_FALSE(holds(WorkKind::OnDevice, false, kMiB, true));
  EXPECT_FALSE(holds(WorkKind::Set, false, kMiB, true));
}

// Inventory_002 D4, in small kernels.
TEST(Timeline, KnowsTheDefaultStreams) {
  const auto ends = [](UsedStream::Kind default_kind) {
    RecordMaker maker;
    maker.launch(blocking(1), 1);
    maker.launch({0, default_kind, 0}, 1);
    maker.launch(blocking(2), 1);
    return end_of(maker, 2);
  };
  EXPECT_EQ(ends(UsedStream::Kind::Default), 3);
  EXPECT_EQ(ends(UsedStream::Kind::Legacy), 3);
  EXPECT_EQ(ends(UsedStream::Kind::PerThread), 1);
  EXPECT_EQ(ends(UsedStream::Kind::PerThreadDefault), 1);
}

// A program that nvcc built with --default-stream per-thread is known by its launches.
TEST(Timeline, OneLaunchTellsWhatTheDefaultStreamIs) {
  RecordMaker maker;
  maker.copy({}, WorkKind::ToDevice);
  maker.copy(blocking(1), WorkKind::FromDevice);
  EXPECT_EQ(end_of(maker, 2), 2);
  maker.launch({0, UsedStream::Kind::PerThreadDefault, 0}, 1);
  EXPECT_EQ(end_of(maker, 2), 2) << "the kernel behind its copy, and the copy back beside that";
  EXPECT_EQ(timeline_of(maker.record(), Lengths::units(), 2).schedule.works[1].begin, 0);
}

TEST(Timeline, SynchronisingTheDefaultStreamWaitsForBlockingOnes) {
  RecordMaker maker;
  maker.launch(blocking(1));
  maker.launch({2, UsedStream::Kind::NonBlocking, 0});
  maker.wait(Issue::Waits::Stream);
  const Timeline timeline = timeline_of(maker.record(), Lengths::units(), 2);
  EXPECT_EQ(timeline.schedule.calls.back().end, 1);
  EXPECT_EQ(timeline.schedule.end, 2);
}

TEST(Timeline, PiecesKnowTheirLaunches) {
  RecordMaker maker;
  maker.copy(blocking(1), WorkKind::ToDevice);
  maker.launch(blocking(1));
  maker.launch(blocking(1));
  const Timeline timeline = timeline_of(maker.record(), Lengths::units(), 2);
  ASSERT_EQ(timeline.pieces.size(), 3U);
  EXPECT_FALSE(timeline.pieces[0][0].launch);
  EXPECT_EQ(timeline.pieces[1][0].launch, 0U);
  EXPECT_EQ(timeline.pieces[2][0].launch, 1U);
  EXPECT_TRUE(timeline.known);
}

TEST(Timeline, OfAnOldRecordIsNotKnown) {
  const Record record =
      runtime::record::read(line_of(Call{"cudaMalloc", {"main.cu", 5}, "cudaSuccess", 400}));
  EXPECT_FALSE(timeline_of(record, Lengths::units(), 2).known);
}

// A file of somebody else may say anything: such calls are left out.
TEST(Timeline, RefusesWorkThatWaitsForLaterWork) {
  RecordMaker maker;
  maker.add("cudaGraphLaunch", {blocking(1), {{WorkKind::Kernel, 0, false, 0, {0}}}});
  EXPECT_TRUE(maker.record().calls.empty());
}

hardware::Measurements measured() {
  using Memory = ports::device::GpuSurvey::Memory;
  hardware::Survey survey;
  const auto rate = [](double value) { return hardware::Spread{value, value, value}; };
  for (const Memory memory : {Memory::Pageable, Memory::Pinned}) {
    for (const bool to_gpu : {true, false}) {
      survey.transfers.push_back(
          {memory, to_gpu, 4 * kMiB, rate(memory == Memory::Pinned ? 40 : 8)});
      survey.transfers.push_back({memory, to_gpu, kMiB, rate(memory == Memory::Pinned ? 20 : 4)});
    }
  }
  survey.copy = rate(2000);
  survey.launch = rate(0.003);
  survey.clocks.sm_mhz = 1000;
  hardware::Measurements measurements;
  measurements.device = "a GPU";
  measurements.survey = survey;
  return measurements;
}

TEST(Lengths, FollowTheMeasuredRates) {
  const auto lengths = lengths_of(measured());
  ASSERT_TRUE(lengths);
  EXPECT_EQ(lengths->device(), "a GPU");
  const double small = static_cast<double>(kMiB) / 20e3, large = static_cast<double>(kMiB) / 10e3;
  EXPECT_NEAR(lengths->copy(kMiB, true, false), small, 1e-9);
  EXPECT_NEAR(lengths->copy(4 * kMiB, true, false), large, 1e-9);
  EXPECT_NEAR(lengths->copy(5 * kMiB / 2, true, false), (small + large) / 2, 1e-9);
  EXPECT_NEAR(lengths->copy(8 * kMiB, true, false), 2 * large, 1e-9);
  EXPECT_NEAR(lengths->copy(4, true, false), small, 1e-9);
  EXPECT_NEAR(lengths->copy(kMiB, false, true), static_cast<double>(kMiB) / 4e3, 1e-9);
  EXPECT_NEAR(lengths->within(2'000'000, true), 3 + 2, 1e-9);
  EXPECT_NEAR(lengths->within(2'000'000, false), 3 + 1, 1e-9);
  EXPECT_NEAR(lengths->call(), 3, 1e-9);
}

TEST(Lengths, OfKernelsFollowTheirInstructions) {
  const auto lengths = lengths_of(measured());
  ASSERT_TRUE(lengths);
  Launch launch;
  launch.steps = 528'000;
  launch.grid = {1000, 1, 1};
  launch.block = {256, 1, 1};
  EXPECT_NEAR(lengths->kernel(launch), 3 + 1, 1e-9);  // 132 times 4 schedulers
  launch.grid = {1, 1, 1};
  EXPECT_NEAR(lengths->kernel(launch), 3 + 132, 1e-9);  // 4 schedulers
  launch.block = {32, 1, 1};
  EXPECT_NEAR(lengths->kernel(launch), 3 + 528, 1e-9);
  launch.time = {"h200", {}};
  launch.time->timing.microseconds = 7.5;
  EXPECT_EQ(lengths->kernel(launch), 7.5);  // modelled
  EXPECT_EQ(Lengths::units().kernel(launch), 1.0);
  EXPECT_NEAR(Lengths::share(launch), 32.0 / (132 * 2048), 1e-12);
  launch.grid = {100'000, 1, 1};
  EXPECT_EQ(Lengths::share(launch), 1.0);
}

TEST(Lengths, AreNoneWithoutASurvey) {
  EXPECT_FALSE(lengths_of({}));
  hardware::Measurements no_transfers = measured();
  no_transfers.survey->transfers.pop_back();
  no_transfers.survey->transfers.pop_back();
  EXPECT_FALSE(lengths_of(no_transfers));
}

}  // namespace
}  // namespace lanescope::program::test
