#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sim/ptx/cursor.hpp"
#include "sim/ptx/module.hpp"

namespace lanescope::ptx {

// Line information: `.file`, `.loc` and the strings of `.section .debug_str` (PTX ISA 11.5). A
// .loc may name files and strings that come later in the text, so they are joined in finish().
//
//   .loc 1 27 3                                                          in the kernel
//   .loc 3 92 13, function_name $L__info_string3, inlined_at 1 27 3      inlined there
class LocationTable {
 public:
  // These read what stands behind the directive's name.
  void parse_file(Cursor& cursor);
  // Index into Module::locations.
  [[nodiscard]] std::optional<std::uint32_t> parse_loc(Cursor& cursor);
  // Everything up to the closing brace; only .debug_str is kept.
  void parse_section(Cursor& cursor);

  // Call sites are looked up among the locations of one function.
  void begin_function() { recent_.clear(); }
  // Fills Module::files and Module::locations.
  void finish(Cursor& cursor, Module& module);

 private:
  struct LinePosition {
    std::uint32_t file = 0;  // as written
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    friend auto operator<=>(const LinePosition&, const LinePosition&) = default;
  };
  struct Entry {
    LinePosition place;
    std::uint32_t inlined_at = kNone;
    std::string_view label;  // of the function's name in .debug_str
    std::uint64_t label_offset = 0;
    friend auto operator<=>(const Entry&, const Entry&) = default;
  };
  struct File {
    std::uint32_t number = 0;
    std::string path;
  };

  std::optional<LinePosition> parse_place(Cursor& cursor);
  bool parse_inlining(Cursor& cursor, Entry& entry);
  std::uint32_t index_of(const Entry& entry);
  std::uint32_t call_site(const LinePosition& place);
  void parse_strings(Cursor& cursor);
  [[nodiscard]] std::optional<std::string> string_at(const Entry& entry) const;
  std::uint32_t dense_file(Cursor& cursor, Module& module, std::uint32_t number);

  std::vector<Entry> entries_;
  std::vector<Position> positions_;  // of the .loc that made the entry
  std::map<Entry, std::uint32_t> known_;
  std::map<LinePosition, std::uint32_t> recent_;
  std::vector<File> files_;
  std::string strings_;
  std::unordered_map<std::string_view, std::size_t> string_labels_;
};

}  // namespace lanescope::ptx
