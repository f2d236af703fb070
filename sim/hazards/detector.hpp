#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "sim/hazards/ordering.hpp"
#include "sim/hazards/releases.hpp"
#include "sim/hazards/request.hpp"
#include "sim/hazards/shadow.hpp"

namespace lanescope::hazards {

// Finds accesses to shared and global memory that nothing orders, by happens-before: whether the
// two came near each other in this run does not matter. The caller tells requests before they take
// effect, and what orders them, in the machine's order; only a load may be told later, as long as
// its lanes have not ordered anything since.
class Detector {
 public:
  using Found = std::function<void(const Finding&)>;  // called during access()

  // global_base: the lowest global address. budget: host bytes for what is kept of accesses.
  Detector(std::uint64_t global_base, std::uint64_t budget);

  // The time of a machine step: of the present one, or of an earlier one.
  [[nodiscard]] Time time_at(std::uint64_t step);
  [[nodiscard]] std::uint64_t step_at(Time time) const { return first_step_ + time - 1; }

  // warp_size: threads of a warp; 1: a warp's lanes are one thread, however many there are.
  struct Shape {
    std::uint32_t warps = 1, warp_size = 32, shared_bytes = 0;
    bool clustered = false;  // blocks reach each other's shared memory
  };
  void begin_launch(const Shape& shape, Time now);
  void begin_block(std::uint32_t block, Time now);
  // An access by another block to a block's shared memory: the latest one of its warp.
  struct Visit {
    Stamp stamp;
    What what = What::Load;
    std::uint64_t address = 0;
  };
  // Those to this block's that no thread of it comes behind: it may have ended before them.
  [[nodiscard]] std::vector<Visit> unordered_visits(std::uint32_t block);
  void end_block(std::uint32_t block);
  // The block that acts next.
  [[nodiscard]] BlockOrder& block(std::uint32_t index);

  void access(std::uint32_t block, const Request& request, const Found& found);
  // As an access of so many bytes to the page at this address does it.
  void refine(std::uint64_t page, std::uint32_t bytes);
  // The memory was given out anew (malloc).
  void forget(std::uint64_t address, std::uint64_t bytes);

  // Memory for the accesses has run out: some are not looked at.
  [[nodiscard]] bool incomplete() const { return budget_.exceeded; }

 private:
  struct Resident {
    BlockOrder order;
    std::unique_ptr<Page> shared;
    std::map<std::uint64_t, Visit> visits{};  // by block and warp
  };
  static void note_visit(std::uint32_t block, const Request& request, Resident& owner);
  void begin_again(std::uint64_t step);
  [[nodiscard]] Resident& resident(std::uint32_t block);
  [[nodiscard]] Page& global_page(std::uint64_t index);

  std::uint64_t global_base_;
  Budget budget_;
  std::uint64_t first_step_ = 0;
  Time launch_begin_ = 0;
  Shape shape_;
  bool async_ = false;  // the launch has used cp.async
  std::vector<std::unique_ptr<Page>> global_;
  std::unordered_map<std::uint32_t, std::unique_ptr<Resident>> residents_;
  Resident* last_ = nullptr;  // the resident of last_block_
  std::uint32_t last_block_ = 0;
  std::vector<std::unique_ptr<Page>> spare_;  // of blocks that have ended
  Releases releases_;
};

}  // namespace lanescope::hazards
