#include "ui/session/edit/experiment_editor.hpp"

#include <algorithm>
#include <utility>

#include "lab/experiment/file.hpp"
#include "ui/session/edit/live_size.hpp"
#include "ui/session/experiment_maker.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::session {

Result<void> ExperimentEditor::rerun() {
  auto made = experiment_with(session_, chosen().values);
  if (!made) {
    session_.failure_ = run::PrepareFailure{made.error(), {}};
    return made.error();
  }
  AwaitedRun& awaited = session_.awaited_;
  if (!awaited.place() && session_.trace() != nullptr)
    awaited.go_to(view::place_of(*session_.trace(), session_.state().cursor.tick));
  const auto now = AwaitedRun::Clock::now();
  session_.overtake_side_work();
  session_.live_.want(std::make_shared<const experiment::Experiment>(*made));
  refresh_live();
  awaited.begin(session_.runner_.submit(std::move(*made), chosen().window, run::Need::Ptx), now);
  return {};
}

Result<void> ExperimentEditor::open_rung(const std::string& id) {
  if (auto entered = enter_rung(id); !entered) return entered;
  chosen().values = values_for(*session_.rung(), chosen().values);
  return rerun();
}

Result<void> ExperimentEditor::enter_rung(const std::string& id) {
  const lesson::Lesson* lesson = session_.lesson();
  const lesson::Rung* rung = lesson == nullptr ? nullptr : lesson->find_rung(id);
  if (rung == nullptr) return bad_input(say("there is no rung '{}' in this lesson", id));
  auto text = experiment::read_text(rung->file);
  if (!text) return text.error();
  session_.shipped_source_ = std::move(*text);
  session_.awaited_.change_kernel();
  chosen().rung = id;
  view::State& state = session_.state_;
  state.appearance.array.clear();
  state.appearance.shown_register.clear();
  state.cursor.selection.pc.reset();
  state.cursor.selection.line.reset();
  return {};
}

void ExperimentEditor::open_pasted(experiment::Experiment experiment,
                                   std::optional<trace::Window> window) {
  view::ChosenExperiment opened;
  opened.machine = {experiment.arch, experiment.options.policy, experiment.options.order,
                    experiment.options.warp_size, experiment.machine_code};
  opened.lesson_step = chosen().lesson_step;
  opened.input = std::move(chosen().input);
  opened.window = window.value_or(chosen().window);
  opened.edits = std::move(chosen().edits);
  opened.edits.erase(opened.edit_key());
  if (!experiment.launches.empty()) {
    opened.values["block"] = experiment.launches.front().block.x;
    opened.values["grid"] = experiment.launches.front().grid.x;
  }
  opened.pasted = std::make_shared<const experiment::Experiment>(std::move(experiment));
  chosen() = std::move(opened);
  session_.awaited_.change_kernel();
  session_.awaited_.go_to(view::RelativeMoment{});
  (void)rerun();
}

void ExperimentEditor::open_saved_run(run::SavedRun saved) {
  session_.runner_.provide(saved.experiment, saved.compiled);
  chosen().input.clear();
  open_pasted(std::move(saved.experiment), saved.window);
  session_.awaited_.expect({saved.digest, saved.machine_steps});
}

void ExperimentEditor::open_launch(experiment::Experiment experiment,
                                   std::shared_ptr<const ports::toolchain::Compiled> compiled) {
  session_.runner_.provide(experiment, std::move(compiled));
  chosen().input.clear();
  open_pasted(std::move(experiment), std::nullopt);
}

