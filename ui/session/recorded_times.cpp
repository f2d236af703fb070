#include "ui/session/recorded_times.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "lab/experiment/element.hpp"
#include "lab/hardware/recorded_numbers.hpp"
#include "lab/hardware/report_gpu.hpp"
#include "lab/lesson/lesson_experiment.hpp"
#include "lab/lesson/recorded.hpp"
#include "ui/session/experiment_maker.hpp"
#include "ui/session/gpu_words.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::session {
namespace {

constexpr std::string_view kRecorded = "recorded:";

}  // namespace

std::vector<Recording> recordings_here(const Session& session) {
  std::vector<Recording> out;
  const view::State& state = session.state();
  if (session.rung() == nullptr) return out;
  std::size_t number = 0;
  for (const hardware::Measurements& file : session.measurements()) {
    if (file.has(state.experiment.lesson, state.experiment.rung)) {
      const auto named = [&](std::string_view kind, bool is_there) {
        return is_there ? fmt::format("{}{}", kind, number) : std::string{};
      };
      const lesson::Rung& rung = *session.rung();
      const bool survey = file.survey.has_value();
      const bool large = large_point(session, file, rung) != nullptr;
      out.push_back({named(kRecorded, true), named(view::kRecordedRoofline, survey),
                     named(kRecordedLarge, large),
                     named(kLargeRoofline, large && survey && rung.roofline.has_value()), &file});
    }
    ++number;
  }
  return out;
}

const hardware::Measurements* recording_named(const Session& session, std::string_view counter) {
  constexpr std::array kKinds{kRecorded, view::kRecordedRoofline, kRecordedLarge, kLargeRoofline};
  const auto kind =
      std::ranges::find_if(kKinds, [&](std::string_view one) { return counter.starts_with(one); });
  if (kind == kKinds.end()) return nullptr;
  const Result<std::uint64_t> number = experiment::parse_unsigned(counter.substr(kind->size()));
  const std::vector<hardware::Measurements>& all = session.measurements();
  return number && *number < all.size() ? &all[*number] : nullptr;
}

const hardware::MeasuredPoint* recorded_point(const Session& session,
                                              const hardware::Measurements& file,
                                              std::string_view rung,
                                              const lesson::ParameterValues& values) {
  const view::State& state = session.state();
  const bool changed = !session.state().experiment.edit_of(rung).empty() ||
                       !state.experiment.input.empty() || !state.experiment.arguments.empty();
  return changed ? nullptr : file.find(state.experiment.lesson, rung, values);
}

const hardware::MeasuredPoint* large_point(const Session& session,
                                           const hardware::Measurements& file,
                                           const lesson::Rung& rung) {
  const lesson::ParameterValues values = lesson::large_values(rung);
  return values.empty() ? nullptr : recorded_point(session, file, rung.id, values);
}

std::string values_words(const lesson::Rung& rung, const lesson::ParameterValues& values) {
  std::string all;
  for (const lesson::Parameter& parameter : rung.parameters) {
    const auto value = values.find(parameter.name);
    if (value == values.end()) continue;
    const std::string number = value->second < 0
                                   ? std::to_string(value->second)
                                   : view::with_commas(static_cast<std::uint64_t>(value->second));
    const std::string one =
        say("{} = {}", parameter.title.empty() ? parameter.name : parameter.title, number);
    all = all.empty() ? one : say("{}, {}", all, one);
  }
  return all;
}

namespace {

// "cublasSgemm, version 13.0.0, with n = 4,096"; empty: not recorded.
std::string library_words(const hardware::Measurements& file, const lesson::Claim& claim) {
  const hardware::LibraryTime* time = file.find_library(claim.recorded->library, claim.set);
  if (time == nullptr) return {};
  std::string sizes;
  for (const auto& [name, value] : time->values) {
    const std::string one =
        say("{} = {}", name, view::with_commas(static_cast<std::uint64_t>(value)));
    sizes = sizes.empty() ? one : say("{}, {}", sizes, one);
  }
  return say("{}, version {}, with {}", time->call, time->version, sizes);
}

}  // namespace

std::string claim_recording_words(const Session& session, const lesson::Claim& claim) {
  const hardware::Measurements* file = hardware::lessons_recording(session.measurements());
  const lesson::Rung* rung =
      session.lesson() == nullptr ? nullptr : session.lesson()->find_rung(claim.rung);
  if (file == nullptr || !claim.tells_times()) return {};
  const std::string library = library_words(*file, claim);
  if (!library.empty())
    return say("Recorded on an {}: {}. A launch that does nothing takes {} there.", file->device,
               library, time_words(file->floor_milliseconds()));
  if (rung == nullptr) return {};
  const lesson::ParameterValues values = lesson::recorded_values(*rung, claim);
  std::string with = values_words(*rung, values);
  if (const lesson::Rung* over = session.lesson()->find_rung(claim.recorded->over)) {
    lesson::ParameterValues others = lesson::recorded_values(*over, claim);
    std::erase_if(others, [&](const auto& other) {
      const auto same = values.find(other.first);
      return same != values.end() && same->second == other.second;
    });
    if (!others.empty()) with = say("{} ({}: {})", with, over->title, values_words(*over, others));
  }
  return say("Recorded on an {} with {}, where a launch that does nothing takes {}.", file->device,
             with, time_words(file->floor_milliseconds()));
}

std::string floor_words(const hardware::Measurements& file) {
  const double floor = file.floor_milliseconds();
  if (floor <= 0.0) return {};
  const bool measured = file.survey && file.survey->launch.median > 0.0;
  return measured ? say(" A launch that does nothing takes {} there: times near that are of "
                        "launching, not of the kernel.",
                        time_words(floor))
                  : say(" No launch took less than {} there: times near that are of launching, not "
                        "of the kernel.",
                        time_words(floor));
}

std::string recorded_title(const hardware::Measurements& file) {
  return say("Time, recorded on {}", file.device);
}

std::string recorded_where(const hardware::Measurements& file) {
  return say("Recorded on {} with the driver for CUDA {} on {}, not measured here.", file.device,
             hardware::cuda_version(file.driver_version), file.date);
}

std::string recorded_circumstances(const Session& session, const hardware::Measurements& file) {
  if (session.rung() == nullptr) return {};
  const hardware::MeasuredPoint* point =
      recorded_point(session, file, session.state().experiment.rung,
                     values_for(*session.rung(), session.state().experiment.values));
  if (point == nullptr) return {};
  std::string text;
  if (point->launch_milliseconds > 0.0)
    text += say(" Launching cost {} more.", time_words(point->launch_milliseconds));
  if (point->clocks.known()) text += say(" Clocks meanwhile: {}.", clock_words(point->clocks));
  return text;
}

}  // namespace lanescope::ui::session
