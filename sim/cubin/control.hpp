#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace lanescope::cubin {

inline constexpr std::size_t kInstructionBytes = 16;  // from sm_70 on

// What the assembler tells the scheduler with each instruction, in bits 105 to 125 of its 128 (Jia
// et al., "Dissecting the NVIDIA Volta GPU Architecture via Microbenchmarking", 2018, 2.1;
// unchanged up to sm_120 as far as ptxas 13.0 shows).
struct Control {
  static constexpr std::uint8_t kNone = 7;  // no scoreboard

  std::uint8_t stall = 0;              // cycles until the warp's next instruction, 0 to 15
  bool yield = false;                  // prefer another warp next: the bit is clear then
  std::uint8_t write_barrier = kNone;  // scoreboard 0 to 5, given back when the result is there
  std::uint8_t read_barrier = kNone;   // …, when the operands have been read
  std::uint8_t wait_mask = 0;  // a bit a scoreboard: those that must be free before it issues
  std::uint8_t reuse = 0;      // a bit an operand slot: its register stays in the reuse cache

  bool operator==(const Control&) const = default;
};

[[nodiscard]] inline Control control_of(std::span<const std::byte, kInstructionBytes> instruction) {
  std::uint64_t upper = 0;
  std::memcpy(&upper, instruction.data() + sizeof upper, sizeof upper);
  const auto bits = [upper](unsigned first, unsigned count) {
    return static_cast<std::uint8_t>((upper >> first) & ((1U << count) - 1));
  };
  return {bits(41, 4), bits(45, 1) == 0, bits(46, 3), bits(49, 3), bits(52, 6), bits(58, 4)};
}

}  // namespace lanescope::cubin
