#include <utility>

#include "runtime/api/entry.hpp"
#include "runtime/api/graph_work.hpp"

using lanescope::runtime::Call;
using lanescope::runtime::api::bytes_between;
using lanescope::runtime::api::no_node;
using lanescope::runtime::api::read;
using lanescope::runtime::graphs::Node;
using lanescope::runtime::graphs::Work;

namespace graphs = lanescope::runtime::graphs;

namespace {

cudaError_t set_made(Call& call, cudaGraphNode_t handle, Work work) {
  Node* node = Node::at(handle);
  if (node == nullptr || node->work.index() != work.index()) return no_node(call);
  node->work = std::move(work);
  return call.done();
}
template <typename What>
cudaError_t set_read(const char* name, cudaGraphNode_t handle, What&& what) {
  Call call(name);
  if (call.refused()) return call.refusal();
  Work work;
  const cudaError_t error = read(call, what, work);
  return error == cudaSuccess ? set_made(call, handle, std::move(work)) : error;
}

// `tell` writes what is asked of a node that does `What`.
template <typename What, typename Tell>
cudaError_t get(const char* name, cudaGraphNode_t handle, Tell&& tell) {
  Call call(name);
  if (call.refused()) return call.refusal();
  Node* node = Node::at(handle);
  auto* work = node == nullptr ? nullptr : std::get_if<What>(&node->work);
  if (work == nullptr) return no_node(call);
  tell(*work);
  return call.done();
}

}  // namespace

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* asked) {
  return set_read("cudaGraphKernelNodeSetParams", node, asked);
}
cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* asked) {
  return get<graphs::LaunchKernel>(
      "cudaGraphKernelNodeGetParams", node, [asked](graphs::LaunchKernel& work) {
        auto& launch = work.issued.launch;
        work.arguments.clear();
        for (const auto& parameter : launch.program->parameters())
          work.arguments.push_back(launch.parameters.data() + parameter.offset);
        *asked = work.asked;
        asked->kernelParams = work.arguments.data();
      });
}
// Attributes change nothing that the model knows of.
cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node, cudaKernelNodeAttrID /*which*/,
                                            const cudaKernelNodeAttrValue* /*value*/) {
  return get<graphs::LaunchKernel>("cudaGraphKernelNodeSetAttribute", node, [](const auto&) {});
}
cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node, cudaKernelNodeAttrID /*which*/,
                                            cudaKernelNodeAttrValue* value) {
  return get<graphs::LaunchKernel>("cudaGraphKernelNodeGetAttribute", node,
                                   [value](const auto&) { *value = {}; });
}
cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t to, cudaGraphNode_t /*from*/) {
  return get<graphs::LaunchKernel>("cudaGraphKernelNodeCopyAttributes", to, [](const auto&) {});
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* asked) {
  return set_read("cudaGraphMemcpyNodeSetParams", node, asked);
}
cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms* asked) {
  return get<graphs::CopyMemory>("cudaGraphMemcpyNodeGetParams", node,
                                 [asked](const auto& work) { *asked = work.asked; });
}
cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* to, const void* from,
                                           size_t bytes, cudaMemcpyKind kind) {
  return set_read("cudaGraphMemcpyNodeSetParams1D", node, bytes_between(to, from, bytes, kind));
}
cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void* symbol,
                                                 const void* from, size_t bytes, size_t offset,
                                                 cudaMemcpyKind kind) {
  return set_read("cudaGraphMemcpyNodeSetParamsToSymbol", node,
                  lanescope::runtime::api::SymbolCopy{symbol, offset, const_cast<void*>(from),
                                                      bytes, true, kind});
}
cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void* to,
                                                   const void* symbol, size_t bytes, size_t offset,
                                                   cudaMemcpyKind kind) {
  return set_read("cudaGraphMemcpyNodeSetParamsFromSymbol", node,
                  lanescope::runtime::api::SymbolCopy{symbol, offset, to, bytes, false, kind});
}
cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* asked) {
  return set_read("cudaGraphMemsetNodeSetParams", node, asked);
}
cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* asked) {
  return get<graphs::FillMemory>("cudaGraphMemsetNodeGetParams", node,
                                 [asked](const auto& work) { *asked = work.asked; });
}
cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* asked) {
  return set_read("cudaGraphHostNodeSetParams", node, asked);
}
cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* asked) {
  return get<graphs::CallHost>("cudaGraphHostNodeGetParams", node,
                               [asked](const auto& work) { *asked = work.asked; });
}
cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* child) {
  return get<graphs::RunGraph>("cudaGraphChildGraphNodeGetGraph", node, [child](const auto& work) {
    *child = reinterpret_cast<cudaGraph_t>(work.graph.get());
  });
}
cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  Call call("cudaGraphEventRecordNodeSetEvent");
  return call.refused() ? call.refusal() : set_made(call, node, graphs::RecordEvent{event});
}
cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
  return get<graphs::RecordEvent>("cudaGraphEventRecordNodeGetEvent", node,
                                  [event](const auto& work) { *event = work.event; });
}
cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  Call call("cudaGraphEventWaitNodeSetEvent");
  return call.refused() ? call.refusal() : set_made(call, node, graphs::WaitForEvent{event});
}
cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
  return get<graphs::WaitForEvent>("cudaGraphEventWaitNodeGetEvent", node,
                                   [event](const auto& work) { *event = work.event; });
}
cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, cudaMemAllocNodeParams* asked) {
  return get<graphs::Allocate>("cudaGraphMemAllocNodeGetParams", node,
                               [asked](const auto& work) { *asked = work.asked; });
}
cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* pointer) {
  return get<graphs::Free>("cudaGraphMemFreeNodeGetParams", node, [pointer](const auto& work) {
    *static_cast<void**>(pointer) = work.pointer;
  });
}
cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams* asked) {
  return set_read("cudaGraphNodeSetParams", node, asked);
}
