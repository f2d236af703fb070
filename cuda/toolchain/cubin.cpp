#include "cuda/toolchain/cubin.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include "cuda/toolchain/elf.hpp"

// The layout of `.nv.info` is not documented; it was read off cubins of ptxas 13.0 for sm_75 to
// sm_120 and agrees with what `ptxas -v` prints for them (tests/cuda).
namespace lanescope::cuda::toolchain {
namespace {

using Kernels = std::map<std::string, ports::toolchain::KernelResources>;

constexpr std::uint16_t kMachineCuda = 190;  // EM_CUDA
constexpr std::string_view kText = ".text.", kInfo = ".nv.info", kInfoOf = ".nv.info.";

enum class Attribute : std::uint8_t {
  FrameSize = 0x11,
  MinStackSize = 0x12,
  RegCount = 0x2f,
  NumBarriers = 0x4c,  // of the section's own kernel
};
// The stack of a kernel that calls itself.
constexpr std::uint32_t kUnboundedStack = 0xffffffff;
// How an attribute's value is stored; all others take the two bytes after the attribute.
constexpr std::uint8_t kSizedValue = 4, kByteValue = 2;

// From sm_90 on, shared memory begins with what the system reserves; those cubins hold this symbol.
constexpr std::string_view kReservedShared = ".nv.reservedSmem.offset0";
constexpr std::uint64_t kReservedSharedBytes = 1024;

int to_int(std::uint64_t value) {
  return static_cast<int>(std::min<std::uint64_t>(value, std::numeric_limits<std::int32_t>::max()));
}

struct InfoRecord {
  std::uint8_t format = 0, attribute = 0;
  std::uint16_t small = 0;           // the value, or its size
  std::span<const std::byte> value;  // of a sized one
};

// `.nv.info` holds records: one byte how the value is stored, one byte which attribute; then two
// bytes of value, or two bytes of size and a value of that size.
template <typename Visit>
void each_record(std::span<const std::byte> data, Visit visit) {
  std::uint64_t at = 0;
  while (const auto format = value_at<std::uint8_t>(data, at)) {
    const auto attribute = value_at<std::uint8_t>(data, at + 1);
    const auto small = value_at<std::uint16_t>(data, at + 2);
    if (!attribute || !small) return;
    at += 4;
    InfoRecord record{*format, *attribute, *small, {}};
    if (*format == kSizedValue) {
      if (at + *small > data.size()) return;
      record.value = data.subspan(at, *small);
      at += *small;
    }
    visit(record);
  }
}

// Values about a function begin with its symbol's index.
void read_attribute(const ElfFile& elf, const InfoRecord& record, Kernels& kernels) {
  if (record.format != kSizedValue || record.value.size() != 8) return;
  const auto symbol = value_at<std::uint32_t>(record.value, 0);
  const auto value = value_at<std::uint32_t>(record.value, 4);
  const auto kernel = kernels.find(std::string(elf.symbol_name(*symbol)));
  if (kernel == kernels.end()) return;
  ports::toolchain::KernelResources& resources = kernel->second;
  switch (static_cast<Attribute>(record.attribute)) {
    case Attribute::RegCount:
      resources.registers_per_thread = to_int(*value);
      break;
    case Attribute::FrameSize:
    case Attribute::MinStackSize:
      if (*value != kUnboundedStack)
        resources.local_bytes = std::max(resources.local_bytes, to_int(*value));
      break;
    case Attribute::NumBarriers:
      break;
  }
}

// `.nv.info.KERNEL` is about one kernel.
void read_own_attributes(const ElfFile::Section& section, Kernels& kernels) {
  const auto kernel = kernels.find(std::string(section.name.substr(kInfoOf.size())));
  if (kernel == kernels.end()) return;
  each_record(section.data, [&](const InfoRecord& record) {
    if (record.format == kByteValue &&
        record.attribute == static_cast<std::uint8_t>(Attribute::NumBarriers))
      kernel->second.barriers = record.small & 0xffU;
  });
}

std::uint64_t size_of(const ElfFile& elf, const std::string& section) {
  const ElfFile::Section* found = elf.section(section);
  return found == nullptr ? 0 : found->size;
}

}  // namespace

Result<std::map<std::string, ports::toolchain::KernelResources>> read_cubin(
    std::span<const std::byte> cubin) {
  const Result<ElfFile> elf = ElfFile::read(cubin);
  if (!elf) return elf.error();
  if (elf->machine() != kMachineCuda) return bad_input("this ELF file is not made for a GPU");
  const bool reserved = elf->has_symbol(kReservedShared);

  Kernels kernels;
  for (const ElfFile::Section& section : elf->sections()) {
    if (!section.name.starts_with(kText)) continue;
    const std::string name(section.name.substr(kText.size()));
    ports::toolchain::KernelResources resources;
    // Up to sm_89 the top byte of the section's info word is the number of registers.
    resources.registers_per_thread = static_cast<int>(section.info >> 24U);
    const std::uint64_t shared = size_of(*elf, ".nv.shared." + name);
    const std::uint64_t system = reserved ? std::min(shared, kReservedSharedBytes) : 0;
    resources.static_shared_bytes = to_int(shared - system);
    resources.constant_bytes = to_int(size_of(*elf, ".nv.constant0." + name));
    kernels.emplace(name, resources);
  }
  for (const ElfFile::Section& section : elf->sections()) {
    if (section.name == kInfo)
      each_record(section.data,
                  [&](const InfoRecord& record) { read_attribute(*elf, record, kernels); });
    else if (section.name.starts_with(kInfoOf))
      read_own_attributes(section, kernels);
  }
  return kernels;
}

}  // namespace lanescope::cuda::toolchain
