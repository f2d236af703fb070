#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.hpp"

namespace lanescope::experiment {

using Variables = std::map<std::string, double, std::less<>>;

// An expression of a lesson: + - * / % ^ ( ) comparisons, && ||, a ? b : c, ceil, floor, min, max,
// log2, abs; numbers and the variables. Whole numbers are exact up to 2^53; a result that is not
// finite (a division by 0) is an Error.
[[nodiscard]] Result<double> evaluate(std::string_view expression, const Variables& variables);
// The same where only a whole number makes sense.
[[nodiscard]] Result<std::int64_t> evaluate_whole(std::string_view expression,
                                                  const Variables& variables);
// The values of an expression for i = 0 … count - 1, read once.
[[nodiscard]] Result<std::vector<double>> evaluate_each(std::string_view expression,
                                                        std::uint64_t count);
// Text with expressions in braces: "random:{seed}%100".
[[nodiscard]] Result<std::string> substitute(std::string_view text, const Variables& variables);

}  // namespace lanescope::experiment
