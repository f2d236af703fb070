#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/experiment/experiment.hpp"

namespace lanescope::experiment {

// A `__global__` function as the source text declares it: what PTX no longer tells, the names and
// types of its parameters. Read from the text alone, without a compiler: macros are not expanded.
struct KernelParameter {
  std::string name;  // may be empty
  std::string type;  // as written, without const and *: "unsigned int"
  bool is_pointer = false;
  bool is_const = false;               // what it points to
  std::optional<ElementType> element;  // of the type, or of what it points to
};
struct KernelSignature {
  std::string name;
  bool is_template = false;
  std::vector<KernelParameter> parameters;
};
// In the order of the file; declarations that follow a definition of the same name are left out.
[[nodiscard]] std::vector<KernelSignature> kernel_signatures(std::string_view source);

// The text without comments and character strings: blanks stand in their places.
[[nodiscard]] std::string code_of(std::string_view source);

}  // namespace lanescope::experiment
