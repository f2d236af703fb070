#pragma once

#include <string>
#include <vector>

namespace lanescope::test::random_kernels {

// A statement of a kernel, or a piece of text around others: what shrinking takes away one by one.
struct Node {
  std::string head;
  std::vector<Node> body;
  std::string tail;    // empty: nothing stands behind the body
  bool fixed = false;  // others need it: a declaration, a label, an `else`
};

[[nodiscard]] inline Node statement(std::string text) { return {std::move(text), {}, {}, false}; }
[[nodiscard]] inline Node fixed(std::string text) { return {std::move(text), {}, {}, true}; }

[[nodiscard]] std::string text_of(const std::vector<Node>& nodes, int indent = 0);

}  // namespace lanescope::test::random_kernels
