#include "sim/machine/memory/lane_requests.hpp"

#include <cstring>

#include "sim/isa/alu.hpp"
#include "sim/machine/memory/row_moves.hpp"

namespace lanescope::machine {
namespace {

constexpr int kLanes = 32;

int first_lane(std::uint32_t lanes) { return __builtin_ctz(lanes); }

AddressAnswer answer(const AddressQuery& query, const std::uint64_t* addresses) {
  const int first = first_lane(query.lanes);
  const std::uint64_t start =
      addresses[first] - std::uint64_t{query.bytes} * static_cast<std::uint64_t>(first);
  AddressAnswer result{0, true};
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    if ((query.lanes >> lane & 1U) == 0) continue;
    const std::uint64_t a = addresses[lane];
    if (a < query.begin || a > query.last || (a & query.misaligned) != 0) result.bad |= 1U << lane;
    if (a != start + std::uint64_t{query.bytes} * lane) result.consecutive = false;
  }
  return result;
}

AddressAnswer wide(const AddressQuery& query, std::uint64_t* addresses) {
  std::memcpy(addresses, query.slot, kLanes * sizeof *addresses);
  for (int lane = 0; lane < kLanes; ++lane) addresses[lane] += query.offset;
  return answer(query, addresses);
}

AddressAnswer narrow(const AddressQuery& query, std::uint64_t* addresses) {
  std::uint32_t values[kLanes];
  std::memcpy(values, query.slot, sizeof values);
  for (int lane = 0; lane < kLanes; ++lane) {
    addresses[lane] = values[lane] + static_cast<std::uint32_t>(query.offset);
  }
  return answer(query, addresses);
}

std::uint64_t row(const AddressAnswer& found, const AddressQuery& query,
                  const std::uint64_t* addresses) {
  if (found.bad != 0 || !found.consecutive) return kNoRow;
  const int first = first_lane(query.lanes);
  return addresses[first] - std::uint64_t{query.bytes} * static_cast<std::uint64_t>(first);
}

std::uint64_t wide_row(const AddressQuery& query) {
  std::uint64_t addresses[kLanes];
  return row(wide(query, addresses), query, addresses);
}

std::uint64_t narrow_row(const AddressQuery& query) {
  std::uint64_t addresses[kLanes];
  return row(narrow(query, addresses), query, addresses);
}

bool halves(const AddressAnswer& found, const std::uint64_t* addresses, events::HalfRows& rows) {
  bool regular = found.bad == 0;
  for (int half = 0; half < 2; ++half) {
    const std::uint64_t* at = addresses + 16 * half;
    rows.start[half] = at[0];
    rows.step[half] = static_cast<std::uint32_t>(at[1] - at[0]);
    regular = regular && (at[1] == at[0] || at[1] == at[0] + 4);
    for (std::uint64_t lane = 2; lane < 16; ++lane)
      regular = regular && at[lane] == at[0] + lane * rows.step[half];
  }
  return regular;
}

bool wide_halves(const AddressQuery& query, events::HalfRows& rows) {
  std::uint64_t addresses[kLanes];
  return halves(wide(query, addresses), addresses, rows);
}

bool narrow_halves(const AddressQuery& query, events::HalfRows& rows) {
  std::uint64_t addresses[kLanes];
  return halves(narrow(query, addresses), addresses, rows);
}

void load_words(std::byte* slot, std::uintptr_t from, std::uint32_t lanes) {
  if (lanes == 0xffffffffU) {
    std::memcpy(slot, reinterpret_cast<const std::byte*>(from), 128);
    return;
  }
  for (; lanes != 0; lanes &= lanes - 1) {
    const auto at = 4U * static_cast<std::uintptr_t>(first_lane(lanes));
    std::memcpy(slot + at, reinterpret_cast<const std::byte*>(from + at), 4);
  }
}

void store_words(const std::byte* slot, std::uintptr_t to, std::uint32_t lanes) {
  if (lanes == 0xffffffffU) {
    std::memcpy(reinterpret_cast<std::byte*>(to), slot, 128);
    return;
  }
  for (; lanes != 0; lanes &= lanes - 1) {
    const auto at = 4U * static_cast<std::uintptr_t>(first_lane(lanes));
    std::memcpy(reinterpret_cast<std::byte*>(to + at), slot + at, 4);
  }
}

void expand(std::uint32_t lanes, std::uint32_t* words) {
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) words[lane] = 0U - (lanes >> lane & 1U);
}

struct Level {
  static void load_words(std::byte* slot, std::uintptr_t from, std::uint32_t lanes) {
    machine::load_words(slot, from, lanes);
  }
  static void store_words(const std::byte* slot, std::uintptr_t to, std::uint32_t lanes) {
    machine::store_words(slot, to, lanes);
  }
  static void copy_half(std::byte* to, const std::byte* from) { std::memcpy(to, from, kHalfRow); }
  static void load_half(std::byte* slot, const std::byte* from, std::uint32_t step) {
    if (step != 0) return copy_half(slot, from);
    for (std::size_t at = 0; at < kHalfRow; at += 4) std::memcpy(slot + at, from, 4);
  }
};
constexpr LaneRequests kBaseline{
    wide,
    narrow,
    wide_row,
    narrow_row,
    wide_halves,
    narrow_halves,
    load_found<Level, find_rows<std::uint64_t, wide_halves, wide_row>>,
    load_found<Level, find_rows<std::uint32_t, narrow_halves, narrow_row>>,
    store_found<Level, find_rows<std::uint64_t, wide_halves, wide_row>>,
    store_found<Level, find_rows<std::uint32_t, narrow_halves, narrow_row>>,
    load_words,
    store_words,
    expand};

}  // namespace

const LaneRequests* lane_requests_at(isa::VectorLevel level) {
  switch (level) {
    case isa::VectorLevel::Avx512:
      return lane_requests_avx512();
    case isa::VectorLevel::Avx2:
      return lane_requests_avx2();
    default:
      return &kBaseline;
  }
}

const LaneRequests& lane_requests() {
  static const LaneRequests* const kBest = lane_requests_at(isa::best_vector_level());
  return kBest != nullptr ? *kBest : kBaseline;
}

}  // namespace lanescope::machine
