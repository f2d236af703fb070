#include "sim/machine/races.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "sim/machine/cores/footprint.hpp"
#include "sim/machine/faults.hpp"
#include "sim/machine/held_reads.hpp"
#include "sim/machine/lane_file.hpp"
#include "sim/machine/memory/cluster_places.hpp"
#include "sim/machine/races_state.hpp"

namespace lanescope::machine {

using events::Hazard;
using events::Severity;
using hazards::Finding;
using AccessWhat = hazards::What;

namespace {

constexpr std::size_t kMaxHazards = 1000;

class Telling {
 public:
  // owner: the block whose shared memory it is.
  Telling(Issue& issue, const Watched& access, const Block& owner, hazards::Time now)
      : issue_(issue), machine_(issue.machine), access_(access), owner_(owner), now_(now) {}

  void tell(const Finding& finding) {
    const Severity severity = severity_of(finding);
    const std::uint64_t key = std::uint64_t{issue_.pc} << 32U | finding.other.pc;
    const auto [at, fresh] = machine_.races->pairs.try_emplace(key);
    Races::Pair& pair = at->second;
    if (fresh) return tell_first(finding, severity, pair);
    if (!pair.told) return;
    Hazard& known = machine_.hazards[pair.hazard];
    if (pair.last != now_) ++known.count;
    pair.last = now_;
    if (severity > known.severity) worsen(finding, severity, known);
  }

 private:
  void tell_first(const Finding& finding, Severity severity, Races::Pair& pair) {
    pair = {machine_.hazards.size(), now_, machine_.hazards.size() < kMaxHazards};
    if (pair.told) report(machine_, issue_.block, hazard_of(finding, severity));
  }

  // The worst occurrence is told, with the count of all.
  void worsen(const Finding& finding, Severity severity, Hazard& known) {
    Hazard worse = hazard_of(finding, severity);
    worse.count = known.count;
    worse.launch = machine_.launch_index;
    worse.block = issue_.block.coordinates;
    known = std::move(worse);
    machine_.options.listeners.tell(known);
  }

  [[nodiscard]] bool is_store(AccessWhat what) const { return what == AccessWhat::Store; }

  [[nodiscard]] std::byte stored_byte(std::uint32_t lane, std::uint64_t address) const {
    const code::MemoryOp& store = *access_.store;
    const std::uint64_t offset = address - access_.addresses[lane];
    const std::uint64_t value =
        read_lane(issue_, store.data[offset / store.bytes], static_cast<int>(lane));
    return static_cast<std::byte>(value >> (8 * (offset % store.bytes)));
  }

  [[nodiscard]] bool same_value(const Finding& finding) const {
    if (access_.store == nullptr || !is_store(finding.other_what)) return false;
    for (std::uint32_t i = 0; i < finding.bytes; ++i) {
      const std::uint64_t at = finding.address + i;
      const std::byte other = finding.same_instruction ? stored_byte(finding.other_lane, at)
                              : is_shared()            ? owner_.shared[at]
                                                       : *machine_.memory.host(at);
      if (stored_byte(finding.lane, at) != other) return false;
    }
    return true;
  }

  [[nodiscard]] bool is_shared() const { return access_.space == ptx::Space::Shared; }

  [[nodiscard]] Severity severity_of(const Finding& finding) const {
    if (same_value(finding)) return Severity::Note;
    return finding.same_instruction || finding.exchange_between ? Severity::Warning
                                                                : Severity::Error;
  }

  [[nodiscard]] MachineStep step_at(hazards::Time time) const {
    return MachineStep{machine_.races->detector.step_at(time)};
  }

  [[nodiscard]] Dim3 thread(std::uint32_t who) const {
    const std::uint32_t size = static_cast<std::uint32_t>(machine_.warp_size);
    return machine_.launch->block.at(hazards::warp_of(who) * size + hazards::lane_of(who));
  }
  [[nodiscard]] Dim3 thread_of(std::uint32_t warp, std::uint32_t lane) const {
    return thread(hazards::who_is(warp, lane));
  }

