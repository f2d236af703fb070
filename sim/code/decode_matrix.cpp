#include "sim/code/decode_matrix.hpp"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "sim/code/decode_context.hpp"
#include "sim/code/matrix_layout.hpp"
#include "sim/code/sparse_matrix.hpp"
#include "sim/isa/opcodes.hpp"

namespace lanescope::code {
namespace {

using ptx::Operand;

struct TypeName {
  std::string_view name;
  MatrixType type;
};
constexpr std::array kTypes{
    TypeName{"f16", MatrixType::F16},   TypeName{"bf16", MatrixType::BF16},
    TypeName{"tf32", MatrixType::TF32}, TypeName{"f32", MatrixType::F32},
    TypeName{"f64", MatrixType::F64},   TypeName{"e4m3", MatrixType::E4M3},
    TypeName{"e5m2", MatrixType::E5M2}, TypeName{"s8", MatrixType::S8},
    TypeName{"u8", MatrixType::U8},     TypeName{"s4", MatrixType::S4},
    TypeName{"u4", MatrixType::U4},     TypeName{"b1", MatrixType::B1},
    TypeName{"s32", MatrixType::S32},   TypeName{"b16", MatrixType::F16},
};

// d, a, b and c as written; of wmma on halves only d and c are.
Result<void> fill_types(const ptx::Instruction& instruction, MatrixOp& matrix) {
  const std::vector<MatrixType> types = matrix_types(instruction);
  if (types.size() == 2) {
    matrix.d_type = types[0];
    matrix.c_type = types[1];
    return {};
  }
  if (types.size() != 4) return bad_input("its types");
  matrix.d_type = types[0];
  matrix.a_type = types[1];
  matrix.b_type = types[2];
  matrix.c_type = types[3];
  return {};
}

bool is_sparse(const ptx::Instruction& instruction) {
  return has_modifier(instruction, "sp") || has_modifier(instruction, "sp::ordered_metadata");
}

bool is_quad(const ptx::Instruction& instruction, const MatrixOp& matrix) {
  return instruction.opcode == "mma" && matrix.shape.k == 4 && matrix.a_type == MatrixType::F16;
}

// .row or .col of A and of B, in this order.
bool is_turned(const ptx::Instruction& instruction, MatrixPart part) {
  std::vector<std::string_view> layouts;
  for (const std::string& modifier : instruction.modifiers) {
    if (modifier == "row" || modifier == "col") layouts.push_back(modifier);
  }
  if (layouts.size() != 2) return false;
  return part == MatrixPart::A ? layouts[0] == "col" : layouts[1] == "row";
}

std::uint32_t place_in(const MatrixOp& matrix, MatrixPart part, MatrixElement at) {
  const MatrixShape& s = matrix.shape;
  if (part == MatrixPart::A) return at.row * matrix.a_depth() + at.column;
  return part == MatrixPart::B ? at.column * s.k + at.row : at.row * s.n + at.column;
}

std::uint32_t size_of(const MatrixOp& matrix, MatrixPart part) {
  const MatrixShape& s = matrix.shape;
  if (part == MatrixPart::A) return s.m * s.k;
  return part == MatrixPart::B ? s.n * s.k : s.m * s.n;
}

std::vector<std::uint16_t> places(const MatrixOp& matrix, MatrixPart part, MatrixType type,
                                  bool quads, bool turned) {
  std::vector<std::uint16_t> all;
  MatrixShape held_shape = matrix.shape;
  if (part == MatrixPart::A) held_shape.k = matrix.a_depth();
  for (int lane = 0; lane < 32; ++lane) {
    const std::vector<MatrixElement> held = quads ? quad_elements(part, type, turned, lane)
                                                  : held_elements(held_shape, part, type, lane);
    const std::uint32_t first = quads ? quad_of(lane) * size_of(matrix, part) : 0;
    for (const MatrixElement& element : held)
      all.push_back(static_cast<std::uint16_t>(first + place_in(matrix, part, element)));
  }
  return all;
}

// mma.sp …, e, f: the metadata, and which lanes have it.
Result<void> fill_metadata(const FunctionContext& context, const ptx::Instruction& instruction,
                           MatrixOp& matrix) {
  if (instruction.operands.size() != 6) return bad_input("its operands");
  const Operand& selector = instruction.operands[5];
  matrix.chunk = sparse_chunk(matrix.a_type);
  if (selector.kind != Operand::Kind::Integer || selector.bits >= selectors_of(matrix))
    return bad_input("its sparsity selector");
  matrix.selector = static_cast<std::uint32_t>(selector.bits);
  const Result<Slot> slot = source_slot(context, instruction.operands[4], ptx::Type::B32);
  if (!slot) return slot.error();
  matrix.metadata = *slot;
  return {};
}

ptx::Type register_type(MatrixType type) {
  if (type == MatrixType::F64) return ptx::Type::F64;
  return type == MatrixType::F32 ? ptx::Type::F32 : ptx::Type::B32;
}

Result<void> fill(const FunctionContext& context, const Operand& operand, MatrixType type,
                  bool written, std::size_t elements, std::vector<Slot>& slots) {
  if (Result<void> r = matrix_registers(context, operand, register_type(type), written, slots); !r)
    return r;
  const std::size_t wanted = elements / elements_in_register(type);
  if (wanted == 0 || slots.size() % wanted != 0) return bad_input("its operands");
  slots.resize(wanted);  // the others repeat these
  return {};
}

// Who holds which element, and in which registers.
Result<void> fill_parts(const FunctionContext& context, const ptx::Instruction& instruction,
                        bool quads, MatrixOp& matrix) {
  const bool a_turned = is_turned(instruction, MatrixPart::A),
             b_turned = is_turned(instruction, MatrixPart::B);
  matrix.a_at = places(matrix, MatrixPart::A, matrix.a_type, quads, a_turned);
  matrix.b_at = places(matrix, MatrixPart::B, matrix.b_type, quads, b_turned);
  matrix.c_at = places(matrix, MatrixPart::C, matrix.c_type, quads, false);
  matrix.d_at = places(matrix, MatrixPart::C, matrix.d_type, quads, false);
  const auto& operands = instruction.operands;
  if (Result<void> r =
          fill(context, operands[0], matrix.d_type, true, matrix.d_at.size() / 32, matrix.d);
      !r)
    return r;
  if (Result<void> r =
          fill(context, operands[1], matrix.a_type, false, matrix.a_at.size() / 32, matrix.a);
      !r)
    return r;
  if (Result<void> r =
          fill(context, operands[2], matrix.b_type, false, matrix.b_at.size() / 32, matrix.b);
      !r)
    return r;
  return fill(context, operands[3], matrix.c_type, false, matrix.c_at.size() / 32, matrix.c);
}

}  // namespace

std::vector<MatrixType> matrix_types(const ptx::Instruction& instruction) {
  std::vector<MatrixType> types;
  for (const std::string& modifier : instruction.modifiers) {
    for (const TypeName& name : kTypes) {
      if (name.name == modifier) types.push_back(name.type);
    }
  }
  return types;
}

// ".m16n8k16".
bool matrix_shape(const ptx::Instruction& instruction, MatrixShape& shape) {
  for (const std::string& modifier : instruction.modifiers) {
    const std::size_t n = modifier.find('n'), k = modifier.find('k');
    if (modifier.empty() || modifier[0] != 'm' || n == std::string::npos || k == std::string::npos)
      continue;
    const auto read = [&](std::size_t from, std::size_t to, std::uint32_t& value) {
      const char* end = modifier.data() + to;
      return std::from_chars(modifier.data() + from, end, value).ptr == end;
    };
    if (read(1, n, shape.m) && read(n + 1, k, shape.n) && read(k + 1, modifier.size(), shape.k))
      return true;
  }
  return false;
}

Result<void> matrix_registers(const FunctionContext& context, const Operand& operand,
                              ptx::Type type, bool written, std::vector<Slot>& slots) {
  const bool vector = operand.kind == Operand::Kind::Vector;
  for (std::size_t i = 0; i < (vector ? operand.elements.size() : 1); ++i) {
    const Operand& element = vector ? operand.elements[i] : operand;
    Result<Slot> slot =
        written ? destination_slot(context, element) : source_slot(context, element, type);
    if (!slot) return slot.error();
    slots.push_back(*slot);
  }
  return {};
}

void add_whole_warp(const FunctionContext& context, WarpSyncOp sync, Op& op) {
  sync.mask = context.slots->constant(0xffffffffU, 4);
  op.detail = static_cast<std::uint32_t>(context.code->warp_syncs.size());
  context.code->warp_syncs.push_back(sync);
}

// mma.sync.aligned and wmma.mma (PTX ISA 9.7.14): warp-level operations that name all lanes.
Result<void> decode_matrix(const FunctionContext& context, const ptx::Instruction& instruction,
                           std::uint32_t at, Op& op) {
  const std::vector<std::string_view> modifiers(instruction.modifiers.begin(),
                                                instruction.modifiers.end());
  if (isa::find_row(instruction.opcode, modifiers) == nullptr)
    return bad_input("its shape or its types");
  const bool fragments = instruction.opcode == "wmma";
  if (fragments && (has_modifier(instruction, "load") || has_modifier(instruction, "store")))
    return decode_matrix_move(context, instruction, at, op);
  MatrixOp matrix;
  if (!matrix_shape(instruction, matrix.shape)) return bad_input("its shape");
  if (Result<void> r = fill_types(instruction, matrix); !r) return r;
  if (is_sparse(instruction)) {
    if (Result<void> r = fill_metadata(context, instruction, matrix); !r) return r;
  } else if (instruction.operands.size() != 4) {
    return bad_input("its operands");
  }
  if (matrix.a_type == MatrixType::B1) matrix.shape.k /= 32;
  const bool quads = is_quad(instruction, matrix);
  matrix.count = quads ? 4 : 1;
  matrix.saturates = has_modifier(instruction, "satfinite");
  matrix.by_and = has_modifier(instruction, "and");
  if (bits_of(matrix.a_type) == 8 && matrix.d_type != MatrixType::S32)
    matrix.summing = Summing::Emulated;
  if (fragments && matrix.a_type == MatrixType::TF32) matrix.summing = Summing::Fours;
  if (Result<void> r = fill_parts(context, instruction, quads, matrix); !r) return r;
  WarpSyncOp sync;
  sync.what = WarpSyncOp::What::Multiply;
  sync.matrix = static_cast<std::uint32_t>(context.code->matrices.size());
  context.code->matrices.push_back(std::move(matrix));
  op.kind = HandlerKind::WarpSync;
  add_whole_warp(context, sync, op);
  return {};
}

}  // namespace lanescope::code
