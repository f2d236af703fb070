#pragma once

#include <array>
#include <cstdint>

#include "sim/isa/alu.hpp"
#include "sim/ptx/module.hpp"

namespace lanescope::code {

// How undefined bits of the sources of a computing instruction come into its results.
enum class Flow : std::uint8_t {
  Moves,    // the instruction puts bits elsewhere: so it does with undefined ones
  Bitwise,  // each bit by itself; one that a defined bit decides is defined
  Upwards,  // sums and low products: bits below the lowest undefined one stay defined
  Mixes,    // an undefined bit makes all of the results undefined
};

struct ValueFlow {
  Flow how = Flow::Mixes;
  std::uint8_t results = 0, sources = 0;
  std::uint8_t control = 0;                   // of Moves: sources that say where bits go, as a mask
  std::array<std::uint8_t, 4> result_bits{};  // 1 for a predicate
  std::array<std::uint8_t, 4> source_bytes{};  // of a lane: 4 or 8
};
[[nodiscard]] ValueFlow value_flow(const ptx::Instruction& instruction, const isa::AluOp& alu);

}  // namespace lanescope::code
