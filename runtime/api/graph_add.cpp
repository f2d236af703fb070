#include <algorithm>
#include <utility>
#include <vector>

#include "runtime/api/entry.hpp"
#include "runtime/api/graph_memory.hpp"
#include "runtime/api/graph_work.hpp"

using lanescope::runtime::Call;
using lanescope::runtime::api::bytes_between;
using lanescope::runtime::api::no_graph;
using lanescope::runtime::api::no_node;
using lanescope::runtime::api::read;
using lanescope::runtime::graphs::Graph;
using lanescope::runtime::graphs::Node;
using lanescope::runtime::graphs::Work;

namespace graphs = lanescope::runtime::graphs;

namespace {

// Where a node is to stand.
struct Place {
  cudaGraphNode_t* node;
  cudaGraph_t graph;
  const cudaGraphNode_t* after;
  size_t count;
};

cudaError_t add(Call& call, const Place& place, Work work) {
  Graph* graph = Graph::at(place.graph);
  if (graph == nullptr || place.node == nullptr) return no_graph(call);
  std::vector<Node*> after;
  for (size_t i = 0; i < place.count; ++i) {
    Node* on = place.after == nullptr ? nullptr : Node::at(place.after[i]);
    if (on == nullptr || on->graph != graph) return no_node(call);
    if (std::ranges::find(after, on) != after.end())
      return call.fail(cudaErrorInvalidValue, "the same node twice among the dependencies");
    after.push_back(on);
  }
  *place.node = reinterpret_cast<cudaGraphNode_t>(&graph->add(std::move(work), std::move(after)));
  return call.done();
}

// `what` is read as work first.
template <typename What>
cudaError_t add_read(const char* name, const Place& place, What&& what) {
  Call call(name);
  if (call.refused()) return call.refusal();
  Work work;
  const cudaError_t error = read(call, what, work);
  return error == cudaSuccess ? add(call, place, std::move(work)) : error;
}
cudaError_t add_made(const char* name, const Place& place, Work work) {
  Call call(name);
  return call.refused() ? call.refusal() : add(call, place, std::move(work));
}

}  // namespace

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, size_t count,
                                   const cudaKernelNodeParams* asked) {
  return add_read("cudaGraphAddKernelNode", {node, graph, after, count}, asked);
}
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, size_t count,
                                   const cudaMemcpy3DParms* asked) {
  return add_read("cudaGraphAddMemcpyNode", {node, graph, after, count}, asked);
}
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* after, size_t count, void* to,
                                     const void* from, size_t bytes, cudaMemcpyKind kind) {
  return add_read("cudaGraphAddMemcpyNode1D", {node, graph, after, count},
                  bytes_between(to, from, bytes, kind));
}
cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                           const cudaGraphNode_t* after, size_t count,
                                           const void* symbol, const void* from, size_t bytes,
                                           size_t offset, cudaMemcpyKind kind) {
  return add_read("cudaGraphAddMemcpyNodeToSymbol", {node, graph, after, count},
                  lanescope::runtime::api::SymbolCopy{symbol, offset, const_cast<void*>(from),
                                                      bytes, true, kind});
}
cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                             const cudaGraphNode_t* after, size_t count, void* to,
                                             const void* symbol, size_t bytes, size_t offset,
                                             cudaMemcpyKind kind) {
  return add_read("cudaGraphAddMemcpyNodeFromSymbol", {node, graph, after, count},
                  lanescope::runtime::api::SymbolCopy{symbol, offset, to, bytes, false, kind});
}
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, size_t count,
                                   const cudaMemsetParams* asked) {
  return add_read("cudaGraphAddMemsetNode", {node, graph, after, count}, asked);
}
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                 const cudaGraphNode_t* after, size_t count,
                                 const cudaHostNodeParams* asked) {
  return add_read("cudaGraphAddHostNode", {node, graph, after, count}, asked);
}
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                       const cudaGraphNode_t* after, size_t count,
                                       cudaGraph_t child) {
  return add_read("cudaGraphAddChildGraphNode", {node, graph, after, count}, child);
}
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                  const cudaGraphNode_t* after, size_t count) {
  return add_made("cudaGraphAddEmptyNode", {node, graph, after, count}, graphs::Nothing{});
}
cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                        const cudaGraphNode_t* after, size_t count,
                                        cudaEvent_t event) {
  return add_made("cudaGraphAddEventRecordNode", {node, graph, after, count},
                  graphs::RecordEvent{event});
}
cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                      const cudaGraphNode_t* after, size_t count,
                                      cudaEvent_t event) {
  return add_made("cudaGraphAddEventWaitNode", {node, graph, after, count},
                  graphs::WaitForEvent{event});
}
cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* after, size_t count,
                                     cudaMemAllocNodeParams* asked) {
  Call call("cudaGraphAddMemAllocNode");
  if (call.refused()) return call.refusal();
  if (asked == nullptr) return call.fail(cudaErrorInvalidValue, "a null pointer");
  graphs::Allocate work{*asked, nullptr};
  const cudaError_t error = lanescope::runtime::api::reserve(call, work);
  if (error != cudaSuccess) return error;
  asked->dptr = work.asked.dptr;
  return add(call, {node, graph, after, count}, std::move(work));
}
cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                    const cudaGraphNode_t* after, size_t count, void* pointer) {
  return add_made("cudaGraphAddMemFreeNode", {node, graph, after, count}, graphs::Free{pointer});
}
cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                             const cudaGraphEdgeData* /*edges*/, size_t count,
                             cudaGraphNodeParams* asked) {
  return add_read("cudaGraphAddNode", {node, graph, after, count}, asked);
}
