#include "ui/session/session_editor.hpp"

#include <algorithm>
#include <utility>

#include "lab/experiment/file.hpp"
#include "lab/experiment/inputs.hpp"
#include "lab/lesson/lesson_experiment.hpp"
#include "ui/session/run_title.hpp"
#include "ui/session/stepping.hpp"
#include "ui/session/stop_search.hpp"
#include "ui/view/array_info.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui {

Tick SessionEditor::end() const {
  const trace::Trace* trace = session_.trace();
  return Tick{trace == nullptr ? 0 : trace->tick_count()};
}

void SessionEditor::show(Tick tick) {
  session_.finder_.cancel();
  state().tick = std::min(tick, end());
  state().beat = 1.0;
  state().held = false;
  follow();
}

void SessionEditor::play_to(Tick tick) {
  const Tick before = state().tick;
  show(tick);
  if (!state().reduced_motion && state().tick != before) state().beat = 0.0;
}

void SessionEditor::show_instruction(Tick tick) { play_to(Tick{tick.value + 1}); }

void SessionEditor::step_forward(StepUnit unit) {
  play_to(ui::step_forward(session_, state().tick, unit));
  if (state().tick >= end()) state().playing = false;
}

void SessionEditor::play_steps(StepUnit unit, int count) {
  Tick to = state().tick;
  for (int i = 0; i < count && to < end(); ++i) to = ui::step_forward(session_, to, unit);
  find_stop(StopFinder::Goal::Play, state().tick, to);
}

bool SessionEditor::find_stop(StopFinder::Goal goal, Tick from, Tick to) {
  constexpr std::uint64_t kAtOnce = 20'000;  // ticks: what a frame has time for
  session_.finder_.cancel();
  if (to <= from) return end_search({goal, std::nullopt, to});
  StopSearch search(session_);
  const bool backwards = goal == StopFinder::Goal::Previous;
  const bool all = to.value - from.value <= kAtOnce;
  const Tick near{backwards ? std::max(from.value, to.value - std::min(to.value, kAtOnce))
                            : std::min(to.value, from.value + kAtOnce)};
  const auto stop = backwards ? search.last(near, to) : search.first(from, near);
  if (stop || all || state().breakpoints.empty()) return end_search({goal, stop, to});
  session_.finder_.begin(std::move(search), goal, backwards ? from : near, backwards ? near : to);
  return true;
}

bool SessionEditor::end_search(const StopFinder::Found& found) {
  if (found.stop) {
    state().playing = false;
    show_instruction(*found.stop);
    return true;
  }
  if (found.goal == StopFinder::Goal::Play) {
    play_to(found.to);
    if (found.to >= end()) state().playing = false;
    return true;
  }
  set_message(found.goal == StopFinder::Goal::Previous
                  ? tr("no breakpoint lies before this moment")
                  : tr("no breakpoint is reached from here to the end"));
  return false;
}

void SessionEditor::step_back(StepUnit unit) {
  state().playing = false;
  show(ui::step_back(session_, state().tick, unit));
}

void SessionEditor::set_playing(bool playing) {
  session_.finder_.cancel();
  if (playing && state().tick >= end()) show(Tick{0});
  state().held = !playing && state().beat < 1.0 && (state().playing || state().held);
  state().playing = playing;
  session_.play_debt_ = 0.0;
}

// Launch and block of the picture are those of the instruction shown.
void SessionEditor::follow() {
  const auto step = session_.shown_step();
  if (!step) return;
  Selection& selection = state().selection;
  const bool other_launch = selection.launch != step->launch;
  if (other_launch) selection.pc.reset();
  selection.launch = step->launch;
  if (selection.block != step->block) selection.warp.reset();
  selection.block = step->block;
  if (other_launch) drop_what_is_gone();
}

