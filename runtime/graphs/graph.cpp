#include "runtime/graphs/graph.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace lanescope::runtime::graphs {
namespace {

bool has(const std::vector<Node*>& nodes, const Node* node) {
  return std::ranges::find(nodes, node) != nodes.end();
}

// By their places in their graphs.
bool same_dependencies(const Graph& one, const Node& node, const Graph& other, const Node& its) {
  if (node.after.size() != its.after.size()) return false;
  const auto places = [](const Graph& graph, const Node& of) {
    std::set<std::size_t> found;
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
      if (has(of.after, graph.nodes()[i].get())) found.insert(i);
    }
    return found;
  };
  return places(one, node) == places(other, its);
}

cudaGraphExecUpdateResult difference(const Work& now, const Work& wanted) {
  if (now.index() != wanted.index()) return cudaGraphExecUpdateErrorNodeTypeChanged;
  if (const auto* copy = std::get_if<CopyMemory>(&now)) {
    const auto& other = std::get<CopyMemory>(wanted);
    if (copy->asked.kind != other.asked.kind) return cudaGraphExecUpdateErrorParametersChanged;
  }
  return cudaGraphExecUpdateSuccess;
}

// What handles may stand for.
template <typename What>
std::set<const void*>& living() {
  static auto* const kAll = new std::set<const void*>;  // NOLINT(cppcoreguidelines-owning-memory)
  return *kAll;
}
template <typename What>
What* living_at(const void* handle) {
  return living<What>().contains(handle) ? static_cast<What*>(const_cast<void*>(handle)) : nullptr;
}

}  // namespace

Node::Node() { living<Node>().insert(this); }
Node::~Node() { living<Node>().erase(this); }
Node* Node::at(const void* handle) { return living_at<Node>(handle); }
Graph::Graph() { living<Graph>().insert(this); }
Graph::~Graph() { living<Graph>().erase(this); }
Graph* Graph::at(const void* handle) { return living_at<Graph>(handle); }

cudaGraphNodeType type_of(const Work& work) {
  static constexpr std::array kTypes{cudaGraphNodeTypeEmpty,     cudaGraphNodeTypeKernel,
                                     cudaGraphNodeTypeMemcpy,    cudaGraphNodeTypeMemset,
                                     cudaGraphNodeTypeHost,      cudaGraphNodeTypeEventRecord,
                                     cudaGraphNodeTypeWaitEvent, cudaGraphNodeTypeGraph,
                                     cudaGraphNodeTypeMemAlloc,  cudaGraphNodeTypeMemFree};
  static_assert(kTypes.size() == std::variant_size_v<Work>);
  return kTypes[work.index()];
}

bool leads_to(const Node& from, const Node& to) {
  std::vector<const Node*> open{&to};
  std::set<const Node*> seen;
  while (!open.empty()) {
    const Node* node = open.back();
    open.pop_back();
    if (node == &from) return true;
    if (!seen.insert(node).second) continue;
    open.insert(open.end(), node->after.begin(), node->after.end());
  }
  return false;
}

Node& Graph::add(Work work, std::vector<Node*> after) {
  auto node = std::make_unique<Node>();
  node->graph = this;
  node->work = std::move(work);
  node->after = std::move(after);
  return *nodes_.emplace_back(std::move(node));
}

void Graph::remove(const Node& node) {
  for (const auto& each : nodes_) std::erase(each->after, &node);
  std::erase_if(nodes_, [&node](const auto& each) { return each.get() == &node; });
}

bool Graph::depend(Node& node, Node& on) {
  if (has(node.after, &on) || leads_to(node, on)) return false;
  node.after.push_back(&on);
  return true;
}

bool Graph::release(Node& node, const Node& on) { return std::erase(node.after, &on) > 0; }

std::vector<Node*> Graph::in_order() const {
  std::vector<Node*> ordered;
  std::set<const Node*> done;
  while (ordered.size() < nodes_.size()) {
    const auto ready = std::ranges::find_if(nodes_, [&done](const auto& node) {
      return !done.contains(node.get()) &&
             std::ranges::all_of(node->after, [&](const Node* on) { return done.contains(on); });
    });
    if (ready == nodes_.end()) break;
    done.insert(ready->get());
    ordered.push_back(ready->get());
  }
  return ordered;
}

std::shared_ptr<Graph> Graph::clone() const {
  auto made = std::make_shared<Graph>();
  std::map<const Node*, Node*> twins;
  for (const auto& node : nodes_) {
    Work work = node->work;
    if (auto* child = std::get_if<RunGraph>(&work)) child->graph = child->graph->clone();
    Node& twin = made->add(std::move(work), {});
    twin.original = node.get();
    twin.enabled = node->enabled;
    twins[node.get()] = &twin;
  }
  for (const auto& node : nodes_) {
    for (const Node* on : node->after) twins.at(node.get())->after.push_back(twins.at(on));
  }
  return made;
}

Node* Graph::stands_for(const Node* original) const {
  for (const auto& node : nodes_) {
    if (node->original == original) return node.get();
    if (const auto* child = std::get_if<RunGraph>(&node->work)) {
      if (Node* found = child->graph->stands_for(original)) return found;
    }
  }
  return nullptr;
}

Graph::Difference Graph::update_from(const Graph& other) {
  if (nodes_.size() != other.nodes_.size())
    return {cudaGraphExecUpdateErrorTopologyChanged, nullptr};
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& its = *other.nodes_[i];
    if (!same_dependencies(*this, *nodes_[i], other, its))
      return {cudaGraphExecUpdateErrorTopologyChanged, &its};
    if (const auto result = difference(nodes_[i]->work, its.work);
        result != cudaGraphExecUpdateSuccess)
      return {result, &its};
  }
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    Work& mine = nodes_[i]->work;
    const Work& its = other.nodes_[i]->work;
    if (auto* child = std::get_if<RunGraph>(&mine)) {
      const Difference inner = child->graph->update_from(*std::get<RunGraph>(its).graph);
      if (inner.result != cudaGraphExecUpdateSuccess) return inner;
    } else {
      mine = its;
    }
  }
  return {};
}

}  // namespace lanescope::runtime::graphs
