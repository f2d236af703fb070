#include "ui/figures/gpu_counts.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "lab/run/prepare.hpp"
#include "lab/run/report_counters.hpp"
#include "ui/session/recorded_times.hpp"
#include "ui/view/heat_choice.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures {
namespace {

constexpr int kGpuWarpSize = 32;

using hardware::CounterComparison;
using ports::device::GpuInstruction;

GpuCount shown(std::uint64_t gpu, CounterComparison::Verdict verdict, std::string words) {
  GpuCount count = gpu_count(view::with_commas(gpu), verdict, std::move(words));
  count.value = gpu;
  return count;
}

std::string verdict_words(const std::string& gpu, CounterComparison::Verdict verdict,
                          const std::string& why) {
  switch (verdict) {
    case CounterComparison::Verdict::Equal:
      return say("{} counted the same.", gpu);
    case CounterComparison::Verdict::Explained:
      return say("{} counted other ones, which is explained: {}.", gpu, why);
    case CounterComparison::Verdict::Different:
      break;
  }
  return say("{} counted other ones: {}.", gpu, why);
}

// The listing is of the image that the model's run was compiled with.
bool same_image(const session::Session& session, const hardware::GpuRun& run) {
  return run.arch == session.run()->prepared->experiment.arch;
}

// By address, of the machine instructions of `function`.
std::map<std::uint32_t, const GpuInstruction*> instructions_of(
    const ports::device::GpuCounters& counted, const std::string& function) {
  std::map<std::uint32_t, const GpuInstruction*> out;
  const auto name = std::ranges::find(counted.functions, function);
  for (const GpuInstruction& i : counted.instructions)
    if (name != counted.functions.end() && i.function == name - counted.functions.begin())
      out.emplace(i.address, &i);
  return out;
}

// The counter of hardware that tells `counter`; null: none does. Conflicts are the wavefronts
// beyond the ideal ones.
const hardware::HardwareCounter* told_by(const events::CounterInfo& counter) {
  if (counter.unit != events::CounterUnit::Conflicts)
    return hardware::find_hardware_counter(counter.name);
  return hardware::find_hardware_counter(std::string(counter.group) + ".wavefronts");
}

std::uint64_t heat_of(const GpuInstruction& i,
                      const std::vector<const events::CounterInfo*>& counters) {
  std::uint64_t sum = 0;
  for (const events::CounterInfo* counter : counters) {
    const hardware::HardwareCounter* hardware = told_by(*counter);
    const std::uint64_t counted = hardware == nullptr ? 0 : hardware->gpu(i);
    const bool beyond = counter->unit == events::CounterUnit::Conflicts;
    sum += beyond ? counted - std::min(counted, i.ideal_wavefronts) : counted;
  }
  return sum;
}

}  // namespace

const hardware::GpuRun* measured_run(const session::Session& session) {
  if (session.run() == nullptr) return nullptr;
  const hardware::GpuReport* report = session.gpu().find(session.run()->id);
  return report == nullptr ? nullptr : std::get_if<hardware::GpuRun>(report);
}

GpuCount gpu_count(std::string number, std::optional<CounterComparison::Verdict> verdict,
                   std::string words) {
  // Its figures stand below those that have a sign.
  if (!verdict) return {std::move(number) + "  ", style::Role::Text, std::move(words)};
  const char* sign = "=";
  style::Role role = style::Role::Equal;
  if (verdict == CounterComparison::Verdict::Explained) {
    sign = "≈";
    role = style::Role::Explained;
  }
  if (verdict == CounterComparison::Verdict::Different) {
    sign = "≠";
    role = style::Role::Different;
  }
  return {fmt::format("{} {}", number, sign), role, std::move(words)};
}

std::string bound_words(const std::string& least, const std::string& most) {
  if (least == most) return say("By that it would have {}.", least);
  return say("By that it may have {} to {}.", least, most);
}

GpuCounts::GpuCounts(const session::Session& session)
    : session_(session), run_(measured_run(session)) {
  if (run_ != nullptr && run_->counted) return;
  const view::State& state = session.state();
  // A GPU has warps of 32: the model's counters of others are not to be compared with its.
  if (state.experiment.machine.warp_size != kGpuWarpSize) return;
  for (const session::Recording& recording : session::recordings_here(session)) {
    point_ = session::recorded_point(session, *recording.file, state.experiment.rung,
                                     state.experiment.values);
    file_ = recording.file;
    if (point_ != nullptr && !point_->counters.empty()) break;
    point_ = nullptr;
  }
  if (session.run() == nullptr) return;
  // A GPU counts what kernels launch apart, and the point has none of it.
  if (run::has_nested_launches(*session.run())) point_ = nullptr;
  if (point_ != nullptr) model_ = session.run()->counters();
}

// Recorded sectors of atomics are those of the machine code's metric.
std::optional<hardware::CounterReason> GpuCounts::counted_once(std::string_view counter,
                                                               std::uint64_t recorded) const {
  const auto requests = point_->counters.find("global.atomic.requests");
  if (counter != "global.atomic.sectors" || requests == point_->counters.end()) return std::nullopt;
  auto reason = hardware::sectors_once(model_.global_atomic.requests, requests->second,
                                       model_.global_atomic.sectors);
  if (reason && (recorded < reason->least || recorded > reason->most)) return std::nullopt;
  return reason;
}