void SessionEditor::drop_what_is_gone() {
  Selection& selection = state().selection;
  const auto launches = session_.trace()->launches();
  if (selection.launch >= launches.size()) selection.launch = 0;
  const auto blocks = session_.trace()->blocks(selection.launch);
  if (!blocks.empty() && !std::ranges::binary_search(blocks, selection.block))
    selection.block = blocks.front();
  const auto lanes = static_cast<std::uint32_t>(session_.run()->plan().options.warp_size);
  if (selection.lane && *selection.lane >= lanes) selection.lane.reset();
  const std::uint64_t threads = launches.empty() ? 0 : launches[selection.launch].block.count();
  if (selection.warp && selection.warp->value * std::uint64_t{lanes} >= threads)
    selection.warp.reset();
  const engine::Program* program = session_.program();
  if (selection.pc && (program == nullptr || selection.pc->value >= program->size()))
    selection.pc.reset();
  if (!selection.element) return;
  const auto array = find_array(session_, selection.element->array);
  if (!array || selection.element->index >= array->count) selection.element.reset();
}

Result<void> SessionEditor::open_lesson(const std::string& id, std::uint32_t step) {
  const auto& lessons = session_.lessons_;
  const auto found = std::find_if(lessons.begin(), lessons.end(),
                                  [&](const lab::Lesson& l) { return l.id == id; });
  if (found == lessons.end()) return bad_input(say("there is no lesson '{}'", id));
  const std::size_t places = found->steps.size() + (found->exercise ? 1U : 0U);
  if (step > 0 && step >= places)
    return bad_input(say("the lesson has {} steps", found->steps.size()));
  if (found->rungs.empty()) return bad_input(say("the lesson '{}' has no rungs", id));
  state().lesson = id;
  state().answers.clear();
  state().arguments.clear();
  session_.pasted_.reset();
  session_.ladder_.clear();
  if (state().compare.pinned == nullptr) state().compare = {};
  state().sweep = {};
  state().rung.clear();
  state().lesson_step = 0;
  if (!found->steps.empty() || found->exercise) return open_step(step);
  if (auto entered = enter_rung(found->rungs.front().id); !entered) return entered;
  return rerun();
}

Result<void> SessionEditor::open_step(std::uint32_t index) {
  const lab::Lesson* lesson = session_.lesson();
  if (lesson == nullptr) return bad_input(tr("no lesson is open"));
  if (lesson->exercise && index == lesson->steps.size()) return open_exercise(lab::kExerciseRung);
  if (index >= lesson->steps.size()) {
    return bad_input(say("the lesson has {} steps", lesson->steps.size()));
  }
  const lab::LessonStep& step = lesson->steps[index];
  std::string rung = step.rung.empty() ? state().rung : step.rung;
  if (rung.empty() && !lesson->rungs.empty()) rung = lesson->rungs.front().id;
  if (auto begun = begin_step(index, rung, step.set); !begun) return begun;
  if (auto queued = queue_commands(step.commands); !queued) return queued;
  if (!step.panels.empty()) focus(step.panels.front());
  return rerun();
}

Result<void> SessionEditor::open_exercise(std::string_view rung) {
  const lab::Lesson* lesson = session_.lesson();
  if (lesson == nullptr || !lesson->exercise) return bad_input(tr("this lesson has no exercise"));
  if (session_.exercise() != nullptr) return open_rung(std::string(rung));
  const auto behind_last = static_cast<std::uint32_t>(lesson->steps.size());
  if (auto begun = begin_step(behind_last, std::string(rung), lesson->exercise->set); !begun)
    return begun;
  if (auto queued = queue_commands({}); !queued) return queued;
  focus("lesson");
  return rerun();
}

// A step is the same by whatever way one comes to it: nothing that was set before it outlives it.
Result<void> SessionEditor::begin_step(std::uint32_t index, const std::string& rung,
                                       const lab::ParameterValues& set) {
  State& s = state();
  s.lesson_step = index;
  s.playing = false;
  if (auto entered = enter_rung(rung); !entered) return entered;
  s.values = lab::initial_values(*session_.rung());
  for (const auto& [name, value] : set) s.values[name] = value;
  const State fresh;
  s.arch = fresh.arch;
  s.policy = fresh.policy;
  s.order = fresh.order;
  s.warp_size = fresh.warp_size;
  s.input = fresh.input;
  s.arguments = fresh.arguments;
  s.phase_view = fresh.phase_view;
  s.grid_view = fresh.grid_view;
  s.selection = fresh.selection;
  follow();  // the old run stays on screen until there is a new one, maybe for long
  s.window = fresh.window;
  s.image = fresh.image;
  s.solution_asked = false;
  session_.place_ = RelativeMoment{};
  return {};
}

