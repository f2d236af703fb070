#include "ui/session/exercise_check.hpp"

#include <utility>

#include "lab/lesson/exercise.hpp"

namespace lanescope::ui {

void ExerciseCheck::ask(const lab::Lesson& lesson, std::string edited, std::string text) {
  lesson_ = lesson.id;
  edited_ = std::move(edited);
  attempt_ = {*lesson.exercise, lesson.trials, std::move(text)};
  verdict_.reset();
  wanted_ = true;
  request_ = 0;
}

const lab::ExerciseVerdict* ExerciseCheck::verdict(const std::string& lesson,
                                                   const std::string& edited) const {
  const bool same = lesson == lesson_ && edited == edited_;
  return same && verdict_ ? &*verdict_ : nullptr;
}

bool ExerciseCheck::has_judged(const std::string& lesson) const {
  return lesson == lesson_ && verdict_.has_value();
}

void ExerciseCheck::begin(lab::Runner& runner) { request_ = runner.submit_attempt(attempt_); }

bool ExerciseCheck::take(const lab::Runner::Update& update) {
  request_ = 0;
  wanted_ = false;
  verdict_ = std::get<lab::ExerciseVerdict>(update.result);
  return verdict_->solved;
}

}  // namespace lanescope::ui
