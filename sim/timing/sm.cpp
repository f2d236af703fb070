#include "sim/timing/sm.hpp"

#include <algorithm>
#include <utility>

namespace lanescope::timing {
namespace {

constexpr std::uint64_t kCodeLineBytes = 128;
// Of a warp's local memory, in lines: further apart than any frame.
constexpr std::uint64_t kLocalLines = std::uint64_t{1} << 14U;
constexpr std::uint64_t kLocalBegin = std::uint64_t{1} << 50U;

Reason reason_of(const Demand& demand) {
  switch (demand.kind) {
    case Kind::Global:
    case Kind::Texture:
      return Reason::long_scoreboard;
    case Kind::Fence:
      return Reason::membar;
    default:
      return Reason::short_scoreboard;
  }
}

}  // namespace

Sm::Sm(const MachineDescription& machine, const Code& code, const Trace& trace,
       MemorySystem& memory, Handovers& handovers, std::int64_t l1_bytes, int index,
       HistoryKeeper* history)
    : machine_(machine),
      code_(code),
      trace_(trace),
      handovers_(handovers),
      lsu_(machine, l1_bytes, memory),
      instructions_(machine),
      history_(history),
      by_pc_(code.instructions.size()),
      index_(index) {
  for (int i = 0; i < machine.sub_cores; ++i) sub_cores_.emplace_back(code, lsu_, i);
}

void Sm::start(const BlockTrace& trace, std::int64_t time) {
  auto block = std::make_unique<Block>();
  block->trace = &trace;
  block->begin = time;
  block->completions.resize(trace.arrivals.size());
  std::uint32_t number = 0;
  for (const WarpTrace& warp_trace : trace.warps) {
    const std::uint32_t index = number++;
    if (warp_trace.events.empty()) continue;
    auto warp = std::make_unique<Warp>();
    warp->at = warp->first = warp_trace.events.data();
    warp->end = warp->at + warp_trace.events.size();
    warp->block = block.get();
    warp->index = index;
    const std::uint32_t slot = turn_++;
    warp->local = kLocalBegin + (static_cast<std::uint64_t>(index_) * 64 + slot % 64) * kLocalLines;
    const auto begin = time + machine_.start_cycles +
                       static_cast<std::int64_t>(index * machine_.warp_start_cycles);
    warp->begin = begin;
    warp->issued = begin - 1;
    warp->ready = begin;
    warp->code_line = code_.instructions[warp->at->pc].address / kCodeLineBytes;
    const std::int64_t first = instructions_.fetch(warp->code_line, false, begin);
    warp->wait(first, Reason::no_instruction);
    warp->cycles[Reason::no_instruction] += first - begin;
    ++block->live;
    warp->sub_core = slot % static_cast<std::uint32_t>(sub_cores_.size());
    if (history_ != nullptr) warp->history = history_->add(trace.block, index, warp->sub_core);
    SubCore& own = sub_cores_[warp->sub_core];
    own.add(std::move(warp));
  }
  if (block->live == 0)
    ended_.push_back({&trace, time, time});
  else
    blocks_.push_back(std::move(block));
  for (const SubCore& s : sub_cores_) next_ = std::min(next_, s.next());
}

void Sm::run(std::int64_t until) {
  while (next_ < until) {
    const std::int64_t now = next_;
    released_ = false;
    for (SubCore& s : sub_cores_) {
      if (s.next() != now) continue;
      execute(s.pick(now), now);
      s.find_next();
    }
    if (released_)
      for (SubCore& s : sub_cores_) s.find_next();
    next_ = kNever;
    for (const SubCore& s : sub_cores_) next_ = std::min(next_, s.next());
  }
}

void Sm::execute(Warp& warp, std::int64_t now) {
  const Event& event = *warp.at;
  const Instruction& instruction = code_.instructions[event.pc];
  ++issued_;
  account_pc(warp, instruction.demand, now);
  if (history_ != nullptr) note(warp, instruction.demand, now);
  ++warp.at;
  warp.issued = now;
  warp.delay_count = 0;
  warp.ready = now + 1;
  warp.wait(now + std::max<std::int64_t>(1, instruction.control.stall), Reason::wait);
  access(warp, event, instruction, now);
  if (warp.at == warp.end) {
    leave(warp, now);
    return;
  }
  wait_for_next(warp, event.lanes, now, instruction);
  if (instruction.demand.kind == Kind::Barrier && event.lanes != 0)
    arrive(warp, event, now);
  else
    wait_for_store(warp);
  // What is known of the waiting is accounted for at once.
  std::int64_t from = now + 1;
  for (std::size_t i = 0; i < warp.delay_count; ++i) {
    warp.cycles[warp.delays[i].reason] += warp.delays[i].until - from;
    from = warp.delays[i].until;
  }
  sub_cores_[warp.sub_core].update(warp);
}

// Where a warp waited: before its next instruction, but for the others at the barrier itself.
std::uint32_t Sm::place_of(const Warp& warp, Reason reason) {
  const bool behind = reason == Reason::barrier && warp.at != warp.first;
  return (behind ? warp.at - 1 : warp.at)->pc;
}

// The cycles since the warp's last issue.
void Sm::account_pc(const Warp& warp, const Demand& demand, std::int64_t now) {
  std::int64_t from = warp.issued + 1;
  for (std::size_t i = 0; i < warp.delay_count; ++i) {
    const Reason reason = warp.delays[i].reason;
    by_pc_[place_of(warp, reason)][reason] += warp.delays[i].until - from;
    from = warp.delays[i].until;
  }
  ReasonCycles& cycles = by_pc_[warp.at->pc];
  cycles[SubCore::throttle_of(demand)] += warp.throttled;
  cycles[Reason::not_selected] += now - warp.throttled - from;
  cycles[Reason::selected] += 1;
}

// The same cycles, one after the other.
void Sm::note(const Warp& warp, const Demand& demand, std::int64_t now) {
  const auto issued = static_cast<std::uint32_t>(warp.at - warp.first);
  std::int64_t from = warp.issued + 1;
  const auto up_to = [&](std::int64_t until, Reason reason) {
    history_->note(warp.history, from, until, place_of(warp, reason), issued, reason);
    from = std::max(from, until);
  };
  for (std::size_t i = 0; i < warp.delay_count; ++i)
    up_to(warp.delays[i].until, warp.delays[i].reason);
  up_to(from + warp.throttled, SubCore::throttle_of(demand));
  up_to(now, Reason::not_selected);
  up_to(now + 1, Reason::selected);
}

void Sm::access(Warp& warp, const Event& event, const Instruction& instruction, std::int64_t now) {
  const Demand& demand = instruction.demand;
  Lsu::Done done{now + 2, now + demand.latency, 0};
  if (demand.pipe == Pipe::Mio) {
    done = lsu_.issue(static_cast<int>(warp.sub_core), demand, event, trace_, warp.local, now);
    if (demand.kind == Kind::Fence) warp.fenced = fenced_at(warp, now);
    if (stores(event)) warp.stored = std::max({warp.stored, done.operands, done.taken});
    for (std::uint32_t i = 0; instruction.strong && i < event.requests; ++i)
      handovers_.stored(event.request + i, done.taken);
    if (demand.kind == Kind::Global) warp.copied = std::max(warp.copied, done.result);
    if (demand.kind == Kind::CopyGroup) warp.copy_groups.push_back(warp.copied);
  }
  const auto set = [&](std::uint8_t barrier, std::int64_t time) {
    if (barrier >= warp.free_at.size() || time <= warp.free_at[barrier]) return;
    warp.free_at[barrier] = time;
    warp.reasons[barrier] = reason_of(demand);
  };
  set(instruction.control.write_barrier, done.result);
  set(instruction.control.read_barrier, done.operands + 2);
}

// The first one on the SM brings the launch's constants.
std::int64_t Sm::constants_at(std::int64_t now) {
  if (constants_ready_ == 0) constants_ready_ = now + machine_.constant_cold_cycles;
  return constants_ready_;
}

// A fence waits for the warp's stores to be there, where there are any.
std::int64_t Sm::fenced_at(const Warp& warp, std::int64_t now) const {
  const std::int64_t stored =
      warp.stored > warp.fenced ? warp.stored + machine_.fence_store_cycles : now;
  return std::max(now, stored) + machine_.fence_cycles;
}

bool Sm::stores(const Event& event) const {
  if (event.requests == 0) return false;
  const Request& request = trace_.requests[event.request];
  return request.space != Request::Space::Shared && request.what != Request::What::Load;
}

// When the warp's next instruction can issue, as far as the warp itself decides it; `lanes`
// executed the last one.
void Sm::wait_for_next(Warp& warp, int lanes, std::int64_t now, const Instruction& done) {
  const Event& event = *warp.at;
  const Instruction& next = code_.instructions[event.pc];
  const bool in_row = next.address == done.address + 16;
  const bool branch = done.demand.kind == Kind::Branch || done.demand.kind == Kind::Call;
  if (done.demand.kind == Kind::Call && in_row)
    warp.wait(now + lanes * std::int64_t{machine_.system_call_lane_cycles}, Reason::wait);
  if (branch && !in_row) warp.wait(warp.ready + machine_.branch_cycles, Reason::branch_resolving);
  if (done.demand.kind == Kind::Constant) warp.wait(constants_at(now), Reason::imc_miss);
  if (done.demand.kind == Kind::Fence) warp.wait(warp.fenced, Reason::membar);
  if (done.demand.kind == Kind::Sleep) warp.wait(now + machine_.sleep_cycles, Reason::sleeping);
  const std::uint64_t line = next.address / kCodeLineBytes;
  if (line != warp.code_line) {
    const bool follows = line == warp.code_line + 1;
    warp.code_line = line;
    warp.wait(instructions_.fetch(line, follows, warp.ready), Reason::no_instruction);
  }
  for (std::size_t b = 0; b < warp.free_at.size(); ++b)
    if ((next.control.wait_mask >> b & 1U) != 0) warp.wait(warp.free_at[b], warp.reasons[b]);
  if (next.demand.kind == Kind::CopyWait && warp.copy_groups.size() > next.left)
    warp.wait(warp.copy_groups[warp.copy_groups.size() - 1 - next.left], Reason::long_scoreboard);
}

void Sm::arrive(Warp& warp, const Event& event, std::int64_t now) {
  if (event.barrier >= warp.block->completions.size()) return;
  Block::Completion& completion = warp.block->completions[event.barrier];
  const double arrived = barriers_.turn(static_cast<double>(now), machine_.barrier_warp_cycles);
  ++completion.arrived;
  const bool waits = !event.arrives_only;
  if (waits) completion.waiting.push_back(&warp);
  if (completion.arrived >= warp.block->trace->arrivals[event.barrier]) {
    release(completion, static_cast<std::int64_t>(arrived + machine_.barrier_warp_cycles +
                                                  machine_.barrier_cycles));
  } else if (waits) {
    warp.at_barrier = warp.ready;
    warp.ready = kNever;
  }
}

void Sm::release(Block::Completion& completion, std::int64_t time) {
  for (Warp* warp : completion.waiting) {
    if (warp->ready != kNever) {  // the last one: it has not been accounted for yet
      warp->wait(time, Reason::barrier);
      continue;
    }
    go_on(*warp, time, Reason::barrier);
  }
  completion.waiting.clear();
  released_ = true;
}

void Sm::go_on(Warp& warp, std::int64_t time, Reason reason) {
  const std::int64_t until = std::max(time, warp.at_barrier);
  warp.ready = warp.at_barrier;
  warp.cycles[reason] += until - warp.ready;
  warp.wait(until, reason);
  sub_cores_[warp.sub_core].update(warp);
}

void Sm::wait_for_store(Warp& warp) {
  const Event& event = *warp.at;
  if (!code_.instructions[event.pc].polls || event.requests == 0) return;
  if (!handovers_.waits(event.request, {this, &warp})) return;
  warp.at_barrier = warp.ready;
  warp.ready = kNever;
}

void Sm::resume(Warp& warp, std::int64_t time) {
  const std::int64_t waited = std::max<std::int64_t>(0, time - warp.at_barrier);
  const std::int64_t looks = (waited + machine_.poll_cycles - 1) / machine_.poll_cycles;
  go_on(warp, warp.at_barrier + looks * machine_.poll_cycles, Reason::long_scoreboard);
  next_ = kNever;
  for (SubCore& s : sub_cores_) {
    s.find_next();
    next_ = std::min(next_, s.next());
  }
}

void Sm::leave(Warp& warp, std::int64_t now) {
  const std::int64_t resolved = now + 1 + machine_.exit_cycles;
  std::int64_t drained = resolved;
  if (warp.stored > 0) drained = std::max(drained, warp.stored) + machine_.drain_cycles;
  warp.cycles[Reason::branch_resolving] += resolved - (now + 1);
  warp.cycles[Reason::drain] += drained - resolved;
  behind_the_end_ += drained - (now + 1);
  if (history_ != nullptr) {
    const std::uint32_t pc = (warp.end - 1)->pc;
    const auto issued = static_cast<std::uint32_t>(warp.end - warp.first);
    history_->note(warp.history, now + 1, resolved, pc, issued, Reason::branch_resolving);
    history_->note(warp.history, resolved, drained, pc, issued, Reason::drain);
  }
  resident_cycles_ += drained - warp.begin;
  warp_cycles_ += warp.cycles;
  Block& block = *warp.block;
  block.end = std::max(block.end, drained);
  if (--block.live == 0) {
    ended_.push_back({block.trace, block.begin, block.end});
    std::erase_if(blocks_, [&](const auto& b) { return b.get() == &block; });
  }
  spare_.push_back(sub_cores_[warp.sub_core].remove(warp, now));
}

std::vector<Sm::Ended> Sm::take_ended() {
  spare_.clear();
  return std::exchange(ended_, {});
}

void Sm::finish(std::int64_t time) {
  for (SubCore& s : sub_cores_) s.finish(time);
}

}  // namespace lanescope::timing
