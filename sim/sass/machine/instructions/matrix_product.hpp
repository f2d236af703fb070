#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "sim/code/matrix_layout.hpp"
#include "sim/code/sparse_matrix.hpp"
#include "sim/sass/machine/instructions/matrix_forms.hpp"
#include "sim/sass/machine/values.hpp"

// Matrices put together of what the lanes of a warp hold, and taken apart.
namespace lanescope::sass::machine::instructions {

// What Op::number holds of a matrix instruction.
enum MatrixNumber : std::uint8_t { kForm, kSigns, kSaturates, kSelector };

// The registers of an operand, element by element.
class Registers {
 public:
  Registers(const Issue& issue, const Source& source, code::MatrixType type, std::size_t elements)
      : type_(type), in_register_(code::elements_in_register(type)) {
    const std::size_t words =
        elements / in_register_ * (type == code::MatrixType::F64 ? std::size_t{2} : std::size_t{1});
    Row room;
    for (std::uint32_t n = 0; n < words; ++n) rows_[n] = read_word(issue, source, n, room);
  }
  [[nodiscard]] std::uint64_t at(std::uint32_t lane, std::size_t element) const {
    if (type_ == code::MatrixType::F64)
      return std::uint64_t{rows_[2 * element + 1].lane[lane]} << 32U |
             rows_[2 * element].lane[lane];
    const std::uint32_t word = rows_[element / in_register_].lane[lane];
    if (in_register_ == 1) return word;
    const auto bits = static_cast<unsigned>(code::bits_of(type_));
    return word >> (bits * (element % in_register_)) & ((1U << bits) - 1);
  }

 private:
  code::MatrixType type_;
  std::size_t in_register_;
  std::array<Row, 16> rows_;
};

// One of the matrices of all lanes; value(bits): the number that an element is.
template <typename Value>
auto gather(const Issue& issue, std::size_t operand, code::MatrixType type,
            const std::vector<std::uint16_t>& places, Value&& value) {
  const std::size_t each = places.size() / kLanes;
  const Registers registers(issue, issue.op.src[operand], type, each);
  std::vector<decltype(value(std::uint64_t{}))> all(places.size());
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    for (std::size_t e = 0; e < each; ++e)
      all[places[lane * each + e]] = value(registers.at(lane, e));
  }
  return all;
}

// Of a sparse A: for each element that is there, row by row, its column.
inline std::vector<std::uint16_t> sparse_columns(const Issue& issue, const MatrixForm& form) {
  code::MatrixOp op;
  op.shape = form.shape;
  op.a_type = form.factor;
  op.chunk = code::sparse_chunk(form.factor);
  op.selector = issue.op.number[kSelector];
  Row room;
  const Row& metadata = read_word(issue, issue.op.src[3], 0, room);
  const std::uint32_t held = std::max(1U, op.chunk / 2);
  std::vector<std::uint16_t> columns;
  for (std::uint32_t row = 0; row < op.shape.m; ++row) {
    for (std::uint32_t i = 0; i < op.a_depth(); ++i) {
      const code::MetadataPlace at = code::metadata_place(op, row, i / held);
      const std::uint32_t bits = metadata.lane[at.lane] >> at.shift & 15U;
      columns.push_back(static_cast<std::uint16_t>(i / held * op.chunk +
                                                   code::sparse_column(op.a_type, bits, i % held)));
    }
  }
  return columns;
}

inline void write_sums(Issue& issue, const MatrixForm& form, const MatrixLayout& layout,
                       const std::vector<std::uint64_t>& sums) {
  const std::size_t each = layout.c.size() / kLanes;
  const std::size_t in_register = code::elements_in_register(form.sum);
  const auto bits = static_cast<unsigned>(code::bits_of(form.sum));
  for (std::size_t n = 0; n < each / in_register; ++n) {
    WideRow wide{};
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      for (std::size_t i = 0; i < in_register; ++i)
        wide[lane] |= sums[layout.c[lane * each + n * in_register + i]] << (bits * i);
    }
    Row row;
    for (std::uint32_t lane = 0; lane < kLanes; ++lane)
      row.lane[lane] = static_cast<std::uint32_t>(wide[lane]);
    const auto number = static_cast<std::uint32_t>(n);
    if (issue.op.dst == kNoRow) return;
    if (form.sum == code::MatrixType::F64)
      write_wide(issue, issue.op.dst + 2 * number, wide);
    else
      write(issue, issue.op.dst + number, row);
  }
}

// d = a times b plus c. a_value and b_value make numbers of bits; sum(a row, b column, bits of c).
template <typename AValue, typename BValue, typename Sum>
Next multiply(Issue& issue, AValue&& a_value, BValue&& b_value, Sum&& sum) {
  const std::size_t at = issue.op.number[kForm];
  const MatrixForm& form = matrix_form(at);
  const MatrixLayout& layout = matrix_layout(at);
  const auto a = gather(issue, 0, form.factor, layout.a, a_value);
  const auto b = gather(issue, 1, form.factor, layout.b, b_value);
  const auto c = gather(issue, 2, form.sum, layout.c, [](std::uint64_t bits) { return bits; });
  const std::size_t depth = layout.a_depth, k = form.shape.k;
  std::vector<std::uint16_t> columns;
  if (form.sparse) columns = sparse_columns(issue, form);
  std::remove_cv_t<decltype(b)> picked(depth);
  std::vector<std::uint64_t> sums(c.size());
  for (std::size_t place = 0; place < c.size(); ++place) {
    const std::size_t row = place / form.shape.n, column = place % form.shape.n;
    auto of_b = std::span(b).subspan(column * k, k);
    for (std::size_t i = 0; i < columns.size() / form.shape.m; ++i)
      picked[i] = of_b[columns[row * depth + i]];
    if (form.sparse) of_b = picked;
    sums[place] = sum(std::span(a).subspan(row * depth, depth), of_b, c[place]);
  }
  write_sums(issue, form, layout, sums);
  return Next::Advance;
}

}  // namespace lanescope::sass::machine::instructions
