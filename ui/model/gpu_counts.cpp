#include "ui/model/gpu_counts.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "lab/prepare.hpp"
#include "ui/model/numbers.hpp"
#include "ui/model/recorded_times.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui {
namespace {

using cuda::GpuInstruction;
using lab::CounterComparison;

const lab::GpuRun* measured(const Session& session) {
  if (session.run() == nullptr) return nullptr;
  const lab::GpuReport* report = session.gpu().find(session.run()->id);
  return report == nullptr ? nullptr : std::get_if<lab::GpuRun>(report);
}

// The point of a recorded file that is of the run on screen, and has counters.
struct Recorded {
  const lab::Measurements* file = nullptr;
  const lab::MeasuredPoint* point = nullptr;
};
Recorded recorded_here(const Session& session) {
  const State& state = session.state();
  for (const Recording& recording : recordings_here(session)) {
    const lab::MeasuredPoint* point =
        recorded_point(session, *recording.file, state.rung, state.values);
    if (point != nullptr && !point->counters.empty()) return {recording.file, point};
  }
  return {};
}

GpuCount shown(std::uint64_t gpu, CounterComparison::Verdict verdict, std::string words) {
  const char* sign = "=";
  Role role = Role::Equal;
  if (verdict == CounterComparison::Verdict::Explained) {
    sign = "≈";
    role = Role::Explained;
  }
  if (verdict == CounterComparison::Verdict::Different) {
    sign = "≠";
    role = Role::Different;
  }
  return {fmt::format("{} {}", with_commas(gpu), sign), role, std::move(words)};
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

std::optional<GpuCount> recorded_count(const Session& session, std::string_view counter) {
  const auto [file, point] = recorded_here(session);
  const lab::HardwareCounter* kind = lab::find_hardware_counter(counter);
  if (point == nullptr || kind == nullptr) return std::nullopt;
  const auto found = point->counters.find(std::string(counter));
  if (found == point->counters.end()) return std::nullopt;
  const auto why = point->explained.find(std::string(counter));
  auto verdict = CounterComparison::Verdict::Different;
  if (found->second == kind->model(session.run()->counters()))
    verdict = CounterComparison::Verdict::Equal;
  else if (why != point->explained.end())
    verdict = CounterComparison::Verdict::Explained;
  const std::string reason =
      why == point->explained.end() ? std::string(tr("the file does not tell why")) : why->second;
  return shown(found->second, verdict,
               verdict_words(file->device, verdict, reason) + " " + recorded_where(*file));
}

// The listing is of the image that the model's run was compiled with.
bool same_image(const Session& session, const lab::GpuRun& run) {
  return run.arch == session.run()->prepared->experiment.arch;
}

// By address, of the machine instructions of `function`.
std::map<std::uint32_t, const GpuInstruction*> instructions_of(const cuda::GpuCounters& counted,
                                                               const std::string& function) {
  std::map<std::uint32_t, const GpuInstruction*> out;
  const auto name = std::ranges::find(counted.functions, function);
  for (const GpuInstruction& i : counted.instructions)
    if (name != counted.functions.end() && i.function == name - counted.functions.begin())
      out.emplace(i.address, &i);
  return out;
}

bool is_of_line(const cuda::SassLine& line, const std::string& file_name, std::uint32_t number) {
  const auto own = std::ranges::find_if(line.places, [&](const cuda::SassLine::Place& place) {
    return std::filesystem::path(place.file).filename() == file_name;
  });
  return own != line.places.end() && own->line == number;
}

std::uint64_t heat_of(const GpuInstruction& i, Heat heat) {
  switch (heat) {
    case Heat::WarpInstructions:
      break;
    case Heat::SharedWavefronts:
      return i.wavefronts;
    case Heat::BankConflicts:
      return i.wavefronts - std::min(i.wavefronts, i.ideal_wavefronts);
    case Heat::GlobalSectors:
      return i.global_sectors;
    case Heat::DivergentBranches:
      return i.divergent_branches;
  }
  return i.warps;
}

}  // namespace

std::optional<GpuCount> gpu_count(const Session& session, std::string_view counter) {
  const lab::GpuRun* run = measured(session);
  if (run == nullptr || !run->counted) return recorded_count(session, counter);
  const auto found = std::ranges::find(run->counters, counter, &CounterComparison::id);
  if (found == run->counters.end()) return std::nullopt;
  return shown(found->gpu, found->verdict,
               verdict_words(run->device.name, found->verdict, found->why));
}

std::optional<GpuCount> gpu_count_of_line(const Session& session, std::string_view counter,
                                          std::uint32_t line, std::uint64_t model) {
  const lab::GpuRun* run = measured(session);
  const lab::HardwareCounter* kind = lab::find_hardware_counter(counter);
  const auto& listing = session.listing().get();
  if (run == nullptr || !run->counted || kind == nullptr || listing == nullptr ||
      !same_image(session, *run))
    return std::nullopt;
  const std::string file =
      std::filesystem::path(session.run()->prepared->experiment.source.file_name)
          .filename()
          .string();
  std::uint64_t sum = 0;
  for (const cuda::SassFunction& function : listing->functions) {
    const auto counted = instructions_of(*run->counted, function.name);
    for (const cuda::SassLine& at : function.lines) {
      const auto found = counted.find(at.address);
      if (at.label.empty() && found != counted.end() && is_of_line(at, file, line))
        sum += kind->gpu(*found->second);
    }
  }
  if (sum == model)
    return shown(sum, CounterComparison::Verdict::Equal,
                 verdict_words(run->device.name, CounterComparison::Verdict::Equal, {}));
  return shown(sum, CounterComparison::Verdict::Explained,
               verdict_words(run->device.name, CounterComparison::Verdict::Explained,
                             tr("of a line, the assembler moves instructions to others; what the "
                                "whole run counts tells more")));
}

std::uint64_t gpu_counts_key(const Session& session) {
  const lab::GpuRun* run = measured(session);
  const bool listed = session.listing().get() != nullptr;
  return (run == nullptr ? 0U : run->counted ? 2U : 1U) + (listed ? 4U : 0U);
}

std::string why_no_gpu_counts(const Session& session) {
  const lab::GpuRun* run = measured(session);
  if (run != nullptr && run->counted) {
    return session.state().selection.line && session.listing().get() == nullptr
               ? tr("What the GPU counted of a line is known while Source shows machine code.")
               : "";
  }
  if (recorded_here(session).point != nullptr) return {};
  if (run != nullptr && !run->not_counted.empty())
    return say("The GPU's counters cannot be read: {}.", run->not_counted);
  return tr("The GPU has counted nothing of this run.");
}

std::vector<std::uint64_t> sass_heat(const Session& session, const SassModel& listing) {
  const lab::GpuRun* run = measured(session);
  if (run == nullptr || !run->counted || !same_image(session, *run)) return {};
  const cuda::KernelImage* image =
      lab::kernel_image(*session.run()->prepared, session.state().selection.launch);
  if (image == nullptr) return {};
  const auto counted = instructions_of(*run->counted, image->mangled);
  if (counted.empty()) return {};
  std::vector<std::uint64_t> heat;
  for (const SassRow& row : listing.rows) {
    const auto found = counted.find(row.address);
    heat.push_back(
        row.is_label || found == counted.end() ? 0 : heat_of(*found->second, session.state().heat));
  }
  return heat;
}

}  // namespace lanescope::ui
