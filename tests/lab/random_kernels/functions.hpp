#pragma once

#include <string>
#include <vector>

#include "tests/lab/random_kernels/node.hpp"
#include "tests/lab/random_kernels/random.hpp"
#include "tests/lab/random_kernels/scope.hpp"

namespace lanescope::test::random_kernels {

// Adds device functions that are called, not inlined: with values and structs, with a pointer, some
// recursive, some by way of a table. What calls them becomes part of the scope.
[[nodiscard]] std::vector<Node> make_functions(const std::string& prefix, Random& random,
                                               Scope& scope);

}  // namespace lanescope::test::random_kernels
