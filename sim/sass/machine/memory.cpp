#include "sim/sass/machine/memory.hpp"

#include <algorithm>
#include <bit>

#include "sim/code/code.hpp"
#include "sim/events/count_access.hpp"
#include "sim/events/shared_place.hpp"
#include "sim/sass/machine/faults.hpp"
#include "sim/sass/machine/values.hpp"

namespace lanescope::sass::machine {
namespace {

using events::Space;

std::uint64_t shared_base(const Issue& issue) {
  return issue.machine.program->kernel_code().shared_base;
}

// From the machine code's address to the event's: a byte offset in the block's own memory, behind
// what is the system's; or with the rank of another block of the cluster.
std::uint64_t shared_place(const Issue& issue, std::uint64_t address) {
  const std::uint64_t offset = events::offset_of(address) - shared_base(issue);
  const std::uint64_t rank = (address & 0xffffffffU) >> events::kRankShift;
  if (rank == issue.block.rank || issue.machine.cluster_size == 1) return offset;
  return events::place_in_cluster(static_cast<std::uint32_t>(rank), offset);
}

bool in_window(std::uint64_t address, std::uint64_t window) {
  return address >= window && address < window + code::kSharedWindowBytes;
}

void sort_generic(const Issue& issue, const Addresses& addresses, std::array<Request, 3>& out) {
  for_lanes(issue.executed, [&](std::uint32_t lane) {
    const std::uint64_t address = addresses[lane];
    Request* to = out.data();
    std::uint64_t place = address;
    if (in_window(address, code::kSharedWindow)) {
      to = &out[1];
      place = shared_place(issue, address - code::kSharedWindow);
    } else if (in_window(address, code::kLocalWindow)) {
      to = &out[2];
      place = address - code::kLocalWindow;
    }
    to->lanes |= 1U << lane;
    to->addresses[lane] = place;
  });
}

bool lies_in_shared(Issue& issue, std::uint64_t place, std::uint32_t bytes) {
  const Block* block = block_of(issue, place);
  const std::uint64_t offset = events::names_block(place) ? events::offset_of(place) : place;
  return block != nullptr && offset <= block->shared.size() &&
         block->shared.size() - offset >= bytes;
}

std::uint64_t local_stride(const Issue& issue) {
  return issue.block.threads == 0 ? 0 : issue.block.local.size() / issue.block.threads;
}

BadAccess problem_in_global(const Issue& issue, const Request& request, std::uint64_t address) {
  const auto* allocation = issue.machine.memory.find(address);
  if (address < code::kNullPage) return BadAccess::Null;
  if (allocation == nullptr || allocation->end - address < request.bytes)
    return BadAccess::OutOfBounds;
  const bool writes = request.access != events::Access::Load;
  return writes && allocation->read_only ? BadAccess::ReadOnly : BadAccess::None;
}

BadAccess problem_of(Issue& issue, const Request& request, std::uint32_t lane) {
  const std::uint64_t address = request.addresses[lane];
  if (address % request.bytes != 0) return BadAccess::Misaligned;
  switch (request.space) {
    case Space::Shared:
      return lies_in_shared(issue, address, request.bytes) ? BadAccess::None
                                                           : BadAccess::OutOfBounds;
    case Space::Local:
      return address + request.bytes <= local_stride(issue) ? BadAccess::None
                                                            : BadAccess::OutOfBounds;
    default:
      return problem_in_global(issue, request, address);
  }
}

}  // namespace

Block* block_of(Issue& issue, std::uint64_t place) {
  if (!events::names_block(place)) return &issue.block;
  const std::uint64_t rank = events::rank_of(place);
  for (const auto& other : issue.machine.residents) {
    if (other->cluster == issue.block.cluster && other->rank == rank) return other.get();
  }
  return nullptr;
}

void read_addresses(const Issue& issue, const AddressSource& source, Addresses& out) {
  const auto& rows = issue.warp.rows;
  std::uint64_t common = static_cast<std::uint64_t>(source.offset);
  if (source.uniform != kNoRow) {
    common += rows[source.uniform].lane[0];
    if (source.wide_uniform) common += std::uint64_t{rows[source.uniform + 1].lane[0]} << 32U;
  }
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    std::uint64_t base = source.base == kNoRow ? 0 : rows[source.base].lane[lane];
    if (source.base != kNoRow && source.wide_base)
      base |= std::uint64_t{rows[source.base + 1].lane[lane]} << 32U;
    out[lane] = base * source.scale + common;
  }
}

