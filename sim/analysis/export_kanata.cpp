#include <algorithm>
#include <bit>
#include <map>
#include <ostream>
#include <queue>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "sim/analysis/export.hpp"
#include "sim/analysis/export_step.hpp"

namespace lanescope::analysis {
namespace {

using events::WaitReason;

// Why lanes of a warp stood still after an instruction; shown on the viewer's second lane, which is
// for stalls.
struct Stall {
  std::uint64_t until = 0;  // tick
  WaitReason reason = WaitReason::Barrier;
};

const char* stage_of(WaitReason reason) {
  switch (reason) {
    case WaitReason::Barrier:
      return "wB";
    case WaitReason::WarpSync:
      return "wS";
    case WaitReason::Join:
      return "wJ";
    case WaitReason::Exited:
      return "";
  }
  return "";
}

const char* words_of(WaitReason reason) {
  switch (reason) {
    case WaitReason::Barrier:
      return "at a barrier";
    case WaitReason::WarpSync:
      return "for the lanes of its mask";
    case WaitReason::Join:
      return "for its warp's other lanes";
    case WaitReason::Exited:
      return "";
  }
  return "";
}

// Tabs part the columns and line ends the commands.
std::string one_column(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  }
  return text;
}

class KanataWriter {
 public:
  KanataWriter(const engine::Plan& plan, const trace::Trace& trace, std::ostream& out)
      : trace_(trace),
        words_(plan, trace),
        warp_size_(static_cast<std::uint64_t>(plan.options.warp_size)),
        out_(out) {
    find_stalls();
  }

  void write() {
    out_ << "Kanata\t0004\nC=\t0\n";
    for (Tick t; t.value < trace_.tick_count(); ++t.value) {
      finish_until(t.value);
      begin(t);
      out_ << "C\t1\n";
    }
    finish_until(trace_.tick_count());
  }

 private:
  struct Warp {
    std::uint64_t number = 0;  // Kanata's thread
    bool woken = false;        // by the instruction `waker`
    std::uint64_t waker = 0, woken_at = 0;
  };
  using WarpName = std::tuple<std::uint32_t, BlockIndex, WarpIndex>;
  enum class What : std::uint8_t { EndStage, Retire };
  struct Due {
    std::uint64_t tick = 0, id = 0;
    What what = What::Retire;
    friend bool operator>(const Due& a, const Due& b) {
      return std::tie(a.tick, a.id, a.what) > std::tie(b.tick, b.id, b.what);
    }
  };

  // A wait belongs to the instruction that its warp executed last.
  void find_stalls() {
    for (std::uint32_t launch = 0; launch < trace_.launches().size(); ++launch) {
      const std::uint64_t threads = trace_.launches()[launch].block.count();
      const std::uint64_t warps = (threads + warp_size_ - 1) / warp_size_;
      for (const BlockIndex block : trace_.blocks(launch)) {
        for (std::uint32_t w = 0; w < warps; ++w) {
          warps_.try_emplace({launch, block, WarpIndex{w}}, Warp{warps_.size(), false, 0, 0});
          const auto steps = trace_.steps_of(launch, block, WarpIndex{w});
          for (const trace::WaitRecord& wait : trace_.waits_of(launch, block, WarpIndex{w}))
            add_stall(steps, wait);
        }
      }
    }
  }

  void add_stall(std::span<const Tick> steps, const trace::WaitRecord& wait) {
    if (wait.reason == WaitReason::Exited || wait.to.value <= wait.from.value) return;
    const auto after = std::lower_bound(steps.begin(), steps.end(), wait.from);
    if (after == steps.begin()) return;
    Stall& stall = stalls_[std::prev(after)->value];
    if (stall.until < wait.to.value) stall = {wait.to.value, wait.reason};
  }

  void begin(Tick t) {
    const trace::Step step = trace_.step(t);
    const std::uint64_t id = t.value;
    Warp& warp = warps_[{step.launch, step.block, step.warp}];
    out_ << fmt::format("I\t{}\t{}\t{}\n", id, step.machine_step.value, warp.number);
    label(step);
    out_ << fmt::format("S\t{}\t0\t{}\n", id, stage(step));
    if (warp.woken && warp.woken_at <= t.value) {
      out_ << fmt::format("W\t{}\t{}\t0\n", id, warp.waker);
      warp.woken = false;
    }
    const auto stall = stalls_.find(t.value);
    if (stall == stalls_.end()) {
      due_.push({t.value + 1, id, What::Retire});
      return;
    }
    out_ << fmt::format("L\t{}\t1\twaits {} ticks {}\\n\n", id, stall->second.until - t.value - 1,
                        words_of(stall->second.reason));
    due_.push({t.value + 1, id, What::EndStage});
    due_.push({stall->second.until, id, What::Retire});
    wake(step, stall->second, warp);
  }

