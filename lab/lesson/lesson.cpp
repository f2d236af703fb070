#include "lab/lesson/lesson.hpp"

#include <algorithm>

namespace lanescope::lesson {

const Rung* Lesson::find_rung(std::string_view wanted) const {
  for (const Exercise& exercise : exercises) {
    if (wanted == exercise.start.id) return &exercise.start;
    if (wanted == exercise.solution.id) return &exercise.solution;
  }
  const auto at = std::ranges::find(rungs, wanted, &Rung::id);
  return at == rungs.end() ? nullptr : &*at;
}

const Exercise* Lesson::find_exercise(std::string_view wanted) const {
  const auto at = std::ranges::find(exercises, wanted, &Exercise::id);
  return at == exercises.end() ? nullptr : &*at;
}

const Claim* Lesson::find_claim(std::string_view wanted) const {
  const auto at = std::ranges::find(claims, wanted, &Claim::id);
  return at == claims.end() ? nullptr : &*at;
}

const LessonSchedule* Lesson::find_schedule(std::string_view wanted) const {
  const auto at = std::ranges::find(schedules, wanted, &LessonSchedule::id);
  return at == schedules.end() ? nullptr : &*at;
}

const LessonMigration* Lesson::find_migration(std::string_view wanted) const {
  const auto at = std::ranges::find(migrations, wanted, &LessonMigration::id);
  return at == migrations.end() ? nullptr : &*at;
}

}  // namespace lanescope::lesson
