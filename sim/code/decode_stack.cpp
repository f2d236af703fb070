#include <bit>

#include "sim/code/decode_context.hpp"

namespace lanescope::code {

// alloca.type ptr, size{, alignment}; stacksave.type d; stackrestore.type a (PTX ISA 9.7.17).
Result<void> decode_stack(const FunctionContext& context, const ptx::Instruction& instruction,
                          std::uint32_t /*at*/, Op& op) {
  using What = StackOp::What;
  StackOp stack;
  stack.what = instruction.opcode == "alloca"      ? What::Allocate
               : instruction.opcode == "stacksave" ? What::Save
                                                   : What::Restore;
  const auto& operands = instruction.operands;
  if (operands.size() < (stack.what == What::Allocate ? 2 : 1)) return bad_input("its operands");
  if (stack.what != What::Restore) {
    const Result<Slot> result = destination_slot(context, operands[0]);
    if (!result) return result.error();
    stack.result = *result;
  }
  if (stack.what != What::Save) {
    const ptx::Operand& value = operands[stack.what == What::Allocate ? 1 : 0];
    const Result<Slot> slot = source_slot(context, value, last_type(instruction));
    if (!slot) return slot.error();
    stack.value = *slot;
  }
  if (operands.size() > 2) {
    const std::uint64_t alignment = operands[2].bits;
    if (operands[2].kind != ptx::Operand::Kind::Integer || !std::has_single_bit(alignment) ||
        alignment > 4096)
      return bad_input("its alignment");
    stack.alignment = static_cast<std::uint32_t>(alignment);
  }
  op.kind = HandlerKind::Stack;
  op.detail = static_cast<std::uint32_t>(context.code->stack_ops.size());
  context.code->stack_ops.push_back(stack);
  return {};
}

}  // namespace lanescope::code