Result<void> SessionEditor::check_exercise() {
  const lab::Lesson& lesson = *session_.lesson();
  const std::string edited = session_.edit_of(lab::kExerciseRung);
  auto text = edited.empty() ? lab::read_text(lesson.exercise->start.file) : Result(edited);
  if (!text) return text.error();
  session_.check_.ask(lesson, edited, std::move(*text));
  return {};
}

// Before what a script still has to do, and instead of what the step before has left.
Result<void> SessionEditor::queue_commands(const std::vector<std::string>& of_step) {
  auto& queue = session_.queue_;
  std::erase_if(queue, [](const Session::Queued& queued) { return queued.of_step; });
  auto at = queue.begin();
  for (const std::string& text : of_step) {
    auto commands = parse_script(text);
    if (!commands) return commands.error();
    for (Command& command : *commands) at = std::next(queue.insert(at, {std::move(command), true}));
  }
  return {};
}

Result<void> SessionEditor::open_rung(const std::string& id) {
  if (auto entered = enter_rung(id); !entered) return entered;
  state().values = values_for(*session_.rung(), state().values);
  return rerun();
}

Result<void> SessionEditor::enter_rung(const std::string& id) {
  const lab::Lesson* lesson = session_.lesson();
  const lab::Rung* rung = lesson == nullptr ? nullptr : lesson->find_rung(id);
  if (rung == nullptr) return bad_input(say("there is no rung '{}' in this lesson", id));
  const auto text = lab::read_text(rung->file);
  if (!text) return text.error();
  session_.shipped_source_ = *text;
  session_.drag_began_ = Session::kOtherKernel;
  state().rung = id;
  const auto edited = session_.edits_.find(edit_key());
  state().edited_source = edited == session_.edits_.end() ? std::string{} : edited->second;
  state().array.clear();
  state().shown_register.clear();
  state().selection.pc.reset();
  state().selection.line.reset();
  return {};
}

void SessionEditor::open_pasted(lab::Experiment experiment) {
  state().lesson.clear();
  state().rung.clear();
  state().values.clear();
  state().arguments.clear();
  state().edited_source.clear();
  session_.edits_.erase("/");
  state().arch = experiment.arch;
  state().policy = experiment.options.policy;
  state().order = experiment.options.order;
  state().warp_size = experiment.options.warp_size;
  if (!experiment.launches.empty()) {
    state().values["block"] = experiment.launches.front().block.x;
    state().values["grid"] = experiment.launches.front().grid.x;
  }
  session_.pasted_ = std::make_shared<const lab::Experiment>(std::move(experiment));
  session_.drag_began_ = Session::kOtherKernel;
  session_.place_ = RelativeMoment{};
  (void)rerun();
}

void SessionEditor::open_saved_run(lab::SavedRun saved) {
  session_.runner_.provide(saved.experiment, saved.compiled);
  state().window = saved.window;
  state().input.clear();
  open_pasted(std::move(saved.experiment));
  session_.recorded_ = {saved.digest, saved.machine_steps};
}

