#include "tests/sim/events/counting_reference.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace lanescope::events::reference {
namespace {

using Group = std::vector<int>;  // lane numbers

Group active_between(LaneMask lanes, int first, int last) {
  Group group;
  for (int lane = first; lane < last; ++lane) {
    if ((lanes >> lane & 1U) != 0) group.push_back(lane);
  }
  return group;
}

std::uint64_t ceil_divide(std::uint64_t a, std::uint64_t b) { return a / b + (a % b != 0 ? 1 : 0); }

// "every active lane i among them finds lane i^x inactive or at the same address"
bool every_lane_pairs(const Addresses& addresses, LaneMask lanes, const Group& group, int x) {
  return std::all_of(group.begin(), group.end(), [&](int i) {
    const int other = i ^ x;
    const bool inactive = (lanes >> other & 1U) == 0;
    return inactive || addresses.at(static_cast<std::size_t>(other)) ==
                           addresses.at(static_cast<std::size_t>(i));
  });
}

void add_split(std::vector<Group>& groups, const Addresses& addresses, LaneMask lanes, int first,
               int last, bool load) {
  const Group all = active_between(lanes, first, last);
  const bool merge = load && (every_lane_pairs(addresses, lanes, all, 1) ||
                              every_lane_pairs(addresses, lanes, all, 2));
  if (merge) {
    groups.push_back(all);
    return;
  }
  const int middle = (first + last) / 2;
  groups.push_back(active_between(lanes, first, middle));
  groups.push_back(active_between(lanes, middle, last));
}

std::vector<Group> groups_of(const Addresses& addresses, LaneMask lanes, int bytes, bool load) {
  std::vector<Group> groups;
  for (int warp = 0; warp < 64; warp += 32) {  // a 64-lane wavefront: as two warps
    if (bytes <= 4) groups.push_back(active_between(lanes, warp, warp + 32));
    if (bytes == 8) add_split(groups, addresses, lanes, warp, warp + 32, load);
    if (bytes == 16) add_split(groups, addresses, lanes, warp, warp + 16, load);
    if (bytes == 16) add_split(groups, addresses, lanes, warp + 16, warp + 32, load);
  }
  std::erase_if(groups, [](const Group& g) { return g.empty(); });
  return groups;
}

// The largest number of distinct 4-byte words in one of the 32 banks.
std::uint64_t wavefronts_of(const Addresses& addresses, const Group& group, int bytes) {
  std::map<std::uint64_t, std::set<std::uint64_t>> words_of_bank;
  for (int lane : group) {
    const std::uint64_t first = addresses.at(static_cast<std::size_t>(lane));
    for (std::uint64_t b = first; b < first + static_cast<std::uint64_t>(bytes); ++b) {
      words_of_bank[b / 4 % 32].insert(b / 4);
    }
  }
  std::uint64_t most = 0;
  for (const auto& [bank, words] : words_of_bank)
    most = std::max<std::uint64_t>(most, words.size());
  return most;
}

// The largest number of active lanes in one bank.
std::uint64_t lanes_queued(const Addresses& addresses, const Group& group, int bytes) {
  std::map<std::uint64_t, std::set<int>> lanes_of_bank;
  for (int lane : group) {
    const std::uint64_t first = addresses.at(static_cast<std::size_t>(lane));
    for (std::uint64_t b = first; b < first + static_cast<std::uint64_t>(bytes); ++b) {
      lanes_of_bank[b / 4 % 32].insert(lane);
    }
  }
  std::uint64_t most = 0;
  for (const auto& [bank, queued] : lanes_of_bank)
    most = std::max<std::uint64_t>(most, queued.size());
  return most;
}

}  // namespace

SectorCounters sectors(const Addresses& addresses, LaneMask lanes, int bytes) {
  std::set<std::uint64_t> touched;
  std::uint64_t active = 0;
  for (int lane : active_between(lanes, 0, 64)) {
    ++active;
    const std::uint64_t first = addresses.at(static_cast<std::size_t>(lane));
    for (std::uint64_t b = first; b < first + static_cast<std::uint64_t>(bytes); ++b)
      touched.insert(b / 32);
  }
  const std::uint64_t all = active * static_cast<std::uint64_t>(bytes);
  return {1, touched.size(), std::min<std::uint64_t>(touched.size(), ceil_divide(all, 32)), all};
}

