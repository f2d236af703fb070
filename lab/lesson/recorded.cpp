#include "lab/lesson/recorded.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "lab/lesson/lesson_experiment.hpp"
#include "lab/lesson/lesson_sections.hpp"
#include "lab/lesson/lesson_text.hpp"
#include "lab/lesson/rung_numbers.hpp"

namespace lanescope::lesson {
namespace {

Result<double> microseconds_of(const Lesson& lesson, const std::string& id, const Claim& claim,
                               const RecordedNumbers& recorded) {
  const Rung* rung = lesson.find_rung(id);
  if (rung == nullptr) return bad_input(fmt::format("there is no rung {}", id));
  const ParameterValues values = recorded_values(*rung, claim);
  if (values.empty()) return bad_input(fmt::format("rung {} has no large values", id));
  const auto time = recorded.microseconds ? recorded.microseconds(lesson.id, id, values)
                                          : std::optional<double>();
  if (!time || *time <= 0.0)
    return bad_input(fmt::format("no time of {} was recorded on {}", id, kRecordedGpu));
  return *time;
}

// Of a library's call, or how many times as fast it is as a rung of any lesson, LESSON/RUNG, with
// just these values.
Result<double> library_value(const Claim& claim, const RecordedNumbers& recorded) {
  const std::string& call = claim.recorded->library;
  const auto time = recorded.library_microseconds ? recorded.library_microseconds(call, claim.set)
                                                  : std::optional<double>();
  if (!time || *time <= 0.0)
    return bad_input(fmt::format("no time of {} was recorded on {}", call, kRecordedGpu));
  const std::string& over = claim.recorded->over;
  if (over.empty()) return *time;
  const std::size_t slash = std::min(over.find('/'), over.size());
  const std::string rung = over.substr(std::min(slash + 1, over.size()));
  const auto other = recorded.microseconds(over.substr(0, slash), rung, claim.set);
  if (!other) return bad_input(fmt::format("no time of {} was recorded on {}", over, kRecordedGpu));
  return *other / *time;
}

Result<double> rate_of(const Lesson& lesson, const Claim& claim, double microseconds,
                       const RecordedNumbers& recorded) {
  const Rung& rung = *lesson.find_rung(claim.rung);
  const auto does = roofline_numbers(rung, recorded_values(rung, claim));
  if (!does) return does.error();
  constexpr double kMicrosecondsToGiga = 1e-3;  // of something a microsecond, in 10^9 a second
  experiment::Variables values = recorded.peaks;
  values["gflops"] = does->operations / microseconds * kMicrosecondsToGiga;
  values["gbps"] = does->bytes / microseconds * kMicrosecondsToGiga;
  values["intensity"] = does->operations / does->bytes;
  return experiment::evaluate(claim.recorded->rate, values);
}

// Whether `words` tell the number of a recorded claim.
bool tells_recorded(const Lesson& lesson, std::string_view words) {
  return std::ranges::any_of(lesson.claims, [&](const Claim& claim) {
    return claim.recorded && words.find("{{" + claim.id + "}}") != std::string_view::npos;
  });
}

}  // namespace

ParameterValues recorded_values(const Rung& rung, const Claim& claim) {
  if (claim.recorded && claim.recorded->at_large) return large_values(rung);
  ParameterValues values = initial_values(rung);
  for (const auto& [name, value] : claim.set) {
    if (const auto own = values.find(name); own != values.end()) own->second = value;
  }
  return values;
}

Result<double> recorded_value(const Lesson& lesson, const Claim& claim,
                              const RecordedNumbers& recorded) {
  if (!claim.recorded) return bad_input("the claim is about no recorded time");
  if (!claim.recorded->peaks.empty())
    return experiment::evaluate(claim.recorded->peaks, recorded.peaks);
  if (!claim.recorded->library.empty()) return library_value(claim, recorded);
  Result<double> time = microseconds_of(lesson, claim.rung, claim, recorded);
  if (time && !claim.recorded->rate.empty()) return rate_of(lesson, claim, *time, recorded);
  if (!time || claim.recorded->over.empty()) return time;
  Result<double> other = microseconds_of(lesson, claim.recorded->over, claim, recorded);
  if (!other) return other;
  return *other / *time;
}

std::vector<ClaimVerdict> check_device_is_named(const Lesson& lesson) {
  const Result<LessonText> text = written_text(lesson);
  if (!text) return {};  // such a lesson cannot be read
  std::vector<ClaimVerdict> verdicts;
  const auto look_at = [&](const std::string& where, std::string_view words) {
    for (const std::string_view paragraph : paragraphs_of(words)) {
      if (!tells_recorded(lesson, paragraph) || paragraph.find("H200") != std::string_view::npos)
        continue;
      verdicts.push_back({lesson.id, "device of " + where, 0.0, 0.0, false,
                          fmt::format("it tells a recorded time, and not that of an H200: `{}`",
                                      paragraph.substr(0, 60))});
    }
  };
  look_at("the introduction", text->introduction);
  for (const LessonText::Section& section : text->sections)
    look_at("section " + section.id, section.text);
  return verdicts;
}

}  // namespace lanescope::lesson
