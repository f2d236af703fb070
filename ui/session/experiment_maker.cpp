#include "ui/session/experiment_maker.hpp"

#include <algorithm>
#include <utility>

#include "lab/experiment/inputs.hpp"
#include "lab/lesson/lesson_experiment.hpp"
#include "ui/session/session.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::session {
namespace {

experiment::Experiment pasted_with(const view::ChosenExperiment& chosen,
                                   const lesson::ParameterValues& values) {
  experiment::Experiment experiment = *chosen.pasted;
  // Launches differ in size until a slider is moved.
  const auto given =
      experiment.launches.empty() ? experiment::LaunchSpec{} : experiment.launches.front();
  for (experiment::LaunchSpec& launch : experiment.launches) {
    if (values.at("block") != given.block.x)
      launch.block.x = static_cast<std::uint32_t>(values.at("block"));
    if (values.at("grid") != given.grid.x)
      launch.grid.x = static_cast<std::uint32_t>(values.at("grid"));
  }
  return experiment;
}

Result<experiment::Experiment> without_settings(const Session& session,
                                                const lesson::ParameterValues& values) {
  const view::ChosenExperiment& chosen = session.state().experiment;
  const lesson::Rung* rung = session.rung();
  if (chosen.pasted == nullptr && rung == nullptr) return bad_input(tr("no kernel is open"));
  auto made = chosen.pasted != nullptr ? pasted_with(chosen, values)
                                       : lesson::make_experiment(*rung, values);
  if (made && !chosen.edited_source().empty()) made->source.text = chosen.edited_source();
  return made;
}

// Arguments that this rung does not have wait for one that has them.
Result<experiment::Experiment> with_settings(const view::ChosenExperiment& chosen,
                                             Result<experiment::Experiment> made) {
  if (!made) return made;
  made->arch = chosen.machine.arch;
  made->options.policy = chosen.machine.policy;
  made->options.order = chosen.machine.order;
  made->options.warp_size = chosen.machine.warp_size;
  made->machine_code = chosen.machine.machine_code;
  for (const experiment::Input& input : experiment::inputs_of(*made)) {
    const auto own = chosen.arguments.find(input.name);
    const bool filled =
        input.buffer != nullptr && !input.is_symbol && input.buffer->fill.holds_data();
    const std::string* text = own != chosen.arguments.end()     ? &own->second
                              : filled && !chosen.input.empty() ? &chosen.input
                                                                : nullptr;
    if (text == nullptr) continue;
    if (auto set = experiment::set_input(*made, input.name, *text); !set) return set.error();
  }
  return made;
}

}  // namespace

lesson::ParameterValues values_for(const lesson::Rung& rung,
                                   const lesson::ParameterValues& values) {
  lesson::ParameterValues own = lesson::initial_values(rung);
  for (const lesson::Parameter& parameter : rung.parameters) {
    const auto kept = values.find(parameter.name);
    if (kept != values.end())
      own[parameter.name] = std::clamp(kept->second, parameter.minimum, parameter.maximum);
  }
  return own;
}

Result<experiment::Experiment> experiment_as_given(const Session& session) {
  return without_settings(session, session.state().experiment.values);
}

Result<experiment::Experiment> experiment_with(const Session& session,
                                               const lesson::ParameterValues& values) {
  return with_settings(session.state().experiment, without_settings(session, values));
}

Result<experiment::Experiment> experiment_of(const Session& session, const lesson::Rung& rung) {
  const view::ChosenExperiment& chosen = session.state().experiment;
  return with_settings(chosen, lesson::make_experiment(rung, values_for(rung, chosen.values)));
}

Result<experiment::Experiment> second_experiment(const Session& session) {
  view::ChosenExperiment chosen = session.state().experiment;
  const view::Comparison& wanted = session.state().tools.compare;
  if (wanted.pinned != nullptr) return *wanted.pinned;
  chosen.machine.machine_code = wanted.machine_code.value_or(chosen.machine.machine_code);
  lesson::ParameterValues values = chosen.values;
  for (const auto& [name, value] : wanted.values) values[name] = value;
  if (wanted.rung.empty() || wanted.rung == chosen.rung)
    return with_settings(chosen, without_settings(session, values));
  const lesson::Lesson* lesson = session.lesson();
  const lesson::Rung* rung = lesson == nullptr ? nullptr : lesson->find_rung(wanted.rung);
  if (rung == nullptr) return bad_input(say("there is no rung '{}' in this lesson", wanted.rung));
  return with_settings(chosen, lesson::make_experiment(*rung, values_for(*rung, values)));
}

}  // namespace lanescope::ui::session
