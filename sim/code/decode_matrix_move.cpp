#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/code/decode_context.hpp"
#include "sim/code/decode_matrix.hpp"
#include "sim/code/matrix_layout.hpp"
#include "sim/code/matrix_pieces.hpp"
#include "sim/code/memory_modifiers.hpp"
#include "sim/isa/opcodes.hpp"

namespace lanescope::code {
namespace {

using ptx::Operand;

Result<void> fill_address(const FunctionContext& context, const ptx::Instruction& instruction,
                          const Operand& operand, MatrixMove& move) {
  const ptx::Space space = memory_modifiers(instruction).space;
  Result<AddressOperand> where = address_operand(context, operand, space);
  if (!where) return where.error();
  move.address = *where;
  return {};
}

void finish(const FunctionContext& context, MatrixMove move, Op& op) {
  WarpSyncOp sync;
  sync.what = WarpSyncOp::What::MoveMatrix;
  sync.matrix = static_cast<std::uint32_t>(context.code->matrix_moves.size());
  context.code->matrix_moves.push_back(std::move(move));
  op.kind = HandlerKind::MatrixMove;
  add_whole_warp(context, sync, op);
}

bool has_row(const ptx::Instruction& instruction) {
  const std::vector<std::string_view> modifiers(instruction.modifiers.begin(),
                                                instruction.modifiers.end());
  return isa::find_row(instruction.opcode, modifiers) != nullptr;
}

MatrixPart part_of(const ptx::Instruction& instruction) {
  if (has_modifier(instruction, "a")) return MatrixPart::A;
  return has_modifier(instruction, "b") ? MatrixPart::B : MatrixPart::C;
}

}  // namespace

// ldmatrix and stmatrix (PTX ISA 9.7.14.5.15 and .16): lane 8 i + r says where row r of matrix i
// lies; a row is 16 bytes.
Result<void> decode_matrix_rows(const FunctionContext& context, const ptx::Instruction& instruction,
                                std::uint32_t /*at*/, Op& op) {
  if (!has_row(instruction)) return bad_input("its shape or its type");
  if (instruction.operands.size() != 2) return bad_input("its operands");
  MatrixMove move;
  move.stores = instruction.opcode == "stmatrix";
  move.lanes_give_lines = true;
  const std::size_t address = move.stores ? 0 : 1;
  if (Result<void> r = fill_address(context, instruction, instruction.operands[address], move); !r)
    return r;
  if (Result<void> r = matrix_registers(context, instruction.operands[1 - address], ptx::Type::B32,
                                        !move.stores, move.data);
      !r)
    return r;
  const std::size_t count = has_modifier(instruction, "x4")   ? 4
                            : has_modifier(instruction, "x2") ? 2
                                                              : 1;
  if (move.data.size() != count) return bad_input("its operands");
  move.lines = static_cast<std::uint32_t>(8 * count);
  add_row_units(move, has_modifier(instruction, "trans"));
  finish(context, std::move(move), op);
  return {};
}

// wmma.load and wmma.store (PTX ISA 9.7.14.4.3 and .4).
Result<void> decode_matrix_move(const FunctionContext& context, const ptx::Instruction& instruction,
                                std::uint32_t /*at*/, Op& op) {
  MatrixMove move;
  move.stores = has_modifier(instruction, "store");
  MatrixShape shape;
  const std::vector<MatrixType> types = matrix_types(instruction);
  if (!matrix_shape(instruction, shape) || types.size() != 1) return bad_input("its shape");
  const MatrixType type = types[0];
  if (type == MatrixType::B1) shape.k /= 32;
  const auto& operands = instruction.operands;
  if (operands.size() < 2) return bad_input("its operands");
  const std::size_t address = move.stores ? 0 : 1;
  if (Result<void> r = fill_address(context, instruction, operands[address], move); !r) return r;
  const ptx::Type held = type == MatrixType::F64   ? ptx::Type::F64
                         : type == MatrixType::F32 ? ptx::Type::F32
                                                   : ptx::Type::B32;
  if (Result<void> r =
          matrix_registers(context, operands[1 - address], held, !move.stores, move.data);
      !r)
    return r;
  const MatrixFragment fragment{shape, part_of(instruction), type,
                                has_modifier(instruction, "col")};
  const std::size_t wanted = add_fragment_units(move, fragment);
  if (wanted == 0 || move.data.size() % wanted != 0) return bad_input("its operands");
  if (operands.size() > 2) {
    Result<Slot> stride = source_slot(context, operands[2], ptx::Type::U32);
    if (!stride) return stride.error();
    move.stride = *stride;
  } else {
    move.stride = context.slots->constant(natural_stride(fragment), 4);
  }
  finish(context, std::move(move), op);
  return {};
}

// movmatrix (PTX ISA 9.7.14.5.17).
Result<void> decode_movmatrix(const FunctionContext& context, const ptx::Instruction& instruction,
                              std::uint32_t /*at*/, Op& op) {
  if (!has_row(instruction)) return bad_input("its shape");
  if (instruction.operands.size() != 2) return bad_input("its operands");
  WarpSyncOp sync;
  sync.what = WarpSyncOp::What::Transpose;
  Result<Slot> result = destination_slot(context, instruction.operands[0]);
  if (!result) return result.error();
  Result<Slot> value = source_slot(context, instruction.operands[1], ptx::Type::B32);
  if (!value) return value.error();
  sync.result = *result;
  sync.value = *value;
  op.kind = HandlerKind::WarpSync;
  add_whole_warp(context, sync, op);
  return {};
}

}  // namespace lanescope::code
