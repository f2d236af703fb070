#pragma once

#include <cstdint>
#include <vector>

#include "sim/machine/cores/footprint.hpp"
#include "sim/machine/machine.hpp"

namespace lanescope::machine {

// A machine of its own for some blocks of another machine's launch. It sees the other one's global
// memory as it is when it looks at a page first, and writes to its own copy. Another thread may run
// it while the other machine rests.
class Worker {
 public:
  // origin: in a launch; must stay.
  explicit Worker(const Machine& origin);

  // Runs so many blocks from the one at `first` (in the order of the launch) on, by at most so many
  // warp instructions.
  void run(std::uint64_t first, std::uint64_t count, std::uint64_t budget);
  // All of it has been as it would have been behind the blocks before: nothing went wrong, nobody
  // waited for another block, nothing needs their order.
  [[nodiscard]] bool succeeded() const { return succeeded_; }

  // Of the last run.
  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] std::uint64_t steps() const { return machine_.step - begin_; }
  [[nodiscard]] const Footprint& footprint() const { return footprint_; }
  [[nodiscard]] const Machine& machine() const { return machine_; }
  // Its counters, which begin at 0 again.
  [[nodiscard]] LaunchCounts take_counts();

  // The other machine's page is another one now.
  void forget(std::uint64_t page) { copied_[page] = 0; }

 private:
  void copy(std::uint64_t page);

  const Machine& origin_;
  Machine machine_;
  std::vector<std::uint8_t> copied_;  // by page
  Footprint footprint_;
  std::uint64_t count_ = 0, begin_ = 0;
  bool succeeded_ = false;
};

// The undefined bits of the bytes at an offset of the arena, of machines that look for them.
void copy_definedness(const Machine& from, Machine& to, std::uint64_t offset, std::size_t bytes);

}  // namespace lanescope::machine
