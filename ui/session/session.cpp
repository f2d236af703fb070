#include "ui/session/session.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "lab/experiment/file.hpp"
#include "lab/run/saved_run.hpp"
#include "ui/session/session_editor.hpp"
#include "ui/view/beats.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui {
namespace {

const std::string kNothing;

double seconds_since(std::chrono::steady_clock::time_point then) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - then).count();
}

// Faster than this, steps follow each other without beats.
constexpr double kFastestBeats = 20.0;
// A step asked for by hand plays this fast, in steps a second.
constexpr double kSlowestHandStep = 1.6, kFastestHandStep = 4.0;

}  // namespace

Session::Session(std::vector<lab::Lesson> lessons, CommandRunner execute, lab::Runner& runner,
                 const ports::Equipment& equipment, lab::GpuRunner* gpu, LivePictures::Sources live)
    : lessons_(std::move(lessons)),
      execute_(execute),
      runner_(runner),
      equipment_(equipment),
      gpu_(gpu),
      live_(live),
      listing_(equipment.disassembler()) {}

Session::~Session() = default;

const lab::Lesson* Session::lesson() const {
  if (state_.lesson.empty()) return nullptr;
  const auto found = std::find_if(lessons_.begin(), lessons_.end(),
                                  [&](const lab::Lesson& l) { return l.id == state_.lesson; });
  return found == lessons_.end() ? nullptr : &*found;
}

const lab::Rung* Session::rung() const {
  const lab::Lesson* in = lesson();
  return in == nullptr ? nullptr : in->find_rung(state_.rung);
}

const lab::LessonStep* Session::step() const {
  const lab::Lesson* in = lesson();
  if (in == nullptr || state_.lesson_step >= in->steps.size()) return nullptr;
  return &in->steps[state_.lesson_step];
}

const lab::Exercise* Session::exercise() const {
  const lab::Lesson* in = lesson();
  const bool open = in != nullptr && in->exercise && state_.lesson_step == in->steps.size();
  return open ? &*in->exercise : nullptr;
}

std::string Session::edit_of(std::string_view rung) const {
  const auto found = edits_.find(fmt::format("{}/{}", state_.lesson, rung));
  return found == edits_.end() ? std::string{} : found->second;
}

const std::string& Session::source_text() const {
  if (!state_.edited_source.empty()) return state_.edited_source;
  if (pasted_) return pasted_->source.text;
  return rung() != nullptr ? shipped_source_ : kNothing;
}

std::string Session::source_name() const {
  if (pasted_) return std::filesystem::path(pasted_->source.file_name).filename().string();
  const lab::Rung* shown = rung();
  return shown == nullptr ? std::string{} : shown->file.filename().string();
}

bool Session::busy() const {
  return awaited_ || finder_.running() || check_.pending() ||
         (ladder_request_ == 0 && side_.request() == 0 && runner_.busy());
}

std::string Session::activity() const {
  if (!finder_.running()) return runner_.activity();
  return say("looking for a breakpoint, {:.0f} %", 100.0 * finder_.progress());
}

const LadderEntry* Session::ladder(const std::string& rung) const {
  const auto found = ladder_.find(rung);
  return found == ladder_.end() ? nullptr : &found->second;
}

void Session::update(double seconds) {
  take_results();
  take_stop();
  run_queued();
  animate(seconds);
  listing_.update(wanted_listing());
  if (state_.sweep.counter == kRoofline) gpu_.want_survey();
  live_.update(state_.image, seconds);
  gpu_.update(!live_.on_gpu());
  begin_check();
  // The ladder waits for a pause: a slider that is being dragged has the runner to itself.
  constexpr double kPause = 0.4, kShortPause = 0.05;
  idle_seconds_ = busy() ? 0.0 : idle_seconds_ + seconds;
  if (idle_seconds_ < kShortPause || !may_run_beside()) return;
  gpu_.want_shown(run_);
  if (side_.begin_second(SessionEditor(*this), runner_) || idle_seconds_ < kPause) return;
  if (!side_.begin_point(SessionEditor(*this), runner_)) (void)submit_next_rung();
}

