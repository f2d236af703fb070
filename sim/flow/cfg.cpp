#include "sim/flow/cfg.hpp"

#include <algorithm>
#include <cstddef>

#include "sim/flow/reconvergence.hpp"

namespace lanescope::flow {
namespace {

using ptx::Function;
using ptx::Instruction;

bool is_branch(const Instruction& i) { return i.opcode == "bra" || i.opcode == "brx"; }
bool leaves(const Instruction& i) {
  return i.opcode == "ret" || i.opcode == "exit" || i.opcode == "trap";
}

std::vector<bool> leaders(const Function& function) {
  std::vector<bool> leader(function.body.size() + 1, false);
  leader[0] = true;
  for (std::size_t i = 0; i < function.body.size(); ++i) {
    const Instruction& instruction = function.body[i];
    if (!is_branch(instruction) && !leaves(instruction)) continue;
    leader[i + 1] = true;
    for (std::uint32_t target : branch_targets(function, instruction)) {
      if (target < leader.size()) leader[target] = true;
    }
  }
  return leader;
}

void make_blocks(const Function& function, ControlFlow& flow) {
  const std::vector<bool> leader = leaders(function);
  const auto size = static_cast<std::uint32_t>(function.body.size());
  flow.block_of.resize(size);
  for (std::uint32_t i = 0; i < size; ++i) {
    if (leader[i]) flow.blocks.push_back({i, i, {}, false});
    flow.blocks.back().end = i + 1;
    flow.block_of[i] = static_cast<std::uint32_t>(flow.blocks.size() - 1);
  }
}

void add_successor(BasicBlock& block, std::uint32_t successor) {
  if (std::find(block.successors.begin(), block.successors.end(), successor) ==
      block.successors.end()) {
    block.successors.push_back(successor);
  }
}

void connect(const Function& function, ControlFlow& flow) {
  const auto size = static_cast<std::uint32_t>(function.body.size());
  for (BasicBlock& block : flow.blocks) {
    const Instruction& last = function.body[block.end - 1];
    if (is_branch(last)) {
      for (std::uint32_t target : branch_targets(function, last)) {
        if (target < size) {
          add_successor(block, flow.block_of[target]);
        } else {
          block.leaves = true;
        }
      }
    }
    if (leaves(last)) block.leaves = true;
    if (ends_path(last)) continue;
    if (block.end < size) {
      add_successor(block, flow.block_of[block.end]);
    } else {
      block.leaves = true;
    }
  }
}

}  // namespace

std::vector<std::uint32_t> branch_targets(const Function& function,
                                          const Instruction& instruction) {
  std::vector<std::uint32_t> targets;
  for (const ptx::Operand& operand : instruction.operands) {
    if (operand.kind == ptx::Operand::Kind::Label) {
      targets.push_back(operand.index);
    } else if (operand.kind == ptx::Operand::Kind::BranchTargets &&
               operand.index < function.branch_targets.size()) {
      for (std::uint32_t label : function.branch_targets[operand.index])
        targets.push_back(function.labels[label].at);
    }
  }
  return targets;
}

bool ends_path(const Instruction& i) {
  if (i.opcode == "brx") return !i.has_guard;
  return (i.opcode == "bra" || leaves(i)) && !i.has_guard;
}

ControlFlow control_flow(const Function& function) {
  ControlFlow flow;
  if (function.body.empty()) return flow;
  make_blocks(function, flow);
  connect(function, flow);
  find_reconvergence(function, flow);
  return flow;
}

}  // namespace lanescope::flow
