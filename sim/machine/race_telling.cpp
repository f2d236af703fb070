#include "sim/machine/race_telling.hpp"

#include <utility>

#include <fmt/core.h>

namespace lanescope::machine {

using events::Hazard;
using events::Severity;
using hazards::Finding;
using AccessWhat = hazards::What;

namespace {

std::string name(const Dim3& at) { return fmt::format("({},{},{})", at.x, at.y, at.z); }

std::string line_of(const RaceRun& run, std::uint32_t pc) {
  const std::uint32_t line = run.program.location_at(Pc{pc}).line;
  return line != 0 ? fmt::format("line {}", line)
                   : fmt::format("{} line {}", run.listing, run.program.at(Pc{pc}).line);
}

Dim3 thread_of(const RaceRun& run, std::uint32_t warp, std::uint32_t lane) {
  return run.launch.block.at(warp * run.warp_size + lane);
}

const char* verb(AccessWhat what) {
  return what == AccessWhat::Load    ? "reads"
         : what == AccessWhat::Store ? "writes"
                                     : "does an atomic on";
}
const char* past(AccessWhat what) {
  return what == AccessWhat::Load    ? "read"
         : what == AccessWhat::Store ? "written"
                                     : "changed by an atomic";
}

}  // namespace

void RaceTelling::tell(const Finding& finding) {
  const Severity severity = severity_of(finding);
  const std::uint64_t key = std::uint64_t{request_.pc} << 32U | finding.other.pc;
  const auto [at, fresh] = run_.pairs.try_emplace(key);
  RacePair& pair = at->second;
  if (fresh) return tell_first(finding, severity, pair);
  if (!pair.told) return;
  Hazard& known = run_.hazards[pair.hazard];
  if (pair.last != request_.now) ++known.count;
  pair.last = request_.now;
  if (severity > known.severity) worsen(finding, severity, known);
}

void RaceTelling::tell_first(const Finding& finding, Severity severity, RacePair& pair) {
  pair = {run_.hazards.size(), request_.now, run_.hazards.size() < kMaxHazards};
  if (pair.told) report(hazard_of(finding, severity));
}

// The worst occurrence is told, with the count of all.
void RaceTelling::worsen(const Finding& finding, Severity severity, Hazard& known) {
  Hazard worse = hazard_of(finding, severity);
  worse.count = known.count;
  worse.launch = run_.launch_index;
  worse.block = request_.place;
  known = std::move(worse);
  run_.listeners.tell(known);
}

Severity RaceTelling::severity_of(const Finding& finding) const {
  if (is_same_value(finding)) return Severity::Note;
  return finding.same_instruction || finding.exchange_between ? Severity::Warning : Severity::Error;
}

Dim3 RaceTelling::thread(std::uint32_t warp, std::uint32_t lane) const {
  return thread_of(run_, warp, lane);
}

Hazard RaceTelling::hazard_of(const Finding& finding, Severity severity) const {
  Hazard hazard;
  hazard.machine_step = MachineStep{run_.detector.step_at(request_.now)};
  hazard.kind = events::HazardKind::Race;
  hazard.severity = severity;
  hazard.pc = Pc{request_.pc};
  hazard.other_pc = Pc{finding.other.pc};
  hazard.space = request_.shared ? "shared" : "global";
  hazard.other_block = run_.launch.grid.at(finding.other.block);
  hazard.other_thread = thread(hazards::warp_of(finding.other.who), finding.other_lane);
  hazard.threads = {thread(request_.warp, finding.lane), hazard.other_thread};
  hazard.address = address_of(finding);
  if (request_.owner != request_.place)
    hazard.address += fmt::format(" of block {}", name(request_.owner));
  hazard.other_machine_step = MachineStep{run_.detector.step_at(finding.other.time)};
  hazard.message = message_of(finding, severity, hazard);
  return hazard;
}

std::string RaceTelling::message_of(const Finding& finding, Severity severity,
                                    const Hazard& hazard) const {
  const bool here = hazard.other_block == request_.place;
  const std::string other =
      fmt::format("thread {}{}", name(hazard.other_thread),
                  here ? std::string() : " of block " + name(hazard.other_block));
  const std::string mine =
      fmt::format("thread {} of block {}", name(hazard.threads.front()), name(request_.place));
  if (finding.same_instruction) {
    return fmt::format("{} and {} write {} to {} in one instruction, {}{}", mine, other,
                       severity == Severity::Note ? "the same value" : "different values",
                       hazard.address, line_of(run_, request_.pc),
                       severity == Severity::Note ? "" : "; which one stays is open");
  }
  return fmt::format(
      "{} {} {} in {}, and nothing orders that behind {}, by which it is {} in "
      "{}{}; {}",
      mine, verb(request_.what), hazard.address, line_of(run_, request_.pc), other,
      past(finding.other_what), line_of(run_, finding.other.pc),
      severity == Severity::Note ? " with the same value" : "", remedy(finding));
}

const char* RaceTelling::remedy(const Finding& finding) const {
  if (request_.async || (finding.other.who & hazards::kAsync) != 0)
    return "what cp.async copies is there for its thread after the wait, and for the others "
           "after "
           "a barrier behind it";
  const bool here = finding.other.block == request_.block;
  if (here && hazards::warp_of(finding.other.who) == request_.warp) {
    return finding.exchange_between
               ? "shuffles, votes and matches order no memory: __syncwarp() does"
               : "lanes of a warp don't go in step: a __syncwarp() or a __syncthreads() is "
                 "missing";
  }
  const bool strong = request_.what == AccessWhat::Atomic || request_.strong;
  if (strong && finding.other_strong && request_.what == AccessWhat::Store)
    return "volatile stores are not atomic: an atomic operation is, and a barrier or a flag "
           "orders "
           "them";
  if (strong != finding.other_strong)
    return "one of the two is atomic or volatile and the other one is not";
  if (request_.shared && !here) return "a cluster.sync() between the two is missing";
  return here ? "a __syncthreads() between the two is missing"
              : "blocks run in any order: atomics, a __threadfence() before a flag, or another "
                "launch order them";
}

Hazard visit_hazard(const RaceRun& run, const hazards::Detector::Visit& visit, const Dim3& owner,
                    const std::string& address) {
  Hazard hazard;
  hazard.kind = events::HazardKind::Race;
  hazard.severity = Severity::Error;
  hazard.pc = hazard.other_pc = Pc{visit.stamp.pc};
  hazard.space = "shared";
  hazard.other_block = run.launch.grid.at(visit.stamp.block);
  hazard.other_thread =
      thread_of(run, hazards::warp_of(visit.stamp.who), hazards::lane_of(visit.stamp.who));
  hazard.threads = {hazard.other_thread};
  hazard.address = fmt::format("{} of block {}", address, name(owner));
  hazard.other_machine_step = MachineStep{run.detector.step_at(visit.stamp.time)};
  hazard.message = fmt::format(
      "block {} ends, and its shared memory with it; nothing orders that behind thread {} of block "
      "{}, which {} {} in {}: a cluster.sync() before the end is missing",
      name(owner), name(hazard.other_thread), name(hazard.other_block), verb(visit.what),
      hazard.address, line_of(run, visit.stamp.pc));
  return hazard;
}

Hazard incomplete_hazard(std::uint32_t pc) {
  Hazard hazard;
  hazard.kind = events::HazardKind::Race;
  hazard.severity = Severity::Note;
  hazard.pc = hazard.other_pc = Pc{pc};
  hazard.message =
      "the launch touches more memory than races can be looked for in: some may not be told; raise "
      "--max-memory";
  return hazard;
}

}  // namespace lanescope::machine
