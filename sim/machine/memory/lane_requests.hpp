#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/events/half_rows.hpp"

// The inner loops of memory requests over the 32 lanes of one register file. Plain data and
// functions only: there is a source file for each vector level.
namespace lanescope::isa {
enum class VectorLevel : std::uint8_t;
}

namespace lanescope::machine {

struct AddressQuery {
  const std::byte* slot;      // the address operand, 32 lanes
  std::uint64_t offset;       // added to each
  std::uint32_t lanes;        // that take part; not 0
  std::uint64_t begin, last;  // the addresses that are allowed
  std::uint64_t misaligned;   // bits that must be 0
  std::uint32_t bytes;        // of one lane
};
struct AddressAnswer {
  std::uint32_t bad;  // lanes whose address is not allowed
  bool consecutive;   // lane l's address is `bytes` * l behind a common start
};

inline constexpr std::uint64_t kNoRow = ~std::uint64_t{0};

enum class FoundRows : std::uint8_t {
  None,    // another request
  Halves,  // all lanes, as half rows
  One,     // one row of those that take part
};

struct LaneRequests {
  // Writes all 32 addresses. wide: 64-bit operands; narrow: 32-bit ones (the sum wraps at 2^32).
  AddressAnswer (*wide)(const AddressQuery& query, std::uint64_t* addresses);
  AddressAnswer (*narrow)(const AddressQuery& query, std::uint64_t* addresses);
  // Lane 0's address, taking part or not, where the addresses are those of consecutive words and
  // all allowed; else kNoRow.
  std::uint64_t (*wide_row)(const AddressQuery& query);
  std::uint64_t (*narrow_row)(const AddressQuery& query);
  // All 32 lanes, of 4 bytes each, as half rows. False: they are not, or not all are allowed.
  bool (*wide_halves)(const AddressQuery& query, events::HalfRows& rows);
  bool (*narrow_halves)(const AddressQuery& query, events::HalfRows& rows);
  // Finds the rows of words, and moves those of the lanes that take part between `slot` and base +
  // address. None where stores do not go to a word each: nothing is moved.
  FoundRows (*load_wide_rows)(const AddressQuery& query, std::uintptr_t base, std::byte* slot,
                              events::HalfRows& rows);
  FoundRows (*load_narrow_rows)(const AddressQuery& query, std::uintptr_t base, std::byte* slot,
                                events::HalfRows& rows);
  FoundRows (*store_wide_rows)(const AddressQuery& query, std::uintptr_t base,
                               const std::byte* slot, events::HalfRows& rows);
  FoundRows (*store_narrow_rows)(const AddressQuery& query, std::uintptr_t base,
                                 const std::byte* slot, events::HalfRows& rows);
  // Consecutive 4-byte words, those of `lanes` only, from or to lane 0's place on.
  void (*load_words)(std::byte* slot, std::uintptr_t from, std::uint32_t lanes);
  void (*store_words)(const std::byte* slot, std::uintptr_t to, std::uint32_t lanes);
  // The 32 words of isa::LaneWords from bits.
  void (*expand)(std::uint32_t lanes, std::uint32_t* words);
};

// The best ones for this CPU.
[[nodiscard]] const LaneRequests& lane_requests();

// Those of one level. Null when they are not compiled in.
[[nodiscard]] const LaneRequests* lane_requests_at(isa::VectorLevel level);
[[nodiscard]] const LaneRequests* lane_requests_avx2();
[[nodiscard]] const LaneRequests* lane_requests_avx512();

}  // namespace lanescope::machine
