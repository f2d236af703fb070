// The trace file comes back as it was; damaged and foreign bytes give an error and nothing worse.
#include <random>

#include <gtest/gtest.h>

#include "sim/base/hash.hpp"
#include "sim/trace/reader.hpp"
#include "sim/trace/writer.hpp"
#include "tests/sim/trace/synthetic.hpp"

namespace lanescope::trace {
namespace {

std::vector<std::byte> sample() {
  synthetic::Options options;
  options.launches = 2;
  options.grid = {3, 1, 1};
  options.warps_per_block = 3;
  options.phases = 3;
  options.steps_per_phase = 8;
  Recorder recorder({BlockIndex{1}, 2, 1000});
  const auto told = synthetic::run(options, recorder);
  events::Hazard hazard;
  hazard.kind = events::HazardKind::OutOfBounds;
  hazard.space = "shared";
  hazard.address = "s[19]";
  hazard.threads = {{3, 0, 0}, {19, 0, 0}};
  hazard.machine_step = MachineStep{5};
  hazard.other_machine_step = MachineStep{2};
  hazard.other_thread = {19, 0, 0};
  hazard.message = "thread 3 reads 4 bytes past the end";
  recorder.on(hazard);
  events::Counters counters;
  counters.warp_instructions = 12;
  counters.shared_atomic.bank_conflicts = 4;
  return write(*recorder.finish({{counters, {}}, {counters}}, told.machine_steps));
}

// Ends with what FORMAT.md calls the head: 8 magic, 4 version, 8 length, 8 checksum.
void repair_checksum(std::vector<std::byte>& file) {
  const std::uint64_t checksum = fnv1a64(std::span(file).subspan(28));
  for (std::size_t i = 0; i < 8; ++i) file.at(20 + i) = static_cast<std::byte>(checksum >> (8 * i));
}

// Every question a view may ask, to let the sanitizers see the answers.
void use(const Trace& trace) {
  std::uint64_t sum = trace.digest() + trace.bytes();
  for (std::uint64_t t = 0; t < trace.tick_count(); ++t) {
    const Step step = trace.step(Tick{t});
    sum +=
        step.machine_step.value + trace.accesses(Tick{t}).size() + (trace.branch(Tick{t}) ? 1 : 0);
    sum += trace.steps_of(step.launch, step.block, step.warp).size();
    sum += trace.waits_of(step.launch, step.block, step.warp).size();
  }
  for (std::uint32_t l = 0; l < trace.launches().size(); ++l) sum += trace.blocks(l).size();
  EXPECT_NE(sum, 1U);
}

TEST(TraceFile, RoundTrip) {
  const auto file = sample();
  const auto trace = read(file);
  ASSERT_TRUE(trace.ok()) << trace.error().text();
  EXPECT_EQ(write(**trace), file);
  const Trace& t = **trace;
  EXPECT_EQ(t.hazards().size(), 1U);
  EXPECT_EQ(t.hazards()[0].address, "s[19]");
  EXPECT_EQ(t.hazards()[0].threads[1], (Dim3{19, 0, 0}));
  EXPECT_EQ(t.hazards()[0].other_machine_step.value, 2U);
  EXPECT_EQ(t.hazards()[0].other_thread, (Dim3{19, 0, 0}));
  EXPECT_EQ(t.counters().shared_atomic.bank_conflicts, 8U);
  EXPECT_EQ(t.launches().size(), 2U);
  use(t);
}

// The two bytes at 8 are the version's low ones. The other access takes four numbers of one byte.
TEST(TraceFile, ReadsTheVersionBefore) {
  auto file = sample();
  file.resize(file.size() - 4);
  file.at(8) = std::byte{2};
  const std::uint64_t length = file.size() - 28;
  for (std::size_t i = 0; i < 8; ++i) file.at(12 + i) = static_cast<std::byte>(length >> (8 * i));
  repair_checksum(file);
  const auto trace = read(file);
  ASSERT_TRUE(trace.ok()) << trace.error().text();
  EXPECT_EQ((*trace)->hazards()[0].machine_step.value, 5U);
  EXPECT_EQ((*trace)->hazards()[0].other_machine_step.value, 0U);
}

TEST(TraceFile, EmptyTrace) {
  const auto trace = read(write(*Recorder({}).finish({}, 0)));
  ASSERT_TRUE(trace.ok());
  EXPECT_EQ((*trace)->tick_count(), 0U);
}

std::string error_of(std::vector<std::byte> file) {
  const auto trace = read(file);
  return trace.ok() ? "" : trace.error().message;
}

TEST(TraceFile, SaysWhatIsWrong) {
  EXPECT_NE(error_of({}).find("not a Lanescope trace"), std::string::npos);
  auto file = sample();
  file.at(3) = std::byte{'X'};
  EXPECT_NE(error_of(file).find("not a Lanescope trace"), std::string::npos);
  file = sample();
  file.at(8) = std::byte{9};
  EXPECT_NE(error_of(file).find("version 9"), std::string::npos);
  file = sample();
  file.pop_back();
  EXPECT_NE(error_of(file).find("should hold"), std::string::npos);
  file = sample();
  file.at(file.size() / 2) ^= std::byte{1};
  EXPECT_NE(error_of(file).find("checksum"), std::string::npos);
}

TEST(TraceFile, EveryTruncationIsAnError) {
  const auto file = sample();
  for (std::size_t size = 0; size < file.size(); size += size < 64 ? 1 : 37) {
    auto cut = std::vector(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_NE(error_of(cut), "") << size;
    if (size < 28) continue;
    for (std::size_t i = 0; i < 8; ++i)
      cut.at(12 + i) = static_cast<std::byte>((size - 28) >> (8 * i));
    repair_checksum(cut);
    EXPECT_NE(error_of(cut), "") << size;
  }
}

TEST(TraceFile, MutationsWithARightChecksumAreRefusedOrHarmless) {
  const auto file = sample();
  std::mt19937_64 random(11);
  int refused = 0;
  for (int i = 0; i < 4000; ++i) {
    auto mutated = file;
    for (std::uint64_t n = 1 + random() % 3; n > 0; --n) {
      mutated.at(28 + random() % (file.size() - 28)) = static_cast<std::byte>(random());
    }
    repair_checksum(mutated);
    const auto trace = read(mutated);
    if (!trace.ok()) ++refused;
    if (trace.ok()) use(**trace);
  }
  EXPECT_GT(refused, 0);
}

}  // namespace
}  // namespace lanescope::trace
