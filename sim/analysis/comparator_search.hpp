#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/analysis/comparators.hpp"
#include "sim/replay/replay.hpp"

namespace lanescope::analysis {

// A number for each element of the buffers that kernels both read and write: what is followed.
class Wires {
 public:
  static constexpr std::uint32_t kNone = ~0U;
  Wires(const engine::Plan& plan, const trace::Trace& trace);

  [[nodiscard]] bool any() const { return left_ > 0; }
  [[nodiscard]] std::uint32_t at(std::uint64_t address) const;  // kNone: of no such buffer
  [[nodiscard]] bool same_buffer(std::uint32_t a, std::uint32_t b) const {
    return &of(a) == &of(b);
  }
  [[nodiscard]] std::uint32_t bytes(std::uint32_t wire) const { return of(wire).element_bytes; }
  // The wire's buffer is no network: it is followed no more.
  void give_up(std::uint32_t wire);
  [[nodiscard]] bool given_up(std::uint32_t wire) const { return of(wire).given_up; }

  struct Followed {
    std::size_t buffer = 0;
    std::uint64_t base = 0;
    std::uint32_t first = 0, count = 0, element_bytes = 4;
    bool given_up = false;
  };
  [[nodiscard]] const std::vector<Followed>& buffers() const { return buffers_; }

 private:
  [[nodiscard]] const Followed& of(std::uint32_t wire) const;
  std::vector<Followed> buffers_;
  std::size_t left_ = 0;
};

// What a register or a word of shared memory holds: the element of a wire. Behind a comparison it
// is one of two; which one, is told by the lane's own element, or by the place that it is stored
// in.
struct Held {
  std::uint32_t wire = Wires::kNone;
  std::uint32_t other = Wires::kNone;  // that it was compared with
  std::uint64_t since = 0;             // tick at which the last of them was loaded or handed over
  bool either = false;                 // it may be the other's
  bool foreign = false;                // another lane's own
  [[nodiscard]] bool any() const { return wire != Wires::kNone; }
};

// A pair that has met, while it is looked for.
struct Met {
  Comparator found;  // first and second are wires; no column yet
  std::uint32_t interval = 0, level = 0;
  std::array<bool, 2> known{};  // what came of them
  bool handed = false;          // one of the two was another lane's
  std::size_t own = 0;          // of a handed one: which was not
  bool joined = false;          // the other lane has compared, too
  bool kept = false;            // what came of it was put into a place of the two
};

// Goes forward through all recorded instructions: what network_of is made of.
class ComparatorSearch {
 public:
  ComparatorSearch(std::shared_ptr<const engine::Plan> plan,
                   std::shared_ptr<const trace::Trace> trace);
  void run();
  [[nodiscard]] const Wires& wires() const { return wires_; }
  [[nodiscard]] std::vector<Met>& met() { return met_; }

 private:
  static constexpr std::uint32_t kNobody = ~0U;
  using Info = engine::InstructionInfo;
  using Lanes = std::vector<Held>;
  using Pair = std::array<std::pair<std::uint32_t, Held>, 2>;  // registers, and what they hold
  struct Word {                                                // of shared or local memory
    Held held;
    std::uint32_t thread = 0;
  };
  struct Warp {
    std::vector<Lanes> registers;     // empty: holds none
    std::vector<std::uint32_t> last;  // by lane: into met_
  };
  struct Stored {
    std::uint64_t bits = 0, tick = 0;
  };
  struct LevelOf {
    std::uint32_t launch = 0, interval = 0, level = 0;
  };

  void begin_launch(std::uint32_t launch);
  void follow(const trace::Step& step);
  void end();
  Warp& warp_of(const trace::Step& step);
  [[nodiscard]] bool holds_any(const trace::Step& step, std::uint32_t reg);
  [[nodiscard]] Held held(const trace::Step& step, std::uint32_t reg, std::uint32_t lane);
  void put(const trace::Step& step, std::uint32_t reg, std::uint32_t lane, const Held& held);
  [[nodiscard]] std::uint64_t bits(const trace::Step& step, std::uint32_t reg, std::uint32_t lane);
  [[nodiscard]] std::uint32_t thread_of(const trace::Step& step, std::uint32_t lane) const {
    return step.warp.value * warp_size_ + lane;
  }
  [[nodiscard]] std::uint32_t interval_of(const trace::Step& step) const;
  [[nodiscard]] static std::uint64_t word_key(const trace::Step& step, events::Space space,
                                              std::uint32_t thread, std::uint64_t address);

  void load(const trace::Step& step, const Info& info);
  Held loaded(const trace::Step& step, events::Space space, std::uint32_t lane,
              std::uint64_t address, std::uint32_t bytes);
  void store(const trace::Step& step, const Info& info);
  [[nodiscard]] bool have_met(const trace::Step& step, std::uint32_t lane, std::uint32_t a,
                              std::uint32_t b);
  void store_global(const trace::Step& step, std::uint32_t lane, std::uint32_t place,
                    const Held& value, std::uint32_t reg);
  void store_word(const trace::Step& step, events::Space space, std::uint32_t lane,
                  std::uint64_t address, const Held& value);
  void settle(const trace::Step& step, std::uint32_t lane, std::uint32_t place);
  void exchange(const trace::Step& step, const Info& info);

  void compute(const trace::Step& step, const Info& info);
  Held combine(const trace::Step& step, const Info& info, std::uint32_t lane);
  Held meet(const trace::Step& step, std::uint32_t lane, const Pair& pair);
  void add(const trace::Step& step, std::uint32_t lane, const Pair& pair);
  bool join(const trace::Step& step, std::uint32_t lane, std::uint64_t pair, const Met& now);
  [[nodiscard]] std::uint64_t mask_of(std::uint32_t wire) const;
  void know(std::uint32_t wire, std::uint64_t bits);
  void level_step(const trace::Step& step);

  std::shared_ptr<const engine::Plan> plan_;
  std::shared_ptr<const trace::Trace> trace_;
  replay::Replay replay_;
  Wires wires_;
  std::uint32_t warp_size_ = 32, launch_ = ~0U;
  bool all_recorded_ = true;
  const engine::Program* program_ = nullptr;
  std::unordered_map<std::uint64_t, Warp> warps_;
  std::unordered_map<std::uint64_t, Word> words_;
  std::unordered_map<std::uint32_t, std::uint32_t> last_of_;    // by wire: into met_
  std::unordered_map<std::uint64_t, std::uint32_t> last_pair_;  // by both
  std::unordered_map<std::uint32_t, Stored> stored_;            // by wire
  std::unordered_map<std::uint32_t, LevelOf> levels_;           // by wire
  std::vector<std::uint32_t> met_now_;                          // in this step: into met_
  std::vector<trace::Access> accesses_;
  // Of this step, by register.
  std::unordered_map<std::uint32_t, std::vector<std::uint64_t>> values_;
  std::vector<Met> met_;
};

}  // namespace lanescope::analysis
