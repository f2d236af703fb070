#include "sim/flow/reconvergence.hpp"

#include <algorithm>
#include <cstddef>
#include <map>

#include "sim/flow/dominators.hpp"

namespace lanescope::flow {
namespace {

bool ends_thread(const ptx::Function& function, const ptx::Instruction& last) {
  return last.opcode == "exit" || last.opcode == "trap" ||
         (function.is_entry && last.opcode == "ret");
}

// A block that only ends its threads.
bool only_exits(const ptx::Function& function, const BasicBlock& block) {
  const ptx::Instruction& first = function.body[block.begin];
  return block.end - block.begin == 1 && !first.has_guard && ends_thread(function, first);
}

// A block that only ends its threads or returns.
bool only_ends(const ptx::Function& function, const BasicBlock& block) {
  const ptx::Instruction& first = function.body[block.begin];
  return block.end - block.begin == 1 && !first.has_guard &&
         (first.opcode == "ret" || ends_thread(function, first));
}

// Where the only way out of a loop is a lone exit, that path is no side path: it stays.
void keep_an_end(Graph& graph, const ControlFlow& flow) {
  const auto end = static_cast<std::uint32_t>(flow.blocks.size());
  for (std::uint32_t b = end; b-- > 0;) {
    if (graph[b].size() == flow.blocks[b].successors.size()) continue;
    if (post_dominators(graph, end)[b] == kNoNode) graph[b] = flow.blocks[b].successors;
  }
}

// The function's blocks and, as the last node, its end; without the edges to lone exits.
Graph live_paths(const ptx::Function& function, const ControlFlow& flow) {
  const auto end = static_cast<std::uint32_t>(flow.blocks.size());
  Graph graph(flow.blocks.size() + 1);
  for (std::size_t b = 0; b < flow.blocks.size(); ++b) {
    const BasicBlock& block = flow.blocks[b];
    for (std::uint32_t s : block.successors) {
      if (!only_exits(function, flow.blocks[s])) graph[b].push_back(s);
    }
    if (graph[b].empty()) graph[b] = block.successors;
    const bool guarded_end =
        !block.successors.empty() && ends_thread(function, function.body[block.end - 1]);
    if (block.leaves && !guarded_end) graph[b].push_back(end);
  }
  keep_an_end(graph, flow);
  return graph;
}

bool dominates(const std::vector<std::uint32_t>& dominators, std::uint32_t a, std::uint32_t b) {
  while (b != a && dominators[b] != b && dominators[b] != kNoNode) b = dominators[b];
  return a == b;
}

// The blocks of all loops with one header: what reaches its back edges without passing it.
void add_to_loop(Loop& loop, std::uint32_t from, const Graph& predecessors) {
  std::vector<std::uint32_t> open{from};
  while (!open.empty()) {
    const std::uint32_t block = open.back();
    open.pop_back();
    if (loop.contains[block]) continue;
    loop.contains[block] = true;
    open.insert(open.end(), predecessors[block].begin(), predecessors[block].end());
  }
}

void find_loops(ControlFlow& flow, const Graph& graph, const Graph& predecessors,
                const std::vector<std::uint32_t>& dominators) {
  const auto count = static_cast<std::uint32_t>(flow.blocks.size());
  std::map<std::uint32_t, Loop> by_header;
  for (std::uint32_t b = 0; b < count; ++b) {
    for (std::uint32_t header : graph[b]) {
      if (dominators[b] == kNoNode || !dominates(dominators, header, b)) continue;
      Loop& loop = by_header[header];
      loop.header = header;
      loop.contains.resize(count, false);
      loop.contains[header] = true;
      add_to_loop(loop, b, predecessors);
    }
  }
  for (auto& [header, loop] : by_header) flow.loops.push_back(std::move(loop));
}

std::size_t size_of(const Loop& loop) {
  return static_cast<std::size_t>(std::count(loop.contains.begin(), loop.contains.end(), true));
}

// Loops are nested or apart: the smallest one around a block is the innermost.
void nest_loops(ControlFlow& flow) {
  std::sort(flow.loops.begin(), flow.loops.end(),
            [](const Loop& a, const Loop& b) { return size_of(a) > size_of(b); });
  flow.loop_of.assign(flow.blocks.size(), kNoLoop);
  for (std::uint32_t l = 0; l < flow.loops.size(); ++l) {
    Loop& loop = flow.loops[l];
    loop.parent = flow.loop_of[loop.header];
    loop.depth = loop.parent == kNoLoop ? 1 : flow.loops[loop.parent].depth + 1;
    for (std::size_t b = 0; b < flow.blocks.size(); ++b) {
      if (loop.contains[b]) flow.loop_of[b] = l;
    }
  }
}

// The inside of a loop: a new round is the end, paths out of the loop are left out.
Graph inside(const Graph& paths, const Loop& loop) {
  const auto end = static_cast<std::uint32_t>(paths.size() - 1);
  Graph graph(paths.size());
  for (std::uint32_t b = 0; b < end; ++b) {
    if (!loop.contains[b]) continue;
    for (std::uint32_t s : paths[b]) {
      if (s == loop.header) {
        graph[b].push_back(end);
      } else if (s != end && loop.contains[s]) {
        graph[b].push_back(s);
      }
    }
  }
  return graph;
}

// The innermost loop that a block's paths all stay in.
std::uint32_t scope_of(const ControlFlow& flow, const Graph& paths, std::uint32_t block) {
  std::uint32_t loop = flow.loop_of[block];
  const auto stays = [&](std::uint32_t s) {
    return s < flow.blocks.size() && flow.loops[loop].contains[s];
  };
  while (loop != kNoLoop && !std::all_of(paths[block].begin(), paths[block].end(), stays))
    loop = flow.loops[loop].parent;
  return loop;
}

// Where ptxas lets lanes meet by a convergence barrier: at the post-dominator, when nothing but the
// branch (or the loop that it leaves) leads into what lies between the two. In the middle of a
// switch with a `continue` and cases that share code, say, lanes do not meet.
class Barriers {
 public:
  Barriers(const ptx::Function& function, const ControlFlow& flow, const Graph& graph,
           const Graph& predecessors, const std::vector<std::uint32_t>& dominators)
      : function_(function),
        flow_(flow),
        graph_(graph),
        predecessors_(predecessors),
        dominators_(dominators) {}

