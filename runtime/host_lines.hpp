#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/record/record.hpp"

struct Dwfl;

namespace lanescope::runtime {

using record::HostPlace;

// Return addresses, innermost first.
struct Frames {
  static constexpr std::size_t kMost = 48;
  std::array<void*, kMost> addresses{};
  std::size_t count = 0;
};
// Of the calling thread.
[[nodiscard]] Frames here();

// Where the program's own source made a call: the innermost line of the stack that is neither this
// library's nor that of a header of CUDA or of the C++ library. Read from the executable's DWARF.
class HostLines {
 public:
  HostLines();
  ~HostLines();
  HostLines(const HostLines&) = delete;
  HostLines& operator=(const HostLines&) = delete;

  [[nodiscard]] HostPlace place_of(const Frames& frames);

 private:
  // The lines of one return address, those of inlined calls outwards.
  [[nodiscard]] const std::vector<HostPlace>& lines_of(void* address);
  [[nodiscard]] std::vector<HostPlace> look_up(void* address);

  Dwfl* dwfl_ = nullptr;
  std::map<void*, std::vector<HostPlace>> known_;
};

// Whether a file is no source of the program's: a header of CUDA, of the C++ library or the system,
// or what nvcc writes.
[[nodiscard]] bool is_foreign(std::string_view file);
// A path below the working directory without that.
[[nodiscard]] std::string shown_path(std::string file);

// The line's text in the source file, where it can be read; empty otherwise.
[[nodiscard]] std::string source_text(const HostPlace& place);

}  // namespace lanescope::runtime
