#include "sim/analysis/access.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <set>

#include "sim/events/count_access.hpp"
#include "sim/events/memory_units.hpp"
#include "sim/events/shared_place.hpp"

namespace lanescope::analysis {
namespace {

constexpr std::uint64_t kUpperFrames = std::uint64_t{1} << 60U;

// Lanes from 32 on have frames of their own.
std::uint64_t local_address(std::uint64_t offset, int lane) {
  const auto column = static_cast<std::uint64_t>(lane);
  const std::uint64_t area = column < events::kLanesOfLocalRow ? 0 : kUpperFrames;
  return area + events::local_sector_address(offset, column % events::kLanesOfLocalRow);
}

// Calls touch(address, lane) for each byte of the request.
template <typename Touch>
void for_each_byte(const trace::Access& access, Touch touch) {
  for (LaneMask rest = access.lanes; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const std::uint64_t first = access.addresses[static_cast<std::size_t>(lane)];
    for (std::uint64_t b = first; b < first + access.bytes; ++b) {
      touch(access.space == events::Space::Local ? local_address(b, lane) : b, lane);
    }
  }
}

// Who shares a column of banks: distinct units for loads and stores, lanes for queued atomics.
struct Unit {
  std::uint64_t number = 0;  // address / bytes of a unit
  LaneMask lanes = 0;
};
using Column = std::vector<Unit>;

std::vector<Column> columns_of(const trace::Access& access, LaneMask group,
                               std::uint64_t unit_bytes, bool queued) {
  std::vector<Column> columns(events::kBankRowBytes / unit_bytes);
  for (LaneMask rest = group; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const std::uint64_t number = access.addresses[static_cast<std::size_t>(lane)] / unit_bytes;
    Column& column = columns[number % columns.size()];
    const auto same = std::find_if(column.begin(), column.end(),
                                   [&](const Unit& u) { return u.number == number; });
    if (queued || same == column.end()) {
      column.push_back({number, LaneMask{1} << lane});
    } else {
      same->lanes |= LaneMask{1} << lane;
    }
  }
  return columns;
}

Wavefront wavefront_of(const std::vector<Column>& columns, std::size_t pass, std::uint32_t group,
                       std::uint64_t unit_bytes) {
  Wavefront wavefront;
  wavefront.group = group;
  for (const Column& column : columns) {
    if (pass >= column.size()) continue;
    wavefront.lanes |= column[pass].lanes;
    for (std::uint64_t word = 0; word < unit_bytes / 4; ++word) {
      wavefront.words.push_back(
          static_cast<std::uint32_t>(column[pass].number * (unit_bytes / 4) + word));
    }
  }
  return wavefront;
}

using Sectors = std::map<std::uint64_t, SectorUse>;

// Lanes that meet on a word of an atomic take it one after another.
void count_passes(const trace::Access& access, Sectors& sectors) {
  std::map<std::uint64_t, LaneMask> words;
  for_each_byte(access, [&](std::uint64_t address, int lane) {
    words[address / events::kWordBytes] |= LaneMask{1} << lane;
  });
  for (const auto& [word, lanes] : words) {
    std::uint32_t& passes = sectors.at(word / events::kWordsOfSector).passes;
    passes = std::max(passes, static_cast<std::uint32_t>(std::popcount(lanes)));
  }
}

void add_bytes(const trace::Access& access, Sectors& sectors) {
  for_each_byte(access, [&](std::uint64_t address, int lane) {
    SectorUse& use = sectors[address / events::kSectorBytes];
    use.sector = address / events::kSectorBytes;
    use.byte_mask |= 1U << (address % events::kSectorBytes);
    use.lanes |= LaneMask{1} << lane;
  });
}

GlobalRequest request_of(const Sectors& sectors) {
  constexpr std::uint64_t kSectorsOfLine = events::kLineBytes / events::kSectorBytes;
  GlobalRequest request;
  std::set<std::uint64_t> lines;
  for (const auto& [number, use] : sectors) {
    request.sectors.push_back(use);
    request.sectors.back().used_bytes = static_cast<std::uint32_t>(std::popcount(use.byte_mask));
    lines.insert(number / kSectorsOfLine);
  }
  request.lines = static_cast<std::uint32_t>(lines.size());
  return request;
}

}  // namespace

GlobalRequest explain_global(const trace::Access& access) {
  if (access.lanes == 0) return {};
  Sectors sectors;
  add_bytes(access, sectors);
  if (access.kind == events::Access::Atomic) count_passes(access, sectors);
  GlobalRequest request = request_of(sectors);
  request.counters = events::sectors_of(access.event());
  return request;
}

GlobalRequest explain_fetch(std::span<const trace::Access> texels) {
  Sectors sectors;
  LaneMask lanes = 0;
  std::uint64_t bytes = 0;
  for (const trace::Access& access : texels) {
    add_bytes(access, sectors);
    lanes |= access.lanes;
    bytes = access.bytes;
  }
  GlobalRequest request = request_of(sectors);
  const std::uint64_t touched = request.sectors.size();
  bytes *= static_cast<std::uint64_t>(std::popcount(lanes));
  const std::uint64_t ideal = (bytes + events::kSectorBytes - 1) / events::kSectorBytes;
  request.counters = {1, touched, std::min(touched, ideal), bytes};
  return request;
}

void count_step(std::span<const trace::Access> accesses, events::Counters& to) {
  std::vector<trace::Access> texels;
  for (const trace::Access& access : accesses) {
    if (access.space == events::Space::Texture)
      texels.push_back(access);
    else if (access.lanes != 0)
      events::count_access(access.event(), to);
  }
  if (!texels.empty()) to.texture_load += explain_fetch(texels).counters;
}

SharedRequest explain_shared(const trace::Access& access) {
  SharedRequest request;
  if (access.lanes == 0) return request;
  const events::SharedAccess rule = events::shared_rule_of(access.event());
  const bool queued =
      rule == events::SharedAccess::Atomic || rule == events::SharedAccess::AtomicCas;
  const std::uint64_t unit_bytes = std::max<std::uint64_t>(4, access.bytes);
  const auto groups =
      events::shared_groups(access.addresses.data(), access.lanes, access.bytes, rule);
  request.groups = static_cast<std::uint32_t>(groups.count);
  for (std::uint32_t g = 0; g < request.groups; ++g) {
    const auto columns = columns_of(access, groups.lanes[g], unit_bytes, queued);
    const auto deepest =
        std::max_element(columns.begin(), columns.end(),
                         [](const Column& a, const Column& b) { return a.size() < b.size(); });
    if (deepest->size() > request.degree) {
      request.degree = static_cast<std::uint32_t>(deepest->size());
      request.worst_bank = static_cast<std::uint32_t>((deepest - columns.begin()) *
                                                      static_cast<long>(unit_bytes / 4));
    }
    for (std::size_t pass = 0; pass < deepest->size(); ++pass) {
      request.wavefronts.push_back(wavefront_of(columns, pass, g, unit_bytes));
      // Compare-and-swap passes twice: to read, and to write what it found equal.
      if (rule == events::SharedAccess::AtomicCas)
        request.wavefronts.push_back(request.wavefronts.back());
    }
  }
  request.counters = events::banks_of(access.event());
  return request;
}

std::optional<Dim3> other_block_of(const engine::Launch& launch, BlockIndex block,
                                   const trace::Access& access) {
  if (access.space != events::Space::Shared || access.lanes == 0) return std::nullopt;
  const Dim3 cluster = engine::cluster_of(launch);
  const std::uint64_t place =
      access.addresses[static_cast<std::size_t>(std::countr_zero(access.lanes))];
  if (!events::names_block(place) || events::rank_of(place) >= cluster.count()) return std::nullopt;
  const Dim3 own = launch.grid.at(block.value), inside = cluster.at(events::rank_of(place));
  return Dim3{own.x - own.x % cluster.x + inside.x, own.y - own.y % cluster.y + inside.y,
              own.z - own.z % cluster.z + inside.z};
}

}  // namespace lanescope::analysis
