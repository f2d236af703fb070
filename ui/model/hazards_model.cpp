#include "ui/model/hazards_model.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "ui/model/numbers.hpp"
#include "ui/words/words.hpp"

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

std::string severity_words(events::Severity severity) {
  switch (severity) {
    case events::Severity::Error:
      return tr("error");
    case events::Severity::Warning:
      return tr("warning");
    case events::Severity::Note:
      return tr("note");
  }
  return {};
}

std::string outcome_words(const lab::ModelRun& run) {
  switch (run.outcome) {
    case exec::Outcome::Running:
      return tr("running");
    case exec::Outcome::Finished:
      return tr("finished");
    case exec::Outcome::Fault:
      return tr("ended by a fault");
    case exec::Outcome::Deadlock:
      return tr("deadlock");
    case exec::Outcome::StepLimit:
      return tr("stopped at the step limit");
    case exec::Outcome::Unsupported:
      return tr("stopped at an instruction that is not covered");
  }
  return {};
}

HazardRow row_of(const lab::ModelRun& run, const events::Hazard& hazard) {
  HazardRow row;
  row.kind = hazard_words(hazard.kind);
  row.severity = severity_words(hazard.severity);
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
  if (hazard.count > 1) row.count = say("{} times", with_commas(hazard.count));
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
    return tr(
        "Every access was inside its buffer and aligned, every barrier was passed by all. Races "
        "are not looked for "
        "in this version.");
  return say_many(model.rows.size(), "One finding; a click goes to the moment.",
                  "{} findings; a click goes to the moment.", model.rows.size());
}

}  // namespace

std::string hazard_words(events::HazardKind kind) {
  using Kind = events::HazardKind;
  switch (kind) {
    case Kind::Race:
      return tr("race");
    case Kind::OutOfBounds:
      return tr("out of bounds");
    case Kind::Misaligned:
      return tr("misaligned");
    case Kind::UninitializedRead:
      return tr("uninitialized read");
    case Kind::BarrierDivergence:
      return tr("barrier divergence");
    case Kind::Deadlock:
      return tr("deadlock");
    case Kind::InvalidSyncMask:
      return tr("invalid sync mask");
    case Kind::Trap:
      return tr("trap");
    case Kind::StepLimit:
      return tr("step limit");
  }
  return {};
}

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
