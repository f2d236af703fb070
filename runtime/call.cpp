#include "runtime/call.hpp"

#include <utility>

#include <fmt/format.h>

#include "runtime/errors.hpp"
#include "runtime/spoken.hpp"

namespace lanescope::runtime {

int& last_error() {
  static thread_local int t_error = 0;
  return t_error;
}

namespace {

const char*& spoken_name() {
  static thread_local const char* t_name = nullptr;
  return t_name;
}

}  // namespace

Spoken::Spoken(const char* name) : before_(std::exchange(spoken_name(), name)) {}
Spoken::~Spoken() { spoken_name() = before_; }
const char* Spoken::name() { return spoken_name(); }

Call::Call(const char* name)
    : context_(Context::get()), name_(Spoken::name() == nullptr ? name : Spoken::name()) {
  if (Queue::is_device_thread()) {
    refused_ = cudaErrorNotPermitted;  // and whoever waits for the device holds the context
    return;
  }
  frames_ = here();
  lock_ = std::unique_lock(context_.mutex);
  refused_ = context_.sticky();
}

const HostPlace& Call::place() {
  if (!std::exchange(has_place_, true)) place_ = context_.place_of(frames_);
  return place_;
}

void Call::stand_at(const Frames& frames) {
  frames_ = frames;
  has_place_ = false;
}

cudaError_t Call::refusal() {
  if (!lock_.owns_lock()) return cudaErrorNotPermitted;
  context_.show_printed();
  return end(static_cast<cudaError_t>(refused_), 0);
}

cudaError_t Call::end(cudaError_t error, std::uint64_t bytes, bool remembered) {
  record::Call told{name_, place(), error_name(error), bytes};
  if (lock_.owns_lock()) told.moved = context_.take_moved();
  if (error == cudaSuccess) told.issue = std::move(issue_);
  context_.log.add(told);
  if (context_.event_times) context_.event_times->add(told);
  if (error != cudaSuccess && remembered) {
    if (Spoken::name() != nullptr) return error;  // the driver's are told at once
    last_error() = error;
    context_.remember_error(error, name_, place());
  }
  return error;
}

cudaError_t Call::done(const Outcome& outcome, std::uint64_t bytes) {
  return outcome.ok() ? done(bytes) : fail(outcome.error, outcome.message, outcome.kind, bytes);
}

cudaError_t Call::fail(int error, const std::string& words, ProblemKind kind, std::uint64_t bytes) {
  context_.log.tell({kind, events::Severity::Error, place(),
                     fmt::format("{}: {} [{}]", name_, words, error_name(error))});
  return end(static_cast<cudaError_t>(error), bytes);
}

void Call::issues(const record::UsedStream& stream, std::vector<record::IssuedWork> works,
                  record::Issue::Waits waits) {
  issue_ = {stream, std::move(works), waits, 0};
}

void Call::waits(record::Issue::Waits what, const record::UsedStream& stream, std::uint64_t event) {
  issue_ = {stream, {}, what, event};
}

cudaError_t Call::synchronize(std::uint64_t bytes) {
  context_.queue.drain();
  context_.show_printed();
  return end(static_cast<cudaError_t>(context_.sticky()), bytes);
}

}  // namespace lanescope::runtime
