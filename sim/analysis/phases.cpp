#include "sim/analysis/phases.hpp"

#include <algorithm>
#include <bit>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace lanescope::analysis {
namespace {

struct Read {
  std::uint32_t element = 0;
  Tick tick;
  friend bool operator<(const Read& a, const Read& b) {
    return std::tie(a.element, a.tick) < std::tie(b.element, b.tick);
  }
};

// What a thread read and has not written on yet.
struct Thread {
  std::vector<Read> now;     // in this interval
  std::vector<Read> before;  // in the one before, with no other load since
};

void keep_distinct(std::vector<Read>& reads) {
  std::sort(reads.begin(), reads.end());
  const auto same = [](const Read& a, const Read& b) { return a.element == b.element; };
  reads.erase(std::unique(reads.begin(), reads.end(), same), reads.end());
}

void keep_distinct(std::vector<std::uint32_t>& elements) {
  std::sort(elements.begin(), elements.end());
  elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
}

// Elements as they are touched, again and again in a long interval: no more of them than twice the
// distinct ones, and some, stay at a time.
class Touched {
 public:
  void add(std::uint32_t element) {
    elements_.push_back(element);
    if (elements_.size() < limit_) return;
    keep_distinct(elements_);
    limit_ = std::max(kLeast, 2 * elements_.size());
  }
  [[nodiscard]] std::vector<std::uint32_t> take() {
    keep_distinct(elements_);
    limit_ = kLeast;
    return std::exchange(elements_, {});
  }

 private:
  static constexpr std::size_t kLeast = 1U << 16U;
  std::vector<std::uint32_t> elements_;
  std::size_t limit_ = kLeast;
};

class Figure {
 public:
  Figure(const trace::Trace& trace, int warp_size, const ArrayRef& array, std::size_t max_arcs)
      : trace_(trace),
        warp_size_(static_cast<std::uint32_t>(warp_size)),
        array_(array),
        max_arcs_(max_arcs) {}

  // The row of one interval; empty when it leaves the array alone.
  PhaseRow row(const trace::Phase& phase) {
    PhaseRow row;
    row.phase = phase;
    for (Tick t = phase.first; t < phase.last; ++t.value) {
      if (!trace_.has_accesses(t)) continue;
      const trace::Step step = trace_.step(t);
      if (step.block != phase.block || step.launch != phase.launch) continue;
      trace_.accesses(t, room_);
      for (const trace::Access& access : room_) follow(access, step, row);
    }
    row.read = read_.take();
    row.written = written_.take();
    end_interval();
    return row;
  }
  void forget() { threads_.clear(); }

 private:
  void follow(const trace::Access& access, const trace::Step& step, PhaseRow& row) {
    for (LaneMask rest = access.lanes; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
      const std::uint32_t number = step.warp.value * warp_size_ + lane;
      Thread& thread = threads_[number];
      elements_of(access, lane);
      if (touched_.empty()) {
        if (access.kind != events::Access::Store) thread.before.clear();
      } else if (access.kind == events::Access::Load) {
        read(thread, step.tick);
      } else {
        write(thread, number, step.tick, access.kind == events::Access::Atomic, row);
      }
    }
  }

  // Elements of the array that the lane's access touches.
  void elements_of(const trace::Access& access, std::uint32_t lane) {
    touched_.clear();
    if (access.space != array_.space) return;
    const std::uint64_t begin = access.addresses[lane], end = begin + access.bytes;
    for (std::uint64_t byte = begin; byte < end;) {
      const std::uint64_t offset = byte - array_.base;
      const std::uint64_t element = offset / array_.element_bytes;
      if (byte >= array_.base && element >= array_.first && element - array_.first < array_.count) {
        touched_.push_back(static_cast<std::uint32_t>(element));
      }
      byte += array_.element_bytes - (byte >= array_.base ? offset % array_.element_bytes : 0);
    }
  }

  void read(Thread& thread, Tick tick) {
    for (std::uint32_t element : touched_) {
      thread.now.push_back({element, tick});
      read_.add(element);
    }
    // A long loop reads more than a figure can show.
    if (thread.now.size() > 4096) keep_distinct(thread.now);
  }

  void write(Thread& thread, std::uint32_t number, Tick tick, bool atomic, PhaseRow& row) {
    std::vector<Read>& sources = thread.now.empty() ? thread.before : thread.now;
    keep_distinct(sources);
    for (std::uint32_t element : touched_) {
      written_.add(element);
      if (atomic) read_.add(element);
      for (const Read& source : sources) {
        if (row.arcs.size() == max_arcs_) {
          row.truncated = true;
          break;
        }
        row.arcs.push_back({source.element, element, number, source.tick, tick});
      }
    }
    thread.now.clear();
    thread.before.clear();
  }

  void end_interval() {
    for (auto& [number, thread] : threads_) {
      thread.before = std::move(thread.now);
      thread.now.clear();
    }
  }

  const trace::Trace& trace_;
  std::uint32_t warp_size_;
  ArrayRef array_;
  std::size_t max_arcs_;
  std::unordered_map<std::uint32_t, Thread> threads_;
  std::vector<trace::Access> room_;
  std::vector<std::uint32_t> touched_;
  Touched read_, written_;  // of the interval
};

}  // namespace

PhaseFigure phase_figure(const engine::Plan& plan, const trace::Trace& trace, std::uint32_t launch,
                         BlockIndex block, const ArrayRef& array, std::size_t max_arcs,
                         std::size_t max_rows) {
  PhaseFigure figure;
  figure.array = array;
  if (array.element_bytes == 0 || array.count == 0) return figure;
  Figure builder(trace, plan.options.warp_size, array, max_arcs);
  const bool all_launches = array.space != events::Space::Shared;
  std::uint32_t current = launch;
  for (const trace::Phase& phase : trace.phases()) {
    if (phase.block != block || (!all_launches && phase.launch != launch)) continue;
    if (figure.rows.size() == max_rows) {
      ++figure.left_out;
      continue;
    }
    if (phase.launch != current) builder.forget();
    current = phase.launch;
    PhaseRow row = builder.row(phase);
    if (!row.read.empty() || !row.written.empty()) figure.rows.push_back(std::move(row));
  }
  return figure;
}

}  // namespace lanescope::analysis
