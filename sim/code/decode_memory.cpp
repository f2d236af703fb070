#include <array>
#include <cstddef>
#include <string>

#include <fmt/core.h>

#include "sim/code/atomic_functions.hpp"
#include "sim/code/decode_context.hpp"
#include "sim/code/memory_modifiers.hpp"

namespace lanescope::code {
namespace {

using ptx::Operand;

const std::vector<Operand>& elements_of(const Operand& operand, std::vector<Operand>& single) {
  if (operand.kind == Operand::Kind::Vector) return operand.elements;
  single = {operand};
  return single;
}

// st.async, red.async: the last operand is an mbarrier (PTX ISA 9.7.9.12, 9.7.13.7).
Result<void> fill_barrier(const FunctionContext& context, const ptx::Instruction& instruction,
                          std::size_t at, bool& tells, AddressOperand& barrier) {
  if (!has_modifier(instruction, "mbarrier::complete_tx::bytes")) return {};
  if (instruction.operands.size() <= at) return bad_input("too few operands");
  const Result<AddressOperand> where =
      address_operand(context, instruction.operands[at], ptx::Space::Shared);
  if (!where) return where.error();
  tells = true;
  barrier = *where;
  return {};
}

// The parameter of the kernel that an address names, if it does: known at decode time.
bool is_kernel_parameter(const FunctionContext& context, const MemoryOp& memory) {
  return context.is_kernel() && memory.address.space == ptx::Space::Param &&
         memory.address.base == AddressOperand::Base::Absolute;
}

Result<MemoryOp> memory_op(const FunctionContext& context, const ptx::Instruction& instruction,
                           const Operand& address) {
  const MemoryModifiers modifiers = memory_modifiers(instruction);
  if (!modifiers.unknown.empty()) return bad_input(fmt::format("modifier .{}", modifiers.unknown));
  const int bytes = ptx::size_in_bytes(modifiers.type);
  if (bytes == 0 || bytes > 8 || bytes * modifiers.vector > 16) return bad_input("its type");
  MemoryOp memory;
  memory.bytes = static_cast<std::uint8_t>(bytes);
  memory.count = modifiers.vector;
  memory.sign = ptx::is_signed_integer(modifiers.type);
  memory.order = modifiers.order;
  Result<AddressOperand> where = address_operand(context, address, modifiers.space);
  if (!where) return where.error();
  memory.address = *where;
  if (memory.address.space == ptx::Space::Param) {
    memory.counted = false;
    // Parameter areas of device functions and of calls lie in the local frame.
    const bool frame = memory.address.base == AddressOperand::Base::Frame || !context.is_kernel();
    if (frame) memory.address.space = ptx::Space::Local;
  }
  return memory;
}

// One parameter lies in a slot of its own, filled in before the launch: loading it is a move.
Result<void> decode_parameter(const FunctionContext& context, const ptx::Instruction& instruction,
                              const MemoryOp& memory, std::uint32_t at, Op& op) {
  const Slot& result = memory.data[0];
  ptx::Instruction mov = instruction;
  mov.opcode = "mov";
  mov.modifiers = {result.lane_bytes == 8 ? "b64" : "b32"};
  mov.operands[1] = {};
  mov.operands[1].kind = Operand::Kind::Integer;
  if (Result<void> r = decode_alu(context, mov, at, op); !r) return r;
  const auto offset = static_cast<std::uint32_t>(memory.address.offset);
  op.operands.src[0] =
      context.slots->parameter({{}, offset, memory.bytes, memory.sign}, result).offset;
  return {};
}

std::uint32_t add(const FunctionContext& context, MemoryOp& memory) {
  const Slot& slot = memory.data[0];
  memory.words = memory.bytes == 4 && memory.count == 1 && slot.used() && slot.lane_bytes == 4 &&
                 slot.bits == 32;
  context.code->memory.push_back(memory);
  return static_cast<std::uint32_t>(context.code->memory.size() - 1);
}

}  // namespace

Result<void> decode_load(const FunctionContext& context, const ptx::Instruction& instruction,
                         std::uint32_t at, Op& op) {
  if (instruction.operands.size() < 2) return bad_input("too few operands");
  Result<MemoryOp> memory = memory_op(context, instruction, instruction.operands[1]);
  if (!memory) return memory.error();
  std::vector<Operand> single;
  const std::vector<Operand>& elements = elements_of(instruction.operands[0], single);
  if (elements.size() != memory->count)
    return bad_input("a vector of another length than its operands");
  for (std::size_t i = 0; i < elements.size(); ++i) {
    Result<Slot> slot = destination_slot(context, elements[i]);
    if (!slot) return slot.error();
    memory->data[i] = *slot;
  }
  const bool parameter = is_kernel_parameter(context, *memory);
  const bool single_register =
      memory->count == 1 && memory->data[0].used() && elements[0].kind == Operand::Kind::Register;
  if (parameter && single_register && memory->data[0].bits > 1)
    return decode_parameter(context, instruction, *memory, at, op);
  op.kind = parameter ? HandlerKind::KernelParameter : HandlerKind::Load;
  op.detail = add(context, *memory);
  return {};
}

namespace {

const Operand* base_of(const ptx::Instruction& store) {
  const Operand& address = store.operands[0];
  return address.kind == Operand::Kind::Memory && !address.elements.empty() ? &address.elements[0]
                                                                            : nullptr;
}

// Compilers copy the padding behind a struct's last member as bytes of their own: whether this
// store of bytes has wider ones before it, at the same base in the same basic block.
bool may_be_padding(const FunctionContext& context, const ptx::Instruction& instruction,
                    std::uint32_t at) {
  const Operand* base = base_of(instruction);
  if (base == nullptr || ptx::size_in_bytes(memory_modifiers(instruction).type) != 1) return false;
  const flow::BasicBlock& block = context.flow.blocks[context.flow.block_of[at]];
  for (std::uint32_t i = block.begin; i < block.end; ++i) {
    const ptx::Instruction& other = context.function->body[i];
    if (other.opcode != "st" || other.operands.size() < 2 || base_of(other) == nullptr) continue;
    const Operand& place = *base_of(other);
    if (place.kind == base->kind && place.index == base->index &&
        other.operands[0].offset < instruction.operands[0].offset &&
        ptx::size_in_bytes(memory_modifiers(other).type) > 1)
      return true;
  }
  return false;
}

}  // namespace

Result<void> decode_store(const FunctionContext& context, const ptx::Instruction& instruction,
                          std::uint32_t at, Op& op) {
  if (instruction.operands.size() < 2) return bad_input("too few operands");
  Result<MemoryOp> memory = memory_op(context, instruction, instruction.operands[0]);
  if (!memory) return memory.error();
  std::vector<Operand> single;
  const std::vector<Operand>& elements = elements_of(instruction.operands[1], single);
  if (elements.size() != memory->count)
    return bad_input("a vector of another length than its operands");
  const ptx::Type type = memory_modifiers(instruction).type;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    Result<Slot> slot = source_slot(context, elements[i], type);
    if (!slot) return slot.error();
    memory->data[i] = *slot;
  }
  if (Result<void> r =
          fill_barrier(context, instruction, 2, memory->tells_barrier, memory->barrier);
      !r)
    return r;
  memory->padding = may_be_padding(context, instruction, at);
  op.kind = HandlerKind::Store;
  op.detail = add(context, *memory);
  return {};
}

