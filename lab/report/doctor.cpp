#include "lab/report/doctor.hpp"

#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include "lab/lesson/lesson.hpp"
#include "lab/lesson/paths.hpp"
#include "ports/toolchain/loader_path.hpp"

namespace lanescope::report {
namespace {

namespace fs = std::filesystem;

std::string font(const char* file_part) {
  std::error_code problem;
  const auto options = fs::directory_options::skip_permission_denied;
  for (const char* root : {"/usr/share/fonts", "/usr/local/share/fonts"}) {
    for (fs::recursive_directory_iterator at(root, options, problem), end; !problem && at != end;
         at.increment(problem)) {
      if (at->path().filename().string().starts_with(file_part)) return at->path().string();
    }
  }
  return {};
}

Examined of_tool(const ports::toolchain::Tool& tool) {
  Examined finding;
  using Serves = ports::toolchain::Tool::Serves;
  finding.topic = tool.serves == Serves::Gpu ? Examined::Topic::Gpu : Examined::Topic::Compiler;
  finding.name = tool.name;
  if (tool.found())
    finding.found = tool.version.empty() ? tool.path : tool.version + "  " + tool.path;
  finding.remedy = tool.problem.empty() ? tool.remedy : tool.problem + ": " + tool.remedy;
  return finding;
}

void add_screen(std::vector<Examined>& out) {
  const auto add = [&out](const char* name, std::string found, const std::string& remedy) {
    out.push_back({Examined::Topic::Screen, name, std::move(found), remedy});
  };
  const std::string graphics = "sudo apt-get install libegl1 libgl1-mesa-dri";
  add("OpenGL (EGL)", ports::toolchain::find_in_loader_path("libEGL.so.1"),
      "the studio and `shot` need it: " + graphics);
  add("OpenGL (window)", ports::toolchain::find_in_loader_path("libGL.so.1"),
      "the studio's window needs it: sudo apt-get install libgl1");
  add("Inter", font("Inter"), "sudo apt-get install fonts-inter");
  add("JetBrains Mono", font("JetBrainsMono"), "sudo apt-get install fonts-jetbrains-mono");
  const char* display = std::getenv("WAYLAND_DISPLAY");
  if (display == nullptr) display = std::getenv("DISPLAY");
  add("display", display == nullptr ? "" : display,
      "no window can be opened; `lanescope shot` works without one");
}

}  // namespace

std::vector<Examined> examine(const std::vector<ports::toolchain::Tool>& tools,
                              const LessonsFound& lessons) {
  std::vector<Examined> out;
  for (const ports::toolchain::Tool& tool : tools) out.push_back(of_tool(tool));
  add_screen(out);
  out.push_back({Examined::Topic::Lessons, "lessons",
                 lessons.problem.empty()
                     ? fmt::format("{} in {}", lessons.count, lesson::kernels_folder().string())
                     : "",
                 lessons.problem});
  for (const std::string& broken : lessons.broken)
    out.push_back({Examined::Topic::Lessons, "lesson", "", broken});
  out.push_back({Examined::Topic::Lessons, "compiled lessons",
                 lesson::find_asset("compiled").string(),
                 "not built: lessons are compiled when they are opened, which needs NVRTC"});
  return out;
}

}  // namespace lanescope::report
