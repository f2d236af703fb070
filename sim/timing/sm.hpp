#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "sim/timing/code.hpp"
#include "sim/timing/handovers.hpp"
#include "sim/timing/history.hpp"
#include "sim/timing/instruction_cache.hpp"
#include "sim/timing/lsu.hpp"
#include "sim/timing/machine.hpp"
#include "sim/timing/sub_core.hpp"
#include "sim/timing/warp.hpp"

namespace lanescope::timing {

// A multiprocessor: its sub-cores issue, each an instruction a cycle.
class Sm {
 public:
  struct Ended {
    const BlockTrace* block = nullptr;
    std::int64_t begin = 0, end = 0;
  };

  // What SMs share, `memory` and `handovers`, must live as long.
  Sm(const MachineDescription& machine, const Code& code, const Trace& trace, MemorySystem& memory,
     Handovers& handovers, std::int64_t l1_bytes, int index, HistoryKeeper* history = nullptr);

  // Puts a block there; its first warp starts at `time`, which is not past.
  void start(const BlockTrace& block, std::int64_t time);
  // When a sub-core issues next; kNever: nothing to do.
  [[nodiscard]] std::int64_t next() const { return next_; }
  // Issues what is to issue before `until`.
  void run(std::int64_t until);
  // A warp that waited for another block's store finds it when it looks next; that was there at
  // `time`.
  void resume(Warp& warp, std::int64_t time);
  [[nodiscard]] int index() const { return index_; }
  // Blocks that have ended since it was asked last.
  [[nodiscard]] std::vector<Ended> take_ended();
  // Cycles that no one has been given up to `time` are idle.
  void finish(std::int64_t time);

  [[nodiscard]] const CacheCounts& l1() const { return lsu_.l1(); }
  [[nodiscard]] const std::vector<SubCore>& sub_cores() const { return sub_cores_; }
  [[nodiscard]] const ReasonCycles& warp_cycles() const { return warp_cycles_; }
  [[nodiscard]] std::int64_t resident_cycles() const { return resident_cycles_; }
  [[nodiscard]] std::int64_t behind_the_end() const { return behind_the_end_; }
  [[nodiscard]] std::int64_t issued() const { return issued_; }
  // By pc: cycles that warps spent before and at the instruction; at a barrier, behind it.
  [[nodiscard]] const std::vector<ReasonCycles>& by_pc() const { return by_pc_; }

 private:
  friend class SubCore;
  void execute(Warp& warp, std::int64_t now);
  [[nodiscard]] static std::uint32_t place_of(const Warp& warp, Reason reason);
  void account_pc(const Warp& warp, const Demand& demand, std::int64_t now);
  void note(const Warp& warp, const Demand& demand, std::int64_t now);
  void wait_for_next(Warp& warp, int lanes, std::int64_t now, const Instruction& done);
  [[nodiscard]] std::int64_t constants_at(std::int64_t now);
  [[nodiscard]] std::int64_t fenced_at(const Warp& warp, std::int64_t now) const;
  [[nodiscard]] bool stores(const Event& event) const;
  void arrive(Warp& warp, const Event& event, std::int64_t now);
  void release(Block::Completion& completion, std::int64_t time);
  void go_on(Warp& warp, std::int64_t time, Reason reason);
  void wait_for_store(Warp& warp);
  void leave(Warp& warp, std::int64_t now);
  void access(Warp& warp, const Event& event, const Instruction& instruction, std::int64_t now);

  const MachineDescription& machine_;
  const Code& code_;
  const Trace& trace_;
  Handovers& handovers_;
  Lsu lsu_;
  InstructionCache instructions_;
  HistoryKeeper* history_;  // null: nobody asks
  Server barriers_;
  std::vector<SubCore> sub_cores_;
  std::vector<std::unique_ptr<Block>> blocks_;
  std::vector<Ended> ended_;
  std::vector<std::unique_ptr<Warp>> spare_;  // slots of warps that have left
  ReasonCycles warp_cycles_;
  std::vector<ReasonCycles> by_pc_;
  std::int64_t behind_the_end_ = 0, resident_cycles_ = 0, issued_ = 0, next_ = kNever;
  std::int64_t constants_ready_ = 0;
  std::uint32_t turn_ = 0;  // sub-core of the next warp
  int index_ = 0;
  bool released_ = false;
};

}  // namespace lanescope::timing
