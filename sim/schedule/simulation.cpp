#include "sim/schedule/simulation.hpp"

#include <algorithm>

namespace lanescope::schedule {
namespace {

constexpr double kLittle = 1e-9;  // shares are sums of fractions

}  // namespace

Simulation::Simulation(const Program& program, const Machine& machine)
    : program_(program), machine_(machine), tails_(program.streams.size()) {
  queues_[Engine::Copy].in_order = queues_[Engine::CopyBack].in_order = true;
}

const Work& Simulation::work(std::size_t index) const {
  const Placed& placed = schedule_.works[index];
  return program_.calls[placed.call].works[placed.work];
}

const Stream& Simulation::stream_of(std::size_t index) const {
  return program_.streams[program_.calls[schedule_.works[index].call].stream];
}

Engine Simulation::engine_of(Work::Kind kind) const {
  switch (kind) {
    case Work::Kind::ToDevice:
      return machine_.copy_engines == 0 ? Engine::Kernels : Engine::Copy;
    case Work::Kind::FromDevice:
      if (machine_.copy_engines == 0) return Engine::Kernels;
      return machine_.copy_engines == 1 ? Engine::Copy : Engine::CopyBack;
    case Work::Kind::Kernel:
      return Engine::Kernels;
    case Work::Kind::HostFunction:
      return Engine::HostThread;
    case Work::Kind::RecordEvent:
    case Work::Kind::WaitEvent:
    case Work::Kind::Nothing:
      break;
  }
  return Engine::None;
}

double Simulation::share_of(std::size_t index) const {
  return work(index).kind == Work::Kind::Kernel ? std::clamp(work(index).share, 0.0, 1.0) : 1.0;
}

void Simulation::run() {
  while (true) {
    while (!running_.empty() && running_.begin()->first <= now_) {
      const std::size_t index = running_.begin()->second;
      running_.erase(running_.begin());
      end(index);
    }
    begin_all();
    if (step_host()) continue;
    double next = -1.0;
    if (!running_.empty()) next = running_.begin()->first;
    if (in_call_ && host_free_ > now_ && (next < 0.0 || host_free_ < next)) next = host_free_;
    if (next < 0.0) break;
    now_ = std::max(now_, next);
  }
}

// The host's part of a call first, then what it issues, then what it waits for.
bool Simulation::step_host() {
  if (next_call_ >= program_.calls.size()) return false;
  const Call& call = program_.calls[next_call_];
  if (!in_call_) {
    in_call_ = true;
    issued_ = false;
    host_free_ = now_ + call.length;
    schedule_.calls.push_back({now_, host_free_, host_free_});
  }
  if (host_free_ > now_) return false;
  if (!issued_) {
    issued_ = true;
    issue(call);
    wait_for(call);
    return true;  // what was issued may begin, and end, before it is asked whether it has
  }
  if (!host_waits_.empty()) return false;
  schedule_.calls.back().end = now_;
  in_call_ = false;
  ++next_call_;
  return true;
}

std::vector<std::pair<std::size_t, Cause>> Simulation::order_of(const Call& call) const {
  std::vector<std::pair<std::size_t, Cause>> before;
  const StreamKind kind = program_.streams[call.stream].kind;
  for (std::size_t i = 0; i < tails_.size(); ++i) {
    const StreamKind other = program_.streams[i].kind;
    const bool by_default = (kind == StreamKind::Legacy && other != StreamKind::NonBlocking) ||
                            (kind == StreamKind::Blocking && other == StreamKind::Legacy);
    if (i != call.stream && !by_default) continue;
    for (const std::size_t tail : tails_[i])
      before.emplace_back(tail, i == call.stream ? Cause::Order : Cause::DefaultStream);
  }
  return before;
}

void Simulation::issue(const Call& call) {
  const auto order = order_of(call);
  const std::size_t first = schedule_.works.size();
  for (std::size_t i = 0; i < call.works.size(); ++i) {
    const Work& made = call.works[i];
    const std::size_t index = schedule_.works.size();
    schedule_.works.push_back({next_call_, i, engine_of(made.kind), now_, now_, now_});
    State& state = states_.emplace_back();
    state.before = order;
    for (const std::size_t after : made.after)
      state.before.emplace_back(first + after, Cause::Order);
    if (made.kind == Work::Kind::WaitEvent) {
      if (const auto record = records_.find(made.event); record != records_.end())
        state.before.emplace_back(record->second, Cause::Event);
    }
    if (made.kind == Work::Kind::RecordEvent) records_[made.event] = index;
    if (queue_of(index).in_order) queue_of(index).line.push_back(index);
    for (const auto& [before, cause] : state.before) {
      if (states_[before].ended) continue;
      states_[before].behind.push_back(index);
      ++states_[index].left;
    }
    if (states_[index].left == 0) become_ready(index);
  }
  if (call.works.empty()) return;
  auto& tails = tails_[call.stream];
  tails.clear();
  for (std::size_t i = first; i < schedule_.works.size(); ++i) tails.push_back(i);
}

void Simulation::wait_for(const Call& call) {
  const auto add = [&](std::size_t index) {
    if (!states_[index].ended) host_waits_.insert(index);
  };
  const auto add_stream = [&](std::size_t stream) {
    for (const std::size_t tail : tails_[stream]) add(tail);
  };
  switch (call.wait) {
    case HostWait::No:
      break;
    case HostWait::Work:
      if (!call.works.empty()) add_stream(call.stream);
      break;
    case HostWait::Stream:
      add_stream(call.stream);
      break;
    case HostWait::Event:
      if (const auto record = records_.find(call.event); record != records_.end())
        add(record->second);
      break;
    case HostWait::Blocking:
      for (std::size_t i = 0; i < tails_.size(); ++i) {
        if (program_.streams[i].kind != StreamKind::NonBlocking) add_stream(i);
      }
      break;
    case HostWait::Device:
      for (std::size_t i = 0; i < tails_.size(); ++i) add_stream(i);
      break;
  }
}

void Simulation::become_ready(std::size_t index) {
  if (schedule_.works[index].engine == Engine::None) {
    begin(index);
    return;
  }
  Queue& queue = queue_of(index);
  if (queue.in_order) return;
  const bool kernel = work(index).kind == Work::Kind::Kernel;
  queue.ready.emplace(kernel ? stream_of(index).priority : 0, index);
}

void Simulation::begin_all() {
  for (auto& [engine, queue] : queues_) {
    while (begin_next(queue)) {
    }
  }
}

bool Simulation::begin_next(Queue& queue) {
  std::size_t next = kNobody;
  if (queue.in_order && !queue.line.empty() && states_[queue.line.front()].left == 0)
    next = queue.line.front();
  if (!queue.in_order && !queue.ready.empty()) next = queue.ready.begin()->second;
  if (next == kNobody || queue.used + share_of(next) > 1.0 + kLittle) return false;
  if (queue.in_order) {
    queue.line.pop_front();
  } else {
    queue.ready.erase(queue.ready.begin());
  }
  queue.used += share_of(next);
  begin(next);
  return true;
}

void Simulation::begin(std::size_t index) {
  Placed& placed = schedule_.works[index];
  placed.begin = now_;
  explain(index);
  if (placed.engine == Engine::None) {
    placed.end = now_;
    end(index);
    return;
  }
  const Work& made = work(index);
  placed.end = now_ + std::max({made.length, made.reads, made.writes, 0.0});
  running_.emplace(placed.end, index);
}

// What ended last among all that it waited for.
void Simulation::explain(std::size_t index) {
  Placed& placed = schedule_.works[index];
  double ready = placed.issued;
  for (const auto& [before, cause] : states_[index].before) {
    if (schedule_.works[before].end <= ready) continue;
    ready = schedule_.works[before].end;
    placed.cause = cause;
    placed.behind = before;
  }
  if (placed.begin <= ready || placed.engine == Engine::None) return;
  placed.cause = Cause::Engine;
  const Queue& queue = queue_of(index);
  placed.behind = queue.last == kNobody ? std::nullopt : std::optional(queue.last);
}

void Simulation::end(std::size_t index) {
  if (const Engine engine = schedule_.works[index].engine; engine != Engine::None) {
    Queue& queue = queue_of(index);
    queue.used = std::max(0.0, queue.used - share_of(index));
    queue.last = index;
  }
  states_[index].ended = true;
  host_waits_.erase(index);
  const std::vector<std::size_t> behind = std::move(states_[index].behind);
  for (const std::size_t waiting : behind) {
    if (--states_[waiting].left == 0) become_ready(waiting);
  }
}

Schedule Simulation::take() { return std::move(schedule_); }

}  // namespace lanescope::schedule
