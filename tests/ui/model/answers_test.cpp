// How a question is answered: by a class, by a typed number, by a click.

#include <algorithm>

#include <fmt/format.h>

#include "tests/ui/model/studio.hpp"
#include "ui/teaching/clicked_answer.hpp"
#include "ui/teaching/lesson_model.hpp"
#include "ui/teaching/lesson_words.hpp"
#include "ui/view/array_info.hpp"

namespace lanescope::ui::teaching {
namespace {

using test::Studio;

class Answers : public ::testing::Test {
 protected:
  void refused(const std::string& command) {
    EXPECT_FALSE(commands::execute(studio_.session(), command)) << command;
    EXPECT_FALSE(studio_.session().message().empty()) << command;
  }
  Studio studio_;
};

// The first step of the course whose question is answered so.
std::string step_answered_by(const session::Session& session, lesson::AnswerBy by) {
  for (const lesson::Lesson& lesson : session.lessons()) {
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      if (lesson.steps[i].question && lesson.steps[i].question->answer_by == by)
        return fmt::format("lesson id={} step={}", lesson.id, i + 1);
    }
  }
  return {};
}

// Hands of a class are counted twice, and its wrong choices are told with what they would mean.
TEST_F(Answers, AClassVotesBeforeAndAfterItTalks) {
  studio_.run("lesson id=reduction step=3");
  const std::size_t choices = studio_.session().step()->question->choices.size();
  ASSERT_GE(choices, 3U);
  studio_.run("hand choice=0; hand choice=0; hand choice=1; hand choice=0 by=-1");
  refused("hand choice=9");
  refused("hand choice=0 by=7");
  studio_.run("vote-again; hand choice=2");
  const auto model = lesson_model(studio_.session())->question;
  EXPECT_TRUE(model->vote_shown);
  EXPECT_EQ(model->choices[0].before, 1U);
  EXPECT_EQ(model->choices[1].before, 1U);
  EXPECT_EQ(model->choices[2].after, 1U);
  studio_.run("reveal");
  const auto revealed = lesson_model(studio_.session())->question;
  const auto wrong = std::ranges::count_if(revealed->choices, [](const ChoiceMark& choice) {
    return !choice.correct && choice.before + choice.after > 0;
  });
  EXPECT_EQ(revealed->misconceptions.size(), static_cast<std::size_t>(wrong));
  refused("hand choice=0");
  studio_.run("vote-clear; class-vote value=off");
  EXPECT_FALSE(lesson_model(studio_.session())->question->vote_shown);
  refused("vote-again");
}

TEST_F(Answers, NumbersAreTyped) {
  const std::string step = step_answered_by(studio_.session(), lesson::AnswerBy::Number);
  ASSERT_FALSE(step.empty());
  studio_.run(step);
  refused("answer choice=0");
  refused("answer number=many");
  studio_.run("answer number=123456789");
  EXPECT_EQ(lesson_model(studio_.session())->question->given, "123456789");
  const auto right = answer_to(studio_.session());
  ASSERT_TRUE(right);
  studio_.run("answer number=" + claim_number(*right) + "; reveal");
  const auto model = lesson_model(studio_.session())->question;
  EXPECT_NE(model->verdict.find("right"), std::string::npos) << model->verdict;
  refused("answer number=1");
}

TEST_F(Answers, PlacesAreClicked) {
  const std::string step = step_answered_by(studio_.session(), lesson::AnswerBy::Lane);
  ASSERT_FALSE(step.empty());
  studio_.run(step);
  const auto right = answer_to(studio_.session());
  ASSERT_TRUE(right);
  studio_.run(fmt::format("select lane={}", (static_cast<int>(*right) + 1) % 32));
  EXPECT_TRUE(lesson_model(studio_.session())->question->answered);
  studio_.run(fmt::format("select lane={}; reveal; select lane=31", *right));
  const auto model = lesson_model(studio_.session())->question;
  EXPECT_EQ(model->given, fmt::format("lane {}", *right));
  EXPECT_NE(model->verdict.find("right"), std::string::npos) << model->verdict;
}

// Where lessons ask for a place: by hand, from the kernels' indices and the texts. Each is found by
// the keys, too, and only it is right.
struct Place {
  std::string_view lesson, step;
  lesson::AnswerBy by;
  std::uint32_t right;
};
constexpr Place kPlaces[] = {
    {"bank-conflicts", "odd", lesson::AnswerBy::Bank, 12},           // 33 * 12 = 396 = 12 * 32 + 12
    {"bank-conflicts", "column", lesson::AnswerBy::Bank, 5},         // 20 * 32 + 5
    {"coalescing", "permuted", lesson::AnswerBy::Sector, 4},         // 63 ^ 31 = 32, and 32 / 8
    {"pitch", "tight", lesson::AnswerBy::Sector, 12},                // 97 / 8
    {"transpose", "naive", lesson::AnswerBy::Sector, 24},            // 3 * 64 / 8
    {"barriers", "fill", lesson::AnswerBy::Warp, 2},                 // 81 requests, 6 a round
    {"vector-add", "tail", lesson::AnswerBy::Warp, 7},               // (1000 - 768) / 32
    {"registers", "remainders", lesson::AnswerBy::Line, 8},          // a sign to mend
    {"divergence", "worst", lesson::AnswerBy::Line, 18},             // the `if`
    {"merge", "by-rank", lesson::AnswerBy::Element, 11},             // seed 000, G-MRG
    {"independent-set", "greedy", lesson::AnswerBy::Element, 3},     // seed 002, 3.2
    {"first-kernel", "number", lesson::AnswerBy::Element, 19},       // 2 * 8 + 3
    {"bank-conflicts", "even", lesson::AnswerBy::Lane, 16},          // word 32
    {"votes-and-shuffles", "hand-over", lesson::AnswerBy::Lane, 2},  // nobody 4 before
};

std::string command_of(const view::Selection& to, lesson::AnswerBy by) {
  using lesson::AnswerBy;
  if (by == AnswerBy::Lane) return fmt::format("select lane={}", *to.lane);
  if (by == AnswerBy::Warp) return fmt::format("select warp={}", to.warp->value);
  if (by == AnswerBy::Line) return fmt::format("select line={}", *to.line);
  return fmt::format("select array={} index={}", to.element->array, to.element->index);
}

TEST_F(Answers, PlacesOfLessonsAreReachedAndRight) {
  const session::Session& session = studio_.session();
  for (const Place& place : kPlaces) {
    SCOPED_TRACE(fmt::format("{}/{}", place.lesson, place.step));
    const auto lesson = std::ranges::find(session.lessons(), place.lesson, &lesson::Lesson::id);
    const auto step = std::ranges::find(lesson->steps, place.step, &lesson::LessonStep::id);
    studio_.run(
        fmt::format("lesson id={} step={}", place.lesson, step - lesson->steps.begin() + 1));
    ASSERT_EQ(session.step()->question->answer_by, place.by);
    EXPECT_EQ(clicked_answer(session, place.by), std::nullopt) << "answered from the start";
    for (int tries = 0; tries < 400 && clicked_answer(session, place.by) != place.right; ++tries) {
      const auto next = neighbour_answer(session, place.by, 1);
      ASSERT_TRUE(next) << "the keys do not come to it";
      studio_.run(command_of(*next, place.by));
    }
    studio_.run("reveal");
    const auto model = lesson_model(session)->question;
    EXPECT_NE(model->verdict.find("right"), std::string::npos) << model->verdict;
  }
}

// Of what is selected, by whatever way: 4-byte words of a shared array in banks, of a buffer in
// sectors of eight.
TEST_F(Answers, BanksAndSectorsAreThoseOfTheSelectedElement) {
  studio_.run("lesson id=reduction; rung id=sequential; set block=64");
  const auto given = [&](lesson::AnswerBy by) { return clicked_answer(studio_.session(), by); };
  std::string shared, global;
  for (const view::ArrayInfo& array : view::arrays_of(studio_.session())) {
    ASSERT_EQ(array.element_bytes, 4U);
    std::string& name = array.space == events::Space::Shared ? shared : global;
    if (name.empty()) name = array.name;
  }
  EXPECT_EQ(given(lesson::AnswerBy::Bank), std::nullopt);
  studio_.run("select array=" + shared + " index=37");
  EXPECT_EQ(given(lesson::AnswerBy::Bank), 5U);
  EXPECT_EQ(given(lesson::AnswerBy::Sector), std::nullopt) << "it is in shared memory";
  EXPECT_EQ(given(lesson::AnswerBy::Element), 37U);
  studio_.run("select array=" + global + " index=37");
  EXPECT_EQ(given(lesson::AnswerBy::Bank), std::nullopt);
  EXPECT_EQ(given(lesson::AnswerBy::Sector), 4U);
}

// Keys go where clicks do: from the first one, and not beyond the last.
TEST_F(Answers, KeysMoveToTheNextPlace) {
  using lesson::AnswerBy;
  studio_.run("lesson id=reduction; rung id=sequential; set block=64");
  const auto moved = [&](AnswerBy by, int to) -> std::optional<std::uint32_t> {
    const auto next = neighbour_answer(studio_.session(), by, to);
    if (!next) return std::nullopt;
    if (by == AnswerBy::Lane) studio_.run(fmt::format("select lane={}", *next->lane));
    if (by == AnswerBy::Warp) studio_.run(fmt::format("select warp={}", next->warp->value));
    if (by == AnswerBy::Line) studio_.run(fmt::format("select line={}", *next->line));
    if (by == AnswerBy::Element || by == AnswerBy::Bank || by == AnswerBy::Sector)
      studio_.run(fmt::format("select none; select array={} index={}", next->element->array,
                              next->element->index));
    return clicked_answer(studio_.session(), by);
  };
  studio_.run("select none");
  for (const AnswerBy by :
       {AnswerBy::Lane, AnswerBy::Warp, AnswerBy::Element, AnswerBy::Bank, AnswerBy::Sector}) {
    studio_.run("select none");
    EXPECT_EQ(moved(by, 1), 0U);
    EXPECT_EQ(moved(by, 1), 1U);
    EXPECT_EQ(moved(by, -1), 0U);
    EXPECT_EQ(moved(by, -1), std::nullopt);
  }
  EXPECT_EQ(moved(AnswerBy::Line, 1), 1U) << "lines count from 1";
  EXPECT_EQ(moved(AnswerBy::Line, -1), std::nullopt);
}

}  // namespace
}  // namespace lanescope::ui::teaching
