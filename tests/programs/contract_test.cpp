#include <cstdlib>

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
