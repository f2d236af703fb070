#include "lab/report/doctor.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "lab/lesson/lesson.hpp"
#include "lab/lesson/paths.hpp"

namespace lanescope::lab {
namespace {

namespace fs = std::filesystem;

// "Model: NVIDIA H200" of the kernel module's own files.
std::string gpus() {
  std::string list;
  std::error_code problem;
  for (fs::directory_iterator at("/proc/driver/nvidia/gpus", problem), end; !problem && at != end;
       at.increment(problem)) {
    std::ifstream file(at->path() / "information");
    std::string line;
    while (std::getline(file, line)) {
      if (!line.starts_with("Model:")) continue;
      list += (list.empty() ? "" : ", ") + line.substr(line.find_first_not_of(" \t", 6));
    }
  }
  return list;
}

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

Finding of_tool(const cuda::Tool& tool, const cuda::Toolchain& all) {
  Finding finding;
  finding.topic = &tool == &all.driver ? Finding::Topic::Gpu : Finding::Topic::Compiler;
  finding.name = tool.name;
  if (tool.found())
    finding.found = tool.version.empty() ? tool.path : tool.version + "  " + tool.path;
  finding.remedy = tool.problem.empty() ? tool.remedy : tool.problem + ": " + tool.remedy;
  return finding;
}

void add_screen(std::vector<Finding>& out) {
  const auto add = [&out](const char* name, std::string found, const std::string& remedy) {
    out.push_back({Finding::Topic::Screen, name, std::move(found), remedy});
  };
  const std::string graphics = "sudo apt-get install libegl1 libgl1-mesa-dri";
  add("OpenGL (EGL)", cuda::find_library({"libEGL.so.1"}),
      "the studio and `shot` need it: " + graphics);
  add("OpenGL (window)", cuda::find_library({"libGL.so.1"}),
      "the studio's window needs it: sudo apt-get install libgl1");
  add("Inter", font("Inter"), "sudo apt-get install fonts-inter");
  add("JetBrains Mono", font("JetBrainsMono"), "sudo apt-get install fonts-jetbrains-mono");
  const char* display = std::getenv("WAYLAND_DISPLAY");
  if (display == nullptr) display = std::getenv("DISPLAY");
  add("display", display == nullptr ? "" : display,
      "no window can be opened; `lanescope shot` works without one");
}

}  // namespace

std::vector<Finding> examine(const cuda::Toolchain& toolchain, const LessonsFound& lessons) {
  std::vector<Finding> out;
  for (const cuda::Tool* tool : toolchain.tools()) out.push_back(of_tool(*tool, toolchain));
  out.push_back({Finding::Topic::Gpu, "GPU", gpus(),
                 "no NVIDIA GPU is visible: kernels run on the model, which needs none"});
  out.push_back({Finding::Topic::Gpu, "CUPTI", cuda::find_cupti(),
                 "only hardware counters need it: pip install nvidia-cuda-cupti==13.0.85, or the "
                 "CUDA toolkit"});
  out.push_back({Finding::Topic::Gpu, "NVML", cuda::find_library({"libnvidia-ml.so.1"}),
                 "only the clocks while measuring need it; it comes with NVIDIA's driver"});
  add_screen(out);
  out.push_back({Finding::Topic::Lessons, "lessons",
                 lessons.problem.empty()
                     ? fmt::format("{} in {}", lessons.count, kernels_folder().string())
                     : "",
                 lessons.problem});
  for (const std::string& broken : lessons.broken)
    out.push_back({Finding::Topic::Lessons, "lesson", "", broken});
  out.push_back({Finding::Topic::Lessons, "compiled lessons", find_asset("compiled").string(),
                 "not built: lessons are compiled when they are opened, which needs NVRTC"});
  return out;
}

}  // namespace lanescope::lab
