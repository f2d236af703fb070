#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "sim/code/atomic_functions.hpp"
#include "sim/code/decode_context.hpp"
#include "sim/code/memory_modifiers.hpp"

namespace lanescope::code {
namespace {

using ptx::Operand;
using ptx::Space;

// The spaces in the order written: where to, where from.
std::vector<Space> spaces_of(const ptx::Instruction& instruction) {
  std::vector<Space> spaces;
  for (const std::string& modifier : instruction.modifiers) {
    if (modifier == "global") spaces.push_back(Space::Global);
    if (modifier == "shared::cta" || modifier == "shared::cluster") spaces.push_back(Space::Shared);
  }
  return spaces;
}

void add(const FunctionContext& context, const BulkCopyOp& copy, Op& op) {
  op.kind = HandlerKind::BulkCopy;
  op.detail = static_cast<std::uint32_t>(context.code->bulk_copies.size());
  context.code->bulk_copies.push_back(copy);
}

Result<void> fill_reduction(const ptx::Instruction& instruction, BulkCopyOp& copy) {
  if (!has_modifier(instruction, "reduce")) return {};
  const MemoryModifiers modifiers = memory_modifiers(instruction);
  copy.element_bytes = static_cast<std::uint8_t>(ptx::size_in_bytes(modifiers.type));
  copy.reduce = modifiers.has_atomic ? atomic_function(modifiers.atomic, modifiers.type) : nullptr;
  if (copy.reduce == nullptr || copy.element_bytes == 0)
    return bad_input("its operation on this type");
  return {};
}

Result<void> fill_places(const FunctionContext& context, const ptx::Instruction& instruction,
                         BulkCopyOp& copy) {
  const std::vector<Space> spaces = spaces_of(instruction);
  if (spaces.size() != 2) return bad_input("its spaces");
  Result<AddressOperand> to = address_operand(context, instruction.operands[0], spaces[0]);
  if (!to) return to.error();
  Result<AddressOperand> from = address_operand(context, instruction.operands[1], spaces[1]);
  if (!from) return from.error();
  Result<Slot> size = source_slot(context, instruction.operands[2], ptx::Type::U32);
  if (!size) return size.error();
  copy.to = *to;
  copy.from = *from;
  copy.size = *size;
  return {};
}

}  // namespace

// cp.async.bulk and cp.reduce.async.bulk without tensor maps (PTX ISA 9.7.9.25.4): each lane that
// executes one has a copy of its own made.
Result<void> decode_bulk(const FunctionContext& context, const ptx::Instruction& instruction,
                         std::uint32_t /*at*/, Op& op) {
  if (has_modifier(instruction, "prefetch")) {
    op.kind = HandlerKind::Nop;
    return {};
  }
  if (has_modifier(instruction, "cp_mask")) return bad_input("cp_mask");
  if (instruction.operands.size() < 3) return bad_input("too few operands");
  BulkCopyOp copy;
  if (Result<void> r = fill_places(context, instruction, copy); !r) return r;
  if (Result<void> r = fill_reduction(instruction, copy); !r) return r;
  copy.tells_barrier = has_modifier(instruction, "mbarrier::complete_tx::bytes");
  if (copy.tells_barrier) {
    if (instruction.operands.size() < 4) return bad_input("too few operands");
    Result<AddressOperand> barrier =
        address_operand(context, instruction.operands[3], Space::Shared);
    if (!barrier) return barrier.error();
    copy.barrier = *barrier;
  }
  if (has_modifier(instruction, "multicast::cluster")) {
    if (instruction.operands.size() < 5) return bad_input("too few operands");
    Result<Slot> blocks = source_slot(context, instruction.operands[4], ptx::Type::U16);
    if (!blocks) return blocks.error();
    copy.blocks = *blocks;
  }
  add(context, copy, op);
  return {};
}

}  // namespace lanescope::code
