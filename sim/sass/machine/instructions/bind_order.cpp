#include <algorithm>

#include "sim/sass/machine/instructions/bind.hpp"
#include "sim/sass/machine/lane_loops.hpp"
#include "sim/sass/machine/races/races.hpp"

// What orders memory and nothing else: all is done in its order here, so that only races are
// looked for by it.
namespace lanescope::sass::machine::instructions {
namespace {

using Kind = Operand::Kind;

// MEMBAR.ALL.CTA, MEMBAR.SC.GPU
Next fence(Issue& issue) {
  if (issue.machine.races && issue.executed != 0)
    races::order_fence(issue, issue.op.number[0] != 0);
  return Next::Advance;
}

bool bind_fence(const Instruction& i, Op& op) {
  op.number[0] = i.has("CTA") || i.has("SM") ? 1 : 0;
  op.handler = fence;
  return true;
}

// LDGDEPBAR, and UTMACMDFLUSH of bulk copies: those so far are a group.
Next commit(Issue& issue) {
  if (issue.machine.races && issue.executed != 0) races::order_commit(issue);
  return Next::Advance;
}

Next wait_for_copies(Issue& issue) {
  if (issue.machine.races && issue.executed != 0) races::order_copies(issue, issue.op.number[0]);
  return Next::Advance;
}

// "DEPBAR.LE SB0, 0x1": until one group of copies may be under way. Others wait for what is done at
// once here.
bool bind_wait(const Instruction& i, Op& op) {
  op.handler = nothing;
  if (!i.has("LE") || i.operands.empty() || i.operands.front().text != "SB0") return true;
  const auto left = std::ranges::find(i.operands, Kind::Integer, &Operand::kind);
  if (left == i.operands.end()) return true;
  op.number[0] = static_cast<U32>(left->bits);
  op.handler = wait_for_copies;
  return true;
}

constexpr BinderRow kRows[]{
    {"MEMBAR", bind_fence},
    {"FENCE", bind_plain<nothing>},
    {"ERRBAR", bind_plain<nothing>},
    {"CGAERRBAR", bind_plain<nothing>},
    {"CCTL", bind_plain<nothing>},
    {"LDGDEPBAR", bind_plain<commit>},
    {"UTMACMDFLUSH", bind_plain<commit>},
    {"DEPBAR", bind_wait},
};

}  // namespace

std::span<const BinderRow> order_binders() { return kRows; }

}  // namespace lanescope::sass::machine::instructions
