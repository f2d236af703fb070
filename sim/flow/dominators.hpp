#pragma once

#include <cstdint>
#include <vector>

namespace lanescope::flow {

inline constexpr std::uint32_t kNoNode = 0xffffffff;

using Graph = std::vector<std::vector<std::uint32_t>>;  // successors by node

// Immediate post-dominators with respect to the node `exit` (itself for `exit`); kNoNode for nodes
// from which it can't be reached. Dominators are those of the reversed graph.
// Cooper, Harvey, Kennedy: A Simple, Fast Dominance Algorithm (2001).
[[nodiscard]] std::vector<std::uint32_t> post_dominators(const Graph& graph, std::uint32_t exit);

[[nodiscard]] Graph reversed(const Graph& graph);

}  // namespace lanescope::flow
