#include "sim/hazards/detector.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "sim/hazards/check.hpp"

namespace lanescope::hazards {
namespace {

constexpr std::uint64_t kPageBytes = 4096;
constexpr LaneMask kWarp32 = 0xffffffff;

bool gapless(LaneMask lanes) {
  const LaneMask run = lanes >> static_cast<unsigned>(std::countr_zero(lanes));
  return (run & (run + 1)) == 0;
}

// Lanes 0 … n - 1 do what lanes n … 2n - 1 (and so on) do: rows of a small tile. 0: no such n.
std::uint32_t twin_distance(const Request& request) {
  if (request.lanes != kWarp32 || request.what != What::Load || request.order.strong) return 0;
  for (const std::uint32_t n : {16U, 8U}) {
    const std::uint64_t* at = request.addresses;
    if (at[0] == at[n] && at[0] != at[1] &&
        std::memcmp(at, at + n, (32 - n) * sizeof(std::uint64_t)) == 0)
      return n;
  }
  return 0;
}

// Lanes whose atomics meet at one place make one run of two of them, as far as there are such
// places among the first. Returns the other lanes.
template <typename F>
LaneMask for_meetings(const Request& request, F&& f) {
  constexpr int kAlone = 4;  // places of one lane before the rest is taken to have no others
  const std::uint64_t* at = request.addresses;
  LaneMask rest = request.lanes, others = 0;
  for (int alone = 0; rest != 0 && alone < kAlone;) {
    const auto first = static_cast<std::uint32_t>(std::countr_zero(rest));
    LaneMask same = 0;
    for (LaneMask left = rest; left != 0; left &= left - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(left));
      same |= LaneMask{at[lane] == at[first]} << lane;
    }
    rest &= ~same;
    if (const LaneMask more = same & (same - 1); more != 0) {
      f(Check::Run{at[first], first, 1, true,
                   static_cast<std::uint32_t>(std::countr_zero(more)) - first});
    } else {
      others |= same;
      ++alone;
    }
  }
  return others | rest;
}

// The runs that a request falls into: lanes at neighbouring places, or at one.
template <typename F>
void for_runs(const Request& request, bool twins, F&& f) {
  const std::uint64_t* at = request.addresses;
  LaneMask rest = request.lanes;
  const std::uint32_t twin = twins && !request.consecutive ? twin_distance(request) : 0;
  if (twin != 0) rest = full_mask(static_cast<int>(twin));
  if (twins && request.what == What::Atomic) rest = for_meetings(request, f);
  const bool known = request.consecutive && gapless(rest);
  while (rest != 0) {
    const auto first = static_cast<std::uint32_t>(std::countr_zero(rest));
    Check::Run run{at[first], first, 1, true, twin};
    const auto follows = [&](std::uint32_t lane, std::uint64_t step) {
      return lane < kMaxWarpSize && (rest >> lane & 1U) != 0 && at[lane] - at[lane - 1] == step;
    };
    std::uint32_t end = first + 1;
    if (known) {
      end = first + static_cast<std::uint32_t>(std::popcount(rest));
    } else {
      run.spread = !follows(end, 0);
      while (follows(end, run.spread ? request.bytes : 0)) ++end;
    }
    run.count = end - first;
    rest = end >= kMaxWarpSize ? 0 : rest & ~full_mask(static_cast<int>(end));
    f(run);
  }
}

}  // namespace

Detector::Detector(std::uint64_t global_base, std::uint64_t budget)
    : global_base_(global_base), budget_{budget, false} {}

Time Detector::time_at(std::uint64_t step) {
  constexpr std::uint64_t kMost = 0xfffffff0;
  if (step > first_step_ && step - first_step_ > kMost) begin_again(step);
  if (step < first_step_) return 1;  // of before a new beginning
  return static_cast<Time>(step - first_step_ + 1);
}

// Times would no longer fit: what was before is taken to be ordered.
void Detector::begin_again(std::uint64_t step) {
  first_step_ = step;
  launch_begin_ = 0;
  global_.clear();
  spare_.clear();
  releases_.clear();
  for (auto& [index, resident] : residents_) {
    resident->order = BlockOrder(index, shape_.warps, shape_.warp_size, 0);
    resident->shared = std::make_unique<Page>(shape_.shared_bytes);
    resident->visits.clear();
  }
}

void Detector::begin_launch(const Shape& shape, Time now) {
  for (const auto& page : spare_) page->drop(budget_);
  spare_.clear();
  residents_.clear();
  last_ = nullptr;
  releases_.clear();
  launch_begin_ = now - 1;
  shape_ = shape;
  shape_.shared_bytes = (shape.shared_bytes + 3) / 4 * 4;
  async_ = false;
}

