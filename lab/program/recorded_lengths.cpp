#include "lab/program/recorded_lengths.hpp"

#include <utility>

namespace lanescope::program {

std::optional<Lengths> lengths_of(const hardware::Measurements& measured) {
  using Memory = ports::device::GpuSurvey::Memory;
  if (!measured.survey) return std::nullopt;
  const hardware::Survey& survey = *measured.survey;
  Lengths::Measured taken;
  taken.device = measured.device;
  taken.launch = survey.launch.median * 1e3;
  taken.instructions = survey.clocks.sm_mhz;
  taken.bytes = survey.copy.median * 1e3;
  for (const auto& transfer : survey.transfers) {
    const bool pageable = transfer.memory == Memory::Pageable;
    if ((!pageable && transfer.memory != Memory::Pinned) || transfer.gb_per_s.median <= 0.0)
      continue;
    Lengths::transfers_of(taken, transfer.to_gpu, pageable)
        .push_back({transfer.bytes,
                    static_cast<double>(transfer.bytes) / (transfer.gb_per_s.median * 1e3)});
  }
  return Lengths::of(std::move(taken));
}

Lengths recorded_lengths(const std::vector<hardware::Measurements>& files) {
  for (const hardware::Measurements& file : files) {
    if (std::optional<Lengths> lengths = lengths_of(file)) return *std::move(lengths);
  }
  return Lengths::units();
}

}  // namespace lanescope::program
