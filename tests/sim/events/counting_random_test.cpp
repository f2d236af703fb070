// The fast rules against the slow reference, on patterns of every family that kernels make.
#include <random>

#include <gtest/gtest.h>

#include "sim/events/count_access.hpp"
#include "tests/sim/events/counting_reference.hpp"

namespace lanescope::events {
namespace {

using reference::Addresses;

constexpr std::array kWidths = {1, 2, 4, 8, 16};
constexpr std::array kShared = {SharedAccess::Load, SharedAccess::Store, SharedAccess::AtomicAddOne,
                                SharedAccess::Atomic, SharedAccess::AtomicCas};

class Patterns {
 public:
  explicit Patterns(std::uint32_t seed) : random_(seed) {}

  LaneMask lanes(int warp_size) {
    const LaneMask all = full_mask(warp_size);
    LaneMask mask = all;
    switch (below(6)) {
      case 0:
        mask = full_mask(1 + static_cast<int>(below(static_cast<std::uint64_t>(warp_size))));
        break;
      case 1:
        mask = any();
        break;
      case 2:
        mask = any() & any();
        break;
      case 3:
        mask = 0x1111111111111111U << below(4);
        break;
      case 4:
        mask = full_mask(16) << below(16);
        break;
      default:
        break;
    }
    mask &= all;
    return mask != 0 ? mask : LaneMask{1} << below(static_cast<std::uint64_t>(warp_size));
  }

  // Aligned to `bytes`, below `limit`.
  Addresses addresses(int bytes, std::uint64_t limit) {
    const auto size = static_cast<std::uint64_t>(bytes);
    const std::uint64_t elements = limit / size;
    const std::uint64_t base = below(elements / 2);
    const std::uint64_t family = below(8), stride = below(70), row = 1 + below(32),
                        twist = below(32);
    Addresses result{};
    for (std::uint64_t lane = 0; lane < 64; ++lane) {
      std::uint64_t element = base;
      switch (family) {
        case 0:
          element += lane * stride;
          break;
        case 1:
          element += (63 - lane) * stride;
          break;
        case 2:
          element += lane ^ twist;
          break;
        case 3:
          element += lane / row * stride + lane % row;
          break;
        case 4:
          element += lane / row;
          break;
        case 5:
          element += lane % row * stride;
          break;
        case 6:
          element += below(1 + stride);
          break;
        default:
          element = below(elements);
          break;
      }
      result.at(lane) = element % elements * size;
    }
    return result;
  }

  std::uint64_t below(std::uint64_t n) { return random_() % n; }

