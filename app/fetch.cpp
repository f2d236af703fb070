#include "app/fetch.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/messages.hpp"
#include "lab/experiment/file.hpp"
#include "lab/lesson/paths.hpp"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;

// Its output goes to standard error. The exit status; -1: it did not start, or a signal ended it.
int run_shown(const std::vector<std::string>& command) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, 2, 1);
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t pid = 0;
  const int problem =
      ::posix_spawnp(&pid, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (problem != 0) return -1;
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

Result<void> make_environment(const fs::path& folder) {
  std::error_code ignored;
  if (fs::exists(folder / "venv/bin/python3", ignored)) return {};
  if (run_shown({"python3", "-m", "venv", (folder / "venv").string()}) == 0) return {};
  fs::remove_all(folder / "venv", ignored);
  return missing(
      "Python's venv cannot make an environment: install the packages python3 and python3-venv "
      "(\"sudo apt install python3 python3-venv\")");
}

// Only packages with the pins' hashes, and nothing that they would ask for besides.
Result<void> install(const fs::path& pins, const fs::path& folder, const fs::path& target) {
  const int status =
      run_shown({(folder / "venv/bin/python3").string(), "-m", "pip", "--disable-pip-version-check",
                 "install", "--no-deps", "--only-binary", ":all:", "--require-hashes", "-r",
                 pins.string(), "--target", target.string()});
  if (status == 0) return {};
  return missing(
      fmt::format("pip could not fetch it: a Python package index must be reachable, and the "
                  "hashes of {} match",
                  pins.string()));
}

// The packages share nvidia/cu13; each has its licence in a folder NAME.dist-info.
void merge(const fs::path& from, const fs::path& folder, bool headers_only) {
  constexpr auto kOver = fs::copy_options::recursive | fs::copy_options::overwrite_existing;
  const fs::path part = headers_only ? "nvidia/cu13/include" : "nvidia";
  fs::create_directories(folder / "licences");
  fs::create_directories((folder / part).parent_path());
  fs::copy(from / part, folder / part, kOver);
  for (const fs::directory_entry& entry : fs::directory_iterator(from))
    if (entry.path().extension() == ".dist-info")
      fs::copy(entry.path(), folder / "licences" / entry.path().stem(), kOver);
}

Result<void> fetch_pins(std::string_view name, const fs::path& folder, bool headers_only) {
  const fs::path pins = lesson::find_pins(name), stamp = folder / fmt::format(".{}.stamp", name);
  if (pins.empty()) return missing(fmt::format("the list of packages {}.txt is not there", name));
  const Result<std::string> wanted = experiment::read_text(pins.string());
  if (!wanted) return wanted.error();
  if (const auto had = experiment::read_text(stamp.string()); had && *had == *wanted) return {};
  const fs::path partial = folder / "nvidia.partial";
  fs::remove_all(partial);
  if (const Result<void> made = make_environment(folder); !made) return made;
  if (const Result<void> done = install(pins, folder, partial); !done) return done;
  merge(partial, folder, headers_only);
  fs::remove_all(partial);
  return experiment::write_text(stamp.string(), *wanted);
}

}  // namespace

const std::vector<FetchedTool>& fetched_tools() {
  static const std::vector<FetchedTool> kTools{
      {"nvrtc", "NVRTC, which compiles kernels", "350 MB", "lib/libnvrtc.so.13", {"cuda"}},
      {"nvcc",
       "nvcc, which compiles whole programs, host code included (it needs g++ too)",
       "700 MB",
       "bin/nvcc",
       {"cuda", "nvcc"}},
      {"nvdisasm",
       "nvdisasm, which shows machine code (SASS)",
       "5 MB",
       "bin/nvdisasm",
       {"nvdisasm"}},
      {"curand",
       "cuRAND's headers, by which kernels draw random numbers (60 MB are fetched for them)",
       "2 MB",
       "include/curand_kernel.h",
       {"curand"},
       true}};
  return kTools;
}

const FetchedTool* find_fetched_tool(std::string_view name) {
  const auto at = std::ranges::find(fetched_tools(), name, &FetchedTool::name);
  return at == fetched_tools().end() ? nullptr : &*at;
}

Result<void> fetch(const FetchedTool& tool, const fs::path& folder) {
  try {
    fs::create_directories(folder);
    for (const std::string_view pins : tool.pins)
      if (const Result<void> done = fetch_pins(pins, folder, tool.headers_only); !done) return done;
  } catch (const fs::filesystem_error& error) {
    return bad_input(error.code().message(), error.path1().string());
  }
  const fs::path file = folder / "nvidia/cu13" / tool.needed_file;
  std::error_code ignored;
  if (fs::exists(file, ignored)) return {};
  return missing(fmt::format("pip is done, but {} is not there; remove {} and try again",
                             file.string(), folder.string()));
}

}  // namespace lanescope::app
