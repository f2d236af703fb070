#include "sim/machine/memory/cluster_places.hpp"

#include <bit>

#include <fmt/core.h>

#include "sim/machine/control/clusters.hpp"
#include "sim/machine/faults.hpp"
#include "sim/machine/lane_file.hpp"

namespace lanescope::machine {

SharedMemory shared_memory_at(const Issue& issue, std::uint64_t place) {
  if (!names_block_of_cluster(issue.machine, place)) return {&issue.block, 0};
  const std::uint64_t rank = events::rank_of(place);
  Block* block =
      rank == issue.block.rank ? &issue.block : block_of_cluster(issue.machine, issue.block, rank);
  return {block, place - events::offset_of(place)};
}

std::uint64_t own_if_named(const Issue& issue, std::uint64_t place) {
  const bool own =
      names_block_of_cluster(issue.machine, place) && events::rank_of(place) == issue.block.rank;
  return own ? events::offset_of(place) : place;
}

std::uint64_t named_if_own(const Issue& issue, std::uint64_t place) {
  if (issue.machine.cluster_size == 1 || events::names_block(place)) return place;
  return events::place_in_cluster(issue.block.rank, place);
}

bool is_in_shared(const Issue& issue, std::uint64_t place, bool of_cluster) {
  if (own_if_named(issue, place) < events::kSharedPlaces) return true;
  return of_cluster && names_block_of_cluster(issue.machine, place);
}

std::size_t part_by_block(const Issue& issue, LaneMask lanes, Addresses& places, SpaceParts& parts,
                          std::size_t count) {
  SpaceLanes own{ptx::Space::Shared, 0};
  for_lanes(lanes, [&](int lane) {
    std::uint64_t& place = places.at[static_cast<std::size_t>(lane)];
    place = own_if_named(issue, place);
    if (!names_block_of_cluster(issue.machine, place))
      own.lanes |= LaneMask{1} << static_cast<unsigned>(lane);
  });
  if (own.lanes != 0) parts[count++] = own;
  for (LaneMask rest = lanes & ~own.lanes; rest != 0;) {
    const std::uint64_t rank =
        events::rank_of(places.at[static_cast<std::size_t>(std::countr_zero(rest))]);
    LaneMask same = 0;
    for_lanes(rest, [&](int lane) {
      if (events::rank_of(places.at[static_cast<std::size_t>(lane)]) == rank)
        same |= LaneMask{1} << static_cast<unsigned>(lane);
    });
    rest &= ~same;
    parts[count++] = {ptx::Space::Shared, same};
  }
  return count;
}

namespace {

LaneMask bit_of(int lane) { return LaneMask{1} << static_cast<unsigned>(lane); }

// False: the launch has ended.
bool map_lane(Issue& issue, const code::BlockOfClusterOp& op, int lane, std::uint64_t place) {
  const std::uint64_t rank = read_lane(issue, op.rank, lane);
  const std::uint32_t size = issue.machine.cluster_size;
  if (rank >= size) {
    fault(issue, bit_of(lane), events::HazardKind::OutOfBounds,
          fmt::format("asks for the shared memory of block {} of its cluster, which has {}", rank,
                      size == 1 ? "one block" : fmt::format("{} blocks", size)));
    return false;
  }
  if (size == 1) {
    write_lane(issue, op.result, lane, read_lane(issue, op.address, lane));
    return true;
  }
  const std::uint64_t there =
      events::place_in_cluster(static_cast<std::uint32_t>(rank), events::offset_of(place));
  write_lane(issue, op.result, lane,
             op.generic ? code::kSharedWindow + there : own_if_named(issue, there));
  return true;
}

}  // namespace

Next do_block_of_cluster(Issue& issue) {
  const code::BlockOfClusterOp& op = issue.machine.code->blocks_of_cluster[issue.op().detail];
  const std::uint64_t window = op.generic ? code::kSharedWindow : 0;
  for (LaneMask rest = issue.executed; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const std::uint64_t place = read_lane(issue, op.address, lane) - window;
    if (!is_in_shared(issue, place, true)) {
      return fault(issue, bit_of(lane), events::HazardKind::OutOfBounds,
                   "asks where in its cluster an address lies that is not in shared memory");
    }
    if (op.maps) {
      if (!map_lane(issue, op, lane, place)) return Next::Stop;
      continue;
    }
    const bool named = names_block_of_cluster(issue.machine, place);
    write_lane(issue, op.result, lane, named ? events::rank_of(place) : issue.block.rank);
  }
  return Next::Advance;
}

}  // namespace lanescope::machine
