#include "tests/lab/random_kernels/operation_rows.hpp"

namespace lanescope::test::random_kernels {
namespace {

constexpr Row kRows[] = {
#include "tests/lab/random_kernels/operation_rows.def"
};

}  // namespace

std::span<const Row> rows() { return kRows; }

}  // namespace lanescope::test::random_kernels
