#include "ports/device/gpu_types.hpp"

#include <string_view>

#include <fmt/format.h>

namespace lanescope::ports::device {
namespace {

std::string with_unit(int value, std::string_view unit) {
  if (unit == "yes") return value == 0 ? "no" : "yes";
  return unit.empty() ? std::to_string(value) : fmt::format("{} {}", value, unit);
}

}  // namespace

std::string GpuDevice::arch() const { return fmt::format("sm_{}{}", major, minor); }

std::vector<GpuFact> facts(const GpuDevice& device) {
  std::vector<GpuFact> out{{"name", device.name},
                           {"global memory", fmt::format("{} bytes", device.memory_bytes)}};
#define LANESCOPE_FACT(member, attribute, words, unit) \
  out.push_back({words, with_unit(device.member, unit)});
#include "ports/device/device_facts.inc"
#undef LANESCOPE_FACT
  return out;
}

}  // namespace lanescope::ports::device
