#include "lab/hardware/report_gpu.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lab/hardware/survey_json.hpp"

namespace lanescope::hardware {
namespace {

using Json = nlohmann::ordered_json;

Json json(const ports::device::GpuTimes& times) {
  const Spread s = spread(times.milliseconds);
  return {{"median", s.median},
          {"min", s.min},
          {"max", s.max},
          {"samples", times.milliseconds.size()},
          {"passes_per_sample", times.passes_per_sample},
          {"l2", l2_words(times.l2)},
          {"launch_overhead", times.launch_milliseconds}};
}

Json json(const GpuBufferReport& buffer) {
  Json out{{"fnv1a64", fmt::format("{:016x}", buffer.fnv1a64)}, {"agrees", buffer.agrees}};
  if (buffer.agrees) return out;
  out["differing"] = buffer.differing;
  out["first_difference"] = {
      {"index", buffer.first}, {"model", buffer.first_on_model}, {"gpu", buffer.first_on_gpu}};
  out["largest_difference"] = buffer.largest_difference;
  return out;
}

Json counters_json(const GpuRun& run) {
  if (!run.counted) return nullptr;
  Json out = Json::object();
  for (const CounterComparison& counter : run.counters) {
    Json& at = out[counter.id];
    at = {{"model", counter.model}, {"gpu", counter.gpu}, {"verdict", spelling(counter.verdict)}};
    if (!counter.why.empty()) at["why"] = counter.why;
    if (counter.has_bound) at["bound"] = {counter.least, counter.most};
  }
  return out;
}

Json profile_json(const GpuRun& run) {
  if (!run.profile || !run.profile->why_none.empty()) return nullptr;
  Json out = Json::object();
  for (const ProfiledComparison& figure : run.profile->figures) {
    Json& at = out[figure.id];
    at = {{"model", figure.model},
          {"gpu", figure.gpu},
          {"verdict", figure.verdict ? Json(spelling(*figure.verdict)) : Json()}};
    if (!figure.why.empty()) at["why"] = figure.why;
    if (figure.has_bound()) at["bound"] = {figure.least, figure.most};
    at["metric"] = figure.metric;
  }
  return out;
}

constexpr const char* kNotAskedFor = "they were not asked for";
Json why_not_counted(const GpuRun& run) {
  if (run.counted) return nullptr;
  return run.not_counted.empty() ? Json(kNotAskedFor) : Json(run.not_counted);
}
Json why_not_profiled(const GpuRun& run) {
  if (!run.profile) return kNotAskedFor;
  return run.profile->why_none.empty() ? Json() : Json(run.profile->why_none);
}

Json json(const GpuRun& run) {
  Json buffers = Json::object();
  for (const GpuBufferReport& buffer : run.buffers) buffers[buffer.name] = json(buffer);
  return {{"device", run.device.name},
          {"driver", "CUDA " + cuda_version(run.driver_version)},
          {"arch", run.arch},
          {"compiler", run.compiler},
          {"clock_khz", run.device.clock_khz},
          {"memory_clock_khz", run.device.memory_clock_khz},
          {"clocks", run.times.clocks.known() ? clocks_json(run.times.clocks) : Json()},
          {"milliseconds", json(run.times)},
          {"agree", run.agrees()},
          {"buffers", std::move(buffers)},
          {"printf", run.printed},
          {"counters", counters_json(run)},
          {"no_counters_because", why_not_counted(run)},
          {"profile", profile_json(run)},
          {"profile_passes", run.profile ? run.profile->passes : 0},
          {"no_profile_because", why_not_profiled(run)}};
}

// Behind why a figure differs.
std::string bound_words(const std::string& least, const std::string& most) {
  return least == most ? fmt::format(" (by that {})", least)
                       : fmt::format(" (by that {} to {})", least, most);
}

std::string text(const GpuBufferReport& buffer) {
  if (buffer.agrees) return fmt::format("  {}: as on the model\n", buffer.name);
  return fmt::format("  {}: {} elements differ, first [{}]: {} on the GPU, {} on the model\n",
                     buffer.name, buffer.differing, buffer.first, buffer.first_on_gpu,
                     buffer.first_on_model);
}

std::string text(const GpuProfileReport& profile) {
  if (!profile.why_none.empty())
    return fmt::format("  no counters of the GPU's own: {}\n", profile.why_none);
  std::string out;
  for (const ProfiledComparison& figure : profile.figures) {
    const bool percent = figure.unit == ProfiledComparison::Unit::Percent;
    const auto shown = [percent](double value) {
      return percent ? fmt::format("{:.1f} %", value) : fmt::format("{:.0f}", value);
    };
    out +=
        fmt::format("  {}: {} on the GPU, {} on the model{}{}{}\n", figure.id, shown(figure.gpu),
                    shown(figure.model), figure.why.empty() ? "" : ": ", figure.why,
                    figure.has_bound() ? bound_words(shown(figure.least), shown(figure.most)) : "");
  }
  return out;
}

std::string text(const GpuRun& run) {
  const Spread s = spread(run.times.milliseconds);
  std::string out = fmt::format(
      "\n  GPU: {}, driver for CUDA {}, machine code for {} by {}\n"
      "  {:.4g} us ({:.4g} to {:.4g}), median of {} samples of {} {}, L2 {}; "
      "launching costs {:.3g} us more\n",
      run.device.name, cuda_version(run.driver_version), run.arch, run.compiler, s.median * 1e3,
      s.min * 1e3, s.max * 1e3, run.times.milliseconds.size(), run.times.passes_per_sample,
      run.times.passes_per_sample == 1 ? "pass" : "passes", l2_words(run.times.l2),
      run.times.launch_milliseconds * 1e3);
  out += fmt::format("  clocks while measuring: {}\n", clocks_text(run.times.clocks));
  for (const GpuBufferReport& buffer : run.buffers) out += text(buffer);
  if (!run.printed.empty()) out += fmt::format("  printed on the GPU:\n{}", run.printed);
  if (!run.not_counted.empty()) out += fmt::format("  no counters: {}\n", run.not_counted);
  for (const CounterComparison& counter : run.counters)
    out += fmt::format(
        "  {}: {} on the GPU, {} on the model{}{}{}\n", counter.id, counter.gpu, counter.model,
        counter.why.empty() ? "" : ": ", counter.why,
        counter.has_bound ? bound_words(std::to_string(counter.least), std::to_string(counter.most))
                          : "");
  if (run.profile) out += text(*run.profile);
  return out;
}

}  // namespace

std::string cuda_version(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

std::string_view l2_words(ports::device::GpuTimes::L2 l2) {
  switch (l2) {
    case ports::device::GpuTimes::L2::Warm:
      return "warm";
    case ports::device::GpuTimes::L2::Flushed:
      return "flushed";
    case ports::device::GpuTimes::L2::Copied:
      break;
  }
  return "after a copy of the inputs";
}

Json gpu_json(const GpuReport& gpu) {
  if (const auto* failure = std::get_if<ports::device::GpuFailure>(&gpu))
    return {{"failure", failure->error.message}, {"by_kernel", failure->by_kernel}};
  return json(std::get<GpuRun>(gpu));
}

std::string gpu_text(const GpuReport& gpu) {
  if (const auto* failure = std::get_if<ports::device::GpuFailure>(&gpu))
    return fmt::format("\n  GPU: {}\n", failure->error.message);
  return text(std::get<GpuRun>(gpu));
}

}  // namespace lanescope::hardware
