#include "app/program_process.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lanescope::app {
namespace {

constexpr int kForTheProgram[] = {SIGINT, SIGQUIT};

// While it lasts, this process does not hear what the terminal sends to both.
class Deaf {
 public:
  Deaf() {
    for (std::size_t i = 0; i < std::size(kForTheProgram); ++i)
      before_[i] = std::signal(kForTheProgram[i], SIG_IGN);
  }
  ~Deaf() {
    for (std::size_t i = 0; i < std::size(kForTheProgram); ++i)
      std::signal(kForTheProgram[i], before_[i]);
  }
  Deaf(const Deaf&) = delete;
  Deaf& operator=(const Deaf&) = delete;

 private:
  void (*before_[std::size(kForTheProgram)])(int){};
};

std::vector<std::string> environment(
    const std::vector<std::pair<std::string, std::string>>& variables) {
  std::vector<std::string> all;
  for (char** each = environ; *each != nullptr; ++each) {
    const std::string_view text(*each);
    bool replaced = false;
    for (const auto& [name, value] : variables) replaced = replaced || text.starts_with(name + "=");
    if (!replaced) all.emplace_back(text);
  }
  for (const auto& [name, value] : variables) all.push_back(name + "=" + value);
  return all;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> all;
  for (std::string& word : words) all.push_back(word.data());
  all.push_back(nullptr);
  return all;
}

}  // namespace

Result<program::Ending> run_to_end(
    const std::string& path, const std::vector<std::string>& arguments,
    const std::vector<std::pair<std::string, std::string>>& variables) {
  std::vector<std::string> words{path};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<std::string> all = environment(variables);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t defaults;
  sigemptyset(&defaults);
  for (const int signal : kForTheProgram) sigaddset(&defaults, signal);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  const Deaf deaf;
  pid_t pid = 0;
  const int problem = posix_spawn(&pid, path.c_str(), nullptr, &attributes, pointers(words).data(),
                                  pointers(all).data());
  posix_spawnattr_destroy(&attributes);
  if (problem != 0) return missing(std::strerror(problem), path);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) return missing(std::strerror(errno), path);
  }
  if (WIFSIGNALED(status)) return program::Ending{128 + WTERMSIG(status), WTERMSIG(status)};
  return program::Ending{WEXITSTATUS(status), 0};
}

}  // namespace lanescope::app
