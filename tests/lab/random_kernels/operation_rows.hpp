#pragma once

#include <array>
#include <span>

#include "tests/lab/random_kernels/value_types.hpp"

// The operations themselves. Signed sums and products are made of unsigned ones, which may
// overflow; divisors are odd, and dividends of signed divisions halved, so that all is defined.
namespace lanescope::test::random_kernels {

struct Row {
  Type type;
  const char* text;
  bool is_long = false;
};
[[nodiscard]] std::span<const Row> rows();

// Of every integer type; $ as in operations.cpp.
inline constexpr std::array kWholeRows{
    "($C)(($W){$T} + ($W){$T})",
    "($C)(($W){$T} - ($W){$T})",
    "($C)(($W){$T} * ($W){$T})",
    "($C)({$T} & {$T})",
    "($C)({$T} | {$T})",
    "($C)({$T} ^ {$T})",
    "($C)~{$T}",
    "($C)(0 - ($W){$T})",
    "($C)(($W){$T} << ({u32} & $B))",
    "($C)({$T} >> ({u32} & $B))",
    "($C)(($W){$T} << {#7})",
    "($C)({$T} >> {#7})",
    "({bool} ? {$T} : {$T})",
    "({$T} < {$T} ? {$T} : {$T})",
    "($C){int}",
    "($C)(($W){$T} * 10u + ($W){$T})",
    "(({$T} & 1) != 0 ? ($C)(($W){$T} + 1) : {$T})",
};
inline constexpr std::array kSignedRows{
    "($C)(({$T} >> 1) / ($C)({$T} | 1))",
    "($C)(({$T} >> 1) % ($C)({$T} | 1))",
    "($C)({$T} / {nz})",
    "($C)({$T} % {nz})",
    "($C)max({$T}, {$T})",
    "($C)min({$T}, {$T})",
    "($C)({$T} < 0 ? 0 - ($W){$T} : ($W){$T})",
};
inline constexpr std::array kUnsignedRows{
    "($C)({$T} / ($C)({$T} | 1))",
    "($C)({$T} % ($C)({$T} | 1))",
    "($C)({$T} / {nz}u)",
    "($C)({$T} % {nz}u)",
    "($C)max({$T}, {$T})",
    "($C)min({$T}, {$T})",
    "($C)({$T} < {$T} ? ($W){$T} - {$T} : 0)",
};
inline constexpr std::array kComparisonRows{
    "({$T} < {$T})",  "({$T} <= {$T})", "({$T} > {$T})",
    "({$T} >= {$T})", "({$T} == {$T})", "({$T} != {$T})",
};

}  // namespace lanescope::test::random_kernels
