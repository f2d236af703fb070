#pragma once

#include <string>
#include <vector>

#include "tests/lab/random_kernels/statements.hpp"

namespace lanescope::test::random_kernels {

// Code through which whole blocks go together: barriers, exchanges by shared memory, and what warps
// do as one; with code between in which lanes go their own ways (Statements).
class UniformCode {
 public:
  UniformCode(Random& random, Scope& scope, Statements& statements)
      : random_(random), scope_(scope), statements_(statements), values_(random, scope) {}

  [[nodiscard]] std::vector<Node> sections(int depth, std::uint32_t count);

 private:
  [[nodiscard]] Node section(int depth);
  [[nodiscard]] Node together(int depth);
  [[nodiscard]] Node divergent();
  [[nodiscard]] Node exchange();
  [[nodiscard]] Node block_vote();
  [[nodiscard]] Node warp_operation();
  [[nodiscard]] Node part_of_warp();
  [[nodiscard]] Node matched_lanes();
  [[nodiscard]] Node printed();
  [[nodiscard]] std::string variable_of(Type type);

  Random& random_;
  Scope& scope_;
  Statements& statements_;
  Expressions values_;
};

}  // namespace lanescope::test::random_kernels
