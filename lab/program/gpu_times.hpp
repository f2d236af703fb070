#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
  enum class Kind : std::uint8_t { ToDevice, FromDevice, OnDevice, Set, Kernel };
  Kind kind = Kind::Kernel;
  std::uint64_t stream = 0;             // CUPTI's number: not the one that the model gives it
  double begin = 0.0, end = 0.0;        // microseconds since the first one's begin
  std::uint64_t bytes = 0;              // of a copy or a memset
  std::optional<std::size_t> launch{};  // none: a graph's
  std::string kernel;                   // mangled
  friend bool operator==(const GpuActivity&, const GpuActivity&) = default;
};
[[nodiscard]] std::string_view spelling(GpuActivity::Kind kind);  // "to_device"

struct GpuTimes {
  // By launch: between an event before and one behind it, so that what a launch costs is in them.
  std::map<std::size_t, double> milliseconds;
  std::vector<GpuActivity> activities;  // by begin; none where CUPTI is not
};
// Lines that are cut or of another kind are passed over.
[[nodiscard]] GpuTimes read_gpu_times(std::string_view lines);
[[nodiscard]] std::string text_of(const GpuTimes& times);

// Microseconds from the first begin to the last end, those with at least one activity, and those
// with at least two.
struct GpuSums {
  double span = 0.0, busy = 0.0, overlapped = 0.0;
};
[[nodiscard]] GpuSums sums_of(const std::vector<GpuActivity>& activities);

}  // namespace lanescope::program
