#include "lab/lesson/lesson_reader.hpp"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "lab/lesson/exercise.hpp"
#include "lab/lesson/lesson.hpp"
#include "lab/lesson/lesson_experiment.hpp"
#include "tests/lab/lesson_folder.hpp"

namespace lanescope::lesson {
namespace {

namespace fs = std::filesystem;

TEST(Lessons, TheCourseCanBeRead) {
  const auto lessons = load_lessons("kernels");
  ASSERT_TRUE(lessons) << lessons.error().text();
  ASSERT_GE(lessons->size(), 5U);
  EXPECT_EQ(lessons->front().id, "first-kernel");
  for (const Lesson& lesson : *lessons) {
    for (const Rung& rung : lesson.rungs) {
      const auto experiment = make_experiment(rung, initial_values(rung));
      EXPECT_TRUE(experiment) << lesson.id << "/" << rung.id << ": " << experiment.error().text();
    }
    for (const LessonStep& step : lesson.steps) {
      EXPECT_EQ(step.text.find("{{"), std::string::npos) << step.id;
      EXPECT_FALSE(step.title.empty());
    }
  }
}

TEST(Lessons, RungsOverrideParameters) {
  const auto lesson = load_lesson("kernels/reduction");
  ASSERT_TRUE(lesson) << lesson.error().text();
  const Rung* rung = lesson->find_rung("last-warp");
  ASSERT_NE(rung, nullptr);
  EXPECT_EQ(rung->parameters.front().name, "block");
  EXPECT_EQ(rung->parameters.front().minimum, 64);
  EXPECT_EQ(rung->parameters.front().maximum, 1024);
  EXPECT_EQ(lesson->find_rung("grid-stride")->parameters.back().name, "blocks");
}

const std::string kGood = test::kOneRung + R"([[claim]]
id = "c"
rung = "r"
metric = "barriers"
value = 0
source = "by hand"
[[step]]
id = "s"
rung = "r"
)";

class LessonFolder : public test::LessonFolder {
 protected:
  std::string error(std::string toml, const std::string& from, const std::string& to) {
    toml.replace(toml.find(from), from.size(), to);
    const Result<Lesson> lesson = load(toml, "# X\n## S {#s}\nText {{c}}.\n");
    return lesson ? "" : lesson.error().text();
  }
};

TEST_F(LessonFolder, GoodOne) {
  const auto lesson = load(kGood, "# X\nIntro\n## S {#s}\nText {{c}}.\n");
  ASSERT_TRUE(lesson) << lesson.error().text();
  EXPECT_EQ(lesson->steps.front().text, "Text 0.");
  EXPECT_EQ(lesson->steps.front().title, "S");
  EXPECT_EQ(lesson->introduction, "Intro");
}

// The second one would take the place of the first, which nobody would ever read.
TEST_F(LessonFolder, ASectionStandsOnce) {
  const auto twice = load(kGood, "# X\n## S {#s}\nText {{c}}.\n\n## Again {#s}\nOther text.\n");
  ASSERT_FALSE(twice);
  EXPECT_NE(twice.error().text().find("lesson.md:5: section `s` stands twice"), std::string::npos)
      << twice.error().text();
  const auto notes = load(kGood, "# X\n## S {#s}\nT\n## A {#teaching}\nT\n## B {#teaching}\nT\n");
  ASSERT_FALSE(notes);
  EXPECT_NE(notes.error().text().find("lesson.md:6: section `teaching` stands twice"),
            std::string::npos)
      << notes.error().text();
}

// One lesson with a mistake leaves the others alone, and is named.
TEST_F(LessonFolder, BesideABrokenOne) {
  ASSERT_TRUE(load(kGood, "# X\n## S {#s}\nText.\n"));
  const fs::path other = folder_.parent_path() / "y";
  fs::create_directories(other);
  std::ofstream(other / "lesson.toml") << "id = \"y\"\ntitle = \n";
  std::vector<BrokenLesson> broken;
  const auto some = load_lessons(folder_.parent_path(), &broken);
  ASSERT_TRUE(some) << some.error().text();
  ASSERT_EQ(some->size(), 1U);
  EXPECT_EQ(some->front().id, "x");
  ASSERT_EQ(broken.size(), 1U);
  EXPECT_EQ(broken.front().id, "y");
  EXPECT_NE(broken.front().error.text().find("lesson.toml:2"), std::string::npos);
  const auto all = load_lessons(folder_.parent_path());
  ASSERT_FALSE(all);
  EXPECT_NE(all.error().message.find("lesson `y` cannot be read"), std::string::npos);
}

// A rung may be without a parameter of the lesson, which the lesson's trials set for the others.
TEST_F(LessonFolder, ParametersThatARungHasNot) {
  const std::string toml = R"(id = "x"
title = "X"
trial = [{ set = { n = 4, tile = 2 } }]
[[parameter]]
name = "n"
[[parameter]]
name = "tile"
[[rung]]
id = "r"
title = "R"
file = "r.cu"
without = ["tile"]
  [[rung.launch]]
  kernel = "k"
  grid = ["1"]
  block = ["n"]
[[step]]
id = "s"
rung = "r"
set = { n = 8 }
)";
  const auto lesson = load(toml, "# X\n## S {#s}\nText.\n");
  ASSERT_TRUE(lesson) << lesson.error().text();
  const Rung& rung = lesson->rungs.front();
  ASSERT_EQ(rung.parameters.size(), 1U);
  EXPECT_EQ(rung.parameters.front().name, "n");
  EXPECT_NE(error(toml, "[\"tile\"]", "[\"other\"]").find("there is no parameter `other`"),
            std::string::npos);
}

