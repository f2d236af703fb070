#include "sim/ptx/locations.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "sim/ptx/constants.hpp"

namespace lanescope::ptx {
namespace {

constexpr std::string_view kStringSection = "debug_str";

std::uint32_t narrow(std::uint64_t value) {
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(value, std::numeric_limits<std::uint32_t>::max()));
}

std::optional<std::uint32_t> take_number(Cursor& cursor, std::string_view what) {
  if (cursor.peek().kind != Token::Kind::Integer) {
    cursor.expected(what);
    return std::nullopt;
  }
  return narrow(cursor.take().bits);
}

bool at_word(const Cursor& cursor, std::string_view word) {
  return cursor.at_word() && cursor.peek().text == word;
}

}  // namespace

// .file 1 "kernel.cu" [, timestamp, size]
void LocationTable::parse_file(Cursor& cursor) {
  const auto number = take_number(cursor, "a file number");
  if (!number) return cursor.skip_line_of(cursor.peek().position);
  if (cursor.peek().kind != Token::Kind::String) {
    cursor.expected("a file name in quotes");
    return cursor.skip_line_of(cursor.peek().position);
  }
  files_.push_back({*number, std::string(cursor.take().text)});
  while (cursor.accept(",")) {
    if (!take_number(cursor, "a number")) return;
  }
}

std::optional<LocationTable::LinePosition> LocationTable::parse_place(Cursor& cursor) {
  const auto file = take_number(cursor, "a file number");
  if (!file) return std::nullopt;
  const auto line = take_number(cursor, "a line number");
  if (!line) return std::nullopt;
  LinePosition place{*file, *line, 0};
  // Old compilers leave the column out.
  if (cursor.peek().kind == Token::Kind::Integer) place.column = narrow(cursor.take().bits);
  return place;
}

std::optional<std::uint32_t> LocationTable::parse_loc(Cursor& cursor) {
  const Position position = cursor.peek().position;
  const auto place = parse_place(cursor);
  Entry entry;
  if (!place) {
    cursor.skip_line_of(position);
    return std::nullopt;
  }
  entry.place = *place;
  if (!parse_inlining(cursor, entry)) {
    cursor.skip_line_of(position);
    return std::nullopt;
  }
  const std::uint32_t index = index_of(entry);
  if (index == positions_.size()) positions_.push_back(position);
  recent_[entry.place] = index;
  return index;
}

// , function_name LABEL [+ 8], inlined_at 1 27 3
bool LocationTable::parse_inlining(Cursor& cursor, Entry& entry) {
  while (cursor.accept(",")) {
    if (at_word(cursor, "function_name")) {
      cursor.take();
      entry.label = cursor.expect_word("the label of a function's name").text;
      if (entry.label.empty()) return false;
      const auto offset = parse_addend(cursor);
      if (!offset) return false;
      entry.label_offset = static_cast<std::uint64_t>(*offset);
    } else if (at_word(cursor, "inlined_at")) {
      cursor.take();
      const auto place = parse_place(cursor);
      if (!place) return false;
      entry.inlined_at = call_site(*place);
    } else {
      cursor.expected("function_name or inlined_at");
      return false;
    }
  }
  return true;
}

std::uint32_t LocationTable::index_of(const Entry& entry) {
  const auto [found, is_new] =
      known_.try_emplace(entry, static_cast<std::uint32_t>(entries_.size()));
  if (is_new) entries_.push_back(entry);
  return found->second;
}

// The call site is written as a place only. It is itself inlined where the last .loc of that place
// in this function was.
std::uint32_t LocationTable::call_site(const LinePosition& place) {
  if (const auto found = recent_.find(place); found != recent_.end()) return found->second;
  const std::uint32_t index = index_of({place, kNone, {}, 0});
  if (index == positions_.size()) positions_.emplace_back();
  return index;
}

void LocationTable::parse_section(Cursor& cursor) {
  const bool strings = cursor.peek().is_dotted(kStringSection);
  if (cursor.at_dotted() || cursor.at_word()) cursor.take();
  while (!cursor.at_end() && !cursor.at("{") && !cursor.at("}") && !cursor.at_dotted()) {
    cursor.take();
  }
  if (!cursor.at("{")) return cursor.expected("'{' after the name of a section");
  strings ? parse_strings(cursor) : cursor.skip_block();
}

// LABEL: .b8 102,111,111,0
void LocationTable::parse_strings(Cursor& cursor) {
  cursor.take();
  while (!cursor.at_end()) {
    const Token token = cursor.take();
    if (token.is("}")) return;
    if (token.kind == Token::Kind::Word)
      string_labels_.insert_or_assign(token.text, strings_.size());
    if (token.kind == Token::Kind::Integer) {
      strings_ += static_cast<char>(static_cast<unsigned char>(token.bits));
    }
  }
  cursor.expected("'}' at the end of a section");
}

std::optional<std::string> LocationTable::string_at(const Entry& entry) const {
  const auto found = string_labels_.find(entry.label);
  if (found == string_labels_.end()) return std::nullopt;
  const std::uint64_t start = found->second + entry.label_offset;
  if (start >= strings_.size()) return std::nullopt;
  return strings_.substr(start, strings_.find('\0', start) - start);
}

std::uint32_t LocationTable::dense_file(Cursor& cursor, Module& module, std::uint32_t number) {
  const auto at = std::find_if(files_.begin(), files_.end(),
                               [&](const File& file) { return file.number == number; });
  if (at != files_.end()) return static_cast<std::uint32_t>(at - files_.begin());
  cursor.warn(cursor.peek().position, fmt::format("no .file directive names file {}", number));
  files_.push_back({number, {}});
  module.files.emplace_back();
  return static_cast<std::uint32_t>(files_.size() - 1);
}

void LocationTable::finish(Cursor& cursor, Module& module) {
  for (const File& file : files_) module.files.push_back(file.path);
  std::map<std::uint32_t, std::uint32_t> dense;
  bool names_missing = false;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    SourceLocation location;
    const auto [found, is_new] = dense.try_emplace(entry.place.file, 0);
    if (is_new) found->second = dense_file(cursor, module, entry.place.file);
    location.file = found->second;
    location.line = entry.place.line;
    location.column = entry.place.column;
    location.inlined_at = entry.inlined_at;
    if (!entry.label.empty()) {
      const auto name = string_at(entry);
      if (name) location.function = *name;
      if (!name && !names_missing) {
        cursor.warn(positions_[i],
                    fmt::format("no string '{}' in section .debug_str", entry.label));
        names_missing = true;
      }
    }
    module.locations.push_back(std::move(location));
  }
}

}  // namespace lanescope::ptx
