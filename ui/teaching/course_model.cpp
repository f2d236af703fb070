#include "ui/teaching/course_model.hpp"

#include <algorithm>

#include "ui/session/exercise_book.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::teaching {
namespace {

// "Divergence, Coalescing"; of lessons that are there.
std::string titles_of(const session::Session& session, const std::vector<std::string>& ids) {
  std::string titles;
  for (const std::string& id : ids) {
    const auto found = std::ranges::find(session.lessons(), id, &lesson::Lesson::id);
    if (found != session.lessons().end()) titles += (titles.empty() ? "" : ", ") + found->title;
  }
  return titles;
}

std::size_t solved_of(const session::Session& session, const lesson::Lesson& lesson) {
  const view::ExerciseMarks& marks = session.state().progress.exercises;
  return static_cast<std::size_t>(
      std::ranges::count_if(lesson.exercises, [&](const lesson::Exercise& exercise) {
        const auto mark = marks.find(session::exercise_key(lesson, exercise));
        return mark != marks.end() && mark->second.solved;
      }));
}

}  // namespace

std::vector<CourseRow> course_rows(const session::Session& session,
                                   std::span<const lesson::LaterSubject> later) {
  std::vector<CourseRow> rows;
  for (const lesson::Lesson& lesson : session.lessons()) {
    CourseRow row{lesson.id,
                  lesson.title,
                  lesson.summary,
                  solved_of(session, lesson),
                  lesson.exercises.size(),
                  lesson.id == session.state().experiment.lesson,
                  {}};
    if (const std::string needed = titles_of(session, lesson.needs); !needed.empty())
      row.about += (row.about.empty() ? "" : "\n") + say("Builds on: {}.", needed);
    rows.push_back(std::move(row));
    for (const lesson::LaterSubject& subject : later) {
      if (subject.behind == lesson.id)
        rows.push_back({"", subject.title, subject.about, 0, 0, false,
                        subject.now.empty() ? tr("to come") : subject.now});
    }
  }
  return rows;
}

}  // namespace lanescope::ui::teaching
