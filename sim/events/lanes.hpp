#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "sim/base/ids.hpp"

// The arithmetic under the counting rules: active lanes packed side by side, recognised as
// base + i * stride where possible, else compared all with all in vector registers (GNU vectors,
// which every x86-64 and AArch64 compiler of ours turns into baseline SIMD). Private to sim/events.
namespace lanescope::events::detail {

// `n` values side by side.
struct Packed {
  const std::uint64_t* values;
  int n;
};

// The values of the lanes in `lanes` (not 0), in place when these are neighbours, else in `room`.
[[nodiscard]] inline Packed pack(const std::uint64_t* values, LaneMask lanes, std::uint64_t* room) {
  const int low = std::countr_zero(lanes);
  const LaneMask run = lanes >> low;
  if ((run & (run + 1)) == 0) return {values + low, 64 - std::countl_zero(run)};
  int n = 0;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    room[n++] = values[std::countr_zero(rest)];
  }
  return {room, n};
}

// Whether values[i] == values[0] + i * stride for all i, with stride = values[1] - values[0].
struct Affine {
  bool holds;
  std::int64_t stride;
};
[[nodiscard]] inline Affine affine(const Packed& p) {
  if (p.n == 1) return {true, 0};
  using Pair __attribute__((vector_size(16))) = std::uint64_t;
  const std::uint64_t first = p.values[0], stride = p.values[1] - first;
  Pair wrong{}, expected{first, first + stride};
  const Pair step = {2 * stride, 2 * stride};
  int i = 0;
  const auto check = [&] {
    Pair here;
    std::memcpy(&here, p.values + i, sizeof here);
    wrong |= here ^ expected;
    expected += step;
    i += 2;
  };
  if (p.n == 32) {  // the usual case, unrolled
#pragma GCC unroll 16
    for (int k = 0; k < 16; ++k) check();
  } else {
    while (i + 1 < p.n) check();
    if (i < p.n) wrong[0] |= p.values[i] ^ expected[0];
  }
  return {(wrong[0] | wrong[1]) == 0, static_cast<std::int64_t>(stride)};
}

// At most 32 unsigned numbers below the largest of T, laid out for comparing each with all before
// it: a block of sentinels in front, copies of number 0 behind.
template <typename T>
class Numbers {
 public:
  static constexpr int kBlock = static_cast<int>(16 / sizeof(T));
  static constexpr int kSize = 32;
  using Vector __attribute__((vector_size(16))) = T;
  static constexpr T kSentinel = static_cast<T>(~T{0});

  // numbers[i] = (values[i] >> shift) - origin. False when one of them does not fit below T's
  // largest.
  [[nodiscard]] bool assign(const Packed& p, int shift, std::uint64_t origin) {
    n_ = p.n;
    std::uint64_t over = 0;
    T* numbers = data_ + kBlock;
    if (p.n == kSize) {
      for (int i = 0; i < kSize; ++i) over |= put(numbers[i], (p.values[i] >> shift) - origin);
    } else {
      for (int i = 0; i < p.n; ++i) over |= put(numbers[i], (p.values[i] >> shift) - origin);
      std::fill(numbers + p.n, numbers + kSize, static_cast<T>((p.values[0] >> shift) - origin));
    }
    if ((over >> (8 * sizeof(T))) != 0) return false;
    std::fill(data_, data_ + kBlock, kSentinel);
    return true;
  }

  [[nodiscard]] T at(int i) const { return data_[kBlock + i]; }
  [[nodiscard]] Vector block(int b) const { return load(data_ + kBlock + b * kBlock); }
  [[nodiscard]] int blocks() const { return (n_ + kBlock - 1) / kBlock; }

  // All ones in each element of the block that equals an earlier number; padding does.
  [[nodiscard]] Vector repeats(int block) const {
    const T* at_block = data_ + kBlock + block * kBlock;
    const Vector here = load(at_block);
    Vector found{};
#pragma GCC unroll 8
    for (int k = 1; k < (block + 1) * kBlock; ++k) {
      found |= reinterpret_vector(here == load(at_block - k));
    }
    return found;
  }

  [[nodiscard]] int distinct() const {
    Vector sum{};
    for (int b = 0; b < blocks(); ++b) sum += 1 + repeats(b);
    int total = 0;
    for (int i = 0; i < kBlock; ++i) total += static_cast<int>(sum[i]);
    return total;
  }

 private:
  template <typename V>
  [[nodiscard]] static Vector reinterpret_vector(V v) {
    return std::bit_cast<Vector>(v);
  }
  [[nodiscard]] static Vector load(const T* from) {
    Vector v;
    std::memcpy(&v, from, sizeof v);
    return v;
  }
  // The number, plus one in what is returned, so that the sentinel's value counts as too large.
  [[nodiscard]] static std::uint64_t put(T& to, std::uint64_t number) {
    to = static_cast<T>(number);
    return number | (number + 1);
  }

  alignas(16) T data_[kBlock + kSize];
  int n_ = 0;
};

// The low bytes of 16 numbers.
template <typename Vector>
[[nodiscard]] inline auto narrow(Vector low, Vector high) {
  using Wide __attribute__((vector_size(32))) = std::uint16_t;
  using Bytes __attribute__((vector_size(16))) = std::uint8_t;
  Wide wide;
  std::memcpy(&wide, &low, sizeof low);
  std::memcpy(reinterpret_cast<char*>(&wide) + sizeof low, &high, sizeof high);
  return __builtin_convertvector(wide, Bytes);
}

}  // namespace lanescope::events::detail
