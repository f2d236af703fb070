#include "ui/background/model_times.hpp"

#include <chrono>
#include <utility>

namespace lanescope::ui::background {
namespace {

bool same_work(const WantedTime& a, const WantedTime& b) {
  return a.prepared == b.prepared && a.machine == b.machine;
}

// What of the last answer holds for what is wanted now.
TimedRun begun_from(const std::shared_ptr<const TimedRun>& last, const WantedTime& wanted) {
  TimedRun run;
  run.wanted = wanted;
  if (last == nullptr || last->wanted.prepared != wanted.prepared) return run;
  run.machine_code = last->machine_code;
  run.counted = last->counted;
  if (!same_work(last->wanted, wanted)) return run;
  run.work = last->work;
  if (last->wanted.caches != wanted.caches) return run;
  run.what_if = last->what_if;
  if (last->wanted.launch != wanted.launch) return run;
  run.time = last->time;
  run.history = last->history;
  return run;
}

}  // namespace

ModelTimes::~ModelTimes() { cancel_ = true; }  // the future waits for its thread

void ModelTimes::publish(const TimedRun& run, bool late) {
  if (cancel_ && !late) return;
  auto made = std::make_shared<const TimedRun>(run);
  const std::lock_guard lock(mutex_);
  made_ = std::move(made);
}

void ModelTimes::take() {
  const std::lock_guard lock(mutex_);
  if (made_ != nullptr) answer_ = std::exchange(made_, nullptr);
  if (!wanted_) answer_.reset();
}

void ModelTimes::update(const std::optional<WantedTime>& wanted) {
  wanted_ = wanted;
  take();
  if (work_.valid()) {
    if (making_ != wanted_) cancel_ = true;
    if (work_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
    work_.get();
    take();
    if (cancel_) making_.reset();
  }
  if (!wanted_ || making_ == wanted_) return;
  making_ = wanted_;
  cancel_ = false;
  work_ = std::async(std::launch::async, [this, run = begun_from(answer_, *wanted_)]() mutable {
    make(std::move(run));
  });
}

void ModelTimes::wait() {
  if (work_.valid()) work_.wait();
  update(wanted_);
  if (work_.valid()) work_.wait();
  take();
}

void ModelTimes::make(TimedRun run) {
  if (!begin(run)) {
    run.complete = true;
    return publish(run);
  }
  if (run.time == nullptr) {
    auto history = std::make_shared<run::LaunchHistory>();
    history->launch = run.wanted.launch;
    run.time = std::make_shared<const run::ModelTime>(
        run::time_of(*run.work, run.wanted.caches, {}, history.get()));
    run.history = std::move(history);
    publish(run);
  }
  if (run.wanted.changes != timing::Changes{} && !cancel_) {
    run.changed = std::make_shared<const run::ModelTime>(
        run::time_of(*run.work, run.wanted.caches, run.wanted.changes));
    publish(run, true);  // while a slider is dragged, it shows the way
  }
  count(run);
  ask_what_if(run);
  run.complete = true;
  publish(run);
}

bool ModelTimes::begin(TimedRun& run) {
  if (run.machine_code == nullptr) {
    if (run::is_machine_code(*run.wanted.prepared)) {
      run.machine_code = run.wanted.prepared;
    } else {
      auto read = reader_.by_machine_code(*run.wanted.prepared);
      if (!read) return run.problem = read.error().text(), false;
      run.machine_code = std::move(*read);
    }
  }
  if (run.work != nullptr) return true;
  auto work =
      run::record_work(*run.machine_code, run.wanted.machine, sass::timed::kMostBlocks, &cancel_);
  if (!work) return run.problem = work.error().text(), false;
  run.work = std::move(*work);
  return true;
}

void ModelTimes::count(TimedRun& run) {
  if (cancel_ || run.counted != nullptr) return;
  run::RunOptions options;
  options.hazards = false;
  run.counted = run::run_model(run.machine_code, options, &cancel_);
  publish(run);
}

void ModelTimes::ask_what_if(TimedRun& run) {
  for (const timing::WhatIf& one : timing::what_ifs()) {
    if (cancel_) return;
    if (run.what_if.contains(one.id)) continue;
    run.what_if[std::string(one.id)] =
        run::time_of(*run.work, run.wanted.caches, one.changes).cycles();
    publish(run);
  }
}

}  // namespace lanescope::ui::background
