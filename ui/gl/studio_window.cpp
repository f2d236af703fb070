#include "ui/gl/studio_window.hpp"

#include <utility>
#include <vector>

#include <GL/glew.h>
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include "ui/words/words.hpp"

namespace lanescope::ui::gl {
namespace {

// Files dragged onto the window, each as the command that a script would write.
void take_drop(GLFWwindow* window, int count, const char** paths) {
  auto* const session = static_cast<session::Session*>(glfwGetWindowUserPointer(window));
  if (session == nullptr) return;
  std::vector<session::Command> commands;
  for (int i = 0; i < count; ++i) commands.push_back({"drop", {{"path", paths[i]}}});
  session->enqueue(std::move(commands));
}

}  // namespace

void StudioWindow::Close::operator()(GLFWwindow* window) const { glfwDestroyWindow(window); }

Result<std::unique_ptr<StudioWindow>> StudioWindow::open(const Options& place,
                                                         session::Session& session) {
  const bool of_class = place.audience == studio::Studio::Audience::Class;
  glfwDefaultWindowHints();
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  // Keyboard and pointer stay with the teacher, and the class's picture when they do.
  glfwWindowHint(GLFW_FOCUSED, of_class ? GLFW_FALSE : GLFW_TRUE);
  glfwWindowHint(GLFW_FOCUS_ON_SHOW, of_class ? GLFW_FALSE : GLFW_TRUE);
  glfwWindowHint(GLFW_CENTER_CURSOR, GLFW_FALSE);
  glfwWindowHint(GLFW_AUTO_ICONIFY, of_class ? GLFW_FALSE : GLFW_TRUE);
  std::unique_ptr<StudioWindow> made(new StudioWindow);
  made->window_.reset(glfwCreateWindow(place.width, place.height, place.title.c_str(),
                                       place.full_screen_on, nullptr));
  if (made->window_ == nullptr) {
    const char* reason = nullptr;
    (void)glfwGetError(&reason);
    return missing(reason == nullptr ? tr("the system opens no window") : reason);
  }
  glfwMakeContextCurrent(made->handle());
  // The studio's window waits for its screen; a second wait would halve the frames.
  glfwSwapInterval(of_class ? 0 : 1);
  glewExperimental = GL_TRUE;
  (void)glewInit();  // a missing GLX display under Wayland does no harm
  made->context_ = ImGui::CreateContext();
  ImGui::SetCurrentContext(made->context_);
  ImGui::GetIO().IniFilename = nullptr;
  ImGui::GetIO().LogFilename = nullptr;
  glfwSetWindowUserPointer(made->handle(), &session);
  glfwSetDropCallback(made->handle(), take_drop);
  ImGui_ImplGlfw_InitForOpenGL(made->handle(), true);
  ImGui_ImplOpenGL3_Init("#version 330");
  made->studio_ = std::make_unique<studio::Studio>(session, place.audience);
  return made;
}

StudioWindow::~StudioWindow() {
  if (context_ == nullptr) return;
  make_current();
  studio_.reset();
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext(context_);
}

void StudioWindow::make_current() const {
  glfwMakeContextCurrent(handle());
  ImGui::SetCurrentContext(context_);
}

bool StudioWindow::wants_to_close() const { return glfwWindowShouldClose(handle()) == GLFW_TRUE; }

void StudioWindow::draw(double seconds) {
  make_current();
  studio_->begin(seconds);
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
  studio_->draw();
  ImGui::Render();
  studio_->end();
  int width = 0, height = 0;
  glfwGetFramebufferSize(handle(), &width, &height);
  glViewport(0, 0, width, height);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

Image StudioWindow::read() const {
  int width = 0, height = 0;
  glfwGetFramebufferSize(handle(), &width, &height);
  return read_frame(width, height);
}

void StudioWindow::show() { glfwSwapBuffers(handle()); }

}  // namespace lanescope::ui::gl
