#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/result.hpp"
#include "ui/session/edit/experiment_editor.hpp"

namespace lanescope::ui::session {

// Where one is in the course. A step is the same by whatever way one comes to it: nothing that was
// set before it outlives it.
class LessonEditor {
 public:
  LessonEditor(const LessonEditor&) = delete;
  LessonEditor& operator=(const LessonEditor&) = delete;

  Result<void> open_lesson(const std::string& id, std::uint32_t step);
  Result<void> open_step(std::uint32_t step);
  // One of the lesson's exercises; its kernel, or the solution to look at.
  Result<void> open_exercise(std::size_t index, bool solution = false);
  // Has the text of the open exercise judged behind the frame.
  Result<void> check_exercise();
  // Commands of the step, to be run before those that wait, e.g. a script's.
  Result<void> queue_commands(const std::vector<std::string>& of_step);

 private:
  friend class SessionEditor;
  LessonEditor(Session& session, CursorEditor& cursor, ExperimentEditor& experiment)
      : session_(session), cursor_(cursor), experiment_(experiment) {}
  Result<void> begin_step(std::uint32_t index, const std::string& rung,
                          const lesson::ParameterValues& set);

  Session& session_;
  CursorEditor& cursor_;
  ExperimentEditor& experiment_;
};

}  // namespace lanescope::ui::session
