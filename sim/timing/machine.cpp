#include "sim/timing/machine.hpp"

#include <array>

namespace lanescope::timing {
namespace {

constexpr Provenance kProvenance[] = {
#define NUMBER(FIELD, TYPE, VALUE, UNIT, SOURCE) {#FIELD, UNIT, SOURCE, VALUE},
#include "sim/timing/machine.def"
#undef NUMBER
};

constexpr std::array<std::string_view, 3> kNames = {"h200", "laptop", "tiny"};

// What the whole GPU shares, for another number of SMs.
void scale_shared(MachineDescription& m, int sms) {
  const double part = static_cast<double>(sms) / m.sms;
  m.sms = sms;
  m.l2_sectors *= part;
  m.l2_lines *= part;
  m.l2_partial_lines *= part;
  m.l2_fill_sectors *= part;
  m.l2_store_sectors *= part;
  m.l2_partial_sectors *= part;
  m.l2_atomic_sectors *= part;
  m.l2_atomic_lanes *= part;
  m.dram_bytes_per_cycle *= part;
}

MachineDescription tiny() {
  MachineDescription m;
  m.name = "tiny";
  m.title = "Two multiprocessors, for teaching";
  m.measured = false;
  scale_shared(m, 2);
  m.l2_bytes = 1 << 20;
  return m;
}

// Sizes of a GeForce RTX 4060 Laptop GPU (NVIDIA's data sheet); all else is the H200's.
MachineDescription laptop() {
  MachineDescription m;
  m.name = "laptop";
  m.title = "A laptop's GPU of 24 multiprocessors";
  m.measured = false;
  scale_shared(m, 24);
  m.sm_mhz = 2300;
  m.l1_bytes = 131072;
  m.l2_bytes = 32 << 20;
  m.dram_bytes_per_cycle = 256e9 / (m.sm_mhz * 1e6);
  return m;
}

}  // namespace

std::span<const Provenance> provenance() { return kProvenance; }

std::span<const std::string_view> machine_names() { return kNames; }

Result<MachineDescription> machine(std::string_view name) {
  if (name == "h200") return MachineDescription{};
  if (name == "tiny") return tiny();
  if (name == "laptop") return laptop();
  std::string text = "no machine called " + std::string(name) + "; there are";
  for (std::string_view known : kNames) text += " " + std::string(known);
  return Error{Error::Code::BadInput, text, ""};
}

double microseconds(const MachineDescription& machine, double cycles) {
  return cycles / machine.sm_mhz;
}

}  // namespace lanescope::timing
