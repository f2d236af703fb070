#pragma once

#include <cstdint>
#include <vector>

#include "sim/ptx/module.hpp"

namespace lanescope::flow {

// Basic blocks of one function. Indices are positions in ptx::Function::body.
struct BasicBlock {
  std::uint32_t begin = 0, end = 0;
  std::vector<std::uint32_t> successors;  // block indices, distinct
  bool leaves = false;                    // may end the function (ret) or the thread (exit, trap)
};

inline constexpr std::uint32_t kNoLoop = 0xffffffff;

// A natural loop of a function.
struct Loop {
  std::uint32_t header = 0;        // block
  std::uint32_t parent = kNoLoop;  // the loop around it
  std::uint32_t depth = 1;         // 1: in no other loop
  std::vector<bool> contains;      // by block
};

struct ControlFlow {
  std::vector<BasicBlock> blocks;
  std::vector<std::uint32_t> block_of;  // by instruction
  std::vector<Loop> loops;
  std::vector<std::uint32_t> loop_of;  // by block: the innermost loop, or kNoLoop
  // By block: where the lanes that part at its last instruction meet again (an instruction),
  // ptx::kNone when only where the function ends; the loop within which they do; and where
  // convergence barriers let them meet, if at all.
  std::vector<std::uint32_t> join_of, scope_of, reconvergence_of;
};

[[nodiscard]] ControlFlow control_flow(const ptx::Function& function);

// Branch targets of a bra or brx as positions in the body.
[[nodiscard]] std::vector<std::uint32_t> branch_targets(const ptx::Function& function,
                                                        const ptx::Instruction& instruction);
[[nodiscard]] bool ends_path(const ptx::Instruction& instruction);

}  // namespace lanescope::flow
