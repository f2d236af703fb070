#include "ui/session/session.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "lab/run/saved_run.hpp"
#include "ui/session/cycles.hpp"
#include "ui/session/edit/session_editor.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::session {
namespace {

const std::string kNothing;

// What times are kept by.
std::string rung_name(const std::string& lesson, const std::string& rung) {
  return "rung " + lesson + "/" + rung;
}
std::string step_name(const std::string& settings) { return "step " + settings; }

}  // namespace

Session::Session(std::vector<lesson::Lesson> lessons, CommandRunner run_command,
                 lesson::Runner& runner, const ports::equipment::Equipment& equipment,
                 hardware::GpuRunner* gpu, background::LivePictures::Sources live)
    : lessons_(std::move(lessons)),
      run_command_(run_command),
      runner_(runner),
      equipment_(equipment),
      gpu_(gpu),
      live_(live),
      machine_code_(equipment),
      listing_(equipment.disassembler()),
      times_(equipment.disassembler()),
      side_times_(equipment.disassembler()) {}

Session::~Session() = default;

const lesson::Lesson* Session::lesson() const {
  if (state_.experiment.lesson.empty()) return nullptr;
  const auto found = std::find_if(lessons_.begin(), lessons_.end(), [&](const lesson::Lesson& l) {
    return l.id == state_.experiment.lesson;
  });
  return found == lessons_.end() ? nullptr : &*found;
}

const lesson::Rung* Session::rung() const {
  const lesson::Lesson* in = lesson();
  return in == nullptr ? nullptr : in->find_rung(state_.experiment.rung);
}

const lesson::LessonStep* Session::step() const {
  const lesson::Lesson* in = lesson();
  if (in == nullptr || state_.experiment.lesson_step >= in->steps.size()) return nullptr;
  return &in->steps[state_.experiment.lesson_step];
}

const lesson::Exercise* Session::exercise() const {
  const lesson::Lesson* in = lesson();
  if (in == nullptr || state_.experiment.lesson_step < in->steps.size()) return nullptr;
  const std::size_t index = state_.experiment.lesson_step - in->steps.size();
  return index < in->exercises.size() ? &in->exercises[index] : nullptr;
}

const std::string& Session::source_text() const {
  const std::string& edited = state_.experiment.edited_source();
  if (!edited.empty()) return edited;
  if (pasted() != nullptr) return pasted()->source.text;
  return rung() != nullptr ? shipped_source_ : kNothing;
}

std::string Session::source_name() const {
  if (pasted() != nullptr)
    return std::filesystem::path(pasted()->source.file_name).filename().string();
  const lesson::Rung* shown = rung();
  return shown == nullptr ? std::string{} : shown->file.filename().string();
}

bool Session::busy() const {
  return process_.running() || awaited_.pending() || finder_.running() || check_.pending() ||
         (ladder_.request() == 0 && side_.request() == 0 && runner_.busy());
}

const hardware::TimeErrors* Session::time_errors(std::string_view machine) const {
  const auto found = std::ranges::find(time_errors_, machine, &hardware::TimeErrors::machine);
  return found == time_errors_.end() ? nullptr : &*found;
}

std::string Session::activity() const {
  if (process_.running()) {
    return say("running the program {}: {:.0f} s",
               std::filesystem::path(process_.request().file).filename().string(),
               process_.seconds());
  }
  if (!finder_.running()) return runner_.activity();
  return say("looking for a breakpoint, {:.0f} %", 100.0 * finder_.progress());
}

Result<void> Session::execute(const Command& command) {
  SessionEditor editor(*this);
  return run_command_(editor, command);
}

void Session::open(experiment::Experiment experiment, std::optional<trace::Window> window) {
  SessionEditor(*this).experiment().open_pasted(std::move(experiment), window);
}

