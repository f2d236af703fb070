#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runtime/record/record.hpp"

namespace lanescope::runtime::timeline {

// How long the pieces of a timeline are: in microseconds of a recorded device, or in units, in
// which every copy and kernel has length 1 and the host's calls have none.
class Lengths {
 public:
  [[nodiscard]] static Lengths units() { return {}; }
  // What is measured on a device; sizes and times in bytes and microseconds.
  struct Transfer {
    std::uint64_t bytes = 0;
    double microseconds = 0.0;
  };
  struct Measured {
    std::string device;
    double launch = 0.0;        // that does nothing
    double instructions = 0.0;  // of one scheduler in a microsecond
    double bytes = 0.0;         // read and written in the GPU's memory in a microsecond
    // From and to the device, each pinned and pageable (transfers_of).
    std::array<std::vector<Transfer>, 4> transfers;
  };
  [[nodiscard]] static std::vector<Transfer>& transfers_of(Measured& measured, bool to_device,
                                                           bool pageable);
  // Nothing where something was not measured.
  [[nodiscard]] static std::optional<Lengths> of(Measured measured);

  // As one line, for another process; nothing: it is none.
  [[nodiscard]] std::string text() const;
  [[nodiscard]] static std::optional<Lengths> read(const std::string& text);

  [[nodiscard]] const std::string& device() const { return measured_.device; }  // empty: units
  // Of any call of CUDA's by the host: as long as a launch that does nothing.
  [[nodiscard]] double call() const { return measured_.launch; }
  // By the rates that were measured for so many bytes, between two sizes by a straight line;
  // smaller copies take as long as the smallest that was measured.
  [[nodiscard]] double copy(std::uint64_t bytes, bool to_device, bool pageable) const;
  // Bytes within the GPU's memory, each read and written, or only written.
  [[nodiscard]] double within(std::uint64_t bytes, bool read) const;
  // Where its time was modelled, that. Else as long as a launch that does nothing, and its warp
  // instructions at the most that its blocks' multiprocessors issue: a bound from below, since
  // nothing waits for memory.
  [[nodiscard]] double kernel(const runtime::record::Launch& launch) const;
  // How much of the GPU a launch fills, by its threads.
  [[nodiscard]] static double share(const runtime::record::Launch& launch);

 private:
  Measured measured_;  // without a device: units
};

}  // namespace lanescope::runtime::timeline
