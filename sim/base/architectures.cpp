#include "sim/base/architectures.hpp"

#include <algorithm>
#include <array>

namespace lanescope {
namespace {

constexpr std::uint32_t kKiB = 1024;

constexpr std::array kTable = {
    Architecture{70, 64, 32, 96 * kKiB, 96 * kKiB},
    Architecture{72, 64, 32, 96 * kKiB, 96 * kKiB},
    Architecture{75, 32, 16, 64 * kKiB, 64 * kKiB},
    Architecture{80, 64, 32, 164 * kKiB, 163 * kKiB},
    Architecture{86, 48, 16, 100 * kKiB, 99 * kKiB},
    Architecture{87, 48, 16, 164 * kKiB, 163 * kKiB},
    Architecture{88, 48, 16, 100 * kKiB, 99 * kKiB},
    Architecture{89, 48, 24, 100 * kKiB, 99 * kKiB},
    Architecture{90, 64, 32, 228 * kKiB, 227 * kKiB, 64},
    Architecture{100, 64, 32, 228 * kKiB, 227 * kKiB, 64},
    Architecture{101, 48, 24, 228 * kKiB, 227 * kKiB, 24},
    Architecture{103, 64, 32, 228 * kKiB, 227 * kKiB, 64},
    Architecture{110, 48, 24, 228 * kKiB, 227 * kKiB, 24},
    Architecture{120, 48, 24, 100 * kKiB, 99 * kKiB, 24},
    Architecture{121, 48, 24, 100 * kKiB, 99 * kKiB, 24},
};

}  // namespace

std::span<const Architecture> architectures() { return kTable; }

const Architecture* find_architecture(std::uint32_t sm) {
  const auto* const row = std::ranges::find(kTable, sm, &Architecture::sm);
  return row == kTable.end() ? nullptr : row;
}

}  // namespace lanescope
