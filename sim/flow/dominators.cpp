#include "sim/flow/dominators.hpp"

#include <cstddef>
#include <utility>

namespace lanescope::flow {
namespace {

class Solver {
 public:
  Solver(const Graph& graph, std::uint32_t exit) : graph_(graph), exit_(exit) {
    order();
    dominator_.assign(graph.size(), kNoNode);
    dominator_[exit] = exit;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = postorder_.size() - 1; i-- > 0;) changed |= update(postorder_[i]);
    }
  }

  std::vector<std::uint32_t> take() { return std::move(dominator_); }

 private:
  // Post-order of a depth-first walk from the exit against the edges.
  void order() {
    const Graph predecessors = reversed(graph_);
    number_.assign(graph_.size(), kNoNode);
    std::vector<bool> seen(graph_.size(), false);
    std::vector<std::pair<std::uint32_t, std::size_t>> stack{{exit_, 0}};
    seen[exit_] = true;
    while (!stack.empty()) {
      auto& [node, next] = stack.back();
      if (next < predecessors[node].size()) {
        const std::uint32_t p = predecessors[node][next++];
        if (seen[p]) continue;
        seen[p] = true;
        stack.emplace_back(p, 0);
      } else {
        number_[node] = static_cast<std::uint32_t>(postorder_.size());
        postorder_.push_back(node);
        stack.pop_back();
      }
    }
  }

  bool update(std::uint32_t node) {
    std::uint32_t common = kNoNode;
    for (std::uint32_t s : graph_[node]) {
      if (dominator_[s] == kNoNode) continue;
      common = common == kNoNode ? s : intersect(s, common);
    }
    if (common == dominator_[node]) return false;
    dominator_[node] = common;
    return true;
  }

  [[nodiscard]] std::uint32_t intersect(std::uint32_t a, std::uint32_t b) const {
    while (a != b) {
      while (number_[a] < number_[b]) a = dominator_[a];
      while (number_[b] < number_[a]) b = dominator_[b];
    }
    return a;
  }

  const Graph& graph_;
  std::uint32_t exit_;
  std::vector<std::uint32_t> number_, postorder_, dominator_;
};

}  // namespace

std::vector<std::uint32_t> post_dominators(const Graph& graph, std::uint32_t exit) {
  return Solver(graph, exit).take();
}

Graph reversed(const Graph& graph) {
  Graph result(graph.size());
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    for (std::uint32_t s : graph[node]) result[s].push_back(node);
  }
  return result;
}

}  // namespace lanescope::flow
