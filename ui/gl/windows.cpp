#include "ui/gl/windows.hpp"

#include <cstdio>
#include <vector>

#include <GLFW/glfw3.h>

#include "ui/commands/commands.hpp"
#include "ui/gl/monitors.hpp"
#include "ui/gl/panel_picture.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::gl {
namespace {

DesktopRect place_of(GLFWwindow* window) {
  DesktopRect place;
  glfwGetWindowPos(window, &place.x, &place.y);
  glfwGetWindowSize(window, &place.width, &place.height);
  return place;
}

// The monitor for the class; null: there is only one.
GLFWmonitor* second_monitor(GLFWwindow* studio) {
  int count = 0;
  GLFWmonitor** const all = glfwGetMonitors(&count);
  std::vector<DesktopRect> places;
  for (int i = 0; i < count; ++i) {
    DesktopRect place;
    glfwGetMonitorPos(all[i], &place.x, &place.y);
    if (const GLFWvidmode* mode = glfwGetVideoMode(all[i])) {
      place.width = mode->width;
      place.height = mode->height;
    }
    places.push_back(place);
  }
  const auto found = monitor_for_class(places, place_of(studio));
  return found ? all[*found] : nullptr;
}

}  // namespace

Result<std::unique_ptr<Windows>> Windows::open(int width, int height, session::Session& session) {
  std::unique_ptr<Windows> made(new Windows(session));
  StudioWindow::Options place;
  place.title = "Lanescope";
  place.width = width;
  place.height = height;
  auto studio = StudioWindow::open(place, session);
  if (!studio) return studio.error();
  made->studio_ = std::move(*studio);
  return made;
}

bool Windows::over() { return studio_->wants_to_close() || session_.take<session::QuitRequest>(); }

bool Windows::at_work() const { return session_.requests().any() || animation_.taking(); }

Result<void> Windows::open_projector() {
  StudioWindow::Options place;
  place.title = tr("Lanescope · projector");
  place.width = 1280;
  place.height = 720;
  place.audience = studio::Studio::Audience::Class;
  if (GLFWmonitor* const monitor = second_monitor(studio_->handle())) {
    if (const GLFWvidmode* const mode = glfwGetVideoMode(monitor)) {
      place.full_screen_on = monitor;
      place.width = mode->width;
      place.height = mode->height;
    }
  }
  auto opened = StudioWindow::open(place, session_);
  if (!opened) return opened.error();
  projector_ = std::move(*opened);
  return {};
}

void Windows::follow_projector() {
  if (projector_ != nullptr && projector_->wants_to_close())
    (void)commands::execute(session_, "projector value=off");
  const bool wanted = session_.state().classroom.projector.on;
  if (wanted == (projector_ != nullptr)) return;
  if (!wanted) {
    projector_.reset();
    return;
  }
  const auto opened = open_projector();
  if (opened) return;
  (void)commands::execute(session_, "projector value=off");
  (void)commands::complain(session_,
                           say("no second window for the projector: {}", opened.error().message));
}

void Windows::follow_presenter() {
  const bool wanted = session_.state().screen.presenter;
  if (wanted == full_screen_) return;
  full_screen_ = wanted;
  GLFWwindow* const window = studio_->handle();
  GLFWmonitor* const monitor = glfwGetPrimaryMonitor();
  const GLFWvidmode* const mode = monitor == nullptr ? nullptr : glfwGetVideoMode(monitor);
  if (mode == nullptr) return;
  if (wanted) {
    glfwGetWindowPos(window, &x_, &y_);
    glfwGetWindowSize(window, &width_, &height_);
    glfwSetWindowMonitor(window, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
  } else {
    glfwSetWindowMonitor(window, nullptr, x_, y_, width_, height_, 0);
  }
}

// The panel that a picture was asked of may have come to the front with this frame only.
void Windows::serve_pictures() {
  constexpr int kFramesToFront = 3;
  if (session_.requests().waiting<session::PictureRequest>() == nullptr)
    picture_waits_ = kFramesToFront;
  else if (--picture_waits_ <= 0)
    (void)serve_picture(session_, studio_->read());
  animation_.follow(session_, [this] { return studio_->read(); });
}

// The pixel in the corner is the background's. The window's title is drawn by the desktop.
void Windows::tell_of_black(double seconds) {
  const auto words = black_screen_.look(seconds, [] { return read_frame(1, 1); });
  if (!words) return;
  std::fputs((*words + "\n").c_str(), stderr);
  glfwSetWindowTitle(studio_->handle(), words->c_str());
}

void Windows::frame(double seconds) {
  follow_projector();
  if (projector_ != nullptr) {
    projector_->draw(seconds);
    projector_->show();
  }
  studio_->draw(seconds);
  serve_pictures();
  tell_of_black(seconds);
  studio_->show();
  follow_presenter();
}

}  // namespace lanescope::ui::gl
