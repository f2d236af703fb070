#include "lab/hardware/gpu_runner.hpp"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

namespace lanescope::hardware {

struct GpuRunner::State {
  explicit State(const ports::equipment::Equipment& equipment_in) : equipment(equipment_in) {}
  void work();
  [[nodiscard]] bool survey_is_due() const { return survey_wanted && !survey; }
  [[nodiscard]] bool has_gpus() const {
    return devices && std::holds_alternative<ports::device::GpuList>(*devices);
  }

  const ports::equipment::Equipment& equipment;
  mutable std::mutex mutex;
  std::condition_variable wake, idle;
  std::optional<ports::device::GpuResult<ports::device::GpuList>> devices;
  std::shared_ptr<const run::ModelRun> waiting;
  bool count = true;                 // of `waiting`
  std::optional<GpuRun> to_profile;  // what was measured of it
  std::deque<Update> updates;
  std::optional<SurveyReport> survey;
  bool survey_wanted = false;
  bool working = true;  // at first it asks for the GPUs
  bool stop = false;
  std::atomic<bool> cancel{false}, cancel_profile{false};
  std::thread thread;
};

void GpuRunner::State::work() {
  const std::unique_ptr<ports::device::Gpu> own_gpu = equipment.gpu();
  const std::unique_ptr<ports::toolchain::Compiler> own_compiler = equipment.compiler();
  ports::device::Gpu& gpu = *own_gpu;
  ports::toolchain::Compiler& compiler = *own_compiler;
  ports::device::GpuResult<ports::device::GpuList> found = gpu.list(&cancel);
  std::unique_lock lock(mutex);
  devices = std::move(found);
  while (!stop) {
    if (waiting == nullptr && survey_is_due()) {
      working = true;
      lock.unlock();
      SurveyReport measured = survey_gpu(gpu, compiler, 0, &cancel);
      lock.lock();
      survey = std::move(measured);
      continue;
    }
    if (waiting == nullptr) {
      working = false;
      idle.notify_all();
      wake.wait(lock, [this] { return stop || waiting != nullptr || survey_is_due(); });
      continue;
    }
    const std::shared_ptr<const run::ModelRun> run = std::exchange(waiting, nullptr);
    working = true;
    const std::optional<GpuRun> before = std::exchange(to_profile, std::nullopt);
    GpuOptions what;
    what.count = count;
    const bool ask_again = !has_gpus();
    std::optional<ports::device::GpuResult<ports::device::GpuList>> answer;
    lock.unlock();
    if (ask_again) answer = gpu.list(&cancel);
    Update update{run->id, {}};
    if (before)
      update.what = profile_on_gpu(*run, *before, gpu, compiler, what, &cancel_profile);
    else
      update.what = run_on_gpu(*run, gpu, compiler, what, &cancel);
    lock.lock();
    if (answer) devices = std::move(answer);
    updates.push_back(std::move(update));
  }
}

GpuRunner::GpuRunner(const ports::equipment::Equipment& equipment)
    : state_(std::make_unique<State>(equipment)) {
  state_->thread = std::thread([this] { state_->work(); });
}

GpuRunner::~GpuRunner() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->stop = true;
  }
  state_->cancel = true;
  state_->cancel_profile = true;
  state_->wake.notify_all();
  state_->thread.join();
}

std::optional<ports::device::GpuResult<ports::device::GpuList>> GpuRunner::devices() const {
  const std::lock_guard lock(state_->mutex);
  return state_->devices;
}

void GpuRunner::submit(std::shared_ptr<const run::ModelRun> run, bool count) {
  const std::lock_guard lock(state_->mutex);
  state_->waiting = std::move(run);
  state_->count = count;
  state_->to_profile.reset();
  state_->wake.notify_all();
}

void GpuRunner::submit_profile(std::shared_ptr<const run::ModelRun> run, GpuRun measured) {
  const std::lock_guard lock(state_->mutex);
  state_->waiting = std::move(run);
  state_->to_profile = std::move(measured);
  state_->cancel_profile = state_->stop;
  state_->wake.notify_all();
}

void GpuRunner::stop_profile() { state_->cancel_profile = true; }

std::optional<GpuRunner::Update> GpuRunner::poll() {
  const std::lock_guard lock(state_->mutex);
  if (state_->updates.empty()) return std::nullopt;
  Update update = std::move(state_->updates.front());
  state_->updates.pop_front();
  return update;
}

void GpuRunner::want_survey() {
  const std::lock_guard lock(state_->mutex);
  state_->survey_wanted = true;
  state_->wake.notify_all();
}

std::optional<SurveyReport> GpuRunner::survey() const {
  const std::lock_guard lock(state_->mutex);
  return state_->survey;
}

void GpuRunner::wait() {
  std::unique_lock lock(state_->mutex);
  state_->idle.wait(lock, [this] {
    return !state_->working && state_->waiting == nullptr && !state_->survey_is_due();
  });
}

}  // namespace lanescope::hardware