  [[nodiscard]] Hazard hazard_of(const Finding& finding, Severity severity) const {
    Hazard hazard;
    hazard.machine_step = step_at(now_);
    hazard.kind = events::HazardKind::Race;
    hazard.severity = severity;
    hazard.pc = Pc{issue_.pc};
    hazard.other_pc = Pc{finding.other.pc};
    hazard.space = is_shared() ? "shared" : "global";
    hazard.other_block = machine_.launch->grid.at(finding.other.block);
    hazard.other_thread = thread_of(hazards::warp_of(finding.other.who), finding.other_lane);
    hazard.threads = {thread_of(issue_.warp.index, finding.lane), hazard.other_thread};
    hazard.address =
        describe_address(machine_, is_shared() ? events::Space::Shared : events::Space::Global,
                         finding.address, static_cast<int>(finding.bytes));
    if (&owner_ != &issue_.block)
      hazard.address += fmt::format(" of block {}", name(owner_.coordinates));
    hazard.other_machine_step = step_at(finding.other.time);
    hazard.message = message_of(finding, severity, hazard);
    return hazard;
  }

  [[nodiscard]] std::string line_of(std::uint32_t pc) const {
    const std::uint32_t line = machine_.program->location_at(Pc{pc}).line;
    return line != 0 ? fmt::format("line {}", line)
                     : fmt::format("PTX line {}", machine_.program->at(Pc{pc}).line);
  }

  static const char* verb(AccessWhat what) {
    return what == AccessWhat::Load    ? "reads"
           : what == AccessWhat::Store ? "writes"
                                       : "does an atomic on";
  }
  static const char* past(AccessWhat what) {
    return what == AccessWhat::Load    ? "read"
           : what == AccessWhat::Store ? "written"
                                       : "changed by an atomic";
  }
  static std::string name(const Dim3& at) { return fmt::format("({},{},{})", at.x, at.y, at.z); }

  [[nodiscard]] std::string message_of(const Finding& finding, Severity severity,
                                       const Hazard& hazard) const {
    const bool here = hazard.other_block == issue_.block.coordinates;
    const std::string other =
        fmt::format("thread {}{}", name(hazard.other_thread),
                    here ? std::string() : " of block " + name(hazard.other_block));
    const std::string mine = fmt::format("thread {} of block {}", name(hazard.threads.front()),
                                         name(issue_.block.coordinates));
    if (finding.same_instruction) {
      return fmt::format("{} and {} write {} to {} in one instruction, {}{}", mine, other,
                         severity == Severity::Note ? "the same value" : "different values",
                         hazard.address, line_of(issue_.pc),
                         severity == Severity::Note ? "" : "; which one stays is open");
    }
    return fmt::format(
        "{} {} {} in {}, and nothing orders that behind {}, by which it is {} in "
        "{}{}; {}",
        mine, verb(access_.what), hazard.address, line_of(issue_.pc), other,
        past(finding.other_what), line_of(finding.other.pc),
        severity == Severity::Note ? " with the same value" : "", remedy(finding));
  }

  [[nodiscard]] const char* remedy(const Finding& finding) const {
    if (access_.async || (finding.other.who & hazards::kAsync) != 0)
      return "what cp.async copies is there for its thread after the wait, and for the others "
             "after "
             "a barrier behind it";
    const bool here = finding.other.block == issue_.block.index.value;
    if (here && hazards::warp_of(finding.other.who) == issue_.warp.index) {
      return finding.exchange_between
                 ? "shuffles, votes and matches order no memory: __syncwarp() does"
                 : "lanes of a warp don't go in step: a __syncwarp() or a __syncthreads() is "
                   "missing";
    }
    const bool strong = access_.what == AccessWhat::Atomic || access_.order.strong;
    if (strong && finding.other_strong && is_store(access_.what))
      return "volatile stores are not atomic: an atomic operation is, and a barrier or a flag "
             "orders "
             "them";
    if (strong != finding.other_strong)
      return "one of the two is atomic or volatile and the other one is not";
    if (is_shared() && !here) return "a cluster.sync() between the two is missing";
    return here ? "a __syncthreads() between the two is missing"
                : "blocks run in any order: atomics, a __threadfence() before a flag, or another "
                  "launch order them";
  }