// A bar that one rung has and another one not would be no comparison.
TEST_F(LessonFolder, RungsHaveTheLessonsQuantities) {
  const std::string toml = R"(id = "x"
title = "X"
ladder = ["work", "launches"]
[[quantity]]
id = "work"
title = "Additions"
[[rung]]
id = "r"
title = "R"
file = "r.cu"
quantity = { work = "global.load.bytes / 8" }
roofline = { operations = "n", bytes = "12 * n" }
  [[rung.launch]]
  kernel = "k"
  grid = ["1"]
  block = ["32"]
[[step]]
id = "s"
rung = "r"
)";
  const auto lesson = load(toml, "# X\n## S {#s}\nText.\n");
  ASSERT_TRUE(lesson) << lesson.error().text();
  EXPECT_EQ(lesson->ladder, (std::vector<std::string>{"work", "launches"}));
  EXPECT_EQ(lesson->quantities.front().title, "Additions");
  EXPECT_EQ(lesson->rungs.front().quantities.at("work"), "global.load.bytes / 8");
  ASSERT_TRUE(lesson->rungs.front().roofline);
  EXPECT_EQ(lesson->rungs.front().roofline->bytes, "12 * n");
  EXPECT_NE(error(toml, "{ work =", "{ toil =").find("rung `r` has no quantity `work`"),
            std::string::npos);
  EXPECT_NE(error(toml, "id = \"work\"", "id = \"toil\"").find("has no quantity `toil`"),
            std::string::npos);
  EXPECT_NE(error(toml, "[\"work\", \"launches\"]", "\"work\"").find("must be a list of texts"),
            std::string::npos);
  EXPECT_NE(error(toml, ", bytes = \"12 * n\"", "").find("bytes"), std::string::npos);
}

TEST_F(LessonFolder, KeysOutsideOfRungsHoldForThoseWithoutTheirOwn) {
  const auto lesson = load(R"(id = "x"
title = "X"
reference = { name = "sum", in = "a", out = "b" }
tolerance = 0.5
[[buffer]]
name = "a"
type = "f32"
count = "8"
[[launch]]
kernel = "shared"
grid = ["1"]
block = ["32"]
[[rung]]
id = "r"
title = "R"
file = "r.cu"
[[rung]]
id = "q"
title = "Q"
file = "r.cu"
tolerance = 0.25
reference = { name = "vector_add", a = "c", b = "d", out = "e" }
  [[rung.launch]]
  kernel = "own"
  grid = ["1"]
  block = ["32"]
)",
                           "# X\n");
  ASSERT_TRUE(lesson) << lesson.error().text();
  const Rung* heir = lesson->find_rung("r");
  ASSERT_EQ(heir->launches.size(), 1U);
  EXPECT_EQ(heir->launches.front().kernel, "shared");
  EXPECT_EQ(heir->reference, "sum");
  EXPECT_EQ(heir->tolerance, 0.5);
  const Rung* owner = lesson->find_rung("q");
  ASSERT_EQ(owner->launches.size(), 1U);
  EXPECT_EQ(owner->launches.front().kernel, "own");
  EXPECT_EQ(owner->reference_arguments.size(), 3U);
  EXPECT_EQ(owner->tolerance, 0.25);
  ASSERT_EQ(owner->buffers.size(), 1U);
  EXPECT_EQ(owner->buffers.front().name, "a");
}

