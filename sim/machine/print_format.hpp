#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "sim/base/ids.hpp"

namespace lanescope::machine {

// Where the arguments of a device printf come from.
struct PrintArguments {
  // The next argument of that size (4 or 8), at its alignment; nothing when it can't be read.
  std::function<std::optional<std::uint64_t>(int bytes)> next;
  // The text at a device address (%s).
  std::function<std::string(std::uint64_t address)> text;
};

// CUDA C++ Programming Guide, Formatted Output: flags, width, precision (also *), sizes hh h l ll z
// t j, conversions d i u o x X c s p f F e E g G a A and %%. An unknown one is printed as it
// stands.
[[nodiscard]] std::string format_print(std::string_view format, const PrintArguments& arguments);

// The line that CUDA prints for a failed assertion.
[[nodiscard]] std::string failed_assertion(std::string_view expression, std::string_view file,
                                           std::uint32_t line, std::string_view function,
                                           const Dim3& block, const Dim3& thread);

}  // namespace lanescope::machine
