#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::references {

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

// The rows of each topic; lab/lesson/agreement.cpp joins them.
#define LANESCOPE_REFERENCES(topic) [[nodiscard]] std::vector<Reference> topic##_references();
#include "lab/references/topics.def"
#undef LANESCOPE_REFERENCES

}  // namespace lanescope::references
