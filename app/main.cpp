#include <algorithm>
#include <cstdio>
#include <new>

#include <fcntl.h>

#include "app/commands.hpp"
#include "app/messages.hpp"
#include "app/options.hpp"

namespace lanescope::app {
namespace {

// A file or socket opened later must not get the number of a closed standard stream: it would
// receive what is meant for the stream. Opened for reading, writing to it fails as to a closed one.
void occupy_standard_streams() {
  for (int stream = 0; stream <= 2; ++stream) {
    if (::fcntl(stream, F_GETFD) < 0) static_cast<void>(::open("/dev/null", O_RDONLY));
  }
}

int dispatch(const CommandLine& line) {
  switch (line.command) {
    case CommandLine::Command::List:
      return list_command();
    case CommandLine::Command::Run:
      return run_command(line);
    case CommandLine::Command::Program:
      return program_command(line);
    case CommandLine::Command::Shot:
      return shot_command(line);
    case CommandLine::Command::Supported:
      return supported_command(line);
    case CommandLine::Command::Sweep:
      return sweep_command(line);
    case CommandLine::Command::Measure:
      return measure_command(line);
    case CommandLine::Command::Check:
      return check_command(line);
    case CommandLine::Command::Judge:
      return judge_command(line);
    case CommandLine::Command::Export:
      return export_command(line);
    case CommandLine::Command::Fetch:
      return fetch_command(line);
    case CommandLine::Command::Doctor:
      return doctor_command();
    case CommandLine::Command::Worker:
      return worker_command();
    case CommandLine::Command::GpuWorker:
      return gpu_worker_command();
    case CommandLine::Command::Precompile:
      return precompile_command(line);
    case CommandLine::Command::Predisassemble:
      return predisassemble_command(line);
    case CommandLine::Command::Handout:
      return handout_command(line);
    case CommandLine::Command::Gui:
      break;
  }
  return gui_command(line);
}

// --max-memory may allow more than the machine has.
int dispatch_within_memory(const CommandLine& line) {
  try {
    return dispatch(line);
  } catch (const std::bad_alloc&) {
    return complain(bad_input(
        "this machine has too little memory for it; use smaller buffers or fewer blocks"));
  }
}

}  // namespace
}  // namespace lanescope::app

int main(int argc, char** argv) {
  lanescope::app::occupy_standard_streams();
  const lanescope::app::ParseOutcome outcome =
      lanescope::app::parse({argv + std::min(argc, 1), argv + argc});
  if (outcome.line) return lanescope::app::dispatch_within_memory(*outcome.line);
  static_cast<void>(std::fputs(outcome.text.c_str(), outcome.status == 0 ? stdout : stderr));
  return outcome.status;
}
