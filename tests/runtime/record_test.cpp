#include "runtime/record/record.hpp"

#include <gtest/gtest.h>

namespace lanescope::runtime::record::test {
namespace {

Launch some_launch() {
  Launch launch;
  launch.kernel = "_Z1kPi";
  launch.module = 3;
  launch.grid = {2, 3, 4};
  launch.block = {32, 1, 1};
  launch.dynamic_shared_bytes = 128;
  launch.stream = 2;
  launch.place = {"main.cu", 12};
  launch.outcome = engine::Outcome::Fault;
  launch.printed = "hello \xff\n";
  launch.seconds = 0.25;
  launch.steps = 1234;
  events::Hazard hazard;
  hazard.kind = events::HazardKind::Race;
  hazard.severity = events::Severity::Warning;
  hazard.count = 5;
  hazard.pc = Pc{7};
  hazard.other_pc = Pc{9};
  hazard.space = "shared";
  hazard.block = {1, 2, 3};
  hazard.threads = {{1, 0, 0}, {2, 0, 0}};
  hazard.address = "s[19]";
  hazard.machine_step = MachineStep{100};
  hazard.other_machine_step = MachineStep{90};
  hazard.other_thread = {2, 0, 0};
  hazard.message = "\"who\" and where";
  launch.hazards = {hazard};
  std::vector<events::Counters> by_pc(3);
  by_pc[1].warp_instructions = 8;
  by_pc[1].global_load.sectors = 44;
  launch.count(by_pc);
  return launch;
}

TEST(Record, GivesBackMachineCodeAndItsTime) {
  MachineCode code{3, {std::byte{0x7f}, std::byte{0xe0}}, {}};
  ports::toolchain::SassLine label, line;
  label.label = ".L_x_1";
  line.address = 0x1d0;
  line.guard = "@!P1";
  line.opcode = "LDS";
  line.operands = "R3, [R2]";
  line.places = {{"a.cuh", 7}, {"main.cu", 12}};
  code.listing = {{"_Z1kPi", {line, label, line}}};
  Launch launch = some_launch();
  launch.time = {"h200", {}};
  timing::Timing& timing = launch.time->timing;
  timing.cycles = 2800.5;
  timing.microseconds = 1.41;
  timing.stalls[static_cast<timing::Reason>(1)] = 77;
  timing.l1 = {5, 20, 10};
  timing.dram_load_bytes = 4096;
  timing.simulated = {8, 100, false};
  const Record record = read(line_of(code) + line_of(launch));
  ASSERT_NE(record.find_machine_code(3), nullptr);
  EXPECT_EQ(record.find_machine_code(4), nullptr);
  const MachineCode& back = *record.find_machine_code(3);
  EXPECT_EQ(back.cubin, code.cubin);
  ASSERT_EQ(back.listing.size(), 1U);
  EXPECT_EQ(back.listing[0].name, "_Z1kPi");
  EXPECT_EQ(back.listing[0].lines, code.listing[0].lines);
  ASSERT_EQ(record.launches.size(), 1U);
  ASSERT_TRUE(record.launches[0].time);
  const ModelledTime& time = *record.launches[0].time;
  EXPECT_EQ(time.machine, "h200");
  EXPECT_EQ(time.timing.cycles, 2800.5);
  EXPECT_EQ(time.timing.microseconds, 1.41);
  EXPECT_EQ(time.timing.stalls, timing.stalls);
  EXPECT_EQ(time.timing.l1, timing.l1);
  EXPECT_EQ(time.timing.dram_load_bytes, 4096);
  EXPECT_EQ(time.timing.simulated.blocks, 100U);
  EXPECT_FALSE(time.timing.simulated.whole);
}

TEST(Record, GivesBackWhatWasWritten) {
  const std::string text =
      line_of(Module{3, ".version 9.0\n"}) + line_of(some_launch()) +
      line_of(Call{"cudaMalloc", {"main.cu", 5}, "cudaSuccess", 400}) +
      line_of(Problem{
          ProblemKind::Leak, events::Severity::Warning, {"main.cu", 5}, "it was never freed"}) +
      line_of_calls_left_out(17);
  const Record record = read(text);
  ASSERT_EQ(record.modules.size(), 1U);
  EXPECT_EQ(record.find_module(3)->ptx, ".version 9.0\n");
  EXPECT_EQ(record.find_module(4), nullptr);
  ASSERT_EQ(record.launches.size(), 1U);
  const Launch &back = record.launches.front(), wanted = some_launch();
  EXPECT_EQ(back.kernel, wanted.kernel);
  EXPECT_EQ(back.grid, wanted.grid);
  EXPECT_EQ(back.block, wanted.block);
  EXPECT_EQ(back.outcome, wanted.outcome);
  EXPECT_EQ(back.steps, wanted.steps);
  EXPECT_EQ(back.stream, wanted.stream);
  EXPECT_EQ(back.place.text(), "main.cu:12");
  ASSERT_EQ(back.counters_by_pc(3).size(), 3U);
  EXPECT_EQ(back.counters_by_pc(3)[1].global_load.sectors, 44U);
  EXPECT_EQ(back.counters_by_pc(3)[2], events::Counters{});
  EXPECT_EQ(back.counters_by_pc(1).size(), 1U) << "of a kernel that has only one instruction";
  ASSERT_EQ(back.hazards.size(), 1U);
  EXPECT_EQ(back.hazards[0].kind, wanted.hazards[0].kind);
  EXPECT_EQ(back.hazards[0].threads, wanted.hazards[0].threads);
  EXPECT_EQ(back.hazards[0].message, wanted.hazards[0].message);
  EXPECT_EQ(back.hazards[0].other_pc, wanted.hazards[0].other_pc);
  ASSERT_EQ(record.calls.size(), 1U);
  EXPECT_EQ(record.calls[0].bytes, 400U);
  ASSERT_EQ(record.problems.size(), 1U);
  EXPECT_EQ(record.problems[0].kind, ProblemKind::Leak);
  EXPECT_EQ(record.calls_left_out, 17U);
}

TEST(Record, GivesBackWhatACallIssued) {
  Call call{"cudaGraphLaunch", {"main.cu", 5}, "cudaSuccess", 0};
  call.issue = Issue{{3, UsedStream::Kind::NonBlocking, -2},
                     {{IssuedWork::Kind::ToDevice, 4096, true},
                      {IssuedWork::Kind::RecordEvent, 0, false, 7, {0}},
                      {IssuedWork::Kind::Nothing, 0, false, 0, {0, 1}}},
                     Issue::Waits::Event,
                     9};
  const Record record = read(line_of(call) + line_of(Call{"cudaMalloc", {}, "cudaSuccess", 4}));
  ASSERT_EQ(record.calls.size(), 2U);
  EXPECT_EQ(record.calls[0].issue, call.issue);
  EXPECT_FALSE(record.calls[1].issue);
}

TEST(Record, ALineThatIsCutOffIsLeftOut) {
  const std::string first = line_of(Call{"cudaMalloc", {}, "cudaSuccess", 4}),
                    second = line_of(some_launch());
  for (std::size_t size = 0; size + 1 < second.size(); ++size) {
    const Record record = read(first + second.substr(0, size));
    EXPECT_EQ(record.calls.size(), 1U);
    EXPECT_TRUE(record.launches.empty());
  }
}

TEST(Record, LinesOfAnotherKindAreNone) {
  const Record record =
      read("null\n[]\n{\"t\":5}\n{\"t\":\"launch\"}\n{\"t\":\"launch\",\"grid\":[1]}\n\n{}\n");
  EXPECT_TRUE(record.launches.empty());
}

TEST(Record, GivesBackWhatALaunchRead) {
  Launch launch = some_launch();
  launch.call = 9;
  Inputs inputs;
  inputs.parameters = {std::byte{0}, std::byte{0xa5}, std::byte{0xff}};
  inputs.arrays = {
      {"d_in", false, 0x7000'0000'0400, 256, 8, {"main.cu", 5}, 1, {{0, 16}, {32, 40}}},
      {"_ZL6factor", true, 0x7000'0000'0000, 4, 4, {}, 0, {}}};
  launch.inputs = inputs;
  const Record record =
      read(line_of(Content{0, 4, {0}}) + line_of(Content{1, 256, {1, 1}}) + line_of(launch),
           Counted::InAll);
  ASSERT_EQ(record.launches.size(), 1U);
  const Launch& back = record.launches.front();
  EXPECT_TRUE(back.counters_by_pc(3).empty()) << "left out";
  EXPECT_EQ(back.total, launch.total);
  EXPECT_NE(back.total, events::Counters{});
  EXPECT_EQ(back.call, 9U);
  ASSERT_TRUE(back.inputs);
  EXPECT_EQ(back.inputs->parameters, inputs.parameters);
  ASSERT_EQ(back.inputs->arrays.size(), 2U);
  const KeptArray &array = back.inputs->arrays[0], &wanted = inputs.arrays[0];
  EXPECT_EQ(array.name, wanted.name);
  EXPECT_EQ(array.address, wanted.address);
  EXPECT_EQ(array.bytes, wanted.bytes);
  EXPECT_EQ(array.element_bytes, wanted.element_bytes);
  EXPECT_EQ(array.place.line, wanted.place.line);
  EXPECT_EQ(array.undefined, wanted.undefined);
  EXPECT_TRUE(back.inputs->arrays[1].is_variable);
  ASSERT_NE(record.find_content(1), nullptr);
  EXPECT_EQ(record.find_content(1)->chunks, (std::vector<std::uint64_t>{1, 1}));
  EXPECT_EQ(record.find_content(2), nullptr);
}

TEST(Record, GivesBackWhatACallMoved) {
  const std::vector<Moved> moved{{0x7000'0000'0000, 0, 64}, {0, 0x7000'0000'0400, 8}};
  const Record record = read(line_of(Call{"cudaMemcpy", {"main.cu", 5}, "cudaSuccess", 72, moved}));
  ASSERT_EQ(record.calls.size(), 1U);
  EXPECT_EQ(record.calls.front().moved, moved);
}

TEST(Record, ALineWithAnOutcomeThatThereIsNotIsLeftOut) {
  std::string line = line_of(some_launch());
  const std::string part = "\"outcome\":2";
  ASSERT_NE(line.find(part), std::string::npos);
  line.replace(line.find(part), part.size(), "\"outcome\":77");
  EXPECT_TRUE(read(line).launches.empty());
}

}  // namespace
}  // namespace lanescope::runtime::record::test
