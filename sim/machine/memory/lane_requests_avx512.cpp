// Compiled for AVX-512 where the compiler targets x86-64 (see CMakeLists.txt). No inline function
// with external linkage may be used here: the linker could keep this copy for every CPU.
#include "sim/machine/memory/lane_requests.hpp"

#ifdef __AVX512F__

#include <immintrin.h>

#include "sim/machine/memory/row_moves.hpp"

namespace lanescope::machine {
namespace {

__m512i load(const std::byte* at) { return _mm512_load_si512(at); }

// Half of 16 32-bit numbers as 64-bit ones. (The forms without a mask trip g++ 12's
// -Wuninitialized, GCC bug 105593.)
template <int Half>
__m512i wide_half(__m512i a) {
  return _mm512_maskz_cvtepu32_epi64(0xff, _mm512_maskz_extracti64x4_epi64(0xf, a, Half));
}

AddressAnswer wide(const AddressQuery& query, std::uint64_t* addresses) {
  const __m512i offset = _mm512_set1_epi64(static_cast<long long>(query.offset));
  const __m512i begin = _mm512_set1_epi64(static_cast<long long>(query.begin));
  const __m512i last = _mm512_set1_epi64(static_cast<long long>(query.last));
  const __m512i misaligned = _mm512_set1_epi64(static_cast<long long>(query.misaligned));
  const int first = __builtin_ctz(query.lanes);
  std::uint64_t first_value;
  __builtin_memcpy(&first_value, query.slot + 8 * first, 8);
  const std::uint64_t start =
      first_value + query.offset - std::uint64_t{query.bytes} * static_cast<std::uint64_t>(first);
  const auto step = static_cast<long long>(query.bytes);
  __m512i expected = _mm512_add_epi64(
      _mm512_set1_epi64(static_cast<long long>(start)),
      _mm512_set_epi64(7 * step, 6 * step, 5 * step, 4 * step, 3 * step, 2 * step, step, 0));
  const __m512i eight = _mm512_set1_epi64(8 * step);
  std::uint32_t bad = 0, different = 0;
  for (unsigned part = 0; part < 4; ++part) {
    const auto lanes = static_cast<__mmask8>(query.lanes >> (8 * part));
    const __m512i a = _mm512_add_epi64(load(query.slot + 64 * part), offset);
    _mm512_store_si512(addresses + 8 * part, a);
    const __mmask8 outside =
        static_cast<__mmask8>(_mm512_mask_cmplt_epu64_mask(lanes, a, begin) |
                              _mm512_mask_cmpgt_epu64_mask(lanes, a, last) |
                              _mm512_mask_test_epi64_mask(lanes, a, misaligned));
    bad |= static_cast<std::uint32_t>(outside) << (8 * part);
    different |= _mm512_mask_cmpneq_epi64_mask(lanes, a, expected);
    expected = _mm512_add_epi64(expected, eight);
  }
  return {bad, different == 0};
}

AddressAnswer narrow(const AddressQuery& query, std::uint64_t* addresses) {
  const __m512i offset = _mm512_set1_epi32(static_cast<int>(query.offset));
  // The allowed range is of 32-bit addresses here: larger bounds mean all of them.
  const auto clamp = [](std::uint64_t x) {
    return static_cast<int>(x > 0xffffffffU ? 0xffffffffU : static_cast<std::uint32_t>(x));
  };
  const __m512i begin = _mm512_set1_epi32(clamp(query.begin));
  const __m512i last = _mm512_set1_epi32(clamp(query.last));
  const __m512i misaligned = _mm512_set1_epi32(static_cast<int>(query.misaligned));
  const int first = __builtin_ctz(query.lanes);
  std::uint32_t first_value;
  __builtin_memcpy(&first_value, query.slot + 4 * first, 4);
  const auto step = static_cast<int>(query.bytes);
  const std::uint32_t start = first_value + static_cast<std::uint32_t>(query.offset) -
                              query.bytes * static_cast<std::uint32_t>(first);
  const __m512i counting = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  __m512i expected = _mm512_add_epi32(_mm512_set1_epi32(static_cast<int>(start)),
                                      _mm512_mullo_epi32(counting, _mm512_set1_epi32(step)));
  const __m512i sixteen = _mm512_set1_epi32(16 * step);
  std::uint32_t bad = 0, different = 0;
  for (unsigned part = 0; part < 2; ++part) {
    const auto lanes = static_cast<__mmask16>(query.lanes >> (16 * part));
    const __m512i a = _mm512_add_epi32(load(query.slot + 64 * part), offset);
    _mm512_store_si512(addresses + 16 * part, wide_half<0>(a));
    _mm512_store_si512(addresses + 16 * part + 8, wide_half<1>(a));
    const auto outside = static_cast<__mmask16>(_mm512_mask_cmplt_epu32_mask(lanes, a, begin) |
                                                _mm512_mask_cmpgt_epu32_mask(lanes, a, last) |
                                                _mm512_mask_test_epi32_mask(lanes, a, misaligned));
    bad |= static_cast<std::uint32_t>(outside) << (16 * part);
    different |= _mm512_mask_cmpneq_epi32_mask(lanes, a, expected);
    expected = _mm512_add_epi32(expected, sixteen);
  }
  return {bad, different == 0};
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
  const auto step = static_cast<long long>(query.bytes);
  value -= std::uint64_t{query.bytes} * static_cast<std::uint64_t>(first);
  __m512i expected = _mm512_add_epi64(
      _mm512_set1_epi64(static_cast<long long>(value)),
      _mm512_set_epi64(7 * step, 6 * step, 5 * step, 4 * step, 3 * step, 2 * step, step, 0));
  std::uint32_t different = 0;
  for (unsigned part = 0; part < 4; ++part) {
    const auto lanes = static_cast<__mmask8>(query.lanes >> (8 * part));
    different |= _mm512_mask_cmpneq_epi64_mask(lanes, load(query.slot + 64 * part), expected);
    expected = _mm512_add_epi64(expected, _mm512_set1_epi64(8 * step));
  }
  const std::uint64_t start = value + query.offset;
  return different == 0 && allowed(query, start) ? start : kNoRow;
}

std::uint64_t narrow_row(const AddressQuery& query) {
  const int first = __builtin_ctz(query.lanes);
  std::uint32_t value;
  __builtin_memcpy(&value, query.slot + 4 * first, 4);
  const std::uint32_t low_lane = query.bytes * static_cast<std::uint32_t>(first);
  const auto step = static_cast<int>(query.bytes);
  const __m512i counting = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  const __m512i steps = _mm512_mullo_epi32(counting, _mm512_set1_epi32(step));
  const __m512i low =
      _mm512_add_epi32(_mm512_set1_epi32(static_cast<int>(value - low_lane)), steps);
  const __m512i high = _mm512_add_epi32(low, _mm512_set1_epi32(16 * step));
  const auto low_lanes = static_cast<__mmask16>(query.lanes);
  const auto high_lanes = static_cast<__mmask16>(query.lanes >> 16U);
  const std::uint32_t different =
      static_cast<std::uint32_t>(_mm512_mask_cmpneq_epi32_mask(low_lanes, load(query.slot), low)) |
      _mm512_mask_cmpneq_epi32_mask(high_lanes, load(query.slot + 64), high);
  // The lowest lane's sum wraps at 2^32; those above it must not.
  const std::uint32_t lowest = value + static_cast<std::uint32_t>(query.offset);
  const std::uint64_t start = std::uint64_t{lowest} - low_lane;
  return different == 0 && allowed(query, start) ? start : kNoRow;
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
  std::uint32_t same = 0xff;
  for (int half = 0; half < 2; ++half) {
    const std::byte* const slot = query.slot + 128 * half;
    std::uint64_t value[2];
    __builtin_memcpy(value, slot, sizeof value);
    const std::uint64_t step = value[1] - value[0];
    rows.start[half] = value[0] + query.offset;
    rows.step[half] = static_cast<std::uint32_t>(step);
    const auto s = static_cast<long long>(step);
    const __m512i low =
        _mm512_add_epi64(_mm512_set1_epi64(static_cast<long long>(value[0])),
                         _mm512_set_epi64(7 * s, 6 * s, 5 * s, 4 * s, 3 * s, 2 * s, s, 0));
    const __m512i high = _mm512_add_epi64(low, _mm512_set1_epi64(8 * s));
    same &= step == 0 || step == 4 ? 0xffU : 0U;
    same &= _mm512_cmpeq_epi64_mask(load(slot), low);
    same &= _mm512_cmpeq_epi64_mask(load(slot + 64), high);
  }
  return same == 0xff && allowed(query, rows);
}

bool narrow_halves(const AddressQuery& query, events::HalfRows& rows) {
  std::uint32_t same = 0xffff;
  const __m512i counting = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  for (int half = 0; half < 2; ++half) {
    const std::byte* const slot = query.slot + 64 * half;
    std::uint32_t value[2];
    __builtin_memcpy(value, slot, sizeof value);
    const std::uint32_t step = value[1] - value[0];
    rows.start[half] = value[0] + static_cast<std::uint32_t>(query.offset);
    rows.step[half] = step;
    const __m512i steps = _mm512_mullo_epi32(counting, _mm512_set1_epi32(static_cast<int>(step)));
    const __m512i expected = _mm512_add_epi32(_mm512_set1_epi32(static_cast<int>(value[0])), steps);
    same &= _mm512_cmpeq_epi32_mask(load(slot), expected);
  }
  return same == 0xffff && allowed(query, rows);
}

void load_words(std::byte* slot, std::uintptr_t from, std::uint32_t lanes) {
  const auto low = static_cast<__mmask16>(lanes), high = static_cast<__mmask16>(lanes >> 16U);
  const void* at = reinterpret_cast<const void*>(from);
  const void* behind = reinterpret_cast<const void*>(from + 64);
  _mm512_store_si512(slot, _mm512_mask_loadu_epi32(load(slot), low, at));
  _mm512_store_si512(slot + 64, _mm512_mask_loadu_epi32(load(slot + 64), high, behind));
}

void store_words(const std::byte* slot, std::uintptr_t to, std::uint32_t lanes) {
  _mm512_mask_storeu_epi32(reinterpret_cast<void*>(to), static_cast<__mmask16>(lanes), load(slot));
  _mm512_mask_storeu_epi32(reinterpret_cast<void*>(to + 64), static_cast<__mmask16>(lanes >> 16U),
                           load(slot + 64));
}

void expand(std::uint32_t lanes, std::uint32_t* words) {
  _mm512_store_si512(words, _mm512_movm_epi32(static_cast<__mmask16>(lanes)));
  _mm512_store_si512(words + 16, _mm512_movm_epi32(static_cast<__mmask16>(lanes >> 16U)));
}

struct Level {
  static void load_words(std::byte* slot, std::uintptr_t from, std::uint32_t lanes) {
    machine::load_words(slot, from, lanes);
  }
  static void store_words(const std::byte* slot, std::uintptr_t to, std::uint32_t lanes) {
    machine::store_words(slot, to, lanes);
  }
  static void copy_half(std::byte* to, const std::byte* from) {
    _mm512_storeu_si512(to, _mm512_loadu_si512(from));
  }
  static void load_half(std::byte* slot, const std::byte* from, std::uint32_t step) {
    if (step != 0) return copy_half(slot, from);
    int word;
    __builtin_memcpy(&word, from, 4);
    _mm512_store_si512(slot, _mm512_set1_epi32(word));
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

const LaneRequests* lane_requests_avx512() { return &kRequests; }

}  // namespace lanescope::machine

#else

namespace lanescope::machine {
const LaneRequests* lane_requests_avx512() { return nullptr; }
}  // namespace lanescope::machine

#endif
