#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "sim/code/code.hpp"
#include "sim/isa/alu.hpp"
#include "sim/machine/machine.hpp"

// Reading and writing lanes of slots. A warp of 64 lanes has two files, one behind the other.
namespace lanescope::machine {

inline constexpr int kFileLanes = isa::kLanesPerFile;

[[nodiscard]] inline std::byte* file_of_lane(const Issue& issue, int lane) {
  return issue.file + static_cast<std::size_t>(lane / kFileLanes) * issue.machine.code->file_bytes;
}

// Where a register's value of a lane lies; the slot is a used one.
[[nodiscard]] inline std::byte* place_of_lane(const Issue& issue, const code::Slot& slot,
                                              int lane) {
  return file_of_lane(issue, lane) + slot.offset +
         static_cast<std::size_t>(lane % kFileLanes) * slot.lane_bytes;
}

// Sizes are 1, 2, 4 or 8 bytes: fixed-size copies, which compile to one instruction each.
[[nodiscard]] inline std::uint64_t load_bytes(const std::byte* from, int bytes) {
  const auto load = [from]<typename T>(T value) -> std::uint64_t {
    std::memcpy(&value, from, sizeof value);
    return value;
  };
  switch (bytes) {
    case 1:
      return load(std::uint8_t{});
    case 2:
      return load(std::uint16_t{});
    case 4:
      return load(std::uint32_t{});
    default:
      return load(std::uint64_t{});
  }
}

inline void store_bytes(std::byte* to, std::uint64_t value, int bytes) {
  const auto store = [to]<typename T>(T narrow) { std::memcpy(to, &narrow, sizeof narrow); };
  switch (bytes) {
    case 1:
      return store(static_cast<std::uint8_t>(value));
    case 2:
      return store(static_cast<std::uint16_t>(value));
    case 4:
      return store(static_cast<std::uint32_t>(value));
    default:
      return store(value);
  }
}

// Zero-extended to 64 bits; predicates are 0 or 0xffffffff (sim/isa/alu.hpp).
[[nodiscard]] inline std::uint64_t read_lane(const Issue& issue, const code::Slot& slot, int lane) {
  return load_bytes(place_of_lane(issue, slot, lane), slot.lane_bytes);
}

// A value as a register of the slot's width holds it.
[[nodiscard]] inline std::uint64_t fit(const code::Slot& slot, std::uint64_t value) {
  if (slot.bits == 1) return value != 0 ? 0xffffffffU : 0U;
  return slot.bits < 64 ? value & ((std::uint64_t{1} << slot.bits) - 1) : value;
}

// An unused slot takes nothing.
inline void write_lane(const Issue& issue, const code::Slot& slot, int lane, std::uint64_t value) {
  if (slot.used()) store_bytes(place_of_lane(issue, slot, lane), fit(slot, value), slot.lane_bytes);
}

// The number of lanes in a mask. Without a popcount instruction in the baseline, the usual masks
// are worth a look first.
[[nodiscard]] inline int count_lanes(LaneMask lanes) {
  if ((lanes & (lanes + 1)) == 0) return 64 - std::countl_zero(lanes);
  std::uint64_t n = lanes - (lanes >> 1U & 0x5555555555555555U);
  n = (n & 0x3333333333333333U) + (n >> 2U & 0x3333333333333333U);
  n = (n + (n >> 4U)) & 0x0f0f0f0f0f0f0f0fU;
  return static_cast<int>(n * 0x0101010101010101U >> 56U);
}

// Calls f(lane) for each lane of the mask, ascending.
template <typename F>
void for_lanes(LaneMask lanes, F&& f) {
  for (; lanes != 0; lanes &= lanes - 1) f(std::countr_zero(lanes));
}

template <typename T>
void fill_slot(std::byte* place, T value) {
  std::array<T, kFileLanes> values;
  values.fill(value);
  std::memcpy(place, values.data(), sizeof values);
}

// One value in all 32 lanes of one file.
inline void fill_file(std::byte* file, const code::Slot& slot, std::uint64_t value) {
  if (slot.lane_bytes == 4) {
    fill_slot(file + slot.offset, static_cast<std::uint32_t>(value));
  } else {
    fill_slot(file + slot.offset, value);
  }
}

// A loaded element as its register holds it: extended to the register's width by its type, and
// zeros above that.
[[nodiscard]] inline std::uint64_t extend(std::uint64_t value, int bytes, bool sign) {
  if (!sign || bytes == 8) return value;
  const unsigned shift = 64U - 8U * static_cast<unsigned>(bytes);
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(value << shift) >> shift);
}

// One value in all of `lanes`.
inline void write_lanes(const Issue& issue, const code::Slot& slot, LaneMask lanes,
                        std::uint64_t value) {
  if (!slot.used()) return;
  const std::uint64_t fitted = fit(slot, value);
  if (lanes == 0xffffffffU) {
    fill_file(issue.file, slot, fitted);
    return;
  }
  for_lanes(lanes, [&](int lane) {
    store_bytes(place_of_lane(issue, slot, lane), fitted, slot.lane_bytes);
  });
}

// The 32 lanes of a predicate slot as bits.
[[nodiscard, gnu::always_inline]] inline std::uint32_t predicate_bits(const std::byte* slot) {
#ifdef __SSE2__
  const auto* words = reinterpret_cast<const __m128i*>(slot);
  const auto signs = [words](int first) {
    const __m128i low = _mm_packs_epi32(words[first], words[first + 1]);
    const __m128i high = _mm_packs_epi32(words[first + 2], words[first + 3]);
    return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(low, high)));
  };
  return signs(0) | signs(4) << 16U;
#else
  std::array<std::uint32_t, kFileLanes> words;
  std::memcpy(words.data(), slot, sizeof words);
  std::uint32_t bits = 0;
  for (unsigned lane = 0; lane < kFileLanes; ++lane) bits |= (words[lane] & 1U) << lane;
  return bits;
#endif
}

// The lanes, of all 32 or 64, whose predicate is true (or, negated, false). `slot` is its offset in
// a lane register file, in bytes.
[[nodiscard, gnu::always_inline]] inline LaneMask predicate_mask(const Machine& machine,
                                                                 const std::byte* file,
                                                                 std::uint32_t slot, bool negated) {
  LaneMask mask = predicate_bits(file + slot);
  if (machine.files == 2)
    mask |= LaneMask{predicate_bits(file + machine.code->file_bytes + slot)} << 32U;
  return negated ? ~mask : mask;
}

}  // namespace lanescope::machine
