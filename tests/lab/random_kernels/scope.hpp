#pragma once

#include <string>
#include <vector>

#include "tests/lab/random_kernels/value_types.hpp"

namespace lanescope::test::random_kernels {

struct Variable {
  std::string name;
  Type type = Type::U32;
  bool writable = true;
};

// What statements at a place of the kernel may name. There is always a variable of U32.
struct Scope {
  std::vector<Variable> variables;
  // What makes a value beside the operations that every scope has: calls, arrays. As those, with
  // holes.
  struct Source {
    Type type;
    std::string text;
    bool is_call = false;  // costs more than an instruction or two
  };
  std::vector<Source> sources;
  std::vector<std::string> effects;  // statements with holes: stores to arrays, atomics
};

}  // namespace lanescope::test::random_kernels
