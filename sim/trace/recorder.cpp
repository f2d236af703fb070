#include "sim/trace/recorder.hpp"

#include <algorithm>
#include <unordered_map>

#include "sim/events/count_access.hpp"
#include "sim/trace/address_code.hpp"
#include "sim/trace/columns.hpp"

namespace lanescope::trace {
namespace {

constexpr std::uint32_t kNotMet = 0xffffffff;

struct WarpProgress {
  std::uint32_t index = kNotMet;  // in State::warps
  std::uint32_t masks = kNotMet;  // index of those of its last step
  std::vector<WaitRecord> open;
};
struct BlockProgress {
  bool in_phase = false;
  Tick phase_first;
  std::uint32_t phase_number = 0;
  std::vector<WarpProgress> warps;
};

// Whether lanes of the request wait for each other's data: conflicts in Shared, more sectors than
// the bytes need elsewhere.
bool is_conflict(const events::MemoryAccess& e) {
  if (e.space == events::Space::Shared) return events::banks_of(e).bank_conflicts > 0;
  const auto counted = events::sectors_of(e);
  return counted.sectors > counted.ideal_sectors;
}

}  // namespace

struct Recorder::State {
  // Blocks of a launch that the window holds: [first, last).
  struct Range {
    std::uint64_t first = 0, last = 0;
    [[nodiscard]] bool holds(BlockIndex b) const { return b.value >= first && b.value < last; }
  };

  Window window;
  std::shared_ptr<Trace::Columns> columns = std::make_shared<Trace::Columns>();
  Dictionary<Masks> masks;
  Dictionary<AccessShape> access_shapes;
  Dictionary<BranchShape> branch_shapes;
  KnownPatterns patterns;
  std::unordered_map<std::uint32_t, BlockProgress> blocks;  // of the current launch
  BlockProgress* last_block = nullptr;                      // of blocks; most events go there again
  BlockIndex last_block_index;
  Range range;  // of the current launch
  std::vector<WarpKey> warps;
  std::vector<Phase> phases;
  std::vector<Mark> marks;
  std::vector<std::vector<WaitRecord>> waits;  // closed ones, by warp
  std::size_t last_access = 0;                 // where the record of the last request begins
  bool accepted = false;                       // the last Step was recorded
  Masks step_masks;                            // its masks
  bool full = false;                           // a Step of the window came after max_ticks

