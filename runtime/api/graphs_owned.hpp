#pragma once

#include <memory>

#include "runtime/graphs/graph.hpp"

namespace lanescope::runtime::api {

// The program's own graphs, which it destroys: those that it made, cloned or captured.
cudaGraph_t own(std::shared_ptr<graphs::Graph> graph);
bool disown(const graphs::Graph* graph);

}  // namespace lanescope::runtime::api