void Session::take_up(UserFiles files) {
  const std::string text = source_text();
  user_folder_ = std::move(files.folder);
  state_.files.recent = std::move(files.recent);
  state_.files.recovery = std::move(files.recovery);
  state_.tour.offered = files.tour_offered;
  state_.progress.notes = std::move(files.notes);
  for (const auto& [key, entry] : files.exercises) {
    state_.progress.exercises[key].add(entry.mark);
    if (!entry.text.empty()) state_.experiment.edits.try_emplace(edit_key_of(key), entry.text);
  }
  if (source_text() != text) (void)SessionEditor(*this).experiment().rerun();
}

void Session::update(double seconds) {
  take_results();
  take_machine_code();
  take_stop();
  take_program();
  run_script();
  animate(seconds);
  follow_state();
  live_.update(state_.tools.image, seconds);
  gpu_.update(!live_.on_gpu());
  begin_check();
  // The ladder waits for a pause: a slider that is being dragged has the runner to itself.
  constexpr double kPause = 0.4, kShortPause = 0.05;
  idle_seconds_ = busy() ? 0.0 : idle_seconds_ + seconds;
  time_beside(idle_seconds_ >= kPause);
  if (idle_seconds_ < kShortPause || !may_run_beside()) return;
  gpu_.want_shown(run_);
  if (side_.begin_second(*this, runner_) || idle_seconds_ < kPause) return;
  if (!side_.begin_point(*this, runner_)) (void)begin_rung();
}

void Session::settle() {
  constexpr int kRounds = 10'000;  // a queue of commands that never ends is a bug, not a hang
  for (int i = 0; i < kRounds; ++i) {
    runner_.wait();
    take_results();
    awaited_.end();
    finder_.wait();
    take_stop();
    process_.wait();
    take_program();
    if (awaited_.pending()) continue;
    take_machine_code();
    machine_code_.wait();
    take_machine_code();
    if (!script_.empty())
      run_script();
    else if (begin_check())
      continue;
    else if (!may_run_beside() || !side_.begin_second(*this, runner_))
      break;
  }
  gpu_.want_shown(run_);
  follow_state();
  gpu_.wait();
  live_.wait(state_.tools.image);
  listing_.wait();
  times_.wait();
  state_.cursor.beat = 1.0;
}

void Session::complete_ladder() {
  constexpr int kMostRuns = 1'000;
  for (int i = 0; i < kMostRuns; ++i) {
    runner_.wait();
    take_results();
    ladder_.end();
    const bool begun = may_run_beside() && side_.begin_point(*this, runner_);
    if (!begun && !begin_rung()) break;
  }
  gpu_.wait();
  follow_state();
  times_.wait();
  time_beside(true);
  side_times_.wait();
}

// What panels want to show is made as soon as they are put to it.
void Session::follow_state() {
  listing_.update(wanted_listing());
  times_.update(wanted_time());
  if (state_.tools.sweep.counter == view::kRoofline) gpu_.want_survey();
}

std::shared_ptr<const run::Prepared> Session::wanted_listing() const {
  const bool wanted =
      state_.tools.sass && run_ != nullptr && run_->prepared->compiled->is_assembled;
  return wanted ? run_->prepared : nullptr;
}

// Of a run that is all there and ended by itself.
std::optional<background::WantedTime> Session::wanted_time() const {
  const view::TimeView& time = state_.tools.time;
  if (!time.on || run_ == nullptr || !run_->complete) return std::nullopt;
  if (run_->outcome != engine::Outcome::Finished) return std::nullopt;
  if (!run_->prepared->compiled->is_assembled) return std::nullopt;
  background::WantedTime wanted;
  wanted.prepared = run_->prepared;
  wanted.machine = time.machine;
  wanted.caches = time.warm ? timing::Caches::Warm : timing::Caches::Cold;
  if (const auto step = shown_step()) wanted.launch = step->launch;
  wanted.changes = time.changes;
  return wanted;
}

background::WantedTime Session::wanted_beside(std::shared_ptr<const run::Prepared> prepared) const {
  background::WantedTime wanted;
  wanted.prepared = std::move(prepared);
  wanted.machine = state_.tools.time.machine;
  wanted.caches = state_.tools.time.warm ? timing::Caches::Warm : timing::Caches::Cold;
  return wanted;
}

