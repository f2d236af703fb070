#include "lab/program/lengths.hpp"

#include <algorithm>

namespace lanescope::program {
namespace {

// Of the devices that the model has in mind (docs/CONTRACT.md, "What a program finds").
constexpr double kMultiprocessors = 132.0, kSchedulers = 4.0, kThreads = 2048.0;

std::size_t kind_of(bool to_device, bool pageable) {
  return (to_device ? 2U : 0U) + (pageable ? 1U : 0U);
}

double warps_of(const runtime::record::Launch& launch) {
  return static_cast<double>(launch.grid.count()) *
         static_cast<double>((launch.block.count() + 31) / 32);
}

}  // namespace

std::optional<Lengths> Lengths::of(const hardware::Measurements& measured) {
  using Memory = ports::device::GpuSurvey::Memory;
  if (!measured.survey) return std::nullopt;
  const hardware::Survey& survey = *measured.survey;
  Lengths lengths;
  lengths.device_ = measured.device;
  lengths.launch_ = survey.launch.median * 1e3;
  lengths.instructions_ = survey.clocks.sm_mhz;
  lengths.bytes_ = survey.copy.median * 1e3;
  for (const auto& transfer : survey.transfers) {
    const bool pageable = transfer.memory == Memory::Pageable;
    if ((!pageable && transfer.memory != Memory::Pinned) || transfer.gb_per_s.median <= 0.0)
      continue;
    lengths.transfers_.at(kind_of(transfer.to_gpu, pageable))
        .push_back({transfer.bytes,
                    static_cast<double>(transfer.bytes) / (transfer.gb_per_s.median * 1e3)});
  }
  for (auto& sizes : lengths.transfers_) {
    if (sizes.empty()) return std::nullopt;
    std::ranges::sort(sizes, {}, &Measured::bytes);
  }
  const bool complete =
      lengths.launch_ > 0.0 && lengths.instructions_ > 0.0 && lengths.bytes_ > 0.0;
  return complete ? std::optional(std::move(lengths)) : std::nullopt;
}

Lengths Lengths::recorded(const std::vector<hardware::Measurements>& files) {
  for (const hardware::Measurements& file : files) {
    if (std::optional<Lengths> lengths = of(file)) return *std::move(lengths);
  }
  return units();
}

double Lengths::copy(std::uint64_t bytes, bool to_device, bool pageable) const {
  if (device_.empty()) return 1.0;
  const auto& sizes = transfers_.at(kind_of(to_device, pageable));
  if (bytes <= sizes.front().bytes) return sizes.front().microseconds;
  const auto wanted = static_cast<double>(bytes);
  const auto above =
      std::ranges::find_if(sizes, [&](const Measured& m) { return m.bytes >= bytes; });
  if (above == sizes.end())
    return sizes.back().microseconds * wanted / static_cast<double>(sizes.back().bytes);
  const Measured& below = *(above - 1);
  const double part =
      (wanted - static_cast<double>(below.bytes)) / static_cast<double>(above->bytes - below.bytes);
  return below.microseconds + part * (above->microseconds - below.microseconds);
}

double Lengths::within(std::uint64_t bytes, bool read) const {
  if (device_.empty()) return 1.0;
  return launch_ + static_cast<double>(bytes) * (read ? 2.0 : 1.0) / bytes_;
}

double Lengths::kernel(const runtime::record::Launch& launch) const {
  if (device_.empty()) return 1.0;
  const double blocks = static_cast<double>(launch.grid.count());
  const double schedulers =
      std::max(1.0, std::min(warps_of(launch), std::min(blocks, kMultiprocessors) * kSchedulers));
  return launch_ + static_cast<double>(launch.steps) / (schedulers * instructions_);
}

double Lengths::share(const runtime::record::Launch& launch) {
  return std::min(1.0, warps_of(launch) * 32.0 / (kMultiprocessors * kThreads));
}

}  // namespace lanescope::program
