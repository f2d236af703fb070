#include "lab/lesson/runner.hpp"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "lab/lesson/exercise.hpp"
#include "lab/run/machine_code_run.hpp"
#include "lab/run/prepare.hpp"

namespace lanescope::lesson {
namespace {

using RunPointer = std::shared_ptr<const run::ModelRun>;
using PreparedPointer = std::shared_ptr<const run::Prepared>;

struct Request {
  std::uint64_t number = 0;
  experiment::Experiment experiment;
  std::optional<trace::Window> window;  // none: only counters are wanted
  std::optional<Attempt> attempt;       // to be judged, instead of an experiment
  run::Need need = run::Need::MachineCode;
};

}  // namespace

struct Runner::State {
  State(ports::toolchain::Compiler& compiler_in,
        const ports::toolchain::Disassembler* disassembler_in, double patience_in)
      : compiler(compiler_in), disassembler(disassembler_in), patience(patience_in) {
    if (disassembler != nullptr) machine_code.emplace(*disassembler);
  }

  void work();
  void serve(const Request& request);
  // Nothing when cancelled.
  std::optional<run::PrepareResult> prepare_request(const experiment::Experiment& experiment,
                                                    run::Need need = run::Need::MachineCode);
  // An image that is there; null: it has to be compiled.
  std::shared_ptr<const ports::toolchain::Compiled> known_image(
      const ports::toolchain::CompileRequest& request);
  // The last prepared one, by what the request wants executed.
  Result<PreparedPointer> chosen_engine(const Request& request);
  void serve_picture(const Request& request, const PreparedPointer& prepared);
  void serve_counters(const Request& request, const PreparedPointer& prepared);
  void serve_attempt(const Request& request);
  std::optional<ports::toolchain::CompileResult> compile(
      const ports::toolchain::CompileRequest& request);
  void set_activity(const char* words);
  // `late`: also when a newer request waits.
  void deliver(std::uint64_t number, decltype(Update::result) result, bool late = false);
  std::uint64_t ask(Request request);

  ports::toolchain::Compiler& compiler;  // the thread's while the Runner lives
  const ports::toolchain::Disassembler* disassembler;
  double patience;
  std::shared_ptr<const ports::toolchain::Compiled> provided_for(
      const ports::toolchain::CompileRequest& request);

  // The thread's own: the last image and what was made of it.
  std::optional<ports::toolchain::CompileRequest> last_request;
  std::shared_ptr<const ports::toolchain::Compiled> last_compiled;
  std::shared_ptr<const run::Prepared> last_prepared;  // by PTX
  std::optional<run::MachineCodeReader> machine_code;

