#include <cstdlib>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "lab/program/saved_program.hpp"
#include "tests/programs/support.hpp"

// docs/CONTRACT.md, "Whole programs": what is compiled, what the statuses mean, what the report
// holds.
namespace lanescope::programs_test {
namespace {

class ProgramCommand : public Programs {};

TEST_F(ProgramCommand, ReportsEachLaunchAsRunDoes) {
  const Reported reported = run_reported("right/reduction.cu");
  const Json& json = reported.report;
  EXPECT_EQ(reported.finished.out, "PASS\n");
  EXPECT_EQ(json["schema"], 1);
  EXPECT_EQ(json["exit"], (Json{{"program", 0}, {"signal", 0}, {"model", 0}}));
  ASSERT_EQ(json["launches"].size(), 2U) << "5,000, and the 40 sums of its blocks";
  const Json& first = json["launches"][0];
  EXPECT_EQ(first["index"], 0);
  EXPECT_EQ(first["stream"], 0);
  EXPECT_EQ(first["host"]["line"], 30);
  EXPECT_EQ(first["kernel"], "reduce");
  EXPECT_EQ(first["launch"]["grid"], (Json{40, 1, 1}));
  EXPECT_EQ(first["launch"]["dynamic_shared_bytes"], 512);
  EXPECT_EQ(first["outcome"], "finished");
  EXPECT_TRUE(first["occupancy"].is_null());
  // By the contract's rules: a load of 128 bytes is 4 sectors, of 5,000 numbers 625.
  EXPECT_EQ(first["counters"]["global"]["load"]["sectors"], 625);
  EXPECT_EQ(first["counters"]["global"]["store"]["requests"], 40);
  std::uint64_t lines = 0;
  for (const Json& line : first["lines"]) {
    EXPECT_EQ(line["file"], "tests/programs/right/reduction.cu");
    lines += line["warp_instructions"].get<std::uint64_t>();
  }
  EXPECT_EQ(lines, first["counters"]["warp_instructions"].get<std::uint64_t>());
  EXPECT_EQ(json["hazards"].size(), 0U) << json["hazards"].dump(1);
  const Json& call = json["calls"][0];
  EXPECT_EQ(call["name"], "cudaMalloc");
  EXPECT_EQ(call["line"], 25);
  EXPECT_EQ(call["bytes"], 20000);
  EXPECT_EQ(call["result"], "cudaSuccess");
}

// What `run` and the program's own report tell of a launch must be the same.
TEST_F(ProgramCommand, ASavedLaunchRunsAgainWithWhatItRead) {
  const std::string saved = test::write_file("reduction.laneprogram", ""),
                    report = test::write_file("launch.json", "");
  const Reported reported = run_reported("right/reduction.cu", {"--save", saved});
  EXPECT_EQ(reported.finished.out, "PASS\n");
  ASSERT_EQ(reported.report["launches"].size(), 2U);
  for (int i = 0; i < 2; ++i) {
    const Finished finished = test::run_program(
        {"run", saved, "--launch", std::to_string(i), "--report", "json", "--out", report});
    ASSERT_EQ(finished.status, 0) << finished.err;
    const Json json = Json::parse(test::read_file(report));
    const Json& wanted = reported.report["launches"][i];
    EXPECT_EQ(json["kernel"], wanted["kernel"]);
    EXPECT_EQ(json["launch"], wanted["launch"]);
    EXPECT_EQ(json["counters"], wanted["counters"]) << i;
    EXPECT_EQ(json["outcome"], "finished");
  }
  const Finished beyond = test::run_program({"run", saved, "--launch", "2"});
  EXPECT_EQ(beyond.status, 2);
  EXPECT_TRUE(holds(beyond.err, "there is no launch 2: they are 0 to 1")) << beyond.err;
}

// The rod of assets/programs/heat.cu, computed here.
TEST_F(ProgramCommand, TheThirdStepBeginsWithWhatTheSecondLeft) {
  const std::string saved = test::write_file("heat.laneprogram", ""),
                    dump = test::write_file("rod.bin", "");
  const Finished program =
      test::run_program({"program", "assets/programs/heat.cu", "--save", saved, "--", "8", "4"});
  ASSERT_EQ(program.status, 0) << program.err;
  std::vector<float> now{0, 0, 0, 0, 100, 0, 0, 0}, next(8);
  for (int step = 0; step < 3; ++step, std::swap(now, next)) {
    for (std::size_t i = 0; i < 8; ++i)
      next[i] = 0.25F * now[i > 0 ? i - 1 : i] + 0.5F * now[i] + 0.25F * now[i < 7 ? i + 1 : i];
  }
  // Of three steps the third writes into what the first wrote.
  const Finished third =
      test::run_program({"run", saved, "--launch", "2", "--dump", "next=" + dump});
  ASSERT_EQ(third.status, 0) << third.err;
  const std::string bytes = test::read_file(dump);
  ASSERT_EQ(bytes.size(), 32U);
  std::vector<float> rod(8);
  std::memcpy(rod.data(), bytes.data(), 32);
  EXPECT_EQ(rod, now);
}

// Pinned memory is the host's, although kernels reach it: of the four copies of two streams two go
// to the device and two come back, 512 bytes each.
TEST_F(ProgramCommand, CopiesOfPinnedMemoryAreOnesOfTheHost) {
  const std::string file = test::write_file("streams.laneprogram", "");
  ASSERT_EQ(test::run_program({"program", "assets/programs/streams.cu", "--save", file}).status, 0);
  const std::string text = test::read_file(file);
  const auto saved = program::read_saved_program(std::as_bytes(std::span(text)), file);
  ASSERT_TRUE(saved) << saved.error().text();
  int there = 0, back = 0;
  for (const auto& call : (*saved)->run.record.calls) {
    if (call.name != "cudaMemcpyAsync") continue;
    ASSERT_EQ(call.moved.size(), 1U);
    EXPECT_EQ(call.moved.front().bytes, 512U);
    there += call.moved.front().from == 0 ? 1 : 0;
    back += call.moved.front().to == 0 ? 1 : 0;
  }
  EXPECT_EQ(there, 2);
  EXPECT_EQ(back, 2);
  ASSERT_EQ((*saved)->run.record.launches.size(), 2U);
  EXPECT_NE((*saved)->run.record.launches[0].stream, (*saved)->run.record.launches[1].stream);
}

// Many launches of the same arrays: each adds a line, and the pieces that it changed.
TEST_F(ProgramCommand, ManyLaunchesOfTheSameArraysCostLittle) {
  const std::string one = test::write_file("one.laneprogram", ""),
                    many = test::write_file("many.laneprogram", "");
  const auto save = [](const std::string& file, const char* launches) {
    const Finished finished = test::run_program(
        {"program", "tests/programs/right/read_only.cu", "--save", file, "--", launches});
    ASSERT_EQ(finished.out, "PASS\n") << finished.err;
  };
  save(one, "1");
  save(many, "200");
  const std::size_t array = std::size_t{1} << 20U;
  EXPECT_GT(test::read_file(one).size(), array) << "what it read is in it";
  EXPECT_LT(test::read_file(many).size(), test::read_file(one).size() + array);
}

TEST_F(ProgramCommand, FullRecordingNeedsAFile) {
  const Finished finished = run("right/vector_add.cu", {"--record", "full"});
  EXPECT_EQ(finished.status, 2);
  EXPECT_TRUE(holds(finished.err, "--save FILE")) << finished.err;
}

TEST_F(ProgramCommand, TheTextReportGoesToItsFile) {
  const std::string file = test::write_file("report.txt", "");
  const Finished finished =
      run("wrong/leak.cu", {"--report", "text", "--out", file, "--record", "none"});
  EXPECT_EQ(finished.out, "");
  const std::string text = test::read_file(file);
  EXPECT_TRUE(holds(text, "exit status 0")) << text;
  EXPECT_TRUE(holds(text, "no kernel was launched")) << text;
  EXPECT_TRUE(holds(text, "d_lost (4096 bytes) was never freed")) << text;
}

TEST_F(ProgramCommand, CompilesOnceUntilAFileChanges) {
  const std::string header = test::write_file("answer.h", "#define ANSWER 42\n");
  const std::string source =
      test::write_file("once.cu",
                       "#include <cstdio>\n#include \"answer.h\"\nint main() { std::printf(\"%d "
                       "%d\\n\", ANSWER, MORE); }\n");
  EXPECT_EQ(test::run_program({"program", source, "-D", "MORE=1"}).out, "42 1\n");
  EXPECT_EQ(test::run_program({"program", source, "-D", "MORE=2"}).out, "42 2\n");
  static_cast<void>(test::write_file("answer.h", "#define ANSWER 43\n"));
  EXPECT_EQ(test::run_program({"program", source, "-D", "MORE=1"}).out, "43 1\n") << header;
  EXPECT_EQ(test::run_program({"program", source, "-D", "MORE=1"}).out, "43 1\n");
}

TEST_F(ProgramCommand, WhatDoesNotCompileHasAStatusOfItsOwn) {
  const std::string source = test::write_file("broken.cu", "int main() { return nothing; }\n");
  const Finished finished = test::run_program({"program", source});
  EXPECT_EQ(finished.status, 120);
  EXPECT_TRUE(holds(finished.err, "broken.cu(1): error")) << finished.err;
  EXPECT_EQ(finished.out, "");
}

TEST_F(ProgramCommand, ClosedLibrariesAreNamedWithTheRemedy) {
  Finished finished = test::run_program({"program", "assets/programs/cublas.cu"});
  EXPECT_EQ(finished.status, 121) << finished.err;
  EXPECT_TRUE(finished.out.empty());
  EXPECT_FALSE(holds(finished.err, "undefined reference")) << finished.err;
  EXPECT_TRUE(holds(finished.err,
                    "assets/programs/cublas.cu:38: curandCreateGenerator is a call of "
                    "cuRAND, which is machine code for NVIDIA's GPUs alone"))
      << finished.err;
  EXPECT_TRUE(holds(finished.err, "nvcc assets/programs/cublas.cu -lcurand -lcublas && ./a.out"))
      << finished.err;
  const std::string file = test::write_file("left_out.cu",
                                            "#ifdef WITH_CUBLAS\nvoid f() { cublasCreate(0); }\n"
                                            "#endif\nint main() { return 5; }\n");
  finished = test::run_program({"program", file});
  EXPECT_EQ(finished.status, 5) << "what is not compiled is not called: " << finished.err;
}

TEST_F(ProgramCommand, AnExecutableIsRunAsItIs) {
  const cuda::toolchain::Toolchain tools = cuda::toolchain::find_toolchain();
  const std::string folder = testing::TempDir(), plain = folder + "/given_plain",
                    no_ptx = folder + "/given_no_ptx";
  const auto build = [&](const std::string& words, const std::string& out) {
    const std::string command = tools.nvcc.path +
                                " -L$(dirname $(dirname $LANESCOPE_PROGRAM))/lib/cuda " + words +
                                " tests/programs/right/vector_add.cu -o " + out;
    return std::system(command.c_str());
  };
  // Compressed as nvcc does it, and without -g.
  ASSERT_EQ(build("-cudart shared -gencode arch=compute_90,code=compute_90", plain), 0);
  const Finished finished = test::run_program({"program", plain, "--", "50"});
  EXPECT_EQ(finished.out, "PASS\n") << finished.err;
  ASSERT_EQ(build("-cudart shared -gencode arch=compute_90,code=sm_90", no_ptx), 0);
  const Finished refused = test::run_program({"program", no_ptx});
  EXPECT_EQ(refused.status, 121) << refused.err;
  EXPECT_TRUE(holds(refused.err, "no PTX that sm_90 could run (there is sm_90)")) << refused.err;
  EXPECT_TRUE(holds(refused.err, "code=compute_90")) << refused.err;
  const Finished other = test::run_program({"program", "/bin/sh"});
  EXPECT_EQ(other.status, 121) << "it loads no libcudart";
  EXPECT_TRUE(holds(other.err, "-cudart shared")) << other.err;
}

// What times launches on a GPU, here before the model's own library: a line for each launch.
TEST_F(ProgramCommand, LaunchesAreTimedByALibraryBeforeCudas) {
  const cuda::toolchain::Toolchain tools = cuda::toolchain::find_toolchain();
  const std::string lib = "$(dirname $(dirname $LANESCOPE_PROGRAM))/lib",
                    program = testing::TempDir() + "/timed_heat",
                    times = test::write_file("times.txt", "");
  const std::string build = tools.nvcc.path + " -L" + lib + "/cuda -cudart shared -gencode " +
                            "arch=compute_90,code=compute_90 assets/programs/heat.cu -o " + program;
  ASSERT_EQ(std::system(build.c_str()), 0);
  const std::string run = "LD_LIBRARY_PATH=" + lib + "/cuda LD_PRELOAD=" + lib +
                          "/times/liblanescope_launch_times.so LANESCOPE_LAUNCH_TIMES=" + times +
                          " " + program + " 64 3 > /dev/null";
  ASSERT_EQ(std::system(run.c_str()), 0);
  const std::string text = test::read_file(times);
  EXPECT_EQ(std::ranges::count(text, '\n'), 3) << text;
  EXPECT_TRUE(text.starts_with("launch 0 ")) << text;
  // With a CUPTI that tells of a copy, and of a kernel for each launch (fake_activities.cpp).
  const std::string cupti = "LANESCOPE_CUPTI=" + lib + "/libfake_activities.so ";
  ASSERT_EQ(std::system((cupti + run).c_str()), 0);
  EXPECT_TRUE(
      test::read_file(times).ends_with("to_device 13 1000 2000 4096\n"
                                       "kernel 7 3000 4000 0 _Z4stepPf\n"
                                       "kernel 7 3001 4001 1 _Z4stepPf\n"
                                       "kernel 7 3002 4002 2 _Z4stepPf\n"))
      << test::read_file(times);
}

TEST_F(ProgramCommand, OnTheGpuTooOrSaysThatThereIsNone) {
  if (cuda::toolchain::find_toolchain().driver.found()) {
    const Reported reported = run_reported("right/vector_add.cu", {"--gpu", "--", "50"});
    EXPECT_EQ(reported.report["gpu"]["output"], "equal") << reported.finished.err;
    EXPECT_GT(reported.report["launches"][0]["gpu_milliseconds"], 0.0);
    return;
  }
  const Finished finished = run("right/vector_add.cu", {"--gpu", "--", "50"});
  EXPECT_EQ(finished.status, 121);
  EXPECT_TRUE(holds(finished.err, "--gpu")) << finished.err;
  EXPECT_EQ(finished.out, "") << "the model has not run it either";
}

TEST(ProgramWords, AreChecked) {
  const Finished no_out = test::run_program({"program", "a.cu", "--report", "json"});
  EXPECT_EQ(no_out.status, 2);
  EXPECT_TRUE(holds(no_out.err, "--out")) << no_out.err;
  EXPECT_EQ(test::run_program({"program"}).status, 2);
  EXPECT_EQ(test::run_program({"program", "README.md"}).status, 2);
  EXPECT_EQ(test::run_program({"program", "a.cu", "--record", "much"}).status, 2);
}

}  // namespace
}  // namespace lanescope::programs_test
