#include "sim/events/counting.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "sim/events/lanes.hpp"
#include "sim/events/memory_units.hpp"

namespace lanescope::events {
namespace {

using detail::Affine;
using detail::affine;
using detail::Numbers;
using detail::pack;
using detail::Packed;

constexpr int kSectorShift = std::countr_zero(kSectorBytes);
constexpr LaneMask kWarp = 0xffffffff;

[[nodiscard]] int count_lanes(LaneMask lanes) {
  if ((lanes & (lanes + 1)) == 0) return 64 - std::countl_zero(lanes);
  return std::popcount(lanes);
}

[[nodiscard]] std::uint64_t divide_up(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

// Distinct values[i] >> shift, whatever they are.
[[nodiscard, gnu::noinline]] int distinct_slow(const Packed& p, int shift) {
  std::array<std::uint64_t, kMaxWarpSize> numbers{};
  for (int i = 0; i < p.n; ++i) numbers[static_cast<std::size_t>(i)] = p.values[i] >> shift;
  const auto end = numbers.begin() + p.n;
  std::sort(numbers.begin(), end);
  return static_cast<int>(std::unique(numbers.begin(), end) - numbers.begin());
}

// Distinct values[i] >> shift.
[[nodiscard, gnu::noinline]] int distinct(const Packed& p, int shift) {
  if (p.n > Numbers<std::uint16_t>::kSize) return distinct_slow(p, shift);
  const std::uint64_t first = p.values[0] >> shift;
  Numbers<std::uint16_t> near;  // origin: numbers on both sides of the first lane's
  if (near.assign(p, shift, first - 0x7fff)) return near.distinct();
  Numbers<std::uint32_t> far;
  if (far.assign(p, shift, first - 0x7fffffff)) return far.distinct();
  return distinct_slow(p, shift);
}

// A misaligned access (texture fetches only) touches the sectors of its first and its last byte.
[[nodiscard, gnu::noinline]] int sectors_misaligned(const Packed& p, std::uint64_t bytes) {
  std::array<std::uint64_t, 2 * kMaxWarpSize> ends{};
  int n = 0;
  for (int i = 0; i < p.n; ++i) {
    ends[static_cast<std::size_t>(n++)] = p.values[i] >> kSectorShift;
    ends[static_cast<std::size_t>(n++)] = (p.values[i] + bytes - 1) >> kSectorShift;
  }
  const auto end = ends.begin() + n;
  std::sort(ends.begin(), end);
  return static_cast<int>(std::unique(ends.begin(), end) - ends.begin());
}

[[nodiscard]] int sectors_of(const Packed& p, std::uint64_t bytes) {
  const Affine line = affine(p);
  if (line.holds && line.stride >= -32 && line.stride <= 32) {
    // Steps of at most a sector leave no sector out between the lowest and the highest.
    const std::uint64_t a = p.values[0], b = p.values[p.n - 1];
    const std::uint64_t low = std::min(a, b), high = std::max(a, b) + bytes - 1;
    return static_cast<int>((high >> kSectorShift) - (low >> kSectorShift)) + 1;
  }
  std::uint64_t misaligned = 0;
  for (int i = 0; i < p.n; ++i) misaligned |= p.values[i];
  if ((misaligned & (bytes - 1)) != 0) return sectors_misaligned(p, bytes);
  return line.holds ? p.n : distinct(p, kSectorShift);
}

// Over the sectors, summed: the largest number of lanes on one word of the sector.
[[nodiscard, gnu::noinline]] int lanes_queued_in_sectors(const Packed& p) {
  std::array<std::uint64_t, kMaxWarpSize> words{};
  for (int i = 0; i < p.n; ++i) words[static_cast<std::size_t>(i)] = p.values[i] / kWordBytes;
  const auto end = words.begin() + p.n;
  std::sort(words.begin(), end);
  std::ptrdiff_t sum = 0, most = 0;
  for (auto first = words.begin(); first != end;) {
    const auto next = std::find_if(first, end, [&](std::uint64_t word) { return word != *first; });
    most = std::max(most, next - first);
    if (next == end || *next / kWordsOfSector != *first / kWordsOfSector) {
      sum += most;
      most = 0;
    }
    first = next;
  }
  return static_cast<int>(sum);
}

// What a group of lanes costs: the largest number of distinct units in one of `banks` columns, a
// unit being a 4-byte word or a whole 8- or 16-byte access (aligned, so that it fills neighbouring
// banks).
struct Columns {
  int unit_shift;
  int banks;
};
[[nodiscard]] Columns columns(int bytes) {
  const int unit_shift = bytes == 16 ? 4 : bytes == 8 ? 3 : 2;
  return {unit_shift, static_cast<int>(kBankRowBytes) >> unit_shift};
}

[[nodiscard, gnu::noinline]] int busiest_bank_slow(const Packed& p, Columns c, bool merge_equal) {
  std::array<std::uint64_t, kMaxWarpSize> units{};
  std::array<int, kBanks> count{};
  for (int i = 0; i < p.n; ++i) units[static_cast<std::size_t>(i)] = p.values[i] >> c.unit_shift;
  auto end = units.begin() + p.n;
  std::sort(units.begin(), end);
  if (merge_equal) end = std::unique(units.begin(), end);
  for (auto unit = units.begin(); unit != end; ++unit) {
    ++count[static_cast<std::size_t>(*unit % static_cast<std::uint64_t>(c.banks))];
  }
  return *std::max_element(count.begin(), count.end());
}

// Counts, for each of 32 lanes, those that share its column, all with all.
[[nodiscard, gnu::noinline]] int busiest_bank_general(const Packed& p, Columns c,
                                                      bool merge_equal) {
  using Bytes __attribute__((vector_size(16))) = std::uint8_t;
  constexpr std::uint8_t kNobody = 0xff;
  Numbers<std::uint16_t> units;
  if (!units.assign(p, c.unit_shift, 0)) return busiest_bank_slow(p, c, merge_equal);

  // A column a byte, twice over, so that every lane is met at some offset.
  const int size = p.n <= 16 ? 16 : 32;
  alignas(16) std::uint8_t bank[64];
  const auto mask = static_cast<std::uint16_t>(c.banks - 1);
  for (int b = 0; b < size / 8; b += 2) {
    auto low = units.block(b) & mask, high = units.block(b + 1) & mask;
    if (merge_equal) {
      low |= units.repeats(b);
      high |= units.repeats(b + 1);
    }
    const auto narrow = detail::narrow(low, high);
    std::memcpy(bank + 8 * b, &narrow, sizeof narrow);
  }
  std::fill(bank + p.n, bank + size, kNobody);
  std::memcpy(bank + size, bank, static_cast<std::size_t>(size));

  Bytes most{};
  for (int at = 0; at < size; at += 16) {
    Bytes here, sum{};
    std::memcpy(&here, bank + at, sizeof here);
#pragma GCC unroll 8
    for (int k = 0; k < size; ++k) {
      Bytes other;
      std::memcpy(&other, bank + at + k, sizeof other);
      sum -= std::bit_cast<Bytes>(here == other);
    }
    sum &= std::bit_cast<Bytes>(here != kNobody);
    most = sum > most ? sum : most;
  }
  int degree = 0;
  for (int i = 0; i < 16; ++i) degree = std::max(degree, static_cast<int>(most[i]));
  return degree;
}

[[nodiscard]] int busiest_bank(const Packed& p, Columns c) {
  const Affine line = affine(p);
  if (line.holds && p.n <= 32) {
    const auto stride = static_cast<std::uint64_t>(line.stride);
    const std::uint64_t step = line.stride < 0 ? 0 - stride : stride;
    const std::uint64_t unit = std::uint64_t{1} << c.unit_shift;
    // Less than a unit a lane: neighbouring units, never more than there are banks.
    if (step < unit) return 1;
    if (step % unit == 0) {
      // n distinct units that visit every gcd(stride, banks)-th bank in turn; banks is a power
      // of 2.
      const int apart = std::min(std::countr_zero(step >> c.unit_shift),
                                 std::countr_zero(static_cast<std::uint64_t>(c.banks)));
      const int visited = c.banks >> apart;
      return (p.n + visited - 1) / visited;
    }
  }
  return busiest_bank_general(p, c, true);
}

// Lane i with lane i ^ 1 or i ^ 2: whether each active lane finds the other inactive or at its
// address.
[[nodiscard]] bool partners_agree(const std::uint64_t* addresses, LaneMask lanes, int distance) {
  const LaneMask low = distance == 1 ? 0x5555555555555555 : 0x3333333333333333;
  for (LaneMask both = lanes & (lanes >> distance) & low; both != 0; both &= both - 1) {
    const int i = std::countr_zero(both);
    if (addresses[i] != addresses[i + distance]) return false;
  }
  return true;
}

void add_group(LaneMask lanes, SharedGroups& groups) {
  if (lanes != 0) groups.lanes[static_cast<std::size_t>(groups.count++)] = lanes;
}

// Wide accesses: `lanes` among `wide` ones from lane `first` on are served in two groups, which
// merge for loads whose lanes pair up.
void add_pair(const std::uint64_t* addresses, LaneMask lanes, int first, int wide, bool load,
              SharedGroups& groups) {
  const LaneMask low = full_mask(wide / 2) << first, all = full_mask(wide) << first;
  const LaneMask here = lanes & all;
  if (load && (partners_agree(addresses, here, 1) || partners_agree(addresses, here, 2))) {
    add_group(here, groups);
    return;
  }
  add_group(here & low, groups);
  add_group(here & ~low, groups);
}

}  // namespace

SectorCounters count_sectors(const std::uint64_t* addresses, LaneMask lanes, int bytes,
                             LaneMask fetchers) {
  std::uint64_t room[kMaxWarpSize];
  const Packed p = pack(addresses, lanes, room);
  const auto size = static_cast<std::uint64_t>(bytes);
  const auto used = static_cast<std::uint64_t>(p.n) * size;
  const auto sectors =
      static_cast<std::uint64_t>(fetchers == 0 ? sectors_of(p, size) : count_lanes(fetchers));
  return {1, sectors, std::min(sectors, divide_up(used, kSectorBytes)), used};
}

SectorCounters count_atomic_sectors(const std::uint64_t* addresses, LaneMask lanes, int bytes) {
  std::uint64_t room[kMaxWarpSize];
  const Packed p = pack(addresses, lanes, room);
  const auto size = static_cast<std::uint64_t>(bytes);
  const auto used = static_cast<std::uint64_t>(p.n) * size;
  const Affine line = affine(p);
  const auto step = static_cast<std::uint64_t>(line.stride < 0 ? -line.stride : line.stride);
  const bool apart = line.holds && step >= std::max<std::uint64_t>(size, kWordBytes);
  const auto sectors = static_cast<std::uint64_t>(p.n == 1                         ? 1
                                                  : line.holds && line.stride == 0 ? p.n
                                                  : apart ? sectors_of(p, size)
                                                          : lanes_queued_in_sectors(p));
  return {1, sectors, std::min(sectors, divide_up(used, kSectorBytes)), used};
}

LaneMask fetchers_past_l1(const std::uint64_t* from, const std::uint64_t* to, LaneMask lanes) {
  // One fetch serves both halves of a sector, in either order, if they become the same 32 bytes.
  struct Fetch {
    std::uint64_t sector, place, is_swapped;
    bool operator==(const Fetch&) const = default;
  };
  std::array<Fetch, kMaxWarpSize> fetches{};
  std::size_t count = 0;
  LaneMask out = 0;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const Fetch fetch{from[lane] >> kSectorShift, to[lane] >> kSectorShift,
                      (from[lane] ^ to[lane]) & 16U};
    const auto end = fetches.begin() + static_cast<std::ptrdiff_t>(count);
    if (std::find(fetches.begin(), end, fetch) != end) continue;
    fetches[count++] = fetch;
    out |= LaneMask{1} << static_cast<unsigned>(lane);
  }
  return out;
}

SectorCounters count_local(const std::uint64_t* offsets, LaneMask lanes, int bytes) {
  // Word w of eight neighbouring lanes fills one sector: count the distinct words of each eight.
  std::uint64_t sectors = 0;
  for (int eight = 0; eight < kMaxWarpSize; eight += 8) {
    const LaneMask here = (lanes >> eight) & 0xff;
    if (here == 0) continue;
    std::uint64_t room[kMaxWarpSize];
    const Packed p = pack(offsets + eight, here, room);
    std::uint64_t differs = 0;
    for (int i = 1; i < p.n; ++i) differs |= p.values[i] ^ p.values[0];
    sectors += static_cast<std::uint64_t>(differs < 4 ? 1 : distinct(p, 2));
  }
  const auto active = static_cast<std::uint64_t>(count_lanes(lanes));
  const auto requests = static_cast<std::uint64_t>(bytes <= 4 ? 1 : bytes / 4);
  const auto size = static_cast<std::uint64_t>(bytes);
  const std::uint64_t ideal =
      std::min(sectors, divide_up(active * std::min(size, kWordBytes), kSectorBytes));
  return {requests, requests * sectors, requests * ideal, active * size};
}

SharedGroups shared_groups(const std::uint64_t* addresses, LaneMask lanes, int bytes,
                           SharedAccess access) {
  SharedGroups groups;
  const bool queued = access == SharedAccess::Atomic || access == SharedAccess::AtomicCas;
  const bool load = access == SharedAccess::Load || access == SharedAccess::AtomicAddOne;
  for (int warp = 0; warp < kMaxWarpSize && (lanes >> warp) != 0; warp += 32) {
    if (bytes <= 4) {
      add_group(lanes & (kWarp << warp), groups);
    } else if (queued) {
      const int part = bytes == 8 ? 16 : 8;  // half warps, quarter warps: none merge
      for (int first = warp; first < warp + 32; first += part)
        add_group(lanes & (((LaneMask{1} << part) - 1) << first), groups);
    } else if (bytes == 8) {
      add_pair(addresses, lanes, warp, 32, load, groups);
    } else {
      add_pair(addresses, lanes, warp, 16, load, groups);
      add_pair(addresses, lanes, warp + 16, 16, load, groups);
    }
  }
  return groups;
}

BankCounters count_shared(const std::uint64_t* addresses, LaneMask lanes, int bytes,
                          SharedAccess access) {
  BankCounters counted;
  counted.requests = 1;
  const Columns c = columns(bytes);
  const bool by_word = access != SharedAccess::Atomic && access != SharedAccess::AtomicCas;
  if (by_word && bytes <= 4 && lanes <= kWarp) {  // the usual case: one group
    std::uint64_t room[kMaxWarpSize];
    const Packed p = pack(addresses, lanes, room);
    counted.wavefronts = static_cast<std::uint64_t>(busiest_bank(p, c));
    counted.bank_conflicts = counted.wavefronts - 1;
    counted.ideal_wavefronts = 1;
    return counted;
  }
  const SharedGroups groups = shared_groups(addresses, lanes, bytes, access);
  for (int g = 0; g < groups.count; ++g) {
    std::uint64_t room[kMaxWarpSize];
    const Packed p = pack(addresses, groups.lanes[static_cast<std::size_t>(g)], room);
    if (!by_word) {
      const auto queue = static_cast<std::uint64_t>(busiest_bank_general(p, c, false));
      counted.wavefronts += access == SharedAccess::AtomicCas ? 2 * queue : queue;
      counted.bank_conflicts += queue - 1;
    } else {
      const auto passes = static_cast<std::uint64_t>(busiest_bank(p, c));
      counted.wavefronts += passes;
      counted.bank_conflicts += passes - 1;
    }
  }
  const auto used =
      static_cast<std::uint64_t>(count_lanes(lanes)) * static_cast<std::uint64_t>(bytes);
  counted.ideal_wavefronts = std::min(counted.wavefronts, divide_up(used, kBankRowBytes));
  return counted;
}

ConstantCounters count_constant(const std::uint64_t* addresses, LaneMask lanes, int bytes) {
  std::uint64_t room[kMaxWarpSize];
  const Packed p = pack(addresses, lanes, room);
  const int shift = columns(bytes).unit_shift;
  std::uint64_t differs = 0;
  for (int i = 1; i < p.n; ++i) differs |= p.values[i] ^ p.values[0];
  const int units = (differs >> shift) == 0 ? 1 : distinct(p, shift);
  return {1, static_cast<std::uint64_t>(units) * static_cast<std::uint64_t>(1 << (shift - 2))};
}

}  // namespace lanescope::events