std::optional<GpuCount> GpuCounts::recorded(std::string_view counter) const {
  const hardware::HardwareCounter* kind = hardware::find_hardware_counter(counter);
  if (point_ == nullptr || kind == nullptr) return std::nullopt;
  const auto found = point_->counters.find(std::string(counter));
  if (found == point_->counters.end()) return std::nullopt;
  const auto why = point_->explained.find(std::string(counter));
  const bool told = why != point_->explained.end();
  std::string reason = told ? why->second : std::string(tr("the file does not tell why"));
  std::string bound;
  auto verdict =
      told ? CounterComparison::Verdict::Explained : CounterComparison::Verdict::Different;
  if (found->second == kind->model(model_)) {
    verdict = CounterComparison::Verdict::Equal;
  } else if (const auto once = counted_once(counter, found->second)) {
    verdict = CounterComparison::Verdict::Explained;
    reason = once->why;
    bound = " " + bound_words(view::with_commas(once->least), view::with_commas(once->most));
  }
  return shown(found->second, verdict,
               verdict_words(file_->device, verdict, reason) + bound + " " +
                   session::recorded_where(*file_));
}

std::optional<GpuCount> GpuCounts::of(std::string_view counter) const {
  if (run_ == nullptr || !run_->counted) return recorded(counter);
  const auto found = std::ranges::find(run_->counters, counter, &CounterComparison::id);
  if (found == run_->counters.end()) return std::nullopt;
  std::string words = verdict_words(run_->device.name, found->verdict, found->why);
  if (found->has_bound)
    words += " " + bound_words(view::with_commas(found->least), view::with_commas(found->most));
  return shown(found->gpu, found->verdict, std::move(words));
}

std::optional<GpuCount> GpuCounts::of_line(std::string_view counter, std::uint32_t line,
                                           std::uint64_t model) const {
  const hardware::HardwareCounter* kind = hardware::find_hardware_counter(counter);
  const auto& listing = session_.listing().get();
  if (run_ == nullptr || !run_->counted || kind == nullptr || listing == nullptr ||
      !same_image(session_, *run_))
    return std::nullopt;
  const std::string& file = session_.run()->prepared->experiment.source.file_name;
  std::uint64_t sum = 0;
  for (const ports::toolchain::SassFunction& function : listing->functions) {
    const auto counted = instructions_of(*run_->counted, function.name);
    for (const ports::toolchain::SassLine& at : function.lines) {
      const auto found = counted.find(at.address);
      if (at.label.empty() && found != counted.end() && line_of(at, file) == line)
        sum += kind->gpu(*found->second);
    }
  }
  const auto whole = std::ranges::find(run_->counters, counter, &CounterComparison::id);
  const bool unexplained =
      whole != run_->counters.end() && whole->verdict == CounterComparison::Verdict::Different;
  auto verdict = CounterComparison::Verdict::Equal;
  std::string why;
  if (sum != model && unexplained) {
    verdict = CounterComparison::Verdict::Different;
    why = whole->why;
  } else if (sum != model) {
    verdict = CounterComparison::Verdict::Explained;
    why =
        tr("of a line, the assembler moves instructions to others; what the whole run counts "
           "tells more");
  }
  return shown(sum, verdict, verdict_words(run_->device.name, verdict, why));
}

std::string GpuCounts::device() const {
  if (run_ != nullptr && run_->counted) return run_->device.name;
  return point_ == nullptr ? std::string{} : file_->device;
}

std::string GpuCounts::why_none() const {
  if (run_ != nullptr && run_->counted) {
    return session_.state().cursor.selection.line && session_.listing().get() == nullptr
               ? tr("What the GPU counted of a line is known while Source shows machine code.")
               : "";
  }
  if (point_ != nullptr) return {};
  if (run_ != nullptr && !run_->not_counted.empty())
    return say("The GPU's counters cannot be read: {}.", run_->not_counted);
  return tr("The GPU has counted nothing of this run.");
}

std::uint64_t gpu_counts_key(const session::Session& session) {
  const hardware::GpuRun* run = measured_run(session);
  const bool listed = session.listing().get() != nullptr;
  const bool profiled = run != nullptr && run->profile;
  return (run == nullptr ? 0U : run->counted ? 2U : 1U) + (listed ? 4U : 0U) + (profiled ? 8U : 0U);
}

std::vector<std::uint64_t> sass_heat(const session::Session& session, const SassModel& listing) {
  const hardware::GpuRun* run = measured_run(session);
  if (run == nullptr || !run->counted || !same_image(session, *run)) return {};
  const ports::toolchain::KernelImage* image =
      run::kernel_image(*session.run()->prepared, session.state().cursor.selection.launch);
  if (image == nullptr) return {};
  const auto counted = instructions_of(*run->counted, image->mangled);
  const auto counters = events::find_counters(view::shown_heat(session));
  const bool is_known = std::ranges::any_of(
      counters, [](const auto* counter) { return told_by(*counter) != nullptr; });
  if (counted.empty() || !is_known) return {};
  std::vector<std::uint64_t> heat;
  for (const SassRow& row : listing.rows) {
    const auto found = counted.find(row.address);
    heat.push_back(row.is_label || found == counted.end() ? 0 : heat_of(*found->second, counters));
  }
  return heat;
}

}  // namespace lanescope::ui::figures
