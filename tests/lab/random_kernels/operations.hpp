#pragma once

#include <array>
#include <string>
#include <vector>

#include "tests/lab/random_kernels/value_types.hpp"

namespace lanescope::test::random_kernels {

// What makes a value of a type, as text with holes: "{u32}" is a value of that type, "{int}" one of
// any integer type, "{#31}" a number up to 31, "{nz}" one that is not 0 nor -1. A brace before a
// space or the end is C++'s.
struct Operations {
  std::vector<std::string> common;
  std::vector<std::string> long_ones;  // that become many instructions
};
[[nodiscard]] const Operations& operations(Type type);

}  // namespace lanescope::test::random_kernels
