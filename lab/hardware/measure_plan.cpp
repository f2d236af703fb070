#include "lab/hardware/measure_plan.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "lab/lesson/lesson_experiment.hpp"

namespace lanescope::hardware {
namespace {

// At most that many steps over a range without powers of two.
constexpr std::int64_t kMostSteps = 12;
constexpr std::int64_t kLeastBlock = 32;

std::set<std::int64_t> powers_of_two(std::int64_t least, std::int64_t most) {
  std::set<std::int64_t> out;
  for (std::int64_t value = 1; value <= most; value *= 2) {
    if (value >= least) out.insert(value);
    if (value > most / 2) break;
  }
  return out;
}

// Everything that is measured of the lessons, by lesson/rung.
using Plan = std::map<std::string, std::set<lesson::ParameterValues>>;
Plan plan_of(const std::vector<lesson::Lesson>& lessons) {
  Plan plan;
  for (const lesson::Lesson& lesson : lessons) {
    for (const lesson::Rung& rung : lesson.rungs) {
      for (PointToMeasure& point : points_to_measure(lesson, rung))
        plan[lesson.id + "/" + rung.id].insert(std::move(point.values));
    }
  }
  return plan;
}

bool has(const Plan& plan, const MeasuredPoint& point) {
  const auto found = plan.find(point.lesson + "/" + point.rung);
  return found != plan.end() && found->second.contains(point.values);
}

}  // namespace

std::set<std::int64_t> values_to_sweep(const lesson::Parameter& parameter, std::int64_t present) {
  const std::int64_t least = parameter.minimum, most = parameter.maximum;
  const bool is_block = parameter.name == "block";
  std::set<std::int64_t> out;
  if (parameter.power_of_two || is_block) {
    out = powers_of_two(is_block ? std::max(least, kLeastBlock) : least, most);
  } else {
    const std::int64_t step = std::max<std::int64_t>(parameter.step, 1);
    const std::int64_t steps = (most - least) / step;
    const std::int64_t count = std::min(steps, kMostSteps);
    for (std::int64_t i = 0; i <= count; ++i)
      out.insert(least + (count == 0 ? 0 : steps * i / count) * step);
  }
  out.insert(present);
  return out;
}

std::vector<PointToMeasure> points_to_measure(const lesson::Lesson& lesson,
                                              const lesson::Rung& rung) {
  const lesson::ParameterValues initial = lesson::initial_values(rung);
  std::vector<PointToMeasure> out;
  const auto add = [&](lesson::ParameterValues values, bool is_shown) {
    if (std::ranges::find(out, values, &PointToMeasure::values) == out.end())
      out.push_back({std::move(values), is_shown});
  };
  if (lesson::ParameterValues large = lesson::large_values(rung); !large.empty())
    out.push_back({std::move(large), false, true});
  add(initial, true);
  for (const lesson::LessonStep& step : lesson.steps) {
    if (step.rung != rung.id) continue;
    lesson::ParameterValues values = initial;
    for (const auto& [name, value] : step.set) values[name] = value;
    add(std::move(values), true);
  }
  for (const lesson::Parameter& parameter : rung.parameters) {
    lesson::ParameterValues values = initial;
    for (const std::int64_t value : values_to_sweep(parameter, parameter.initial)) {
      values[parameter.name] = value;
      add(values, false);
    }
  }
  return out;
}

void drop_unplanned(Measurements& measurements, const std::vector<lesson::Lesson>& lessons) {
  const Plan plan = plan_of(lessons);
  std::erase_if(measurements.points, [&](const MeasuredPoint& point) { return !has(plan, point); });
}

}  // namespace lanescope::hardware
