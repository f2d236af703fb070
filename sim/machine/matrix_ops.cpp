#include "sim/machine/matrix_ops.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "sim/base/half.hpp"
#include "sim/base/small_float.hpp"
#include "sim/machine/lane_file.hpp"
#include "sim/machine/matrix_factors.hpp"
#include "sim/machine/tensor_sum.hpp"

namespace lanescope::machine {
namespace {

using code::MatrixOp;
using code::MatrixType;

// d of each lane, element by element: result(place in the matrix, bits of c). Lanes may hold d and
// c in different orders.
template <typename Result>
void write_results(const Issue& issue, const MatrixOp& op, LaneMask lanes, Result&& result) {
  std::vector<std::uint64_t> c(op.c_at.size());
  const std::size_t c_each = op.c_at.size() / kMatrixLanes, d_each = op.d_at.size() / kMatrixLanes;
  for (int lane = 0; lane < kMatrixLanes; ++lane) {
    for (std::size_t e = 0; e < c_each; ++e)
      c[op.c_at[static_cast<std::size_t>(lane) * c_each + e]] =
          element_bits(issue, op.c, op.c_type, lane, e);
  }
  const std::uint32_t in_register = code::elements_in_register(op.d_type);
  const auto bits = static_cast<unsigned>(code::bits_of(op.d_type));
  for_lanes(lanes, [&](int lane) {
    for (std::size_t r = 0; r < d_each / in_register; ++r) {
      std::uint64_t whole = 0;
      for (std::size_t i = 0; i < in_register; ++i) {
        const std::size_t place =
            op.d_at[static_cast<std::size_t>(lane) * d_each + r * in_register + i];
        whole |= static_cast<std::uint64_t>(result(place, c[place])) << (bits * i);
      }
      write_lane(issue, op.d[r], lane, whole);
    }
  });
}

Parts parts_of(MatrixType type, std::uint64_t bits) {
  switch (type) {
    case MatrixType::BF16:
      return bfloat16_parts(static_cast<std::uint16_t>(bits));
    case MatrixType::TF32:
      return tf32_parts(static_cast<std::uint32_t>(bits));
    case MatrixType::E4M3:
      return half_parts(small_to_half(SmallFloat::E4M3, static_cast<std::uint8_t>(bits)));
    case MatrixType::E5M2:
      return half_parts(small_to_half(SmallFloat::E5M2, static_cast<std::uint8_t>(bits)));
    default:
      return half_parts(static_cast<std::uint16_t>(bits));
  }
}

float as_float(MatrixType type, std::uint64_t bits) {
  return type == MatrixType::F16 ? half_to_float(static_cast<std::uint16_t>(bits))
                                 : std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}

std::uint64_t to_bits(MatrixType type, float value) {
  return type == MatrixType::F16 ? float_to_half(value) : std::bit_cast<std::uint32_t>(value);
}

// Sums of products on the tensor core, in the steps that the machine code takes.
class TensorSums {
 public:
  explicit TensorSums(const MatrixOp& op)
      : op_(op), fraction_bits_(op.a_type == MatrixType::BF16 ? 7 : 10) {}

  [[nodiscard]] std::uint64_t sum(const Pair<Parts>& pair, std::uint64_t c_bits) const {
    const float c = as_float(op_.c_type, c_bits);
    switch (op_.summing) {
      case code::Summing::AtOnce:
        return step(pair, c);
      case code::Summing::Fours:
        return to_bits(op_.d_type,
                       tensor_sum(pair.a.subspan(4), pair.b.subspan(4), fraction_bits_,
                                  tensor_sum(pair.a.first(4), pair.b.first(4), fraction_bits_, c)));
      case code::Summing::Emulated:
        return emulated(pair, c);
    }
    return 0;
  }

 private:
  // Halves are summed as such when c is one too.
  [[nodiscard]] std::uint64_t step(const Pair<Parts>& pair, float c) const {
    if (op_.d_type == MatrixType::F16 && op_.c_type == MatrixType::F16)
      return tensor_sum_half(pair.a, pair.b, fraction_bits_, c);
    return to_bits(op_.d_type, tensor_sum(pair.a, pair.b, fraction_bits_, c));
  }

  [[nodiscard]] std::uint64_t emulated(const Pair<Parts>& pair, float c) const {
    std::uint64_t so_far = 0;
    for (std::size_t odd = 0; odd < 2; ++odd) {
      std::vector<Parts> a, b;
      for (std::size_t k = 0; k < pair.a.size(); ++k) {
        if (k / 2 % 2 != odd) continue;
        a.push_back(pair.a[k]);
        b.push_back(pair.b[k]);
      }
      so_far = step({a, b}, as_float(op_.d_type, so_far));
    }
    const float sum = as_float(op_.d_type, so_far) + c;
    return std::isnan(sum) && op_.d_type != MatrixType::F16 ? 0x7fffffffU
                                                            : to_bits(op_.d_type, sum);
  }

