#include "ui/background/program_process.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lab/experiment/file.hpp"
#include "lab/lesson/paths.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::background {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostOutput = std::size_t{1} << 20U;  // what comes after it is not kept

// The command line's program: this one, but for tests.
std::string lanescope_path() {
  if (const char* wanted = std::getenv("LANESCOPE_PROGRAM")) return wanted;
  return (fs::path(lesson::executable_folder()) / "lanescope").string();
}

// In the source's folder, where its own messages name it by its name alone.
Result<int> spawn(const std::vector<std::string>& words, const std::string& folder, int output) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setpgroup(&attributes, 0);  // so that it can be ended with all that it starts
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  pid_t pid = 0;
  const int problem =
      posix_spawn(&pid, words.front().c_str(), &actions, &attributes, pointers.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (problem != 0) return missing(std::strerror(problem), words.front());
  return pid;
}

}  // namespace

std::vector<std::string> words_in(std::string_view line) {
  std::vector<std::string> words;
  char quote = 0;
  bool open = false;
  for (const char c : line) {
    if (quote != 0 ? c == quote : c == '"' || c == '\'') {
      if (quote == 0 && !open) words.emplace_back();
      quote = quote == 0 ? c : 0;
      open = true;
    } else if (quote == 0 && (c == ' ' || c == '\t')) {
      open = false;
    } else {
      if (!open) words.emplace_back();
      open = true;
      words.back() += c;
    }
  }
  return words;
}

ProgramProcess::~ProgramProcess() { cancel(); }

Result<void> ProgramProcess::start(Request request) {
  cancel();
  std::error_code problem;
  const fs::path file = fs::absolute(request.file, problem);
  if (!fs::is_regular_file(file, problem))
    return bad_input(tr("there is no such file"), request.file);
  const Result<std::string> source = source_of(request);
  if (!source) return source.error();
  std::string saved = (fs::temp_directory_path(problem) / "lanescope-saved-XXXXXX").string();
  const int made = ::mkstemp(saved.data());
  if (made < 0) return bad_input(tr("no file can be made in the folder for such"), "TMPDIR");
  ::close(made);
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return missing(std::strerror(errno), "pipe");
  std::vector<std::string> words{lanescope_path(), "program", *source, "--save", saved};
  if (request.text) words.insert(words.end(), {"-I", "."});  // what it includes lies there
  if (request.on_gpu) words.emplace_back("--gpu");
  words.emplace_back("--");
  for (std::string& word : words_in(request.arguments)) words.push_back(std::move(word));
  const Result<int> pid = spawn(words, file.parent_path().string(), ends[1]);
  ::close(ends[1]);
  saved_ = std::move(saved);
  pipe_ = ends[0];
  if (!pid) {
    forget_files();
    return pid.error();
  }
  ::fcntl(pipe_, F_SETFL, O_NONBLOCK);
  pid_ = *pid;
  request_ = std::move(request);
  output_.clear();
  began_ = std::chrono::steady_clock::now();
  return {};
}

Result<std::string> ProgramProcess::source_of(const Request& request) {
  const fs::path name = fs::path(request.file).filename();
  if (!request.text) return name.string();
  std::error_code problem;
  std::string folder = (fs::temp_directory_path(problem) / "lanescope-edited-XXXXXX").string();
  if (::mkdtemp(folder.data()) == nullptr)
    return bad_input(tr("no folder can be made in the folder for such"), "TMPDIR");
  edited_folder_ = std::move(folder);
  const fs::path file = fs::path(edited_folder_) / name;
  if (auto written = experiment::write_text(file.string(), *request.text); !written)
    return written.error();
  return file.string();
}

void ProgramProcess::cancel() {
  if (pid_ == 0) return;
  ::kill(-pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
  pid_ = 0;
  forget_files();
}

void ProgramProcess::forget_files() {
  if (pipe_ >= 0) ::close(std::exchange(pipe_, -1));
  ::unlink(saved_.c_str());
  if (edited_folder_.empty()) return;
  std::error_code problem;
  fs::remove_all(std::exchange(edited_folder_, {}), problem);
}

double ProgramProcess::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
}

void ProgramProcess::read_output() {
  char part[4096];
  for (;;) {
    const ssize_t got = ::read(pipe_, part, sizeof part);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return;
    if (output_.size() < kMostOutput) output_.append(part, static_cast<std::size_t>(got));
  }
}

// The user knows the file by its name alone.
void ProgramProcess::forget_folder_in(std::string& text) const {
  if (edited_folder_.empty()) return;
  const std::string folder = edited_folder_ + "/";
  for (auto at = text.find(folder); at != std::string::npos; at = text.find(folder, at))
    text.erase(at, folder.size());
}

std::optional<ProgramProcess::Ended> ProgramProcess::poll() {
  if (pid_ == 0) return std::nullopt;
  read_output();
  int status = 0;
  if (::waitpid(pid_, &status, WNOHANG) != pid_) return std::nullopt;
  pid_ = 0;
  read_output();
  forget_folder_in(output_);
  Ended ended{
      request_, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), output_, {}};
  if (const auto bytes = experiment::read_file(saved_))
    ended.saved.assign(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  forget_files();
  return ended;
}

void ProgramProcess::wait() {
  siginfo_t info{};
  while (pid_ != 0) {
    read_output();
    info.si_pid = 0;
    if (::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT | WNOHANG) != 0 ||
        info.si_pid == pid_)
      return;
    pollfd what{pipe_, POLLIN, 0};
    ::poll(&what, 1, 50);
    if ((what.revents & POLLHUP) != 0) ::usleep(1000);
  }
}

}  // namespace lanescope::ui::background
