#include "ui/session/gpu_words.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "lab/hardware/report_gpu.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::session {
namespace {

const hardware::GpuReport* report_of(const Session& session) {
  return session.run() == nullptr ? nullptr : session.gpu().find(session.run()->id);
}

// As hardware::l2_words, in the user's language.
const char* l2_name(ports::device::GpuTimes::L2 l2) {
  switch (l2) {
    case ports::device::GpuTimes::L2::Warm:
      return tr("warm");
    case ports::device::GpuTimes::L2::Flushed:
      return tr("flushed");
    case ports::device::GpuTimes::L2::Copied:
      break;
  }
  return tr("after a copy of the inputs");
}

std::string how_measured(const hardware::GpuRun& run) {
  const hardware::Spread time = hardware::spread(run.times.milliseconds);
  const std::uint32_t passes = run.times.passes_per_sample;
  return say(
      "{} takes {} ({} to {}): the median of {} samples{}, L2 {}; launching costs {} "
      "more.",
      run.device.name, time_words(time.median), time_words(time.min), time_words(time.max),
      run.times.milliseconds.size(), passes == 1 ? std::string{} : say(" of {} passes", passes),
      l2_name(run.times.l2), time_words(run.times.launch_milliseconds));
}

std::string how_clocked(const hardware::GpuRun& run) {
  const ports::device::GpuClocks& clocks = run.times.clocks;
  return clocks.known() ? say(" Clocks meanwhile: {}.", clock_words(clocks))
                        : tr(" The clocks meanwhile are not known.");
}

std::string how_it_agrees(const hardware::GpuRun& run) {
  if (run.buffers.empty())
    return tr("The model's run did not end, so its results are not compared.");
  const auto differs = std::ranges::find(run.buffers, false, &hardware::GpuBufferReport::agrees);
  if (differs == run.buffers.end()) return tr("Its results are the model's, byte for byte.");
  return say(
      "{} differs from the model's in {} elements, first [{}]: {} on the GPU, {} on "
      "the model.",
      differs->name, view::with_commas(differs->differing), differs->first, differs->first_on_gpu,
      differs->first_on_model);
}

std::string why_no_times(const Session& session) {
  const background::GpuAnswer& answer = session.gpu().answer();
  const auto* failure = answer ? std::get_if<ports::device::GpuFailure>(&*answer) : nullptr;
  if (failure != nullptr) return say("There are no times: {}.", failure->error.message);
  if (session.gpu_found() && !answer)
    return tr("There are no times: a GPU is here, but its driver (libcuda.so.1) was not found.");
  return tr("There are no times: no GPU was found here, and none are guessed.");
}

}  // namespace

std::string time_words(double milliseconds) {
  return milliseconds < 1.0 ? fmt::format("{:.3g} µs", milliseconds * 1e3)
                            : fmt::format("{:.4g} ms", milliseconds);
}

std::string clock_words(const ports::device::GpuClocks& clocks) {
  const auto grouped = [](int mhz) { return view::with_commas(static_cast<std::uint64_t>(mhz)); };
  return say("SMs {} MHz, memory {} MHz", grouped(clocks.sm_mhz), grouped(clocks.memory_mhz));
}

std::optional<hardware::Spread> gpu_time(const Session& session, std::uint64_t run) {
  const hardware::GpuReport* report = session.gpu().find(run);
  const auto* ran = report == nullptr ? nullptr : std::get_if<hardware::GpuRun>(report);
  if (ran == nullptr) return std::nullopt;
  return hardware::spread(ran->times.milliseconds);
}

view::CounterChange time_change(const hardware::Spread& a, const hardware::Spread& b) {
  const bool faster = b.median < a.median;
  view::CounterChange change;
  change.difference =
      fmt::format("{}{}", faster ? "−" : "+", time_words(std::abs(b.median - a.median)));
  if (a.min <= b.max && b.min <= a.max) {
    if (a.median == b.median) change.difference = "0";
    change.word = tr("equal");
    return change;
  }
  const double factor = faster ? a.median / b.median : b.median / a.median;
  change.ratio = faster ? say("{:.2f} × faster", factor) : say("{:.2f} × slower", factor);
  change.verdict = faster ? 1 : -1;
  change.word = faster ? tr("better") : tr("worse");
  return change;
}

std::string gpu_sentences(const Session& session) {
  if (!session.gpu().there()) return why_no_times(session);
  const hardware::GpuReport* report = report_of(session);
  if (report == nullptr) return tr("The GPU has not run this yet.");
  if (const auto* failure = std::get_if<ports::device::GpuFailure>(report)) {
    const bool found = failure->by_kernel && !session.run()->hazards.empty();
    return say("On the GPU: {}.{}", failure->error.message,
               found ? tr(" Hazards tells what the model found.") : "");
  }
  const auto& run = std::get<hardware::GpuRun>(*report);
  return how_measured(run) + how_clocked(run) + " " + how_it_agrees(run);
}

GpuChip gpu_chip(const Session& session) {
  if (!session.gpu().there())
    return {session.gpu_found() ? tr("GPU: it cannot be used")
                                : tr("no GPU found: timings need one")};
  const hardware::GpuReport* report = report_of(session);
  if (report == nullptr) return {tr("GPU: not measured yet")};
  const auto* run = std::get_if<hardware::GpuRun>(report);
  if (run == nullptr) return {tr("GPU: it failed"), false, true};
  const std::string time = time_words(hardware::spread(run->times.milliseconds).median);
  if (run->agrees()) return {say("GPU {}", time), true, false};
  return {say("GPU {}, results differ", time), true, true};
}

std::string gpu_printed(const Session& session) {
  const hardware::GpuReport* report = report_of(session);
  const auto* run = report == nullptr ? nullptr : std::get_if<hardware::GpuRun>(report);
  return run == nullptr ? std::string{} : run->printed;
}

}  // namespace lanescope::ui::session
