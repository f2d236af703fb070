#pragma once

#include "runtime/call.hpp"
#include "runtime/graphs/graph.hpp"

namespace lanescope::runtime::api {

// Gives the node its memory: `asked.bytesize` of it; an error has been told in the call's name.
cudaError_t reserve(Call& call, graphs::Allocate& node);

}  // namespace lanescope::runtime::api
