// The exercise behind a lesson's last step: opened, written, judged, solved, kept.

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "lab/experiment/file.hpp"
#include "lab/lesson/later_subjects.hpp"
#include "lab/lesson/paths.hpp"
#include "tests/ui/model/studio.hpp"
#include "ui/session/exercise_book.hpp"
#include "ui/session/saved_session.hpp"
#include "ui/teaching/course_model.hpp"
#include "ui/teaching/exercise_model.hpp"
#include "ui/teaching/lesson_model.hpp"

namespace lanescope::ui::test {
namespace {

using test::Studio;

std::string text_of(const std::filesystem::path& file) {
  const auto text = experiment::read_text(file);
  return text ? *text : std::string();
}

teaching::ExerciseModel model_of(Studio& studio) {
  const auto model = teaching::exercise_model(studio.session());
  EXPECT_TRUE(model);
  return model.value_or(teaching::ExerciseModel{});
}

// As given it fails, its solution passes.
void expect_a_task(Studio& studio, const lesson::Lesson& lesson, const lesson::Exercise& exercise) {
  ASSERT_EQ(studio.session().exercise(), &exercise);
  EXPECT_EQ(studio.session().state().experiment.values.size(), exercise.start.parameters.size());
  for (const auto& [name, value] : exercise.set)
    EXPECT_EQ(studio.session().state().experiment.values.at(name), value) << name;
  const auto runs = lesson::trials_of({exercise, lesson.trials, {}});
  const bool compiles = exercise.told_by != lesson::ToldBy::Compiler;
  ASSERT_TRUE(commands::execute(studio.session(), "exercise-check"));
  studio.session().settle();
  teaching::ExerciseModel model = model_of(studio);
  EXPECT_FALSE(model.passed) << model.verdict;
  EXPECT_TRUE(model.verdict.starts_with(compiles ? "Not yet: " : "It does not compile: "))
      << model.verdict;
  EXPECT_EQ(model.trials.size(), runs.size());
  for (const teaching::TrialModel& trial : model.trials) {
    ASSERT_EQ(trial.passed.has_value(), compiles);
    EXPECT_TRUE(!compiles || *trial.passed == trial.problem.empty());
  }
  studio.run("edit text=" + session::quote(text_of(exercise.solution.file)));
  EXPECT_FALSE(model_of(studio).trials.front().passed) << "another text was judged";
  studio.run("exercise-check");
  model = model_of(studio);
  EXPECT_TRUE(model.passed) << model.verdict;
  EXPECT_EQ(model.verdict.find("Solved: "), 0U) << model.verdict;
  for (const teaching::CheckModel& goal : model.goals) EXPECT_EQ(goal.holds, true) << goal.sentence;
}

TEST(Exercise, FailsWithTheTemplateAndPassesWithTheSolution) {
  Studio studio;
  for (const lesson::Lesson& lesson : studio.session().lessons()) {
    studio.run("lesson id=" + lesson.id + " step=" + std::to_string(lesson.steps.size()));
    EXPECT_FALSE(lesson.exercises.empty()) << lesson.id;
    for (const lesson::Exercise& exercise : lesson.exercises) {
      SCOPED_TRACE(lesson.id + "/" + exercise.id);
      ASSERT_TRUE(commands::execute(studio.session(), "lesson-next"));
      studio.session().settle();
      expect_a_task(studio, lesson, exercise);
    }
  }
}

TEST(Exercise, StandsBehindTheLastStep) {
  Studio studio;
  studio.run("lesson id=transpose");
  const lesson::Lesson& lesson = *studio.session().lesson();
  const std::size_t steps = lesson.steps.size(), places = steps + lesson.exercises.size();
  const auto place = [](std::size_t number) {
    return "lesson id=transpose step=" + std::to_string(number);
  };
  studio.run(place(steps + 1));
  EXPECT_NE(studio.session().exercise(), nullptr);
  EXPECT_EQ(studio.session().step(), nullptr);
  const auto model = teaching::lesson_model(studio.session());
  ASSERT_TRUE(model);
  EXPECT_EQ(model->title, lesson.exercises.front().title);
  EXPECT_EQ(studio.session().source_name(), "exercise.cu");
  studio.run("lesson-back");
  EXPECT_EQ(studio.session().exercise(), nullptr);
  EXPECT_EQ(studio.session().state().experiment.lesson_step, steps - 1);
  studio.run(place(places));
  EXPECT_FALSE(commands::execute(studio.session(), "lesson-next"));
  EXPECT_FALSE(commands::execute(studio.session(), place(places + 1)));
}

// The course's menu says what a lesson builds on, and how much of it is solved.
TEST(Course, IsAPathWithProgress) {
  Studio studio;
  studio.run("lesson id=transpose; exercise-open");
  const auto row_of = [&](const std::string& id) {
    const auto rows = teaching::course_rows(studio.session());
    return *std::ranges::find(rows, id, &teaching::CourseRow::id);
  };
  EXPECT_TRUE(row_of("transpose").here);
  EXPECT_EQ(row_of("transpose").solved, 0U);
  EXPECT_EQ(row_of("first-kernel").about.find("Builds on"), std::string::npos);
  EXPECT_NE(row_of("transpose").about.find("Builds on: "), std::string::npos);
  const lesson::Exercise& exercise = studio.session().lesson()->exercises.front();
  studio.run("edit text=" + session::quote(text_of(exercise.solution.file)) + "; exercise-check");
  EXPECT_EQ(row_of("transpose").solved, 1U);
}

// Subjects of later days stand where they will be, behind the lesson that they go on from.
TEST(Course, HasPlacesForLaterSubjects) {
  Studio studio;
  const auto later = lesson::later_subjects(lesson::kernels_folder());
  ASSERT_TRUE(later) << later.error().text();
  std::vector<std::string> places;
  std::string behind;
  for (const teaching::CourseRow& row : teaching::course_rows(studio.session(), *later)) {
    EXPECT_EQ(row.id.empty(), !row.state.empty()) << row.title;
    if (!row.id.empty()) {
      behind = row.id;
      continue;
    }
    EXPECT_FALSE(row.about.empty()) << row.title;
    places.push_back(behind + ": " + row.title + ", " + row.state);
  }
  EXPECT_EQ(places, (std::vector<std::string>{"streams: Whole programs, lanescope program"}));
  EXPECT_EQ(places.size(), later->size()) << "one stands behind a lesson that is not there";
}

// Beside lessons nobody has to write the file; what is wrong in it is told with its line.
TEST(Course, LaterSubjectsAreReadFromAFile) {
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / "lanescope_later_subjects";
  std::filesystem::create_directories(folder);
  std::filesystem::remove(folder / "later.toml");
  const auto none = lesson::later_subjects(folder);
  ASSERT_TRUE(none);
  EXPECT_TRUE(none->empty());
  std::ofstream(folder / "later.toml") << "[[subject]]\nbehind = \"scan\"\nabout = \"a\"\n";
  const auto untitled = lesson::later_subjects(folder);
  ASSERT_FALSE(untitled);
  EXPECT_NE(untitled.error().text().find("later.toml:1"), std::string::npos)
      << untitled.error().text();
  std::filesystem::remove_all(folder);
}

TEST(Exercise, GivesHintsOneAfterTheOther) {
  Studio studio;
  studio.run("lesson id=transpose; exercise-open");
  const std::size_t hints = studio.session().exercise()->hints.size();
  ASSERT_GE(hints, 2U);
  EXPECT_TRUE(model_of(studio).hints.empty());
  EXPECT_EQ(model_of(studio).hints_left, hints);
  for (std::size_t i = 0; i < hints; ++i) studio.run("exercise-hint");
  EXPECT_EQ(model_of(studio).hints.size(), hints);
  EXPECT_EQ(model_of(studio).hints_left, 0U);
  EXPECT_FALSE(commands::execute(studio.session(), "exercise-hint"));
  studio.run("lesson-back; lesson-next");
  EXPECT_EQ(model_of(studio).hints.size(), hints);
}

// The first lesson with several exercises that compile as they are given.
const lesson::Lesson* lesson_with_several(const session::Session& session) {
  const auto& lessons = session.lessons();
  const auto found = std::ranges::find_if(lessons, [](const lesson::Lesson& lesson) {
    return lesson.exercises.size() > 2 &&
           std::ranges::none_of(lesson.exercises, [](const lesson::Exercise& exercise) {
             return exercise.told_by == lesson::ToldBy::Compiler;
           });
  });
  return found == lessons.end() ? nullptr : &*found;
}

// Each has its place, its text and its mark; one that is solved does not solve another.
TEST(Exercise, SeveralStandOneBehindTheOther) {
  Studio studio;
  const session::Session& session = studio.session();
  const lesson::Lesson* lesson = lesson_with_several(session);
  ASSERT_NE(lesson, nullptr);
  const lesson::Exercise& last = lesson->exercises.back();
  const lesson::Exercise& early = *(&last - 2);
  studio.run("lesson id=" + lesson->id + "; exercise-open id=" + early.id);
  EXPECT_EQ(session.exercise(), &early);
  EXPECT_EQ(teaching::lesson_model(studio.session())->title, early.title);
  studio.run("edit text=" + session::quote(text_of(early.solution.file)) + "; exercise-check");
  EXPECT_TRUE(model_of(studio).passed) << model_of(studio).verdict;
  studio.run("exercise-open id=" + last.id);
  EXPECT_EQ(session.exercise(), &last);
  EXPECT_FALSE(commands::execute(studio.session(), "lesson-next"));
  EXPECT_FALSE(commands::execute(studio.session(), "exercise-open id=none"));
  EXPECT_EQ(session.source_text(), text_of(last.start.file));
  EXPECT_EQ(model_of(studio).verdict, "");
  EXPECT_FALSE(model_of(studio).started);
  studio.run("lesson-back");
  EXPECT_EQ(session.exercise(), &last - 1);
  studio.run("exercise-open id=" + early.id);
  EXPECT_EQ(session.source_text(), text_of(early.solution.file));
  EXPECT_TRUE(model_of(studio).passed);
  // The marks and texts are kept apart, in the book, too.
  const session::ExerciseBook book = session::exercise_book(session);
  const std::string key = session::exercise_key(*lesson, early);
  EXPECT_EQ(key, early.id == lesson::kOnlyExercise ? lesson->id : lesson->id + "/" + early.id);
  EXPECT_TRUE(book.at(key).mark.solved);
  EXPECT_EQ(book.at(key).text, text_of(early.solution.file));
  EXPECT_FALSE(book.contains(session::exercise_key(*lesson, last)));
  Studio other;
  session::UserFiles files;
  files.exercises = book;
  other.session().take_up(files);
  other.run("lesson id=" + lesson->id + "; exercise-open id=" + early.id);
  EXPECT_EQ(other.session().source_text(), text_of(early.solution.file));
  EXPECT_EQ(model_of(other).verdict, "You have solved it before.");
}

TEST(Exercise, TheUsersTextIsNeverLost) {
  Studio studio;
  studio.run("lesson id=transpose; exercise-open");
  const std::string given = studio.session().source_text();
  studio.run("edit text=" + session::quote("// mine\n" + given));
  studio.run("lesson-back; exercise-open");
  EXPECT_TRUE(studio.session().source_text().starts_with("// mine"));
  // Looking at the solution, the first time it only asks.
  studio.run("exercise-solution");
  EXPECT_TRUE(model_of(studio).asked);
  EXPECT_FALSE(model_of(studio).shows_solution);
  studio.run("exercise-not-yet; exercise-solution");
  EXPECT_FALSE(model_of(studio).shows_solution) << "it asks again";
  studio.run("exercise-solution");
  EXPECT_TRUE(model_of(studio).shows_solution);
  EXPECT_EQ(studio.session().source_text(),
            text_of(studio.session().lesson()->exercises.front().solution.file));
  studio.run("exercise-open");
  EXPECT_TRUE(studio.session().source_text().starts_with("// mine"));
  // The template, and back; also by undo.
  studio.run("exercise-reset");
  EXPECT_EQ(studio.session().source_text(), given);
  EXPECT_TRUE(studio.session().state().tools.editing);
  studio.run("exercise-take-back");
  EXPECT_TRUE(studio.session().source_text().starts_with("// mine"));
  EXPECT_FALSE(model_of(studio).text_aside);
  studio.run("exercise-reset; undo");
  EXPECT_TRUE(studio.session().source_text().starts_with("// mine"));
  studio.run("lesson id=scan; lesson id=transpose; exercise-open");
  EXPECT_TRUE(studio.session().source_text().starts_with("// mine"));
}

// What is solved stays solved: after undo, and from a session file.
TEST(Exercise, SolvedIsKept) {
  Studio studio;
  studio.run("lesson id=vector-add; exercise-open");
  studio.run("edit text=" +
             session::quote(text_of(studio.session().lesson()->exercises.front().solution.file)));
  studio.run("exercise-check");
  ASSERT_TRUE(studio.session().state().progress.exercises.at("vector-add").solved);
  studio.run("undo");
  EXPECT_TRUE(studio.session().state().progress.exercises.at("vector-add").solved);
  EXPECT_EQ(model_of(studio).verdict, "You have solved it before.");
  studio.run("exercise-solution");
  EXPECT_TRUE(model_of(studio).shows_solution) << "nobody who has solved it is asked";
  studio.run("exercise-open; edit text=" +
             session::quote("// mine\n" + studio.session().source_text()));
  const auto saved = session::read_session(
      session::session_text(session::saved_session(studio.session())), "test");
  ASSERT_TRUE(saved) << saved.error().text();
  EXPECT_TRUE(saved->exercises.at("vector-add").solved);
  const std::string file = testing::TempDir() + "lanescope_exercise_session.json";
  studio.run("save file=" + session::quote(file));
  Studio other;
  other.run("open file=" + session::quote(file));
  EXPECT_TRUE(other.session().state().progress.exercises.at("vector-add").solved);
  EXPECT_NE(other.session().exercise(), nullptr);
  EXPECT_EQ(other.session().source_text(), studio.session().source_text());
  std::filesystem::remove(file);
}

// What is written outlives a session that nobody has saved.
TEST(Exercise, TheBookOutlivesTheSession) {
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / "lanescope_exercise_book";
  std::filesystem::remove_all(folder);
  EXPECT_TRUE(session::read_exercise_book(folder).empty());
  {
    Studio studio;
    studio.run("lesson id=scan; exercise-open");
    studio.run("edit text=" + session::quote("// mine\n" + studio.session().source_text()));
    studio.run("exercise-reset; exercise-solution; exercise-solution");
    ASSERT_TRUE(session::write_exercise_book(folder, session::exercise_book(studio.session())));
  }
  // Another session knows nothing of scan and leaves it alone.
  ASSERT_TRUE(session::write_exercise_book(folder, {{"image", {{true, false}, "// theirs"}}}));
  const session::ExerciseBook book = session::read_exercise_book(folder);
  EXPECT_TRUE(book.at("scan").mark.solution_seen);
  EXPECT_FALSE(book.at("scan").mark.solved);
  EXPECT_TRUE(book.at("image").mark.solved);
  Studio other;
  other.run("lesson id=scan; exercise-open");
  EXPECT_FALSE(other.session().source_text().starts_with("// mine"));
  session::UserFiles files;
  files.exercises = book;
  other.session().take_up(files);
  other.session().settle();
  EXPECT_TRUE(other.session().source_text().starts_with("// mine"));
  EXPECT_TRUE(other.session().state().progress.exercises.at("image").solved);
  std::filesystem::remove_all(folder);
}

TEST(Exercise, ATextThatDoesNotCompileIsToldAsSuch) {
  Studio studio;
  studio.run("lesson id=vector-add; exercise-open");
  ASSERT_TRUE(commands::execute(studio.session(), "edit text=\"no CUDA\""));
  studio.session().settle();
  EXPECT_TRUE(studio.session().failure());
  ASSERT_TRUE(commands::execute(studio.session(), "exercise-check"));
  EXPECT_TRUE(model_of(studio).checking);
  studio.session().settle();
  EXPECT_EQ(model_of(studio).verdict.find("It does not compile: "), 0U);
  EXPECT_FALSE(model_of(studio).trials.front().passed);
}

// A slider that is moved while the text is judged takes the runner; the judgement is made again.
TEST(Exercise, AJudgementThatIsOvertakenIsMadeAgain) {
  Studio studio;
  studio.run("lesson id=reduction; exercise-open");
  ASSERT_TRUE(commands::execute(studio.session(), "exercise-check"));
  studio.session().update(0.0);
  for (const char* block : {"64", "128", "224"}) {
    ASSERT_TRUE(commands::execute(studio.session(), std::string("set block=") + block));
    studio.session().update(0.0);
  }
  EXPECT_TRUE(model_of(studio).checking);
  studio.session().settle();
  EXPECT_EQ(model_of(studio).verdict.find("Not yet: "), 0U) << model_of(studio).verdict;
  EXPECT_EQ(studio.session().state().experiment.values.at("block"), 224);
}

// A run that is wrong can be looked at.
TEST(Exercise, ATrialsValuesCanBeRun) {
  Studio studio;
  studio.run("lesson id=transpose; exercise-open; exercise-check");
  for (const teaching::TrialModel& trial : model_of(studio).trials) {
    const auto done = commands::execute(studio.session(), trial.command);
    EXPECT_TRUE(done) << trial.command << ": " << done.error().text();
  }
  studio.session().settle();
  EXPECT_EQ(studio.session().state().experiment.values.at("n"), 256);
}

}  // namespace
}  // namespace lanescope::ui::test