background::SideTimes::Wanted Session::wanted_times_beside() const {
  background::SideTimes::Wanted out;
  const auto add = [&](std::string name, const std::shared_ptr<const run::Prepared>& prepared) {
    if (prepared != nullptr && prepared->compiled->is_assembled)
      out.emplace_back(std::move(name), wanted_beside(prepared));
  };
  if (!state_.tools.time.on) return out;
  if (const lesson::Lesson* in = lesson())
    for (const lesson::Rung& rung : in->rungs)
      if (const LadderEntry* entry = ladder_.find(rung.id))
        add(rung_name(in->id, rung.id), entry->prepared);
  for (const auto& [settings, prepared] : side_.prepared()) add(step_name(settings), prepared);
  return out;
}

// What is known of the run on screen is known of its rung.
void Session::time_beside(bool begin) {
  const background::TimedRun* shown = shown_time(*this);
  if (shown != nullptr && shown->time != nullptr && rung() != nullptr) {
    background::WantedTime wanted = wanted_beside(run_->prepared);
    if (shown->wanted.machine == wanted.machine && shown->wanted.caches == wanted.caches)
      side_times_.note(rung_name(lesson()->id, rung()->id), std::move(wanted), shown->time);
  }
  side_times_.update(wanted_times_beside(), begin && times_.is_idle());
}

const background::SideTime* Session::rung_time(const std::string& rung) const {
  const lesson::Lesson* in = lesson();
  return in == nullptr ? nullptr : side_times_.find(rung_name(in->id, rung));
}

const background::SideTime* Session::step_time(const std::string& settings) const {
  return side_times_.find(step_name(settings));
}

void Session::take_results() {
  while (std::optional<lesson::Runner::Update> update = runner_.poll()) {
    if (take_beside(*update)) continue;
    if (!awaited_.is(update->request)) {  // overtaken by a newer request
      show_on_the_way(*update);
      continue;
    }
    awaited_.end();
    if (auto* failed = std::get_if<run::PrepareFailure>(&update->result)) {
      failure_ = std::move(*failed);
      awaited_.go_to(std::nullopt);
    } else {
      take_run(std::get<std::shared_ptr<const run::ModelRun>>(std::move(update->result)));
    }
  }
}

// Of what is run beside the run on screen; false: it is none of these.
bool Session::take_beside(const lesson::Runner::Update& update) {
  const auto is = [&](std::uint64_t request) { return request != 0 && update.request == request; };
  const auto* run = std::get_if<std::shared_ptr<const run::ModelRun>>(&update.result);
  const bool of_ladder = is(ladder_.request());
  if ((of_ladder || is(side_.request())) && run != nullptr && *run != nullptr) gpu_.want(*run);
  if (of_ladder)
    ladder_.take(*this, update);
  else if (is(side_.request()))
    side_.take(update);
  else if (!is(check_.request()))
    return false;
  else if (check_.take(update))
    state_.progress.exercises[check_.key()].solved = true;
  return true;
}

// A value that a slider has left already: its picture shows the way until the newest one is there.
void Session::show_on_the_way(const lesson::Runner::Update& update) {
  if (!awaited_.has_overtaken(update.request)) return;
  const auto* run = std::get_if<std::shared_ptr<const run::ModelRun>>(&update.result);
  if (run == nullptr || *run == nullptr || (*run)->trace == nullptr) return;
  const std::optional<view::RelativeMoment> kept = awaited_.place();
  show_run(*run);
  awaited_.go_to(kept);
}

void Session::take_run(std::shared_ptr<const run::ModelRun> run) {
  if (run == nullptr) return;
  if (run->complete) {
    if (const auto recorded = awaited_.take_expected())
      message_ = run::difference(recorded->digest, recorded->machine_steps, *run);
    seconds_to_counters_ = awaited_.seconds();
    ladder_.note(*this, *run);
  }
  show_run(std::move(run));
}

