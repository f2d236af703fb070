// What the course notes' reductions, tiles and pixels come to by the counting rules: the addresses
// of each step, as their inventories have them, and the numbers that these derive.
#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include "sim/events/counting.hpp"

namespace lanescope::events {
namespace {

using Index = std::function<std::uint64_t(std::uint64_t)>;
using Active = std::function<bool(std::uint64_t thread, std::uint64_t stride)>;

// The lanes of warp w that are active, and where each of its lanes reads.
struct Request {
  std::array<std::uint64_t, kMaxWarpSize> addresses{};
  LaneMask lanes = 0;
};

Request request_of(std::uint64_t warp, const std::function<bool(std::uint64_t)>& active,
                   const Index& index, std::uint64_t bytes) {
  Request request;
  for (std::uint64_t lane = 0; lane < 32; ++lane) {
    const std::uint64_t thread = 32 * warp + lane;
    if (!active(thread)) continue;
    request.lanes |= LaneMask{1} << lane;
    request.addresses.at(lane) = index(thread) * bytes;
  }
  return request;
}

std::uint64_t sectors(const Request& request, int bytes) {
  return request.lanes == 0 ? 0
                            : count_sectors(request.addresses.data(), request.lanes, bytes).sectors;
}
std::uint64_t wavefronts(const Request& request, int bytes, SharedAccess access) {
  return request.lanes == 0
             ? 0
             : count_shared(request.addresses.data(), request.lanes, bytes, access).wavefronts;
}

// Both loads of s[first(t)] += s[first(t) + k] for all warps of a block, over the strides k.
std::uint64_t sectors_of_tree(std::uint64_t block, const std::vector<std::uint64_t>& strides,
                              const Active& active) {
  std::uint64_t all = 0;
  for (const std::uint64_t k : strides) {
    for (std::uint64_t warp = 0; warp < block / 32; ++warp) {
      const auto adds = [&](std::uint64_t t) { return active(t, k); };
      all += sectors(request_of(warp, adds, [](auto t) { return t; }, 4), 4);
      all += sectors(request_of(warp, adds, [k](auto t) { return t + k; }, 4), 4);
    }
  }
  return all;
}

std::vector<std::uint64_t> doublings(std::uint64_t below) {
  std::vector<std::uint64_t> strides;
  for (std::uint64_t k = 1; k < below; k *= 2) strides.push_back(k);
  return strides;
}

// inventory_002 1.2: sectors of the loads if the data stay in global memory.
TEST(NotesPatterns, SectorsOfReductionsInGlobalMemory) {
  const std::vector<std::array<std::uint64_t, 3>> rows{
      {128, 126, 36}, {256, 254, 68}, {512, 510, 132}, {1024, 1022, 260}};
  for (const auto& [block, by_remainder, in_halves] : rows) {
    EXPECT_EQ(
        sectors_of_tree(block, doublings(block), [](auto t, auto k) { return t % (2 * k) == 0; }),
        by_remainder)
        << block;
    EXPECT_EQ(sectors_of_tree(block, doublings(block), [](auto t, auto k) { return t < k; }),
              in_halves)
        << block;
  }
}

// Two loads and a store of each addition, by blocks of 256 threads over 512 doubles.
std::uint64_t wavefronts_of_doubles(const Active& active, std::uint64_t apart) {
  std::uint64_t all = 0;
  for (const std::uint64_t k : doublings(512)) {
    for (std::uint64_t warp = 0; warp < 8; ++warp) {
      const auto adds = [&](std::uint64_t t) { return active(t, k); };
      const Request own = request_of(warp, adds, [&](auto t) { return apart * t; }, 8);
      const Request other = request_of(warp, adds, [&](auto t) { return apart * t + k; }, 8);
      all += wavefronts(own, 8, SharedAccess::Load) + wavefronts(other, 8, SharedAccess::Load) +
             wavefronts(own, 8, SharedAccess::Store);
    }
  }
  return all;
}

// inventory_000 G-RED: both forms in place, as if their doubles lay in shared memory.
TEST(NotesPatterns, WavefrontsOfReductionsOfDoubles) {
  EXPECT_EQ(wavefronts_of_doubles([](auto t, auto k) { return t % k == 0; }, 2), 477U);
  EXPECT_EQ(wavefronts_of_doubles([](auto t, auto k) { return t < k; }, 1), 105U);
}

// inventory_003 1.11: a block of 1,024 threads over 2,048 floats; the first warp, which always
// adds.
TEST(NotesPatterns, WavefrontsOfTheNaiveMapping) {
  for (const std::uint64_t k : doublings(2048)) {
    const auto adds = [k](std::uint64_t t) { return t % k == 0; };
    const std::uint64_t expected = k <= 16 ? 2 : 1;
    for (const std::uint64_t shift : {std::uint64_t{0}, k}) {
      const Request load = request_of(0, adds, [&](auto t) { return 2 * t + shift; }, 4);
      EXPECT_EQ(wavefronts(load, 4, SharedAccess::Load), expected) << k << " + " << shift;
    }
  }
}

// inventory_002 1.7: no padding makes both a row and a column of two rows of 16 threads one
// wavefront.
TEST(NotesPatterns, NoPaddingFreesATileOf16BothWays) {
  const auto all = [](std::uint64_t) { return true; };
  int free_both_ways = 0;
  for (std::uint64_t padding = 0; padding <= 17; ++padding) {
    const std::uint64_t pitch = 16 + padding;
    const Request rows = request_of(0, all, [&](auto t) { return t / 16 * pitch + t % 16; }, 4);
    const Request columns = request_of(0, all, [&](auto t) { return t % 16 * pitch + t / 16; }, 4);
    free_both_ways += static_cast<int>(wavefronts(rows, 4, SharedAccess::Store) == 1 &&
                                       wavefronts(columns, 4, SharedAccess::Load) == 1);
  }
  EXPECT_EQ(free_both_ways, 0);
}

// inventory_002 1.5: a load of a tile with row and column exchanged, as printed, of a matrix with
// 1,024 columns.
TEST(NotesPatterns, SectorsOfATileWithPrintedIndices) {
  const auto all = [](std::uint64_t) { return true; };
  for (const std::uint64_t side : {std::uint64_t{8}, std::uint64_t{16}, std::uint64_t{32}}) {
    const Request printed =
        request_of(0, all, [&](auto t) { return t % side * 1024 + t / side; }, 4);
    EXPECT_EQ(sectors(printed, 4), side);
    const Request right = request_of(0, all, [&](auto t) { return t / side * 1024 + t % side; }, 4);
    EXPECT_EQ(sectors(right, 4), 4U) << side;
  }
}

// inventory_004 1.3: one colour of two rows of 16 pixels, of a picture 76 pixels wide.
TEST(NotesPatterns, SectorsOfAColourInTwoRows) {
  const auto all = [](std::uint64_t) { return true; };
  const Request red = request_of(0, all, [](auto t) { return 3 * (t / 16 * 76 + t % 16); }, 1);
  EXPECT_EQ(sectors(red, 1), 4U);
}

}  // namespace
}  // namespace lanescope::events
