#include <array>
#include <bit>
#include <cstddef>
#include <utility>

#include <fmt/core.h>

#include "sim/code/decode_context.hpp"

namespace lanescope::code {
namespace {

using ptx::Operand;

struct SpecialName {
  std::string_view name;
  Special what;
};
// PTX ISA 10 (special registers). One device of one SM.
constexpr std::array kSpecials{
    SpecialName{"tid.x", Special::TidX},
    SpecialName{"tid.y", Special::TidY},
    SpecialName{"tid.z", Special::TidZ},
    SpecialName{"ntid.x", Special::NtidX},
    SpecialName{"ntid.y", Special::NtidY},
    SpecialName{"ntid.z", Special::NtidZ},
    SpecialName{"ctaid.x", Special::CtaidX},
    SpecialName{"ctaid.y", Special::CtaidY},
    SpecialName{"ctaid.z", Special::CtaidZ},
    SpecialName{"nctaid.x", Special::NctaidX},
    SpecialName{"nctaid.y", Special::NctaidY},
    SpecialName{"nctaid.z", Special::NctaidZ},
    SpecialName{"laneid", Special::LaneId},
    SpecialName{"warpid", Special::WarpId},
    SpecialName{"nwarpid", Special::NumberOfWarps},
    SpecialName{"lanemask_eq", Special::LaneMaskEq},
    SpecialName{"lanemask_le", Special::LaneMaskLe},
    SpecialName{"lanemask_lt", Special::LaneMaskLt},
    SpecialName{"lanemask_ge", Special::LaneMaskGe},
    SpecialName{"lanemask_gt", Special::LaneMaskGt},
    SpecialName{"smid", Special::SmId},
    SpecialName{"nsmid", Special::NumberOfSms},
    SpecialName{"gridid", Special::GridId},
    SpecialName{"total_smem_size", Special::TotalSharedBytes},
    SpecialName{"aggr_smem_size", Special::TotalSharedBytes},
    SpecialName{"dynamic_smem_size", Special::DynamicSharedBytes},
    SpecialName{"WARP_SZ", Special::WarpSize},
    SpecialName{"envreg1", Special::WorkspaceHigh},
    SpecialName{"envreg2", Special::WorkspaceLow},
    SpecialName{"clusterid.x", Special::ClusterX},
    SpecialName{"clusterid.y", Special::ClusterY},
    SpecialName{"clusterid.z", Special::ClusterZ},
    SpecialName{"nclusterid.x", Special::NumberOfClustersX},
    SpecialName{"nclusterid.y", Special::NumberOfClustersY},
    SpecialName{"nclusterid.z", Special::NumberOfClustersZ},
    SpecialName{"cluster_ctaid.x", Special::BlockInClusterX},
    SpecialName{"cluster_ctaid.y", Special::BlockInClusterY},
    SpecialName{"cluster_ctaid.z", Special::BlockInClusterZ},
    SpecialName{"cluster_nctaid.x", Special::BlocksOfClusterX},
    SpecialName{"cluster_nctaid.y", Special::BlocksOfClusterY},
    SpecialName{"cluster_nctaid.z", Special::BlocksOfClusterZ},
    SpecialName{"cluster_ctarank", Special::RankInCluster},
    SpecialName{"cluster_nctarank", Special::BlocksOfCluster},
    SpecialName{"is_explicit_cluster", Special::IsExplicitCluster},
};

// Bits of a constant as the slot of `type` holds them: narrow values zero-extended.
std::uint64_t constant_bits(const Operand& operand, ptx::Type type) {
  std::uint64_t bits = operand.bits;
  if (operand.kind == Operand::Kind::Float && operand.type == ptx::Type::F64 &&
      type == ptx::Type::F32) {
    return std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(bits)));
  }
  if (operand.kind == Operand::Kind::Float && operand.type == ptx::Type::F32 &&
      type == ptx::Type::F64) {
    return std::bit_cast<std::uint64_t>(
        static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits))));
  }
  if (type == ptx::Type::Pred) return bits != 0 ? 0xffffffffU : 0U;
  const int size = ptx::size_in_bytes(type);
  if (size > 0 && size < 8) bits &= (std::uint64_t{1} << (8 * size)) - 1;
  return bits;
}

Result<Slot> variable_slot(const FunctionContext& context, const Operand& operand,
                           std::uint8_t bytes) {
  const auto offset = static_cast<std::uint64_t>(operand.offset);
  if (operand.kind == Operand::Kind::ModuleVariable) {
    if (operand.index >= context.module->variables.size()) return bad_input("an unknown variable");
    const std::uint32_t shared = context.code->shared_of_variable[operand.index];
    if (shared != ptx::kNone) return context.slots->constant(shared + offset, bytes);
    return context.slots->variable_address(operand.index, offset, bytes);
  }
  if (operand.index >= context.function->variables.size()) return bad_input("an unknown variable");
  if (in_frame(context, operand.index))
    return bad_input("the address of a local variable as an operand");
  return context.slots->constant(context.variable_offset[operand.index] + offset, bytes);
}

