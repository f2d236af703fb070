#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lanescope::experiment {

// Columns of text, as wide as their widest cell:
//
//   shared memory   requests  wavefronts
//   load               4,096      65,536
class TextTable {
 public:
  // One letter a column: 'l' left, 'r' right aligned.
  explicit TextTable(std::string alignment) : alignment_(std::move(alignment)) {}
  // Cells beyond the columns are dropped, missing ones are empty.
  void add(std::vector<std::string> cells);
  [[nodiscard]] bool empty() const { return rows_.size() <= 1; }  // nothing but the heading
  [[nodiscard]] std::string text(const std::string& indent = "  ") const;

 private:
  std::string alignment_;
  std::vector<std::vector<std::string>> rows_;
};

// 1234567 -> "1,234,567".
[[nodiscard]] std::string grouped(std::uint64_t number);
// 0.9816 -> "98.2 %".
[[nodiscard]] std::string percent(double fraction);
// part / whole as percent, "" when whole is 0.
[[nodiscard]] std::string share(std::uint64_t part, std::uint64_t whole);

}  // namespace lanescope::experiment
