#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/record/issue.hpp"
#include "sim/schedule/schedule.hpp"

// What a program did on a GPU and when, as runtime/times writes it, a line each:
//
//   launch NUMBER MILLISECONDS
//   kernel STREAM BEGIN END NUMBER|- NAME
//   to_device|from_device|on_device|set STREAM BEGIN END BYTES
//
// Launches are the host's, numbered in the order of their issue; those of graphs are none. Begins
// and ends are nanoseconds.
namespace lanescope::program {

struct GpuActivity {
  using Kind = runtime::record::IssuedWork::Kind;
  Kind kind = Kind::Kernel;             // or a copy, or a memset
  std::uint64_t stream = 0;             // CUPTI's number: not the one that the model gives it
  double begin = 0.0, end = 0.0;        // microseconds since the first one's begin
  std::uint64_t bytes = 0;              // of a copy or a memset
  std::optional<std::size_t> launch{};  // none: a graph's
  std::string kernel;                   // mangled
  friend bool operator==(const GpuActivity&, const GpuActivity&) = default;
};
// "to_device"; of what takes time on a device or on the host.
[[nodiscard]] std::string_view spelling(GpuActivity::Kind kind);

struct GpuTimes {
  // By launch: between an event before and one behind it, so that what a launch costs is in them.
  std::map<std::size_t, double> milliseconds;
  std::vector<GpuActivity> activities;  // by begin; none where CUPTI is not
};
// Lines that are cut or of another kind are passed over.
[[nodiscard]] GpuTimes read_gpu_times(std::string_view lines);
[[nodiscard]] std::string text_of(const GpuTimes& times);

// In microseconds.
struct GpuSums : schedule::Busy {
  double span = 0.0;  // from the first begin to the last end
};
[[nodiscard]] GpuSums sums_of(const std::vector<GpuActivity>& activities);

}  // namespace lanescope::program
