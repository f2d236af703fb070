// Compiled for AVX2 where the compiler targets x86-64 (see CMakeLists.txt). No inline function with
// external linkage may be used here: the linker could keep this copy for every CPU.
#include "sim/machine/memory/lane_requests.hpp"

#ifdef __AVX2__

#include <immintrin.h>

#include "sim/machine/memory/row_moves.hpp"

namespace lanescope::machine {
namespace {

__m256i load(const std::byte* at) {
  return _mm256_load_si256(reinterpret_cast<const __m256i*>(at));
}
void store(void* at, __m256i a) { _mm256_store_si256(static_cast<__m256i*>(at), a); }
long long as_signed(std::uint64_t value) { return static_cast<long long>(value); }
__m256i all(std::uint64_t value) { return _mm256_set1_epi64x(as_signed(value)); }
__m256i all(std::uint32_t value) { return _mm256_set1_epi32(static_cast<int>(value)); }

// The sign of each element as a bit.
std::uint32_t signs64(__m256i a) {
  return static_cast<std::uint32_t>(_mm256_movemask_pd(_mm256_castsi256_pd(a)));
}
std::uint32_t signs32(__m256i a) {
  return static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(a)));
}

// Comparisons are signed: numbers to compare without a sign have their highest bit flipped.
constexpr std::uint64_t kFlip64 = std::uint64_t{1} << 63U;
constexpr std::uint32_t kFlip32 = std::uint32_t{1} << 31U;

AddressAnswer wide(const AddressQuery& query, std::uint64_t* addresses) {
  const int first = __builtin_ctz(query.lanes);
  std::uint64_t first_value;
  __builtin_memcpy(&first_value, query.slot + 8 * first, 8);
  const std::uint64_t step = query.bytes;
  const std::uint64_t start = first_value + query.offset - step * static_cast<std::uint64_t>(first);
  const __m256i offset = all(query.offset), begin = all(query.begin - kFlip64);
  const __m256i room = all((query.last - query.begin) ^ kFlip64), low = all(query.misaligned);
  const __m256i zero = _mm256_setzero_si256(), four = all(4 * step);
  const auto at = [&](std::uint64_t lane) { return as_signed(start + step * lane); };
  __m256i expected = _mm256_set_epi64x(at(3), at(2), at(1), at(0));
  std::uint32_t good = 0, same = 0;
  for (unsigned part = 0; part < 8; ++part) {
    const __m256i a = _mm256_add_epi64(load(query.slot + 32 * part), offset);
    store(addresses + 4 * part, a);
    const __m256i outside = _mm256_cmpgt_epi64(_mm256_sub_epi64(a, begin), room);
    const __m256i aligned = _mm256_cmpeq_epi64(_mm256_and_si256(a, low), zero);
    good |= signs64(_mm256_andnot_si256(outside, aligned)) << (4 * part);
    same |= signs64(_mm256_cmpeq_epi64(a, expected)) << (4 * part);
    expected = _mm256_add_epi64(expected, four);
  }
  return {query.lanes & ~good, (query.lanes & ~same) == 0};
}

AddressAnswer narrow(const AddressQuery& query, std::uint64_t* addresses) {
  const int first = __builtin_ctz(query.lanes);
  std::uint32_t first_value;
  __builtin_memcpy(&first_value, query.slot + 4 * first, 4);
  const auto offset_value = static_cast<std::uint32_t>(query.offset);
  const std::uint32_t step = query.bytes;
  const std::uint32_t start = first_value + offset_value - step * static_cast<std::uint32_t>(first);
  // The allowed range is of 32-bit addresses here: larger bounds mean all of them.
  const auto clamp = [](std::uint64_t x) {
    return x > 0xffffffffU ? 0xffffffffU : static_cast<std::uint32_t>(x);
  };
  const std::uint32_t begin_value = clamp(query.begin);
  const __m256i offset = all(offset_value), begin = all(begin_value - kFlip32);
  const __m256i room = all((clamp(query.last) - begin_value) ^ kFlip32);
  const __m256i low = all(static_cast<std::uint32_t>(query.misaligned));
  const __m256i zero = _mm256_setzero_si256(), eight = all(8 * step);
  const __m256i counting = _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0);
  __m256i expected = _mm256_add_epi32(all(start), _mm256_mullo_epi32(counting, all(step)));
  std::uint32_t good = 0, same = 0;
  for (unsigned part = 0; part < 4; ++part) {
    const __m256i a = _mm256_add_epi32(load(query.slot + 32 * part), offset);
    store(addresses + 8 * part, _mm256_cvtepu32_epi64(_mm256_castsi256_si128(a)));
    store(addresses + 8 * part + 4, _mm256_cvtepu32_epi64(_mm256_extracti128_si256(a, 1)));
    const __m256i outside = _mm256_cmpgt_epi32(_mm256_sub_epi32(a, begin), room);
    const __m256i aligned = _mm256_cmpeq_epi32(_mm256_and_si256(a, low), zero);
    good |= signs32(_mm256_andnot_si256(outside, aligned)) << (8 * part);
    same |= signs32(_mm256_cmpeq_epi32(a, expected)) << (8 * part);
    expected = _mm256_add_epi32(expected, eight);
  }
  return {query.lanes & ~good, (query.lanes & ~same) == 0};
}

