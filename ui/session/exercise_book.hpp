#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "lab/lesson/lesson.hpp"
#include "sim/base/result.hpp"
#include "ui/view/lesson_progress.hpp"

namespace lanescope::ui::session {

class Session;

// What the user has written for the exercises and what became of them, beside all sessions:
// FOLDER/exercises.json. It outlives a session that was not saved.
struct ExerciseEntry {
  view::ExerciseMark mark;
  std::string text;  // one's own; empty: none
  friend bool operator==(const ExerciseEntry&, const ExerciseEntry&) = default;
};
using ExerciseBook = std::map<std::string, ExerciseEntry>;  // by exercise_key()

[[nodiscard]] std::string exercise_key(const lesson::Lesson& lesson,
                                       const lesson::Exercise& exercise);
// Of the text of the exercise with this key: ChosenExperiment::edits.
[[nodiscard]] std::string edit_key_of(const std::string& exercise_key);

// Of this session; a text that was put aside counts where there is no other.
[[nodiscard]] ExerciseBook exercise_book(const Session& session);
// Nothing where the folder is empty, or the file is missing or damaged.
[[nodiscard]] ExerciseBook read_exercise_book(const std::filesystem::path& folder);
// Exercises that are not in the book keep what the file has of them.
[[nodiscard]] Result<void> write_exercise_book(const std::filesystem::path& folder,
                                               const ExerciseBook& book);

}  // namespace lanescope::ui::session
