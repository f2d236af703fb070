#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "sim/code/decode_context.hpp"
#include "sim/isa/opcodes.hpp"

namespace lanescope::code {
namespace {

using ptx::Operand;

Result<void> fill_sources(const FunctionContext& context, const Operand& operand, ptx::Type type,
                          std::span<Slot> slots) {
  if (operand.kind != Operand::Kind::Vector || operand.elements.size() != slots.size())
    return bad_input("its operands");
  for (std::size_t i = 0; i < slots.size(); ++i) {
    Result<Slot> slot = source_slot(context, operand.elements[i], type);
    if (!slot) return slot.error();
    slots[i] = *slot;
  }
  return {};
}

Result<void> fill_results(const FunctionContext& context, const Operand& operand,
                          std::span<Slot> slots) {
  if (operand.kind != Operand::Kind::Vector || operand.elements.size() != slots.size())
    return bad_input("its operands");
  for (std::size_t i = 0; i < slots.size(); ++i) {
    Result<Slot> slot = destination_slot(context, operand.elements[i]);
    if (!slot) return slot.error();
    slots[i] = *slot;
  }
  return {};
}

}  // namespace

// mma.sync.aligned (PTX ISA 9.7.14.5.14): a warp-level operation that names all lanes.
Result<void> decode_matrix(const FunctionContext& context, const ptx::Instruction& instruction,
                           std::uint32_t /*at*/, Op& op) {
  const std::vector<std::string_view> modifiers(instruction.modifiers.begin(),
                                                instruction.modifiers.end());
  if (isa::find_row(instruction.opcode, modifiers) == nullptr)
    return bad_input("its shape or its types");
  if (instruction.operands.size() != 4) return bad_input("its operands");
  MatrixOp matrix;
  matrix.brain = has_modifier(instruction, "bf16");
  matrix.depth = has_modifier(instruction, "m16n8k8") ? 8 : 16;
  const std::size_t pieces = matrix.depth / 8;
  const auto& operands = instruction.operands;
  using ptx::Type;
  if (Result<void> r = fill_results(context, operands[0], matrix.d); !r) return r;
  const std::span a(matrix.a.data(), 2 * pieces), b(matrix.b.data(), pieces);
  if (Result<void> r = fill_sources(context, operands[1], Type::B32, a); !r) return r;
  if (Result<void> r = fill_sources(context, operands[2], Type::B32, b); !r) return r;
  if (Result<void> r = fill_sources(context, operands[3], Type::F32, matrix.c); !r) return r;
  WarpSyncOp sync;
  sync.what = WarpSyncOp::What::Multiply;
  sync.mask = context.slots->constant(0xffffffffU, 4);
  sync.matrix = static_cast<std::uint32_t>(context.code->matrices.size());
  context.code->matrices.push_back(matrix);
  op.kind = HandlerKind::WarpSync;
  op.detail = static_cast<std::uint32_t>(context.code->warp_syncs.size());
  context.code->warp_syncs.push_back(sync);
  return {};
}

}  // namespace lanescope::code