  mutable std::mutex mutex;
  struct Provided {
    ports::toolchain::CompileRequest request;
    std::shared_ptr<const ports::toolchain::Compiled> compiled;
  };
  std::deque<Provided> provided;  // the newest first
  std::condition_variable wake, idle;
  std::optional<Request> waiting;
  std::deque<Update> updates;
  std::string activity;
  std::uint64_t submitted = 0;
  bool serving = false, stop = false;
  std::atomic<bool> cancel{false};
  std::thread thread;
};

void Runner::State::set_activity(const char* words) {
  const std::lock_guard lock(mutex);
  activity = words;
}

void Runner::State::deliver(std::uint64_t number, decltype(Update::result) result, bool late) {
  const std::lock_guard lock(mutex);
  if (late || number == submitted) updates.push_back({number, std::move(result)});
}

std::optional<ports::toolchain::CompileResult> Runner::State::compile(
    const ports::toolchain::CompileRequest& request) {
  const ports::toolchain::Compiler::Ticket ticket = compiler.submit(request);
  std::optional<ports::toolchain::CompileResult> result = compiler.poll(ticket);
  if (result) return result;
  set_activity("compiling");
  return compiler.wait(ticket, cancel);
}

std::shared_ptr<const ports::toolchain::Compiled> Runner::State::provided_for(
    const ports::toolchain::CompileRequest& request) {
  const std::lock_guard lock(mutex);
  for (const Provided& image : provided) {
    if (run::same_image(image.request, request)) return image.compiled;
  }
  return nullptr;
}

std::shared_ptr<const ports::toolchain::Compiled> Runner::State::known_image(
    const ports::toolchain::CompileRequest& request) {
  const bool same = last_request && run::same_image(*last_request, request);
  if (same && last_compiled->is_assembled) return last_compiled;
  auto image = provided_for(request);
  if (image == nullptr && same) image = last_compiled;
  return image != nullptr && (image->is_assembled || !request.machine_code) ? image : nullptr;
}

std::optional<run::PrepareResult> Runner::State::prepare_request(
    const experiment::Experiment& experiment, run::Need need) {
  ports::toolchain::CompileRequest wanted = run::compile_request(experiment, need);
  auto image = known_image(wanted);
  if (image == nullptr || image != last_compiled) {
    if (auto failed = run::check_before_compile(experiment))
      return run::PrepareResult(std::move(*failed));
  }
  if (image == nullptr) {
    std::optional<ports::toolchain::CompileResult> result = compile(wanted);
    if (!result) return std::nullopt;
    if (!*result) return run::PrepareFailure{result->error(), result->failure().diagnostics};
    image = std::make_shared<const ports::toolchain::Compiled>(std::move(*result).value());
  }
  last_compiled = std::move(image);
  last_request = std::move(wanted);
  return run::prepare_again(experiment, last_compiled, last_prepared.get());
}

void Runner::State::serve_attempt(const Request& request) {
  const Preparer prepare = [this](const experiment::Experiment& experiment) {
    auto prepared = prepare_request(experiment);
    set_activity("checking");
    return prepared;
  };
  set_activity("checking");
  if (auto verdict = judge(*request.attempt, prepare, disassembler, &cancel))
    deliver(request.number, std::move(*verdict));
}

void Runner::State::serve(const Request& request) {
  if (request.attempt) return serve_attempt(request);
  set_activity("running");
  const run::Need need = request.experiment.machine_code ? run::Need::MachineCode : request.need;
  std::optional<run::PrepareResult> prepared = prepare_request(request.experiment, need);
  if (!prepared) return;
  if (auto* failed = std::get_if<run::PrepareFailure>(&*prepared)) {
    deliver(request.number, std::move(*failed));
    return;
  }
  last_prepared = std::get<std::shared_ptr<const run::Prepared>>(std::move(*prepared));
  set_activity("running");
  const auto chosen = chosen_engine(request);
  if (!chosen) return deliver(request.number, run::PrepareFailure{chosen.error(), {}});
  if (request.window)
    serve_picture(request, *chosen);
  else
    serve_counters(request, *chosen);
}

Result<PreparedPointer> Runner::State::chosen_engine(const Request& request) {
  if (!request.experiment.machine_code) return last_prepared;
  if (!machine_code) return missing("there is nothing here that reads machine code");
  return machine_code->by_machine_code(*last_prepared);
}

void Runner::State::serve_counters(const Request& request, const PreparedPointer& prepared) {
  if (RunPointer run = run::run_model(prepared, {}, &cancel)) deliver(request.number, run);
}

void Runner::State::serve_picture(const Request& request, const PreparedPointer& prepared) {
  const run::RunOptions options{engine::Recording::Full, *request.window, true, patience};
  const RunPointer first = run::run_window(prepared, options, &cancel);
  if (!first) return;
  const bool whole = first->complete;
  deliver(request.number, first, true);
  if (whole) return;
  if (RunPointer run = run::run_model(prepared, options, &cancel)) deliver(request.number, run);
}

void Runner::State::work() {
  std::unique_lock lock(mutex);
  while (!stop) {
    if (!waiting) {
      serving = false;
      activity.clear();
      idle.notify_all();
      wake.wait(lock, [this] { return stop || waiting.has_value(); });
      continue;
    }
    const Request request = std::move(*waiting);
    waiting.reset();
    serving = true;
    cancel.store(false, std::memory_order_relaxed);
    lock.unlock();
    serve(request);
    lock.lock();
  }
}

Runner::Runner(ports::toolchain::Compiler& compiler,
               const ports::toolchain::Disassembler* disassembler, double patience)
    : state_(std::make_unique<State>(compiler, disassembler, patience)) {
  state_->thread = std::thread([this] { state_->work(); });
}

Runner::~Runner() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->stop = true;
    state_->cancel.store(true, std::memory_order_relaxed);
  }
  state_->wake.notify_all();
  state_->thread.join();
}

std::uint64_t Runner::State::ask(Request request) {
  const std::lock_guard lock(mutex);
  request.number = ++submitted;
  waiting = std::move(request);
  cancel.store(true, std::memory_order_relaxed);
  wake.notify_all();
  return submitted;
}

std::uint64_t Runner::submit(experiment::Experiment experiment, trace::Window window,
                             run::Need need) {
  return state_->ask({0, std::move(experiment), window, {}, need});
}

std::uint64_t Runner::submit_counters(experiment::Experiment experiment) {
  return state_->ask({0, std::move(experiment), {}, {}});
}

std::uint64_t Runner::submit_attempt(Attempt attempt) {
  return state_->ask({0, {}, {}, std::move(attempt)});
}

void Runner::provide(const experiment::Experiment& experiment,
                     std::shared_ptr<const ports::toolchain::Compiled> compiled) {
  constexpr std::size_t kMost = 8;
  const std::lock_guard lock(state_->mutex);
  state_->provided.push_front({run::compile_request(experiment), std::move(compiled)});
  if (state_->provided.size() > kMost) state_->provided.pop_back();
}

std::optional<Runner::Update> Runner::poll() {
  const std::lock_guard lock(state_->mutex);
  if (state_->updates.empty()) return std::nullopt;
  Update update = std::move(state_->updates.front());
  state_->updates.pop_front();
  return update;
}

void Runner::wait() {
  std::unique_lock lock(state_->mutex);
  state_->idle.wait(lock, [this] { return !state_->serving && !state_->waiting; });
}

bool Runner::busy() const {
  const std::lock_guard lock(state_->mutex);
  return state_->serving || state_->waiting.has_value();
}

std::string Runner::activity() const {
  const std::lock_guard lock(state_->mutex);
  return state_->waiting && state_->activity.empty() ? "running" : state_->activity;
}

}  // namespace lanescope::lesson
