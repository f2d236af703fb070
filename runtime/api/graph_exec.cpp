#include <map>
#include <utility>

#include "runtime/api/captured.hpp"
#include "runtime/api/entry.hpp"
#include "runtime/api/graph_work.hpp"
#include "runtime/graphs/graph_launch.hpp"
#include "runtime/streams.hpp"

using lanescope::runtime::Call;
using lanescope::runtime::Streams;
using lanescope::runtime::api::bytes_between;
using lanescope::runtime::api::no_graph;
using lanescope::runtime::api::no_node;
using lanescope::runtime::api::read;
using lanescope::runtime::graphs::Graph;
using lanescope::runtime::graphs::Node;
using lanescope::runtime::graphs::Work;

namespace graphs = lanescope::runtime::graphs;

namespace {

// A graph that can be launched: a clone, which later changes of the graph do not reach.
struct Executable {
  std::shared_ptr<Graph> graph;
  unsigned long long flags = 0;
};
std::map<cudaGraphExec_t, Executable>& executables() {
  static std::map<cudaGraphExec_t, Executable> all;
  return all;
}
Executable* find(cudaGraphExec_t handle) {
  const auto found = executables().find(handle);
  return found == executables().end() ? nullptr : &found->second;
}
cudaError_t no_executable(Call& call) {
  return call.fail(cudaErrorInvalidValue, "there is no such executable graph");
}

cudaError_t instantiate(Call& call, cudaGraphExec_t* made, cudaGraph_t handle,
                        unsigned long long flags) {
  if (call.refused()) return call.refusal();
  const Graph* graph = Graph::at(handle);
  if (graph == nullptr || made == nullptr) return no_graph(call);
  auto clone = graph->clone();
  *made = reinterpret_cast<cudaGraphExec_t>(clone.get());
  executables()[*made] = {std::move(clone), flags};
  return call.done();
}

// The node of the executable that stands for the graph's.
Node* node_in(cudaGraphExec_t executable, cudaGraphNode_t node) {
  const Executable* found = find(executable);
  return found == nullptr || node == nullptr
             ? nullptr
             : found->graph->stands_for(reinterpret_cast<const Node*>(node));
}

template <typename What>
cudaError_t set(const char* name, cudaGraphExec_t executable, cudaGraphNode_t handle, What&& what) {
  Call call(name);
  if (call.refused()) return call.refusal();
  Node* node = node_in(executable, handle);
  if (node == nullptr) return no_node(call);
  Work work;
  const cudaError_t error = read(call, what, work);
  if (error != cudaSuccess) return error;
  if (work.index() != node->work.index()) return no_node(call);
  node->work = std::move(work);
  return call.done();
}
cudaError_t set_work(const char* name, cudaGraphExec_t executable, cudaGraphNode_t handle,
                     Work work) {
  Call call(name);
  if (call.refused()) return call.refusal();
  Node* node = node_in(executable, handle);
  if (node == nullptr || work.index() != node->work.index()) return no_node(call);
  node->work = std::move(work);
  return call.done();
}

}  // namespace

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph,
                                 unsigned long long flags) {
  Call call("cudaGraphInstantiate");
  return instantiate(call, executable, graph, flags);
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* executable, cudaGraph_t graph,
                                          unsigned long long flags) {
  Call call("cudaGraphInstantiateWithFlags");
  return instantiate(call, executable, graph, flags);
}
cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* executable, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* parameters) {
  Call call("cudaGraphInstantiateWithParams");
  if (parameters == nullptr) return call.fail(cudaErrorInvalidValue, "a null pointer");
  parameters->errNode_out = nullptr;
  parameters->result_out = cudaGraphInstantiateSuccess;
  return instantiate(call, executable, graph, parameters->flags);
}
LANESCOPE_PER_THREAD(cudaGraphInstantiateWithParams, _ptsz)

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
  Call call("cudaGraphExecDestroy");
  if (call.refused()) return call.refusal();
  return executables().erase(executable) > 0 ? call.done() : no_executable(call);
}
cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t handle, unsigned long long* flags) {
  Call call("cudaGraphExecGetFlags");
  if (call.refused()) return call.refusal();
  const Executable* executable = find(handle);
  if (executable == nullptr || flags == nullptr) return no_executable(call);
  *flags = executable->flags;
  return call.done();
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t handle, cudaStream_t in) {
  Call call("cudaGraphLaunch");
  if (call.refused()) return call.refusal();
  const Executable* executable = find(handle);
  if (executable == nullptr) return no_executable(call);
  auto* stream = Streams::get().find(in);
  if (stream == nullptr)
    return call.fail(cudaErrorInvalidResourceHandle, "there is no such stream");
  if (auto* captured = lanescope::runtime::api::captured(in))
    return lanescope::runtime::api::capture(call, *captured,
                                            graphs::RunGraph{executable->graph->clone()});
  auto& context = call.context();
  if (!context.has_device()) static_cast<void>(context.memory());
  context.show_printed();
  call.issues(Streams::get().used(in),
              graphs::works_of(*context.memory_as_it_is(), *executable->graph));
  const auto last = graphs::issue(context, *executable->graph, stream->number, call.place());
  if (last != 0) stream->last = last;
  return call.done();
}
LANESCOPE_PER_THREAD(cudaGraphLaunch, _ptsz)

cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t /*stream*/) {
  Call call("cudaGraphUpload");
  if (call.refused()) return call.refusal();
  return find(executable) == nullptr ? no_executable(call) : call.done();
}
LANESCOPE_PER_THREAD(cudaGraphUpload, _ptsz)

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t handle, cudaGraph_t other,
                                cudaGraphExecUpdateResultInfo* told) {
  Call call("cudaGraphExecUpdate");
  if (call.refused()) return call.refusal();
  const Executable* executable = find(handle);
  const Graph* graph = Graph::at(other);
  if (executable == nullptr || graph == nullptr) return no_executable(call);
  const Graph::Difference difference = executable->graph->update_from(*graph);
  if (told != nullptr) {
    *told = {};
    told->result = difference.result;
    told->errorNode = reinterpret_cast<cudaGraphNode_t>(const_cast<Node*>(difference.node));
  }
  // A program that asks goes on by instantiating the graph anew.
  return difference.result == cudaGraphExecUpdateSuccess
             ? call.done()
             : call.answer(cudaErrorGraphExecUpdateFailure);
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t executable, cudaGraphNode_t handle,
                                    unsigned enabled) {
  Call call("cudaGraphNodeSetEnabled");
  if (call.refused()) return call.refusal();
  Node* node = node_in(executable, handle);
  if (node == nullptr) return no_node(call);
  node->enabled = enabled != 0;
  return call.done();
}
cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t executable, cudaGraphNode_t handle,
                                    unsigned* enabled) {
  Call call("cudaGraphNodeGetEnabled");
  if (call.refused()) return call.refusal();
  const Node* node = node_in(executable, handle);
  if (node == nullptr || enabled == nullptr) return no_node(call);
  *enabled = node->enabled ? 1 : 0;
  return call.done();
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* asked) {
  return set("cudaGraphExecKernelNodeSetParams", executable, node, asked);
}
cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* asked) {
  return set("cudaGraphExecMemcpyNodeSetParams", executable, node, asked);
}
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t executable, cudaGraphNode_t node,
                                               void* to, const void* from, size_t bytes,
                                               cudaMemcpyKind kind) {
  return set("cudaGraphExecMemcpyNodeSetParams1D", executable, node,
             bytes_between(to, from, bytes, kind));
}
cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t executable,
                                                     cudaGraphNode_t node, const void* symbol,
                                                     const void* from, size_t bytes, size_t offset,
                                                     cudaMemcpyKind kind) {
  return set("cudaGraphExecMemcpyNodeSetParamsToSymbol", executable, node,
             lanescope::runtime::api::SymbolCopy{symbol, offset, const_cast<void*>(from), bytes,
                                                 true, kind});
}
cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t executable,
                                                       cudaGraphNode_t node, void* to,
                                                       const void* symbol, size_t bytes,
                                                       size_t offset, cudaMemcpyKind kind) {
  return set("cudaGraphExecMemcpyNodeSetParamsFromSymbol", executable, node,
             lanescope::runtime::api::SymbolCopy{symbol, offset, to, bytes, false, kind});
}
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaMemsetParams* asked) {
  return set("cudaGraphExecMemsetNodeSetParams", executable, node, asked);
}
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                           const cudaHostNodeParams* asked) {
  return set("cudaGraphExecHostNodeSetParams", executable, node, asked);
}
cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                                 cudaGraph_t child) {
  return set("cudaGraphExecChildGraphNodeSetParams", executable, node, child);
}
cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t executable, cudaGraphNode_t node,
                                                 cudaEvent_t event) {
  return set_work("cudaGraphExecEventRecordNodeSetEvent", executable, node,
                  graphs::RecordEvent{event});
}
cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t executable, cudaGraphNode_t node,
                                               cudaEvent_t event) {
  return set_work("cudaGraphExecEventWaitNodeSetEvent", executable, node,
                  graphs::WaitForEvent{event});
}
cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                       cudaGraphNodeParams* asked) {
  return set("cudaGraphExecNodeSetParams", executable, node, asked);
}
