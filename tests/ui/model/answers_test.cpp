// How a question is answered: by a class, by a typed number, by a click.

#include <algorithm>

#include <fmt/format.h>

#include "tests/ui/model/studio.hpp"
#include "ui/teaching/lesson_model.hpp"
#include "ui/teaching/lesson_words.hpp"

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

}  // namespace
}  // namespace lanescope::ui::teaching