  // The block where the lanes that part at `block` meet; kNoNode when they don't. `post_dominators`
  // are those within the scope, `end` the node where its paths end.
  [[nodiscard]] std::uint32_t reconvergence(std::uint32_t block, std::uint32_t scope,
                                            const std::vector<std::uint32_t>& post_dominators,
                                            std::uint32_t end) const {
    const std::uint32_t join = post_dominators[block];
    if (join == kNoNode) return kNoNode;
    if (join == end && scope != kNoLoop) {
      const std::uint32_t header = flow_.loops[scope].header;
      return encloses(source(block, scope), scope, header) ? header : kNoNode;
    }
    if (scope == kNoLoop && (join == end || only_ends(function_, flow_.blocks[join])))
      return before_ends(block);
    return encloses(source(block, scope), scope, join) ? join : kNoNode;
  }

  // Whether `block` lies between a branch that dominates it and the block where its lanes meet.
  [[nodiscard]] bool lies_before(std::uint32_t block, std::uint32_t branch,
                                 std::uint32_t join) const {
    return branch != join && reached(branch, join)[block];
  }

 private:
  // The block, or the header of the outermost loop that is left there.
  [[nodiscard]] std::uint32_t source(std::uint32_t block, std::uint32_t scope) const {
    std::uint32_t from = block;
    for (std::uint32_t l = flow_.loop_of[block]; l != scope; l = flow_.loops[l].parent)
      from = flow_.loops[l].header;
    return from;
  }

  // Whether everything in the scope between `from` and `join` is reached by way of `from` only.
  [[nodiscard]] bool encloses(std::uint32_t from, std::uint32_t scope, std::uint32_t join) const {
    const std::vector<bool> between = from == join ? reached_again(from) : reached(from, join);
    for (std::uint32_t b = 0; b < graph_.size(); ++b) {
      if (!between[b] || only_ends(function_, flow_.blocks[b])) continue;
      if (scope != kNoLoop && !flow_.loops[scope].contains[b]) continue;
      if (!dominates(dominators_, from, b)) return false;
    }
    return true;
  }

