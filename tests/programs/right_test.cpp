#include "tests/programs/right_programs.hpp"
#include "tests/programs/support.hpp"

// Programs that check themselves: what they print on the model is what they print on a GPU.
namespace lanescope::programs_test {
namespace {

class Right : public Programs, public testing::WithParamInterface<const char*> {};

TEST_P(Right, Passes) {
  const Finished finished = run(std::string("right/") + GetParam() + ".cu");
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_TRUE(finished.out.ends_with("PASS\n")) << finished.out << finished.err;
  EXPECT_FALSE(holds(finished.err, "[race]")) << finished.err;
  EXPECT_FALSE(holds(finished.err, "was never freed")) << finished.err;
  EXPECT_FALSE(holds(finished.err, "never asked for")) << finished.err;
}

INSTANTIATE_TEST_SUITE_P(All, Right, testing::ValuesIn(kRightPrograms),
                         [](const auto& each) { return std::string(each.param); });

class RightPrograms : public Programs {};

TEST_F(RightPrograms, SeveralFilesAreLinked) {
  const Finished finished =
      run("right/two_files.cu", {source("right/two_files_other.cu"), "--nvcc", "-rdc=true"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_EQ(finished.out, "PASS\n") << finished.err;
}

// Those on the kinds of host memory; what the second one prints follows from the grid: of 15 levels
// the 9 from the fourth on have 4 vertices or more, and each direction is changed once.
TEST_F(RightPrograms, TheExamplesOnMemoryPass) {
  const Finished kinds = test::run_program({"program", "assets/programs/memory_kinds.cu"});
  EXPECT_EQ(kinds.status, 0) << kinds.err;
  EXPECT_EQ(kinds.out, "pageable: right\npinned: right\nmapped: right\nmanaged: right\nPASS\n");
  const Finished frontier = test::run_program({"program", "assets/programs/shared_frontier.cu"});
  EXPECT_EQ(frontier.status, 0) << frontier.err;
  EXPECT_EQ(frontier.out, "15 levels, 9 of them on the GPU, 2 turns\nPASS\n");
  for (const Finished* finished : {&kinds, &frontier}) {
    EXPECT_FALSE(holds(finished->err, "[race]")) << finished->err;
    EXPECT_FALSE(holds(finished->err, "was never freed")) << finished->err;
  }
}

TEST_F(RightPrograms, KernelsLaunchKernels) {
  for (const char* name : {"nested_quicksort", "nested_order"}) {
    const Reported reported = run_reported(std::string("right/") + name + ".cu");
    EXPECT_EQ(reported.finished.status, 0) << name << reported.finished.err;
    EXPECT_EQ(reported.finished.out, "PASS\n") << name << reported.finished.err;
    EXPECT_FALSE(holds(reported.finished.err, "[race]")) << reported.finished.err;
    const Json& launches = reported.report["launches"];
    std::size_t nested = 0;
    for (const Json& launch : launches) {
      if (!launch.contains("parent")) continue;
      ++nested;
      EXPECT_LT(launch["parent"].get<std::size_t>(), launch["index"].get<std::size_t>());
    }
    EXPECT_GT(nested, 10U) << name;
    EXPECT_FALSE(launches[0].contains("parent")) << name;
  }
}

TEST_F(RightPrograms, AsManyLaunchesWaitAsTheHostSays) {
  const Finished finished = run("right/nested_many.cu");
  EXPECT_EQ(finished.out, "PASS\n") << finished.err;
  EXPECT_FALSE(holds(finished.err, "refused")) << finished.err;
}

TEST_F(RightPrograms, TheDriverApiIsThatOfTheSameDevice) {
  const Finished finished = run("right/driver.cu", {"--nvcc", "-lcuda"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_EQ(finished.out, "PASS\n") << finished.err;
  EXPECT_TRUE(holds(finished.err, "cuLaunchKernel: ")) << "by the name that the program called";
  EXPECT_FALSE(holds(finished.err, "never asked for")) << finished.err;
}

TEST_F(RightPrograms, WhatKernelsPrintStandsInItsPlaceOnStandardOutput) {
  const Finished finished = run("right/printf.cu");
  EXPECT_EQ(finished.out,
            "from GPU\n"
            "GPU: thread 0 of block 0, 0.50\nGPU: thread 1 of block 0, 0.50\n"
            "GPU: thread 0 of block 1, 0.50\nGPU: thread 1 of block 1, 0.50\nPASS\n");
}

TEST_F(RightPrograms, ArgumentsInputEnvironmentAndStatusAreTheProgramsOwn) {
  EXPECT_EQ(run("right/vector_add.cu", {"--", "77"}).out, "PASS\n");
  const std::string input = test::write_file("input.txt", "41\n");
  ::setenv("ADDED", "100", 1);
  const Finished finished = test::run_in_shell({"program", source("right/input.cu")}, "<" + input);
  ::unsetenv("ADDED");
  EXPECT_EQ(finished.out, "142\n") << finished.err;
  EXPECT_EQ(finished.status, 7);
}

TEST_F(RightPrograms, ThoseOfTheCourse) {
  for (const char* name : {"heat", "reduction", "streams", "thrust"}) {
    const Finished finished =
        test::run_program({"program", std::string("assets/programs/") + name + ".cu"});
    EXPECT_EQ(finished.status, 0) << finished.err;
    EXPECT_TRUE(finished.out.ends_with("PASS\n")) << finished.out << finished.err;
  }
}

}  // namespace
}  // namespace lanescope::programs_test