  Issue& issue_;
  Machine& machine_;
  const Watched& access_;
  const Block& owner_;
  hazards::Time now_;
};

// Once: from here on some accesses are not looked at.
void tell_incomplete(Issue& issue) {
  Races& races = *issue.machine.races;
  if (races.incomplete_told || !races.detector.incomplete()) return;
  races.incomplete_told = true;
  Hazard hazard;
  hazard.kind = events::HazardKind::Race;
  hazard.severity = Severity::Note;
  hazard.pc = hazard.other_pc = Pc{issue.pc};
  hazard.message =
      "the launch touches more memory than races can be looked for in: some may not be told; raise "
      "--max-memory";
  report(issue.machine, issue.block, std::move(hazard));
}

}  // namespace

std::shared_ptr<Races> make_races(std::uint64_t budget) { return std::make_shared<Races>(budget); }

void order_access(Issue& issue, const Watched& access) {
  order_access_at(issue, access, issue.machine.step);
}

void order_access_at(Issue& issue, const Watched& access, std::uint64_t step) {
  const bool shared = access.space == ptx::Space::Shared;
  if (!shared && access.space != ptx::Space::Global && access.space != ptx::Space::Generic) return;
  Watched seen = access;
  if (!shared) seen.space = ptx::Space::Global;
  if (!shared && access.order.strong && issue.machine.footprint != nullptr)
    issue.machine.footprint->need_order();
  hazards::Request request;
  request.time = issue.machine.races->detector.time_at(step);
  request.pc = issue.pc;
  request.warp = issue.warp.index;
  request.lanes = access.lanes;
  const SharedMemory memory =
      shared ? shared_memory_at(issue, access.addresses[std::countr_zero(access.lanes)])
             : SharedMemory{&issue.block, 0};
  if (memory.block == nullptr) return;  // a load that was held, from a block that has ended since
  Addresses offsets;
  if (memory.begin != 0) {
    for_lanes(access.lanes, [&](int lane) {
      const auto at = static_cast<std::size_t>(lane);
      offsets.at[at] = access.addresses[at] - memory.begin;
    });
    seen.addresses = offsets.at.data();
    request.owner = memory.block->index.value;
  }
  request.addresses = seen.addresses;
  request.bytes = static_cast<std::uint32_t>(access.bytes);
  request.consecutive = access.consecutive;
  request.what = access.what;
  request.order = access.order;
  request.order.cta_scope |= access.order.cluster_scope && issue.machine.cluster_size == 1;
  request.shared = shared;
  request.async = access.async;
  request.mbarrier = access.mbarrier;
  Telling telling(issue, seen, *memory.block, request.time);
  issue.machine.races->detector.access(issue.block.index.value, request,
                                       [&](const Finding& finding) { telling.tell(finding); });
  tell_incomplete(issue);
}

HeldReads& held_reads(Machine& machine) { return machine.races->held; }

void order_launch(Machine& machine) {
  machine.races->pairs.clear();
  machine.races->held.clear();
  machine.races->clusters.clear();
  const std::uint32_t reserved = machine.code->uses_reserved_shared ? 1040 : 0;
  machine.races->detector.begin_launch(
      {machine.warps_per_block, static_cast<std::uint32_t>(machine.warp_size),
       machine.shared_bytes() + reserved, machine.cluster_size > 1},
      now(machine));
}

void order_block(Machine& machine, BlockIndex block) {
  machine.races->detector.begin_block(block.value, now(machine));
}

void order_allocation(Machine& machine, std::uint64_t address, std::uint64_t bytes) {
  if (address != 0) machine.races->detector.forget(address, bytes);
}

void order_cells(Machine& machine, std::uint64_t page, std::uint32_t bytes) {
  machine.races->detector.refine(page, bytes);
}

void order_meeting(const Issue& issue, const code::WarpSyncOp& op, LaneMask lanes,
                   LaneMask meeting) {
  hazards::BlockOrder& order = order_of(issue.machine, issue.block);
  const hazards::Time time = now(issue.machine);
  for (LaneMask rest = lanes; rest != 0;) {
    const int first = std::countr_zero(rest);
    const std::uint64_t mask = op.has_mask ? read_lane(issue, op.mask, first) : lanes;
    LaneMask same = 0;
    for_lanes(rest, [&](int lane) {
      if (!op.has_mask || read_lane(issue, op.mask, lane) == mask)
        same |= LaneMask{1} << static_cast<unsigned>(lane);
    });
    rest &= ~same;
    const LaneMask members = (mask & meeting & 0xffffffffU) | same;
    if (op.what == code::WarpSyncOp::What::Barrier) {
      order.warp_barrier(issue.warp.index, members, issue.warp.live, time);
    } else {
      order.exchange(issue.warp.index, members, issue.warp.live, time);
    }
  }
}

void order_arrival(const Issue& issue, std::uint32_t barrier, LaneMask lanes, bool waits) {
  order_of(issue.machine, issue.block)
      .arrive(barrier, issue.warp.index, lanes, waits, now(issue.machine));
}

void order_release(Machine& machine, const Block& block, std::uint32_t barrier) {
  // Threads that have exited are not missed, unless the barrier counts.
  const bool counts = block.barriers[barrier].expected != 0;
  std::vector<LaneMask> awaited;
  awaited.reserve(block.warps.size());
  for (const Warp& warp : block.warps) awaited.push_back(counts ? warp.existing : warp.live);
  order_of(machine, block).release(barrier, awaited, now(machine));
}

void order_mbarrier(const Issue& issue, std::uint64_t place, MbarrierDeed deed, LaneMask lanes) {
  hazards::BlockOrder& order = order_of(issue.machine, issue.block);
  const SharedMemory memory = shared_memory_at(issue, place);
  hazards::BlockOrder& owner = order_of(issue.machine, *memory.block);
  const auto at = static_cast<std::uint32_t>(place - memory.begin);
  const std::uint32_t warp = issue.warp.index;
  const bool elsewhere = memory.block != &issue.block;
  switch (deed) {
    case MbarrierDeed::Begins:
      return order.begin_mbarrier(at);
    case MbarrierDeed::Arrives:
    case MbarrierDeed::ArrivesRelaxed:
      return order.arrive_at(
          owner.mbarrier(at),
          {warp, lanes, issue.warp.existing, deed == MbarrierDeed::ArrivesRelaxed, elsewhere},
          now(issue.machine));
    case MbarrierDeed::CopiesArrive:
      return order.copies_arrive_at(owner.mbarrier(at), warp, lanes, now(issue.machine));
    case MbarrierDeed::Waits:
      return order.wait_for(owner.mbarrier(at), warp, lanes);
  }
}

void order_phase(Machine& machine, const Block& block, std::uint64_t offset) {
  hazards::BlockOrder::complete_phase(
      order_of(machine, block).mbarrier(static_cast<std::uint32_t>(offset)));
}

Next do_fence(Issue& issue) {
  const std::uint32_t detail = issue.op().detail;
  const bool wide = detail == code::kFenceOfCluster
                        ? issue.machine.cluster_size > 1
                        : detail == static_cast<std::uint32_t>(hazards::Scope::Gpu);
  const hazards::Scope scope = wide ? hazards::Scope::Gpu : hazards::Scope::Cta;
  if (issue.machine.races && issue.executed != 0) {
    order_of(issue.machine, issue.block)
        .fence(issue.warp.index, issue.executed, scope, now(issue.machine));
  }
  return Next::Advance;
}

Next do_copy_group(Issue& issue) {
  if (!issue.machine.races || issue.executed == 0) return Next::Advance;
  hazards::BlockOrder& order = order_of(issue.machine, issue.block);
  const std::uint32_t detail = issue.op().detail;
  if (detail == code::kCommitCopies) {
    order.commit_copies(issue.warp.index, issue.executed, now(issue.machine));
  } else {
    order.wait_for_copies(issue.warp.index, issue.executed, detail, now(issue.machine));
  }
  return Next::Advance;
}

}  // namespace lanescope::machine
