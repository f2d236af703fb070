#include "ui/background/gpu_runs.hpp"

#include <utility>

namespace lanescope::ui::background {
namespace {

// Each that waits keeps its buffers; of those wanted most lately.
constexpr std::size_t kMostWaiting = 32;
constexpr std::size_t kMostReports = 2'000;

}  // namespace

bool GpuRuns::there() const {
  if (runner_ == nullptr || !answer_) return runner_ != nullptr;
  const auto* list = std::get_if<ports::device::GpuList>(&*answer_);
  return list != nullptr && !list->devices.empty();
}

const hardware::GpuReport* GpuRuns::find(std::uint64_t run) const {
  const auto found = reports_.find(run);
  return found == reports_.end() ? nullptr : &found->second;
}

bool GpuRuns::has_failed() const {
  return answer_ && std::holds_alternative<ports::device::GpuFailure>(*answer_);
}

bool GpuRuns::is_news(const std::shared_ptr<const run::ModelRun>& run) const {
  return run != nullptr && run->complete && run->id != under_way_ && find(run->id) == nullptr;
}

// What a sweep has measured has no counters yet.
bool GpuRuns::lacks_counters(std::uint64_t run) const {
  const hardware::GpuReport* report = find(run);
  const auto* measured = report == nullptr ? nullptr : std::get_if<hardware::GpuRun>(report);
  return measured != nullptr && !measured->counted && measured->not_counted.empty();
}

bool GpuRuns::lacks_profile(std::uint64_t run) const {
  const hardware::GpuReport* report = find(run);
  const auto* measured = report == nullptr ? nullptr : std::get_if<hardware::GpuRun>(report);
  return measured != nullptr && !measured->profile;
}

void GpuRuns::want_shown(const std::shared_ptr<const run::ModelRun>& run) {
  const bool may_run = there() || (runner_ != nullptr && has_failed());
  if ((may_run && is_news(run)) ||
      (run != nullptr && run->id != under_way_ && lacks_counters(run->id))) {
    shown_ = run;
    if (profile_ == Profile::UnderWay) {
      profile_ = Profile::GivenUp;
      runner_->stop_profile();
    }
  } else if (run != nullptr && run->id != under_way_ && lacks_profile(run->id)) {
    unprofiled_ = run;
  }
}

void GpuRuns::want(const std::shared_ptr<const run::ModelRun>& run) {
  if (!there() || !is_news(run)) return;
  waiting_.push_back(run);
  if (waiting_.size() > kMostWaiting) waiting_.pop_front();
}

void GpuRuns::want_survey() {
  if (survey_wanted_ || !there()) return;
  survey_wanted_ = true;
  runner_->want_survey();
}

void GpuRuns::begin_next() {
  std::shared_ptr<const run::ModelRun> next = std::exchange(shown_, nullptr);
  const bool count = next != nullptr;
  if (count) unprofiled_ = next;
  if (next == nullptr && !waiting_.empty()) {
    next = std::move(waiting_.front());
    waiting_.pop_front();
  }
  if (next == nullptr) {
    begin_profile();
    return;
  }
  under_way_ = next->id;
  runner_->submit(std::move(next), count);
}

void GpuRuns::begin_profile() {
  const std::shared_ptr<const run::ModelRun> run = std::exchange(unprofiled_, nullptr);
  const hardware::GpuReport* report = run == nullptr ? nullptr : find(run->id);
  const auto* measured = report == nullptr ? nullptr : std::get_if<hardware::GpuRun>(report);
  if (measured == nullptr) return;
  under_way_ = run->id;
  profile_ = Profile::UnderWay;
  runner_->submit_profile(run, *measured);
}

void GpuRuns::take(hardware::GpuRunner::Update update) {
  under_way_ = 0;
  const bool given_up = std::exchange(profile_, Profile::No) == Profile::GivenUp;
  if (auto* profile = std::get_if<hardware::GpuProfileReport>(&update.what)) {
    const auto found = reports_.find(update.run);
    if (given_up || found == reports_.end()) return;
    if (auto* measured = std::get_if<hardware::GpuRun>(&found->second))
      measured->profile = std::move(*profile);
    return;
  }
  if (reports_.size() >= kMostReports) reports_.clear();
  reports_.insert_or_assign(update.run, std::get<hardware::GpuReport>(std::move(update.what)));
}

void GpuRuns::update(bool begin) {
  if (runner_ == nullptr) return;
  if (!answer_ || has_failed()) answer_ = runner_->devices();
  if (survey_wanted_ && !survey_) survey_ = runner_->survey();
  while (auto update = runner_->poll()) take(*std::move(update));
  if (begin && under_way_ == 0) begin_next();
}

void GpuRuns::wait() {
  if (runner_ == nullptr) return;
  runner_->wait();  // for its answer
  for (update(); under_way_ != 0; update()) runner_->wait();
}

}  // namespace lanescope::ui::background
