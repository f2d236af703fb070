#include "tests/lab/random_kernels/node.hpp"

namespace lanescope::test::random_kernels {
namespace {

void add_line(const std::string& line, int indent, std::string& out) {
  if (line.empty()) return;
  out += std::string(static_cast<std::size_t>(indent) * 2, ' ') + line + "\n";
}

void add(const std::vector<Node>& nodes, int indent, std::string& out) {
  for (const Node& node : nodes) {
    add_line(node.head, indent, out);
    add(node.body, indent + 1, out);
    add_line(node.tail, indent, out);
  }
}

}  // namespace

std::string text_of(const std::vector<Node>& nodes, int indent) {
  std::string out;
  add(nodes, indent, out);
  return out;
}

}  // namespace lanescope::test::random_kernels
