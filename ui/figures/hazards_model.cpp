#include "ui/figures/hazards_model.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures {
namespace {

std::string outcome_words(const run::ModelRun& run) {
  switch (run.outcome) {
    case engine::Outcome::Running:
      return tr("running");
    case engine::Outcome::Finished:
      return tr("finished");
    case engine::Outcome::Fault:
      return tr("ended by a fault");
    case engine::Outcome::Deadlock:
      return tr("deadlock");
    case engine::Outcome::StepLimit:
      return tr("stopped at the step limit");
    case engine::Outcome::Unsupported:
      return tr("stopped at an instruction that is not covered");
  }
  return {};
}

std::optional<Tick> tick_at(const run::ModelRun& run, MachineStep machine_step) {
  if (!run.trace) return std::nullopt;
  const Tick tick = run.trace->tick_at_or_after(machine_step);
  const bool recorded =
      tick.value < run.trace->tick_count() && run.trace->step(tick).machine_step == machine_step;
  return recorded ? std::optional(tick) : std::nullopt;
}

HazardRow::Moment moment_of(const run::ModelRun& run, std::uint32_t launch, Pc pc,
                            MachineStep machine_step) {
  HazardRow::Moment moment;
  if (launch < run.plan().launches.size()) {
    const engine::Program& program = *run.plan().launches[launch].program;
    if (pc.value < program.size()) {
      moment.line = program.location_at(pc).line;
      moment.place = fmt::format("{}:{}", run.prepared->experiment.source.file_name, moment.line);
    }
  }
  moment.tick = tick_at(run, machine_step);
  return moment;
}

HazardRow row_of(const run::ModelRun& run, const events::Hazard& hazard) {
  HazardRow row;
  row.kind = hazard_words(hazard.kind);
  row.severity = severity_words(hazard.severity);
  row.role = severity_role(hazard.severity);
  row.message = hazard.message;
  row.at = moment_of(run, hazard.launch, hazard.pc, hazard.machine_step);
  if (hazard.kind == events::HazardKind::Race)
    row.other = moment_of(run, hazard.launch, hazard.other_pc, hazard.other_machine_step);
  if (hazard.count > 1) row.count = say("{} times", view::with_commas(hazard.count));
  return row;
}

std::string sentence_of(const run::ModelRun& run, const HazardsModel& model) {
  if (run.outcome == engine::Outcome::Unsupported) return run.unsupported;
  if (model.rows.empty())
    return tr(
        "Every access was inside its buffer and aligned, every barrier was passed by all, and "
        "accesses to the same memory were ordered.");
  return say_many(model.rows.size(), "One finding; a click goes to the moment.",
                  "{} findings; a click goes to the moment.", model.rows.size());
}

}  // namespace

style::Role severity_role(events::Severity severity) {
  switch (severity) {
    case events::Severity::Error:
      return style::Role::Error;
    case events::Severity::Warning:
      return style::Role::Waiting;
    case events::Severity::Note:
      return style::Role::TextSecondary;
  }
  return style::Role::Text;
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

std::optional<HazardsModel> hazards_model(const session::Session& session) {
  const auto& run = session.run();
  if (!run) return std::nullopt;
  HazardsModel model;
  model.outcome = outcome_words(*run);
  model.outcome_role = run->outcome == engine::Outcome::Finished  ? style::Role::Equal
                       : run->outcome == engine::Outcome::Running ? style::Role::TextSecondary
                                                                  : style::Role::Error;
  for (const auto& hazard : run->hazards) model.rows.push_back(row_of(*run, hazard));
  model.sentence = sentence_of(*run, model);
  return model;
}

}  // namespace lanescope::ui::figures
