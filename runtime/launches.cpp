#include <algorithm>
#include <chrono>
#include <csignal>
#include <ranges>
#include <set>
#include <utility>

#include <driver_types.h>
#include <fmt/format.h>
#include <unistd.h>

#include "runtime/context.hpp"
#include "runtime/errors.hpp"
#include "runtime/grid_run.hpp"
#include "runtime/inputs.hpp"

namespace lanescope::runtime {
namespace {

using events::HazardKind;

// Warp instructions between two looks at whether the program is to stop: some tenths of a second.
constexpr std::uint64_t kChunk = 4'000'000;

// Of one launch of the host's, those of its kernels with it: for the tail they may go on without
// end.
constexpr std::size_t kMostNested = 100'000;

// CUDA's error code for how a launch ended; 0: well.
int error_of(engine::Outcome outcome, const std::vector<events::Hazard>& hazards) {
  switch (outcome) {
    case engine::Outcome::Running:
    case engine::Outcome::Finished:
      return cudaSuccess;
    case engine::Outcome::Deadlock:
    case engine::Outcome::StepLimit:
      return cudaErrorLaunchTimeout;
    case engine::Outcome::Unsupported:
      return cudaErrorNotSupported;
    case engine::Outcome::Fault:
      break;
  }
  for (const events::Hazard& hazard : std::views::reverse(hazards)) {
    if (hazard.kind == HazardKind::OutOfBounds) return cudaErrorIllegalAddress;
    if (hazard.kind == HazardKind::Misaligned) return cudaErrorMisalignedAddress;
    if (hazard.kind == HazardKind::Trap) {
      return hazard.message.find("assertion") != std::string::npos ? cudaErrorAssert
                                                                   : cudaErrorLaunchFailure;
    }
  }
  return cudaErrorLaunchFailure;
}

// In the device's source: the innermost line that is the program's own.
HostPlace place_in(const engine::Program& program, Pc pc) {
  if (pc == events::kNoPc || pc.value >= program.size()) return {};
  std::uint32_t at = program.at(pc).location;
  HostPlace innermost;
  for (int depth = 0; at < program.locations().size() && depth < 32; ++depth) {
    const SourceLocation& location = program.locations()[at];
    if (location.line == 0 || location.file >= program.files().size()) break;
    HostPlace place{shown_path(program.files()[location.file]), location.line};
    if (!is_foreign(place.file)) return place;
    if (innermost.line == 0) innermost = std::move(place);
    at = location.inlined_at;
  }
  return innermost;
}

void reword_step_limit(std::vector<events::Hazard>& hazards, std::uint64_t limit) {
  for (events::Hazard& hazard : hazards) {
    if (hazard.kind != HazardKind::StepLimit) continue;
    const std::size_t rest = hazard.message.find("; ");
    hazard.message = fmt::format("stopped after {} warp instructions of this launch{}", limit,
                                 rest == std::string::npos ? "" : hazard.message.substr(rest));
  }
}

}  // namespace

std::uint64_t Context::issue(IssuedLaunch launch) {
  if (!device_) make_device();
  launch.call = log.calls();
  return queue.push([this, issued = std::move(launch)] { run(issued); });
}

// Children that a GPU might have begun, and so found room for, are told too.
void Context::tell_refused(const IssuedLaunch& issued) {
  const std::uint64_t refused = device_->take_refused_children();
  if (refused == 0) return;
  log.tell({ProblemKind::BadCall, events::Severity::Warning, issued.place,
            fmt::format("kernel {} launches kernels of which {} are refused: too many wait "
                        "(cudaLimitDevRuntimePendingLaunchCount), or they are nested too deep; "
                        "cudaGetLastError in the kernel tells",
                        issued.kernel, refused)});
}

void Context::stop_nesting(const IssuedLaunch& issued) {
  log.tell({ProblemKind::BadCall, events::Severity::Error, issued.place,
            fmt::format("kernels have launched {} kernels: they do so without end, or more than "
                        "the model runs",
                        kMostNested)});
  stick(cudaErrorLaunchTimeout);
}

// What kernels launch runs behind the grid that launched it, each with its own children, and those
// for the tail last: an order that CUDA allows.
void Context::run(const IssuedLaunch& issued) {
  std::vector<IssuedLaunch> left{issued};
  std::size_t grids = 0;
  while (!left.empty()) {
    const IssuedLaunch next = std::move(left.back());
    left.pop_back();
    const std::uint64_t number = told_launches_;
    run_grid(next);
    if (sticky() != 0 || interrupted_ != 0) return;
    tell_refused(next);
    if (++grids > kMostNested) return stop_nesting(next);
    std::vector<engine::Launch> children = device_->take_children();
    for (engine::Launch& child : std::views::reverse(children)) {
      IssuedLaunch& nested = left.emplace_back(next);
      nested.kernel = child.program->kernel();
      nested.launch = std::move(child);
      nested.parent = number;
    }
  }
}

void Context::run_grid(const IssuedLaunch& issued) {
  if (sticky() != 0 || interrupted_ != 0) return;
  record::Launch told;
  if (contents_.wanted())
    told.inputs = inputs_of(*device_, *memory_, issued.launch, contents_, log);
  const auto begun = issued.machine_code
                         ? run_machine_code(*device_, issued.launch, issued.machine_code, settings)
                         : run_ptx(*device_, issued.launch, settings, launches_);
  if (!begun) {
    log.tell({ProblemKind::BadCall, events::Severity::Error, issued.place, begun.error().message});
    stick(cudaErrorLaunchOutOfResources);
    return;
  }
  GridRun& grid = **begun;
  running_ = true;
  const auto start = std::chrono::steady_clock::now();
  engine::Outcome outcome = engine::Outcome::Running;
  while (outcome == engine::Outcome::Running && interrupted_ == 0) outcome = grid.go_on(kChunk);
  told.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  told.kernel = issued.kernel;
  told.module = issued.module;
  told.grid = issued.launch.grid;
  told.block = issued.launch.block;
  told.dynamic_shared_bytes = issued.launch.dynamic_shared_bytes;
  told.cluster = issued.launch.cluster;
  told.stream = issued.stream;
  told.place = issued.place;
  told.call = issued.call;
  grid.tell(told);
  ++launches_;
  reword_step_limit(told.hazards, settings.max_steps);
  told.parent = issued.parent;
  log.add(told);
  if (event_times) event_times->add(told);
  ++told_launches_;
  tell_hazards(issued, told.hazards);
  if (outcome == engine::Outcome::Unsupported) {
    log.tell({ProblemKind::NotSupported, events::Severity::Error, issued.place,
              fmt::format("{} needs what the model has not: {}", issued.kernel, told.unsupported)});
  }
  {
    const std::lock_guard lock(printed_mutex_);
    printed_ += told.printed;
  }
  if (const int error = error_of(outcome, told.hazards); error != 0) stick(error);
  running_ = false;
  if (const int signal = interrupted_; signal != 0) {
    log.say(issued.place, "interrupted while this launch ran");
    log.close();
    std::signal(signal, SIG_DFL);
    ::kill(::getpid(), signal);
    ::pause();
  }
}

void Context::tell_hazards(const IssuedLaunch& issued, const std::vector<events::Hazard>& hazards) {
  const engine::Program& ran = issued.executed();
  std::set<std::pair<HazardKind, std::string>> told;
  for (const events::Hazard& hazard : hazards) {
    if (hazard.severity == events::Severity::Note) continue;
    const HostPlace place = place_in(ran, hazard.pc);
    if (!told.emplace(hazard.kind, place.text()).second) continue;
    std::string words = hazard.message;
    if (const std::string origin = memory_->origin_of(hazard.message); !origin.empty())
      words += "; " + origin;
    if (issued.place.line != 0) words += "; launched at " + issued.place.text();
    log.say(place.line == 0 ? issued.place : place,
            fmt::format("{} [{}]", words, events::spelling(hazard.kind)));
  }
}

bool Context::interrupt(int signal) {
  if (!running_) return false;
  interrupted_ = signal;
  return true;
}

}  // namespace lanescope::runtime