  [[nodiscard]] std::vector<bool> reached_again(std::uint32_t from) const {
    std::vector<bool> seen(graph_.size(), false);
    for (std::uint32_t s : graph_[from]) {
      const std::vector<bool> more = reached(s, from);
      for (std::uint32_t b = 0; b < graph_.size(); ++b) seen[b] = seen[b] || more[b];
    }
    return seen;
  }

  [[nodiscard]] std::vector<bool> reached(std::uint32_t from, std::uint32_t without) const {
    std::vector<bool> seen(graph_.size(), false);
    std::vector<std::uint32_t> open{from};
    while (!open.empty()) {
      const std::uint32_t b = open.back();
      open.pop_back();
      if (seen[b] || b == without) continue;
      seen[b] = true;
      open.insert(open.end(), graph_[b].begin(), graph_[b].end());
    }
    return seen;
  }

  // The paths end at several places: the first place where some of them come together.
  [[nodiscard]] std::uint32_t before_ends(std::uint32_t from) const {
    std::vector<std::uint32_t> merges;
    for (std::uint32_t b = 0; b < graph_.size(); ++b) {
      if (b != from && dominators_[b] == from && predecessors_[b].size() > 1 &&
          !only_ends(function_, flow_.blocks[b]))
        merges.push_back(b);
    }
    for (std::uint32_t merge : merges) {
      const std::vector<bool> around = reached(from, merge);
      const auto later = [&](std::uint32_t b) { return b == merge || !around[b]; };
      if (std::all_of(merges.begin(), merges.end(), later)) return merge;
    }
    return kNoNode;
  }

  const ptx::Function& function_;
  const ControlFlow& flow_;
  const Graph& graph_;
  const Graph& predecessors_;
  const std::vector<std::uint32_t>& dominators_;
};

// Lanes that part where no barrier is set up have joined that of the branch around, if all of them
// came by it together: there they meet.
void meet_at_the_barrier_around(const Barriers& barriers,
                                const std::vector<std::uint32_t>& dominators, ControlFlow& flow,
                                std::vector<std::uint32_t>& meets) {
  for (std::uint32_t b = 0; b < flow.blocks.size(); ++b) {
    if (meets[b] != kNoNode || flow.blocks[b].successors.size() < 2) continue;
    for (std::uint32_t at = b; dominators[at] != at && dominators[at] != kNoNode;) {
      at = dominators[at];
      const bool branches = flow.blocks[at].successors.size() > 1 && meets[at] != kNoNode;
      if (!branches || flow.scope_of[at] != flow.scope_of[b]) continue;
      if (!barriers.lies_before(b, at, meets[at])) continue;
      meets[b] = meets[at];
      break;
    }
  }
}

}  // namespace

void find_reconvergence(const ptx::Function& function, ControlFlow& flow) {
  Graph graph;
  for (const BasicBlock& block : flow.blocks) graph.push_back(block.successors);
  const Graph predecessors = reversed(graph);
  const std::vector<std::uint32_t> dominators = post_dominators(predecessors, 0);
  find_loops(flow, graph, predecessors, dominators);
  nest_loops(flow);
  const Barriers barriers(function, flow, graph, predecessors, dominators);
  const Graph paths = live_paths(function, flow);
  const auto end = static_cast<std::uint32_t>(flow.blocks.size());
  std::vector<std::vector<std::uint32_t>> in_loop;
  for (const Loop& loop : flow.loops) in_loop.push_back(post_dominators(inside(paths, loop), end));
  const std::vector<std::uint32_t> in_function = post_dominators(paths, end);
  const auto begin = [&](std::uint32_t block) {
    return block == kNoNode ? ptx::kNone : flow.blocks[block].begin;
  };
  std::vector<std::uint32_t> meets;
  for (std::uint32_t b = 0; b < end; ++b) {
    const std::uint32_t scope = scope_of(flow, paths, b);
    const std::vector<std::uint32_t>& within = scope == kNoLoop ? in_function : in_loop[scope];
    meets.push_back(barriers.reconvergence(b, scope, within, end));
    std::uint32_t join = within[b];
    if (join == end && scope != kNoLoop) join = flow.loops[scope].header;
    flow.scope_of.push_back(scope);
    if (join == end) join = kNoNode;
    flow.join_of.push_back(begin(join));
  }
  meet_at_the_barrier_around(barriers, dominators, flow, meets);
  for (const std::uint32_t block : meets) flow.reconvergence_of.push_back(begin(block));
}

}  // namespace lanescope::flow
