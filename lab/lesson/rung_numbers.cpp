#include "lab/lesson/rung_numbers.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "lab/lesson/lesson_experiment.hpp"
#include "lab/lesson/metric.hpp"
#include "lab/run/arithmetic.hpp"
#include "sim/events/memory_units.hpp"

namespace lanescope::lesson {
namespace {

experiment::Variables variables_of(const Rung& rung, const ParameterValues& values) {
  experiment::Variables variables;
  for (const auto& [name, value] : initial_values(rung))
    variables[name] = static_cast<double>(value);
  for (const auto& [name, value] : values) {
    if (const auto own = variables.find(name); own != variables.end())
      own->second = static_cast<double>(value);
  }
  return variables;
}

// Twice as much of what is more at the large sizes, as far as the sliders go.
ParameterValues doubled_values(const Rung& rung) {
  ParameterValues values = initial_values(rung);
  for (const Parameter& parameter : rung.parameters) {
    if (parameter.large != 0)
      values[parameter.name] = std::min(2 * parameter.initial, parameter.maximum);
  }
  return values;
}

RooflineNumbers counted(const run::ModelRun& run) {
  const run::Arithmetic arithmetic = run::arithmetic_of(run);
  const events::Counters counters = run.counters();
  const std::uint64_t sectors =
      counters.global_load.sectors + counters.global_store.sectors + counters.global_atomic.sectors;
  return {static_cast<double>(arithmetic.f32 + arithmetic.f64),
          static_cast<double>(sectors * events::kSectorBytes)};
}

class NumbersCheck {
 public:
  NumbersCheck(const Lesson& lesson, const RunOfRung& run) : lesson_(lesson), run_(run) {}

  void quantity(const Rung& rung, const Quantity& one) {
    ClaimVerdict verdict{lesson_.id, one.id + " of " + rung.id, 0.0, 0.0, false, {}};
    const ParameterValues values = initial_values(rung);
    const auto run = run_(rung, values);
    const Result<double> value =
        run ? quantity_of(rung, one.id, **run, values) : Result<double>(run.error());
    verdict.holds = value && *value >= 0.0;
    if (value)
      verdict.found = verdict.stated = *value;
    else
      verdict.problem = value.error().text();
    verdicts_.push_back(std::move(verdict));
  }
  void roofline(const Rung& rung, const ParameterValues& values) {
    const Result<RooflineNumbers> stated = roofline_numbers(rung, values);
    const auto run = run_(rung, values);
    if (!stated || !run) {
      const Error& error = stated ? run.error() : stated.error();
      verdicts_.push_back({lesson_.id, "roofline of " + rung.id, 0.0, 0.0, false, error.text()});
      return;
    }
    const RooflineNumbers found = counted(**run);
    compare("operations of " + rung.id, stated->operations, found.operations);
    compare("bytes of " + rung.id, stated->bytes, found.bytes);
  }
  [[nodiscard]] std::vector<ClaimVerdict> take() { return std::move(verdicts_); }

 private:
  void compare(std::string name, double stated, double found) {
    verdicts_.push_back({lesson_.id, std::move(name), stated, found, stated == found, {}});
  }

  const Lesson& lesson_;
  const RunOfRung& run_;
  std::vector<ClaimVerdict> verdicts_;
};

}  // namespace

Result<double> quantity_of(const Rung& rung, std::string_view quantity, const run::ModelRun& run,
                           const ParameterValues& values) {
  const auto metric = rung.quantities.find(std::string(quantity));
  if (metric == rung.quantities.end())
    return bad_input(fmt::format("rung {} has no quantity {}", rung.id, quantity));
  return evaluate_metric(run, metric->second, variables_of(rung, values));
}

Result<RooflineNumbers> roofline_numbers(const Rung& rung, const ParameterValues& values) {
  if (!rung.roofline)
    return bad_input(fmt::format("rung {} states no operations and bytes", rung.id));
  const experiment::Variables variables = variables_of(rung, values);
  const Result<double> operations = experiment::evaluate(rung.roofline->operations, variables);
  if (!operations) return operations.error();
  const Result<double> bytes = experiment::evaluate(rung.roofline->bytes, variables);
  if (!bytes) return bytes.error();
  return RooflineNumbers{*operations, *bytes};
}

std::vector<ClaimVerdict> check_rung_numbers(const Lesson& lesson, const RunOfRung& run) {
  NumbersCheck check(lesson, run);
  for (const Rung& rung : lesson.rungs) {
    for (const Quantity& one : lesson.quantities) check.quantity(rung, one);
    if (!rung.roofline) continue;
    check.roofline(rung, initial_values(rung));
    check.roofline(rung, doubled_values(rung));
  }
  return check.take();
}

}  // namespace lanescope::lesson
