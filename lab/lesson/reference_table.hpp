#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::lab {

using Numbers = std::vector<double>;

// What a reference sees: buffers before and after the run by the names of its arguments, elements
// as doubles, and numbers, at least 1. What it asks for wrongly is told by who calls it.
struct ReferenceInput {
  std::function<Numbers(const char*)> before, after;
  std::function<std::size_t(const char*)> number;
};

// What the buffer under `result` must hold; shorter than it: only the first elements are compared.
struct Expectation {
  const char* result;
  Numbers values;
};

struct Reference {
  std::string_view name;
  std::vector<std::string> arguments;  // buffers, then numbers
  std::vector<Expectation> (*compute)(const ReferenceInput&);
};

// The rows of each topic; lab/lesson/reference.cpp joins them.
[[nodiscard]] std::vector<Reference> access_references();
[[nodiscard]] std::vector<Reference> basic_references();
[[nodiscard]] std::vector<Reference> convolution_references();
[[nodiscard]] std::vector<Reference> divergence_references();
[[nodiscard]] std::vector<Reference> graph_references();
[[nodiscard]] std::vector<Reference> histogram_references();
[[nodiscard]] std::vector<Reference> matrix_references();
[[nodiscard]] std::vector<Reference> sorting_references();
[[nodiscard]] std::vector<Reference> sparse_references();
[[nodiscard]] std::vector<Reference> warp_references();

}  // namespace lanescope::lab
