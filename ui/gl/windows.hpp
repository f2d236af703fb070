#pragma once

#include <memory>

#include "ui/gl/animation.hpp"
#include "ui/gl/black_screen.hpp"
#include "ui/gl/studio_window.hpp"

namespace lanescope::ui::gl {

// The studio's window and, while the session wants it, the projector's: two pictures of one
// session. GLFW has been started, and ends after.
class Windows {
 public:
  [[nodiscard]] static Result<std::unique_ptr<Windows>> open(int width, int height,
                                                             session::Session& session);
  Windows(const Windows&) = delete;
  Windows& operator=(const Windows&) = delete;

  // A frame of each window; opens and closes the projector's as the session says.
  void frame(double seconds);
  // The user has closed the studio's window, or has asked to quit.
  [[nodiscard]] bool over();
  // Frames have to go on: something that was asked for is taken from them.
  [[nodiscard]] bool at_work() const;
  [[nodiscard]] StudioWindow& studio() { return *studio_; }
  [[nodiscard]] StudioWindow* projector() { return projector_.get(); }  // null: not open

 private:
  explicit Windows(session::Session& session) : session_(session) {}
  void follow_projector();
  [[nodiscard]] Result<void> open_projector();
  void follow_presenter();
  void serve_pictures();
  void tell_of_black(double seconds);

  session::Session& session_;
  std::unique_ptr<StudioWindow> studio_, projector_;
  // Presenter mode is full screen; the window's place before.
  bool full_screen_ = false;
  int x_ = 0, y_ = 0, width_ = 1600, height_ = 900;
  Animation animation_;
  BlackScreen black_screen_;
  int picture_waits_ = 0;  // frames until a picture that was asked for is taken
};

}  // namespace lanescope::ui::gl
