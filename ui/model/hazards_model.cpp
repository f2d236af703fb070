#include "ui/model/hazards_model.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "ui/model/numbers.hpp"

namespace lanescope::ui {
namespace {

Role role_of(events::Severity severity) {
  switch (severity) {
    case events::Severity::Error:
      return Role::Error;
    case events::Severity::Warning:
      return Role::Waiting;
    case events::Severity::Note:
      return Role::TextSecondary;
  }
  return Role::Text;
}

std::string outcome_words(const lab::ModelRun& run) {
  switch (run.outcome) {
    case exec::Outcome::Running:
      return "running";
    case exec::Outcome::Finished:
      return "finished";
    case exec::Outcome::Fault:
      return "ended by a fault";
    case exec::Outcome::Deadlock:
      return "deadlock";
    case exec::Outcome::StepLimit:
      return "stopped at the step limit";
    case exec::Outcome::Unsupported:
      return "stopped at an instruction that is not covered";
  }
  return {};
}

HazardRow row_of(const lab::ModelRun& run, const events::Hazard& hazard) {
  HazardRow row;
  row.kind = std::string(events::spelling(hazard.kind));
  std::replace(row.kind.begin(), row.kind.end(), '_', ' ');
  row.severity = std::string(events::spelling(hazard.severity));
  row.role = role_of(hazard.severity);
  row.message = hazard.message;
  if (hazard.launch < run.plan().launches.size()) {
    const exec::Program& program = *run.plan().launches[hazard.launch].program;
    if (hazard.pc.value < program.size()) {
      const ptx::SourceLocation at = program.location_at(hazard.pc);
      row.line = at.line;
      row.place = fmt::format("{}:{}", run.prepared->experiment.source.file_name, at.line);
    }
  }
  if (hazard.count > 1) row.count = with_commas(hazard.count) + " times";
  if (run.trace) {
    const Tick tick = run.trace->tick_at_or_after(hazard.machine_step);
    const bool recorded = tick.value < run.trace->tick_count() &&
                          run.trace->step(tick).machine_step == hazard.machine_step;
    if (recorded) row.tick = tick;
  }
  return row;
}

std::string sentence_of(const lab::ModelRun& run, const HazardsModel& model) {
  if (run.outcome == exec::Outcome::Unsupported) return run.unsupported;
  if (model.rows.empty())
    return "Every access was inside its buffer and aligned, every barrier was passed by all. Races "
           "are not looked for "
           "in this version.";
  return model.rows.size() == 1
             ? "One finding; a click goes to the moment."
             : fmt::format("{} findings; a click goes to the moment.", model.rows.size());
}

}  // namespace

std::optional<HazardsModel> hazards_model(const Session& session) {
  const auto& run = session.run();
  if (!run) return std::nullopt;
  HazardsModel model;
  model.outcome = outcome_words(*run);
  model.outcome_role = run->outcome == exec::Outcome::Finished  ? Role::Equal
                       : run->outcome == exec::Outcome::Running ? Role::TextSecondary
                                                                : Role::Error;
  for (const auto& hazard : run->hazards) model.rows.push_back(row_of(*run, hazard));
  model.sentence = sentence_of(*run, model);
  model.printed = run->printed;
  return model;
}

}  // namespace lanescope::ui
