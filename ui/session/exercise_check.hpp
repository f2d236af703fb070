#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "lab/lesson/exercise.hpp"
#include "lab/lesson/lesson.hpp"
#include "lab/lesson/runner.hpp"

namespace lanescope::ui {

// Judges the text of an exercise behind the frame: one at a time, when the run on screen is all
// there. A judgement that a newer request overtakes is made again.
class ExerciseCheck {
 public:
  // `edited`: empty when the text is the exercise's as shipped.
  void ask(const lab::Lesson& lesson, std::string edited, std::string text);
  // Wanted, and not there yet.
  [[nodiscard]] bool pending() const { return wanted_; }
  // The request under way; 0: none.
  [[nodiscard]] std::uint64_t request() const { return request_; }
  // Null when this text of this lesson has not been judged.
  [[nodiscard]] const lab::ExerciseVerdict* verdict(const std::string& lesson,
                                                    const std::string& edited) const;
  // Of this lesson, whatever the text was.
  [[nodiscard]] bool has_judged(const std::string& lesson) const;

  void begin(lab::Runner& runner);
  // True: the lesson's exercise is solved.
  bool take(const lab::Runner::Update& update);
  void drop() { request_ = 0; }
  [[nodiscard]] const std::string& lesson() const { return lesson_; }

 private:
  bool wanted_ = false;
  std::uint64_t request_ = 0;
  std::string lesson_, edited_;
  lab::Attempt attempt_;
  std::optional<lab::ExerciseVerdict> verdict_;
};

}  // namespace lanescope::ui
