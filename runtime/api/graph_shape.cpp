#include <algorithm>
#include <fstream>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "runtime/api/entry.hpp"
#include "runtime/api/graph_work.hpp"
#include "runtime/api/graphs_owned.hpp"

using lanescope::runtime::Call;
using lanescope::runtime::api::no_graph;
using lanescope::runtime::api::no_node;
using lanescope::runtime::graphs::Graph;
using lanescope::runtime::graphs::Node;

namespace graphs = lanescope::runtime::graphs;

namespace lanescope::runtime::api {
namespace {

std::map<const Graph*, std::shared_ptr<Graph>>& owned() {
  static auto* const kAll =
      new std::map<const Graph*,
                   std::shared_ptr<Graph>>;  // NOLINT(cppcoreguidelines-owning-memory)
  return *kAll;
}

}  // namespace

cudaGraph_t own(std::shared_ptr<Graph> graph) {
  Graph* at = graph.get();
  owned()[at] = std::move(graph);
  return reinterpret_cast<cudaGraph_t>(at);
}
bool disown(const Graph* graph) { return owned().erase(graph) > 0; }

}  // namespace lanescope::runtime::api

namespace {

cudaGraphNode_t handle_of(const Node* node) {
  return reinterpret_cast<cudaGraphNode_t>(const_cast<Node*>(node));
}

// The first `*count` of them, or how many there are where `into` is null.
cudaError_t list(Call& call, const std::vector<const Node*>& all, cudaGraphNode_t* into,
                 size_t* count) {
  if (count == nullptr) return call.fail(cudaErrorInvalidValue, "a null pointer");
  if (into != nullptr) {
    for (size_t i = 0; i < *count; ++i) into[i] = i < all.size() ? handle_of(all[i]) : nullptr;
    *count = std::min(*count, all.size());
  } else {
    *count = all.size();
  }
  return call.done();
}

void no_edge_data(cudaGraphEdgeData* data, const size_t* count) {
  if (data != nullptr && count != nullptr) std::fill_n(data, *count, cudaGraphEdgeData{});
}

// Nodes of a graph for which `wanted` holds.
template <typename Wanted>
cudaError_t list_of(const char* name, cudaGraph_t handle, cudaGraphNode_t* into, size_t* count,
                    Wanted&& wanted) {
  Call call(name);
  if (call.refused()) return call.refusal();
  const Graph* graph = Graph::at(handle);
  if (graph == nullptr) return no_graph(call);
  std::vector<const Node*> found;
  for (const auto& node : graph->nodes()) {
    if (wanted(*node)) found.push_back(node.get());
  }
  return list(call, found, into, count);
}

// `change(node, on)` of each pair.
template <typename Change>
cudaError_t change_edges(const char* name, cudaGraph_t handle, const cudaGraphNode_t* from,
                         const cudaGraphNode_t* to, size_t count, Change&& change) {
  Call call(name);
  if (call.refused()) return call.refusal();
  const Graph* graph = Graph::at(handle);
  if (graph == nullptr) return no_graph(call);
  for (size_t i = 0; i < count; ++i) {
    Node* on = Node::at(from[i]);
    Node* node = Node::at(to[i]);
    if (on == nullptr || node == nullptr || on->graph != graph || node->graph != graph)
      return no_node(call);
    if (!change(*node, *on))
      return call.fail(cudaErrorInvalidValue, "a dependency that cannot be, or is there already");
  }
  return call.done();
}

}  // namespace

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags) {
  Call call("cudaGraphCreate");
  if (call.refused()) return call.refusal();
  if (graph == nullptr || flags != 0)
    return call.fail(cudaErrorInvalidValue, "a null pointer, or flags that there are not");
  *graph = lanescope::runtime::api::own(std::make_shared<Graph>());
  return call.done();
}
cudaError_t cudaGraphDestroy(cudaGraph_t handle) {
  Call call("cudaGraphDestroy");
  if (call.refused()) return call.refusal();
  const Graph* graph = Graph::at(handle);
  return graph != nullptr && lanescope::runtime::api::disown(graph) ? call.done() : no_graph(call);
}
cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t handle) {
  Call call("cudaGraphClone");
  if (call.refused()) return call.refusal();
  const Graph* graph = Graph::at(handle);
  if (graph == nullptr || clone == nullptr) return no_graph(call);
  *clone = lanescope::runtime::api::own(graph->clone());
  return call.done();
}
cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* found, cudaGraphNode_t original,
                                     cudaGraph_t handle) {
  Call call("cudaGraphNodeFindInClone");
  if (call.refused()) return call.refusal();
  const Graph* clone = Graph::at(handle);
  const Node* node = Node::at(original);
  const Node* twin = clone == nullptr || node == nullptr ? nullptr : clone->stands_for(node);
  if (twin == nullptr || found == nullptr) return no_node(call);
  *found = handle_of(twin);
  return call.done();
}
cudaError_t cudaGraphDestroyNode(cudaGraphNode_t handle) {
  Call call("cudaGraphDestroyNode");
  if (call.refused()) return call.refusal();
  const Node* node = Node::at(handle);
  if (node == nullptr) return no_node(call);
  node->graph->remove(*node);
  return call.done();
}
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t handle, cudaGraphNodeType* type) {
  Call call("cudaGraphNodeGetType");
  if (call.refused()) return call.refusal();
  const Node* node = Node::at(handle);
  if (node == nullptr || type == nullptr) return no_node(call);
  *type = graphs::type_of(node->work);
  return call.done();
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
  return list_of("cudaGraphGetNodes", graph, nodes, count, [](const Node&) { return true; });
}
cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
  return list_of("cudaGraphGetRootNodes", graph, nodes, count,
                 [](const Node& node) { return node.after.empty(); });
}
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t handle, cudaGraphNode_t* into,
                                         cudaGraphEdgeData* edges, size_t* count) {
  Call call("cudaGraphNodeGetDependencies");
  if (call.refused()) return call.refusal();
  const Node* node = Node::at(handle);
  if (node == nullptr) return no_node(call);
  no_edge_data(edges, count);
  return list(call, {node->after.begin(), node->after.end()}, into, count);
}
cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t handle, cudaGraphNode_t* into,
                                           cudaGraphEdgeData* edges, size_t* count) {
  const Node* node = Node::at(handle);
  no_edge_data(edges, count);
  return list_of("cudaGraphNodeGetDependentNodes",
                 node == nullptr ? nullptr : reinterpret_cast<cudaGraph_t>(node->graph), into,
                 count, [node](const Node& other) {
                   return std::ranges::find(other.after, node) != other.after.end();
                 });
}
cudaError_t cudaGraphGetEdges(cudaGraph_t handle, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              cudaGraphEdgeData* edges, size_t* count) {
  Call call("cudaGraphGetEdges");
  if (call.refused()) return call.refusal();
  const Graph* graph = Graph::at(handle);
  if (graph == nullptr || count == nullptr) return no_graph(call);
  std::vector<const Node*> begins, ends;
  for (const auto& node : graph->nodes()) {
    begins.insert(begins.end(), node->after.begin(), node->after.end());
    ends.insert(ends.end(), node->after.size(), node.get());
  }
  const size_t room = from == nullptr ? 0 : std::min(*count, begins.size());
  for (size_t i = 0; i < room; ++i) {
    from[i] = handle_of(begins[i]);
    to[i] = handle_of(ends[i]);
  }
  *count = from == nullptr ? begins.size() : room;
  if (from != nullptr) no_edge_data(edges, count);
  return call.done();
}
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, const cudaGraphEdgeData* /*edges*/,
                                     size_t count) {
  return change_edges("cudaGraphAddDependencies", graph, from, to, count,
                      [](Node& node, Node& on) { return node.graph->depend(node, on); });
}
cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to,
                                        const cudaGraphEdgeData* /*edges*/, size_t count) {
  return change_edges("cudaGraphRemoveDependencies", graph, from, to, count,
                      [](Node& node, const Node& on) { return Graph::release(node, on); });
}
cudaError_t cudaGraphDebugDotPrint(cudaGraph_t handle, const char* path, unsigned /*flags*/) {
  Call call("cudaGraphDebugDotPrint");
  if (call.refused()) return call.refusal();
  const Graph* graph = Graph::at(handle);
  if (graph == nullptr || path == nullptr) return no_graph(call);
  std::ofstream file(path);
  file << "digraph graph_1 {\n";
  std::map<const Node*, size_t> numbers;
  for (const auto& node : graph->nodes()) {
    numbers.emplace(node.get(), numbers.size());
    const auto* kernel = std::get_if<graphs::LaunchKernel>(&node->work);
    file << fmt::format("  node_{} [label=\"{}\"];\n", numbers[node.get()],
                        kernel == nullptr
                            ? fmt::format("type {}", static_cast<int>(type_of(node->work)))
                            : kernel->issued.kernel);
  }
  for (const auto& node : graph->nodes()) {
    for (const Node* on : node->after)
      file << fmt::format("  node_{} -> node_{};\n", numbers[on], numbers[node.get()]);
  }
  file << "}\n";
  return file ? call.done() : call.fail(cudaErrorInvalidValue, "the file cannot be written");
}
