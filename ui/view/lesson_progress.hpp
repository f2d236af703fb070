#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace lanescope::ui::view {

// Hands that the teacher has counted for each choice of a question: before the class has talked
// about it, and after. Choices behind the last one counted have none.
struct ClassVote {
  bool shown = false;
  bool second = false;  // hands count for `after`
  std::vector<std::uint32_t> before, after;
  friend bool operator==(const ClassVote&, const ClassVote&) = default;
};

struct Answer {
  int choice = -1;
  std::string number;  // in the place of a choice: as typed, or the number of what was clicked
  bool revealed = false;
  ClassVote vote;
  friend bool operator==(const Answer&, const Answer&) = default;
};

// What became of an exercise. Kept in session files and in the user's folder; undo leaves
// it alone.
struct ExerciseMark {
  bool solved = false, solution_seen = false;
  friend bool operator==(const ExerciseMark&, const ExerciseMark&) = default;
  // What is solved stays solved.
  void add(const ExerciseMark& other) {
    solved |= other.solved;
    solution_seen |= other.solution_seen;
  }
};
// By "LESSON/EXERCISE"; that of a lesson's only exercise, which is called `exercise`, by "LESSON".
using ExerciseMarks = std::map<std::string, ExerciseMark>;

// How far the user has come in the lessons.
struct LessonProgress {
  std::map<std::string, Answer> answers;  // by step id, of the open lesson
  ExerciseMarks exercises;
  std::map<std::string, std::uint32_t> hints;  // shown of each exercise, by its key
  bool solution_asked = false;                 // once; the second time it is shown
  std::map<std::string, std::string> notes;    // the teacher's own, by note_key
  // Of what has not been answered, or asked for: nothing.
  [[nodiscard]] Answer answer_to(const std::string& step) const {
    const auto found = answers.find(step);
    return found == answers.end() ? Answer{} : found->second;
  }
  [[nodiscard]] std::uint32_t hints_shown(const std::string& exercise) const {
    const auto found = hints.find(exercise);
    return found == hints.end() ? 0 : found->second;
  }
  friend bool operator==(const LessonProgress&, const LessonProgress&) = default;
};

}  // namespace lanescope::ui::view
