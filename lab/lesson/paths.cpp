#include "lab/lesson/paths.hpp"

#include <cstdlib>
#include <string>
#include <vector>

#include "lab/lesson/lesson.hpp"

namespace lanescope::lesson {

namespace fs = std::filesystem;

fs::path executable_folder() {
  std::error_code problem;
  const fs::path self = fs::read_symlink("/proc/self/exe", problem);
  return problem ? fs::path(".") : self.parent_path();
}

fs::path find_asset(const fs::path& relative) {
  std::vector<fs::path> folders;
  if (const char* wanted = std::getenv("LANESCOPE_ASSETS")) folders.emplace_back(wanted);
  const fs::path prefix = executable_folder().parent_path();
  folders.push_back(prefix / "assets");
  folders.push_back(prefix / "share/lanescope/assets");
  folders.push_back(fs::path(LANESCOPE_SOURCE_DIR) / "assets");
  std::error_code problem;
  for (const fs::path& folder : folders) {
    if (fs::exists(folder / relative, problem)) return folder / relative;
  }
  return {};
}

fs::path find_pins(std::string_view name) {
  const std::string file = std::string(name) + ".txt";
  if (fs::path shipped = find_asset(fs::path("python") / file); !shipped.empty()) return shipped;
  fs::path own = fs::path(LANESCOPE_SOURCE_DIR) / "cmake/python" / file;
  std::error_code problem;
  return fs::exists(own, problem) ? own : fs::path();
}

fs::path problem_pages() {
  std::error_code problem;
  fs::path shipped = executable_folder().parent_path() / "share/lanescope/problems";
  if (fs::is_directory(shipped, problem)) return shipped;
  fs::path own = fs::path(LANESCOPE_SOURCE_DIR) / "docs/problems";
  return fs::is_directory(own, problem) ? own : fs::path();
}

fs::path kernels_folder() {
  if (const char* wanted = std::getenv("LANESCOPE_KERNELS")) return wanted;
  std::error_code problem;
  for (const char* beside : {"kernels", "../share/lanescope/kernels"}) {
    const fs::path folder = executable_folder() / beside;
    if (fs::is_directory(folder, problem)) return folder;
  }
  return fs::path(LANESCOPE_SOURCE_DIR) / "kernels";
}

}  // namespace lanescope::lesson
