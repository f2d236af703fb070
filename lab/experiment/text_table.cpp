#include "lab/experiment/text_table.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/base/utf8.hpp"

namespace lanescope::experiment {
void TextTable::add(std::vector<std::string> cells) {
  cells.resize(alignment_.size());
  rows_.push_back(std::move(cells));
}

std::string TextTable::text(const std::string& indent) const {
  std::vector<std::size_t> widths(alignment_.size(), 0);
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], signs_of(row[i]));
  }
  std::string out;
  for (const auto& row : rows_) {
    std::string line = indent;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string padding(widths[i] - signs_of(row[i]), ' ');
      line += alignment_[i] == 'r' ? padding + row[i] : row[i] + padding;
      line += "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

std::string grouped(std::uint64_t number) {
  const std::string digits = fmt::format("{}", number);
  std::string out;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) out += ',';
    out += digits[i];
  }
  return out;
}

std::string percent(double fraction) { return fmt::format("{:.1f} %", fraction * 100.0); }

std::string share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? "" : percent(static_cast<double>(part) / static_cast<double>(whole));
}

}  // namespace lanescope::experiment
