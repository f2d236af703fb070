#pragma once

#include <string>
#include <utility>

#include "ui/session/edit/cursor_editor.hpp"
#include "ui/session/edit/experiment_editor.hpp"
#include "ui/session/edit/lesson_editor.hpp"
#include "ui/session/edit/program_editor.hpp"

namespace lanescope::ui::session {

// What a command changes a session by: the session makes one and lends it to the command's row
// (CommandRunner). Nobody else can have one, and it hands out no part of the state to write in.
class SessionEditor {
 public:
  SessionEditor(const SessionEditor&) = delete;
  SessionEditor& operator=(const SessionEditor&) = delete;

  [[nodiscard]] const Session& session() const { return session_; }
  [[nodiscard]] const view::State& state() const { return session_.state_; }

  // Parts that keep a rule.
  [[nodiscard]] CursorEditor& cursor() { return cursor_; }
  [[nodiscard]] ExperimentEditor& experiment() { return experiment_; }
  [[nodiscard]] LessonEditor& lesson() { return lesson_; }
  [[nodiscard]] ProgramEditor& program() { return program_; }

  // Parts that stand for themselves: copied, changed, handed back.
  void set(view::Marks marks) { session_.state_.marks = std::move(marks); }
  void set(view::Pace pace) { session_.state_.pace = pace; }
  void set(view::Appearance appearance) { session_.state_.appearance = std::move(appearance); }
  void set(view::LessonProgress progress) { session_.state_.progress = std::move(progress); }
  void set(view::Tools tools);
  void set(view::Screen screen) { session_.state_.screen = std::move(screen); }
  void set(view::Classroom classroom) { session_.state_.classroom = std::move(classroom); }
  void set(view::Tour tour) { session_.state_.tour = tour; }
  void set(view::Files files) { session_.state_.files = std::move(files); }

  void focus(const std::string& panel) { session_.state_.focus.go_to(panel); }
  // The run on screen becomes Compare's run B and stays it.
  void pin();
  // Peaks and transfers of this machine's GPU, once.
  void want_survey() { session_.gpu_.want_survey(); }
  // What is done once, outside of the session.
  template <typename Request>
  void ask(Request request) {
    session_.requests_.ask(std::move(request));
  }
  void set_message(std::string message) { session_.message_ = std::move(message); }

  // A command of this kind has changed the experiment; `before` is what it was.
  void note_change(SavedExperiment before, std::string kind);
  // Only where History says that one can.
  Result<void> undo();
  Result<void> redo();

 private:
  friend class Session;
  explicit SessionEditor(Session& session)
      : session_(session),
        cursor_(session),
        experiment_(session, cursor_),
        lesson_(session, cursor_, experiment_),
        program_(session, experiment_) {}

  Session& session_;
  CursorEditor cursor_;
  ExperimentEditor experiment_;
  LessonEditor lesson_;
  ProgramEditor program_;
};

}  // namespace lanescope::ui::session
