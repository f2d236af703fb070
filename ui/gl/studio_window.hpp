#pragma once

#include <memory>
#include <string>

#include "sim/base/result.hpp"
#include "ui/gl/offscreen.hpp"
#include "ui/studio/studio.hpp"

struct GLFWwindow;
struct GLFWmonitor;

namespace lanescope::ui::gl {

// A window with a studio in it: an OpenGL context, a Dear ImGui context and a Studio of its own, so
// that two of them show one session in different sizes of type. (Dear ImGui's multi-viewports share
// one style, and their GLFW back end refuses Wayland.)
class StudioWindow {
 public:
  struct Options {
    std::string title;
    int width = 1600, height = 900;
    GLFWmonitor* full_screen_on = nullptr;
    studio::Studio::Audience audience = studio::Studio::Audience::User;
  };
  // GLFW has been started.
  [[nodiscard]] static Result<std::unique_ptr<StudioWindow>> open(const Options& place,
                                                                  session::Session& session);
  ~StudioWindow();
  StudioWindow(const StudioWindow&) = delete;
  StudioWindow& operator=(const StudioWindow&) = delete;

  // One frame, drawn but not shown yet. Its contexts are current until the next window's are.
  void draw(double seconds);
  [[nodiscard]] Image read() const;  // what draw() has drawn
  void show();

  [[nodiscard]] GLFWwindow* handle() const { return window_.get(); }
  [[nodiscard]] bool wants_to_close() const;
  [[nodiscard]] studio::Studio& studio() { return *studio_; }

 private:
  struct Close {
    void operator()(GLFWwindow* window) const;
  };
  StudioWindow() = default;
  void make_current() const;

  std::unique_ptr<GLFWwindow, Close> window_;
  ImGuiContext* context_ = nullptr;
  std::unique_ptr<studio::Studio> studio_;
};

}  // namespace lanescope::ui::gl
