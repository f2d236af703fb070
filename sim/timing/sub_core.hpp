#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/timing/code.hpp"
#include "sim/timing/warp.hpp"

namespace lanescope::timing {

class Lsu;

// A scheduler with its warps and pipes. It issues the warp that issued last where that is able to,
// else the youngest ("greedy then youngest": Huerta et al., "Analyzing Modern NVIDIA GPU cores",
// arXiv 2503.20481).
class SubCore {
 public:
  SubCore(const Code& code, const Lsu& lsu, int index) : code_(code), lsu_(lsu), index_(index) {}

  void add(std::unique_ptr<Warp> warp);
  // When a warp of it can issue; kNever: none.
  [[nodiscard]] std::int64_t next() const { return next_; }
  void find_next();
  // To be told when a warp of it has gone on, or is let go on.
  void update(const Warp& warp);
  // What holds back a warp whose next instruction finds its pipe taken.
  [[nodiscard]] static Reason throttle_of(const Demand& demand);
  // The warp to issue at `now`, which is next(): its cycles and those of the others that were ready
  // are accounted for, the pipe is taken.
  [[nodiscard]] Warp& pick(std::int64_t now);
  [[nodiscard]] std::unique_ptr<Warp> remove(Warp& warp, std::int64_t now);
  void finish(std::int64_t time);

  // Of its cycles: those that issued are `selected`, those without an issue are given to what held
  // back the warp that issued next.
  [[nodiscard]] const ReasonCycles& slots() const { return slots_; }
  [[nodiscard]] std::int64_t idle() const { return idle_; }

 private:
  // What choosing looks at, apart from all else of a warp.
  struct Slot {
    std::int64_t ready = 0;
    std::int64_t accounted = 0;     // it has waited since, though ready
    std::int64_t throttled = 0;     // cycles of waiting for a pipe, since its last issue
    std::int64_t not_selected = 0;  // and for its turn
    const Demand* demand = nullptr;
    Warp* warp = nullptr;
  };
  [[nodiscard]] std::int64_t pipe_free(const Demand& demand) const {
    return demand.pipe == Pipe::Mio ? mio_free_ : pipes_[static_cast<std::size_t>(demand.pipe)];
  }
  [[nodiscard]] bool able(const Slot& slot, std::int64_t now) const {
    return slot.ready <= now && pipe_free(*slot.demand) <= now;
  }
  [[nodiscard]] std::size_t choose(std::int64_t now) const;
  void account_waiting(Slot& slot, std::int64_t now) const;
  void account_slots(const Slot& chosen, std::int64_t now);
  void take_pipe(const Demand& demand, std::int64_t now);

  const Code& code_;
  const Lsu& lsu_;
  int index_;
  std::vector<std::unique_ptr<Warp>> warps_;  // the oldest first
  std::vector<Slot> ready_;                   // of each of them
  std::size_t last_ = kNone;
  static constexpr std::size_t kNone = ~std::size_t{0};
  std::array<std::int64_t, kPipes> pipes_{};
  std::int64_t mio_free_ = 0;
  std::int64_t next_ = kNever;
  std::int64_t accounted_ = 0;  // its cycles up to there
  ReasonCycles slots_;
  std::int64_t idle_ = 0;
};

}  // namespace lanescope::timing
