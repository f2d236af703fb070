#pragma once

#include "ui/session/session.hpp"

namespace lanescope::ui::session {

// Where one stands: moves through the run, plays it, and selects. What the run does not have is
// never selected.
class CursorEditor {
 public:
  CursorEditor(const CursorEditor&) = delete;
  CursorEditor& operator=(const CursorEditor&) = delete;

  [[nodiscard]] Tick end() const;  // tick_count, 0 without a trace
  // Goes there at once; `play_to` with the beats of the step that is shown then. Launch and block
  // of the selection follow.
  void show(Tick tick);
  void play_to(Tick tick);
  // The instruction at `tick` in the picture: as the one just executed.
  void show_instruction(Tick tick);
  void step_forward(view::StepUnit unit);
  void step_back(view::StepUnit unit);
  void set_playing(bool playing);
  // A moment of the step's animation; held: it stays there.
  void set_beat(double beat, bool held);
  // Plays the beats of the step on screen once more.
  void replay_step();
  // Playing, and the animation of a step, go on.
  void advance(double seconds);

  // Goes to the breakpoint in [from, to) that the goal asks for. A long way is searched beside the
  // frames; anything that moves time gives it up. False: there is none, and a message says so.
  bool find_stop(StopFinder::Goal goal, Tick from, Tick to);
  bool end_search(const StopFinder::Found& found);

  void select(view::Selection selection);
  // Of the selection what the run on screen, or the launch in the picture, does not have.
  void drop_what_is_gone();
  // Launch and block are those of the instruction shown.
  void follow_step();

 private:
  friend class SessionEditor;
  explicit CursorEditor(Session& session) : session_(session) {}
  [[nodiscard]] view::Cursor& cursor() { return session_.state_.cursor; }
  // Steps of playing, which breakpoints stop.
  void play_steps(int count);

  Session& session_;
};

}  // namespace lanescope::ui::session
