#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_set>
#include <vector>

#include "sim/timing/cache.hpp"
#include "sim/timing/code.hpp"
#include "sim/timing/machine.hpp"
#include "sim/timing/memory_system.hpp"
#include "sim/timing/server.hpp"
#include "sim/timing/trace.hpp"

namespace lanescope::timing {

// What the sub-cores of an SM share: the queues to it, shared memory, shuffles and L1.
class Lsu {
 public:
  struct Done {
    std::int64_t operands = 0;  // when they were read
    std::int64_t result = 0;    // when it is there
    std::int64_t taken = 0;     // when L2 has taken what was written
  };

  Lsu(const MachineDescription& machine, std::int64_t l1_bytes, MemorySystem& memory);

  // When the queue of a sub-core has room.
  [[nodiscard]] std::int64_t room_at(int sub_core) const;
  // An instruction that enters a sub-core's queue at `time`. `local`: where the warp's local memory
  // begins, in lines.
  Done issue(int sub_core, const Demand& demand, const Event& event, const Trace& trace,
             std::uint64_t local, std::int64_t time);

  [[nodiscard]] const CacheCounts& l1() const { return l1_counts_; }

 private:
  [[nodiscard]] Done shared(const Request& request, int extra, double begin);
  [[nodiscard]] Done global(const Request& request, std::span<const LinePart> parts,
                            AtomicKind kind, std::uint64_t local, double begin);
  [[nodiscard]] std::int64_t load(const Request& request, std::span<const LinePart> parts,
                                  std::uint64_t local, double tagged);
  [[nodiscard]] MemorySystem::Came load_line(const Request& request, LinePart part, double tagged);
  [[nodiscard]] Done store(const Request& request, std::span<const LinePart> parts,
                           std::uint64_t local, double tagged);
  [[nodiscard]] Done atomic(const Request& request, std::span<const LinePart> parts,
                            AtomicKind kind, double tagged);
  [[nodiscard]] std::int64_t page_cycles(std::uint64_t line);

  const MachineDescription& machine_;
  MemorySystem& memory_;
  Cache l1_;
  CacheCounts l1_counts_;
  Server data_, tags_, misses_, port_, stores_, atomics_;
  struct Queue {
    Server entry;
    std::vector<std::int64_t> leaves;  // a ring: when the last instructions left
    std::size_t next = 0;
  };
  std::vector<Queue> queues_;
  std::unordered_set<std::uint64_t> pages_;
  std::uint64_t last_page_ = ~std::uint64_t{0};
};

}  // namespace lanescope::timing