Result<void> ExperimentEditor::restore(const SavedExperiment& saved,
                                       const std::optional<view::RelativeMoment>& place) {
  const view::ChosenExperiment& wanted = saved.chosen;
  const bool pasted = wanted.pasted != nullptr;
  const auto& lessons = session_.lessons_;
  const auto lesson = std::ranges::find(lessons, wanted.lesson, &lesson::Lesson::id);
  if (!pasted && (lesson == lessons.end() || lesson->find_rung(wanted.rung) == nullptr))
    return bad_input(say("there is no rung '{}/{}' here", wanted.lesson, wanted.rung));
  if (wanted.lesson != chosen().lesson) session_.ladder_.clear();
  chosen() = wanted;
  session_.state_.marks = saved.marks;
  if (pasted) {
    chosen().lesson.clear();
    chosen().rung.clear();
    for (const char* name : {"block", "grid"}) chosen().values.try_emplace(name, 1);
  } else {
    if (auto entered = enter_rung(wanted.rung); !entered) return entered;
    chosen().values = values_for(*session_.rung(), wanted.values);
  }
  session_.awaited_.change_kernel();
  session_.state_.cursor.playing = false;
  if (place) session_.awaited_.go_to(place);
  return rerun();
}

Result<void> ExperimentEditor::set_parameter(const std::string& name, std::int64_t value) {
  if (session_.pasted() != nullptr && (name == "block" || name == "grid")) {
    if (value < 1) return bad_input(say("{} must be at least 1", name));
    chosen().values[name] = value;
    return rerun();
  }
  const lesson::Rung* rung = session_.rung();
  if (rung == nullptr) return bad_input(say("there is no parameter '{}'", name));
  const auto found = std::ranges::find(rung->parameters, name, &lesson::Parameter::name);
  if (found == rung->parameters.end())
    return bad_input(say("this rung has no parameter '{}'", name));
  if (value < found->minimum || value > found->maximum)
    return bad_input(say("{} goes from {} to {}", found->title, found->minimum, found->maximum));
  chosen().values[name] = value;
  return rerun();
}

// Warps of another size have other lanes.
Result<void> ExperimentEditor::set_machine(const view::Machine& machine) {
  view::Selection& selection = session_.state_.cursor.selection;
  if (machine.warp_size != chosen().machine.warp_size) {
    selection.lane.reset();
    selection.warp.reset();
  }
  chosen().machine = machine;
  return rerun();
}

Result<void> ExperimentEditor::set_input(std::string fill) {
  chosen().input = std::move(fill);
  return rerun();
}

Result<void> ExperimentEditor::set_argument(const std::string& name,
                                            std::optional<std::string> value) {
  if (value)
    chosen().arguments[name] = std::move(*value);
  else
    chosen().arguments.erase(name);
  return rerun();
}

Result<void> ExperimentEditor::record(trace::Window window) {
  if (window == chosen().window) return {};
  chosen().window = window;
  return rerun();
}

void ExperimentEditor::change_text(std::string text) {
  const experiment::Experiment* pasted = session_.pasted();
  const std::string& shipped = pasted != nullptr ? pasted->source.text : session_.shipped_source_;
  session_.awaited_.change_kernel();
  if (text.empty() || text == shipped)
    chosen().edits.erase(chosen().edit_key());
  else
    chosen().edits[chosen().edit_key()] = std::move(text);
}

void ExperimentEditor::set_aside() {
  const std::string text = chosen().edited_source();
  if (!text.empty()) chosen().edits[chosen().edit_key() + "/aside"] = text;
  change_text({});
}

Result<void> ExperimentEditor::edit_source(std::string text) {
  change_text(std::move(text));
  return rerun();
}

Result<void> ExperimentEditor::revert_source() { return edit_source({}); }

Result<void> ExperimentEditor::put_source_aside() {
  set_aside();
  return rerun();
}

Result<void> ExperimentEditor::take_source_back() {
  auto aside = chosen().edits.extract(chosen().edit_key() + "/aside");
  if (!aside.empty()) {
    set_aside();
    change_text(std::move(aside.mapped()));
  }
  return rerun();
}

void ExperimentEditor::refresh_live() {
  session_.live_.want_large(nullptr);
  const view::ImageView& view = session_.state().tools.image;
  const lesson::Rung* rung = session_.rung();
  if (!view.live || rung == nullptr) return;
  const lesson::ParameterValues stepped = values_for(*rung, chosen().values);
  const lesson::ParameterValues values = live_values(*rung, stepped, view);
  if (values == stepped) return;
  if (auto made = experiment_with(session_, values))
    session_.live_.want_large(std::make_shared<const experiment::Experiment>(std::move(*made)));
}

}  // namespace lanescope::ui::session
