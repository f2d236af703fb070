#include <array>
#include <cstddef>
#include <string>

#include <fmt/core.h>

#include "sim/code/decode_context.hpp"

namespace lanescope::code {
namespace {

using ptx::Operand;

Reconvergence reconvergence_of(const FunctionContext& context, std::uint32_t at) {
  const flow::ControlFlow& flow = context.flow;
  const std::uint32_t block = flow.block_of[at];
  const auto pc = [&](std::uint32_t position) {
    return position == ptx::kNone ? kNoTarget : context.pc_of(position);
  };
  const std::uint32_t scope = flow.scope_of[block];
  return {pc(flow.join_of[block]), pc(flow.reconvergence_of[block]),
          scope == flow::kNoLoop ? kNoTarget : context.first_loop + scope};
}

}  // namespace

Result<void> decode_bra(const FunctionContext& context, const ptx::Instruction& instruction,
                        std::uint32_t at, Op& op) {
  const std::vector<std::uint32_t> targets = flow::branch_targets(*context.function, instruction);
  if (targets.size() != 1) return bad_input("a branch without a target");
  BranchOp branch;
  branch.target = context.pc_of(targets[0]);
  branch.conditional = instruction.has_guard;
  if (branch.conditional) branch.reconvergence = reconvergence_of(context, at);
  op.kind = HandlerKind::Branch;
  op.detail = static_cast<std::uint32_t>(context.code->branches.size());
  context.code->branches.push_back(branch);
  return {};
}

Result<void> decode_brx(const FunctionContext& context, const ptx::Instruction& instruction,
                        std::uint32_t at, Op& op) {
  if (instruction.operands.empty()) return bad_input("its operands");
  IndexedBranchOp branch;
  for (std::uint32_t target : flow::branch_targets(*context.function, instruction)) {
    branch.targets.push_back(context.pc_of(target));
  }
  Result<Slot> index = source_slot(context, instruction.operands[0], ptx::Type::U32);
  if (!index) return index.error();
  branch.index = *index;
  branch.reconvergence = reconvergence_of(context, at);
  op.kind = HandlerKind::IndexedBranch;
  op.detail = static_cast<std::uint32_t>(context.code->indexed_branches.size());
  context.code->indexed_branches.push_back(std::move(branch));
  return {};
}

namespace {

Result<CallOp::Copy> call_copy(const FunctionContext& context, const Operand& operand,
                               bool result) {
  CallOp::Copy copy;
  if (operand.kind == Operand::Kind::LocalVariable &&
      operand.index < context.function->variables.size() && in_frame(context, operand.index)) {
    copy.from = context.variable_offset[operand.index];
    copy.size = static_cast<std::uint32_t>(context.function->variables[operand.index].size);
    return copy;
  }
  Result<Slot> slot =
      result ? destination_slot(context, operand) : source_slot(context, operand, ptx::Type::B64);
  if (!slot) return slot.error();
  copy.slot = *slot;
  copy.size = slot->lane_bytes;
  return copy;
}

struct BuiltinName {
  std::string_view name;
  Builtin what;
};
// Functions of libcudadevrt, without the beginning that they share (cuda_device_runtime_api.h).
constexpr std::array kDeviceRuntime{
    BuiltinName{"GetParameterBufferV2", Builtin::GetParameterBuffer},
    BuiltinName{"LaunchDeviceV2", Builtin::LaunchDevice},
    BuiltinName{"LaunchDeviceV2_ptsz", Builtin::LaunchDevice},
    BuiltinName{"GetLastError", Builtin::GetLastError},
    BuiltinName{"PeekAtLastError", Builtin::PeekAtLastError},
    BuiltinName{"GetErrorString", Builtin::GetErrorString},
    BuiltinName{"StreamCreateWithFlags", Builtin::CreateHandle},
    BuiltinName{"EventCreateWithFlags", Builtin::CreateHandle},
    BuiltinName{"GetDevice", Builtin::GetDevice},
    BuiltinName{"GetDeviceCount", Builtin::GetDeviceCount},
    BuiltinName{"StreamDestroy", Builtin::Succeed},
    BuiltinName{"StreamWaitEvent", Builtin::Succeed},
    BuiltinName{"StreamWaitEvent_ptsz", Builtin::Succeed},
    BuiltinName{"EventRecord", Builtin::Succeed},
    BuiltinName{"EventRecord_ptsz", Builtin::Succeed},
    BuiltinName{"EventRecordWithFlags", Builtin::Succeed},
    BuiltinName{"EventRecordWithFlags_ptsz", Builtin::Succeed},
    BuiltinName{"EventDestroy", Builtin::Succeed},
};

Builtin device_runtime(std::string_view name) {
  for (const std::string_view begin : {"__cudaCDP2", "cuda"}) {
    if (!name.starts_with(begin)) continue;
    for (const BuiltinName& each : kDeviceRuntime) {
      if (name.substr(begin.size()) == each.name) return each.what;
    }
  }
  return Builtin::None;
}

Builtin builtin(std::string_view name) {
  if (name == "vprintf") return Builtin::Printf;
  if (name == "__assertfail") return Builtin::AssertFail;
  if (name == "malloc") return Builtin::Malloc;
  if (name == "free") return Builtin::Free;
  return device_runtime(name);
}

Result<void> call_target(const FunctionContext& context, const Operand& operand, CallOp& call) {
  if (operand.kind != Operand::Kind::Function) {
    Result<Slot> target = source_slot(context, operand, ptx::Type::B64);
    if (!target) return target.error();
    call.target = *target;
    return {};
  }
  call.name = operand.name;
  if (operand.index != ptx::kNone) {
    const ptx::Function& function = context.module->functions[operand.index];
    call.name = function.name;
    call.callee = (*context.code_index_of_function)[operand.index];
  }
  if (call.callee == kNoTarget) call.builtin = builtin(call.name);
  if (call.callee == kNoTarget && call.builtin == Builtin::None) {
    return bad_input(fmt::format("a call of {}, which has no body here", call.name));
  }
  return {};
}

// Pairs the caller's areas with the callee's formal ones, in order.
void pair_areas(const FunctionContext& context, CallOp& call) {
  if (call.callee == kNoTarget) return;
  const FunctionCode& callee = context.code->functions[call.callee];
  const auto pair = [](std::vector<CallOp::Copy>& copies,
                       const std::vector<FunctionCode::Area>& areas) {
    for (std::size_t i = 0; i < copies.size() && i < areas.size(); ++i) {
      copies[i].to = areas[i].offset;
      copies[i].size = std::min(copies[i].size, areas[i].size);
    }
  };
  pair(call.arguments, callee.parameters);
  pair(call.results, callee.results);
}

}  // namespace

// call (results), target, (arguments), prototype; every list is optional (PTX ISA 9.7.12.4).
Result<void> decode_call(const FunctionContext& context, const ptx::Instruction& instruction,
                         std::uint32_t /*at*/, Op& op) {
  CallOp call;
  bool target_seen = false;
  for (const Operand& operand : instruction.operands) {
    if (operand.kind == Operand::Kind::CallPrototype ||
        operand.kind == Operand::Kind::BranchTargets)
      continue;
    if (operand.kind == Operand::Kind::List) {
      for (const Operand& element : operand.elements) {
        Result<CallOp::Copy> copy = call_copy(context, element, !target_seen);
        if (!copy) return copy.error();
        (target_seen ? call.arguments : call.results).push_back(*copy);
      }
    } else if (!target_seen) {
      target_seen = true;
      if (Result<void> r = call_target(context, operand, call); !r) return r;
    }
  }
  if (!target_seen) return bad_input("a call without a target");
  pair_areas(context, call);
  op.kind = HandlerKind::Call;
  op.detail = static_cast<std::uint32_t>(context.code->calls.size());
  context.code->calls.push_back(std::move(call));
  return {};
}

namespace {

// A fence that orders earlier accesses before later ones (PTX ISA 9.7.13.4); .acquire orders only
// what comes after it, .proxy and .mbarrier_init other things.
bool releases(const ptx::Instruction& instruction) {
  if (instruction.opcode == "membar") return !has_modifier(instruction, "proxy");
  return instruction.opcode == "fence" && !has_modifier(instruction, "acquire") &&
         (has_modifier(instruction, "cta") || has_modifier(instruction, "cluster") ||
          has_modifier(instruction, "gpu") || has_modifier(instruction, "sys"));
}

}  // namespace

Result<void> decode_plain(const FunctionContext& context, const ptx::Instruction& instruction,
                          std::uint32_t at, Op& op) {
  const std::string& opcode = instruction.opcode;
  if (opcode == "ret") {
    op.kind = context.is_kernel() ? HandlerKind::Exit : HandlerKind::Return;
  } else if (opcode == "exit") {
    op.kind = HandlerKind::Exit;
  } else if (opcode == "trap") {
    op.kind = HandlerKind::Trap;
  } else if (opcode == "nanosleep") {
    op.kind = HandlerKind::Sleep;
  } else if (opcode == "activemask") {
    if (instruction.operands.empty()) return bad_input("its operands");
    Result<Slot> result = destination_slot(context, instruction.operands[0]);
    if (!result) return result.error();
    op.kind = HandlerKind::ActiveMask;
    op.operands.dst = result->offset;
  } else if (opcode == "createpolicy") {
    if (instruction.operands.empty()) return bad_input("its operands");
    ptx::Operand zero;
    zero.kind = Operand::Kind::Integer;
    ptx::Instruction mov = instruction;
    mov.opcode = "mov";
    mov.modifiers = {"b64"};
    mov.operands = {instruction.operands[0], zero};
    return decode_alu(context, mov, at, op);
  } else if (releases(instruction)) {
    const bool narrow = has_modifier(instruction, "cta");
    op.kind = HandlerKind::Fence;
    op.detail = static_cast<std::uint32_t>(narrow ? hazards::Scope::Cta : hazards::Scope::Gpu);
    if (has_modifier(instruction, "cluster")) op.detail = kFenceOfCluster;
  } else {
    op.kind = HandlerKind::Nop;
  }
  return {};
}

namespace {

struct Entry {
  std::string_view opcode;
  DecodeFunction decode;
};
constexpr std::array kDecoders{
    Entry{"mov", decode_mov},
    Entry{"ld", decode_load},
    Entry{"ldu", decode_load},
    Entry{"st", decode_store},
    Entry{"atom", decode_atomic},
    Entry{"red", decode_atomic},
    Entry{"cp", decode_cp},
    Entry{"cvta", decode_space},
    Entry{"isspacep", decode_space},
    Entry{"bra", decode_bra},
    Entry{"brx", decode_brx},
    Entry{"call", decode_call},
    Entry{"alloca", decode_stack},
    Entry{"stacksave", decode_stack},
    Entry{"stackrestore", decode_stack},
    Entry{"ret", decode_plain},
    Entry{"exit", decode_plain},
    Entry{"trap", decode_plain},
    Entry{"brkpt", decode_plain},
    Entry{"nanosleep", decode_plain},
    Entry{"membar", decode_plain},
    Entry{"fence", decode_plain},
    Entry{"prefetch", decode_plain},
    Entry{"prefetchu", decode_plain},
    Entry{"discard", decode_plain},
    Entry{"applypriority", decode_plain},
    Entry{"createpolicy", decode_plain},
    Entry{"pmevent", decode_plain},
    Entry{"griddepcontrol", decode_plain},
    Entry{"setmaxnreg", decode_plain},
    Entry{"activemask", decode_plain},
    Entry{"bar", decode_barrier},
    Entry{"barrier", decode_barrier},
    Entry{"mbarrier", decode_mbarrier},
    Entry{"shfl", decode_warp_sync},
    Entry{"vote", decode_warp_sync},
    Entry{"match", decode_warp_sync},
    Entry{"redux", decode_warp_sync},
    Entry{"elect", decode_warp_sync},
    Entry{"mma", decode_matrix},
    Entry{"wmma", decode_matrix},
    Entry{"mapa", decode_cluster},
    Entry{"getctarank", decode_cluster},
    Entry{"tex", decode_texture},
    Entry{"tld4", decode_texture},
    Entry{"txq", decode_texture},
    Entry{"suld", decode_texture},
    Entry{"sust", decode_texture},
    Entry{"suq", decode_texture},
    Entry{"ldmatrix", decode_matrix_rows},
    Entry{"stmatrix", decode_matrix_rows},
    Entry{"movmatrix", decode_movmatrix},
};

}  // namespace

DecodeFunction find_decoder(std::string_view opcode) {
  for (const Entry& entry : kDecoders) {
    if (entry.opcode == opcode) return entry.decode;
  }
  return nullptr;
}

}  // namespace lanescope::code
