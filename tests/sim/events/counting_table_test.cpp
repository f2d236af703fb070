// The counting rules by hand: every width, broadcast, stride, permutation and mask, each value
// worked out from the sentences of docs/CONTRACT.md, "Words and counting rules" ("rule"), or stated
// by one of the course notes' inventories (named with its entry), which computed it from index
// expressions of its own.
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/events/counting.hpp"

namespace lanescope::events {
namespace {

using Index = std::function<std::uint64_t(std::uint64_t)>;  // element index, times the width

std::array<std::uint64_t, kMaxWarpSize> place(const Index& index, int bytes,
                                              std::uint64_t base = 0) {
  std::array<std::uint64_t, kMaxWarpSize> addresses{};
  for (std::uint64_t lane = 0; lane < kMaxWarpSize; ++lane) {
    addresses.at(lane) = base + index(lane) * static_cast<std::uint64_t>(bytes);
  }
  return addresses;
}

constexpr LaneMask kWarp = 0xffffffff;
constexpr LaneMask kEven = 0x55555555;
constexpr LaneMask kWavefront = ~LaneMask{0};

Index consecutive(std::uint64_t offset = 0) {
  return [offset](std::uint64_t lane) { return lane + offset; };
}
Index stride(std::uint64_t s) {
  return [s](std::uint64_t lane) { return lane * s; };
}
Index tile(std::uint64_t row_length, std::uint64_t pitch) {
  return [=](std::uint64_t lane) { return lane / row_length * pitch + lane % row_length; };
}
Index column(std::uint64_t row_length, std::uint64_t pitch) {
  return [=](std::uint64_t lane) { return lane % row_length * pitch + lane / row_length; };
}
const Index kSame = [](std::uint64_t) { return 0U; };
const Index kReversed = [](std::uint64_t lane) { return 31 - lane % 32; };
const Index kPairs = [](std::uint64_t lane) { return lane / 2; };
const Index kSwappedPairs = [](std::uint64_t lane) { return lane ^ 1U; };
const Index kEverySecondPair = [](std::uint64_t lane) { return lane / 4 * 2 + lane % 2; };

struct SectorCase {
  std::string what;
  Index index;
  int bytes;
  LaneMask lanes;
  std::uint64_t sectors, ideal;
};

TEST(CountingTable, Sectors) {
  const std::vector<SectorCase> cases = {
      {"4 B consecutive (G-COAL)", consecutive(), 4, kWarp, 4, 4},
      {"4 B off by one element (G-COAL)", consecutive(1), 4, kWarp, 5, 4},
      {"4 B off by 8 elements (G-COAL)", consecutive(8), 4, kWarp, 4, 4},
      {"4 B reversed (G-COAL)", kReversed, 4, kWarp, 4, 4},
      {"4 B stride 2 (G-COAL)", stride(2), 4, kWarp, 8, 4},
      {"4 B stride 8 (G-COAL)", stride(8), 4, kWarp, 32, 4},
      {"4 B stride 32 (G-COAL)", stride(32), 4, kWarp, 32, 4},
      {"4 B broadcast (G-COAL)", kSame, 4, kWarp, 1, 1},
      {"8 B consecutive (G-COAL)", consecutive(), 8, kWarp, 8, 8},
      {"float2.x as 4 B (G-AOS)", stride(2), 4, kWarp, 8, 4},
      {"float3 field (G-AOS)", stride(3), 4, kWarp, 12, 4},
      {"uchar RGB channel (G-AOS)", stride(3), 1, kWarp, 3, 1},
      {"uchar plane (G-AOS)", consecutive(), 1, kWarp, 1, 1},
      {"blocked, 4 floats a thread (G-MAP)", stride(4), 4, kWarp, 16, 4},
      {"blocked, 4 chars a thread (G-MAP)", stride(4), 1, kWarp, 4, 1},
      {"16x16 block, A of a matmul (G-SGEMM)", [](std::uint64_t l) { return l / 16 * 1024; }, 4,
       kWarp, 2, 2},
      {"16x16 block, C of a matmul (G-SGEMM)", tile(16, 1024), 4, kWarp, 4, 4},
      {"naive transpose store (G-TR)", stride(1024), 4, kWarp, 32, 4},
      {"1 B consecutive, off by one (rule)", consecutive(1), 1, kWarp, 2, 1},
      {"2 B consecutive (rule)", consecutive(), 2, kWarp, 2, 2},
      {"2 B stride 2 (rule)", stride(2), 2, kWarp, 4, 2},
      {"16 B consecutive (rule)", consecutive(), 16, kWarp, 16, 16},
      {"16 B stride 2 (rule)", stride(2), 16, kWarp, 32, 16},
      {"16 B broadcast (rule)", kSame, 16, kWarp, 1, 1},
      {"8 B stride 2 (rule)", stride(2), 8, kWarp, 16, 8},
      {"8 B pairs share (rule)", kPairs, 8, kWarp, 4, 4},
      {"4 B, even lanes (rule: 4 sectors, 64 bytes used)", consecutive(), 4, kEven, 4, 2},
      {"4 B, one lane (rule)", consecutive(), 4, 1U << 17U, 1, 1},
      {"4 B, first 12 lanes (rule)", consecutive(), 4, full_mask(12), 2, 2},
      {"4 B, lanes 4 to 11 (rule: 2 sectors, 32 bytes used)", consecutive(), 4, 0xff0, 2, 1},
      {"4 B swapped pairs (rule)", kSwappedPairs, 4, kWarp, 4, 4},
      {"4 B scattered over 64 KiB steps (rule)", stride(16384), 4, kWarp, 32, 4},
      {"4 B scattered over 4 GiB steps (rule)", stride(1ULL << 30U), 4, kWarp, 32, 4},
      {"64-lane wavefront, 4 B consecutive (rule)", consecutive(), 4, kWavefront, 8, 8},
  };
  for (const SectorCase& c : cases) {
    const auto addresses = place(c.index, c.bytes, 0x7000'0000'0000);
    const SectorCounters counted = count_sectors(addresses.data(), c.lanes, c.bytes);
    EXPECT_EQ(counted.requests, 1U) << c.what;
    EXPECT_EQ(counted.sectors, c.sectors) << c.what;
    EXPECT_EQ(counted.ideal_sectors, c.ideal) << c.what;
    EXPECT_EQ(counted.bytes, static_cast<std::uint64_t>(std::popcount(c.lanes) * c.bytes))
        << c.what;
  }
}

// Worked out by hand from the sentence: the sum, over the sectors that it touches, of the largest
// number of active lanes on one word in that sector. "H200": l1tex__t_sectors_pipe_lsu_mem_global
// of op_atom and op_red there, with the same patterns.
TEST(CountingTable, SectorsOfGlobalAtomics) {
  const Index quads = [](std::uint64_t l) { return l / 4; };
  const Index two_words = [](std::uint64_t l) { return l < 24 ? 0 : 1; };
  const Index two_sectors = [](std::uint64_t l) { return l < 20 ? 0 : 8; };
  const Index four_words = [](std::uint64_t l) { return l < 8 ? 0 : l < 16 ? 1 : l < 28 ? 8 : 9; };
  const std::vector<SectorCase> cases = {
      {"4 B, one word (H200)", kSame, 4, kWarp, 32, 4},
      {"4 B, distinct words (H200)", consecutive(), 4, kWarp, 4, 4},
      {"4 B, pairs: two sectors, two lanes a word (H200)", kPairs, 4, kWarp, 4, 4},
      {"4 B, quads: one sector, four lanes a word", quads, 4, kWarp, 4, 4},
      {"4 B, 24 lanes and 8 in one sector", two_words, 4, kWarp, 24, 4},
      {"4 B, 20 lanes and 12 in two sectors", two_sectors, 4, kWarp, 32, 4},
      {"4 B, 8 and 8 lanes, 12 and 4", four_words, 4, kWarp, 8 + 12, 4},
      {"4 B, lane % 2", [](std::uint64_t l) { return l % 2; }, 4, kWarp, 16, 4},
      {"4 B, lane % 16: two lanes a word in two sectors", [](std::uint64_t l) { return l % 16; }, 4,
       kWarp, 4, 4},
      {"4 B, reversed", kReversed, 4, kWarp, 4, 4},
      {"4 B, stride 8", stride(8), 4, kWarp, 32, 4},
      {"4 B, one word, even lanes", kSame, 4, kEven, 16, 2},
      {"4 B, one word, one lane", kSame, 4, 1U << 9U, 1, 1},
      {"8 B, one word", kSame, 8, kWarp, 32, 8},
      {"8 B, distinct words", consecutive(), 8, kWarp, 8, 8},
      {"8 B, pairs: four sectors, two lanes a word", kPairs, 8, kWarp, 8, 8},
      {"16 B, one place", kSame, 16, kWarp, 32, 16},
      {"16 B, distinct places", consecutive(), 16, kWarp, 16, 16},
      {"16 B, pairs: eight sectors, two lanes a place", kPairs, 16, kWarp, 16, 16},
      {"2 B, distinct: the halves of a word are one word", consecutive(), 2, kWarp, 4, 2},
      {"64-lane wavefront, one word", kSame, 4, kWavefront, 64, 8},
  };
  for (const SectorCase& c : cases) {
    const auto addresses = place(c.index, c.bytes, 0x7000'0000'0000);
    const SectorCounters counted = count_atomic_sectors(addresses.data(), c.lanes, c.bytes);
    EXPECT_EQ(counted.requests, 1U) << c.what;
    EXPECT_EQ(counted.sectors, c.sectors) << c.what;
    EXPECT_EQ(counted.ideal_sectors, c.ideal) << c.what;
  }
}

// l1tex__t_sectors_pipe_lsu_mem_global_op_ldgsts of CUPTI on an H200 for a warp that copies 16
// bytes a lane past L1: lane i the chunk from(i) to the chunk to(i).
TEST(CountingTable, CopiesPastL1) {
  struct CopyCase {
    const char* what;
    std::uint64_t (*from)(std::uint64_t), (*to)(std::uint64_t);
    LaneMask lanes;
    std::uint64_t sectors;
  };
  using N = std::uint64_t;
  const auto same = [](N i) { return i; };
  const auto next = [](N i) { return i + 1; };
  const std::vector<CopyCase> cases = {
      {"as it is", same, same, kWarp, 16},
      {"halves swapped", same, [](N i) { return i ^ 1; }, kWarp, 16},
      {"swizzled rows", [](N i) { return i / 8 * 16 + i % 8; }, [](N i) { return i ^ (i / 8); },
       kWarp, 16},
      {"backwards", same, [](N i) { return 31 - i; }, kWarp, 16},
      {"half a sector on", same, next, kWarp, 32},
      {"half a sector on, 16 lanes", same, next, 0xffff, 16},
      {"half a sector on, every second lane", same, next, 0x55555555, 16},
      {"both half a sector on", next, next, kWarp, 17},
      {"with gaps", same, [](N i) { return 2 * i; }, kWarp, 32},
      {"every second half", [](N i) { return 2 * i; }, same, kWarp, 32},
      {"one half to all", [](N) { return N{0}; }, same, kWarp, 32},
      {"each half to two lanes", [](N i) { return i / 2; }, same, kWarp, 32},
  };
  for (const CopyCase& c : cases) {
    std::array<std::uint64_t, kMaxWarpSize> from{}, to{};
    for (N i = 0; i < 32; ++i) {
      from.at(i) = 0x7000'0000'0000 + 16 * c.from(i);
      to.at(i) = 16 * c.to(i);
    }
    const LaneMask fetchers = fetchers_past_l1(from.data(), to.data(), c.lanes);
    EXPECT_EQ(count_sectors(from.data(), c.lanes, 16, fetchers).sectors, c.sectors) << c.what;
  }
}

// "aligned float warp 4, off by one element 5, stride s words min(32, 4 s)": measured on hardware.
TEST(CountingTable, SectorsOfStridesFollowTheMeasuredRule) {
  for (std::uint64_t s = 1; s <= 40; ++s) {
    const auto addresses = place(stride(s), 4);
    EXPECT_EQ(count_sectors(addresses.data(), kWarp, 4).sectors, std::min<std::uint64_t>(32, 4 * s))
        << s;
  }
}

struct BankCase {
  std::string what;
  Index index;
  int bytes;
  LaneMask lanes;
  SharedAccess access;
  std::uint64_t wavefronts, conflicts, ideal;
};

void expect_banks(const std::vector<BankCase>& cases) {
  for (const BankCase& c : cases) {
    const auto addresses = place(c.index, c.bytes, 1024);
    const BankCounters counted = count_shared(addresses.data(), c.lanes, c.bytes, c.access);
    EXPECT_EQ(counted.requests, 1U) << c.what;
    EXPECT_EQ(counted.wavefronts, c.wavefronts) << c.what;
    EXPECT_EQ(counted.bank_conflicts, c.conflicts) << c.what;
    EXPECT_EQ(counted.ideal_wavefronts, c.ideal) << c.what;
  }
}

constexpr auto kLoad = SharedAccess::Load;
constexpr auto kStore = SharedAccess::Store;

TEST(CountingTable, SharedUpToFourBytes) {
  expect_banks({
      {"4 B consecutive (rule)", consecutive(), 4, kWarp, kLoad, 1, 0, 1},
      {"4 B consecutive store (rule)", consecutive(), 4, kWarp, kStore, 1, 0, 1},
      {"4 B broadcast (rule)", kSame, 4, kWarp, kLoad, 1, 0, 1},
      {"4 B broadcast store (rule)", kSame, 4, kWarp, kStore, 1, 0, 1},
      {"4 B off by one (rule)", consecutive(1), 4, kWarp, kLoad, 1, 0, 1},
      {"4 B reversed (rule)", kReversed, 4, kWarp, kLoad, 1, 0, 1},
      {"4 B permuted (rule)", [](std::uint64_t l) { return l ^ 21U; }, 4, kWarp, kLoad, 1, 0, 1},
      {"4 B pairs share (rule)", kPairs, 4, kWarp, kLoad, 1, 0, 1},
      {"1 B consecutive (rule)", consecutive(), 1, kWarp, kLoad, 1, 0, 1},
      {"2 B consecutive (rule)", consecutive(), 2, kWarp, kLoad, 1, 0, 1},
      {"1 B stride 128: one bank (rule)", stride(128), 1, kWarp, kLoad, 32, 31, 1},
      {"2 B stride 4 (rule: 2 words apart)", stride(4), 2, kWarp, kLoad, 2, 1, 1},
      {"4 B column of a 32x32 tile (G-TR)", stride(32), 4, kWarp, kLoad, 32, 31, 1},
      {"4 B column of a 32x33 tile (G-TR)", stride(33), 4, kWarp, kLoad, 1, 0, 1},
      {"4 B stride 32, 5 lanes (rule)", stride(32), 4, full_mask(5), kStore, 5, 4, 1},
      {"4 B stride 2, even lanes (rule)", stride(2), 4, kEven, kLoad, 2, 1, 1},
      {"4 B stride 2, half warp (rule)", stride(2), 4, full_mask(16), kLoad, 1, 0, 1},
      {"4 B two words of one bank (rule)", [](std::uint64_t l) { return l % 2 * 32; }, 4, kWarp,
       kLoad, 2, 1, 1},
      {"4 B one lane (rule)", consecutive(), 4, 1U << 31U, kLoad, 1, 0, 1},
      {"8 distinct words of bank 0, 4 lanes each (inventory_001, P16)",
       [](std::uint64_t l) { return 32 * l % 256; }, 4, kWarp, kLoad, 8, 7, 1},
      {"A of a tiled product, 16x16 (inventory_001, P7)",
       [](std::uint64_t l) { return l / 16 * 16; }, 4, kWarp, kLoad, 1, 0, 1},
      {"B of a tiled product, 16x16 (inventory_001, P7)", [](std::uint64_t l) { return l % 16; }, 4,
       kWarp, kLoad, 1, 0, 1},
      {"8x8 tile column on 32 banks (inventory_000, G-BANK)", column(8, 8), 4, kWarp, kLoad, 2, 1,
       1},
      {"64-lane wavefront consecutive: two passes, two groups (rule)", consecutive(), 4, kWavefront,
       kLoad, 2, 0, 2},
  });
}

// G-BANK: "stride s words, 32 banks, degree = gcd(s,32) for s>0: 0:1 (broadcast), ...".
TEST(CountingTable, SharedStrides) {
  const std::vector<std::pair<std::uint64_t, std::uint64_t>> degrees = {
      {0, 1},   {1, 1},  {2, 2},  {3, 1},   {4, 4},  {5, 1},  {8, 8},
      {16, 16}, {17, 1}, {31, 1}, {32, 32}, {33, 1}, {64, 32}};
  for (const auto& [s, degree] : degrees) {
    const auto addresses = place(stride(s), 4);
    for (SharedAccess access : {kLoad, kStore, SharedAccess::AtomicAddOne}) {
      EXPECT_EQ(count_shared(addresses.data(), kWarp, 4, access).wavefronts, degree) << s;
    }
  }
}

// G-BANK and golden_000 "pad sweep degree": column read by row pitch.
TEST(CountingTable, SharedColumnByPitch) {
  const std::vector<std::uint64_t> degrees = {32, 1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4, 1, 2, 1, 16};
  for (std::uint64_t pitch = 32; pitch <= 48; ++pitch) {
    const auto addresses = place(stride(pitch), 4);
    EXPECT_EQ(count_shared(addresses.data(), kWarp, 4, kLoad).wavefronts, degrees.at(pitch - 32))
        << pitch;
  }
}

// inventory_002, transpose: tile[tx][ty] read and tile[ty][tx] written by a 16x16 block.
TEST(CountingTable, SharedTileOf16) {
  const auto wavefronts = [](const Index& index) {
    return count_shared(place(index, 4).data(), kWarp, 4, kLoad).wavefronts;
  };
  EXPECT_EQ(wavefronts(column(16, 16)), 8U);
  EXPECT_EQ(wavefronts(tile(16, 16)), 1U);
  EXPECT_EQ(wavefronts(column(16, 17)), 2U);
  EXPECT_EQ(wavefronts(tile(16, 17)), 2U);
  EXPECT_EQ(wavefronts(column(16, 18)), 1U);
  EXPECT_EQ(wavefronts(tile(16, 18)), 2U);
  EXPECT_EQ(wavefronts(column(8, 8)), 2U);
}

// inventory_002, scan: up-sweep bank degree of off*(2t+1)-1 in warp 0, n = 512 and 1024; with
// i + (i >> 5) all 1.
TEST(CountingTable, SharedBlellochUpSweep) {
  const std::vector<std::pair<std::uint64_t, std::vector<std::uint64_t>>> rows = {
      {512, {2, 4, 8, 16, 16, 8, 4, 2, 1}}, {1024, {2, 4, 8, 16, 32, 16, 8, 4, 2, 1}}};
  for (const auto& [n, degrees] : rows) {
    std::uint64_t offset = 1;
    for (std::uint64_t degree : degrees) {
      const auto active = static_cast<int>(std::min<std::uint64_t>(32, n / 2 / offset));
      const auto plain = [&](std::uint64_t t) { return offset * (2 * t + 1) - 1; };
      const auto padded = [&](std::uint64_t t) { return plain(t) + (plain(t) >> 5U); };
      EXPECT_EQ(count_shared(place(plain, 4).data(), full_mask(active), 4, kLoad).wavefronts,
                degree)
          << n << offset;
      EXPECT_EQ(count_shared(place(padded, 4).data(), full_mask(active), 4, kLoad).wavefronts, 1U)
          << n << offset;
      offset *= 2;
    }
  }
}

TEST(CountingTable, SharedEightBytes) {
  const Index second_pair = kEverySecondPair;
  expect_banks({
      {"consecutive: a wavefront each half (rule)", consecutive(), 8, kWarp, kLoad, 2, 0, 2},
      {"consecutive store (rule)", consecutive(), 8, kWarp, kStore, 2, 0, 2},
      {"broadcast load: halves merge (rule)", kSame, 8, kWarp, kLoad, 1, 0, 1},
      {"broadcast store: they do not (rule)", kSame, 8, kWarp, kStore, 2, 0, 2},
      {"pairs share, load: i^1 (rule)", kPairs, 8, kWarp, kLoad, 1, 0, 1},
      {"pairs share, store (rule)", kPairs, 8, kWarp, kStore, 2, 0, 2},
      {"i^2 shares, load (rule)", second_pair, 8, kWarp, kLoad, 1, 0, 1},
      {"i^2 shares, store (rule)", second_pair, 8, kWarp, kStore, 2, 0, 2},
      {"i^16 shares: no merge (rule)", [](std::uint64_t l) { return l % 16; }, 8, kWarp, kLoad, 2,
       0, 2},
      {"stride 2 (rule)", stride(2), 8, kWarp, kLoad, 4, 2, 2},
      {"stride 16: one bank pair (rule)", stride(16), 8, kWarp, kLoad, 32, 30, 2},
      {"stride 17 (rule)", stride(17), 8, kWarp, kLoad, 2, 0, 2},
      {"even lanes, load: merged, 2 words in a bank (rule)", consecutive(), 8, kEven, kLoad, 2, 1,
       1},
      {"even lanes, store: unmerged, no conflict (rule)", consecutive(), 8, kEven, kStore, 2, 0, 1},
      {"lower half only (rule)", consecutive(), 8, full_mask(16), kLoad, 1, 0, 1},
      {"upper half only (rule)", consecutive(), 8, 0xffff0000, kStore, 1, 0, 1},
      {"17 lanes (rule)", consecutive(), 8, full_mask(17), kLoad, 2, 0, 2},
      {"pairs share but one (rule)", [](std::uint64_t l) { return l == 31 ? 16 : l / 2; }, 8, kWarp,
       kLoad, 2, 0, 2},
      {"wavefront of 64, consecutive (rule)", consecutive(), 8, kWavefront, kLoad, 4, 0, 4},
  });
}

TEST(CountingTable, SharedSixteenBytes) {
  const Index second_pair = kEverySecondPair;
  expect_banks({
      {"consecutive: a wavefront each quarter (rule)", consecutive(), 16, kWarp, kLoad, 4, 0, 4},
      {"consecutive store (rule)", consecutive(), 16, kWarp, kStore, 4, 0, 4},
      {"broadcast load: a wavefront each half (rule)", kSame, 16, kWarp, kLoad, 2, 0, 2},
      {"broadcast store: one each quarter (rule)", kSame, 16, kWarp, kStore, 4, 0, 4},
      {"pairs share, load (rule)", kPairs, 16, kWarp, kLoad, 2, 0, 2},
      {"pairs share, store (rule)", kPairs, 16, kWarp, kStore, 4, 0, 4},
      {"i^2 shares, load (rule)", second_pair, 16, kWarp, kLoad, 2, 0, 2},
      {"i^4 shares: no merge (rule)", [](std::uint64_t l) { return l / 8 * 4 + l % 4; }, 16, kWarp,
       kLoad, 4, 0, 4},
      {"lower half merges, upper does not (rule)",
       [](std::uint64_t l) { return l < 16 ? l / 2 : l; }, 16, kWarp, kLoad, 3, 0, 3},
      {"stride 2 (rule)", stride(2), 16, kWarp, kLoad, 8, 4, 4},
      {"stride 8: 4 banks (rule)", stride(8), 16, kWarp, kStore, 32, 28, 4},
      {"stride 9 (rule)", stride(9), 16, kWarp, kLoad, 4, 0, 4},
      {"first quarter only (rule)", consecutive(), 16, full_mask(8), kLoad, 1, 0, 1},
      {"one lane of each quarter, merged pairwise (rule)", [](std::uint64_t l) { return l; }, 16,
       0x01010101, kLoad, 4, 2, 1},
      {"one lane of each quarter, store (rule)", [](std::uint64_t l) { return l; }, 16, 0x01010101,
       kStore, 4, 0, 1},
  });
}

// Measured: 32 wavefronts for 32 lanes on one word, 64 for compare-and-swap; add 1 counts as a
// load.
TEST(CountingTable, SharedAtomics) {
  const Index eight_bins = [](std::uint64_t l) { return l % 8; };
  const Index one_bank = [](std::uint64_t l) { return 32 * l % 256; };
  expect_banks({
      {"add 1, one word", kSame, 4, kWarp, SharedAccess::AtomicAddOne, 1, 0, 1},
      {"other, one word", kSame, 4, kWarp, SharedAccess::Atomic, 32, 31, 1},
      {"cas, one word", kSame, 4, kWarp, SharedAccess::AtomicCas, 64, 31, 1},
      {"add 1, consecutive", consecutive(), 4, kWarp, SharedAccess::AtomicAddOne, 1, 0, 1},
      {"other, consecutive", consecutive(), 4, kWarp, SharedAccess::Atomic, 1, 0, 1},
      {"cas, consecutive", consecutive(), 4, kWarp, SharedAccess::AtomicCas, 2, 0, 1},
      {"add 1, lane%8", eight_bins, 4, kWarp, SharedAccess::AtomicAddOne, 1, 0, 1},
      {"other, lane%8", eight_bins, 4, kWarp, SharedAccess::Atomic, 4, 3, 1},
      {"add 1, bank 0 only", one_bank, 4, kWarp, SharedAccess::AtomicAddOne, 8, 7, 1},
      {"other, bank 0 only", one_bank, 4, kWarp, SharedAccess::Atomic, 32, 31, 1},
      {"other, one word, 3 lanes", kSame, 4, 0x10101, SharedAccess::Atomic, 3, 2, 1},
      {"cas, one word, 1 lane", kSame, 4, 0x100, SharedAccess::AtomicCas, 2, 0, 1},
  });
}

// Measured on an H200 by ncu: exchanges are one instruction, compare-and-swap takes each pass
// twice.
TEST(CountingTable, WideSharedAtomics) {
  const Index pairs = [](std::uint64_t l) { return l / 2; };
  const Index quads = [](std::uint64_t l) { return l / 4; };
  expect_banks({
      {"exch 8 B, consecutive", consecutive(), 8, kWarp, SharedAccess::Atomic, 2, 0, 2},
      {"exch 8 B, one word", kSame, 8, kWarp, SharedAccess::Atomic, 32, 30, 2},
      {"exch 8 B, pairs", pairs, 8, kWarp, SharedAccess::Atomic, 4, 2, 2},
      {"exch 8 B, quads", quads, 8, kWarp, SharedAccess::Atomic, 8, 6, 2},
      {"cas 8 B, consecutive", consecutive(), 8, kWarp, SharedAccess::AtomicCas, 4, 0, 2},
      {"cas 8 B, one word", kSame, 8, kWarp, SharedAccess::AtomicCas, 64, 30, 2},
      {"cas 8 B, pairs", pairs, 8, kWarp, SharedAccess::AtomicCas, 8, 2, 2},
      {"exch 16 B, consecutive", consecutive(), 16, kWarp, SharedAccess::Atomic, 4, 0, 4},
      {"exch 16 B, one word", kSame, 16, kWarp, SharedAccess::Atomic, 32, 28, 4},
      {"exch 16 B, quads", quads, 16, kWarp, SharedAccess::Atomic, 16, 12, 4},
      {"cas 16 B, one word", kSame, 16, kWarp, SharedAccess::AtomicCas, 64, 28, 4},
      {"cas 16 B, pairs", pairs, 16, kWarp, SharedAccess::AtomicCas, 16, 4, 4},
  });
}

TEST(CountingTable, Local) {
  const auto count = [](const Index& index, int bytes, LaneMask lanes) {
    return count_local(place(index, bytes).data(), lanes, bytes);
  };
  // "word w of lane l lies at byte (32 w + l) * 4, so lanes at one offset touch 4 sectors"
  EXPECT_EQ(count(kSame, 4, kWarp), (SectorCounters{1, 4, 4, 128}));
  EXPECT_EQ(count(kSame, 1, kWarp), (SectorCounters{1, 4, 1, 32}));
  // "an 8- or 16-byte access to local memory is 2 or 4" requests
  EXPECT_EQ(count(kSame, 8, kWarp), (SectorCounters{2, 8, 8, 256}));
  EXPECT_EQ(count(kSame, 16, kWarp), (SectorCounters{4, 16, 16, 512}));
  EXPECT_EQ(count(kSame, 4, full_mask(8)), (SectorCounters{1, 1, 1, 32}));
  EXPECT_EQ(count(kSame, 4, kEven), (SectorCounters{1, 4, 2, 64}));
  // a[lane]: every lane another word, so every lane another sector
  EXPECT_EQ(count(consecutive(), 4, kWarp), (SectorCounters{1, 32, 4, 128}));
  EXPECT_EQ(count(kPairs, 4, kWarp), (SectorCounters{1, 16, 4, 128}));
  EXPECT_EQ(count(consecutive(), 1, kWarp), (SectorCounters{1, 8, 1, 32}));
}

TEST(CountingTable, Constant) {
  const auto words = [](const Index& index, int bytes, LaneMask lanes) {
    return count_constant(place(index, bytes).data(), lanes, bytes);
  };
  EXPECT_EQ(words(kSame, 4, kWarp), (ConstantCounters{1, 1}));
  EXPECT_EQ(words(consecutive(), 4, kWarp), (ConstantCounters{1, 32}));
  EXPECT_EQ(words(kPairs, 4, kWarp), (ConstantCounters{1, 16}));
  EXPECT_EQ(words(consecutive(), 1, kWarp), (ConstantCounters{1, 8}));
  EXPECT_EQ(words(kSame, 8, kWarp), (ConstantCounters{1, 2}));
  EXPECT_EQ(words(kPairs, 16, 0x7), (ConstantCounters{1, 8}));
}

}  // namespace
}  // namespace lanescope::events
