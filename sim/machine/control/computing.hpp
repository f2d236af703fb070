#pragma once

#include "sim/machine/lane_file.hpp"

// Instructions that only compute, in the lanes of a group.
namespace lanescope::machine {

[[nodiscard, gnu::always_inline]] inline LaneMask executed_lanes(const Issue& issue,
                                                                 const code::Op& op) {
  if (op.guard == code::kNoSlot) return issue.active;
  return issue.active & predicate_mask(issue.machine, issue.file, op.guard, op.guard_negated);
}

[[nodiscard]] inline isa::LaneWords words_of(const Issue& issue, LaneMask lanes) {
  isa::LaneWords words;
  issue.machine.requests->expand(static_cast<std::uint32_t>(lanes), words.word.data());
  return words;
}

[[nodiscard]] inline std::byte* second_file(const Issue& issue) {
  return issue.file + issue.machine.code->file_bytes;
}

[[gnu::noinline]] inline void compute_guarded(const Issue& issue, const code::Op& op) {
  const LaneMask lanes = executed_lanes(issue, op);
  op.masked(issue.file, op.operands, words_of(issue, lanes));
  if (issue.machine.files == 2)
    op.masked(second_file(issue), op.operands, words_of(issue, lanes >> 32U));
}

// All lanes of a warp of one file are active: those that do not exist may compute too.
inline void compute_one_file(const Issue& issue, std::byte* file, const code::Op* op,
                             const code::Op* end) {
  if (!op->guards) {
    do op->full(file, op->operands);
    while (++op != end);
    return;
  }
  for (; op != end; ++op) {
    if (op->guard != code::kNoSlot)
      compute_guarded(issue, *op);
    else
      op->full(file, op->operands);
  }
}

// The same of one instruction, in one or two files.
inline void compute_one(const Issue& issue, const code::Op& op) {
  if (op.guard != code::kNoSlot) return compute_guarded(issue, op);
  op.full(issue.file, op.operands);
  if (issue.machine.files == 2) op.full(second_file(issue), op.operands);
}

// Some lanes are. `before(op)` is called before each instruction.
template <typename Before>
void compute_masked(const Issue& issue, const code::Op* op, const code::Op* end, Before&& before) {
  const bool two = issue.machine.files == 2;
  const isa::LaneWords low = words_of(issue, issue.active);
  const isa::LaneWords high = two ? words_of(issue, issue.active >> 32U) : isa::LaneWords{};
  for (; op != end; ++op) {
    before(*op);
    if (op->guard != code::kNoSlot) {
      compute_guarded(issue, *op);
      continue;
    }
    op->masked(issue.file, op->operands, low);
    if (two) op->masked(second_file(issue), op->operands, high);
  }
}

inline void compute(const Issue& issue, const code::Op* op, const code::Op* end) {
  if (issue.active != issue.warp.live)
    return compute_masked(issue, op, end, [](const code::Op&) {});
  if (issue.machine.files == 1) return compute_one_file(issue, issue.file, op, end);
  for (; op != end; ++op) compute_one(issue, *op);
}

// One by one, for whoever wants to hear of each: `before(op)` is called first.
template <typename Before>
void compute_watched(const Issue& issue, const code::Op* op, const code::Op* end, Before&& before) {
  if (issue.active != issue.warp.live) return compute_masked(issue, op, end, before);
  for (; op != end; ++op) {
    before(*op);
    compute_one(issue, *op);
  }
}

}  // namespace lanescope::machine
