#include "ports/toolchain/sass.hpp"

#include <algorithm>
#include <array>

namespace lanescope::ports::toolchain {

SassAccess sass_access(std::string_view opcode) {
  struct Row {
    std::string_view name;
    SassAccess::Space space;
    bool is_load;
  };
  using Space = SassAccess::Space;
  constexpr std::array<Row, 7> kRows{{{"LDG", Space::Global, true},
                                      {"STG", Space::Global, false},
                                      {"LDS", Space::Shared, true},
                                      {"STS", Space::Shared, false},
                                      {"LDL", Space::Local, true},
                                      {"STL", Space::Local, false},
                                      {"LDC", Space::Constant, true}}};
  const std::string_view name = opcode.substr(0, opcode.find('.'));
  const auto row = std::ranges::find(kRows, name, &Row::name);
  if (row == kRows.end()) return {};
  SassAccess access{row->space, row->is_load, 4};
  std::string_view rest = opcode.substr(name.size());
  while (!rest.empty()) {
    rest.remove_prefix(1);
    const std::string_view part = rest.substr(0, rest.find('.'));
    rest.remove_prefix(part.size());
    if (part == "128") access.bytes = 16;
    if (part == "64") access.bytes = 8;
    if (part == "U16" || part == "S16") access.bytes = 2;
    if (part == "U8" || part == "S8") access.bytes = 1;
  }
  return access;
}

bool is_sass_branch(std::string_view opcode) {
  constexpr std::array<std::string_view, 6> kNames{"BRA", "BRX", "BRXU", "JMP", "JMX", "JMXU"};
  const std::string_view name = opcode.substr(0, opcode.find('.'));
  return std::ranges::find(kNames, name) != kNames.end();
}

}  // namespace lanescope::ports::toolchain
