#include "sim/cubin/function_attributes.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "sim/cubin/attributes.hpp"
#include "sim/cubin/control.hpp"

namespace lanescope::cubin {
namespace {

constexpr std::uint32_t kUnbounded = 0xffffffff;  // the stack of a kernel that calls itself

void read_size(const AttributeRecord& record, std::map<std::uint32_t, FunctionSizes>& sizes) {
  const auto symbol = record.word(0), value = record.word(1);
  if (!symbol || !value) return;
  FunctionSizes& function = sizes[*symbol];
  if (record.attribute == Attribute::RegCount) function.registers = value;
  if (record.attribute == Attribute::FrameSize) function.frame_bytes = value.value_or(0);
  if (record.attribute == Attribute::MinStackSize && value != kUnbounded)
    function.stack_bytes = value;
}

bool in_text(const FunctionCode& function, std::uint32_t offset) {
  return offset < function.text.size() && offset % kInstructionBytes == 0;
}

void read_parameter(const AttributeRecord& record, FunctionCode& function) {
  const auto ordinal = value_at<std::uint16_t>(record.value, 4);
  const auto offset = value_at<std::uint16_t>(record.value, 6);
  const auto flags = record.word(2);
  if (!ordinal || !offset || !flags) return;
  const bool wide = record.attribute == Attribute::KparamInfoV2;
  function.parameters.push_back({*ordinal, *offset, wide ? *flags & 0xffffU : *flags >> 18U});
}

void read_parameter_block(const AttributeRecord& record, FunctionCode& function) {
  const auto base = value_at<std::uint16_t>(record.value, 4);
  const auto size = value_at<std::uint16_t>(record.value, 6);
  if (!base || !size) return;
  function.parameter_base = *base;
  function.parameter_bytes = *size;
}

void read_places(const AttributeRecord& record, const FunctionCode& function,
                 std::vector<std::uint32_t>& places) {
  for (std::size_t i = 0; i < record.words(); ++i) {
    if (in_text(function, *record.word(i))) places.push_back(*record.word(i));
  }
}

// For each branch its place, a word of zeros, the number of its targets, and these.
void read_branches(const AttributeRecord& record, FunctionCode& function) {
  constexpr std::size_t kHead = 3;
  std::size_t at = 0;
  while (const auto count = record.word(at + kHead - 1)) {
    if (*count > record.words() - at - kHead) return;
    IndirectBranch branch{*record.word(at), {}};
    for (std::size_t i = 0; i < *count; ++i) {
      const std::uint32_t target = *record.word(at + kHead + i);
      if (in_text(function, target)) branch.targets.push_back(target);
    }
    if (in_text(function, branch.offset)) function.indirect_branches.push_back(std::move(branch));
    at += kHead + *count;
  }
}

void read_shape(const AttributeRecord& record, std::array<std::uint32_t, 3>& shape) {
  for (std::size_t i = 0; i < shape.size(); ++i) shape[i] = record.word(i).value_or(0);
}

void read_attribute(const AttributeRecord& record, FunctionCode& function) {
  switch (record.attribute) {
    case Attribute::KparamInfo:
    case Attribute::KparamInfoV2:
      return read_parameter(record, function);
    case Attribute::ParamCbank:
      return read_parameter_block(record, function);
    case Attribute::ExitInstrOffsets:
      return read_places(record, function, function.exits);
    case Attribute::SyscallOffsets:
      return read_places(record, function, function.system_calls);
    case Attribute::IndirectBranchTargets:
      return read_branches(record, function);
    case Attribute::CtaPerCluster:
      return read_shape(record, function.cluster);
    case Attribute::MaxThreads:
      return read_shape(record, function.max_threads);
    case Attribute::NumBarriers:
      function.barriers = record.small & 0xffU;
      return;
    case Attribute::RegCount:
    case Attribute::FrameSize:
    case Attribute::MinStackSize:
      return;  // in .nv.info
  }
}

}  // namespace

std::map<std::uint32_t, FunctionSizes> function_sizes(const ElfFile& elf) {
  std::map<std::uint32_t, FunctionSizes> sizes;
  if (const ElfFile::Section* info = elf.section(".nv.info")) {
    each_attribute(info->data, [&](const AttributeRecord& record) { read_size(record, sizes); });
  }
  return sizes;
}

void read_attributes(const ElfFile::Section& info, FunctionCode& function) {
  each_attribute(info.data,
                 [&](const AttributeRecord& record) { read_attribute(record, function); });
  std::erase_if(function.parameters,
                [&](const Parameter& p) { return p.offset + p.size > function.parameter_bytes; });
  std::ranges::stable_sort(function.parameters, {}, &Parameter::ordinal);
}

}  // namespace lanescope::cubin
