#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace lanescope {

// A number that can't be mixed up with another kind of number.
template <typename Tag, typename T>
struct StrongId {
  T value{};
  constexpr StrongId() = default;
  constexpr explicit StrongId(T v) : value(v) {}
  friend constexpr auto operator<=>(const StrongId&, const StrongId&) = default;
};

// Index of a warp instruction in machine order, over all launches of an Experiment. "At tick t"
// means: t warp instructions have been executed, instruction number t comes next. So tick 0 is
// the start and tick `Trace::tick_count()` the end.
using Tick = StrongId<struct TickTag, std::uint64_t>;
// The same with the warp instructions of blocks that are not recorded: what the machine counts, and
// replay goes to. Over a whole run their number is `machine_steps`.
using MachineStep = StrongId<struct MachineStepTag, std::uint64_t>;
// Index of an instruction in a decoded program (not a byte address).
using Pc = StrongId<struct PcTag, std::uint32_t>;
// Linear index of a block in its grid: x + gridDim.x * (y + gridDim.y * z).
using BlockIndex = StrongId<struct BlockTag, std::uint32_t>;
// Index of a warp in its block.
using WarpIndex = StrongId<struct WarpTag, std::uint32_t>;
// A byte address in the generic (64-bit) address space of the model.
using Address = StrongId<struct AddressTag, std::uint64_t>;

// One bit a lane, bit 0 is lane 0. Warp sizes go up to 64.
using LaneMask = std::uint64_t;

inline constexpr int kMaxWarpSize = 64;

// The lowest `lanes` bits; all 64 from 64 on.
[[nodiscard]] constexpr LaneMask full_mask(int lanes) {
  return lanes >= 64 ? ~LaneMask{0} : (LaneMask{1} << lanes) - 1;
}

struct Dim3 {
  std::uint32_t x = 1, y = 1, z = 1;
  friend constexpr bool operator==(const Dim3&, const Dim3&) = default;
  // Never more than 64 bits hold within CUDA's limits (2^31 - 1 by 65,535 by 65,535).
  [[nodiscard]] constexpr std::uint64_t count() const { return std::uint64_t{x} * y * z; }
  // Coordinates of linear index i, x fastest.
  [[nodiscard]] constexpr Dim3 at(std::uint64_t i) const {
    return {static_cast<std::uint32_t>(i % x), static_cast<std::uint32_t>(i / x % y),
            static_cast<std::uint32_t>(i / x / y)};
  }
};

}  // namespace lanescope

template <typename Tag, typename T>
struct std::hash<lanescope::StrongId<Tag, T>> {
  std::size_t operator()(const lanescope::StrongId<Tag, T>& id) const noexcept {
    return std::hash<T>{}(id.value);
  }
};
