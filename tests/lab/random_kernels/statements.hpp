#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tests/lab/random_kernels/expressions.hpp"
#include "tests/lab/random_kernels/node.hpp"

namespace lanescope::test::random_kernels {

// Code in which every lane goes its own way: loops, choices, jumps; no barriers.
class Statements {
 public:
  Statements(Random& random, Scope& scope, std::string prefix)
      : random_(random), scope_(scope), values_(random, scope), prefix_(std::move(prefix)) {}

  // `result` in a function: it may return before its end.
  void returns(Type result) { result_ = result; }
  // Loops around it and their trip counts multiplied.
  void enter(int trips) { trips_ *= trips; }
  void leave(int trips) { trips_ /= trips; }

  [[nodiscard]] std::vector<Node> block(int depth, std::uint32_t count);
  [[nodiscard]] Node assignment();
  [[nodiscard]] Expressions& values();
  // A name that nothing else has.
  [[nodiscard]] std::string name(const char* kind);

 private:
  [[nodiscard]] Node one(int depth);
  [[nodiscard]] Node compound(int depth);
  [[nodiscard]] Node choice(int depth);
  [[nodiscard]] Node counted_loop(int depth);
  [[nodiscard]] Node fuelled_loop(int depth);
  [[nodiscard]] Node switched(int depth);
  [[nodiscard]] Node jump_forward(int depth);
  [[nodiscard]] Node jump_back(int depth);
  [[nodiscard]] Node leaving();
  [[nodiscard]] Node effect();
  [[nodiscard]] std::vector<Node> loop_body(int depth, int trips);
  [[nodiscard]] std::string condition();

  Random& random_;
  Scope& scope_;
  Expressions values_;
  std::string prefix_;
  std::optional<Type> result_;
  int trips_ = 1;
  int loops_ = 0;
  int names_ = 0;
  std::vector<std::string> labels_;  // behind this place
};

}  // namespace lanescope::test::random_kernels