  // Who arrives last at a barrier wakes the others: an arrow to their next instruction.
  void wake(const trace::Step& step, const Stall& stall, Warp& warp) const {
    if (stall.reason != WaitReason::Barrier || stall.until > trace_.tick_count()) return;
    const trace::Step last = trace_.step(Tick{stall.until - 1});
    if (last.launch != step.launch || last.block != step.block) return;
    warp.woken = true;
    warp.waker = stall.until - 1;
    warp.woken_at = stall.until;
  }

  void label(const trace::Step& step) {
    const std::uint64_t id = step.tick.value;
    const Dim3 block = words_.block(step);
    out_ << fmt::format("L\t{}\t0\tb({},{},{}) w{} {}: {}\n", id, block.x, block.y, block.z,
                        step.warp.value, step.pc.value, one_column(words_.instruction(step)));
    std::string detail = fmt::format("{}, launch {}", words_.kernel(step.launch), step.launch);
    if (words_.line(step) != 0)
      detail += fmt::format(", {}:{}", words_.file(step), words_.line(step));
    detail += fmt::format("\\n{} active lanes (0x{:x}), {} executed\\n", std::popcount(step.active),
                          step.active, std::popcount(step.executed));
    detail += request(step.tick);
    if (const auto branch = trace_.branch(step.tick); branch && branch->divergent) {
      detail += fmt::format("divergent: {} lanes branch, {} do not\\n",
                            std::popcount(branch->taken), std::popcount(branch->not_taken));
    }
    out_ << fmt::format("L\t{}\t1\t{}\n", id, one_column(detail));
  }

  [[nodiscard]] std::string request(Tick tick) const {
    const StepRequests r = requests_of(trace_, tick);
    if (r.spaces.empty()) return {};
    std::string text = fmt::format("{} {}, {} bytes a lane", r.spaces, r.access, r.bytes);
    if (r.sectors > 0) text += fmt::format(", {} sectors (ideal {})", r.sectors, r.ideal_sectors);
    if (r.wavefronts > 0) {
      text += fmt::format(", {} wavefronts, {} bank conflicts", r.wavefronts, r.bank_conflicts);
    }
    if (r.distinct_words > 0) text += fmt::format(", {} distinct words", r.distinct_words);
    return text + "\\n";
  }

  // Konata takes a stage with an X in its name for the one in which an instruction executes, and
  // draws its arrows from there.
  [[nodiscard]] const char* stage(const trace::Step& step) const {
    if (words_.is_barrier(step)) return "Xbar";
    if (!trace_.has_accesses(step.tick)) return trace_.branch(step.tick) ? "Xbr" : "X";
    switch (trace_.accesses(step.tick).front().kind) {
      case events::Access::Load:
        return "Xld";
      case events::Access::Store:
        return "Xst";
      case events::Access::Atomic:
        break;
    }
    return "Xat";
  }

  void finish_until(std::uint64_t tick) {
    while (!due_.empty() && due_.top().tick <= tick) {
      const Due due = due_.top();
      due_.pop();
      const auto stall = stalls_.find(due.id);
      const char* name = stage(trace_.step(Tick{due.id}));
      if (stall == stalls_.end()) {
        out_ << fmt::format("E\t{}\t0\t{}\n", due.id, name);
      } else if (due.what == What::EndStage) {
        out_ << fmt::format("E\t{}\t0\t{}\nS\t{}\t1\t{}\n", due.id, name, due.id,
                            stage_of(stall->second.reason));
      } else {
        out_ << fmt::format("E\t{}\t1\t{}\n", due.id, stage_of(stall->second.reason));
      }
      if (due.what == What::Retire) out_ << fmt::format("R\t{}\t{}\t0\n", due.id, retired_++);
    }
  }

  const trace::Trace& trace_;
  StepWords words_;
  std::uint64_t warp_size_;
  std::ostream& out_;
  std::map<WarpName, Warp> warps_;
  std::map<std::uint64_t, Stall> stalls_;  // by tick of the instruction
  std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;
  std::uint64_t retired_ = 0;
};

}  // namespace

void write_kanata(const engine::Plan& plan, const trace::Trace& trace, std::ostream& out) {
  KanataWriter(plan, trace, out).write();
}

}  // namespace lanescope::analysis
