#include "sim/machine/cores/side_by_side.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <system_error>
#include <thread>

#include "sim/machine/definedness/definedness.hpp"
#include "sim/machine/races.hpp"

namespace lanescope::machine {
namespace {

// Warp instructions: after which it is known what a block takes, and of one worker in a slice.
constexpr std::uint64_t kLook = 4'000, kLeastSlice = 20'000, kMostSlice = 300'000;
// What copying a page costs, measured on a kernel that adds vectors; less beside the search for
// races.
constexpr double kPageSteps = 280, kPageStepsStrict = 90;
constexpr unsigned kMostThrownAway = 4;

// What a detector may keep of a page at most: all sixteen planes, of single bytes, 16 bytes each.
constexpr std::uint64_t kShadowOfPage = std::uint64_t{16} * 16 * (kPageBytes + 16);

// Runs of set bits, as words from first on.
template <typename F>
void for_written(const Footprint::Page& page, F&& f) {
  for (std::size_t i = 0; i < page.written.size(); ++i) {
    for (std::uint64_t rest = page.written[i]; rest != 0;) {
      const int first = std::countr_zero(rest);
      const int count = std::countr_one(rest >> static_cast<unsigned>(first));
      f(i * 64 + static_cast<unsigned>(first), static_cast<unsigned>(count));
      const int end = first + count;
      rest = end == 64 ? 0 : rest & (~std::uint64_t{0} << static_cast<unsigned>(end));
    }
  }
}

unsigned count_of(const engine::Cores& cores) {
  constexpr unsigned kMost = 16;  // each has a copy of the memory that it touches
  return cores.count != 0 ? cores.count
                          : std::clamp(std::thread::hardware_concurrency(), 1U, kMost);
}

void run_all(const std::vector<Worker*>& workers, std::uint64_t first, std::uint64_t each,
             std::uint64_t blocks, std::uint64_t budget) {
  const auto run = [=](Worker* worker, std::uint64_t index) {
    const std::uint64_t begin = first + index * each;
    worker->run(begin, std::min(each, blocks - begin), budget);
  };
  std::vector<std::thread> helpers;
  for (std::size_t i = 1; i < workers.size(); ++i) {
    try {
      helpers.emplace_back(run, workers[i], i);
    } catch (const std::system_error&) {  // no more threads are to be had
      run(workers[i], i);
    }
  }
  run(workers[0], 0);
  for (std::thread& helper : helpers) helper.join();
}

}  // namespace

bool SideBySide::may_help(const Machine& machine) {
  return count_of(machine.options.cores) > 1 && machine.options.recording != Recording::Full &&
         machine.blocks > 1 && machine.cluster_size == 1;
}

SideBySide::SideBySide(Machine& machine)
    : machine_(machine),
      cores_(count_of(machine.options.cores)),
      least_(machine.options.cores.least),
      strict_(machine.races != nullptr),
      hazards_(machine.hazards.size()),
      touched_(machine.memory.page_count()) {
  machine_.footprint = &touched_;
}

SideBySide::~SideBySide() {
  if (machine_.footprint == &touched_) machine_.footprint = nullptr;
}

bool SideBySide::advance() {
  if (mode_ == Mode::Watching && seen_enough()) {
    if (is_worthwhile())
      begin();
    else
      stay_in_order();
  }
  if (mode_ != Mode::Slices) return false;
  run_slice();
  return true;
}

bool SideBySide::seen_enough() const {
  if (machine_.next_block == 0) return false;
  const std::uint64_t steps = machine_.step - machine_.launch_first_step;
  return touched_.needs_order() || steps >= std::min(kLook, least_) ||
         8 * machine_.next_block >= machine_.blocks;
}

bool SideBySide::is_worthwhile() const {
  if (touched_.needs_order() || left() < 2) return false;
  const auto steps = static_cast<double>(machine_.step - machine_.launch_first_step);
  const double expected =
      steps / static_cast<double>(machine_.next_block) * static_cast<double>(left());
  const std::uint64_t may_run = machine_.spec->max_steps - machine_.step;
  if (expected < static_cast<double>(least_) || expected > 0.8 * static_cast<double>(may_run))
    return false;
  if (least_ != 0 && !copies_pay(steps, expected)) return false;
  return !strict_ || (machine_.hazards.size() == hazards_ && races_fit());
}

// Each worker copies the pages that it touches.
bool SideBySide::copies_pay(double steps, double expected) const {
  const double of_a_page = strict_ ? kPageStepsStrict : kPageSteps;
  const double touches = static_cast<double>(touched_.pages().size()) / steps * expected;
  const double most = static_cast<double>(machine_.memory.used_pages()) * cores_;
  return 2 * std::min(touches, most) * of_a_page <= expected;
}

// What races are looked for with never runs out of memory in this launch, in whatever order, and
// its times never begin again.
bool SideBySide::races_fit() const {
  const std::uint64_t used = machine_.memory.placed_bytes() + kHeapBytes;
  const std::uint64_t room = machine_.spec->max_memory - std::min(machine_.spec->max_memory, used);
  return machine_.memory.used_pages() * kShadowOfPage <= room &&
         machine_.spec->max_steps < 0xfffffff0;
}

void SideBySide::begin() {
  mode_ = Mode::Slices;
  machine_.footprint = nullptr;
  steps_of_block_ = static_cast<double>(machine_.step - machine_.launch_first_step) /
                    static_cast<double>(machine_.next_block);
  before_ = {machine_.step, machine_.next_block, *machine_.current_counts};
  if (strict_) kept_.resize(machine_.memory.page_count());
  for (unsigned i = 0; i < cores_ && i < left(); ++i)
    workers_.push_back(std::make_unique<Worker>(machine_));
}

std::uint64_t SideBySide::blocks_of_worker() const {
  const double share = steps_of_block_ * static_cast<double>(left()) / (4.0 * cores_);
  const auto least = static_cast<double>(std::min(kLeastSlice, least_));
  const double steps = std::clamp<double>(share, least, kMostSlice);
  const auto blocks = static_cast<std::uint64_t>(steps / std::max(1.0, steps_of_block_));
  return std::clamp<std::uint64_t>(blocks, 1, (left() + cores_ - 1) / cores_);
}

// Who has read the wrong memory may run on for ever.
std::uint64_t SideBySide::budget(std::uint64_t blocks) const {
  const double usual = 16 * steps_of_block_ * static_cast<double>(blocks) + 4.0 * kMostSlice;
  return std::min(machine_.spec->max_steps - machine_.step, static_cast<std::uint64_t>(usual));
}

void SideBySide::run_slice() {
  const std::uint64_t each = blocks_of_worker(), first = machine_.next_block;
  std::vector<Worker*> busy;
  for (const auto& worker : workers_)
    if (busy.size() * each < left()) busy.push_back(worker.get());
  const std::uint64_t begin = machine_.step;
  run_all(busy, first, each, machine_.blocks, budget(each));
  if (!strict_) touched_.clear();
  for (Worker* worker : busy)
    if (!take_over(*worker)) break;
  if (machine_.next_block > first)
    steps_of_block_ = static_cast<double>(machine_.step - begin) /
                      static_cast<double>(machine_.next_block - first);
  for (const Worker* wrote : busy)
    for (const Footprint::Page& page : wrote->footprint().pages())
      if (page.is_written)
        for (const auto& worker : workers_) worker->forget(page.number);
  for (Worker* worker : busy) static_cast<void>(worker->take_counts());
}

bool SideBySide::take_over(Worker& worker) {
  if (!worker.succeeded() || worker.steps() >= machine_.spec->max_steps - machine_.step) {
    stay_in_order();
    return false;
  }
  const Footprint& theirs = worker.footprint();
  if (strict_ ? theirs.meets(touched_) : theirs.reads_of(touched_)) {
    if (strict_ || ++thrown_away_ == kMostThrownAway) stay_in_order();
    return false;
  }
  take_memory(worker);
  *machine_.current_counts += worker.take_counts();
  machine_.step += worker.steps();
  machine_.next_block += worker.count();
  machine_.blocks_side_by_side += worker.count();
  touched_.add(theirs);
  return true;
}

void SideBySide::take_memory(const Worker& worker) {
  for (const Footprint::Page& page : worker.footprint().pages()) {
    if (!page.is_written) continue;
    if (strict_) keep(page.number);
    const std::uint64_t begin = engine::kGlobalBase + page.number * kPageBytes;
    for_written(page, [&](std::uint64_t word, std::uint64_t count) {
      const std::uint64_t at = word * Footprint::kWordBytes, bytes = count * Footprint::kWordBytes;
      std::memcpy(machine_.memory.host(begin + at), worker.machine().memory.host(begin + at),
                  bytes);
      copy_definedness(worker.machine(), machine_, page.number * kPageBytes + at, bytes);
    });
    machine_.memory.mark_written(begin, kPageBytes);
  }
}

void SideBySide::keep(std::uint64_t page) {
  if (kept_[page] != 0) return;
  kept_[page] = 1;
  const std::byte* bytes = machine_.memory.host(engine::kGlobalBase + page * kPageBytes);
  OldPage& old = old_pages_.emplace_back();
  old.number = page;
  old.bytes.assign(bytes, bytes + kPageBytes);
  if (const std::uint8_t* bits = machine_.definedness->global(page * kPageBytes))
    old.undefined.assign(bits, bits + kPageBytes);
}

bool SideBySide::stay_in_order() {
  const bool again = mode_ == Mode::Slices && strict_;
  if (again) take_back();
  mode_ = Mode::InOrder;
  machine_.footprint = nullptr;
  return again;
}

void SideBySide::take_back() {
  for (const OldPage& old : old_pages_) {
    std::memcpy(machine_.memory.host(engine::kGlobalBase + old.number * kPageBytes),
                old.bytes.data(), kPageBytes);
    machine_.definedness->set_global(old.number * kPageBytes, kPageBytes, false);
    if (old.undefined.empty()) continue;
    std::memcpy(machine_.definedness->make_global(old.number * kPageBytes), old.undefined.data(),
                kPageBytes);
  }
  old_pages_.clear();
  machine_.step = before_.step;
  machine_.blocks_side_by_side -= machine_.next_block - before_.next_block;
  machine_.next_block = before_.next_block;
  *machine_.current_counts = std::move(before_.counts);
}

// The cells in which accesses are told apart stay as small as the launch has made them.
void SideBySide::finish() {
  if (mode_ != Mode::Slices || !strict_) return;
  for (const Footprint::Page& page : touched_.pages())
    order_cells(machine_, engine::kGlobalBase + page.number * kPageBytes, page.finest);
}

}  // namespace lanescope::machine
