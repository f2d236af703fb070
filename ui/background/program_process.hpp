#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.hpp"

namespace lanescope::ui::background {

// A program that is built and run beside the frame, by `lanescope program` in a process of its own:
// whatever it does, the studio lives.
class ProgramProcess {
 public:
  struct Request {
    std::string file;       // a source, or an executable
    std::string arguments;  // of the program, with blanks between them and "…" around one
    std::optional<std::string> text{};  // of the source, in place of what the file holds
    bool on_gpu = false;                // then on this machine's GPU, too
  };
  struct Ended {
    Request request;
    int status = 0;      // of `lanescope program` (docs/CONTRACT.md, "Status of a program")
    std::string output;  // what it and the program wrote
    std::string saved;   // a saved program; empty: there is none
  };

  ProgramProcess() = default;
  ProgramProcess(const ProgramProcess&) = delete;
  ProgramProcess& operator=(const ProgramProcess&) = delete;
  ~ProgramProcess();

  // What runs before is ended.
  [[nodiscard]] Result<void> start(Request request);
  void cancel();
  [[nodiscard]] bool running() const { return pid_ != 0; }
  [[nodiscard]] const Request& request() const { return request_; }
  [[nodiscard]] const std::string& output() const { return output_; }  // so far
  [[nodiscard]] double seconds() const;
  // Once, when it has ended.
  [[nodiscard]] std::optional<Ended> poll();
  // Until it has ended; then poll() tells.
  void wait();

 private:
  void read_output();
  void forget_folder_in(std::string& text) const;
  // The file to build: the request's own, or one beside which nothing else lies, with its text.
  [[nodiscard]] Result<std::string> source_of(const Request& request);
  void forget_files();

  Request request_;
  int pid_ = 0, pipe_ = -1;
  std::string output_, saved_, edited_folder_;
  std::chrono::steady_clock::time_point began_;
};

// Words apart at blanks, but for those within "…" or '…'.
[[nodiscard]] std::vector<std::string> words_in(std::string_view line);

}  // namespace lanescope::ui::background
