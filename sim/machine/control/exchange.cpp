#include "sim/machine/control/exchange.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "sim/machine/definedness/watch.hpp"
#include "sim/machine/lane_file.hpp"
#include "sim/machine/matrix_ops.hpp"
#include "sim/machine/races.hpp"

namespace lanescope::machine {
namespace {

using SyncWhat = code::WarpSyncOp::What;
constexpr std::size_t kLanes = 32;

// Operands and results of the operation in every lane. Lanes that are not there lend 0 to a
// shuffle, as they do on an H200, whether they are elsewhere or have ended.
struct Lanes {
  std::array<std::uint64_t, kLanes> value{};
  std::array<std::uint32_t, kLanes> b{}, c{}, mask{};
  std::array<std::uint64_t, kLanes> result{};
  std::array<bool, kLanes> predicate{};
  LaneMask present = 0;
};

void gather(const Issue& issue, const code::WarpSyncOp& op, LaneMask group, Lanes& lanes) {
  lanes.present |= group;
  for_lanes(group, [&](int lane) {
    const auto l = static_cast<std::size_t>(lane);
    if (op.b.used()) lanes.b[l] = static_cast<std::uint32_t>(read_lane(issue, op.b, lane));
    if (op.c.used()) lanes.c[l] = static_cast<std::uint32_t>(read_lane(issue, op.c, lane));
    lanes.mask[l] = op.has_mask ? static_cast<std::uint32_t>(read_lane(issue, op.mask, lane))
                                : static_cast<std::uint32_t>(group);
    if (!op.value.used()) return;
    const std::uint64_t value = read_lane(issue, op.value, lane);
    lanes.value[l] = op.negated ? static_cast<std::uint64_t>(value == 0) : value;
  });
}

// PTX ISA 9.7.9.6 (shfl.sync), the pseudo code.
void shuffle(SyncWhat what, std::size_t lane, Lanes& lanes) {
  const auto self = static_cast<std::uint32_t>(lane);
  const std::uint32_t b = lanes.b[lane] & 31U, clamp = lanes.c[lane] & 31U,
                      segment = lanes.c[lane] >> 8U & 31U;
  const std::uint32_t last = (self & segment) | (clamp & ~segment), first = self & segment;
  std::uint32_t source = self;
  bool inside = false;
  switch (what) {
    case SyncWhat::ShflUp:
      source = self - b;
      inside = static_cast<std::int32_t>(source) >= static_cast<std::int32_t>(last);
      break;
    case SyncWhat::ShflDown:
      source = self + b;
      inside = source <= last;
      break;
    case SyncWhat::ShflBfly:
      source = self ^ b;
      inside = source <= last;
      break;
    default:
      source = first | (b & ~segment);
      inside = source <= last;
      break;
  }
  lanes.predicate[lane] = inside;
  lanes.result[lane] = lanes.value[inside ? source & 31U : self];
}

void vote(SyncWhat what, std::size_t lane, LaneMask members, Lanes& lanes) {
  LaneMask yes = 0;
  for_lanes(members, [&](int l) {
    if (lanes.value[static_cast<std::size_t>(l)] != 0)
      yes |= LaneMask{1} << static_cast<unsigned>(l);
  });
  switch (what) {
    case SyncWhat::VoteAll:
      lanes.result[lane] = yes == members ? 1 : 0;
      break;
    case SyncWhat::VoteAny:
      lanes.result[lane] = yes != 0 ? 1 : 0;
      break;
    case SyncWhat::VoteUni:
      lanes.result[lane] = yes == members || yes == 0 ? 1 : 0;
      break;
    default:
      lanes.result[lane] = yes;
      break;
  }
}

void match(SyncWhat what, std::size_t lane, LaneMask members, Lanes& lanes) {
  LaneMask same = 0;
  for_lanes(members, [&](int l) {
    if (lanes.value[static_cast<std::size_t>(l)] == lanes.value[lane])
      same |= LaneMask{1} << static_cast<unsigned>(l);
  });
  if (what == SyncWhat::MatchAny) {
    lanes.result[lane] = same;
  } else {
    lanes.predicate[lane] = same == members;
    lanes.result[lane] = same == members ? members : 0;
  }
}

std::uint32_t reduce_two(SyncWhat what, bool is_signed, std::uint32_t a, std::uint32_t b) {
  const auto x = static_cast<std::int32_t>(a), y = static_cast<std::int32_t>(b);
  switch (what) {
    case SyncWhat::ReduxAdd:
      return a + b;
    case SyncWhat::ReduxMin:
      return is_signed ? static_cast<std::uint32_t>(std::min(x, y)) : std::min(a, b);
    case SyncWhat::ReduxMax:
      return is_signed ? static_cast<std::uint32_t>(std::max(x, y)) : std::max(a, b);
    case SyncWhat::ReduxAnd:
      return a & b;
    case SyncWhat::ReduxOr:
      return a | b;
    default:
      return a ^ b;
  }
}

void reduce(const code::WarpSyncOp& op, std::size_t lane, LaneMask members, Lanes& lanes) {
  bool first = true;
  std::uint32_t sum = 0;
  for_lanes(members, [&](int l) {
    const auto value = static_cast<std::uint32_t>(lanes.value[static_cast<std::size_t>(l)]);
    sum = first ? value : reduce_two(op.what, op.is_signed, sum, value);
    first = false;
  });
  lanes.result[lane] = sum;
}

// An 8 x 8 matrix of 16-bit elements: lane l holds row l / 4, columns 2 (l % 4) and the next one
// (PTX ISA 9.7.14.5.17).
void transpose(std::size_t lane, Lanes& lanes) {
  const std::size_t column = lane / 4;
  std::uint64_t result = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    const std::size_t row = lane % 4 * 2 + i;
    result |= (lanes.value[row * 4 + column / 2] >> (16 * (column % 2)) & 0xffffU) << (16 * i);
  }
  lanes.result[lane] = result;
}

void compute(const code::WarpSyncOp& op, std::size_t lane, Lanes& lanes) {
  const LaneMask members = lanes.mask[lane] & lanes.present;
  switch (op.what) {
    case SyncWhat::Barrier:
      return;
    case SyncWhat::ShflUp:
    case SyncWhat::ShflDown:
    case SyncWhat::ShflBfly:
    case SyncWhat::ShflIdx:
      return shuffle(op.what, lane, lanes);
    case SyncWhat::VoteAll:
    case SyncWhat::VoteAny:
    case SyncWhat::VoteUni:
    case SyncWhat::VoteBallot:
      return vote(op.what, lane, members, lanes);
    case SyncWhat::MatchAny:
    case SyncWhat::MatchAll:
      return match(op.what, lane, members, lanes);
    case SyncWhat::Transpose:
      return transpose(lane, lanes);
    case SyncWhat::Elect:
      lanes.result[lane] =
          members == 0 ? lane : static_cast<std::uint64_t>(std::countr_zero(members));
      lanes.predicate[lane] = lanes.result[lane] == lane;
      return;
    default:
      return reduce(op, lane, members, lanes);
  }
}

bool is_shuffle(SyncWhat what) {
  return what == SyncWhat::ShflUp || what == SyncWhat::ShflDown || what == SyncWhat::ShflBfly ||
         what == SyncWhat::ShflIdx;
}

// By lane: whose value it takes.
template <typename OpAt>
std::array<std::uint64_t, kLanes> shuffle_sources(OpAt&& op_at,
                                                  const std::vector<const LaneGroup*>& parts,
                                                  Lanes lanes) {
  for (std::size_t lane = 0; lane < kLanes; ++lane) lanes.value[lane] = lane;
  for (const LaneGroup* part : parts) {
    for_lanes(part->lanes,
              [&](int lane) { compute(op_at(*part), static_cast<std::size_t>(lane), lanes); });
  }
  return lanes.result;
}

// The usual case: one group, of a whole warp of 32.
bool all_take_part(const Issue& issue, const std::vector<const LaneGroup*>& parts) {
  const code::WarpSyncOp& op =
      issue.machine.code->warp_syncs[issue.machine.code->ops[parts.front()->pc].detail];
  const LaneMask lanes = parts.front()->lanes;
  return parts.size() == 1 && lanes == 0xffffffff &&
         (!op.has_mask || read_lane(issue, op.mask, 0) == 0xffffffff);
}

}  // namespace

