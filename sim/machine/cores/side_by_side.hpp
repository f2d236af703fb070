#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/machine/cores/footprint.hpp"
#include "sim/machine/cores/worker.hpp"
#include "sim/machine/machine.hpp"

namespace lanescope::machine {

// Blocks of one launch on several cores, with the results of blocks one after the other.
//
// The first blocks run in order and tell what a block takes. Then slices: each worker runs some
// consecutive blocks on its own copy of memory, and what they did is taken over in the order of the
// blocks. Blocks that read what an earlier block of the slice wrote have seen the wrong memory:
// they are thrown away and run anew.
//
// Where races are looked for, none may be missed, nor told differently. A block that meets what any
// earlier block of the launch touched may race with it: then the whole launch is taken back and
// runs in order. So does one in which a hazard comes up.
class SideBySide {
 public:
  // Whether the machine's options let its launch use several cores.
  [[nodiscard]] static bool may_help(const Machine& machine);
  // machine: at the begin of a launch; must stay.
  explicit SideBySide(Machine& machine);
  ~SideBySide();
  SideBySide(const SideBySide&) = delete;
  SideBySide& operator=(const SideBySide&) = delete;

  // No block is resident. False: the next one has to run in order. True: look again, blocks may
  // have been run.
  bool advance();
  // From here on the launch runs in order. True: it was taken back, to be run again.
  bool stay_in_order();
  // The launch has ended.
  void finish();

 private:
  enum class Mode : std::uint8_t { Watching, Slices, InOrder };
  // How the machine stood before the first slice.
  struct Before {
    std::uint64_t step = 0, next_block = 0;
    LaunchCounts counts;
  };
  struct OldPage {
    std::uint64_t number = 0;
    std::vector<std::byte> bytes;
    std::vector<std::uint8_t> undefined;  // empty: all is defined
  };

  [[nodiscard]] std::uint64_t left() const { return machine_.blocks - machine_.next_block; }
  [[nodiscard]] bool seen_enough() const;
  [[nodiscard]] bool is_worthwhile() const;
  [[nodiscard]] bool copies_pay(double steps, double expected) const;
  [[nodiscard]] bool races_fit() const;
  void begin();
  void run_slice();
  [[nodiscard]] std::uint64_t blocks_of_worker() const;
  [[nodiscard]] std::uint64_t budget(std::uint64_t blocks) const;
  // False: this slice ends here.
  [[nodiscard]] bool take_over(Worker& worker);
  void take_memory(const Worker& worker);
  void keep(std::uint64_t page);
  void take_back();

  Machine& machine_;
  unsigned cores_;
  std::uint64_t least_;  // engine::Cores::least
  bool strict_;          // races are looked for
  Mode mode_ = Mode::Watching;
  std::size_t hazards_;  // when the launch began
  double steps_of_block_ = 0;
  unsigned thrown_away_ = 0;
  Footprint touched_;  // by the blocks of this slice that were taken over; strict: of this launch
  std::vector<std::unique_ptr<Worker>> workers_;
  Before before_;
  std::vector<OldPage> old_pages_;  // strict: what was written over
  std::vector<std::uint8_t> kept_;  // by page: it is one of these
};

}  // namespace lanescope::machine