 private:
  LaneMask any() { return random_(); }
  std::mt19937_64 random_;
};

class CountingAgainstReference : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(WarpSizes, CountingAgainstReference, ::testing::Values(4, 8, 16, 32, 64));

TEST_P(CountingAgainstReference, Sectors) {
  Patterns patterns(1);
  for (int i = 0; i < 20'000; ++i) {
    const int bytes = kWidths.at(patterns.below(5));
    const LaneMask lanes = patterns.lanes(GetParam());
    const std::uint64_t limit = std::uint64_t{1} << (12 + patterns.below(36));
    const Addresses a = patterns.addresses(bytes, limit);
    ASSERT_EQ(count_sectors(a.data(), lanes, bytes), reference::sectors(a, lanes, bytes)) << i;
  }
}

TEST_P(CountingAgainstReference, SectorsOfAtomics) {
  Patterns patterns(6);
  for (int i = 0; i < 20'000; ++i) {
    const int bytes = kWidths.at(patterns.below(5));
    const LaneMask lanes = patterns.lanes(GetParam());
    const std::uint64_t limit = std::uint64_t{1} << (5 + patterns.below(40));
    const Addresses a = patterns.addresses(bytes, limit);
    ASSERT_EQ(count_atomic_sectors(a.data(), lanes, bytes),
              reference::atomic_sectors(a, lanes, bytes))
        << i << ", " << bytes << " bytes";
  }
}

// What is known of the addresses beforehand changes no number.
TEST_P(CountingAgainstReference, ConsecutivePlacesCountAsAnyOthers) {
  Patterns patterns(7);
  for (int i = 0; i < 20'000; ++i) {
    const int bytes = kWidths.at(patterns.below(5));
    Addresses a{};
    const std::uint64_t start = patterns.below(64);
    for (std::uint64_t lane = 0; lane < 64; ++lane)
      a.at(lane) = (start + lane) * static_cast<std::uint64_t>(bytes);
    MemoryAccess access{};
    access.space = patterns.below(2) == 0 ? Space::Global : Space::Shared;
    access.access = static_cast<Access>(patterns.below(3));
    access.bytes = static_cast<std::uint8_t>(bytes);
    access.lanes = patterns.lanes(GetParam());
    access.addresses = a.data();
    Counters slow, fast;
    count_access(access, slow);
    count_access(access, fast, Placement::Consecutive);
    ASSERT_EQ(slow, fast) << i << ", " << bytes << " bytes";
  }
}

TEST_P(CountingAgainstReference, SectorsOfUnalignedTextureFetches) {
  Patterns patterns(2);
  for (int i = 0; i < 5'000; ++i) {
    const int bytes = kWidths.at(patterns.below(5));
    const LaneMask lanes = patterns.lanes(GetParam());
    Addresses a = patterns.addresses(1, 1U << 16U);
    ASSERT_EQ(count_sectors(a.data(), lanes, bytes), reference::sectors(a, lanes, bytes)) << i;
  }
}

TEST_P(CountingAgainstReference, Local) {
  Patterns patterns(3);
  for (int i = 0; i < 10'000; ++i) {
    const int bytes = kWidths.at(patterns.below(5));
    const LaneMask lanes = patterns.lanes(GetParam());
    const Addresses a = patterns.addresses(bytes, std::uint64_t{1} << (6 + patterns.below(13)));
    ASSERT_EQ(count_local(a.data(), lanes, bytes), reference::local(a, lanes, bytes)) << i;
  }
}

TEST_P(CountingAgainstReference, Shared) {
  Patterns patterns(4);
  for (int i = 0; i < 60'000; ++i) {
    const int bytes = kWidths.at(patterns.below(5));
    const LaneMask lanes = patterns.lanes(GetParam());
    // Up to the opt-in limit of 227 KiB; now and then beyond it, as a machine of the future may.
    const std::uint64_t limit =
        patterns.below(20) == 0 ? 1U << 20U : std::uint64_t{256} << patterns.below(10);
    const Addresses a = patterns.addresses(bytes, limit);
    for (SharedAccess access : kShared) {
      ASSERT_EQ(count_shared(a.data(), lanes, bytes, access),
                reference::shared(a, lanes, bytes, access))
          << "pattern " << i << ", bytes " << bytes << ", access " << static_cast<int>(access);
    }
  }
}

TEST_P(CountingAgainstReference, Constant) {
  Patterns patterns(5);
  for (int i = 0; i < 10'000; ++i) {
    const int bytes = kWidths.at(patterns.below(5));
    const LaneMask lanes = patterns.lanes(GetParam());
    const Addresses a = patterns.addresses(bytes, 1U << 16U);
    ASSERT_EQ(count_constant(a.data(), lanes, bytes), reference::constant(a, lanes, bytes)) << i;
  }
}

TEST(HalfRowsAgainstReference, SectorsAndBanks) {
  Patterns patterns(8);
  constexpr LaneMask kAllLanes = 0xffffffff;
  for (int i = 0; i < 60'000; ++i) {
    HalfRows rows{};
    Addresses a{};
    for (std::uint64_t half = 0; half < 2; ++half) {
      rows.start[half] = 4 * patterns.below(80);
      rows.step[half] = static_cast<std::uint32_t>(4 * patterns.below(2));
      for (std::uint64_t lane = 0; lane < 16; ++lane)
        a.at(16 * half + lane) = rows.start[half] + lane * rows.step[half];
    }
    ASSERT_EQ(sectors_of(rows), reference::sectors(a, kAllLanes, 4)) << i;
    for (const SharedAccess access : {SharedAccess::Load, SharedAccess::Store})
      ASSERT_EQ(banks_of(rows), reference::shared(a, kAllLanes, 4, access)) << i;
  }
}

}  // namespace
}  // namespace lanescope::events
