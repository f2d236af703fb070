#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/engine/engine.hpp"

// A second engine, as small as one can be: eight opcodes over two register files of its own, lanes
// that run their smallest pc first. What it drives (trace, replay, panels) leans on nothing of PTX.
namespace lanescope::engine::toy {

// Registers: r0 … r3 with a value a lane, u0 and u1 with one for the warp.
inline constexpr std::uint32_t kLaneRegisters = 4, kUniformRegisters = 2;
[[nodiscard]] constexpr std::uint32_t r(std::uint32_t n) { return n; }
[[nodiscard]] constexpr std::uint32_t u(std::uint32_t n) { return kLaneRegisters + n; }

enum class Opcode : std::uint8_t { Thread, Move, Add, Load, Store, Branch, Barrier, Exit };
struct Instruction {
  Opcode opcode = Opcode::Exit;
  std::uint32_t line = 0;   // of the source
  std::uint32_t d = 0;      // Thread, Move, Add, Load: where the result goes; Store: what
  std::uint32_t a = 0;      // Add: first operand; Load, Store: index; Branch: taken if not 0
  std::uint32_t b = 0;      // Add: second operand
  std::uint32_t value = 0;  // Move: the number; Load, Store: the buffer; Branch: the target
};

class Program final : public engine::Program {
 public:
  explicit Program(std::vector<Instruction> code);
  [[nodiscard]] const Instruction& code_at(std::uint32_t pc) const { return code_[pc]; }
  [[nodiscard]] std::string text_at(Pc pc) const override;
  // text_at() of all pcs, a line each: where InstructionInfo::line counts.
  [[nodiscard]] std::string listing() const;

 private:
  std::vector<Instruction> code_;
  std::vector<std::string> file_names_;
  std::vector<SourceLocation> places_;
};

[[nodiscard]] const Engine& toy_engine();

// Two blocks of two warps: out[i] = (in[i] == 0 ? 100 : in[i]) + 3, where every second in[i] is 0.
// The warps part and meet again, and a barrier stands before the store.
[[nodiscard]] std::shared_ptr<const Plan> example();
inline constexpr std::uint64_t kExampleSteps = 36;

}  // namespace lanescope::engine::toy
