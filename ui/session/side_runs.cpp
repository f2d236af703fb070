#include "ui/session/side_runs.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "lab/hardware/measure_plan.hpp"
#include "ui/session/experiment_maker.hpp"
#include "ui/session/session.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::session {
namespace {

constexpr std::size_t kMostPoints = 2'000;  // remembered

std::string settings_text(const view::State& state, const std::string& rung,
                          const lesson::ParameterValues& values, const std::string& edited) {
  std::string out =
      fmt::format("{}/{} {} {} {} {} {} {} {:x}", state.experiment.lesson, rung,
                  state.experiment.machine.arch, static_cast<int>(state.experiment.machine.policy),
                  static_cast<int>(state.experiment.machine.order),
                  state.experiment.machine.warp_size, state.experiment.machine.machine_code,
                  state.experiment.input, std::hash<std::string>{}(edited));
  for (const auto& [name, value] : values) out += fmt::format(" {}={}", name, value);
  for (const auto& [name, value] : state.experiment.arguments)
    out += fmt::format(" {}={}", name, value);
  return out;
}

lesson::Parameter whole_range(std::string name, std::string title, std::int64_t most) {
  lesson::Parameter parameter;
  parameter.name = std::move(name);
  parameter.title = std::move(title);
  parameter.maximum = most;
  parameter.power_of_two = true;
  return parameter;
}

}  // namespace

std::vector<lesson::Parameter> sweep_parameters(const Session& session) {
  if (const lesson::Rung* rung = session.rung()) return rung->parameters;
  if (session.pasted() == nullptr) return {};
  return {whole_range("block", tr("Block size"), 1024), whole_range("grid", tr("Blocks"), 1024)};
}

std::vector<SweepStep> sweep_steps(const Session& session) {
  return sweep_steps(session, session.state().tools.sweep.parameter);
}

std::vector<SweepStep> sweep_steps(const Session& session, std::string_view name) {
  const view::State& state = session.state();
  const std::vector<lesson::Parameter> all = sweep_parameters(session);
  const auto parameter = std::ranges::find(all, name, &lesson::Parameter::name);
  if (parameter == all.end()) return {};
  lesson::ParameterValues values = session.rung() == nullptr
                                       ? state.experiment.values
                                       : values_for(*session.rung(), state.experiment.values);
  const auto found = values.find(parameter->name);
  const std::int64_t present = found == values.end() ? parameter->initial : found->second;
  std::vector<SweepStep> steps;
  for (const std::int64_t value : hardware::values_to_sweep(*parameter, present)) {
    values[parameter->name] = value;
    steps.push_back({value, values,
                     settings_text(state, state.experiment.rung, values, session.source_text()),
                     value == present});
  }
  return steps;
}

std::string second_settings(const Session& session) {
  const view::State& state = session.state();
  const view::Comparison& wanted = state.tools.compare;
  if (!wanted.on) return {};
  if (wanted.pinned != nullptr) return fmt::format("pinned {}", wanted.pinned_run);
  lesson::ParameterValues values = state.experiment.values;
  for (const auto& [name, value] : wanted.values) values[name] = value;
  const bool other = !wanted.rung.empty() && wanted.rung != state.experiment.rung;
  const bool machine_code = wanted.machine_code.value_or(state.experiment.machine.machine_code);
  return settings_text(state, other ? wanted.rung : state.experiment.rung, values,
                       other ? std::string{} : session.source_text()) +
         (machine_code ? " sass" : " ptx");
}

bool SideRuns::begin_second(const Session& session, lesson::Runner& runner) {
  const std::string wanted = second_settings(session);
  if (wanted.empty()) second_ = {};
  if (wanted == second_.settings) return false;
  second_.settings = wanted;
  auto made = second_experiment(session);
  if (!made) {
    second_.run.reset();
    second_.replay.reset();
    second_.failure = run::PrepareFailure{made.error(), {}};
    return false;
  }
  point_.clear();
  request_ = runner.submit(std::move(*made), session.state().experiment.window);
  return true;
}

// Where modelled times are swept, a step that was run without is run again.
void SideRuns::keep_prepared(const Session& session, const std::vector<SweepStep>& steps) {
  const view::Tools& tools = session.state().tools;
  keeps_prepared_ = tools.time.on && tools.sweep.counter == view::kModelTime;
  std::erase_if(prepared_, [&](const auto& one) {
    return !keeps_prepared_ ||
           std::ranges::find(steps, one.first, &SweepStep::settings) == steps.end();
  });
  if (!keeps_prepared_) return;
  std::erase_if(points_, [&](const auto& point) {
    return point.second.has_value() && !prepared_.contains(point.first);
  });
}

bool SideRuns::begin_point(const Session& session, lesson::Runner& runner) {
  if (!session.state().tools.sweep.on || session.failure()) return false;
  if (points_.size() > kMostPoints) points_.clear();
  const std::vector<SweepStep> steps = sweep_steps(session);
  keep_prepared(session, steps);
  for (const SweepStep& step : steps) {
    if (points_.contains(step.settings)) continue;
    if (step.here && session.run() != nullptr) {
      points_[step.settings] = view::numbers_of(*session.run());
      if (keeps_prepared_) prepared_[step.settings] = session.run()->prepared;
      continue;
    }
    auto made = experiment_with(session, step.values);
    if (!made) {
      points_[step.settings] = std::nullopt;
      continue;
    }
    point_ = step.settings;
    request_ = runner.submit_counters(std::move(*made));
    return true;
  }
  return false;
}

void SideRuns::take(const lesson::Runner::Update& update) {
  const auto* run = std::get_if<std::shared_ptr<const run::ModelRun>>(&update.result);
  const bool there = run != nullptr && *run != nullptr;
  if (!point_.empty()) {
    points_[point_] = there ? std::optional(view::numbers_of(**run)) : std::nullopt;
    if (there && keeps_prepared_) prepared_[point_] = (*run)->prepared;
    request_ = 0;
    return;
  }
  if (there) {
    show(*run);
    if ((*run)->complete) request_ = 0;
    return;
  }
  second_.run.reset();
  second_.replay.reset();
  second_.failure = std::get<run::PrepareFailure>(update.result);
  request_ = 0;
}

void SideRuns::note(const run::ModelRun& run) {
  for (auto& [settings, numbers] : points_) {
    if (!numbers || numbers->run != run.id) continue;
    numbers = view::numbers_of(run);
    if (keeps_prepared_) prepared_[settings] = run.prepared;
  }
}

void SideRuns::drop() {
  if (request_ != 0 && point_.empty()) second_.settings.clear();
  request_ = 0;
}

void SideRuns::keep(std::shared_ptr<const run::ModelRun> run, std::string settings) {
  drop();
  second_.settings = run->complete ? std::move(settings) : std::string{};
  show(std::move(run));
}

void SideRuns::show(std::shared_ptr<const run::ModelRun> run) {
  second_.failure.reset();
  second_.replay = run->trace == nullptr ? nullptr
                                         : std::make_shared<replay::Replay>(
                                               run->prepared->plan, run->trace, run->snapshots);
  second_.run = std::move(run);
}

}  // namespace lanescope::ui::session
