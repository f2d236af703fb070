#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// Machine code as text.
namespace lanescope::ports::toolchain {

// One line of a listing: an instruction, or a label that branches name.
//
//   /*01d0*/  @!P1 LDS R3, [R2] ;     address 0x1d0, guard "@!P1", opcode "LDS"
struct SassLine {
  std::string label;  // ".L_x_1"; empty: an instruction
  std::uint32_t address = 0;
  std::string guard;     // "@!P1"; empty: always executed
  std::string opcode;    // "LDG.E.64"
  std::string operands;  // "R2, [R4]"
  // Of the source: innermost first, then where that was inlined. Files as the line table has them.
  struct SourcePlace {
    std::string file;
    std::uint32_t line = 0;
    friend bool operator==(const SourcePlace&, const SourcePlace&) = default;
  };
  std::vector<SourcePlace> places;

  friend bool operator==(const SassLine&, const SassLine&) = default;
};
struct SassFunction {
  std::string name;             // mangled, as in KernelImage
  std::vector<SassLine> lines;  // without what pads the section's end
};

// What an opcode moves between a thread and memory; `bytes` 0: it is no load or store, or its width
// is not in the opcode.
struct SassAccess {
  enum class Space : std::uint8_t { None, Global, Shared, Local, Constant } space = Space::None;
  bool is_load = false;
  std::uint32_t bytes = 0;
};
[[nodiscard]] SassAccess sass_access(std::string_view opcode);
// BRA, BRX, JMP …: it can make lanes go another way.
[[nodiscard]] bool is_sass_branch(std::string_view opcode);

}  // namespace lanescope::ports::toolchain