  [[nodiscard]] Tick now() const { return Tick{columns->pc.size()}; }
  [[nodiscard]] std::uint32_t launch() const {
    return static_cast<std::uint32_t>(columns->launches.size()) - 1;
  }
  [[nodiscard]] Range range_of(std::uint32_t launch) const;
  BlockProgress& block(BlockIndex block);
  WarpProgress& warp(BlockProgress& progress, BlockIndex block, WarpIndex warp);
  void mark(Tick tick, MarkKind kind);
  void close(WaitRecord wait, const WarpProgress& warp);
  void close_waits(WarpProgress& warp, const auto& ends);
  void close_phase(BlockIndex block, BlockProgress& progress);
  void close_block(BlockIndex block, BlockProgress& progress);
  void close_launch(std::uint64_t machine_steps);
  void add_fault_marks();
  void order();
};

Recorder::State::Range Recorder::State::range_of(std::uint32_t launch) const {
  if (launch >= columns->launches.size()) return {};
  const std::uint64_t blocks_in_grid = columns->launches[launch].grid.count();
  const std::uint64_t wanted = std::min<std::uint64_t>(window.count, blocks_in_grid);
  const std::uint64_t first = std::min<std::uint64_t>(window.first.value, blocks_in_grid - wanted);
  return {first, first + wanted};
}

BlockProgress& Recorder::State::block(BlockIndex block) {
  if (last_block == nullptr || last_block_index != block) {
    last_block = &blocks[block.value];
    last_block_index = block;
  }
  return *last_block;
}

WarpProgress& Recorder::State::warp(BlockProgress& progress, BlockIndex block, WarpIndex warp) {
  if (warp.value >= progress.warps.size()) progress.warps.resize(warp.value + 1);
  WarpProgress& found = progress.warps[warp.value];
  if (found.index == kNotMet) {
    found.index = static_cast<std::uint32_t>(warps.size());
    warps.push_back({launch(), block, warp});
    waits.emplace_back();
  }
  return found;
}

void Recorder::State::mark(Tick tick, MarkKind kind) {
  if (!marks.empty() && marks.back().tick == tick && marks.back().kind == kind) return;
  marks.push_back({tick, kind});
}

void Recorder::State::close(WaitRecord wait, const WarpProgress& warp) {
  wait.to = now();
  waits[warp.index].push_back(wait);
}

void Recorder::State::close_waits(WarpProgress& warp, const auto& ends) {
  if (warp.open.empty()) return;
  std::erase_if(warp.open, [&](const WaitRecord& wait) {
    if (!ends(wait)) return false;
    close(wait, warp);
    return true;
  });
}

void Recorder::State::close_phase(BlockIndex block, BlockProgress& progress) {
  if (!progress.in_phase || progress.phase_first == now()) return;
  phases.push_back({launch(), block, progress.phase_number++, progress.phase_first, now()});
  progress.phase_first = now();
}

void Recorder::State::close_block(BlockIndex block, BlockProgress& progress) {
  close_phase(block, progress);
  for (WarpProgress& warp : progress.warps) {
    close_waits(warp, [](const WaitRecord&) { return true; });
  }
}

void Recorder::State::close_launch(std::uint64_t machine_steps) {
  for (auto& [block, progress] : blocks) close_block(BlockIndex{block}, progress);
  blocks.clear();
  last_block = nullptr;
  columns->launches.back().last = now();
  columns->launches.back().last_machine_step = MachineStep{machine_steps};
}

Recorder::Recorder(Window window) : state_(std::make_unique<State>()) { state_->window = window; }
Recorder::~Recorder() = default;

bool Recorder::wants(std::uint32_t launch, BlockIndex block) const {
  return state_->now().value < state_->window.max_ticks && state_->range_of(launch).holds(block);
}

void Recorder::on(const events::LaunchBegin& e) {
  State& s = *state_;
  const MachineStep step =
      s.columns->launches.empty() ? MachineStep{} : s.columns->launches.back().last_machine_step;
  s.columns->launches.push_back({e.grid, e.block, s.now(), s.now(), step, step});
  s.range = s.range_of(s.launch());
  s.accepted = false;
  if (s.launch() > 0 && !s.full) s.mark(s.now(), MarkKind::LaunchBoundary);
}

void Recorder::on(const events::LaunchEnd& e) {
  if (!state_->columns->launches.empty()) state_->close_launch(e.machine_steps);
}

void Recorder::on(const events::BlockEnd& e) {
  const auto found = state_->blocks.find(e.block.value);
  if (found == state_->blocks.end()) return;
  state_->close_block(e.block, found->second);
  state_->blocks.erase(found);
  state_->last_block = nullptr;
}

void Recorder::on(const events::Step& e) {
  State& s = *state_;
  Trace::Columns& c = *s.columns;
  s.accepted = false;
  if (!s.range.holds(e.block)) return;
  if (s.now().value >= s.window.max_ticks) {
    s.full = true;
    return;
  }
  s.accepted = true;
  BlockProgress& block = s.block(e.block);
  WarpProgress& warp = s.warp(block, e.block, e.warp);
  if (!block.in_phase) {
    block.in_phase = true;
    block.phase_first = s.now();
  }
  // Lanes that issue wait no longer, whatever for.
  s.close_waits(warp, [&](const WaitRecord& wait) { return (wait.lanes & e.active) != 0; });
  c.pc.push_back(e.pc.value);
  s.step_masks = {e.active, e.executed};
  if (warp.masks == kNotMet || !(s.masks.values()[warp.masks] == s.step_masks)) {
    warp.masks = s.masks.index_of(s.step_masks);
  }
  c.masks.push_back(warp.masks);
  c.warp.push_back(warp.index);
  c.machine_step.push_back(e.machine_step.value);
  c.has_access.push_back(false);
  c.has_branch.push_back(false);
}

void Recorder::on(const events::MemoryAccess& e) {
  State& s = *state_;
  if (!s.accepted || e.lanes == 0) return;
  Trace::Columns& c = *s.columns;
  const Tick tick{c.pc.size() - 1};
  const events::SharedAccess rule = events::shared_rule_of(e);
  const AccessShape shape{
      e.space, e.access, e.bytes, rule, e.lanes == s.step_masks.executed ? 0 : e.lanes, e.fetchers};
  if (c.has_access.at(tick.value)) {
    c.accesses[s.last_access] |= kMoreFollow;
  } else {
    c.has_access.set_last();
    c.access_at.push_back(c.accesses.size());
  }
  s.last_access = c.accesses.size();
  const std::uint32_t index = s.access_shapes.index_of(shape);
  const auto pattern = encode(index, e.addresses, e.lanes, c.accesses);
  if (e.space == events::Space::Constant) return;
  const auto conflicts = [&] { return is_conflict(e); };
  if (pattern ? s.patterns.conflicts(KnownPatterns::key_of(*pattern, index, e.lanes), conflicts)
              : conflicts())
    s.mark(tick, e.space == events::Space::Shared ? MarkKind::BankConflict : MarkKind::Uncoalesced);
}

void Recorder::on(const events::Branch& e) {
  State& s = *state_;
  if (!s.accepted) return;
  BranchShape shape{e.taken, e.not_taken, e.divergent, e.reconvergence};
  if (e.taken == s.step_masks.executed && e.not_taken == (s.step_masks.active & ~e.taken)) {
    shape.taken = shape.not_taken = 0;
  }
  s.columns->has_branch.set_last();
  s.columns->branches.push_back(s.branch_shapes.index_of(shape));
  if (e.divergent) s.mark(Tick{s.now().value - 1}, MarkKind::Divergence);
}

void Recorder::on(const events::Wait& e) {
  State& s = *state_;
  if (s.full || !s.range.holds(e.block)) return;
  WarpProgress& warp = s.warp(s.block(e.block), e.block, e.warp);
  LaneMask lanes = e.lanes;
  for (const WaitRecord& wait : warp.open) {
    if (wait.reason == e.reason && wait.barrier == e.barrier) lanes &= ~wait.lanes;
  }
  if (lanes == 0) return;  // told before
  warp.open.push_back({s.now(), s.now(), e.block, e.warp, lanes, e.reason, e.barrier});
}

void Recorder::on(const events::BarrierRelease& e) {
  State& s = *state_;
  const auto found = s.blocks.find(e.block.value);
  if (s.full || found == s.blocks.end()) return;
  for (WarpProgress& warp : found->second.warps) {
    s.close_waits(warp, [&](const WaitRecord& wait) {
      return wait.reason == events::WaitReason::Barrier && wait.barrier == e.barrier;
    });
  }
  s.close_phase(e.block, found->second);
  s.mark(s.now(), MarkKind::Barrier);
}

void Recorder::on(const events::Hazard& e) { state_->columns->hazards.push_back(e); }

void Recorder::State::add_fault_marks() {
  for (const events::Hazard& hazard : columns->hazards) {
    if (hazard.severity != events::Severity::Error) continue;
    std::uint64_t low = 0, high = now().value;
    while (low < high) {
      const std::uint64_t middle = (low + high) / 2;
      if (columns->machine_step[middle] < hazard.machine_step.value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    marks.push_back({Tick{low}, MarkKind::Fault});
  }
}

void Recorder::State::order() {
  Trace::Columns& c = *columns;
  c.warps.assign(warps);
  std::sort(marks.begin(), marks.end(), [](const Mark& a, const Mark& b) {
    return std::pair(a.tick, a.kind) < std::pair(b.tick, b.kind);
  });
  const auto same = [](const Mark& a, const Mark& b) {
    return a.tick == b.tick && a.kind == b.kind;
  };
  marks.erase(std::unique(marks.begin(), marks.end(), same), marks.end());
  c.marks.assign(marks);
  std::sort(phases.begin(), phases.end(), [](const Phase& a, const Phase& b) {
    return std::tuple(a.launch, a.block, a.number) < std::tuple(b.launch, b.block, b.number);
  });
  c.phases.assign(phases);
  std::vector<WaitRecord> all;
  for (auto& of_warp : waits) {
    std::sort(of_warp.begin(), of_warp.end(), [](const WaitRecord& a, const WaitRecord& b) {
      return std::tuple(a.from, a.to, a.lanes) < std::tuple(b.from, b.to, b.lanes);
    });
    c.waits_of_warp.push_back(all.size());
    all.insert(all.end(), of_warp.begin(), of_warp.end());
  }
  c.waits_of_warp.push_back(all.size());
  c.waits.assign(all);
}

std::shared_ptr<const Trace> Recorder::finish(
    std::vector<std::vector<events::Counters>> counters_by_pc, std::uint64_t machine_steps) {
  State& s = *state_;
  // A launch that a fault cut short has had no end.
  if (!s.blocks.empty() ||
      (!s.columns->launches.empty() && s.columns->launches.back().last != s.now())) {
    s.close_launch(machine_steps);
  }
  s.add_fault_marks();
  s.order();
  Trace::Columns& c = *s.columns;
  c.machine_steps = machine_steps;
  c.mask_values = s.masks.values();
  c.access_shapes = s.access_shapes.values();
  c.branch_shapes = s.branch_shapes.values();
  c.counters_by_pc = std::move(counters_by_pc);
  c.shrink_to_fit();
  c.seal();
  const Window window = s.window;
  std::shared_ptr<const Trace> trace(new Trace(std::move(s.columns)));
  state_ = std::make_unique<State>();
  state_->window = window;
  return trace;
}

}  // namespace lanescope::trace
