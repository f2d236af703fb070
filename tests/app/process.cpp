#include "tests/app/process.hpp"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lanescope::test {
namespace {

std::string folder() {
  // One folder a process: ctest runs several at once.
  const std::string path = testing::TempDir() + "lanescope_app_test_" + std::to_string(::getpid());
  std::filesystem::create_directories(path);
  return path;
}

// With a redirection: through a shell.
[[noreturn]] void become(const std::vector<std::string>& words, const std::string& redirection,
                         const std::string& out, const std::string& err) {
  constexpr int kMode = 0600;
  const int out_file = ::open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, kMode);
  const int err_file = ::open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, kMode);
  const int in_file = ::open("/dev/null", O_RDONLY);
  ::dup2(in_file, 0);
  ::dup2(out_file, 1);
  ::dup2(err_file, 2);
  const char* program = std::getenv("LANESCOPE_PROGRAM");
  const std::string script = "exec \"$0\" \"$@\" " + redirection;
  std::vector<char*> arguments{const_cast<char*>(program)};
  if (!redirection.empty()) {
    arguments = {const_cast<char*>("sh"), const_cast<char*>("-c"),
                 const_cast<char*>(script.c_str()), const_cast<char*>(program)};
  }
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  if (program != nullptr) ::execv(redirection.empty() ? program : "/bin/sh", arguments.data());
  ::_exit(127);
}

struct Output {
  std::string out = folder() + "/stdout";
  std::string err = folder() + "/stderr";
};

Finished finish(int status, const Output& output) {
  Finished finished;
  finished.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  finished.out = read_file(output.out);
  finished.err = read_file(output.err);
  // What a sanitizer finds is a failure of whatever test ran the program, and is shown.
  EXPECT_EQ(finished.err.find("Sanitizer"), std::string::npos) << finished.err;
  EXPECT_EQ(finished.err.find("runtime error:"), std::string::npos) << finished.err;
  return finished;
}

Finished run(const std::vector<std::string>& words, const std::string& redirection) {
  ::setenv("LANESCOPE_CACHE", (folder() + "/cache").c_str(), 1);
  const Output output;
  const pid_t child = ::fork();
  if (child == 0) become(words, redirection, output.out, output.err);
  int status = 0;
  ::waitpid(child, &status, 0);
  return finish(status, output);
}

// Asks `done` ten times a second; false where a minute passed without it.
template <typename Done>
bool within_a_minute(const Done& done) {
  constexpr std::chrono::milliseconds kPause{100};
  for (int i = 0; i < 600; ++i) {
    if (done()) return true;
    std::this_thread::sleep_for(kPause);
  }
  return false;
}

}  // namespace

Finished run_program(const std::vector<std::string>& words) { return run(words, ""); }

Finished run_in_shell(const std::vector<std::string>& words, const std::string& redirection) {
  return run(words, redirection);
}

Finished interrupt_program(const std::vector<std::string>& words) {
  ::setenv("LANESCOPE_CACHE", (folder() + "/cache").c_str(), 1);
  const Output output;
  std::filesystem::remove(output.out);
  const pid_t child = ::fork();
  if (child == 0) {
    ::setpgid(0, 0);
    std::signal(SIGINT, SIG_DFL);  // whoever runs the tests may ignore it
    become(words, "", output.out, output.err);
  }
  int status = 0;
  const auto ended = [&] { return ::waitpid(child, &status, WNOHANG) == child; };
  EXPECT_TRUE(within_a_minute([&] { return !read_file(output.out).empty(); })) << "prints nothing";
  ::kill(-child, SIGINT);
  if (!within_a_minute(ended)) {
    ADD_FAILURE() << "goes on after an interrupt";
    ::kill(-child, SIGKILL);
    ::waitpid(child, &status, 0);
  }
  return finish(status, output);
}

std::string write_file(const std::string& name, const std::string& content) {
  const std::string path = folder() + "/" + name;
  std::ofstream(path, std::ios::binary) << content;
  return path;
}

std::string read_file(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace lanescope::test