namespace {

bool is_one(const Operand& operand) {
  return operand.kind == Operand::Kind::Integer && operand.bits == 1;
}

// The value written in the same basic block by `mov d, 1` and not since: the compiler puts the
// constant 1 of an atomicAdd into a register.
bool holds_one(const FunctionContext& context, const Operand& operand, std::uint32_t at) {
  if (is_one(operand)) return true;
  if (operand.kind != Operand::Kind::Register) return false;
  std::size_t writes = 0;
  bool one = false;
  for (const ptx::Instruction& i : context.function->body) {
    for (const flow::RegisterUse& use : flow::register_uses(i)) {
      if (!use.written() || use.reg != operand.index) continue;
      ++writes;
      one = i.opcode == "mov" && !i.has_guard && i.operands.size() == 2 && is_one(i.operands[1]);
    }
  }
  return writes == 1 && one && at < context.function->body.size();
}

Result<void> fill_compared(const FunctionContext& context, const Operand& operand,
                           AtomicOp& atomic) {
  std::vector<Operand> single;
  const std::vector<Operand>& c = elements_of(operand, single);
  if (c.size() != (atomic.wide ? 2 : 1)) return bad_input("its operands");
  for (std::size_t i = 0; i < c.size(); ++i) {
    Result<Slot> slot = source_slot(context, c[i], atomic.type);
    if (!slot) return slot.error();
    (i == 0 ? atomic.c : atomic.c_upper) = *slot;
  }
  return {};
}

Result<void> fill_results(const FunctionContext& context, const Operand& operand,
                          AtomicOp& atomic) {
  std::vector<Operand> single;
  const std::vector<Operand>& results = elements_of(operand, single);
  for (std::size_t i = 0; i < results.size() && i < kMaxVector; ++i) {
    Result<Slot> slot = destination_slot(context, results[i]);
    if (!slot) return slot.error();
    atomic.result[i] = *slot;
  }
  return {};
}

Result<void> fill_atomic_operands(const FunctionContext& context,
                                  const ptx::Instruction& instruction, std::uint32_t at,
                                  AtomicOp& atomic) {
  const bool returns = instruction.opcode == "atom";
  const bool compares = atomic.kind == AtomicKind::Cas;
  const std::size_t first = returns ? 2 : 1;
  if (instruction.operands.size() <= first + (compares ? 1 : 0))
    return bad_input("too few operands");
  std::vector<Operand> single;
  const std::vector<Operand>& b = elements_of(instruction.operands[first], single);
  if (b.size() != atomic.count) return bad_input("a vector of another length than its operands");
  for (std::size_t i = 0; i < b.size(); ++i) {
    Result<Slot> slot = source_slot(context, b[i], atomic.type);
    if (!slot) return slot.error();
    atomic.b[i] = *slot;
  }
  if (compares) {
    if (auto filled = fill_compared(context, instruction.operands[first + 1], atomic); !filled)
      return filled;
  }
  atomic.result_unused = !returns || !context.live.result_used[at];
  if (returns) {
    if (auto filled = fill_results(context, instruction.operands[0], atomic); !filled)
      return filled;
  }
  const bool integer = atomic.type == ptx::Type::U32 || atomic.type == ptx::Type::S32;
  atomic.adds_one = atomic.kind == AtomicKind::Add && integer && atomic.count == 1 &&
                    atomic.result_unused && holds_one(context, b[0], at);
  return {};
}

}  // namespace