// Whether the lowest and the highest of consecutive addresses are allowed: then all are.
bool allowed(const AddressQuery& query, std::uint64_t start) {
  const auto first = static_cast<std::uint64_t>(__builtin_ctz(query.lanes));
  const auto last = 31 - static_cast<std::uint64_t>(__builtin_clz(query.lanes));
  const std::uint64_t low = start + query.bytes * first, high = start + query.bytes * last;
  return low >= query.begin && high <= query.last && low <= high && (low & query.misaligned) == 0;
}

std::uint64_t wide_row(const AddressQuery& query) {
  const int first = __builtin_ctz(query.lanes);
  std::uint64_t value;
  __builtin_memcpy(&value, query.slot + 8 * first, 8);
  const std::uint64_t step = query.bytes;
  value -= step * static_cast<std::uint64_t>(first);
  const auto at = [&](std::uint64_t lane) { return as_signed(value + step * lane); };
  __m256i expected = _mm256_set_epi64x(at(3), at(2), at(1), at(0));
  const __m256i four = all(4 * step);
  std::uint32_t same = 0;
  for (unsigned part = 0; part < 8; ++part) {
    same |= signs64(_mm256_cmpeq_epi64(load(query.slot + 32 * part), expected)) << (4 * part);
    expected = _mm256_add_epi64(expected, four);
  }
  const std::uint64_t start = value + query.offset;
  return (query.lanes & ~same) == 0 && allowed(query, start) ? start : kNoRow;
}

std::uint64_t narrow_row(const AddressQuery& query) {
  const int first = __builtin_ctz(query.lanes);
  std::uint32_t value;
  __builtin_memcpy(&value, query.slot + 4 * first, 4);
  const std::uint32_t low_lane = 4 * static_cast<std::uint32_t>(first);
  __m256i expected =
      _mm256_add_epi32(all(value - low_lane), _mm256_set_epi32(28, 24, 20, 16, 12, 8, 4, 0));
  const __m256i eight = all(std::uint32_t{32});
  std::uint32_t same = 0;
  for (unsigned part = 0; part < 4; ++part) {
    same |= signs32(_mm256_cmpeq_epi32(load(query.slot + 32 * part), expected)) << (8 * part);
    expected = _mm256_add_epi32(expected, eight);
  }
  // The lowest lane's sum wraps at 2^32; those above it must not.
  const std::uint32_t lowest = value + static_cast<std::uint32_t>(query.offset);
  const std::uint64_t start = std::uint64_t{lowest} - low_lane;
  return (query.lanes & ~same) == 0 && allowed(query, start) ? start : kNoRow;
}

bool allowed(const AddressQuery& query, const events::HalfRows& rows) {
  bool good = true;
  for (int half = 0; half < 2; ++half) {
    const std::uint64_t low = rows.start[half], high = low + 15U * rows.step[half];
    good = good && low >= query.begin && high <= query.last && (low & query.misaligned) == 0 &&
           (rows.step[half] == 0 || rows.step[half] == 4);
  }
  return good;
}

bool wide_halves(const AddressQuery& query, events::HalfRows& rows) {
  __m256i same = _mm256_set1_epi32(-1);
  for (int half = 0; half < 2; ++half) {
    const std::byte* const slot = query.slot + 128 * half;
    std::uint64_t value[2];
    __builtin_memcpy(value, slot, sizeof value);
    const std::uint64_t step = value[1] - value[0];
    if (step != 0 && step != 4) return false;
    rows.start[half] = value[0] + query.offset;
    rows.step[half] = static_cast<std::uint32_t>(step);
    const auto at = [&](std::uint64_t lane) { return as_signed(value[0] + step * lane); };
    __m256i expected = _mm256_set_epi64x(at(3), at(2), at(1), at(0));
    for (unsigned part = 0; part < 4; ++part) {
      same = _mm256_and_si256(same, _mm256_cmpeq_epi64(load(slot + 32 * part), expected));
      expected = _mm256_add_epi64(expected, all(4 * step));
    }
  }
  return signs64(same) == 0xf && allowed(query, rows);
}

