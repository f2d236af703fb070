#include "tests/lab/random_kernels/value_types.hpp"

#include <fmt/format.h>

namespace lanescope::test::random_kernels {
namespace {

constexpr std::array<std::uint64_t, 22> kWholes{
    0,   1,   2,   3,   7,      8,      15,     16,    31,    32,      63,
    100, 127, 128, 255, 0x7fff, 0x8000, 0xffff, ~0ULL, ~1ULL, ~127ULL, 0x7fffffff};
constexpr std::array<std::uint32_t, 16> kFloats{
    0,          0x80000000, 0x3f800000, 0xbf800000, 0x40490fdb, 0x3f000000, 0x7f800000, 0xff800000,
    0x7fc00000, 0x00000001, 0x807fffff, 0x00800000, 0x7f7fffff, 0x4f000000, 0x5f000000, 0x3f7fffff};
constexpr std::array<std::uint64_t, 14> kDoubles{0,
                                                 0x8000000000000000,
                                                 0x3ff0000000000000,
                                                 0xbff0000000000000,
                                                 0x400921fb54442d18,
                                                 0x7ff0000000000000,
                                                 0xfff0000000000000,
                                                 0x0000000000000001,
                                                 0x800fffffffffffff,
                                                 0x0010000000000000,
                                                 0x7fefffffffffffff,
                                                 0x41e0000000000000,
                                                 0x43e0000000000000,
                                                 0x36a0000000000000};
constexpr std::array<std::uint32_t, 12> kHalves{0,      0x8000, 0x3c00, 0xbc00, 0x3800, 0x7c00,
                                                0xfc00, 0x7e00, 0x0001, 0x03ff, 0x0400, 0x7bff};
constexpr std::array<std::uint32_t, 12> kBfloats{0,      0x8000, 0x3f80, 0xbf80, 0x4049, 0x7f80,
                                                 0xff80, 0x7fc0, 0x0001, 0x007f, 0x0080, 0x7f7f};

std::string whole(Type type, Random& random) {
  const std::uint64_t bits = random.chance(70) ? random.pick(kWholes) : random.next();
  const std::uint32_t shift = 64 - info(type).bytes * 8;
  return fmt::format("({})0x{:x}{}", info(type).name, bits << shift >> shift,
                     info(type).bytes == 8 ? "ull" : "u");
}

std::string single(Random& random) {
  if (random.chance(40)) return fmt::format("{}.{}f", random.below(100), random.below(1000));
  return fmt::format("__uint_as_float(0x{:x}u)", random.pick(kFloats));
}

std::string twice(Random& random) {
  if (random.chance(40)) return fmt::format("{}.{}", random.below(1000), random.below(100000));
  return fmt::format("__longlong_as_double(0x{:x}ll)", random.pick(kDoubles));
}

}  // namespace

std::string literal(Type type, Random& random) {
  switch (type) {
    case Type::Bool:
      return random.chance(50) ? "true" : "false";
    case Type::F16:
      return fmt::format("half_of(0x{:x})", random.pick(kHalves));
    case Type::BF16:
      return fmt::format("bfloat_of(0x{:x})", random.pick(kBfloats));
    case Type::F32:
      return single(random);
    case Type::F64:
      return twice(random);
    case Type::Half2:
      return fmt::format("half2_of(0x{:x}{:04x})", random.pick(kHalves), random.pick(kHalves));
    case Type::Bf2:
      return fmt::format("bfloat2_of(0x{:x}{:04x})", random.pick(kBfloats), random.pick(kBfloats));
    default:
      return whole(type, random);
  }
}

}  // namespace lanescope::test::random_kernels
