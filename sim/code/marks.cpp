#include <algorithm>
#include <cstddef>

#include "sim/code/decoder.hpp"

// What the machine wants to know of an instruction before it comes to it.
namespace lanescope::code {

// Lanes may have to wait at these pcs: where branches reconverge, after guarded instructions that
// can hold up some of the lanes, and where calls return to.
void Decoder::mark_joins() {
  const auto mark = [&](std::uint32_t pc) {
    if (pc < code_->ops.size()) code_->ops[pc].is_join = true;
  };
  for (std::uint32_t pc : loop_exits_) mark(pc);
  const auto mark_reconvergence = [&](const Reconvergence& reconvergence) {
    mark(reconvergence.post_dominator);
    mark(reconvergence.barrier);
  };
  for (const BranchOp& branch : code_->branches) mark_reconvergence(branch.reconvergence);
  for (const IndexedBranchOp& branch : code_->indexed_branches)
    mark_reconvergence(branch.reconvergence);
  for (std::uint32_t pc = 0; pc < code_->ops.size(); ++pc) {
    const Op& op = code_->ops[pc];
    const bool blocks = op.kind == HandlerKind::Barrier || op.kind == HandlerKind::ClusterBarrier ||
                        op.kind == HandlerKind::WarpSync || op.kind == HandlerKind::MatrixMove;
    if (op.kind == HandlerKind::Call || (blocks && op.guard != kNoSlot)) mark(pc + 1);
  }
}

void Decoder::count_runs() {
  std::uint32_t run = 0;
  bool guards = false;
  for (std::size_t pc = code_->ops.size(); pc-- > 0;) {
    Op& op = code_->ops[pc];
    run = op.kind == HandlerKind::Alu ? run + 1 : 0;
    guards = op.guard != kNoSlot || (guards && run > 1);
    op.run = run;
    op.guards = guards;
    if (op.is_join) run = 0;
  }
}

namespace {

// By itself: it sends no lane elsewhere, and lanes wait for nobody there.
bool stays(const Code& code, const Op& op) {
  if (op.kind == HandlerKind::Store) return !code.memory[op.detail].tells_barrier;
  return op.kind == HandlerKind::Alu || op.kind == HandlerKind::Load;
}

}  // namespace

void Decoder::mark_skips() {
  for (std::uint32_t pc = 0; pc < code_->ops.size(); ++pc) {
    if (code_->ops[pc].kind != HandlerKind::Branch) continue;
    BranchOp& branch = code_->branches[code_->ops[pc].detail];
    const Reconvergence& meet = branch.reconvergence;
    if (!branch.conditional || branch.target <= pc + 1 || branch.target != meet.post_dominator ||
        branch.target != meet.barrier)
      continue;
    branch.skips = std::all_of(code_->ops.begin() + pc + 1, code_->ops.begin() + branch.target,
                               [&](const Op& op) { return stays(*code_, op); });
  }
}

}  // namespace lanescope::code
