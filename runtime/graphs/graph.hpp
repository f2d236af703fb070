#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include <driver_types.h>

#include "runtime/context.hpp"
#include "runtime/copies.hpp"

namespace lanescope::runtime::graphs {

class Graph;

// What a node does. Pointers and arguments are those of when it was added.
struct Nothing {};
struct LaunchKernel {
  IssuedLaunch issued;
  cudaKernelNodeParams asked{};  // but for its arguments, which `issued` has
  std::vector<void*> arguments;  // where they lie there, for who asks
};
struct CopyMemory {
  Copy copy;
  cudaMemcpy3DParms asked{};
};
struct FillMemory {
  Fill fill;
  cudaMemsetParams asked{};
};
struct CallHost {
  cudaHostNodeParams asked{};
};
struct RecordEvent {
  cudaEvent_t event = nullptr;
};
struct WaitForEvent {
  cudaEvent_t event = nullptr;
};
struct RunGraph {
  std::shared_ptr<Graph> graph;
};
// Memory that a graph allocates has its address from the beginning; it is given back with the last
// graph that has the node, unless the program frees it.
struct Allocate {
  cudaMemAllocNodeParams asked{};
  std::shared_ptr<void> keeper;
};
struct Free {
  void* pointer = nullptr;
};
using Work = std::variant<Nothing, LaunchKernel, CopyMemory, FillMemory, CallHost, RecordEvent,
                          WaitForEvent, RunGraph, Allocate, Free>;
[[nodiscard]] cudaGraphNodeType type_of(const Work& work);

struct Node {
  Node();
  ~Node();
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;
  // Null: no node's address.
  [[nodiscard]] static Node* at(const void* handle);

  Graph* graph = nullptr;
  Work work;
  std::vector<Node*> after;        // that it depends on
  const Node* original = nullptr;  // of a clone
  bool enabled = true;
};

// Nodes and what each depends on. Asked under the context's mutex.
class Graph : public std::enable_shared_from_this<Graph> {
 public:
  Graph();
  ~Graph();
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  // Null: no graph's address.
  [[nodiscard]] static Graph* at(const void* handle);

  Node& add(Work work, std::vector<Node*> after);
  void remove(const Node& node);
  // In the order in which they were added.
  [[nodiscard]] const std::vector<std::unique_ptr<Node>>& nodes() const { return nodes_; }
  // False: it does so already, or it would be its own predecessor.
  bool depend(Node& node, Node& on);
  // False: it did not.
  static bool release(Node& node, const Node& on);
  // Each behind those that it depends on, else as they were added.
  [[nodiscard]] std::vector<Node*> in_order() const;
  // Child graphs as well; a node of it knows whose clone it is.
  [[nodiscard]] std::shared_ptr<Graph> clone() const;
  // The node of this clone, or of its child graphs, that stands for another graph's; null: none.
  [[nodiscard]] Node* stands_for(const Node* original) const;
  // Takes over what another graph of the same shape does; else where they differ.
  struct Difference {
    cudaGraphExecUpdateResult result = cudaGraphExecUpdateSuccess;
    const Node* node = nullptr;  // of the other graph
  };
  Difference update_from(const Graph& other);

 private:
  std::vector<std::unique_ptr<Node>> nodes_;
};

// All that depends on it, directly or not, itself included.
[[nodiscard]] bool leads_to(const Node& from, const Node& to);

}  // namespace lanescope::runtime::graphs