std::string with_exercise() {
  std::string toml = kGood;
  toml.replace(toml.find("[[claim]]"), 0, R"([exercise]
title = "E"
rung = "r"
reference = { name = "sum", in = "a", out = "b" }
file = "r.cu"
solution = "s.cu"
set = { n = 3 }
max_steps = 500
parameter = { name = "n" }
goal = [{ holds = "barriers == 1", text = "One barrier" }]
)");
  return toml;
}

TEST_F(LessonFolder, AnExerciseTakesOverARung) {
  std::ofstream(folder_ / "s.cu") << "";
  const auto lesson = load(with_exercise(), "# X\n## S {#s}\nText.\n## E {#exercise}\nDo {{c}}.\n");
  ASSERT_TRUE(lesson) << lesson.error().text();
  ASSERT_EQ(lesson->exercises.size(), 1U);
  const Exercise& exercise = lesson->exercises.front();
  EXPECT_EQ(exercise.id, "exercise");
  EXPECT_EQ(lesson->find_rung("exercise"), &exercise.start);
  EXPECT_EQ(lesson->find_rung("exercise-solution"), &exercise.solution);
  EXPECT_EQ(exercise.text, "Do 0.");
  EXPECT_EQ(exercise.start.file.filename(), "r.cu");
  EXPECT_EQ(exercise.solution.file.filename(), "s.cu");
  EXPECT_EQ(exercise.solution.reference, "sum");
  ASSERT_EQ(exercise.start.launches.size(), 1U);
  EXPECT_EQ(exercise.start.launches.front().kernel, "k");
  EXPECT_EQ(exercise.set.at("n"), 3);
  EXPECT_EQ(exercise.start.max_steps, 500U);
  EXPECT_EQ(exercise.solution.max_steps, 500U);
  ASSERT_EQ(exercise.goals.size(), 1U);
  EXPECT_EQ(exercise.goals.front().text, "One barrier");
  EXPECT_TRUE(lesson->find_rung("r")->reference.empty());
}

// A second one, with trials of its own.
std::string with_two_exercises() {
  std::string toml = with_exercise();
  toml.replace(toml.find("[exercise]"), 10, "[[exercise]]");
  toml.replace(toml.find("[[claim]]"), 0, R"([[exercise]]
id = "second"
title = "F"
rung = "r"
reference = { name = "sum", in = "a", out = "b" }
file = "r.cu"
solution = "s.cu"
told_by = "detector"
parameter = { name = "n" }
trial = [{ set = { n = 1 } }]

)");
  return toml;
}

TEST_F(LessonFolder, ALessonHasSeveralExercises) {
  std::ofstream(folder_ / "s.cu") << "";
  const auto lesson = load(with_two_exercises(),
                           "# X\n## S {#s}\nText.\n## E {#exercise}\nDo {{c}}.\n"
                           "## F {#second}\nDo that.\n");
  ASSERT_TRUE(lesson) << lesson.error().text();
  ASSERT_EQ(lesson->exercises.size(), 2U);
  const Exercise& second = lesson->exercises.back();
  EXPECT_EQ(second.text, "Do that.");
  EXPECT_EQ(second.told_by, ToldBy::Detector);
  EXPECT_EQ(lesson->exercises.front().told_by, ToldBy::Anything);
  EXPECT_EQ(lesson->find_exercise("second"), &second);
  EXPECT_EQ(lesson->find_exercise("third"), nullptr);
  EXPECT_EQ(lesson->find_rung("second"), &second.start);
  EXPECT_EQ(lesson->find_rung("second-solution"), &second.solution);
  // Its own trials stand in the place of the lesson's.
  EXPECT_EQ(trials_of({second, {{{"n", 5}}}, {}}).back().at("n"), 1);
  EXPECT_EQ(trials_of({lesson->exercises.front(), {{{"n", 5}}}, {}}).back().at("n"), 5);
}