// "the sum, over the sectors it touches, of the largest number of active lanes on one word in that
// sector"
SectorCounters atomic_sectors(const Addresses& addresses, LaneMask lanes, int bytes) {
  std::map<std::uint64_t, std::map<std::uint64_t, std::set<int>>> lanes_of_word_of_sector;
  std::uint64_t active = 0, sum = 0;
  for (int lane : active_between(lanes, 0, 64)) {
    ++active;
    const std::uint64_t first = addresses.at(static_cast<std::size_t>(lane));
    for (std::uint64_t b = first; b < first + static_cast<std::uint64_t>(bytes); ++b)
      lanes_of_word_of_sector[b / 32][b / 4].insert(lane);
  }
  for (const auto& [sector, words] : lanes_of_word_of_sector) {
    std::uint64_t most = 0;
    for (const auto& [word, meeting] : words) most = std::max<std::uint64_t>(most, meeting.size());
    sum += most;
  }
  const std::uint64_t all = active * static_cast<std::uint64_t>(bytes);
  return {1, sum, std::min<std::uint64_t>(sum, ceil_divide(all, 32)), all};
}

SectorCounters local(const Addresses& offsets, LaneMask lanes, int bytes) {
  SectorCounters sum;
  const int pieces = bytes <= 4 ? 1 : bytes / 4;
  for (int piece = 0; piece < pieces; ++piece) {
    // The upper 32 lanes of a wavefront have a frame area of their own, far away.
    Addresses placed{};
    for (int lane = 0; lane < 64; ++lane) {
      const std::uint64_t byte =
          offsets.at(static_cast<std::size_t>(lane)) + static_cast<std::uint64_t>(4 * piece);
      const auto l = static_cast<std::uint64_t>(lane % 32);
      const std::uint64_t area = lane < 32 ? 0 : std::uint64_t{1} << 50U;
      placed.at(static_cast<std::size_t>(lane)) = area + (32 * (byte / 4) + l) * 4 + byte % 4;
    }
    sum += sectors(placed, lanes, std::min(bytes, 4));
  }
  return sum;
}

BankCounters shared(const Addresses& addresses, LaneMask lanes, int bytes, SharedAccess access) {
  BankCounters sum;
  sum.requests = 1;
  if (access == SharedAccess::Atomic || access == SharedAccess::AtomicCas) {
    const int together = bytes <= 4 ? 32 : 128 / bytes;  // lanes served as one group
    for (int first = 0; first < 64; first += together) {
      const Group group = active_between(lanes, first, first + together);
      if (group.empty()) continue;
      const std::uint64_t queued = lanes_queued(addresses, group, bytes);
      sum.wavefronts += access == SharedAccess::AtomicCas ? 2 * queued : queued;
      sum.bank_conflicts += queued - 1;
    }
  } else {
    const auto groups = groups_of(addresses, lanes, bytes, access != SharedAccess::Store);
    for (const Group& group : groups) sum.wavefronts += wavefronts_of(addresses, group, bytes);
    sum.bank_conflicts = sum.wavefronts - groups.size();
  }
  const std::uint64_t all = active_between(lanes, 0, 64).size() * static_cast<std::uint64_t>(bytes);
  sum.ideal_wavefronts = std::min(sum.wavefronts, ceil_divide(all, 128));
  return sum;
}

ConstantCounters constant(const Addresses& addresses, LaneMask lanes, int bytes) {
  std::set<std::uint64_t> words;
  for (int lane : active_between(lanes, 0, 64)) {
    const std::uint64_t first = addresses.at(static_cast<std::size_t>(lane));
    for (std::uint64_t b = first; b < first + static_cast<std::uint64_t>(bytes); ++b)
      words.insert(b / 4);
  }
  return {1, words.size()};
}

}  // namespace lanescope::events::reference
