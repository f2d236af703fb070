#include "sim/sass/machine/instructions/specials.hpp"

#include <algorithm>
#include <iterator>

#include "sim/sass/machine/constant_places.hpp"

namespace lanescope::sass::machine::instructions {
namespace {

struct Name {
  std::string_view text;
  Special special;
};
constexpr Name kNames[]{
    {"SRZ", Special::Zero},
    {"SR_LANEID", Special::LaneId},
    {"SR_TID.X", Special::TidX},
    {"SR_TID.Y", Special::TidY},
    {"SR_TID.Z", Special::TidZ},
    {"SR_CTAID.X", Special::CtaidX},
    {"SR_CTAID.Y", Special::CtaidY},
    {"SR_CTAID.Z", Special::CtaidZ},
    {"SR_EQMASK", Special::LaneMaskEq},
    {"SR_LTMASK", Special::LaneMaskLt},
    {"SR_LEMASK", Special::LaneMaskLe},
    {"SR_GTMASK", Special::LaneMaskGt},
    {"SR_GEMASK", Special::LaneMaskGe},
    {"SR_CLOCKLO", Special::Clock},
    {"SR_CLOCKHI", Special::ClockHigh},
    {"SR_GLOBALTIMERLO", Special::Timer},
    {"SR_GLOBALTIMERHI", Special::TimerHigh},
    {"SR_CgaCtaId", Special::BlockRank},
    {"SR_VIRTUALSMID", Special::Constant0},
    {"SR_VIRTID", Special::WarpPlace},
    {"SR_VIRTCFG", Special::WarpCount},
    {"SR_GRIDID", Special::Constant0},
    {"SR_SMEMSZ", Special::SharedBytes},
    {"SR_SWINHI", Special::SharedWindow},
};

std::uint64_t mask_of(Special special, std::uint32_t lane) {
  const std::uint32_t bit = 1U << lane, below = bit - 1;
  switch (special) {
    case Special::LaneMaskEq:
      return bit;
    case Special::LaneMaskLt:
      return below;
    case Special::LaneMaskLe:
      return below | bit;
    case Special::LaneMaskGt:
      return ~(below | bit);
    default:
      return ~below;
  }
}

std::uint64_t thread_value(const Issue& issue, Special special, std::uint32_t lane) {
  const Dim3 thread = issue.machine.launch->block.at(issue.warp.index * kLanes + lane);
  if (special == Special::TidX) return thread.x;
  return special == Special::TidY ? thread.y : thread.z;
}

}  // namespace

std::optional<Special> special_named(std::string_view name) {
  const auto* row = std::ranges::find(kNames, name, &Name::text);
  return row == std::end(kNames) ? std::nullopt : std::optional(row->special);
}

std::uint64_t special_value(const Issue& issue, Special special, std::uint32_t lane) {
  switch (special) {
    case Special::LaneId:
      return lane;
    case Special::TidX:
    case Special::TidY:
    case Special::TidZ:
      return thread_value(issue, special, lane);
    case Special::CtaidX:
      return issue.block.coordinates.x;
    case Special::CtaidY:
      return issue.block.coordinates.y;
    case Special::CtaidZ:
      return issue.block.coordinates.z;
    case Special::LaneMaskEq:
    case Special::LaneMaskLt:
    case Special::LaneMaskLe:
    case Special::LaneMaskGt:
    case Special::LaneMaskGe:
      return mask_of(special, lane);
    case Special::Clock:
    case Special::Timer:
      return issue.machine.step;
    case Special::ClockHigh:
    case Special::TimerHigh:
      return issue.machine.step >> 32U;
    case Special::BlockRank:
      return issue.block.rank;
    case Special::WarpPlace:
      return issue.warp.index << 8U;
    case Special::WarpCount:
      return issue.block.warps.size() << 8U;
    case Special::SharedBytes:
      return shared_bytes(issue.machine);
    case Special::SharedWindow:
      return code::kSharedWindow >> 32U;
    default:
      return 0;
  }
}

}  // namespace lanescope::sass::machine::instructions
