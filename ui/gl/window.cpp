#include "ui/gl/window.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include "ui/commands/commands.hpp"
#include "ui/gl/gui_options.hpp"
#include "ui/gl/studio_session.hpp"
#include "ui/gl/windows.hpp"
#include "ui/session/exercise_book.hpp"
#include "ui/session/user_files.hpp"
#include "ui/teaching/notes.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::gl {
namespace {

struct Glfw {
  bool ready = glfwInit() == GLFW_TRUE;
  Glfw() = default;
  Glfw(const Glfw&) = delete;
  Glfw& operator=(const Glfw&) = delete;
  ~Glfw() {
    if (ready) glfwTerminate();
  }
};

// A monitor with small pixels gets everything larger; the script or the user may change it after.
void follow_monitor_scale(GLFWwindow* window, session::Session& session) {
  float x = 1.0F, y = 1.0F;
  glfwGetWindowContentScale(window, &x, &y);
  const std::string told = session.message();  // a command that goes well clears it
  (void)commands::execute(session,
                          fmt::format("scale value={}", std::clamp(std::max(x, y), 1.0F, 2.5F)));
  if (!told.empty()) (void)commands::complain(session, told);
}

session::UserFiles find_user_files() {
  session::UserFiles files;
  files.folder = session::user_folder();
  files.recent = session::read_recent(files.folder);
  files.recovery = session::left_behind(files.folder).string();
  files.notes = teaching::read_notes(files.folder);
  files.exercises = session::read_exercise_book(files.folder);
  files.tour_offered = !files.folder.empty() && !session::was_tour_offered(files.folder);
  return files;
}

// Nothing moves: sleep until something happens, but look for results now and then.
bool at_rest(const Windows& windows, const session::Session& session) {
  const view::Cursor& cursor = session.state().cursor;
  return !cursor.playing && (cursor.beat >= 1.0 || cursor.held) && !session.busy() &&
         !session.has_queued() && !session.live().moving() && !windows.at_work();
}

void loop(Windows& windows, session::Session& session) {
  windows.studio().studio().allow_dialogs();
  session::Autosave autosave(session.user_folder());
  double before = glfwGetTime();
  int quiet_frames = 0;  // hovering and tooltips need a few frames after the last event
  while (!windows.over()) {
    constexpr int kFramesAfterEvent = 20;
    constexpr double kLookEvery = 0.2;
    if (at_rest(windows, session) && quiet_frames > kFramesAfterEvent) {
      const double asleep = glfwGetTime();
      glfwWaitEventsTimeout(kLookEvery);
      if (glfwGetTime() - asleep < kLookEvery * 0.95) quiet_frames = 0;
    } else {
      glfwPollEvents();
      ++quiet_frames;
    }
    if (!at_rest(windows, session)) quiet_frames = 0;
    const double now = glfwGetTime();
    windows.frame(now - before);
    autosave.update(session, now - before);
    before = now;
  }
  (void)session::write_exercise_book(session.user_folder(), session::exercise_book(session));
}

}  // namespace

bool has_display() {
  const auto set = [](const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0';
  };
  return set("DISPLAY") || set("WAYLAND_DISPLAY");
}

Result<int> run_gui(const GuiOptions& options, const ports::equipment::Equipment& equipment) {
  auto opened = open_session(options, equipment);
  if (!opened) return opened.error();
  opened->session->take_up(find_user_files());
  auto script = session::parse_script(options.script);
  if (!script) return script.error();
  opened->session->enqueue(std::move(*script));
  const Glfw glfw;
  if (!glfw.ready) return missing(tr("no display was found; `lanescope shot` draws into a file"));
  auto windows = Windows::open(options.width, options.height, *opened->session);
  if (!windows)
    return missing(
        tr("no OpenGL 3.3 window could be opened: install libgl1-mesa-dri or a GPU driver"));
  follow_monitor_scale((*windows)->studio().handle(), *opened->session);
  loop(**windows, *opened->session);
  return 0;
}

}  // namespace lanescope::ui::gl
