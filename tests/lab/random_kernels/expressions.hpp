#pragma once

#include <string>
#include <string_view>

#include "tests/lab/random_kernels/random.hpp"
#include "tests/lab/random_kernels/scope.hpp"

namespace lanescope::test::random_kernels {

// Values out of a scope: operations on operations on variables.
class Expressions {
 public:
  Expressions(Random& random, const Scope& scope) : random_(random), scope_(scope) {}

  // `depth` operations above each other at most.
  [[nodiscard]] std::string value(Type type, int depth);
  // The text with its holes filled (operations.hpp).
  [[nodiscard]] std::string filled(std::string_view text, int depth);

  // Calls would take too long: within loops.
  void forbid_calls(bool forbidden) { calls_forbidden_ = forbidden; }

 private:
  [[nodiscard]] std::string leaf(Type type);
  [[nodiscard]] std::string hole(std::string_view tag, int depth);
  [[nodiscard]] std::string source_of(Type type);

  Random& random_;
  const Scope& scope_;
  bool calls_forbidden_ = false;
};

}  // namespace lanescope::test::random_kernels
