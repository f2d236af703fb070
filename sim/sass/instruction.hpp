#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.hpp"

namespace lanescope::sass {

inline constexpr std::uint32_t kZeroRegister = 255;  // RZ
inline constexpr std::uint32_t kZeroUniform = 63;    // URZ
inline constexpr std::uint32_t kTrue = 7;            // PT, UPT

// An operand as nvdisasm writes it.
struct Operand {
  enum class Kind : std::uint8_t {
    Register,          // R4, RZ
    Uniform,           // UR4, URZ
    Predicate,         // P0, PT
    UniformPredicate,  // UP0, UPT
    Barrier,           // B0
    Special,           // SR_TID.X: `text`
    Integer,           // 0x10, -0x4: `bits`, sign extended
    Float,             // 1.5, +INF, -QNAN: `bits` are those of the encoding (Program sees to it)
    Constant,          // c[0x0][0x210], c[0x3][R2+0x4]: `bank`, `base` and `offset`
    Memory,            // [R2.64+UR4+0x10], desc[UR8][R2.64]: `base`, `uniform` and `offset`
    Label,             // `(.L_x_1): `text`
    Address,           // 32@lo(total), 32@hi((f + .L_x_1@srel)): of `text`, `offset` behind it
    Word,              // what else stands there: `text`
  };
  Kind kind = Kind::Word;
  bool negated = false;   // -R4, !P0
  bool inverted = false;  // ~R4
  bool absolute = false;  // |R4|
  std::uint32_t index = 0;
  std::uint64_t bits = 0;
  std::uint32_t bank = 0;
  std::uint32_t base = kZeroRegister;    // a register; of Memory and Constant
  std::uint32_t uniform = kZeroUniform;  // a uniform register, added
  std::int64_t offset = 0;
  std::uint32_t scale = 1;    // of `base`: [R2.X4]
  bool wide_base = false;     // `base` is a pair: [R2.64]
  bool upper = false;         // of Address: its upper 32 bits
  bool wide_uniform = false;  // `uniform` is a pair and the only base, or added to 64 bits
  std::string suffix;         // "H0_H0", "B1", "64" of a register
  std::string text;
};

// One instruction of a listing: "@!P1 LDG.E.64 R2, desc[UR4][R2.64] ;"
struct Instruction {
  std::string name;                    // "LDG"
  std::vector<std::string> modifiers;  // "E", "64"
  bool has_guard = false;
  Operand guard;  // a predicate or a uniform one
  std::vector<Operand> operands;

  [[nodiscard]] bool has(std::string_view modifier) const;
};

// Of the parts of a line. BadInput: no instruction stands there.
[[nodiscard]] Result<Instruction> parse_instruction(std::string_view guard, std::string_view opcode,
                                                    std::string_view operands);

}  // namespace lanescope::sass