std::array<Request, 3> requests_of(const Issue& issue, Naming naming, const Addresses& addresses,
                                   std::uint32_t bytes) {
  std::array<Request, 3> out;
  out[1].space = Space::Shared;
  out[2].space = Space::Local;
  for (Request& request : out) request.bytes = bytes;
  if (naming == Naming::Generic) {
    sort_generic(issue, addresses, out);
    return out;
  }
  Request& one = out[naming == Naming::Global ? 0 : naming == Naming::Shared ? 1 : 2];
  one.lanes = issue.executed;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    const std::uint64_t address = addresses[lane];
    if (naming == Naming::Shared)
      one.addresses[lane] = shared_place(issue, address & 0xffffffffU);
    else
      one.addresses[lane] = naming == Naming::Local ? address & 0xffffffffU : address;
  }
  return out;
}

bool check(Issue& issue, const Request& request) {
  std::uint32_t bad = 0;
  BadAccess why = BadAccess::None;
  for_lanes(request.lanes, [&](std::uint32_t lane) {
    const BadAccess problem = problem_of(issue, request, lane);
    if (problem == BadAccess::None) return;
    if (bad == 0) why = problem;
    bad |= static_cast<std::uint32_t>(problem == why) << lane;
  });
  if (bad == 0) return true;
  fault_access(issue, request, bad, why);
  return false;
}

void tell(Issue& issue, const Request& request) {
  if (request.lanes == 0 || !issue.machine.counting()) return;
  const events::MemoryAccess access{
      request.space,   request.access,           static_cast<std::uint8_t>(request.bytes),
      request.lanes,   request.addresses.data(), request.rule,
      request.fetchers};
  events::count_access(access, issue.machine.counts_at(issue.pc));
  issue.block.listeners.tell(access);
}

std::byte* bytes_at(Issue& issue, const Request& request, std::uint32_t lane) {
  const std::uint64_t address = request.addresses[lane];
  switch (request.space) {
    case Space::Shared: {
      Block* block = block_of(issue, address);
      if (block == nullptr) return nullptr;
      return block->shared.data() +
             (events::names_block(address) ? events::offset_of(address) : address);
    }
    case Space::Local:
      return issue.block.local.data() +
             (std::uint64_t{issue.warp.index} * kLanes + lane) * local_stride(issue) + address;
    default:
      return issue.machine.memory.host(address);
  }
}

std::byte* generic_bytes(Issue& issue, std::uint32_t lane, std::uint64_t address,
                         std::uint64_t bytes) {
  Issue one = issue;
  one.executed = 1U << lane;
  Addresses addresses{};
  addresses[lane] = address;
  for (const Request& request :
       requests_of(one, Naming::Generic, addresses, static_cast<std::uint32_t>(bytes))) {
    if (request.lanes == 0) continue;
    const BadAccess problem = problem_of(one, request, lane);
    return problem == BadAccess::None || problem == BadAccess::Misaligned
               ? bytes_at(issue, request, lane)
               : nullptr;
  }
  return nullptr;
}

bool is_own_shared(std::uint64_t place) { return !events::names_block(place); }

void mark_written(Issue& issue, const Request& request) {
  if (request.space != Space::Global) return;
  for_lanes(request.lanes, [&](std::uint32_t lane) {
    issue.machine.memory.mark_written(request.addresses[lane], request.bytes);
  });
}

}  // namespace lanescope::sass::machine