void exchange_lanes(Issue& issue, const std::vector<const LaneGroup*>& parts) {
  const auto op_at = [&](const LaneGroup& group) -> const code::WarpSyncOp& {
    return issue.machine.code->warp_syncs[issue.machine.code->ops[group.pc].detail];
  };
  const code::WarpSyncOp& first = op_at(*parts.front());
  if (issue.warp.undefined) watch_exchange(issue, parts);
  if (issue.machine.races) {
    LaneMask meeting = 0;
    for (const LaneGroup* part : parts) meeting |= part->lanes;
    for (const LaneGroup* part : parts) order_meeting(issue, op_at(*part), part->lanes, meeting);
  }
  if (first.what == SyncWhat::Barrier || first.what == SyncWhat::MoveMatrix) return;
  if (first.what == SyncWhat::Multiply) {
    LaneMask lanes = 0;
    for (const LaneGroup* part : parts) lanes |= part->lanes;
    return multiply_matrices(issue, issue.machine.code->matrices[first.matrix], lanes);
  }
  Lanes lanes;
  for (const LaneGroup* part : parts) gather(issue, op_at(*part), part->lanes, lanes);
  if (issue.block.definedness != nullptr && is_shuffle(first.what) &&
      (issue.warp.undefined || !all_take_part(issue, parts)))
    watch_shuffle(issue, parts, shuffle_sources(op_at, parts, lanes));
  for (const LaneGroup* part : parts) {
    const code::WarpSyncOp& op = op_at(*part);
    for_lanes(part->lanes, [&](int lane) { compute(op, static_cast<std::size_t>(lane), lanes); });
    for_lanes(part->lanes, [&](int lane) {
      write_lane(issue, op.result, lane, lanes.result[static_cast<std::size_t>(lane)]);
      write_lane(issue, op.predicate, lane,
                 lanes.predicate[static_cast<std::size_t>(lane)] ? 1 : 0);
    });
  }
}

}  // namespace lanescope::machine