void expect_words(const std::string& message, const char* words) {
  EXPECT_NE(message.find(words), std::string::npos)
      << "`" << message << "` lacks `" << words << "`";
}

TEST_F(LessonFolder, MistakesNameFileAndLine) {
  expect_words(error(kGood, "title = \"R\"", "titel = \"R\""), "lesson.toml:3");
  expect_words(error(kGood, "title = \"R\"", "title = \"R\"\ncolour = 1"),
               "lesson.toml:6:10: unknown key `colour`");
  expect_words(error(kGood, "value = 0", "value = \"0\""),
               "lesson.toml:15:9: `value` must be a number");
  expect_words(error(kGood, "rung = \"r\"", "rung = \"q\""), "there is no rung `q`");
  expect_words(error(kGood, "file = \"r.cu\"", "file = \"no.cu\""), "there is no file no.cu");
  expect_words(error(kGood, "id = \"x\"", "id = \"y\""), "the folder's name");
  expect_words(error(kGood, "id = \"s\"", "id = \"t\""),
               "lesson.md:2: lesson.toml has no step `s`");
  expect_words(error(kGood, "id = \"c\"", "id = \"d\""), "lesson.md:3: there is no claim `c`");
  expect_words(error(kGood, "grid = [\"1\"]", "grid = []"), "`grid` has one to three");
  expect_words(error(kGood, "[[claim]]", "[[claim]"), "lesson.toml:11");
  expect_words(error(kGood, "title = \"R\"", "title = \"R\"\nreference = { name = \"nonsense\" }"),
               "no reference `nonsense`");
  expect_words(error(kGood, "title = \"R\"", "title = \"R\"\nexpect = [\"rain\"]"),
               "no kind of hazard `rain`");
  expect_words(error(kGood, "title = \"R\"", "title = \"R\"\npolicies = [\"luck\"]"),
               "`luck` is no policy");
  expect_words(error(kGood, "title = \"R\"", "title = \"R\"\ntrial = [{ set = { q = 1 } }]"),
               "rung `r` has no parameter `q`");
}

// A question of the step, in the place of none.
std::string asking(const std::string& keys) {
  return std::string(kGood) + "[step.question]\nprompt = \"?\"\nmetric = \"barriers\"\n" + keys;
}
constexpr const char* kText =
    "# X\n## S {#s}\nText {{c}}.\n## Teach {#teaching}\nAsk {{c}} times.\n";

TEST_F(LessonFolder, QuestionsAreChosenTypedOrClicked) {
  const auto chosen =
      load(asking("choices = [\"0\", \"1\"]\nmisconceptions = [\"\", \"Every {{c}}.\"]\n"), kText);
  ASSERT_TRUE(chosen) << chosen.error().text();
  EXPECT_EQ(chosen->steps.front().question->misconceptions.back(), "Every 0.");
  EXPECT_EQ(chosen->teaching, "Ask 0 times.");
  const auto clicked = load(asking("answer_by = \"lane\"\n"), kText);
  ASSERT_TRUE(clicked) << clicked.error().text();
  EXPECT_EQ(clicked->steps.front().question->answer_by, AnswerBy::Lane);
  const auto problem = [&](const std::string& keys) {
    const auto lesson = load(asking(keys), kText);
    return lesson ? std::string{} : lesson.error().text();
  };
  expect_words(problem("answer_by = \"ear\"\n"), "`ear` is none of choice, number");
  expect_words(problem("answer_by = \"lane\"\nchoices = [\"0\", \"1\"]\n"), "is answered by them");
  expect_words(problem("choices = [\"0\"]\n"), "at least two choices");
  expect_words(problem("choices = [\"0\", \"1\"]\nmisconceptions = [\"\"]\n"),
               "as many misconceptions as choices");
}