void Session::settle() {
  constexpr int kRounds = 10'000;  // a queue of commands that never ends is a bug, not a hang
  for (int i = 0; i < kRounds; ++i) {
    runner_.wait();
    take_results();
    awaited_ = false;
    finder_.wait();
    take_stop();
    if (!queue_.empty())
      run_queued();
    else if (begin_check())
      continue;
    else if (!may_run_beside() || !side_.begin_second(SessionEditor(*this), runner_))
      break;
  }
  gpu_.want_shown(run_);
  if (state_.sweep.counter == kRoofline) gpu_.want_survey();
  gpu_.wait();
  live_.wait(state_.image);
  listing_.update(wanted_listing());
  listing_.wait();
  state_.beat = 1.0;
}

std::shared_ptr<const lab::Prepared> Session::wanted_listing() const {
  return state_.sass && run_ != nullptr ? run_->prepared : nullptr;
}

void Session::take_results() {
  while (std::optional<lab::Runner::Update> update = runner_.poll()) {
    if (ladder_request_ != 0 && update->request == ladder_request_) {
      take_rung(*update);
      continue;
    }
    if (side_.request() != 0 && update->request == side_.request()) {
      const auto* point = std::get_if<std::shared_ptr<const lab::ModelRun>>(&update->result);
      if (point != nullptr) gpu_.want(*point);
      side_.take(*update);
      continue;
    }
    if (check_.request() != 0 && update->request == check_.request()) {
      if (check_.take(*update)) state_.exercises[check_.lesson()].solved = true;
      continue;
    }
    if (update->request != request_) {  // overtaken by a newer request
      show_on_the_way(*update);
      continue;
    }
    awaited_ = false;
    if (auto* failed = std::get_if<lab::PrepareFailure>(&update->result)) {
      failure_ = std::move(*failed);
      place_.reset();
    } else {
      take_run(std::get<std::shared_ptr<const lab::ModelRun>>(std::move(update->result)));
    }
  }
}

// A value that a slider has left already: its picture shows the way until the newest one is there.
void Session::show_on_the_way(const lab::Runner::Update& update) {
  if (!awaited_ || update.request < drag_began_) return;
  const auto* run = std::get_if<std::shared_ptr<const lab::ModelRun>>(&update.result);
  if (run == nullptr || *run == nullptr || (*run)->trace == nullptr) return;
  const std::optional<RelativeMoment> kept = place_;
  show_run(*run);
  place_ = kept;
}

void Session::take_run(std::shared_ptr<const lab::ModelRun> run) {
  if (run == nullptr) return;
  if (run->complete && recorded_) {
    message_ = lab::difference(recorded_->digest, recorded_->machine_steps, *run);
    recorded_.reset();
  }
  if (run->complete) {
    seconds_to_counters_ = seconds_since(asked_at_);
    if (rung() != nullptr) ladder_[state_.rung] = {numbers_of(*run), settings_of(*rung())};
  }
  show_run(std::move(run));
}

void Session::show_run(std::shared_ptr<const lab::ModelRun> run) {
  failure_.reset();
  finder_.cancel();
  run_ = std::move(run);
  replay_.reset();
  if (run_->trace == nullptr) {
    state_.tick = Tick{0};
    return;
  }
  replay_ = std::make_shared<replay::Replay>(run_->prepared->plan, run_->trace, run_->snapshots);
  SessionEditor editor(*this);
  if (place_) {
    editor.show(tick_at(*run_->trace, *place_));
    place_.reset();
    state_.beat = 1.0;
  } else {
    editor.show(state_.tick);
  }
  editor.drop_what_is_gone();
}

std::string Session::settings_of(const lab::Rung& rung) const {
  std::string out = fmt::format("{} {} {} {} {}", state_.arch, static_cast<int>(state_.policy),
                                static_cast<int>(state_.order), state_.warp_size, state_.input);
  for (const auto& [name, value] : SessionEditor::values_for(rung, state_.values)) {
    out += fmt::format(" {}={}", name, value);
  }
  for (const auto& [name, value] : state_.arguments) out += fmt::format(" {}={}", name, value);
  return out;
}

