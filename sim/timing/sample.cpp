#include "sim/timing/sample.hpp"

#include <algorithm>

namespace lanescope::timing {
namespace {

constexpr std::uint32_t kLeastSms = 8;
constexpr std::uint64_t kFills = 3;

std::uint64_t up(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

}  // namespace

std::uint64_t Sample::count() const {
  const std::uint64_t full = std::min(rounds, blocks / sms);
  std::uint64_t count = full * simulated_sms();
  if (full < rounds) count += up(blocks - full * sms, step);
  return count;
}

Sample sample_of(const LaunchShape& shape, const MachineDescription& machine, std::uint64_t most) {
  Sample sample;
  sample.blocks = shape.grid.count();
  sample.sms = static_cast<std::uint32_t>(machine.sms);
  sample.rounds = up(sample.blocks, sample.sms);
  const std::uint32_t largest = std::max(1U, sample.sms / kLeastSms);
  while (!shape.waits && sample.count() > most && sample.step < largest) ++sample.step;
  const std::uint64_t least = kFills * shape.resident_blocks;
  if (sample.count() > most && sample.rounds > least)
    sample.rounds = std::max(least, most / sample.simulated_sms());
  return sample;
}

}  // namespace lanescope::timing
