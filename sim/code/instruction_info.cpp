#include "sim/code/instruction_info.hpp"

#include <algorithm>

#include "sim/isa/operand_roles.hpp"

namespace lanescope::code {
namespace {

engine::Role role_of(isa::OperandRole role) {
  switch (role) {
    case isa::OperandRole::Read:
      return engine::Role::Read;
    case isa::OperandRole::Write:
      return engine::Role::Write;
    case isa::OperandRole::Address:
      return engine::Role::Address;
    case isa::OperandRole::Guard:
      return engine::Role::Guard;
  }
  return engine::Role::Read;
}

// What a store stores stands last, the result of everything else first.
std::uint32_t register_about(const ptx::Instruction& instruction) {
  if (instruction.operands.empty()) return ptx::kNone;
  const bool stores = instruction.opcode == "st" || instruction.opcode == "red";
  const ptx::Operand& operand = stores ? instruction.operands.back() : instruction.operands.front();
  return operand.kind == ptx::Operand::Kind::Register ? operand.index : ptx::kNone;
}

}  // namespace

Unit unit_of(const Op& op, const ptx::Instruction& instruction) {
  switch (op.kind) {
    case HandlerKind::Alu:
    case HandlerKind::AluConvert:
      return instruction.opcode == "mov" || instruction.opcode == "ld" ? Unit::Move : Unit::Alu;
    case HandlerKind::KernelParameter:
    case HandlerKind::FrameAddress:
    case HandlerKind::ChangeSpace:
    case HandlerKind::IsSpace:
    case HandlerKind::BlockOfCluster:
    case HandlerKind::Clock:
    case HandlerKind::ActiveMask:
      return Unit::Move;
    case HandlerKind::Load:
    case HandlerKind::Store:
    case HandlerKind::AsyncCopy:
    case HandlerKind::BulkCopy:
    case HandlerKind::MatrixMove:
    case HandlerKind::Texture:
      return Unit::Memory;
    case HandlerKind::Atomic:
      return Unit::Atomic;
    case HandlerKind::Branch:
    case HandlerKind::IndexedBranch:
    case HandlerKind::Exit:
      return Unit::Branch;
    case HandlerKind::Call:
    case HandlerKind::Return:
      return Unit::Call;
    case HandlerKind::Barrier:
    case HandlerKind::ClusterBarrier:
      return Unit::Barrier;
    case HandlerKind::WarpSync:
      return Unit::WarpSync;
    case HandlerKind::Fence:
    case HandlerKind::CopyGroup:
      return Unit::Fence;
    default:
      return Unit::System;
  }
}

void add_operands(const ptx::Instruction& instruction,
                  const std::vector<std::uint32_t>& register_index, engine::InstructionInfo& info) {
  const auto place = [&](std::uint32_t reg) {
    return reg < register_index.size() ? register_index[reg] : engine::kNone;
  };
  info.about = place(register_about(instruction));
  for (const isa::RegisterUse& use : isa::register_uses(instruction)) {
    if (place(use.reg) == engine::kNone) continue;
    info.operands.push_back({place(use.reg), role_of(use.role)});
  }
}

engine::LaunchBounds bounds_of(const ptx::Function& kernel) {
  engine::LaunchBounds bounds;
  bounds.cluster = {kernel.cluster[0], kernel.cluster[1], kernel.cluster[2]};
  if (kernel.max_threads[0] == 0) return bounds;
  bounds.threads = 1;
  for (const std::uint32_t extent : kernel.max_threads) bounds.threads *= std::max(1U, extent);
  bounds.exactly = kernel.exact_threads;
  return bounds;
}

}  // namespace lanescope::code