void Session::show_run(std::shared_ptr<const run::ModelRun> run) {
  failure_.reset();
  finder_.cancel();
  run_ = std::move(run);
  replay_.reset();
  if (run_->trace == nullptr) {
    state_.cursor.tick = Tick{0};
    return;
  }
  replay_ = std::make_shared<replay::Replay>(run_->prepared->plan, run_->trace, run_->snapshots);
  SessionEditor editor(*this);
  CursorEditor& cursor = editor.cursor();
  const std::optional<view::RelativeMoment> place = awaited_.place();
  cursor.show(place ? view::tick_at(*run_->trace, *place) : state_.cursor.tick);
  awaited_.go_to(std::nullopt);
  cursor.drop_what_is_gone();
}

// The run on screen was shown without its machine code: now it is the same run, with more known.
void Session::take_machine_code() {
  const bool arrived = machine_code_.update(run_ == nullptr ? nullptr : run_->prepared);
  if (run_ == nullptr || run_->prepared->compiled->is_assembled) return;
  const auto* made = machine_code_.find(*run_->prepared->compiled);
  if (made == nullptr) return;
  if (made->ok()) {
    auto run = std::make_shared<run::ModelRun>(*run_);
    run->prepared = run::with_machine_code(*run->prepared, made->value());
    runner_.provide(run->prepared->experiment, run->prepared->compiled);
    if (run->complete) ladder_.note(*this, *run);
    side_.note(*run);
    run_ = std::move(run);
  } else if (!made->failure().diagnostics.empty()) {  // the assembler refuses the kernel
    if (!failure_) failure_ = run::PrepareFailure{made->error(), made->failure().diagnostics};
  } else if (arrived && made->error().code != Error::Code::Missing) {
    message_ = made->error().text();
  }
}

std::string Session::why_no_machine_code() const {
  if (run_ == nullptr || run_->prepared->compiled->is_assembled) return {};
  const auto* made = machine_code_.find(*run_->prepared->compiled);
  if (made != nullptr && !made->ok()) return made->error().text();
  return tr("The compiler is still making the machine code, which tells the registers.");
}

// The runner has nothing to do, and the run on screen is all there.
bool Session::may_run_beside() const {
  return run_ != nullptr && run_->complete && !awaited_.pending() && !runner_.busy();
}

// As soon as the run on screen is all there; what is run beside it waits.
bool Session::begin_check() {
  const bool beside = ladder_.request() != 0 || side_.request() != 0;
  const bool free = !awaited_.pending() && (!runner_.busy() || beside);
  if (!check_.pending() || check_.request() != 0 || !free) return false;
  overtake_side_work();
  check_.begin(runner_);
  return true;
}

bool Session::begin_rung() { return may_run_beside() && ladder_.begin_next(*this, runner_); }

// What is made beside the run on screen is overtaken by a newer request, and made again later.
void Session::overtake_side_work() {
  ladder_.drop();
  side_.drop();
  check_.drop();
}

void Session::run_script() {
  while (!script_.empty() && !awaited_.pending() && !finder_.running() && !process_.running())
    (void)execute(script_.take());  // a complaint is in message()
}

void Session::take_stop() {
  if (const auto found = finder_.poll()) (void)SessionEditor(*this).cursor().end_search(*found);
}

void Session::take_program() {
  auto ended = process_.poll();
  if (!ended) return;
  SessionEditor editor(*this);
  view::OpenedProgram opened;
  opened.file = ended->request.file;
  opened.arguments = ended->request.arguments;
  opened.output = ended->output;
  opened.edited = ended->request.text;
  if (ended->saved.empty()) {
    message_ = ended->output.empty() ? tr("The program did not run.") : ended->output;
    editor.program().refuse(std::move(ended->output));
  } else if (auto open = editor.program().open(ended->saved, std::move(opened)); !open) {
    message_ = open.error().text();
  }
}

void Session::animate(double seconds) { SessionEditor(*this).cursor().advance(seconds); }

}  // namespace lanescope::ui::session
