#include "ports/toolchain/loader_path.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace lanescope::ports::toolchain {

namespace fs = std::filesystem;

std::vector<std::string> path_parts(const std::string& list) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find(':', begin), list.size());
    if (end > begin) parts.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::vector<std::string> loader_folders() {
  const char* first = std::getenv("LD_LIBRARY_PATH");
  std::vector<std::string> folders = path_parts(first == nullptr ? "" : first);
  std::error_code error;
  for (fs::directory_iterator at("/etc/ld.so.conf.d", error), end; !error && at != end;
       at.increment(error)) {
    std::ifstream file(at->path());
    for (std::string line; std::getline(file, line);) {
      if (line.starts_with('/')) folders.push_back(line);
    }
  }
  for (const char* folder : {"/usr/lib/x86_64-linux-gnu", "/lib/x86_64-linux-gnu", "/usr/lib64",
                             "/lib64", "/usr/lib", "/usr/lib/wsl/lib"}) {
    folders.emplace_back(folder);
  }
  return folders;
}

std::string find_in_loader_path(const std::string& name) {
  std::error_code ignored;
  for (const std::string& folder : loader_folders()) {
    const fs::path path = fs::path(folder) / name;
    if (fs::exists(path, ignored)) return path.string();
  }
  return {};
}

}  // namespace lanescope::ports::toolchain
