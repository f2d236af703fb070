#include "cuda/toolchain/search_path.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include <unistd.h>

#include "cuda/toolchain/user_folder.hpp"
#include "ports/toolchain/loader_path.hpp"

namespace lanescope::cuda::toolchain {
namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : value;
}

// The wheels unpack into DEPS/nvidia/cu13, those for CUDA 12 into a folder each.
void add_wheels(std::vector<std::string>& roots, const fs::path& deps) {
  for (const char* name :
       {"cu13", "cuda_nvrtc", "cuda_runtime", "cuda_cccl", "nvjitlink", "cuda_nvcc"}) {
    const fs::path root = deps / "nvidia" / name;
    if (is_there(root)) roots.push_back(root.string());
  }
}

// An installed program has its libraries in ../lib/lanescope or beside it; in the build folder the
// wheels lie a few folders up.
void add_roots_near_executable(std::vector<std::string>& roots) {
  std::error_code error;
  const fs::path executable = fs::read_symlink("/proc/self/exe", error);
  if (error) return;
  fs::path folder = executable.parent_path();
  roots.push_back(folder.string());
  roots.push_back((folder.parent_path() / "lib" / "lanescope").string());
  roots.push_back(folder.parent_path().string());
  for (int up = 0; up < 5 && folder.has_relative_path(); ++up, folder = folder.parent_path()) {
    add_wheels(roots, folder / "deps");
    add_wheels(roots, folder / "build" / "deps");
  }
}

// /usr/local/cuda-13.0 and the like, the newest first.
void add_versioned_toolkits(std::vector<std::string>& roots) {
  std::vector<std::string> found;
  std::error_code error;
  for (fs::directory_iterator at("/usr/local", error), end; !error && at != end;
       at.increment(error)) {
    if (at->path().filename().string().starts_with("cuda-")) found.push_back(at->path().string());
  }
  std::sort(found.rbegin(), found.rend());
  roots.insert(roots.end(), found.begin(), found.end());
}

std::vector<std::string> library_folders(const std::string& root) {
  const fs::path path(root);
  return {(path / "lib64").string(), (path / "lib").string(), root,
          (path / "targets/x86_64-linux/lib").string(), (path / "extras/CUPTI/lib64").string()};
}

}  // namespace

SearchPath::SearchPath(const ToolchainSearch& search) : roots_(search.roots) {
  if (search.only_roots) return;
  add_roots_near_executable(roots_);
#ifdef LANESCOPE_DEPS_DIR
  add_wheels(roots_, LANESCOPE_DEPS_DIR);
#endif
  if (const std::string own = user_deps_folder(); !own.empty()) add_wheels(roots_, own);
  for (const char* name : {"CUDA_HOME", "CUDA_PATH"}) {
    if (std::string root = environment(name); !root.empty()) roots_.push_back(std::move(root));
  }
  roots_.emplace_back("/usr/local/cuda");
  add_versioned_toolkits(roots_);
  roots_.emplace_back("/opt/cuda");
  program_dirs_ = ports::toolchain::path_parts(environment("PATH"));
  library_dirs_ = ports::toolchain::loader_folders();
}

std::string SearchPath::program(const std::string& name) const {
  const auto executable = [](const fs::path& path) {
    std::error_code ignored;
    return access(path.c_str(), X_OK) == 0 && fs::is_regular_file(path, ignored);
  };
  for (const std::string& root : roots_) {
    const fs::path path = fs::path(root) / "bin" / name;
    if (executable(path)) return path.string();
  }
  for (const std::string& dir : program_dirs_) {
    const fs::path path = fs::path(dir) / name;
    if (executable(path)) return path.string();
  }
  return {};
}

std::string SearchPath::library(const std::vector<std::string>& names) const {
  std::vector<std::string> dirs;
  for (const std::string& root : roots_) {
    const auto folders = library_folders(root);
    dirs.insert(dirs.end(), folders.begin(), folders.end());
  }
  dirs.insert(dirs.end(), library_dirs_.begin(), library_dirs_.end());
  for (const std::string& dir : dirs) {
    for (const std::string& name : names) {
      const fs::path path = fs::path(dir) / name;
      if (is_there(path)) return path.string();
    }
  }
  return {};
}

std::vector<std::string> SearchPath::include_dirs(const std::string& near) const {
  std::vector<fs::path> roots;
  if (!near.empty()) {
    const fs::path folder = fs::path(near).parent_path();
    roots = {folder.parent_path(), folder};
  }
  roots.insert(roots.end(), roots_.begin(), roots_.end());
  std::vector<std::string> dirs;
  const auto add_first_with = [&](const char* file, const char* sub) {
    for (const fs::path& root : roots) {
      const fs::path dir = root / sub;
      if (!is_there(dir / file)) continue;
      if (std::ranges::find(dirs, dir.string()) == dirs.end()) dirs.push_back(dir.string());
      return true;
    }
    return false;
  };
  add_first_with("cuda_runtime.h", "include");
  // CUDA 13 keeps the C++ core libraries in a folder of their own, CUDA 12 among the others.
  if (!add_first_with("cuda/std/cstdint", "include/cccl")) {
    add_first_with("cuda/std/cstdint", "include");
  }
  add_first_with("curand_kernel.h", "include");
  return dirs;
}

}  // namespace lanescope::cuda::toolchain
