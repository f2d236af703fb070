#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "sim/base/result.hpp"

namespace lanescope::timing {

// A GPU as numbers (machine.def says what each is, in which unit, and where it comes from).
struct MachineDescription {
  std::string name = "h200";
  std::string title = "NVIDIA H200";
  bool measured = true;  // false: made up for teaching, or derived from another one
#define NUMBER(FIELD, TYPE, VALUE, UNIT, SOURCE) TYPE FIELD = VALUE;
#include "sim/timing/machine.def"
#undef NUMBER
  friend bool operator==(const MachineDescription&, const MachineDescription&) = default;
};

// One number of the H200's description, for whoever shows them.
struct Provenance {
  std::string_view field, unit, source;
  double value = 0;
};
[[nodiscard]] std::span<const Provenance> provenance();

// "h200"; "tiny", a teaching machine of 2 SMs; "laptop", 24 SMs with a laptop's caches and memory.
// An Error for another name, which lists them.
[[nodiscard]] Result<MachineDescription> machine(std::string_view name);
[[nodiscard]] std::span<const std::string_view> machine_names();

// Cycles as time, by the SMs' clock.
[[nodiscard]] double microseconds(const MachineDescription& machine, double cycles);

}  // namespace lanescope::timing