// The runner has nothing to do, and the run on screen is all there.
bool Session::may_run_beside() const {
  return run_ != nullptr && run_->complete && !awaited_ && !runner_.busy();
}

// As soon as the run on screen is all there; what is run beside it waits.
bool Session::begin_check() {
  const bool beside = ladder_request_ != 0 || side_.request() != 0;
  const bool free = !awaited_ && (!runner_.busy() || beside);
  if (!check_.pending() || check_.request() != 0 || !free) return false;
  overtake_side_work();
  check_.begin(runner_);
  return true;
}

// What is made beside the run on screen is overtaken by a newer request, and made again later.
void Session::overtake_side_work() {
  if (ladder_request_ != 0) {
    ladder_[ladder_rung_].settings.clear();
    ladder_request_ = 0;
  }
  side_.drop();
  check_.drop();
}

bool Session::submit_next_rung() {
  const lab::Lesson* in = lesson();
  if (in == nullptr || !may_run_beside()) return false;
  for (const lab::Rung& rung : in->rungs) {
    if (rung.id == state_.rung) continue;
    LadderEntry& entry = ladder_[rung.id];
    std::string settings = settings_of(rung);
    if (entry.settings == settings) continue;
    entry.settings = std::move(settings);
    auto experiment = SessionEditor(*this).experiment_of(rung);
    if (!experiment) {
      entry.numbers.reset();
      continue;
    }
    ladder_rung_ = rung.id;
    ladder_request_ = runner_.submit_counters(std::move(*experiment));
    return true;
  }
  return false;
}

void Session::take_rung(const lab::Runner::Update& update) {
  LadderEntry& entry = ladder_[ladder_rung_];
  const auto* run = std::get_if<std::shared_ptr<const lab::ModelRun>>(&update.result);
  if (run == nullptr || *run == nullptr) {
    entry.numbers.reset();
    ladder_request_ = 0;
  } else {
    entry.numbers = numbers_of(**run);
    gpu_.want(*run);
    ladder_request_ = 0;
  }
}

void Session::complete_ladder() {
  constexpr int kMostRuns = 1'000;
  for (int i = 0; i < kMostRuns; ++i) {
    runner_.wait();
    take_results();
    ladder_request_ = 0;
    const bool begun = may_run_beside() && side_.begin_point(SessionEditor(*this), runner_);
    if (!begun && !submit_next_rung()) break;
  }
  gpu_.wait();
}

void Session::enqueue(std::vector<Command> commands) {
  for (Command& command : commands) queue_.push_back({std::move(command), false});
}

void Session::run_queued() {
  while (!queue_.empty() && !awaited_ && !finder_.running()) {
    const Command command = std::move(queue_.front().command);
    queue_.pop_front();
    (void)execute_(*this, command);  // a complaint is in message()
  }
}

void Session::take_stop() {
  if (const auto found = finder_.poll()) (void)SessionEditor(*this).end_search(*found);
}

void Session::animate(double seconds) {
  if (finder_.running()) return;
  const double speed = state_.steps_per_second;
  const bool beats = !state_.reduced_motion && speed <= kFastestBeats;
  const bool moves = state_.playing || state_.beat < 1.0;
  const double pace = beats && moves ? 1.0 / stretch(shown_passes(*this)) : 1.0;
  if (state_.beat < 1.0 && !state_.held) {
    const double rate =
        state_.playing ? speed : std::clamp(speed, kSlowestHandStep, kFastestHandStep);
    state_.beat = beats ? std::min(1.0, state_.beat + seconds * rate * pace) : 1.0;
  }
  if (!state_.playing) return;
  // At most a quarter of a second is made up for: a slow frame does not leap.
  play_debt_ += std::min(seconds, 0.25) * speed * pace;
  const auto whole = static_cast<int>(std::min(play_debt_, 10'000.0));
  if (whole == 0) return;
  play_debt_ -= whole;
  SessionEditor(*this).play_steps(state_.step_unit, whole);
  if (!beats) state_.beat = 1.0;
}

void Session::open(lab::Experiment experiment) {
  SessionEditor editor(*this);
  editor.open_pasted(std::move(experiment));
}

}  // namespace lanescope::ui
