#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>
#include <string>

#include "sim/base/half.hpp"
#include "sim/machine/tensor_sum.hpp"
#include "sim/sass/machine/instructions/bind.hpp"
#include "sim/sass/machine/instructions/matrix_product.hpp"

// Products of matrices that all lanes of a warp hold pieces of, with the sums of a tensor core as
// measured (sim/machine/tensor_sum.hpp).
namespace lanescope::sass::machine::instructions {
namespace {

using code::MatrixType;
using lanescope::machine::Parts;

constexpr std::uint32_t kSignedA = 1, kSignedB = 2;

Next multiply_floats(Issue& issue) {
  const MatrixForm& form = matrix_form(issue.op.number[kForm]);
  const auto value = [type = form.factor](std::uint64_t bits) {
    if (type == MatrixType::TF32)
      return lanescope::machine::tf32_parts(static_cast<std::uint32_t>(bits));
    return type == MatrixType::BF16
               ? lanescope::machine::bfloat16_parts(static_cast<std::uint16_t>(bits))
               : lanescope::machine::half_parts(static_cast<std::uint16_t>(bits));
  };
  const int fraction_bits = form.factor == MatrixType::BF16 ? 7 : 10;
  const bool half_sums = form.sum == MatrixType::F16;
  return multiply(
      issue, value, value,
      [&](std::span<const Parts> a, std::span<const Parts> b, std::uint64_t c) {
        if (half_sums)
          return std::uint64_t{lanescope::machine::tensor_sum_half(
              a, b, fraction_bits, half_to_float(static_cast<std::uint16_t>(c)))};
        return std::uint64_t{std::bit_cast<std::uint32_t>(lanescope::machine::tensor_sum(
            a, b, fraction_bits, std::bit_cast<float>(static_cast<std::uint32_t>(c))))};
      });
}

std::uint64_t integer_result(const Issue& issue, std::int64_t sum) {
  using Limits = std::numeric_limits<std::int32_t>;
  if (issue.op.number[kSaturates] != 0)
    sum = std::clamp<std::int64_t>(sum, Limits::min(), Limits::max());
  return static_cast<std::uint32_t>(sum);
}

Next multiply_integers(Issue& issue) {
  const auto value_by = [&issue](std::uint32_t sign) {
    const bool is_signed = (issue.op.number[kSigns] & sign) != 0;
    return [is_signed](std::uint64_t bits) -> std::int32_t {
      return is_signed ? static_cast<std::int8_t>(bits) : static_cast<std::uint8_t>(bits);
    };
  };
  return multiply(
      issue, value_by(kSignedA), value_by(kSignedB),
      [&](std::span<const std::int32_t> a, std::span<const std::int32_t> b, std::uint64_t c) {
        std::int64_t sum = static_cast<std::int32_t>(c);
        for (std::size_t k = 0; k < a.size(); ++k) sum += std::int64_t{a[k]} * b[k];
        return integer_result(issue, sum);
      });
}

Next multiply_bits(Issue& issue) {
  const auto value = [](std::uint64_t bits) { return static_cast<std::uint32_t>(bits); };
  return multiply(
      issue, value, value,
      [&](std::span<const std::uint32_t> a, std::span<const std::uint32_t> b, std::uint64_t c) {
        std::int64_t sum = static_cast<std::int32_t>(c);
        for (std::size_t k = 0; k < a.size(); ++k) sum += std::popcount(a[k] & b[k]);
        return integer_result(issue, sum);
      });
}

Next multiply_doubles(Issue& issue) {
  const auto value = [](std::uint64_t bits) { return std::bit_cast<double>(bits); };
  return multiply(issue, value, value,
                  [](std::span<const double> a, std::span<const double> b, std::uint64_t c) {
                    auto sum = std::bit_cast<double>(c);
                    for (std::size_t k = 0; k < a.size(); ++k) sum = std::fma(a[k], b[k], sum);
                    return std::bit_cast<std::uint64_t>(sum);
                  });
}

// MOVM.16.MT88: a matrix of 8 by 8 halves turned; a lane holds two neighbours of row lane / 4.
Next run_transpose(Issue& issue) {
  Row room, out;
  const Row& a = read(issue, issue.op.src[0], room);
  const auto at = [&a](std::uint32_t row, std::uint32_t column) {
    return a.lane[row * 4 + column / 2] >> (column % 2 * 16) & 0xffffU;
  };
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    const std::uint32_t row = lane / 4, column = lane % 4 * 2;
    out.lane[lane] = at(column, row) | at(column + 1, row) << 16U;
  }
  write(issue, issue.op.dst, out);
  return Next::Advance;
}

bool bind_transpose(const Instruction& i, Op& op) {
  op.handler = run_transpose;
  return i.modifiers.size() == 2 && i.has("16") && i.has("MT88") && op.sources == 1;
}

Handler handler_of(const std::string& name) {
  if (name == "IMMA") return multiply_integers;
  if (name == "BMMA") return multiply_bits;
  return name == "DMMA" ? multiply_doubles : multiply_floats;
}

// HMMA, IMMA, DMMA and BMMA.
bool bind_multiply(const Instruction& i, Op& op) {
  std::string name = i.name;
  std::uint32_t signs = 0, types = 0;
  for (const std::string& modifier : i.modifiers) {
    if (i.name == "IMMA" && (modifier == "S8" || modifier == "U8")) {
      if (modifier == "S8") signs |= types == 0 ? kSignedA : kSignedB;
      ++types;
    } else if (i.name == "IMMA" && modifier == "SAT") {
      op.number[kSaturates] = 1;
    } else {
      name += "." + modifier;
    }
  }
  const std::size_t form = matrix_form_at(name);
  if (form == kNoForm || (i.name == "IMMA" && types != 2)) return false;
  op.number[kForm] = static_cast<std::uint32_t>(form);
  op.number[kSigns] = signs;
  op.handler = handler_of(i.name);
  if (!matrix_form(form).sparse) return op.sources == 3;
  op.number[kSelector] = static_cast<std::uint32_t>(i.operands.back().bits);
  return op.sources == 4 && i.operands.back().kind == Operand::Kind::Integer;
}

constexpr BinderRow kRows[]{{"HMMA", bind_multiply},
                            {"IMMA", bind_multiply},
                            {"DMMA", bind_multiply},
                            {"BMMA", bind_multiply},
                            {"MOVM", bind_transpose}};

}  // namespace

std::span<const BinderRow> matrix_binders() { return kRows; }

}  // namespace lanescope::sass::machine::instructions
