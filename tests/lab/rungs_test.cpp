// Every rung against a plain host computation, at several sizes and block sizes, ragged ones
// included; and without any compiler, from the images compiled ahead.
#include <cstdlib>
#include <ostream>

#include <gtest/gtest.h>

#include "cuda/toolchain/compiler.hpp"
#include "cuda/toolchain/nvdisasm.hpp"
#include "lab/experiment/file.hpp"
#include "lab/hardware/measurements.hpp"
#include "lab/hardware/recorded_numbers.hpp"
#include "lab/lesson/agreement.hpp"
#include "lab/lesson/check.hpp"
#include "lab/lesson/exercise.hpp"
#include "lab/lesson/lesson.hpp"
#include "lab/lesson/lesson_experiment.hpp"
#include "lab/lesson/lesson_reader.hpp"
#include "lab/lesson/recorded.hpp"
#include "lab/lesson/runner.hpp"
#include "tests/lab/rungs_compiler.hpp"
#include "tests/sanitized.hpp"

namespace lanescope::lesson {
namespace {

std::string text(const ParameterValues& values) {
  std::string out;
  for (const auto& [name, value] : values) out += " " + name + "=" + std::to_string(value);
  return out;
}

// Only those that the rung has.
ParameterValues known(const Rung& rung, const ParameterValues& values) {
  ParameterValues out;
  const ParameterValues all = initial_values(rung);
  for (const auto& [name, value] : values) {
    if (all.contains(name)) out[name] = value;
  }
  return out;
}

void expect_agreement(const Rung& rung, const ParameterValues& values,
                      cuda::toolchain::Compiler* compiler) {
  SCOPED_TRACE(rung.id + text(values));
  const auto experiment = make_experiment(rung, values);
  ASSERT_TRUE(experiment) << experiment.error().text();
  const run::PrepareResult prepared = run::prepare(*experiment, *compiler);
  const auto* failed = std::get_if<run::PrepareFailure>(&prepared);
  ASSERT_EQ(failed, nullptr) << failed->error.text();
  const auto run = run::run_model(std::get<std::shared_ptr<const run::Prepared>>(prepared), {});
  const Result<void> clean = check_hazards(rung, *run);
  EXPECT_TRUE(clean) << clean.error().text();
  const Result<void> same = check_reference(rung, values, *run);
  EXPECT_TRUE(same) << same.error().text();
}

TEST(Rungs, AgreeWithTheHost) {
  cuda::toolchain::Compiler compiler = test::make_rungs_compiler();
  const auto lessons = load_lessons("kernels");
  ASSERT_TRUE(lessons) << lessons.error().text();
  for (const Lesson& lesson : *lessons) {
    SCOPED_TRACE(lesson.id);
    ASSERT_GE(lesson.trials.size(), 3U);
    for (const Rung& rung : lesson.rungs) {
      ASSERT_FALSE(rung.reference.empty() && rung.expect.empty()) << rung.id;
      for (const ParameterValues& values : rung.trials.empty() ? lesson.trials : rung.trials) {
        expect_agreement(rung, known(rung, values), &compiler);
        if (test::kSanitized) break;
      }
    }
  }
}

// A host computation that agrees with everything would prove nothing.
TEST(Rungs, AWrongResultIsFound) {
  cuda::toolchain::Compiler compiler = test::make_rungs_compiler();
  const auto lesson = load_lesson("kernels/reduction");
  const Rung& rung = *lesson->find_rung("sequential");
  const ParameterValues values{{"n", 1000}, {"block", 64}};
  const auto experiment = make_experiment(rung, values);
  const run::PrepareResult prepared = run::prepare(*experiment, compiler);
  run::ModelRun run = *run::run_model(std::get<std::shared_ptr<const run::Prepared>>(prepared), {});
  for (run::BufferResult& buffer : run.buffers) buffer.bytes[0] ^= std::byte{1};
  const Result<void> same = check_reference(rung, values, run);
  ASSERT_FALSE(same);
  EXPECT_NE(same.error().message.find("in[0] is"), std::string::npos) << same.error().message;
}

TEST(Rungs, ErrorsMustBeThoseThatAreExpected) {
  run::ModelRun run;
  Rung rung;
  EXPECT_TRUE(check_hazards(rung, run));
  rung.expect = {events::HazardKind::Race};
  EXPECT_FALSE(check_hazards(rung, run));
  run.hazards.resize(1);
  run.hazards[0].kind = events::HazardKind::Race;
  EXPECT_TRUE(check_hazards(rung, run));
  run.hazards.resize(2);
  run.hazards[1].kind = events::HazardKind::OutOfBounds;
  EXPECT_FALSE(check_hazards(rung, run));
  run.hazards[1].severity = events::Severity::Warning;
  EXPECT_TRUE(check_hazards(rung, run));
}

std::string text_of(const std::filesystem::path& file) {
  const Result<std::string> text = experiment::read_text(file.string());
  return text ? *text : "";
}

TEST(Exercises, FailAsGivenAndTheirSolutionsPass) {
  cuda::toolchain::Compiler compiler = test::make_rungs_compiler();
  const cuda::toolchain::Nvdisasm nvdisasm{{}};
  const auto lessons = load_lessons("kernels");
  ASSERT_TRUE(lessons) << lessons.error().text();
  for (const Lesson& lesson : *lessons) {
    SCOPED_TRACE(lesson.id);
    EXPECT_FALSE(lesson.exercises.empty());
    for (const Exercise& exercise : lesson.exercises) {
      SCOPED_TRACE(exercise.id);
      const auto start = judge(lesson, exercise, text_of(exercise.start.file), compiler, &nvdisasm);
      EXPECT_EQ(start.compiled, exercise.told_by != ToldBy::Compiler) << start.problem;
      EXPECT_FALSE(start.solved);
      const auto solution =
          judge(lesson, exercise, text_of(exercise.solution.file), compiler, &nvdisasm);
      EXPECT_TRUE(solution.solved) << solution.problem;
    }
  }
}

struct Mistake {
  const char *lesson, *from, *to;  // a change of the solution; `from` empty: the text as given
  const char* problem;
};
std::ostream& operator<<(std::ostream& out, const Mistake& mistake) {
  return out << mistake.lesson << ": " << mistake.problem;
}
class Attempts : public testing::TestWithParam<Mistake> {};

TEST_P(Attempts, AreToldWhatIsWrong) {
  cuda::toolchain::Compiler compiler = test::make_rungs_compiler();
  const auto lesson = load_lesson(std::string("kernels/") + GetParam().lesson);
  ASSERT_TRUE(lesson) << lesson.error().text();
  const std::string from = GetParam().from;
  std::string text = text_of(from.empty() ? lesson->exercises.front().start.file
                                          : lesson->exercises.front().solution.file);
  ASSERT_NE(text.find(from), std::string::npos);
  text.replace(text.find(from), from.size(), GetParam().to);
  const ExerciseVerdict verdict = judge(*lesson, lesson->exercises.front(), text, compiler);
  EXPECT_FALSE(verdict.solved);
  EXPECT_NE(verdict.problem.find(GetParam().problem), std::string::npos) << verdict.problem;
}

INSTANTIATE_TEST_SUITE_P(
    Exercises, Attempts,
    testing::Values(Mistake{"vector-add", "", "", "c[128] is 0"},
                    Mistake{"vector-add", "i < n", "i <= n", "past the end of"},
                    Mistake{"vector-add", "i += gridDim.x * blockDim.x", "i += 0", "steps"},
                    Mistake{"vector-add", "c[i]", "d[i]", "undefined"},
                    Mistake{"scan", "", "", "by which it is read in line 12"},
                    Mistake{"scan", ": 0;\n  __syncthreads();", ": 0;",
                            "in line 9, and nothing orders"},
                    Mistake{"block-scheduling", "atomicAdd(next, 1u)",
                            "atomicExch(next, *next + 1u)", "in line 7, and nothing orders"},
                    Mistake{"reduction", "", "", "a plain computation gives"},
                    Mistake{"merge", "", "", "stopped after 400000 warp instructions"},
                    Mistake{"bitonic-sort", "", "", "and nothing orders"},
                    Mistake{"transpose", "", "", "not reached: No bank is asked twice"}));

ExerciseVerdict verdict_of_template(const char* lesson_id, const std::string& added = {}) {
  cuda::toolchain::Compiler compiler = test::make_rungs_compiler();
  const auto lesson = load_lesson(std::string("kernels/") + lesson_id);
  EXPECT_TRUE(lesson) << lesson.error().text();
  const Exercise& exercise = lesson->exercises.front();
  return judge(*lesson, exercise, text_of(exercise.start.file) + added, compiler);
}

// The template of transpose is right everywhere and misses one goal; that of reduction is wrong for
// sizes that are no power of two.
TEST(Exercises, EachRunAndGoalHasItsOwnVerdict) {
  const ExerciseVerdict transpose = verdict_of_template("transpose");
  ASSERT_EQ(transpose.trials.size(), 5U);
  for (const ExerciseVerdict::Trial& trial : transpose.trials) EXPECT_EQ(trial.problem, "");
  EXPECT_EQ(transpose.goals, (std::vector<bool>{false, true, true}));
  EXPECT_EQ(transpose.trials[0].values, (ParameterValues{{"n", 96}, {"rows", 8}}));
  const ExerciseVerdict reduction = verdict_of_template("reduction");
  ASSERT_GE(reduction.trials.size(), 2U);
  EXPECT_NE(reduction.trials[0].problem.find("a plain computation gives"), std::string::npos);
  EXPECT_FALSE(reduction.goals.empty()) << "the run has finished: its goals can be looked at";
  const ExerciseVerdict broken = verdict_of_template("reduction", "no CUDA");
  EXPECT_FALSE(broken.compiled);
  EXPECT_TRUE(broken.trials.empty());
  EXPECT_FALSE(broken.problem.empty());
}

TEST(Exercises, AreJudgedBehindTheFrame) {
  cuda::toolchain::Compiler compiler = test::make_rungs_compiler();
  Runner runner(compiler);
  const auto lesson = load_lesson("kernels/vector-add");
  ASSERT_TRUE(lesson) << lesson.error().text();
  const Exercise& exercise = lesson->exercises.front();
  const auto request =
      runner.submit_attempt({exercise, lesson->trials, text_of(exercise.solution.file)});
  runner.wait();
  const auto update = runner.poll();
  ASSERT_TRUE(update && update->request == request);
  EXPECT_TRUE(std::get<ExerciseVerdict>(update->result).solved);
  EXPECT_FALSE(runner.poll());
}

// A worker that compiles nothing.
cuda::toolchain::Compiler without_compiler(const std::string& images) {
  cuda::toolchain::Compiler::Options options;
  options.worker_command = {"/bin/false"};
  options.search.only_roots = true;
  options.use_cache = false;
  options.read_only_caches = {images};
  return cuda::toolchain::Compiler(options);
}

TEST(ShippedImages, LessonsNeedNoCompiler) {
  const char* images = std::getenv("LANESCOPE_IMAGES");
  if (images == nullptr) GTEST_SKIP() << "LANESCOPE_IMAGES is not set";
  cuda::toolchain::Compiler compiler = without_compiler(images);
  const cuda::toolchain::Nvdisasm nvdisasm{{}};
  const auto lessons = load_lessons("kernels");
  ASSERT_TRUE(lessons) << lessons.error().text();
  const hardware::LoadedMeasurements times = hardware::load_measurements();
  const RecordedNumbers recorded =
      hardware::recorded_numbers(hardware::lessons_recording(times.files));
  for (const Lesson& lesson : *lessons) {
    for (const Rung& rung : lesson.rungs) expect_agreement(rung, {}, &compiler);
    for (const Exercise& exercise : lesson.exercises)
      expect_agreement(exercise.solution, {}, &compiler);
    for (const ClaimVerdict& verdict : check(lesson, compiler, nvdisasm, recorded))
      EXPECT_TRUE(verdict.holds) << lesson.id << "/" << verdict.claim << ": " << verdict.problem;
  }
}

TEST(ShippedImages, WithoutThemTheRemedyIsNamed) {
  cuda::toolchain::Compiler::Options options;
  options.worker_command = test::worker_command();
  options.search.only_roots = true;  // and there are none: nothing is found
  options.use_cache = false;
  cuda::toolchain::Compiler compiler(options);
  const auto lesson = load_lesson("kernels/reduction");
  const auto experiment = make_experiment(lesson->rungs.front(), {});
  const run::PrepareResult prepared = run::prepare(*experiment, compiler);
  const auto* failed = std::get_if<run::PrepareFailure>(&prepared);
  ASSERT_NE(failed, nullptr);
  EXPECT_EQ(failed->error.code, Error::Code::Missing);
  EXPECT_NE(failed->error.message.find("NVRTC"), std::string::npos) << failed->error.message;
}

}  // namespace
}  // namespace lanescope::lesson
