#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "sim/sass/machine/machine.hpp"

// What an instruction reads and writes: rows of 32 lanes, predicates as a bit a lane.
namespace lanescope::sass::machine {

using WideRow = std::array<std::uint64_t, kLanes>;

// A source with its marks applied; in place where there are none, else in `room`.
[[nodiscard]] const Row& read(const Issue& issue, const Source& source, Row& room);
// The same of 64 bits: a pair of registers, low one first.
void read_wide(const Issue& issue, const Source& source, WideRow& out);
// A word of a source that spans several registers: number 1 of R4 is R5. No marks.
[[nodiscard]] const Row& read_word(const Issue& issue, const Source& source, std::uint32_t number,
                                   Row& room);
[[nodiscard]] std::uint32_t read(const Issue& issue, const PredicateSource& source);

// To the lanes that execute; all, of the uniform datapath. Nothing where there is no destination.
void write(Issue& issue, std::uint32_t row, const Row& value);
void write_wide(Issue& issue, std::uint32_t row, const WideRow& value);
void write(Issue& issue, const PredicateSource& to, std::uint32_t bits);

// Bytes of a constant bank, little endian; 0 beyond its end.
[[nodiscard]] std::uint64_t constant(const Machine& machine, std::uint32_t bank,
                                     std::uint64_t offset, std::uint32_t bytes);

template <typename F>
void for_lanes(std::uint32_t lanes, F&& f) {
  for (; lanes != 0; lanes &= lanes - 1) f(static_cast<std::uint32_t>(std::countr_zero(lanes)));
}

}  // namespace lanescope::sass::machine
