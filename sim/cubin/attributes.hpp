#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "sim/cubin/elf.hpp"

namespace lanescope::cubin {

// The attributes of `.nv.info` (of the whole cubin) and `.nv.info.NAME` (of one function) that are
// read here, as nvdisasm names them behind EIATTR_. README.md says what their values are.
enum class Attribute : std::uint8_t {
  MaxThreads = 0x05,
  ParamCbank = 0x0a,
  FrameSize = 0x11,
  MinStackSize = 0x12,
  KparamInfo = 0x17,
  ExitInstrOffsets = 0x1c,
  RegCount = 0x2f,
  IndirectBranchTargets = 0x34,
  CtaPerCluster = 0x3d,
  KparamInfoV2 = 0x45,
  SyscallOffsets = 0x46,
  NumBarriers = 0x4c,
};

struct AttributeRecord {
  Attribute attribute{};
  std::uint16_t small = 0;           // the value, where it has no size; of one byte: the lower one
  std::span<const std::byte> value;  // where it has one

  [[nodiscard]] std::optional<std::uint32_t> word(std::size_t index) const {
    return value_at<std::uint32_t>(value, index * sizeof(std::uint32_t));
  }
  [[nodiscard]] std::size_t words() const { return value.size() / sizeof(std::uint32_t); }
};

// Visits the records of such a section in order, as far as they are whole.
void each_attribute(std::span<const std::byte> section,
                    const std::function<void(const AttributeRecord&)>& visit);

}  // namespace lanescope::cubin