Result<void> decode_atomic(const FunctionContext& context, const ptx::Instruction& instruction,
                           std::uint32_t at, Op& op) {
  const MemoryModifiers modifiers = memory_modifiers(instruction);
  if (!modifiers.unknown.empty()) return bad_input(fmt::format("modifier .{}", modifiers.unknown));
  AtomicOp atomic;
  atomic.kind = modifiers.atomic;
  atomic.type = modifiers.type;
  atomic.bytes = static_cast<std::uint8_t>(ptx::size_in_bytes(modifiers.type));
  atomic.count = modifiers.vector;
  atomic.order = modifiers.order;
  atomic.wide = modifiers.type == ptx::Type::B128 && modifiers.vector == 1 &&
                (atomic.kind == AtomicKind::Exch || atomic.kind == AtomicKind::Cas);
  if (atomic.wide) {
    atomic.type = ptx::Type::B64;
    atomic.bytes = 8;
    atomic.count = 2;
  } else {
    atomic.function =
        modifiers.has_atomic ? atomic_function(modifiers.atomic, modifiers.type) : nullptr;
    if (atomic.function == nullptr) return bad_input("its operation on this type");
  }
  const std::size_t where = instruction.opcode == "atom" ? 1 : 0;
  if (instruction.operands.size() <= where) return bad_input("too few operands");
  Result<AddressOperand> address =
      address_operand(context, instruction.operands[where], modifiers.space);
  if (!address) return address.error();
  atomic.address = *address;
  if (Result<void> r = fill_atomic_operands(context, instruction, at, atomic); !r) return r;
  if (Result<void> r = fill_barrier(context, instruction, 2, atomic.tells_barrier, atomic.barrier);
      !r)
    return r;
  op.kind = HandlerKind::Atomic;
  op.detail = static_cast<std::uint32_t>(context.code->atomics.size());
  context.code->atomics.push_back(atomic);
  return {};
}

namespace {

// The copy is done when it is issued; who may read it is another question (sim/hazards).
Result<void> decode_copy_group(const ptx::Instruction& instruction, Op& op) {
  op.kind = HandlerKind::CopyGroup;
  op.detail = kWaitForAllCopies;
  if (has_modifier(instruction, "commit_group")) op.detail = kCommitCopies;
  if (!has_modifier(instruction, "wait_group")) return {};
  if (instruction.operands.empty() || instruction.operands[0].kind != Operand::Kind::Integer)
    return bad_input("its operands");
  op.detail = static_cast<std::uint32_t>(instruction.operands[0].bits);
  return {};
}

}  // namespace

