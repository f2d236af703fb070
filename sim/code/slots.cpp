#include "sim/code/slots.hpp"

#include <algorithm>
#include <cstddef>

#include "sim/isa/alu.hpp"

namespace lanescope::code {
namespace {

struct Hull {
  std::uint32_t begin = 0, end = 0, reg = 0;
};

std::vector<Hull> hulls(const flow::Liveness& liveness) {
  std::vector<Hull> result;
  for (std::uint32_t reg = 0; reg < liveness.live.size(); ++reg) {
    const auto& live = liveness.live[reg];
    if (!live.empty()) result.push_back({live.front().first, live.back().second, reg});
  }
  std::stable_sort(result.begin(), result.end(),
                   [](const Hull& a, const Hull& b) { return a.begin < b.begin; });
  return result;
}

std::uint8_t register_bits(ptx::Type type) {
  return type == ptx::Type::Pred
             ? std::uint8_t{1}
             : static_cast<std::uint8_t>(8 * std::min(8, ptx::size_in_bytes(type)));
}

}  // namespace

std::uint8_t lane_bytes(ptx::Type type) { return ptx::size_in_bytes(type) > 4 ? 8 : 4; }

SlotAllocator::SlotAllocator() { carry_ = take(4, 1); }

Slot SlotAllocator::take(std::uint8_t lane_bytes, std::uint8_t bits) {
  const Slot slot{bytes_, lane_bytes, bits};
  bytes_ += static_cast<std::uint32_t>(isa::kLanesPerFile) * lane_bytes;
  return slot;
}

// Linear scan: slots whose last interval has ended are used again.
std::vector<Slot> SlotAllocator::allocate(const ptx::Function& function,
                                          const flow::Liveness& liveness) {
  std::vector<Slot> result(function.registers.size());
  struct Busy {
    std::uint32_t end;
    std::uint32_t offset;
  };
  std::vector<Busy> busy[2];  // by lane width: 4, 8 bytes
  for (const Hull& hull : hulls(liveness)) {
    const ptx::Type type = function.registers[hull.reg].type;
    const std::uint8_t bytes = lane_bytes(type);
    std::vector<Busy>& pool = busy[bytes == 8 ? 1 : 0];
    const auto ended =
        std::find_if(pool.begin(), pool.end(), [&](const Busy& b) { return b.end <= hull.begin; });
    Slot slot{0, bytes, register_bits(type)};
    if (ended != pool.end()) {
      ended->end = hull.end;
      slot.offset = ended->offset;
    } else {
      slot.offset = take(bytes, slot.bits).offset;
      pool.push_back({hull.end, slot.offset});
    }
    result[hull.reg] = slot;
  }
  return result;
}

Slot SlotAllocator::constant(std::uint64_t value, std::uint8_t lane_bytes) {
  if (lane_bytes == 4) value &= 0xffffffffU;
  for (const ConstantSlot& c : constants_) {
    if (c.variable == ptx::kNone && c.value == value && c.slot.lane_bytes == lane_bytes)
      return c.slot;
  }
  constants_.push_back(
      {take(lane_bytes, static_cast<std::uint8_t>(lane_bytes * 8)), value, ptx::kNone});
  return constants_.back().slot;
}

Slot SlotAllocator::variable_address(std::uint32_t variable, std::uint64_t offset,
                                     std::uint8_t lane_bytes) {
  for (const ConstantSlot& c : constants_) {
    if (c.variable == variable && c.value == offset && c.slot.lane_bytes == lane_bytes)
      return c.slot;
  }
  constants_.push_back(
      {take(lane_bytes, static_cast<std::uint8_t>(lane_bytes * 8)), offset, variable});
  return constants_.back().slot;
}

Slot SlotAllocator::special(Special what, std::uint8_t lane_bytes) {
  for (const SpecialSlot& s : specials_) {
    if (s.what == what && s.slot.lane_bytes == lane_bytes) return s.slot;
  }
  specials_.push_back({take(lane_bytes, static_cast<std::uint8_t>(lane_bytes * 8)), what});
  return specials_.back().slot;
}

Slot SlotAllocator::parameter(ParameterSlot what, const Slot& like) {
  for (const ParameterSlot& p : parameters_) {
    what.slot = {p.slot.offset, like.lane_bytes, like.bits};
    if (p == what) return p.slot;
  }
  what.slot = take(like.lane_bytes, like.bits);
  parameters_.push_back(what);
  return what.slot;
}

Slot SlotAllocator::scratch(std::size_t which, std::uint8_t lane_bytes) {
  const std::size_t index = which * 2 + (lane_bytes == 8 ? 1 : 0);
  while (scratch_.size() <= index) scratch_.emplace_back();
  if (!scratch_[index].used())
    scratch_[index] = take(lane_bytes, static_cast<std::uint8_t>(lane_bytes * 8));
  return scratch_[index];
}

}  // namespace lanescope::code