void Detector::begin_block(std::uint32_t block, Time now) {
  std::unique_ptr<Page> page;
  if (spare_.empty()) {
    page = std::make_unique<Page>(shape_.shared_bytes);
  } else {
    page = std::move(spare_.back());
    spare_.pop_back();
  }
  last_ = nullptr;
  residents_[block] = std::make_unique<Resident>(
      Resident{BlockOrder(block, shape_.warps, shape_.warp_size, now - 1), std::move(page)});
}

void Detector::end_block(std::uint32_t block) {
  const auto at = residents_.find(block);
  if (at == residents_.end()) return;
  spare_.push_back(std::move(at->second->shared));
  residents_.erase(at);
  last_ = nullptr;
}

Detector::Resident& Detector::resident(std::uint32_t block) {
  if (last_ == nullptr || last_block_ != block) {
    last_ = residents_.at(block).get();
    last_block_ = block;
  }
  return *last_;
}

BlockOrder& Detector::block(std::uint32_t index) { return resident(index).order; }

Page& Detector::global_page(std::uint64_t index) {
  if (index >= global_.size()) global_.resize(std::max(index + 1, global_.size() * 2));
  std::unique_ptr<Page>& page = global_[index];
  if (page == nullptr) page = std::make_unique<Page>(kPageBytes);
  return *page;
}

void Detector::access(std::uint32_t block, const Request& request, const Found& found) {
  Resident& here = resident(block);
  const bool visits = request.owner != kOwnBlock && request.owner != block;
  Resident& owner = visits ? resident(request.owner) : here;
  if (visits) note_visit(block, request, owner);
  async_ = async_ || request.async;
  const Time floor = request.shared ? owner.order.begin() : launch_begin_;
  // A barrier of the block orders nothing that other blocks do in its memory.
  const Time ordered = request.shared && !shape_.clustered ? here.order.barrier() : floor;
  Check check({here.order, request, releases_, budget_, found, floor, ordered, async_,
               owner.order.index()});
  const bool hands_on = here.order.has_clocks() || (request.order.strong && !releases_.empty()) ||
                        request.order.release;
  for_runs(request, !hands_on && !async_, [&](Check::Run run) {
    if (request.shared) return check.run(*owner.shared, 0, run);
    while (run.count != 0) {
      const std::uint64_t index = (run.address - global_base_) / kPageBytes;
      const std::uint64_t begin = global_base_ + index * kPageBytes;
      Check::Run part = run;
      if (run.spread) {
        const std::uint64_t fit = (begin + kPageBytes - run.address) / request.bytes;
        part.count = static_cast<std::uint32_t>(std::min<std::uint64_t>(run.count, fit));
      }
      check.run(global_page(index), begin, part);
      run.address += std::uint64_t{part.count} * request.bytes;
      run.first += part.count;
      run.count -= part.count;
    }
  });
}

void Detector::note_visit(std::uint32_t block, const Request& request, Resident& owner) {
  const auto lane = static_cast<std::uint32_t>(std::countr_zero(request.lanes));
  const std::uint64_t by = std::uint64_t{block} << 32U | request.warp;
  owner.visits[by] = {
      {request.time, who_is(request.warp, lane) | (request.async ? kAsync : 0), request.pc, block},
      request.what,
      request.addresses[lane]};
}

std::vector<Detector::Visit> Detector::unordered_visits(std::uint32_t block) {
  std::vector<Visit> open;
  const Resident& of = resident(block);
  for (const auto& [by, visit] : of.visits) {
    if (!of.order.some_follow(visit.stamp)) open.push_back(visit);
  }
  return open;
}

void Detector::refine(std::uint64_t page, std::uint32_t bytes) {
  global_page((page - global_base_) / kPageBytes).refine(bytes, budget_);
}

void Detector::forget(std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t end = address + bytes;
  for (std::uint64_t at = address; at < end;) {
    const std::uint64_t index = (at - global_base_) / kPageBytes;
    const std::uint64_t begin = global_base_ + index * kPageBytes;
    const std::uint64_t stop = std::min(end, begin + kPageBytes);
    if (index < global_.size() && global_[index] != nullptr) {
      Page& page = *global_[index];
      const auto first = static_cast<std::uint32_t>((at - begin) >> page.shift());
      const auto last = static_cast<std::uint32_t>((stop - 1 - begin) >> page.shift());
      page.forget(first, last - first + 1);
    }
    at = stop;
  }
}

}  // namespace lanescope::hazards
