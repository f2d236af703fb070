#include "lab/program/gpu_times.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <sstream>
#include <utility>

#include <fmt/format.h>

namespace lanescope::program {
namespace {

// Of the kinds in their order.
constexpr std::array<std::string_view, 6> kKinds = {"to_device", "from_device", "on_device",
                                                    "set",       "kernel",      "host_function"};

// Begins and ends are still the GPU's own, of some 19 digits: a double has fewer.
struct Read {
  GpuActivity activity;
  std::uint64_t begin = 0, end = 0;
};

std::optional<std::size_t> number_of(const std::string& word) {
  std::size_t number = 0;
  const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (problem != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return number;
}

void read_activity(const std::string& word, std::istream& line, std::vector<Read>& all) {
  const auto* kind = std::ranges::find(kKinds, word);
  if (kind == kKinds.end() || word == "host_function") return;  // no work of the GPU's
  Read read;
  read.activity.kind = static_cast<GpuActivity::Kind>(kind - kKinds.begin());
  line >> read.activity.stream >> read.begin >> read.end;
  if (read.activity.kind == GpuActivity::Kind::Kernel) {
    std::string launch;
    line >> launch >> read.activity.kernel;
    read.activity.launch = number_of(launch);
  } else {
    line >> read.activity.bytes;
  }
  if (!line.fail() && read.end >= read.begin) all.push_back(std::move(read));
}

double microseconds(std::uint64_t nanoseconds) { return static_cast<double>(nanoseconds) / 1000.0; }

long long nanoseconds(double microseconds) { return std::llround(microseconds * 1000.0); }

}  // namespace

std::string_view spelling(GpuActivity::Kind kind) {
  return kKinds.at(static_cast<std::size_t>(kind));
}

GpuTimes read_gpu_times(std::string_view lines) {
  GpuTimes times;
  std::vector<Read> all;
  std::istringstream text{std::string(lines)};
  for (std::string one; std::getline(text, one);) {
    std::istringstream line(one);
    std::string word;
    line >> word;
    std::size_t launch = 0;
    double milliseconds = 0.0;
    if (word != "launch")
      read_activity(word, line, all);
    else if (line >> launch >> milliseconds)
      times.milliseconds[launch] = milliseconds;
  }
  std::ranges::stable_sort(all, {}, [](const Read& read) { return read.begin; });
  for (Read& read : all) {
    read.activity.begin = microseconds(read.begin - all.front().begin);
    read.activity.end = microseconds(read.end - all.front().begin);
    times.activities.push_back(std::move(read.activity));
  }
  return times;
}

std::string text_of(const GpuTimes& times) {
  std::string text;
  for (const auto& [launch, milliseconds] : times.milliseconds)
    text += fmt::format("launch {} {:.9g}\n", launch, milliseconds);
  for (const GpuActivity& one : times.activities) {
    text += fmt::format("{} {} {} {} ", spelling(one.kind), one.stream, nanoseconds(one.begin),
                        nanoseconds(one.end));
    if (one.kind != GpuActivity::Kind::Kernel)
      text += fmt::format("{}\n", one.bytes);
    else
      text += fmt::format("{} {}\n", one.launch ? std::to_string(*one.launch) : "-", one.kernel);
  }
  return text;
}

GpuSums sums_of(const std::vector<GpuActivity>& activities) {
  GpuSums sums;
  std::vector<schedule::Span> spans;
  for (const GpuActivity& one : activities) {
    sums.span = std::max(sums.span, one.end);
    spans.push_back({one.begin, one.end});
  }
  static_cast<schedule::Busy&>(sums) = schedule::busy_in(spans);
  return sums;
}

}  // namespace lanescope::program
