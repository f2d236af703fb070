#pragma once

#include <cstdint>
#include <string>

namespace lanescope {

// A place in a source, of a table in which an inlined function's places tell where it was inlined.
// line 0: no line known.
struct SourceLocation {
  static constexpr std::uint32_t kNone = 0xffffffff;
  std::uint32_t file = kNone;  // index into the table of files
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string function;              // with inlined_at: the inlined function's name (linkage name)
  std::uint32_t inlined_at = kNone;  // index into the table of locations: the call site's location
};

}  // namespace lanescope
