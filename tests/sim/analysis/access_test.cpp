#include "sim/analysis/access.hpp"

#include <bit>
#include <map>
#include <random>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "sim/events/shared_place.hpp"

namespace lanescope::analysis {
namespace {

trace::Access make(events::Space space, int bytes, LaneMask lanes, auto index,
                   std::uint64_t base = 0) {
  trace::Access access;
  access.space = space;
  access.bytes = static_cast<std::uint8_t>(bytes);
  access.lanes = lanes;
  for (std::uint64_t lane = 0; lane < 32; ++lane) {
    access.addresses.at(lane) =
        base + static_cast<std::uint64_t>(index(lane)) * static_cast<std::uint64_t>(bytes);
  }
  return access;
}
constexpr LaneMask kAll = 0xffffffff;

TEST(ExplainGlobal, SectorsLinesAndBytes) {
  // A float warp off by one element: 5 sectors, 2 lines; the first sector lacks its first 4 bytes.
  const auto request =
      explain_global(make(events::Space::Global, 4, kAll, [](auto l) { return l + 1; }, 0x1000));
  ASSERT_EQ(request.sectors.size(), 5U);
  EXPECT_EQ(request.lines, 2U);
  EXPECT_EQ(request.sectors[0].sector, 0x1000U / 32);
  EXPECT_EQ(request.sectors[0].used_bytes, 28U);
  EXPECT_EQ(request.sectors[0].byte_mask, 0xfffffff0U);
  EXPECT_EQ(request.sectors[0].lanes, 0x7fU);
  EXPECT_EQ(request.sectors[4].used_bytes, 4U);
  EXPECT_EQ(request.sectors[4].lanes, LaneMask{1} << 31U);
  EXPECT_EQ(request.counters.sectors, 5U);
  EXPECT_EQ(request.counters.ideal_sectors, 4U);
}

// inventory_000 G-COAL, inventory_002 1.3 and 1.6: lines of 128 bytes of a warp's 4-byte loads.
TEST(ExplainGlobal, LinesOfTheNotesPatterns) {
  const auto lines = [](auto index) {
    return explain_global(make(events::Space::Global, 4, kAll, index, 0x1000)).lines;
  };
  for (const std::uint64_t stride : {1U, 2U, 4U, 8U, 16U, 32U})
    EXPECT_EQ(lines([stride](auto l) { return stride * l; }), stride);
  EXPECT_EQ(lines([](auto l) { return l + 8; }), 2U) << "eight words late";
  EXPECT_EQ(lines([](auto l) { return 31 - l; }), 1U) << "reversed";
  EXPECT_EQ(lines([](auto l) { return 3 * l; }), 3U) << "a field of three";
}

TEST(ExplainGlobal, LocalLanesAtOneOffsetFillFourSectors) {
  const auto request = explain_global(make(events::Space::Local, 4, kAll, [](auto) { return 5; }));
  ASSERT_EQ(request.sectors.size(), 4U);
  for (const SectorUse& use : request.sectors) EXPECT_EQ(use.used_bytes, 32U);
  EXPECT_EQ(request.sectors[0].sector, 5U * 4);  // word 5 of lane 0 at byte (32 * 5) * 4
  EXPECT_EQ(request.sectors[1].lanes, 0xff00U);
  EXPECT_EQ(request.counters.sectors, 4U);
}

TEST(ExplainShared, TwoWayConflict) {
  const auto request =
      explain_shared(make(events::Space::Shared, 4, kAll, [](auto l) { return 2 * l; }));
  ASSERT_EQ(request.wavefronts.size(), 2U);
  EXPECT_EQ(request.groups, 1U);
  EXPECT_EQ(request.degree, 2U);
  EXPECT_EQ(request.worst_bank, 0U);
  EXPECT_EQ(request.wavefronts[0].lanes, 0xffffU);
  EXPECT_EQ(request.wavefronts[1].lanes, 0xffff0000U);
  EXPECT_EQ(request.wavefronts[0].words.front(), 0U);
  EXPECT_EQ(request.wavefronts[1].words.front(), 32U);
}

// Two lanes that want words 128 bytes apart tell in which bank both are: (byte / 4) % 32.
TEST(ExplainShared, BanksOfTheNotesBytes) {
  const auto bank = [](std::uint64_t byte) {
    const auto request = explain_shared(
        make(events::Space::Shared, 4, 0x3, [&](auto l) { return byte / 4 + 32 * l; }));
    EXPECT_EQ(request.degree, 2U) << byte;
    return request.worst_bank;
  };
  std::vector<std::uint32_t> banks;
  for (const std::uint64_t byte : {0U, 3U, 4U, 124U, 128U, 130U, 132U, 4096U})
    banks.push_back(bank(byte));
  EXPECT_EQ(banks, (std::vector<std::uint32_t>{0, 0, 1, 31, 0, 0, 1, 0}));
  EXPECT_EQ(bank(std::uint64_t{4} * 37), 5U) << "word 37";
}

TEST(ExplainGlobal, LanesOfAnAtomicThatMeetOnAWordPassOneByOne) {
  auto access = make(
      events::Space::Global, 4, kAll, [](auto lane) { return lane < 20   ? 0
                                                             : lane < 29 ? 7
                                                                         : 8; },
      0x1000);
  EXPECT_EQ(explain_global(access).counters.sectors, 2U);
  access.kind = events::Access::Atomic;
  const auto request = explain_global(access);
  EXPECT_EQ(request.counters.sectors, 20U + 3U);
  ASSERT_EQ(request.sectors.size(), 2U);
  EXPECT_EQ(request.sectors[0].passes, 20U);
  EXPECT_EQ(request.sectors[1].passes, 3U);
}

TEST(ExplainShared, BroadcastIsOneWavefrontOfOneWord) {
  const auto request = explain_shared(make(events::Space::Shared, 4, kAll, [](auto) { return 7; }));
  ASSERT_EQ(request.wavefronts.size(), 1U);
  EXPECT_EQ(request.wavefronts[0].lanes, kAll);
  EXPECT_EQ(request.wavefronts[0].words, std::vector<std::uint32_t>{7});
}

TEST(ExplainShared, AtomicsQueueByLane) {
  auto access = make(events::Space::Shared, 4, 0x7, [](auto) { return 3; });
  access.kind = events::Access::Atomic;
  access.rule = events::SharedAccess::Atomic;
  auto request = explain_shared(access);
  ASSERT_EQ(request.wavefronts.size(), 3U);
  EXPECT_EQ(request.wavefronts[1].lanes, 2U);
  access.rule = events::SharedAccess::AtomicCas;
  EXPECT_EQ(explain_shared(access).wavefronts.size(), 6U);
  access.rule = events::SharedAccess::AtomicAddOne;
  EXPECT_EQ(explain_shared(access).wavefronts.size(), 1U);
}

// Whatever the pattern: what is explained adds up to what is counted, every lane is served in
// exactly one wavefront, and a wavefront never takes two words of one bank.
TEST(ExplainShared, ExplanationAddsUp) {
  std::mt19937_64 random(3);
  constexpr std::array kWidths = {1, 2, 4, 8, 16};
  for (int i = 0; i < 3000; ++i) {
    const int bytes = kWidths.at(random() % 5);
    const std::uint64_t spread = 1 + random() % 200, stride = random() % 40, kind = random() % 3;
    auto access =
        make(events::Space::Shared, bytes, (random() & kAll) | 1U, [&](std::uint64_t lane) {
          return kind == 0 ? lane * stride : kind == 1 ? random() % spread : lane / 2 + stride;
        });
    access.rule = static_cast<events::SharedAccess>(random() % 4);  // all but the twice passing CAS
    access.kind = access.rule == events::SharedAccess::Load    ? events::Access::Load
                  : access.rule == events::SharedAccess::Store ? events::Access::Store
                                                               : events::Access::Atomic;
    const auto request = explain_shared(access);
    ASSERT_EQ(request.wavefronts.size(), request.counters.wavefronts);
    ASSERT_EQ(request.wavefronts.size() - request.groups, request.counters.bank_conflicts);
    LaneMask served = 0;
    std::uint32_t deepest = 0;
    std::map<std::uint32_t, std::uint32_t> of_group;
    for (const Wavefront& wavefront : request.wavefronts) {
      ASSERT_EQ(served & wavefront.lanes, 0U);
      served |= wavefront.lanes;
      deepest = std::max(deepest, ++of_group[wavefront.group]);
      std::set<std::uint32_t> banks;
      for (std::uint32_t word : wavefront.words) ASSERT_TRUE(banks.insert(word % 32).second);
    }
    ASSERT_EQ(served, access.lanes);
    ASSERT_EQ(request.degree, deepest);
  }
}

TEST(ExplainGlobal, ExplanationAddsUp) {
  std::mt19937_64 random(4);
  constexpr std::array kWidths = {1, 2, 4, 8, 16};
  for (int i = 0; i < 3000; ++i) {
    const int bytes = kWidths.at(random() % 5);
    const std::uint64_t spread = 1 + random() % 3000;
    const auto space = random() % 2 == 0 ? events::Space::Global : events::Space::Local;
    auto access = make(space, bytes, (random() & kAll) | 1U,
                       [&](std::uint64_t) { return random() % spread; });
    if (space == events::Space::Global && random() % 2 == 0) access.kind = events::Access::Atomic;
    const auto request = explain_global(access);
    LaneMask lanes = 0;
    std::uint64_t used = 0, passes = 0;
    for (const SectorUse& use : request.sectors) {
      lanes |= use.lanes;
      passes += use.passes;
      used += use.used_bytes;
    }
    if (space == events::Space::Global) {
      ASSERT_EQ(passes, request.counters.sectors);
    }
    ASSERT_EQ(lanes, access.lanes);
    ASSERT_LE(used, request.counters.bytes);
  }
}

TEST(Explain, NoLanes) {
  EXPECT_TRUE(explain_global({}).sectors.empty());
  EXPECT_TRUE(explain_shared({}).wavefronts.empty());
}

// Clusters of 2 x 3 blocks: the place names a rank, and the rank a block of the accessing one's
// cluster.
TEST(OtherBlock, IsThatOfTheRankInTheSameCluster) {
  engine::Launch launch;
  launch.grid = {4, 6, 1};
  launch.cluster = {2, 3, 1};
  const BlockIndex block{3 + 4 * 4};  // (3,4,0), of the cluster that begins at (2,3,0)
  for (std::uint32_t rank = 0; rank < 6; ++rank) {
    const auto access = make(
        events::Space::Shared, 4, kAll, [](auto l) { return l; },
        events::place_in_cluster(rank, 16));
    EXPECT_EQ(other_block_of(launch, block, access), (Dim3{2 + rank % 2, 3 + rank / 2, 0}));
  }
  const auto own = make(events::Space::Shared, 4, kAll, [](auto l) { return l; });
  EXPECT_EQ(other_block_of(launch, block, own), std::nullopt);
  const auto global = make(
      events::Space::Global, 4, kAll, [](auto l) { return l; }, events::place_in_cluster(1, 0));
  EXPECT_EQ(other_block_of(launch, block, global), std::nullopt);
}

}  // namespace
}  // namespace lanescope::analysis