// PTX ISA 9.7.9.25.3 (cp.async): up to 16 bytes a thread.
Result<void> decode_cp(const FunctionContext& context, const ptx::Instruction& instruction,
                       std::uint32_t at, Op& op) {
  if (has_modifier(instruction, "mbarrier")) return decode_mbarrier(context, instruction, at, op);
  if (has_modifier(instruction, "commit_group") || has_modifier(instruction, "wait_group") ||
      has_modifier(instruction, "wait_all")) {
    return decode_copy_group(instruction, op);
  }
  if (has_modifier(instruction, "bulk")) return decode_bulk(context, instruction, at, op);
  if (!has_modifier(instruction, "async")) return bad_input("its operation");
  if (instruction.operands.size() < 3) return bad_input("too few operands");
  AsyncCopyOp copy;
  Result<AddressOperand> to = address_operand(context, instruction.operands[0], ptx::Space::Shared);
  if (!to) return to.error();
  Result<AddressOperand> from =
      address_operand(context, instruction.operands[1], ptx::Space::Global);
  if (!from) return from.error();
  copy.to = *to;
  copy.from = *from;
  const Operand& size = instruction.operands[2];
  if (size.kind != Operand::Kind::Integer ||
      (size.bits != 4 && size.bits != 8 && size.bits != 16)) {
    return bad_input("its size");
  }
  copy.bytes = static_cast<std::uint8_t>(size.bits);
  copy.past_l1 = has_modifier(instruction, "cg");
  // src-size or ignore-src, then the policy of a hint.
  const std::size_t most = has_modifier(instruction, "L2::cache_hint") ? 4 : 3;
  if (instruction.operands.size() > most) {
    const Operand& fewer = instruction.operands[3];
    const bool ignores = fewer.kind == Operand::Kind::Register &&
                         context.function->registers[fewer.index].type == ptx::Type::Pred;
    Result<Slot> slot = source_slot(context, fewer, ignores ? ptx::Type::Pred : ptx::Type::U32);
    if (!slot) return slot.error();
    (ignores ? copy.ignores : copy.source_bytes) = *slot;
  }
  op.kind = HandlerKind::AsyncCopy;
  op.detail = static_cast<std::uint32_t>(context.code->copies.size());
  context.code->copies.push_back(copy);
  return {};
}

Result<void> decode_cluster(const FunctionContext& context, const ptx::Instruction& instruction,
                            std::uint32_t /*at*/, Op& op) {
  BlockOfClusterOp block;
  block.maps = instruction.opcode == "mapa";
  block.generic = !has_modifier(instruction, "shared::cluster");
  if (instruction.operands.size() < (block.maps ? 3 : 2)) return bad_input("its operands");
  const Result<Slot> result = destination_slot(context, instruction.operands[0]);
  if (!result) return result.error();
  const Result<Slot> address =
      source_slot(context, instruction.operands[1], last_type(instruction));
  if (!address) return address.error();
  block.result = *result;
  block.address = *address;
  if (block.maps) {
    const Result<Slot> rank = source_slot(context, instruction.operands[2], ptx::Type::U32);
    if (!rank) return rank.error();
    block.rank = *rank;
  }
  op.kind = HandlerKind::BlockOfCluster;
  op.detail = static_cast<std::uint32_t>(context.code->blocks_of_cluster.size());
  context.code->blocks_of_cluster.push_back(block);
  return {};
}

// cvta{.to}.space d, a;  isspacep.space p, a.
Result<void> decode_space(const FunctionContext& context, const ptx::Instruction& instruction,
                          std::uint32_t at, Op& op) {
  if (instruction.operands.size() != 2) return bad_input("its operands");
  SpaceOp space;
  space.space = memory_modifiers(instruction).space;
  space.to_space = has_modifier(instruction, "to");
  space.in_function = !context.is_kernel();
  space.of_cluster = has_modifier(instruction, "shared::cluster");
  Result<Slot> result = destination_slot(context, instruction.operands[0]);
  if (!result) return result.error();
  space.result = *result;
  const Operand& source = instruction.operands[1];
  if (source.kind == Operand::Kind::LocalVariable && in_frame(context, source.index)) {
    if (instruction.opcode != "cvta" || space.to_space)
      return bad_input("the address of a local variable as an operand");
    op.kind = HandlerKind::FrameAddress;
    op.detail = static_cast<std::uint32_t>(context.code->frame_addresses.size());
    context.code->frame_addresses.push_back(
        {space.result,
         static_cast<std::uint32_t>(context.variable_offset[source.index] + source.offset), true});
    return {};
  }
  const bool kernel_parameter =
      source.kind == Operand::Kind::LocalVariable && space.space == ptx::Space::Param;
  Result<Slot> value = source_slot(context, source, ptx::Type::B64);
  if (!value) return value.error();
  space.value = *value;
  const bool arena = space.space == ptx::Space::Global || space.space == ptx::Space::Const;
  if (instruction.opcode == "cvta" && arena && !kernel_parameter &&
      source.kind == Operand::Kind::Register && space.value.lane_bytes == 8) {
    // Global and constant addresses are their own generic addresses.
    ptx::Instruction mov = instruction;
    mov.opcode = "mov";
    mov.modifiers = {"u64"};
    return decode_alu(context, mov, at, op);
  }
  op.kind = instruction.opcode == "cvta" ? HandlerKind::ChangeSpace : HandlerKind::IsSpace;
  op.detail = static_cast<std::uint32_t>(context.code->spaces.size());
  context.code->spaces.push_back(space);
  return {};
}

}  // namespace lanescope::code
