#include "app/wanted_lessons.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/messages.hpp"
#include "lab/lesson/paths.hpp"

namespace lanescope::app {

Result<WantedLessons> wanted_lessons(const std::vector<std::string>& ids) {
  WantedLessons all;
  Result<std::vector<lesson::Lesson>> lessons =
      lesson::load_lessons(lesson::kernels_folder(), &all.broken);
  if (!lessons) return lessons.error();
  all.lessons = std::move(*lessons);
  if (ids.empty()) return all;
  WantedLessons wanted;
  for (const std::string& id : ids) {
    const auto at = std::ranges::find(all.lessons, id, &lesson::Lesson::id);
    const auto broken = std::ranges::find(all.broken, id, &lesson::BrokenLesson::id);
    if (at != all.lessons.end())
      wanted.lessons.push_back(*at);
    else if (broken != all.broken.end())
      wanted.broken.push_back(*broken);
    else
      return bad_input(fmt::format("there is no lesson `{}` (see lanescope list)", id));
  }
  return wanted;
}

void complain_of(const std::vector<lesson::BrokenLesson>& broken) {
  for (const lesson::BrokenLesson& lesson : broken) (void)complain(lesson.error);
}

}  // namespace lanescope::app
