#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/hardware/measurements.hpp"
#include "runtime/record/record.hpp"

namespace lanescope::program {

// How long the pieces of a timeline are: in microseconds of a recorded device, or in units, in
// which every copy and kernel has length 1 and the host's calls have none.
class Lengths {
 public:
  [[nodiscard]] static Lengths units() { return {}; }
  // Nothing where the file has no transfers, launches or clocks.
  [[nodiscard]] static std::optional<Lengths> of(const hardware::Measurements& measured);

  // Of the first file that has them, else units.
  [[nodiscard]] static Lengths recorded(const std::vector<hardware::Measurements>& files);

  [[nodiscard]] const std::string& device() const { return device_; }  // empty: units
  // Of any call of CUDA's by the host: as long as a launch that does nothing.
  [[nodiscard]] double call() const { return launch_; }
  // By the rates that were measured for so many bytes, between two sizes by a straight line;
  // smaller copies take as long as the smallest that was measured.
  [[nodiscard]] double copy(std::uint64_t bytes, bool to_device, bool pageable) const;
  // Bytes within the GPU's memory, each read and written, or only written.
  [[nodiscard]] double within(std::uint64_t bytes, bool read) const;
  // As long as a launch that does nothing, and its warp instructions at the most that its blocks'
  // multiprocessors issue: a bound from below, since nothing waits for memory.
  [[nodiscard]] double kernel(const runtime::record::Launch& launch) const;
  // How much of the GPU a launch fills, by its threads.
  [[nodiscard]] static double share(const runtime::record::Launch& launch);

 private:
  struct Measured {
    std::uint64_t bytes = 0;
    double microseconds = 0.0;
  };
  std::string device_;
  double launch_ = 0.0;
  double instructions_ = 0.0;  // of one scheduler in a microsecond
  double bytes_ = 0.0;         // read and written in the GPU's memory in a microsecond
  std::array<std::vector<Measured>, 4> transfers_;  // by direction and memory, by bytes
};

}  // namespace lanescope::program
