#include "app/program_process.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lab/lesson/paths.hpp"

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

// The end of a pipe that the program writes its output to; none where that is ours.
class OutputPipe {
 public:
  explicit OutputPipe(Output output) : output_(output) {
    posix_spawn_file_actions_init(&actions_);
    if (output == Output::Ours || ::pipe2(ends_, O_CLOEXEC) != 0) return;
    posix_spawn_file_actions_adddup2(&actions_, ends_[1], STDOUT_FILENO);
    if (output == Output::Kept)
      posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  }
  ~OutputPipe() {
    posix_spawn_file_actions_destroy(&actions_);
    for (const int end : ends_) {
      if (end >= 0) ::close(end);
    }
  }
  OutputPipe(const OutputPipe&) = delete;
  OutputPipe& operator=(const OutputPipe&) = delete;

  [[nodiscard]] const posix_spawn_file_actions_t* actions() const { return &actions_; }
  // Until the program has closed its end.
  [[nodiscard]] std::string read_all() {
    std::string all;
    if (ends_[0] < 0) return all;
    ::close(std::exchange(ends_[1], -1));
    char part[4096];
    for (;;) {
      const ssize_t got = ::read(ends_[0], part, sizeof part);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return all;
      const std::string_view text(part, static_cast<std::size_t>(got));
      all += text;
      if (output_ != Output::OursAndKept) continue;
      // Nobody is left to hear of a failure.
      static_cast<void>(std::fwrite(text.data(), 1, text.size(), stdout));
      static_cast<void>(std::fflush(stdout));
    }
  }

 private:
  Output output_;
  posix_spawn_file_actions_t actions_{};
  int ends_[2] = {-1, -1};
};

}  // namespace

std::string library_folder(const std::string& folder, const std::string& library) {
  namespace fs = std::filesystem;
  const fs::path bin = lesson::executable_folder();
  std::error_code ignored;
  for (const char* beside : {"../lib", "../lib/lanescope"}) {
    const fs::path own = (bin / beside / folder).lexically_normal();
    if (fs::exists(own / library, ignored)) return own.string();
  }
  return {};
}

Result<ProgramEnd> run_to_end(const std::string& path, const std::vector<std::string>& arguments,
                              const std::vector<std::pair<std::string, std::string>>& variables,
                              Output output) {
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
  OutputPipe pipe(output);
  const Deaf deaf;
  pid_t pid = 0;
  const int problem = posix_spawn(&pid, path.c_str(), pipe.actions(), &attributes,
                                  pointers(words).data(), pointers(all).data());
  posix_spawnattr_destroy(&attributes);
  if (problem != 0) return missing(std::strerror(problem), path);
  ProgramEnd end{{}, pipe.read_all()};
  int status = 0;
  while (waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) return missing(std::strerror(errno), path);
  }
  end.ending = WIFSIGNALED(status) ? program::Ending{128 + WTERMSIG(status), WTERMSIG(status)}
                                   : program::Ending{WEXITSTATUS(status), 0};
  return end;
}

}  // namespace lanescope::app