Result<void> SessionEditor::restore(const SavedExperiment& saved,
                                    const std::optional<RelativeMoment>& place) {
  const auto known = [&](const lab::Lesson& l) { return l.id == saved.lesson; };
  const auto& lessons = session_.lessons_;
  const auto lesson = std::find_if(lessons.begin(), lessons.end(), known);
  const bool pasted = saved.pasted != nullptr;
  if (!pasted && (lesson == lessons.end() || lesson->find_rung(saved.rung) == nullptr))
    return bad_input(say("there is no rung '{}/{}' here", saved.lesson, saved.rung));
  if (saved.lesson != state().lesson) session_.ladder_.clear();
  session_.pasted_ = saved.pasted;
  session_.edits_ = saved.edits;
  state().lesson = pasted ? "" : saved.lesson;
  state().rung = pasted ? "" : saved.rung;
  state().lesson_step = saved.lesson_step;
  state().arch = saved.arch;
  state().policy = saved.policy;
  state().order = saved.order;
  state().warp_size = saved.warp_size;
  state().input = saved.input;
  state().arguments = saved.arguments;
  state().window.first = saved.first_block;
  state().window.count = saved.blocks;
  state().breakpoints = saved.breakpoints;
  state().bookmarks = saved.bookmarks;
  state().watches = saved.watches;
  if (pasted) {
    const auto edited = saved.edits.find(edit_key());
    state().edited_source = edited == saved.edits.end() ? std::string{} : edited->second;
    state().values = saved.values;
    for (const char* name : {"block", "grid"}) state().values.try_emplace(name, 1);
  } else {
    if (auto entered = enter_rung(saved.rung); !entered) return entered;
    state().values = values_for(*session_.rung(), saved.values);
  }
  session_.drag_began_ = Session::kOtherKernel;
  state().playing = false;
  if (place) session_.place_ = place;
  return rerun();
}

Result<void> SessionEditor::set_parameter(const std::string& name, std::int64_t value) {
  if (session_.pasted_ && (name == "block" || name == "grid")) {
    if (value < 1) return bad_input(say("{} must be at least 1", name));
    state().values[name] = value;
    return rerun();
  }
  const lab::Rung* rung = session_.rung();
  if (rung == nullptr) return bad_input(say("there is no parameter '{}'", name));
  for (const lab::Parameter& parameter : rung->parameters) {
    if (parameter.name != name) continue;
    if (value < parameter.minimum || value > parameter.maximum) {
      return bad_input(
          say("{} goes from {} to {}", parameter.title, parameter.minimum, parameter.maximum));
    }
    state().values[name] = value;
    return rerun();
  }
  return bad_input(say("this rung has no parameter '{}'", name));
}

std::string SessionEditor::edit_key() const {
  return session_.state_.lesson + "/" + session_.state_.rung;
}

void SessionEditor::edit_source(std::string text) {
  const bool as_shipped =
      text == (session_.pasted_ ? session_.pasted_->source.text : session_.shipped_source_);
  if (as_shipped) {
    revert_source();
    return;
  }
  session_.drag_began_ = Session::kOtherKernel;
  session_.edits_[edit_key()] = text;
  state().edited_source = std::move(text);
}

void SessionEditor::revert_source() {
  session_.drag_began_ = Session::kOtherKernel;
  session_.edits_.erase(edit_key());
  state().edited_source.clear();
}

lab::ParameterValues SessionEditor::values_for(const lab::Rung& rung,
                                               const lab::ParameterValues& values) {
  lab::ParameterValues own = lab::initial_values(rung);
  for (const lab::Parameter& parameter : rung.parameters) {
    const auto kept = values.find(parameter.name);
    if (kept != values.end())
      own[parameter.name] = std::clamp(kept->second, parameter.minimum, parameter.maximum);
  }
  return own;
}

Result<lab::Experiment> SessionEditor::experiment_of(const lab::Rung& rung) const {
  auto made = lab::make_experiment(rung, values_for(rung, session_.state_.values));
  return made ? with_settings(std::move(*made)) : made;
}

Result<lab::Experiment> SessionEditor::second_experiment() const {
  const State& s = session_.state_;
  const Comparison& wanted = s.compare;
  if (wanted.pinned != nullptr) return *wanted.pinned;
  lab::ParameterValues values = s.values;
  for (const auto& [name, value] : wanted.values) values[name] = value;
  if (wanted.rung.empty() || wanted.rung == s.rung) return experiment_with(values);
  const lab::Lesson* lesson = session_.lesson();
  const lab::Rung* rung = lesson == nullptr ? nullptr : lesson->find_rung(wanted.rung);
  if (rung == nullptr) return bad_input(say("there is no rung '{}' in this lesson", wanted.rung));
  auto made = lab::make_experiment(*rung, values_for(*rung, values));
  return made ? with_settings(std::move(*made)) : made;
}

