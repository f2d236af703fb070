// `lanescope judge`: a folder of students' solutions at once.

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/process.hpp"

namespace lanescope::test {
namespace {

using Json = nlohmann::json;

const std::string kScan = std::string(LANESCOPE_KERNELS_FOLDER) + "/scan/";

TEST(Judge, EveryFileIsToldOfInOrderWhateverIsWrongWithTheOthers) {
  const std::string broken = write_file("broken.cu", "__global__ void scan( {\n");
  const Finished finished =
      run_program({"judge", "scan", kScan + "exercise_solution.cu", kScan + "exercise.cu", broken});
  EXPECT_EQ(finished.status, 1) << finished.err;
  EXPECT_EQ(finished.out.rfind("solved        " + kScan + "exercise_solution.cu\n", 0), 0U)
      << finished.out;
  EXPECT_NE(finished.out.find("\nnot solved    " + kScan + "exercise.cu: "), std::string::npos)
      << finished.out;
  // The compiler's message names the student's file and line.
  EXPECT_NE(finished.out.find("\nnot compiled  " + broken + ": " + broken + ":1"),
            std::string::npos)
      << finished.out;
  EXPECT_NE(finished.out.find("\n1 of 3 solved\n"), std::string::npos) << finished.out;
}

TEST(Judge, TheReportForProgramsHasGoalsAndRuns) {
  const Finished finished = run_program(
      {"judge", "scan", "--report", "json", kScan + "exercise_solution.cu", kScan + "exercise.cu"});
  EXPECT_EQ(finished.status, 1) << finished.err;
  const Json report = Json::parse(finished.out);
  EXPECT_EQ(report.at("schema"), 1);
  EXPECT_EQ(report.at("lesson"), "scan");
  EXPECT_EQ(report.at("solved"), 1);
  const Json& right = report.at("solutions").at(0);
  EXPECT_EQ(right.at("status"), "solved");
  EXPECT_EQ(right.at("problem"), "");
  for (const Json& goal : right.at("goals")) EXPECT_EQ(goal.at("reached"), true);
  ASSERT_GT(right.at("runs").size(), 1U);
  for (const Json& run : right.at("runs")) EXPECT_EQ(run.at("problem"), "");
  const Json& wrong = report.at("solutions").at(1);
  EXPECT_EQ(wrong.at("status"), "not_solved");
  EXPECT_NE(wrong.at("problem"), "");
}

TEST(Judge, AllSolvedIsSuccess) {
  EXPECT_EQ(run_program({"judge", "scan", kScan + "exercise_solution.cu"}).status, 0);
}

TEST(Judge, AFileThatIsNotThereCountsAsBadInput) {
  const Finished finished =
      run_program({"judge", "scan", "/nowhere/anna.cu", kScan + "exercise_solution.cu"});
  EXPECT_EQ(finished.status, 2);
  EXPECT_NE(finished.out.find("unreadable    /nowhere/anna.cu: "), std::string::npos);
  EXPECT_NE(finished.out.find("1 of 2 solved"), std::string::npos);
}

// A lesson with several exercises wants to know which, but for its own one.
TEST(Judge, OneOfSeveralExercises) {
  const std::string other = kScan + "exercise_inclusive_solution.cu";
  EXPECT_EQ(run_program({"judge", "scan", other}).status, 1)
      << "not what the lesson's own asks for";
  EXPECT_EQ(run_program({"judge", "scan", "--exercise", "inclusive", other}).status, 0);
  const Finished asked = run_program({"judge", "find-the-mistake", "a.cu"});
  EXPECT_EQ(asked.status, 2);
  EXPECT_NE(asked.err.find("--exercise: "), std::string::npos) << asked.err;
  EXPECT_EQ(run_program({"judge", "find-the-mistake", "a.cu", "--exercise", "nothing"}).status, 2);
}

TEST(Judge, WrongWordsAreNamed) {
  EXPECT_EQ(run_program({"judge", "no-such-lesson", "a.cu"}).status, 2);
  EXPECT_EQ(run_program({"judge", "scan"}).status, 2);
}

}  // namespace
}  // namespace lanescope::test
