// Requests that begin elsewhere conflict as those that are remembered: counted anew for random
// patterns of every space and width.
#include "sim/trace/pattern.hpp"

#include <bit>
#include <random>

#include <gtest/gtest.h>

#include "sim/events/count_access.hpp"

namespace lanescope::trace {
namespace {

using events::Space;

struct Request {
  events::MemoryAccess access;
  std::array<std::uint64_t, kMaxWarpSize> addresses{};
  Pattern pattern;
};

Request request_of(Space space, std::uint8_t bytes, LaneMask lanes, const Pattern& pattern) {
  Request request;
  request.pattern = pattern;
  std::uint64_t number = 0;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1, ++number)
    request.addresses.at(static_cast<std::size_t>(std::countr_zero(rest))) =
        pattern.base + number / pattern.row * pattern.pitch + number % pattern.row * pattern.stride;
  request.access = {space, events::Access::Load, bytes, lanes, nullptr};
  return request;
}

bool conflicts(const Request& request) {
  events::MemoryAccess access = request.access;
  access.addresses = request.addresses.data();
  if (access.space == Space::Shared) return events::banks_of(access).bank_conflicts > 0;
  const auto counted = events::sectors_of(access);
  return counted.sectors > counted.ideal_sectors;
}

TEST(KnownPatterns, BeginAnywhere) {
  constexpr int kPatterns = 2000, kBeginnings = 200;
  std::mt19937 random(7);
  const auto up_to = [&](std::uint32_t most) { return random() % (most + 1); };
  KnownPatterns known;
  int conflicting = 0, counted = 0;
  for (int i = 0; i < kPatterns; ++i) {
    const Space space = std::array{Space::Shared, Space::Global, Space::Local}.at(up_to(2));
    const auto bytes = static_cast<std::uint8_t>(1U << up_to(4));
    const auto shape = static_cast<std::uint32_t>(space) * 8 +
                       static_cast<std::uint32_t>(std::countr_zero(unsigned{bytes}));
    const LaneMask lanes = up_to(3) == 0 ? random() | 1U : 0xffffffffU;
    Pattern pattern{0, std::uint64_t{bytes} * up_to(5), std::uint64_t{bytes} * up_to(40),
                    std::array{32U, 8U, 4U}.at(up_to(2))};
    for (int k = 0; k < kBeginnings; ++k) {
      pattern.base = std::uint64_t{bytes} * up_to(4000);
      const Request request = request_of(space, bytes, lanes, pattern);
      const bool wanted = conflicts(request);
      const auto count = [&] {
        ++counted;
        return conflicts(request);
      };
      ASSERT_EQ(known.conflicts(KnownPatterns::key_of(pattern, shape, lanes), count), wanted)
          << static_cast<int>(space) << ", " << int{bytes} << " bytes, lanes " << lanes << ", base "
          << pattern.base << ", stride " << pattern.stride << ", pitch " << pattern.pitch
          << ", row " << pattern.row;
      conflicting += wanted ? 1 : 0;
    }
  }
  EXPECT_GT(conflicting, kPatterns * kBeginnings / 10);
  EXPECT_LT(counted, kPatterns * kBeginnings / 2) << "most are known";
}

}  // namespace
}  // namespace lanescope::trace