TEST_F(LessonFolder, MergesAreBuffersOfTheRung) {
  const std::string file = "file = \"r.cu\"\n";
  const std::string buffers =
      "buffer = [{ name = \"s\", type = \"u32\", count = \"2\" }, { name = \"d\", type = \"u32\", "
      "count = \"4\" }]\n";
  const auto with = [&](const std::string& merge) {
    return error(kGood, file, file + buffers + "merge = " + merge + "\n");
  };
  EXPECT_EQ(with("{ a = \"s\", b = \"s\", out = \"d\", count_a = \"2\" }"), "");
  EXPECT_EQ(with("{ a = \"s\", b = \"s\", co_rank = \"d\" }"), "");
  EXPECT_NE(with("{ a = \"s\", b = \"t\", out = \"d\" }").find("`t`, which is no buffer of rung"),
            std::string::npos);
  EXPECT_NE(with("{ a = \"s\", b = \"s\" }").find("`co_rank` of each"), std::string::npos);
  EXPECT_NE(with("{ a = \"s\", b = \"s\", out = \"d\", co_rank = \"d\" }").find("as `out`"),
            std::string::npos);
  EXPECT_NE(with("{ a = \"s\", b = \"s\", out = \"d\", c = \"d\" }"), "") << "an unknown key";
  const auto course = load_lesson("kernels/merge");
  ASSERT_TRUE(course) << course.error().text();
  ASSERT_TRUE(course->find_rung("tiled")->merge);
  EXPECT_EQ(course->find_rung("tiled")->merge->out, "out");
  EXPECT_EQ(course->find_rung("co-ranks")->merge->co_rank, "out");
}

TEST_F(LessonFolder, GraphsAreBuffersOfTheRung) {
  const std::string file = "file = \"r.cu\"\n";
  const std::string buffers =
      "buffer = [{ name = \"s\", type = \"u32\", count = \"2\" }, { name = \"d\", type = \"u32\", "
      "count = \"1\" }]\n";
  const auto with = [&](const std::string& graph) {
    return error(kGood, file, file + buffers + "graph = " + graph + "\n");
  };
  EXPECT_EQ(with("{ start = \"s\", source = \"d\", level = [\"d\"], now = \"0\" }"), "");
  EXPECT_NE(with("{ start = \"s\", source = \"t\" }").find("`t`, which is no buffer of rung `r`"),
            std::string::npos);
  EXPECT_NE(with("{ start = \"s\" }").find("`destination`, `source` or `neighbour`"),
            std::string::npos);
  EXPECT_NE(with("{ start = \"s\", source = \"d\", neighbour = \"d\" }").find("one of"),
            std::string::npos);
  const auto lesson = load(kGood, "# X\n## S {#s}\nText {{c}}.\n");
  ASSERT_TRUE(lesson);
  EXPECT_FALSE(lesson->rungs.front().graph);
  const auto course = load_lesson("kernels/bfs");
  ASSERT_TRUE(course) << course.error().text();
  ASSERT_TRUE(course->find_rung("in-place")->graph);
  EXPECT_EQ(course->find_rung("in-place")->graph->edges, GraphTemplate::Edges::In);
  EXPECT_EQ(course->find_rung("exchanged")->graph->queues.size(), 2U);
  EXPECT_EQ(course->exercises.front().start.graph->mark, "visited");
}

TEST_F(LessonFolder, RungsMayShowMistakes) {
  std::string toml = kGood;
  toml.replace(toml.find("title = \"R\""), 11,
               "title = \"R\"\nexpect = [\"barrier_divergence\", \"race\"]\n"
               "policies = [\"its\", \"min_pc\"]\nmax_steps = 1000\n"
               "trial = [{ set = {} }, { set = {} }]");
  toml.replace(toml.find("metric ="), 0, "policy = \"ipdom\"\n");
  const auto lesson = load(toml, "# X\n## S {#s}\nText.\n");
  ASSERT_TRUE(lesson) << lesson.error().text();
  const Rung& rung = lesson->rungs.front();
  EXPECT_EQ(rung.expect,
            (std::vector{events::HazardKind::BarrierDivergence, events::HazardKind::Race}));
  EXPECT_EQ(rung.policies, (std::vector{engine::Policy::Its, engine::Policy::MinPc}));
  EXPECT_EQ(rung.max_steps, 1000U);
  EXPECT_EQ(rung.trials.size(), 2U);
  EXPECT_EQ(lesson->claims.front().policy, engine::Policy::Ipdom);
}