  const MatrixOp& op_;
  int fraction_bits_;
};

void multiply_floats(const Issue& issue, const MatrixOp& op, LaneMask lanes) {
  Factors<Parts> factors(issue, op, parts_of);
  const TensorSums sums(op);
  write_results(issue, op, lanes,
                [&](std::size_t place, std::uint64_t c) { return sums.sum(factors.at(place), c); });
}

// mma.m8n8k4 of halves: ptxas makes fused multiply-adds of it from sm_80 on.
std::uint64_t quad_sum(const MatrixOp& op, const Pair<float>& pair, std::uint64_t c_bits) {
  const auto& [a, b] = pair;
  const float c = as_float(op.c_type, c_bits);
  float sum = 0;
  if (op.d_type == MatrixType::F16) {
    sum = (c + std::fma(a[1], b[1], a[0] * b[0])) + std::fma(a[3], b[3], a[2] * b[2]);
  } else {
    for (std::size_t k = 0; k < a.size(); ++k) sum = std::fma(a[k], b[k], sum);
    sum += c;
  }
  return std::isnan(sum) && op.d_type != MatrixType::F16 ? 0x7fffffffU : to_bits(op.d_type, sum);
}

void multiply_quads(const Issue& issue, const MatrixOp& op, LaneMask lanes) {
  Factors<float> factors(issue, op, as_float);
  write_results(issue, op, lanes, [&](std::size_t place, std::uint64_t c) {
    return quad_sum(op, factors.at(place), c);
  });
}

void multiply_doubles(const Issue& issue, const MatrixOp& op, LaneMask lanes) {
  Factors<double> factors(issue, op, [](MatrixType /*type*/, std::uint64_t bits) {
    return std::bit_cast<double>(bits);
  });
  write_results(issue, op, lanes, [&](std::size_t place, std::uint64_t c) {
    const Pair<double> pair = factors.at(place);
    auto sum = std::bit_cast<double>(c);
    for (std::size_t k = 0; k < pair.a.size(); ++k) sum = std::fma(pair.a[k], pair.b[k], sum);
    return std::bit_cast<std::uint64_t>(sum);
  });
}

std::uint64_t integer_result(const MatrixOp& op, std::int64_t sum) {
  if (op.saturates) {
    sum = std::clamp<std::int64_t>(sum, std::numeric_limits<std::int32_t>::min(),
                                   std::numeric_limits<std::int32_t>::max());
  }
  return static_cast<std::uint32_t>(sum);
}

std::int32_t integer_value(MatrixType type, std::uint64_t bits) {
  const auto whole = static_cast<std::int32_t>(bits);
  if (type == MatrixType::S8) return static_cast<std::int8_t>(bits);
  return type == MatrixType::S4 && whole >= 8 ? whole - 16 : whole;
}

std::int64_t signed_word(std::uint64_t bits) { return static_cast<std::int32_t>(bits); }

void multiply_integers(const Issue& issue, const MatrixOp& op, LaneMask lanes) {
  Factors<std::int32_t> factors(issue, op, integer_value);
  write_results(issue, op, lanes, [&](std::size_t place, std::uint64_t c) {
    const Pair<std::int32_t> pair = factors.at(place);
    std::int64_t sum = signed_word(c);
    for (std::size_t k = 0; k < pair.a.size(); ++k) sum += std::int64_t{pair.a[k]} * pair.b[k];
    return integer_result(op, sum);
  });
}

void multiply_bits(const Issue& issue, const MatrixOp& op, LaneMask lanes) {
  Factors<std::uint32_t> factors(issue, op, [](MatrixType /*type*/, std::uint64_t bits) {
    return static_cast<std::uint32_t>(bits);
  });
  write_results(issue, op, lanes, [&](std::size_t place, std::uint64_t c) {
    const Pair<std::uint32_t> pair = factors.at(place);
    std::int64_t sum = signed_word(c);
    for (std::size_t k = 0; k < pair.a.size(); ++k)
      sum += std::popcount(op.by_and ? pair.a[k] & pair.b[k] : pair.a[k] ^ pair.b[k]);
    return integer_result(op, sum);
  });
}

}  // namespace

void multiply_matrices(const Issue& issue, const MatrixOp& op, LaneMask lanes) {
  if (op.count > 1) return multiply_quads(issue, op, lanes);
  switch (op.a_type) {
    case MatrixType::F64:
      return multiply_doubles(issue, op, lanes);
    case MatrixType::B1:
      return multiply_bits(issue, op, lanes);
    case MatrixType::S8:
    case MatrixType::U8:
    case MatrixType::S4:
    case MatrixType::U4:
      return multiply_integers(issue, op, lanes);
    default:
      return multiply_floats(issue, op, lanes);
  }
}

}  // namespace lanescope::machine
