#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/result.hpp"
#include "sim/ptx/module.hpp"

namespace lanescope::isa_test {

// One value that a thread must have written. The notation is reference/ptx_file.py's.
struct Expected {
  enum class Kind : std::uint8_t { Exact, AnyNan, Range, Anything };
  Kind kind = Kind::Exact;
  std::uint64_t low = 0;   // Exact: the pattern; Range: the least
  std::uint64_t high = 0;  // Range: the greatest
};

struct InputColumn {
  ptx::Type type = ptx::Type::None;
  std::vector<std::uint64_t> values;  // by thread
};
struct OutputColumn {
  ptx::Type type = ptx::Type::None;
  std::string what;                // "add.sat.s32"
  std::vector<Expected> expected;  // by thread
};

// An instruction test: rows/<row>.ptx.
struct RowFile {
  std::string row;
  std::uint32_t threads = 0;
  std::vector<InputColumn> inputs;
  std::vector<OutputColumn> outputs;
  std::string text;  // the whole file

  // Element of column k, thread t: byte (k * threads + t) * 8.
  [[nodiscard]] std::vector<std::byte> input_bytes() const;
  [[nodiscard]] std::size_t output_bytes() const { return outputs.size() * threads * 8; }
};

[[nodiscard]] Result<RowFile> read_row_file(const std::string& path);

[[nodiscard]] bool matches(const Expected& expected, ptx::Type type, std::uint64_t actual);
[[nodiscard]] std::string text_of(const Expected& expected);

// What is wrong with an output buffer, at most `limit` lines; empty when nothing is.
[[nodiscard]] std::string compare(const RowFile& file, const std::vector<std::byte>& output,
                                  std::size_t limit = 6);

// Names of the rows that rows/ has a file for, sorted.
[[nodiscard]] std::vector<std::string> row_files();
[[nodiscard]] std::string path_of(const std::string& row);

}  // namespace lanescope::isa_test