// A claim about recorded times has no metric; its rungs are the lesson's.
TEST_F(LessonFolder, AClaimIsAboutARunOrAboutWhatWasRecorded) {
  const std::string metric = "rung = \"r\"\nmetric = \"barriers\"";
  const auto with = [&](const std::string& words) {
    std::string toml = kGood;
    toml.replace(toml.find(metric, toml.find("[[claim]]")), metric.size(), words);
    return toml;
  };
  const std::string markdown = "# X\n## S {#s}\nText {{c}} of an H200.\n";
  const auto lesson =
      load(with(R"(recorded = { rung = "r", over = "r", at = "large" })"), markdown);
  ASSERT_TRUE(lesson) << lesson.error().text();
  const Claim& claim = lesson->claims.front();
  ASSERT_TRUE(claim.recorded && claim.tells_times());
  EXPECT_EQ(claim.rung, "r");
  EXPECT_EQ(claim.recorded->over, "r");
  EXPECT_TRUE(claim.recorded->at_large);
  const auto peaks = load(with(R"(recorded = { peaks = "f32 / copy" })"), markdown);
  ASSERT_TRUE(peaks) << peaks.error().text();
  EXPECT_FALSE(peaks->claims.front().tells_times());
  const auto wrong = [&](const std::string& words, const char* of) {
    const auto read = load(with(words), markdown);
    ASSERT_FALSE(read) << words;
    EXPECT_NE(read.error().text().find(of), std::string::npos) << read.error().text();
  };
  const auto library =
      load(with("recorded = { library = \"cublasSgemm\", over = \"matrix-product/tiled\" }\n"
                "set = { n = 4096 }"),
           markdown);
  ASSERT_TRUE(library) << library.error().text();
  EXPECT_EQ(library->claims.front().recorded->library, "cublasSgemm");
  EXPECT_TRUE(library->claims.front().tells_times());
  wrong(R"(recorded = { library = "cublasSgemm" })", "a library's sizes are `set`");
  wrong("recorded = { library = \"l\", over = \"tiled\" }\nset = { n = 1 }", "LESSON/RUNG");
  wrong(R"(recorded = { rung = "q" })", "there is no rung `q`");
  wrong(R"(recorded = { rung = "r", over = "q" })", "there is no rung `q`");
  wrong(R"(recorded = { rung = "r", at = "night" })", "`at` is `large` or `set`");
  wrong(R"(recorded = { over = "r" })", "`rung` is missing");
  wrong("recorded = { rung = \"r\" }\nmetric = \"barriers\"", "metric");
  const auto checked =
      load(with(R"(recorded = { rung = "r" })") + "checks = [\"c: So it is\"]\n", markdown);
  ASSERT_FALSE(checked);
  EXPECT_NE(checked.error().text().find("not about what was recorded"), std::string::npos);
}

TEST_F(LessonFolder, MistakesOfAnExerciseAreNamed) {
  std::ofstream(folder_ / "s.cu") << "";
  const std::string good = with_exercise();
  expect_words(error(good, "title = \"E\"", "title = \"E\""), "the exercise has no section");
  expect_words(error(good, "rung = \"r\"\nref", "rung = \"q\"\nref"), "there is no rung `q`");
  expect_words(error(good, "solution = \"s.cu\"", ""), "`solution`");
  expect_words(error(good, "\"s.cu\"", "\"t.cu\""), "there is no file t.cu");
  expect_words(error(good, "{ n = 3 }", "{ m = 3 }"), "no parameter `m`");
  expect_words(error(good, "barriers == 1", "barriers@line:3 == 1"), "a goal cannot name a line");
  expect_words(error(good, "reference = { name = \"sum\", in = \"a\", out = \"b\" }", ""),
               "an exercise has a reference");
  const std::string two = with_two_exercises();
  expect_words(error(two, "\"second\"", "\"exercise\""), "exercise `exercise` stands twice");
  expect_words(error(two, "\"second\"", "\"s\""), "`s` is a step and an exercise");
  expect_words(error(two, "\"second\"", "\"r\""), "`r` is the exercise's name");
  expect_words(error(two, "\"detector\"", "\"luck\""), "`luck` is none of compiler");
  expect_words(error(two, "{ n = 1 }", "{ m = 1 }"), "no parameter `m`");
}

}  // namespace
}  // namespace lanescope::lesson