Result<lab::Experiment> SessionEditor::without_settings(const lab::ParameterValues& values) const {
  const State& s = session_.state_;
  if (session_.pasted_) {
    lab::Experiment experiment = *session_.pasted_;
    // Launches differ in size until a slider is moved.
    const auto given =
        experiment.launches.empty() ? lab::LaunchSpec{} : experiment.launches.front();
    for (lab::LaunchSpec& launch : experiment.launches) {
      if (values.at("block") != given.block.x)
        launch.block.x = static_cast<std::uint32_t>(values.at("block"));
      if (values.at("grid") != given.grid.x)
        launch.grid.x = static_cast<std::uint32_t>(values.at("grid"));
    }
    if (!s.edited_source.empty()) experiment.source.text = s.edited_source;
    return experiment;
  }
  const lab::Rung* rung = session_.rung();
  if (rung == nullptr) return bad_input(tr("no kernel is open"));
  auto made = lab::make_experiment(*rung, values);
  if (!made) return made.error();
  if (!s.edited_source.empty()) made->source.text = s.edited_source;
  return made;
}

Result<lab::Experiment> SessionEditor::experiment_with(const lab::ParameterValues& values) const {
  auto made = without_settings(values);
  return made ? with_settings(std::move(*made)) : made;
}

Result<lab::Experiment> SessionEditor::experiment_as_given() const {
  return without_settings(session_.state_.values);
}

// Arguments that this rung does not have wait for one that has them.
Result<lab::Experiment> SessionEditor::with_settings(lab::Experiment experiment) const {
  const State& s = session_.state_;
  experiment.arch = s.arch;
  experiment.options.policy = s.policy;
  experiment.options.order = s.order;
  experiment.options.warp_size = s.warp_size;
  for (const lab::Input& input : lab::inputs_of(experiment)) {
    const auto own = s.arguments.find(input.name);
    const bool filled =
        input.buffer != nullptr && !input.is_symbol && input.buffer->fill.holds_data();
    const std::string* text = own != s.arguments.end()     ? &own->second
                              : filled && !s.input.empty() ? &s.input
                                                           : nullptr;
    if (text == nullptr) continue;
    if (auto set = lab::set_input(experiment, input.name, *text); !set) return set.error();
  }
  return experiment;
}

Result<void> SessionEditor::rerun() {
  auto made = experiment_with(state().values);
  if (!made) {
    session_.failure_ = lab::PrepareFailure{made.error(), {}};
    return made.error();
  }
  if (!session_.place_ && session_.trace() != nullptr) {
    session_.place_ = place_of(*session_.trace(), state().tick);
  }
  session_.recorded_.reset();
  session_.asked_at_ = std::chrono::steady_clock::now();
  const bool was_awaited = std::exchange(session_.awaited_, true);
  session_.overtake_side_work();
  session_.live_.want(std::make_shared<const lab::Experiment>(*made));
  refresh_live();
  session_.request_ = session_.runner_.submit(std::move(*made), state().window);
  if (!was_awaited || session_.drag_began_ == Session::kOtherKernel)
    session_.drag_began_ = session_.request_;
  return {};
}

void SessionEditor::put_source_aside() {
  if (!state().edited_source.empty())
    session_.edits_[edit_key() + "/aside"] = state().edited_source;
  revert_source();
}

void SessionEditor::take_source_back() {
  const auto aside = session_.edits_.extract(edit_key() + "/aside");
  if (aside.empty()) return;
  put_source_aside();
  edit_source(aside.mapped());
}

void SessionEditor::pin() {
  const auto& run = session_.run_;
  Comparison& compare = state().compare;
  compare.on = true;
  compare.rung.clear();
  compare.values.clear();
  compare.pinned =
      std::shared_ptr<const lab::Experiment>(run->prepared, &run->prepared->experiment);
  compare.pinned_run = run->id;
  compare.pinned_title = title_of(session_);
  session_.side_.keep(run, second_settings(session_));
}

void SessionEditor::focus(const std::string& panel) {
  state().focused_panel = panel;
  ++state().focus_count;
}

}  // namespace lanescope::ui
