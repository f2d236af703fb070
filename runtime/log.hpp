#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/record/record.hpp"

namespace lanescope::runtime {

using record::HostPlace;
using record::Problem;
using record::ProblemKind;

// What is told: to the record's file, as it happens, and in words to standard error. Nothing ever
// goes to standard output. Any thread may tell.
class Log {
 public:
  explicit Log(const std::string& record_file);
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;
  ~Log();

  void add(const record::Module& module);
  void add(const record::MachineCode& code);
  void add(const record::Content& content);
  void add(const record::Launch& launch);
  void add(const record::Call& call);
  // Told once for a place and a kind; the record has each.
  void tell(const Problem& problem);
  // `main.cu:12: words`, or `lanescope: words`; the same words once, and at most 100 lines.
  void say(const HostPlace& place, std::string_view words);
  // So many were added: the number of the next.
  [[nodiscard]] std::uint64_t calls();
  // How many calls were not written any more; at the end.
  void close();
  // At the end: the page of `folder` for each kind and error that was told (docs/problems).
  void point_to_pages(const std::string& folder);

 private:
  void append(const std::string& line);

  std::mutex mutex_;
  int file_ = -1;
  std::uint64_t calls_ = 0;
  std::set<std::string> said_;
  std::set<std::string> kinds_;  // "race", "cudaErrorInvalidValue": of what was said
};

// To standard error, whatever becomes of it.
void write_error(std::string_view text);

}  // namespace lanescope::runtime
