#include "sim/timing/recorder.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "sim/events/count_access.hpp"
#include "sim/events/memory_units.hpp"

namespace lanescope::timing {
namespace {

using events::kLineBytes, events::kSectorBytes, events::kSectorsOfLine, events::kWordBytes;

Request::What what_of(events::Access access) {
  switch (access) {
    case events::Access::Load:
      return Request::What::Load;
    case events::Access::Store:
      return Request::What::Store;
    case events::Access::Atomic:
      break;
  }
  return Request::What::Atomic;
}

// Adds the sectors of [begin, begin + bytes) to the parts from `first` on. Lanes mostly go on where
// the one before them was, so the search begins at the end.
void touch(std::vector<LinePart>& lines, std::size_t first, std::uint64_t begin,
           std::uint64_t bytes) {
  for (std::uint64_t sector = begin / kSectorBytes; sector <= (begin + bytes - 1) / kSectorBytes;
       ++sector) {
    const std::uint64_t line = sector / kSectorsOfLine;
    const auto bit = static_cast<std::uint8_t>(1U << (sector % kSectorsOfLine));
    std::size_t i = lines.size();
    while (i > first && lines[i - 1].line != line) --i;
    if (i > first)
      lines[i - 1].sectors |= bit;
    else
      lines.push_back({line, bit});
  }
}

// Most lanes on one word: they take it one after another.
std::uint16_t most_on_a_word(const events::MemoryAccess& access) {
  std::array<std::uint64_t, kMaxWarpSize> words{};
  std::size_t count = 0;
  for (LaneMask left = access.lanes; left != 0; left &= left - 1)
    words[count++] = access.addresses[std::countr_zero(left)] / access.bytes;
  std::sort(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(count));
  std::size_t most = 0, run = 0;
  for (std::size_t i = 0; i < count; ++i) {
    run = i > 0 && words[i] == words[i - 1] ? run + 1 : 1;
    most = std::max(most, run);
  }
  return static_cast<std::uint16_t>(most);
}

}  // namespace

Recorder::Recorder(std::uint32_t launch, const Code& code, Sample sample)
    : launch_(launch),
      code_(code),
      sample_(sample),
      polls_(std::ranges::any_of(code.instructions, &Instruction::polls)) {}

void Recorder::on(const events::LaunchBegin& begin) {
  listening_ = begin.launch == launch_;
  const std::uint64_t threads = begin.block.count();
  const auto warp = static_cast<std::uint64_t>(begin.warp_size);
  if (listening_) warps_ = static_cast<std::uint32_t>((threads + warp - 1) / warp);
}

void Recorder::on(const events::LaunchEnd& end) {
  if (end.launch == launch_) listening_ = false;
}

bool Recorder::wants(std::uint32_t launch, BlockIndex block) const {
  return launch == launch_ && sample_.holds(block.value);
}

void Recorder::on(const events::BlockBegin& begin) {
  if (!listening_ || !sample_.holds(begin.block.value)) return;
  OpenBlock& block = open_[begin.block.value];
  block.trace.block = begin.block;
  block.trace.warps.resize(warps_);
  block_ = nullptr;
  event_ = nullptr;
}

void Recorder::on(const events::BlockEnd& end) {
  const auto found = open_.find(end.block.value);
  if (found == open_.end()) return;
  close(found->second);
  open_.erase(found);
  block_ = nullptr;
  event_ = nullptr;
}

void Recorder::close(OpenBlock& block) {
  // Arrivals that nothing released: whoever is there goes on.
  for (const Arrival& a : block.arrivals)
    block.trace.warps[a.warp].events[a.event].arrives_only = true;
  trace_.blocks.push_back(std::move(block.trace));
}

void Recorder::on(const events::Step& step) {
  if (!listening_) return;
  if (block_ == nullptr || block_->trace.block != step.block) {
    const auto found = open_.find(step.block.value);
    block_ = found == open_.end() ? nullptr : &found->second;
    event_ = nullptr;
  }
  if (block_ == nullptr) return;
  std::vector<Event>& events = block_->trace.warps[step.warp.value].events;
  Event& event = events.emplace_back();
  event_ = &event;
  event.pc = step.pc.value;
  event.lanes = static_cast<std::uint8_t>(std::popcount(step.executed));
  const Demand& demand = code_.instructions[step.pc.value].demand;
  if (demand.kind == Kind::Barrier && step.executed != 0)
    block_->arrivals.push_back(
        {step.warp.value, static_cast<std::uint32_t>(events.size() - 1), 0, false});
}

void Recorder::on(const events::Wait& wait) {
  if (!listening_ || wait.reason != events::WaitReason::Barrier) return;
  const auto found = open_.find(wait.block.value);
  if (found == open_.end()) return;
  std::vector<Arrival>& arrivals = found->second.arrivals;
  const auto last = std::find_if(arrivals.rbegin(), arrivals.rend(),
                                 [&](const Arrival& a) { return a.warp == wait.warp.value; });
  if (last == arrivals.rend()) return;
  last->barrier = wait.barrier;
  last->known = true;
}

void Recorder::on(const events::BarrierRelease& release) {
  const auto found = open_.find(release.block.value);
  if (!listening_ || found == open_.end()) return;
  BlockTrace& block = found->second.trace;
  std::vector<Arrival>& arrivals = found->second.arrivals;
  const auto completion = static_cast<std::uint16_t>(block.arrivals.size());
  std::vector<Arrival> others;
  std::vector<Event*> last(block.warps.size(), nullptr);
  std::uint16_t count = 0;
  for (const Arrival& a : arrivals) {
    if (a.known && a.barrier != release.barrier) {
      others.push_back(a);
      continue;
    }
    Event& event = block.warps[a.warp].events[a.event];
    event.barrier = completion;
    // Groups of a warp arrive apart, and the warp waits but once.
    if (last[a.warp] != nullptr) last[a.warp]->arrives_only = true;
    last[a.warp] = &event;
    ++count;
  }
  block.arrivals.push_back(count);
  arrivals = std::move(others);
}

void Recorder::on(const events::MemoryAccess& access) {
  if (event_ == nullptr || access.lanes == 0) return;
  const Request request = request_of(access);
  if (event_->requests == 0) event_->request = static_cast<std::uint32_t>(trace_.requests.size());
  ++event_->requests;
  trace_.requests.push_back(request);
  const Instruction& by = code_.instructions[event_->pc];
  if (polls_ && by.strong && access.space == events::Space::Global) hand_over(access, by);
}

void Recorder::hand_over(const events::MemoryAccess& access, const Instruction& by) {
  const auto request = static_cast<std::uint32_t>(trace_.requests.size() - 1);
  const BlockIndex block = block_->trace.block;
  for (LaneMask left = access.lanes; left != 0; left &= left - 1) {
    const std::uint64_t word = access.addresses[std::countr_zero(left)] / kWordBytes;
    if (access.access == events::Access::Atomic) stored_[word] = {request, block};
    if (access.access == events::Access::Store) stored_.try_emplace(word, Stored{request, block});
    if (access.access != events::Access::Load || !by.polls) continue;
    const auto found = stored_.find(word);
    if (found != stored_.end() && found->second.block != block)
      trace_.handovers.push_back({request, found->second.request});
  }
}

Request Recorder::request_of(const events::MemoryAccess& access) {
  Request request;
  request.what = what_of(access.access);
  request.lanes = static_cast<std::uint8_t>(std::popcount(access.lanes));
  request.bytes = access.bytes;
  request.past_l1 = access.fetchers != 0 || code_.instructions[event_->pc].strong;
  if (access.space == events::Space::Shared) {
    request.space = Request::Space::Shared;
    request.wavefronts = static_cast<std::uint16_t>(events::banks_of(access).wavefronts);
  } else if (access.space == events::Space::Constant) {
    request.space = Request::Space::Constant;
    request.wavefronts = static_cast<std::uint16_t>(
        events::count_constant(access.addresses, access.lanes, access.bytes).distinct_words);
  } else {
    request.space =
        access.space == events::Space::Local ? Request::Space::Local : Request::Space::Global;
    add_lines(access, request);
  }
  return request;
}

void Recorder::add_lines(const events::MemoryAccess& access, Request& request) {
  const std::size_t first = trace_.lines.size();
  const bool local = access.space == events::Space::Local;
  for (LaneMask left = access.lanes; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const std::uint64_t at = access.addresses[lane];
    if (!local) {
      touch(trace_.lines, first, at, access.bytes);
      continue;
    }
    for (std::uint64_t b = 0; b < access.bytes; b += kWordBytes)
      touch(trace_.lines, first,
            events::local_sector_address(at + b, static_cast<std::uint64_t>(lane)),
            std::min<std::uint64_t>(access.bytes, kWordBytes));
  }
  request.first_line = static_cast<std::uint32_t>(first);
  request.lines = static_cast<std::uint32_t>(trace_.lines.size() - first);
  if (request.what == Request::What::Atomic) {
    request.serial = most_on_a_word(access);
    request.counted = static_cast<std::uint16_t>(events::sectors_of(access).sectors);
  }
  // L1's data lie in banks of words as shared memory's do: measured (bench/gpu/micro,
  // bandwidth.cu).
  request.wavefronts =
      local ? static_cast<std::uint16_t>((access.bytes + kWordBytes - 1) / kWordBytes)
            : static_cast<std::uint16_t>(events::count_shared(access.addresses, access.lanes,
                                                              access.bytes,
                                                              events::SharedAccess::Load)
                                             .wavefronts);
}

Trace Recorder::take() {
  for (auto& [index, block] : open_) close(block);
  open_.clear();
  std::ranges::sort(trace_.blocks, {}, &BlockTrace::block);
  return std::exchange(trace_, {});
}

}  // namespace lanescope::timing
