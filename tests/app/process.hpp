#pragma once

#include <string>
#include <vector>

namespace lanescope::test {

struct Finished {
  int status = -1;  // -1: ended by a signal
  std::string out, err;
};
// Runs the program that LANESCOPE_PROGRAM names (build/…/bin/lanescope), with a cache folder of the
// test's own.
[[nodiscard]] Finished run_program(const std::vector<std::string>& words);
// The same through a shell that redirects as told: "2>&-".
[[nodiscard]] Finished run_in_shell(const std::vector<std::string>& words,
                                    const std::string& redirection);

// Runs it as a terminal does, in a process group of its own, and sends the group an interrupt
// (Ctrl-C) once the program has printed something. Status -1 also where it had to be killed a
// minute later.
[[nodiscard]] Finished interrupt_program(const std::vector<std::string>& words);

// The path of a new file with this content under the test's temporary folder.
[[nodiscard]] std::string write_file(const std::string& name, const std::string& content);
[[nodiscard]] std::string read_file(const std::string& path);

}  // namespace lanescope::test
