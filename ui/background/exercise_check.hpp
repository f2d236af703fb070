#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "lab/lesson/exercise.hpp"
#include "lab/lesson/runner.hpp"

namespace lanescope::ui::background {

// Judges the text of an exercise behind the frame: one at a time, when the run on screen is all
// there. A judgement that a newer request overtakes is made again.
class ExerciseCheck {
 public:
  // `key`: exercise_key(); `edited`: empty when the text is the exercise's as shipped.
  void ask(std::string key, lesson::Attempt attempt, std::string edited);
  // Wanted, and not there yet.
  [[nodiscard]] bool pending() const { return wanted_; }
  // The request under way; 0: none.
  [[nodiscard]] std::uint64_t request() const { return request_; }
  // Null when this text of this exercise has not been judged.
  [[nodiscard]] const lesson::ExerciseVerdict* verdict(const std::string& key,
                                                       const std::string& edited) const;
  // Of this exercise, whatever the text was.
  [[nodiscard]] bool has_judged(const std::string& key) const;

  void begin(lesson::Runner& runner);
  // True: the exercise is solved.
  bool take(const lesson::Runner::Update& update);
  void drop() { request_ = 0; }
  [[nodiscard]] const std::string& key() const { return key_; }

 private:
  bool wanted_ = false;
  std::uint64_t request_ = 0;
  std::string key_, edited_;
  lesson::Attempt attempt_;
  std::optional<lesson::ExerciseVerdict> verdict_;
};

}  // namespace lanescope::ui::background