bool narrow_halves(const AddressQuery& query, events::HalfRows& rows) {
  __m256i same = _mm256_set1_epi32(-1);
  for (int half = 0; half < 2; ++half) {
    const std::byte* const slot = query.slot + 64 * half;
    std::uint32_t value[2];
    __builtin_memcpy(value, slot, sizeof value);
    const std::uint32_t step = value[1] - value[0];
    if (step != 0 && step != 4) return false;
    rows.start[half] = value[0] + static_cast<std::uint32_t>(query.offset);
    rows.step[half] = step;
    const __m256i counting = _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0);
    const __m256i low = _mm256_add_epi32(all(value[0]), _mm256_mullo_epi32(counting, all(step)));
    const __m256i high = _mm256_add_epi32(low, all(8 * step));
    same = _mm256_and_si256(same, _mm256_cmpeq_epi32(load(slot), low));
    same = _mm256_and_si256(same, _mm256_cmpeq_epi32(load(slot + 32), high));
  }
  return signs32(same) == 0xff && allowed(query, rows);
}

void copy(std::byte* to, const std::byte* from) {
  const void* at = from;
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to),
                      _mm256_loadu_si256(static_cast<const __m256i*>(at)));
}

void copy_words(std::byte* to, const std::byte* from) {
  for (unsigned part = 0; part < 4; ++part) copy(to + 32 * part, from + 32 * part);
}

void load_words(std::byte* slot, std::uintptr_t from, std::uint32_t lanes) {
  if (lanes == 0xffffffffU) return copy_words(slot, reinterpret_cast<const std::byte*>(from));
  const __m256i bit = _mm256_set_epi32(128, 64, 32, 16, 8, 4, 2, 1);
  for (unsigned part = 0; part < 4; ++part) {
    const __m256i here = _mm256_and_si256(all(lanes >> (8 * part)), bit);
    const __m256i mask = _mm256_cmpeq_epi32(here, bit);
    const __m256i words =
        _mm256_maskload_epi32(reinterpret_cast<const int*>(from + 32 * part), mask);
    store(slot + 32 * part, _mm256_blendv_epi8(load(slot + 32 * part), words, mask));
  }
}

// One by one where not all take part: a store with a mask is slow on AMD's CPUs.
void store_words(const std::byte* slot, std::uintptr_t to, std::uint32_t lanes) {
  if (lanes == 0xffffffffU) return copy_words(reinterpret_cast<std::byte*>(to), slot);
  for (; lanes != 0; lanes &= lanes - 1) {
    const auto at = 4U * static_cast<std::uintptr_t>(__builtin_ctz(lanes));
    __builtin_memcpy(reinterpret_cast<std::byte*>(to + at), slot + at, 4);
  }
}

void expand(std::uint32_t lanes, std::uint32_t* words) {
  const __m256i bit = _mm256_set_epi32(128, 64, 32, 16, 8, 4, 2, 1);
  for (unsigned part = 0; part < 4; ++part) {
    const __m256i here = _mm256_and_si256(all(lanes >> (8 * part)), bit);
    store(words + 8 * part, _mm256_cmpeq_epi32(here, bit));
  }
}

struct Level {
  static void load_words(std::byte* slot, std::uintptr_t from, std::uint32_t lanes) {
    machine::load_words(slot, from, lanes);
  }
  static void store_words(const std::byte* slot, std::uintptr_t to, std::uint32_t lanes) {
    machine::store_words(slot, to, lanes);
  }
  static void copy_half(std::byte* to, const std::byte* from) {
    for (unsigned part = 0; part < 2; ++part) copy(to + 32 * part, from + 32 * part);
  }
  static void load_half(std::byte* slot, const std::byte* from, std::uint32_t step) {
    if (step != 0) return copy_half(slot, from);
    std::uint32_t word;
    __builtin_memcpy(&word, from, 4);
    store(slot, all(word));
    store(slot + 32, all(word));
  }
};
constexpr LaneRequests kRequests{
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

const LaneRequests* lane_requests_avx2() { return &kRequests; }

}  // namespace lanescope::machine

#else

namespace lanescope::machine {
const LaneRequests* lane_requests_avx2() { return nullptr; }
}  // namespace lanescope::machine

#endif
