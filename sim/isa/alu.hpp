#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "sim/base/result.hpp"
#include "sim/ptx/module.hpp"

namespace lanescope::isa {

// The lane register file of (up to) 32 lanes. A slot holds one register of all lanes:
//   registers of <= 32 bits   32 x u32, 128 bytes (8- and 16-bit values zero-extended)
//   64-bit registers          32 x u64, 256 bytes
//   predicates                32 x u32, 0 or 0xffffffff each, 128 bytes
// Slots are 64-byte aligned; operands are byte offsets from the file's base. Immediates and special
// registers that do not change during an instruction lie in slots as well, so every source is one.
// A warp of 64 lanes is two register files; each operation is then called twice.
inline constexpr int kLanesPerFile = 32;

struct LaneOperands {
  std::uint32_t dst = 0;
  std::uint32_t dst2 = 0;  // second result (setp p|q, carry out)
  std::array<std::uint32_t, 4> src{};
  std::array<std::uint32_t, 2> more_dst{};  // components 3 and 4 of mov.b64 {a, b, c, d}, x
  std::uint64_t form = 0;                   // AluOp::form
};
// **Invariant:** a result's slot is the very slot of a source of the same width, or overlaps no
// source; of two results, neither overlaps the other. A result written `_` has a scratch slot.

// Active lanes as words: 0xffffffff for an active lane.
struct alignas(64) LaneWords {
  std::array<std::uint32_t, kLanesPerFile> word{};
};
void expand(std::uint32_t bits, LaneWords& words);

// Computes all 32 lanes (Full), or writes the active ones only (Masked). No other effect.
using FullOp = void (*)(std::byte* file, const LaneOperands& operands);
using MaskedOp = void (*)(std::byte* file, const LaneOperands& operands, const LaneWords& active);

struct AluOp {
  FullOp full = nullptr;
  MaskedOp masked = nullptr;
  ptx::Type dst = ptx::Type::None;  // slot types that the operation reads and writes
  ptx::Type dst2 = ptx::Type::None;
  std::array<ptx::Type, 2> more_dst{};  // of LaneOperands::more_dst; None: not written
  // In the order written; the elements of a vector one by one; the c of setp and set last.
  std::array<ptx::Type, 4> src{};  // None: operand not used
  int sources = 0;
  std::uint64_t form = 0;  // tells the forms of an operation apart that share their functions
  // The condition code register CC.CF (PTX ISA 9.7.2) is one predicate slot of the warp: dst2 when
  // written, the last source when read.
  bool writes_carry = false;
  bool reads_carry = false;
};

enum class VectorLevel : std::uint8_t { Baseline, Avx2, Avx512 };
[[nodiscard]] VectorLevel best_vector_level();  // of this CPU, or LANESCOPE_VECTORS

// The operation for an instruction of unit Alu or Move (everything that only computes: arithmetic,
// logic, comparison, selection, cvt, mov of registers, prmt, bfe, lop3, dp4a, ...), from its opcode
// and modifiers. Optional operands (setp's c and q, carry in and out) follow from the operands
// written. An Error names the instruction or the modifier that is not covered.
[[nodiscard]] Result<AluOp> bind_alu(const ptx::Instruction& instruction, VectorLevel level);

}  // namespace lanescope::isa
