#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "sim/sass/machine/machine.hpp"

namespace lanescope::sass::machine::instructions {

// What S2R and its kin read.
enum class Special : std::uint8_t {
  Zero,
  LaneId,
  TidX,
  TidY,
  TidZ,
  CtaidX,
  CtaidY,
  CtaidZ,
  LaneMaskEq,
  LaneMaskLt,
  LaneMaskLe,
  LaneMaskGt,
  LaneMaskGe,
  Clock,
  ClockHigh,
  Timer,
  TimerHigh,
  BlockRank,  // in its cluster: SR_CgaCtaId
  Constant0,  // what no launch of one GPU changes: SR_VIRTUALSMID, SR_GRIDID
  WarpPlace,  // bits 8 to 14: %warpid, as ptxas takes it out of SR_VIRTID
  WarpCount,  // bits 8 to 15: %nwarpid, of SR_VIRTCFG
  SharedBytes,
  SharedWindow,  // the upper half of a generic address of shared memory: SR_SWINHI
};
// "SR_TID.X"; none: not known.
[[nodiscard]] std::optional<Special> special_named(std::string_view name);
[[nodiscard]] std::uint64_t special_value(const Issue& issue, Special special, std::uint32_t lane);

}  // namespace lanescope::sass::machine::instructions
