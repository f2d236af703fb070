#include "ui/figures/strands.hpp"

#include <algorithm>
#include <bit>

#include "ui/figures/warps_model.hpp"
#include "ui/view/beats.hpp"
#include "ui/view/line_in_source.hpp"
#include "ui/view/numbers.hpp"

namespace lanescope::ui::figures {
namespace {

constexpr int kLookBack = 4096;     // instructions of the warp, from the present to the fork
constexpr double kNearFork = 0.04;  // a strand that goes on stands clear of both ends

// A set of lanes that went together: a group, or those that a fork has parted.
struct Node {
  LaneMask lanes = 0;
  std::vector<std::size_t> children;  // empty: a group
  std::size_t group = 0;
  Pc branch, join;
  bool has_join = false;
  Pc lowest;            // of what its lanes have executed since
  bool is_new = false;  // the shown step is the branch
};

class Tree {
 public:
  explicit Tree(const std::vector<engine::Group>& groups) {
    for (std::size_t i = 0; i < groups.size(); ++i) {
      Node node;
      node.lanes = groups[i].lanes;
      node.group = i;
      node.lowest = groups[i].pc;
      alive_.push_back(nodes_.size());
      nodes_.push_back(std::move(node));
    }
  }
  // From the present backwards: what issued as one was one.
  void look_back(const trace::Trace& trace, const trace::Step& shown, WarpIndex warp, Tick now) {
    const auto ticks = trace.steps_of(shown.launch, shown.block, warp);
    auto at = std::lower_bound(ticks.begin(), ticks.end(), now);
    for (int i = 0; i < kLookBack && at != ticks.begin() && alive_.size() > 1; ++i) {
      const trace::Step step = trace.step(*--at);
      merge(step, trace.branch(*at), step.tick.value + 1 == now.value);
    }
    if (alive_.size() == 1) return;
    trace::Step start;  // of the kernel: where it is not known that the sets were ever one
    start.active = ~LaneMask{0};
    merge(start, std::nullopt, false);
  }
  [[nodiscard]] const Node& root() const { return nodes_[alive_.front()]; }
  [[nodiscard]] const Node& operator[](std::size_t i) const { return nodes_[i]; }

 private:
  void merge(const trace::Step& step, const std::optional<trace::BranchRecord>& branch,
             bool is_new) {
    const auto others = std::stable_partition(alive_.begin(), alive_.end(), [&](std::size_t i) {
      return (nodes_[i].lanes & step.active) == 0;
    });
    for (auto i = others; i != alive_.end(); ++i)
      nodes_[*i].lowest = std::min(nodes_[*i].lowest, step.pc);
    if (alive_.end() - others < 2) return;
    Node node;
    node.branch = node.lowest = step.pc;
    node.is_new = is_new;
    if (branch && branch->divergent && branch->reconvergence != events::kNoPc) {
      node.join = branch->reconvergence;
      node.has_join = true;
    }
    node.children.assign(others, alive_.end());
    for (const std::size_t child : node.children) node.lanes |= nodes_[child].lanes;
    std::sort(node.children.begin(), node.children.end(), [&](std::size_t a, std::size_t b) {
      return std::countr_zero(nodes_[a].lanes) < std::countr_zero(nodes_[b].lanes);
    });
    alive_.erase(others, alive_.end());
    alive_.push_back(nodes_.size());
    nodes_.push_back(std::move(node));
  }

  std::vector<Node> nodes_;
  std::vector<std::size_t> alive_;  // sets not yet met
};

double share_of(Pc pc, const Node& fork, Pc lowest) {
  const double from = static_cast<double>(std::min(lowest, fork.branch).value);
  const double to = static_cast<double>(fork.join.value);
  if (!fork.has_join || to <= from) return 0.5;
  const double share = (static_cast<double>(pc.value) - from) / (to - from);
  return std::clamp(share, kNearFork, 1.0 - kNearFork);
}

class Builder {
 public:
  Builder(const view::View& view, const engine::WarpState& state, const Tree& tree,
          std::optional<trace::Step> last)
      : view_(view), program_(*view.program()), state_(state), tree_(tree), last_(last) {}

  Strands build() {
    add(tree_.root(), nullptr);
    return std::move(out_);
  }

 private:
  void add(const Node& node, const Node* around) {
    if (node.children.empty()) {
      out_.strands.push_back(strand_of(node, around));
      return;
    }
    const std::size_t index = out_.forks.size();
    Fork fork;
    fork.lanes = node.lanes;
    fork.branch = node.branch;
    fork.branch_line = line_of(node.branch);
    fork.join = node.join;
    fork.has_join = node.has_join;
    fork.join_line = node.has_join ? line_of(node.join) : 0;
    fork.depth = static_cast<std::uint32_t>(around_.size());
    fork.first = out_.strands.size();
    out_.forks.push_back(fork);
    around_.push_back(static_cast<int>(index));
    for (const std::size_t child : node.children) add(tree_[child], &node);
    around_.pop_back();
    out_.forks[index].last = out_.strands.size();
  }

  Strand strand_of(const Node& node, const Node* around) const {
    const engine::Group& group = state_.groups[node.group];
    Strand strand;
    strand.lanes = group.lanes;
    strand.pc = group.pc;
    strand.line = line_of(group.pc);
    if (group.pc.value < program_.size()) strand.text = program_.text_at(group.pc);
    strand.lanes_text = view::lanes_words(group.lanes);
    const LaneState is = state_of(group.status);
    strand.status = std::string(state_words(is));
    strand.role = role_of(is);
    strand.joined = is == LaneState::AtJoin;
    strand.forks = around_;
    strand.depth = static_cast<std::uint32_t>(around_.size());
    if (around == nullptr) return strand;
    strand.at = strand.joined ? 1.0 : share_of(group.pc, *around, node.lowest);
    strand.moves = last_ && (last_->active & group.lanes) != 0;
    strand.before = !strand.moves    ? strand.at
                    : around->is_new ? 0.0
                                     : share_of(last_->pc, *around, node.lowest);
    return strand;
  }
  [[nodiscard]] std::uint32_t line_of(Pc pc) const {
    return view::line_in_source(view_, program_, pc);
  }

  const view::View& view_;
  const engine::Program& program_;
  const engine::WarpState& state_;
  const Tree& tree_;
  std::optional<trace::Step> last_;  // the shown step, if it is this warp's
  std::vector<int> around_;
  Strands out_;
};

}  // namespace

double place_at(const Strand& strand, double moment) {
  return strand.before + (strand.at - strand.before) * view::eased(moment);
}

Strands strands_of(const view::View& view, WarpIndex warp) {
  const auto shown = view.shown_step();
  const engine::Program* program = view.program();
  const engine::Execution* machine = view.machine();
  if (!shown || program == nullptr || machine == nullptr) return {};
  const auto state = machine->warp(shown->block, warp);
  if (!state || state->groups.size() < 2) return {};
  Tree tree(state->groups);
  tree.look_back(*view.trace(), *shown, warp, view.state().cursor.tick);
  auto last = view.last_step();
  if (last && last->warp != warp) last.reset();
  return Builder(view, *state, tree, last).build();
}

}  // namespace lanescope::ui::figures
