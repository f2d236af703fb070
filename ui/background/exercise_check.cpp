#include "ui/background/exercise_check.hpp"

#include <utility>

#include "lab/lesson/exercise.hpp"

namespace lanescope::ui::background {

void ExerciseCheck::ask(std::string key, lesson::Attempt attempt, std::string edited) {
  key_ = std::move(key);
  edited_ = std::move(edited);
  attempt_ = std::move(attempt);
  verdict_.reset();
  wanted_ = true;
  request_ = 0;
}

const lesson::ExerciseVerdict* ExerciseCheck::verdict(const std::string& key,
                                                      const std::string& edited) const {
  const bool same = key == key_ && edited == edited_;
  return same && verdict_ ? &*verdict_ : nullptr;
}

bool ExerciseCheck::has_judged(const std::string& key) const {
  return key == key_ && verdict_.has_value();
}

void ExerciseCheck::begin(lesson::Runner& runner) { request_ = runner.submit_attempt(attempt_); }

bool ExerciseCheck::take(const lesson::Runner::Update& update) {
  request_ = 0;
  wanted_ = false;
  verdict_ = std::get<lesson::ExerciseVerdict>(update.result);
  return verdict_->solved;
}

}  // namespace lanescope::ui::background
