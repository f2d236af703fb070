#include "sim/isa/missing.hpp"

#include <algorithm>
#include <string_view>

namespace lanescope::isa {
namespace {

struct Row {
  std::string_view name, why;
};
#define MISSING(name, section, what, why) Row{name, why},
constexpr Row kRows[] = {
#include "sim/isa/missing.def"
};
#undef MISSING

// "cp.async.bulk.tensor": the opcode is cp, and it has all of the others.
bool is_told_by(const ptx::Instruction& instruction, std::string_view name) {
  bool first = true;
  while (!name.empty()) {
    const std::size_t end = std::min(name.find('.'), name.size());
    const std::string_view word = name.substr(0, end);
    name.remove_prefix(std::min(end + 1, name.size()));
    const bool found = first ? instruction.opcode == word
                             : std::find(instruction.modifiers.begin(), instruction.modifiers.end(),
                                         word) != instruction.modifiers.end();
    if (!found) return false;
    first = false;
  }
  return true;
}

}  // namespace

std::optional<std::string> why_missing(const ptx::Instruction& instruction) {
  for (const Row& row : kRows) {
    if (is_told_by(instruction, row.name)) return std::string(row.why);
  }
  return std::nullopt;
}

}  // namespace lanescope::isa
