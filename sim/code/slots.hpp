#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/code/code.hpp"
#include "sim/flow/liveness.hpp"
#include "sim/ptx/module.hpp"

namespace lanescope::code {

// Lanes of a slot are 8 bytes wide for 64-bit types and 4 bytes otherwise (sim/isa/alu.hpp).
[[nodiscard]] std::uint8_t lane_bytes(ptx::Type type);

// Gives out places in the lane register file. Each function's registers get a range of their own,
// in which registers that are never live together share a slot; constants and special registers
// get one slot for each distinct value.
class SlotAllocator {
 public:
  SlotAllocator();

  // By register of the function: its slot (unused registers get none).
  std::vector<Slot> allocate(const ptx::Function& function, const flow::Liveness& liveness);

  Slot constant(std::uint64_t value, std::uint8_t lane_bytes);
  Slot variable_address(std::uint32_t variable, std::uint64_t offset, std::uint8_t lane_bytes);
  Slot special(Special what, std::uint8_t lane_bytes);
  // Of a kernel's parameter as a register like `like` holds it; `what` says which, but for its
  // slot.
  Slot parameter(ParameterSlot what, const Slot& like);
  // A place for values that nobody reads, and places for converted operands.
  Slot scratch(std::size_t which, std::uint8_t lane_bytes);
  [[nodiscard]] Slot carry() const { return carry_; }

  [[nodiscard]] std::uint32_t bytes() const { return bytes_; }
  [[nodiscard]] const std::vector<ConstantSlot>& constants() const { return constants_; }
  [[nodiscard]] const std::vector<SpecialSlot>& specials() const { return specials_; }
  [[nodiscard]] const std::vector<ParameterSlot>& parameters() const { return parameters_; }

 private:
  Slot take(std::uint8_t lane_bytes, std::uint8_t bits);

  std::uint32_t bytes_ = 0;
  Slot carry_;
  std::vector<Slot> scratch_;
  std::vector<ConstantSlot> constants_;
  std::vector<SpecialSlot> specials_;
  std::vector<ParameterSlot> parameters_;
};

}  // namespace lanescope::code
