#include "tests/sim/isa/row_file.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

namespace lanescope::isa_test {
namespace {

constexpr std::string_view kFolder = "tests/sim/isa/rows/";

Expected parse_expected(const std::string& word) {
  if (word == "*") return {Expected::Kind::Anything};
  if (word == "nan") return {Expected::Kind::AnyNan};
  const std::uint64_t low = std::stoull(word, nullptr, 16);
  const std::size_t dots = word.find("..");
  if (dots == std::string::npos) return {Expected::Kind::Exact, low, low};
  return {Expected::Kind::Range, low, std::stoull(word.substr(dots + 2), nullptr, 16)};
}

// "in 0 u32: 0x1 0x2" without the slashes; `colon` separates the head from the values.
void parse_column(RowFile& file, const std::string& line) {
  const std::size_t colon = line.find(": ");
  if (colon == std::string::npos) return;
  std::istringstream head(line.substr(0, colon));
  std::string direction, index, type;
  head >> direction >> index >> type;
  std::istringstream values(line.substr(colon + 2));
  std::string word;
  if (direction == "in") {
    InputColumn column{ptx::type_from_spelling(type), {}};
    while (values >> word) column.values.push_back(std::stoull(word, nullptr, 16));
    file.inputs.push_back(std::move(column));
  } else {
    OutputColumn column{ptx::type_from_spelling(type), {}, {}};
    std::getline(head >> std::ws, column.what);
    while (values >> word) column.expected.push_back(parse_expected(word));
    file.outputs.push_back(std::move(column));
  }
}

struct Layout {
  int fraction = 0;
  int exponent = 0;
};
Layout layout_of(ptx::Type type) {
  switch (type) {
    case ptx::Type::F16:
      return {10, 5};
    case ptx::Type::BF16:
      return {7, 8};
    case ptx::Type::F64:
      return {52, 11};
    default:
      return {23, 8};
  }
}

// Float patterns in numeric order, -0 below +0.
std::int64_t order(std::uint64_t bits, Layout f) {
  const std::uint64_t sign = std::uint64_t{1} << (f.fraction + f.exponent);
  const auto magnitude = static_cast<std::int64_t>(bits & (sign - 1));
  return (bits & sign) != 0 ? -magnitude - 1 : magnitude;
}

bool is_nan(std::uint64_t bits, Layout f) {
  const std::uint64_t sign = std::uint64_t{1} << (f.fraction + f.exponent);
  const std::uint64_t infinity = ((std::uint64_t{1} << f.exponent) - 1) << f.fraction;
  return (bits & (sign - 1)) > infinity;
}

}  // namespace

std::vector<std::byte> RowFile::input_bytes() const {
  std::vector<std::byte> bytes(std::max<std::size_t>(1, inputs.size()) * threads * 8);
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    std::memcpy(bytes.data() + k * threads * 8, inputs[k].values.data(), std::size_t{threads} * 8);
  }
  return bytes;
}

Result<RowFile> read_row_file(const std::string& path) {
  std::ifstream in(path);
  if (!in) return bad_input("cannot read the file", path);
  RowFile file;
  std::string line;
  while (std::getline(in, line)) {
    file.text += line + "\n";
    if (line.rfind("// row: ", 0) == 0) file.row = line.substr(8);
    if (line.rfind("// threads: ", 0) == 0)
      file.threads = static_cast<std::uint32_t>(std::stoul(line.substr(12)));
    if (line.rfind("// in ", 0) == 0 || line.rfind("// out ", 0) == 0)
      parse_column(file, line.substr(3));
  }
  const auto wrong_length = [&](const auto& values) { return values.size() != file.threads; };
  for (const InputColumn& c : file.inputs) {
    if (wrong_length(c.values)) return bad_input("an input column needs one value a thread", path);
  }
  for (const OutputColumn& c : file.outputs) {
    if (wrong_length(c.expected))
      return bad_input("an output column needs one value a thread: " + c.what, path);
  }
  if (file.row.empty() || file.threads == 0 || file.outputs.empty())
    return bad_input("no instruction test", path);
  return file;
}

bool matches(const Expected& expected, ptx::Type type, std::uint64_t actual) {
  const Layout f = layout_of(type);
  switch (expected.kind) {
    case Expected::Kind::Anything:
      return true;
    case Expected::Kind::AnyNan:
      return is_nan(actual, f);
    case Expected::Kind::Range:
      return !is_nan(actual, f) && order(actual, f) >= order(expected.low, f) &&
             order(actual, f) <= order(expected.high, f);
    case Expected::Kind::Exact:
      return actual == expected.low;
  }
  return false;
}

std::string text_of(const Expected& expected) {
  switch (expected.kind) {
    case Expected::Kind::Anything:
      return "*";
    case Expected::Kind::AnyNan:
      return "nan";
    case Expected::Kind::Range:
      return fmt::format("{:#x}..{:#x}", expected.low, expected.high);
    case Expected::Kind::Exact:
      return fmt::format("{:#x}", expected.low);
  }
  return {};
}

std::string compare(const RowFile& file, const std::vector<std::byte>& output, std::size_t limit) {
  std::string report;
  std::size_t wrong = 0;
  for (std::size_t k = 0; k < file.outputs.size(); ++k) {
    const OutputColumn& column = file.outputs[k];
    for (std::uint32_t t = 0; t < file.threads; ++t) {
      std::uint64_t actual = 0;
      std::memcpy(&actual, output.data() + (k * file.threads + t) * 8, 8);
      if (matches(column.expected[t], column.type, actual)) continue;
      if (++wrong > limit) continue;
      report += fmt::format("{}: output {} ({}), thread {}: {:#x}, expected {}\n", file.row, k,
                            column.what, t, actual, text_of(column.expected[t]));
    }
  }
  if (wrong > limit) report += fmt::format("{}: {} wrong values in all\n", file.row, wrong);
  return report;
}

std::vector<std::string> row_files() {
  std::vector<std::string> rows;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    if (entry.path().extension() == ".ptx") rows.push_back(entry.path().stem().string());
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

std::string path_of(const std::string& row) { return std::string(kFolder) + row + ".ptx"; }

}  // namespace lanescope::isa_test
