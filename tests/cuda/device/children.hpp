#pragma once

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

#include <sys/wait.h>
#include <unistd.h>

namespace lanescope::cuda::test {

// Ends this process's children as somebody outside would, those that have ended left out; how many.
inline int kill_children() {
  int killed = 0;
  std::error_code error;
  for (std::filesystem::directory_iterator at("/proc", error), end; !error && at != end;
       at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    std::ifstream file(at->path() / "stat");
    std::string line;
    std::getline(file, line);
    // proc(5): behind the name in brackets the state, then the parent.
    const std::size_t bracket = line.rfind(')');
    if (bracket == std::string::npos || line[bracket + 2] == 'Z') continue;
    const pid_t pid = std::stoi(name);
    if (std::stoi(line.substr(bracket + 4)) != getpid() || kill(pid, SIGKILL) != 0) continue;
    ++killed;
    // Until it has ended; its status stays for whoever has started it.
    siginfo_t info{};
    waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOWAIT);
  }
  return killed;
}

}  // namespace lanescope::cuda::test
