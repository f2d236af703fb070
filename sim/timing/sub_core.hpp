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
  [[nodiscard]] std::int64_t pipe_free(const Demand& demand) const;
  [[nodiscard]] const Demand& demand_of(const Warp& warp) const {
    return code_.instructions[warp.at->pc].demand;
  }
  [[nodiscard]] std::int64_t able(const Warp& warp) const;
  void account_waiting(Warp& warp, std::int64_t now) const;
  void account_slots(const Warp& warp, std::int64_t now);
  void take_pipe(const Demand& demand, std::int64_t now);

  const Code& code_;
  const Lsu& lsu_;
  int index_;
  std::vector<std::unique_ptr<Warp>> warps_;  // the oldest first
  Warp* last_ = nullptr;
  std::array<std::int64_t, kPipes> pipes_{};
  std::int64_t next_ = kNever;
  std::int64_t accounted_ = 0;  // its cycles up to there
  ReasonCycles slots_;
  std::int64_t idle_ = 0;
};

}  // namespace lanescope::timing
