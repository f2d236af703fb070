#pragma once

#include "runtime/graphs/graph.hpp"

namespace lanescope::runtime::graphs {

// Puts all that the graph does into the queue, in an order that its dependencies allow, as one
// stream's, on behalf of a line of the host. The number of the last piece of work, for Queue::wait;
// 0: there is nothing to do.
std::uint64_t issue(Context& context, const Graph& graph, std::uint64_t stream,
                    const HostPlace& place);

// The same as the record tells of it: a piece for each node, and one behind each child graph.
[[nodiscard]] std::vector<record::IssuedWork> works_of(const Memory& memory, const Graph& graph);

}  // namespace lanescope::runtime::graphs