Result<Slot> special_slot(const FunctionContext& context, const Operand& operand,
                          std::uint8_t bytes) {
  for (const SpecialName& special : kSpecials) {
    if (special.name == operand.name) return context.slots->special(special.what, bytes);
  }
  const std::string_view name = operand.name;
  if (name == "reserved_smem_offset_begin" || name == "reserved_smem_offset_0" ||
      name == "reserved_smem_offset_1") {
    context.code->uses_reserved_shared = true;
    return context.slots->special(Special::ReservedShared, bytes);
  }
  if (name.starts_with("envreg") || name.starts_with("pm")) {
    return context.slots->special(Special::Zero, bytes);
  }
  return bad_input(fmt::format("the special register %{}", operand.name));
}

}  // namespace

bool has_modifier(const ptx::Instruction& instruction, std::string_view modifier) {
  for (const std::string& m : instruction.modifiers) {
    if (m == modifier) return true;
  }
  return false;
}

ptx::Type last_type(const ptx::Instruction& instruction) {
  for (std::size_t i = instruction.modifiers.size(); i-- > 0;) {
    const ptx::Type type = ptx::type_from_spelling(instruction.modifiers[i]);
    if (type != ptx::Type::None) return type;
  }
  return ptx::Type::None;
}

bool in_frame(const FunctionContext& context, std::uint32_t variable) {
  const ptx::Variable& v = context.function->variables[variable];
  if (v.space == ptx::Space::Local) return true;
  if (v.space != ptx::Space::Param && v.space != ptx::Space::Reg) return false;
  if (!context.is_kernel()) return true;
  for (std::uint32_t p : context.function->parameters) {
    if (p == variable) return false;
  }
  return true;
}

Result<Slot> source_slot(const FunctionContext& context, const Operand& operand, ptx::Type type) {
  const std::uint8_t bytes = lane_bytes(type);
  switch (operand.kind) {
    case Operand::Kind::Register:
      if (operand.index < context.registers.size() && context.registers[operand.index].used()) {
        return context.registers[operand.index];
      }
      return context.slots->constant(0, bytes);
    case Operand::Kind::Integer:
    case Operand::Kind::Float:
      return context.slots->constant(constant_bits(operand, type), bytes);
    case Operand::Kind::SpecialRegister:
      return special_slot(context, operand, bytes);
    case Operand::Kind::ModuleVariable:
    case Operand::Kind::LocalVariable:
      return variable_slot(context, operand, bytes);
    case Operand::Kind::Function:
      if (operand.index == ptx::kNone)
        return bad_input(fmt::format("the address of {}", operand.name));
      return context.slots->constant(kFunctionBase + 16 * std::uint64_t{operand.index}, bytes);
    default:
      return bad_input("an operand of this kind");
  }
}

Result<Slot> destination_slot(const FunctionContext& context, const Operand& operand) {
  if (operand.kind == Operand::Kind::Sink) return Slot{};
  if (operand.kind != Operand::Kind::Register || operand.index >= context.registers.size()) {
    return bad_input("a destination that is no register");
  }
  return context.registers[operand.index];
}

Result<AddressOperand> address_operand(const FunctionContext& context, const Operand& operand,
                                       ptx::Space space) {
  AddressOperand address;
  address.space = space;
  address.offset = operand.offset;
  const Operand& base = operand.kind == Operand::Kind::Memory && !operand.elements.empty()
                            ? operand.elements[0]
                            : operand;
  if (&base != &operand) address.offset += base.offset;
  if (base.kind == Operand::Kind::Integer) {
    address.offset += static_cast<std::int64_t>(base.bits);
    return address;
  }
  if (base.kind == Operand::Kind::LocalVariable &&
      base.index < context.function->variables.size()) {
    const bool frame = in_frame(context, base.index);
    address.base = frame ? AddressOperand::Base::Frame : AddressOperand::Base::Absolute;
    address.offset += context.variable_offset[base.index];
    if (frame && space == ptx::Space::Generic) address.space = ptx::Space::Local;
    return address;
  }
  Operand plain = base;
  plain.offset = 0;  // counted above
  Result<Slot> slot = source_slot(context, plain, ptx::Type::B64);
  if (!slot) return slot.error();
  address.base = AddressOperand::Base::Slot;
  address.slot = *slot;
  return address;
}

}  // namespace lanescope::code
