#include "tests/ui/commands/consistency.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "lab/experiment/experiment_json.hpp"
#include "ui/commands/commands.hpp"
#include "ui/session/experiment_maker.hpp"
#include "ui/session/saved_session.hpp"
#include "ui/view/array_info.hpp"

namespace lanescope::ui::test {
namespace {

using Faults = std::vector<std::string>;

void expect(Faults& faults, bool holds, std::string sentence) {
  if (!holds) faults.push_back(std::move(sentence));
}

void check_selection(const session::Session& session, Faults& faults) {
  const view::Selection& chosen = session.state().cursor.selection;
  const trace::Trace& trace = *session.trace();
  const auto launches = trace.launches();
  const auto lanes = static_cast<std::uint32_t>(session.run()->plan().options.warp_size);
  if (launches.empty()) return;
  if (chosen.launch >= launches.size()) {
    faults.push_back(fmt::format("launch {} of {}", chosen.launch, launches.size()));
    return;
  }
  const std::uint64_t warps = (launches[chosen.launch].block.count() + lanes - 1) / lanes;
  const auto blocks = trace.blocks(chosen.launch);
  expect(faults, blocks.empty() || std::binary_search(blocks.begin(), blocks.end(), chosen.block),
         fmt::format("block {} is not recorded", chosen.block.value));
  if (chosen.warp)
    expect(faults, chosen.warp->value < warps,
           fmt::format("warp {} of {}", chosen.warp->value, warps));
  if (chosen.lane)
    expect(faults, *chosen.lane < lanes, fmt::format("lane {} of {}", *chosen.lane, lanes));
  if (chosen.pc)
    expect(faults, chosen.pc->value < session.program()->size(),
           fmt::format("instruction {}", chosen.pc->value));
  if (chosen.element) {
    const auto array = view::find_array(session, chosen.element->array);
    expect(faults, array && chosen.element->index < array->count,
           fmt::format("element {}[{}]", chosen.element->array, chosen.element->index));
  }
}

void check_values(const session::Session& session, Faults& faults) {
  const view::State& s = session.state();
  expect(faults, s.screen.scale >= 1.0 && s.screen.scale <= 2.5,
         fmt::format("scale {}", s.screen.scale));
  expect(faults, s.cursor.beat >= 0.0 && s.cursor.beat <= 1.0,
         fmt::format("beat {}", s.cursor.beat));
  expect(faults, s.pace.steps_per_second >= 0.1 && s.pace.steps_per_second <= 100'000.0,
         fmt::format("speed {}", s.pace.steps_per_second));
  if (s.experiment.lesson.empty()) return;
  expect(faults, session.lesson() != nullptr, fmt::format("lesson '{}'", s.experiment.lesson));
  const lesson::Rung* rung = session.rung();
  expect(faults, rung != nullptr,
         fmt::format("rung '{}/{}'", s.experiment.lesson, s.experiment.rung));
  if (const lesson::Lesson* lesson = session.lesson()) {
    // The exercises stand behind the last step.
    const std::size_t steps = lesson->steps.size() + lesson->exercises.size();
    expect(faults, s.experiment.lesson_step < steps,
           fmt::format("step {} of {}", s.experiment.lesson_step, s.experiment.lesson));
  }
  if (rung == nullptr) return;
  expect(faults, s.experiment.values.size() == rung->parameters.size(),
         fmt::format("{} values for {} parameters", s.experiment.values.size(),
                     rung->parameters.size()));
  for (const lesson::Parameter& p : rung->parameters) {
    const auto value = s.experiment.values.find(p.name);
    expect(faults,
           value != s.experiment.values.end() && value->second >= p.minimum &&
               value->second <= p.maximum,
           fmt::format("parameter {} of {}/{}", p.name, s.experiment.lesson, s.experiment.rung));
  }
}

// From the first line on that differs.
std::string differing(const std::string& a, const std::string& b) {
  const auto [in_a, in_b] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  const auto at = static_cast<std::size_t>(in_a - a.begin());
  const std::size_t line = a.rfind('\n', at == 0 ? 0 : at - 1);
  const std::size_t from = line == std::string::npos ? 0 : line + 1;
  constexpr std::size_t kShown = 300;
  return fmt::format("`{}` but `{}`", a.substr(from, kShown), b.substr(from, kShown));
}

}  // namespace

std::vector<std::string> check_moment(const session::Session& session) {
  Faults faults;
  check_values(session, faults);
  const std::uint64_t ticks = session.trace() == nullptr ? 0 : session.trace()->tick_count();
  const std::uint64_t tick = session.state().cursor.tick.value;
  expect(faults, tick <= ticks, fmt::format("tick {} of {}", tick, ticks));
  if (session.trace() != nullptr) check_selection(session, faults);
  return faults;
}

std::vector<std::string> check_run(session::Session& session) {
  Faults faults;
  expect(faults, !session.busy() && !session.has_queued(), "it never comes to rest");
  if (session.failure() || session.run() == nullptr) return faults;
  const auto described = session::experiment_with(session, session.state().experiment.values);
  if (!described) return {described.error().text()};
  const experiment::Experiment& run = session.run()->prepared->experiment;
  expect(faults, experiment::experiment_json(run) == experiment::experiment_json(*described),
         "the run on screen is not of the experiment: " +
             differing(experiment::experiment_json(run), experiment::experiment_json(*described)));
  return faults;
}

std::vector<std::string> check_undo(session::Session& session) {
  if (!session.history().can_undo()) return {};
  const session::SavedExperiment before = session::saved_experiment(session.state());
  Faults faults;
  for (const char* command : {"undo", "redo"}) {
    const auto done = commands::execute(session, command);
    if (!done) faults.push_back(fmt::format("{}: {}", command, done.error().text()));
    session.settle();
  }
  expect(faults, session::saved_experiment(session.state()) == before,
         "undo and redo do not lead back");
  return faults;
}

std::vector<std::string> check_saved(session::Session& session, session::Session& other,
                                     const std::string& file) {
  Faults faults;
  if (session.lesson() == nullptr && session.pasted() == nullptr) return {};
  const auto run = [&](session::Session& in, const std::string& command) {
    const auto done = commands::execute(in, command + " file=" + session::quote(file));
    if (!done) faults.push_back(fmt::format("{}: {}", command, done.error().text()));
    in.settle();
  };
  run(session, "save");
  run(other, "open");
  session::SavedSession saved = session::saved_session(session),
                        opened = session::saved_session(other);
  // A source that does not compile has no run of its own, and so no place in one.
  if (session.failure()) opened.place = saved.place;
  expect(faults, session::session_text(saved) == session::session_text(opened),
         "saved and opened it is another session: " +
             differing(session::session_text(saved), session::session_text(opened)));
  return faults;
}

}  // namespace lanescope::ui::test
