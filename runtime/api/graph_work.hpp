#pragma once

#include "runtime/api/copy.hpp"
#include "runtime/call.hpp"
#include "runtime/graphs/graph.hpp"

namespace lanescope::runtime::api {

// What nodes are told, in CUDA's words, as what they do. An error has been told in the call's name,
// and then `work` is as it was.
cudaError_t read(Call& call, const cudaKernelNodeParams* asked, graphs::Work& work);
cudaError_t read(Call& call, const cudaMemcpy3DParms* asked, graphs::Work& work);
cudaError_t read(Call& call, const cudaMemsetParams* asked, graphs::Work& work);
cudaError_t read(Call& call, const cudaHostNodeParams* asked, graphs::Work& work);
cudaError_t read(Call& call, const Copy& copy, graphs::Work& work);
cudaError_t read(Call& call, const SymbolCopy& copy, graphs::Work& work);
cudaError_t read(Call& call, cudaGraph_t child, graphs::Work& work);
// Of any type; an allocation's address is written back.
cudaError_t read(Call& call, cudaGraphNodeParams* asked, graphs::Work& work);

cudaError_t no_node(Call& call);
cudaError_t no_graph(Call& call);

}  // namespace lanescope::runtime::api
