#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "sim/sass/machine/machine.hpp"
#include "sim/sass/machine/values.hpp"

// What machine code computes as PTX does, computed by the lane functions of PTX (sim/isa): they
// have a GPU's bits.
namespace lanescope::sass::machine::instructions {

// Modifiers of an instruction, each asked for once; one that nobody asked for is not understood.
class Modifiers {
 public:
  explicit Modifiers(const Instruction& instruction);
  [[nodiscard]] bool take(std::string_view name);
  // `text` where the modifier stands, else nothing.
  [[nodiscard]] std::string_view take(std::string_view name, std::string_view text);
  // ".rn", or what RM, RP and RZ are in PTX.
  [[nodiscard]] std::string_view take_rounding();
  // The first one of these; empty where none stands.
  [[nodiscard]] std::string_view take_first(std::span<const std::string_view> names);
  [[nodiscard]] bool all_taken() const;

 private:
  const Instruction& instruction_;
  std::uint32_t taken_ = 0;  // a bit each
};

// Puts the function of a PTX instruction, "fma.rn.ftz.f32", in op.alu. False: there is none.
// `pair`: with two results, "p|q".
[[nodiscard]] bool find_lane_function(std::string_view ptx, int sources, Op& op, bool pair = false);
// The same, and run_alu as its handler.
[[nodiscard]] bool bind_lane_function(std::string_view ptx, int sources, Op& op);
// Reads Op::src in their order, writes the register or the first predicate.
Next run_alu(Issue& issue);

// One call of a lane function, with the sources and results beside each other.
class LaneCall {
 public:
  explicit LaneCall(const isa::AluOp& alu);
  // Of a NaN of 64 bits the marks are left out: DADD a, -b gives a NaN b with its own sign
  // (sub.f64 on an H200).
  void take(std::size_t number, const Issue& issue, const Source& source);
  [[nodiscard]] Row& row(std::size_t number) { return slots_[number].row; }
  [[nodiscard]] WideRow& wide(std::size_t number) { return slots_[number].wide; }
  void run();
  [[nodiscard]] const Row& result() const { return slots_[kResult].row; }
  [[nodiscard]] const WideRow& wide_result() const { return slots_[kResult].wide; }
  [[nodiscard]] std::uint32_t bits() const;         // of a predicate result
  [[nodiscard]] std::uint32_t second_bits() const;  // of the other one

 private:
  static constexpr std::size_t kResult = 4, kSecond = 5;
  union alignas(64) Slot {
    Row row;
    WideRow wide;
  };
  const isa::AluOp& alu_;
  std::array<Slot, 6> slots_;
};

[[nodiscard]] bool is_wide(ptx::Type type);

// How a comparison joins the predicate that it reads: AND, OR, XOR.
enum class Combine : std::uint8_t { And, Or, Xor };
[[nodiscard]] bool take_combine(Modifiers& modifiers, std::uint32_t& number);
[[nodiscard]] std::uint32_t combined(std::uint32_t combine, std::uint32_t bits,
                                     std::uint32_t other);
// Names as PTX has them: "lt" for LT.
[[nodiscard]] std::string in_lower_case(std::string_view name);
// A comparison of floats; empty where none stands.
[[nodiscard]] std::string take_comparison(Modifiers& modifiers);

}  // namespace lanescope::sass::machine::instructions
