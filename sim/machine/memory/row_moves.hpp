#pragma once

#include "sim/machine/memory/lane_requests.hpp"

// Rows of words found and moved in one go, of what each vector level has for either. Everything
// here has internal linkage: see lane_requests_avx2.cpp.
namespace lanescope::machine {
namespace {

constexpr std::uint32_t kAllOfFile = 0xffffffff;
constexpr std::uint64_t kHalfRow = 64;

// Whether it is worth looking for one row: lanes 0, 1 and 16 are in place.
template <class Address>
bool looks_like_one(const std::byte* slot) {
  Address first, second, middle;
  __builtin_memcpy(&first, slot, sizeof first);
  __builtin_memcpy(&second, slot + sizeof first, sizeof first);
  __builtin_memcpy(&middle, slot + 16 * sizeof first, sizeof first);
  return second - first == 4 && middle - first == kHalfRow;
}

template <class Address, bool (*Halves)(const AddressQuery&, events::HalfRows&),
          std::uint64_t (*Row)(const AddressQuery&)>
FoundRows find_rows(const AddressQuery& query, events::HalfRows& rows) {
  const bool all = query.lanes == kAllOfFile;
  if (!all || looks_like_one<Address>(query.slot)) {
    const std::uint64_t start = Row(query);
    if (start != kNoRow) {
      rows = {{start, start + kHalfRow}, {4, 4}};
      return FoundRows::One;
    }
  }
  return all && Halves(query, rows) ? FoundRows::Halves : FoundRows::None;
}

using FindRows = FoundRows(const AddressQuery& query, events::HalfRows& rows);

// Level: load_words, store_words, load_half (a row, or one word for all) and copy_half.
template <class Level, FindRows Find>
FoundRows load_found(const AddressQuery& query, std::uintptr_t base, std::byte* slot,
                     events::HalfRows& rows) {
  const FoundRows found = Find(query, rows);
  if (found == FoundRows::One) {
    Level::load_words(slot, base + rows.start[0], query.lanes);
  } else if (found == FoundRows::Halves) {
    for (int half = 0; half < 2; ++half)
      Level::load_half(slot + kHalfRow * half,
                       reinterpret_cast<const std::byte*>(base + rows.start[half]),
                       rows.step[half]);
  }
  return found;
}

template <class Level, FindRows Find>
FoundRows store_found(const AddressQuery& query, std::uintptr_t base, const std::byte* slot,
                      events::HalfRows& rows) {
  const FoundRows found = Find(query, rows);
  if (found == FoundRows::One) {
    Level::store_words(slot, base + rows.start[0], query.lanes);
  } else if (found == FoundRows::Halves) {
    if (rows.step[0] == 0 || rows.step[1] == 0) return FoundRows::None;
    // Of two lanes at one word the higher one wins.
    for (int half = 0; half < 2; ++half)
      Level::copy_half(reinterpret_cast<std::byte*>(base + rows.start[half]),
                       slot + kHalfRow * half);
  }
  return found;
}

}  // namespace
}  // namespace lanescope::machine
