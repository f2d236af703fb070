#pragma once

#include <cstdint>
#include <deque>
#include <unordered_map>

#include "sim/timing/cache.hpp"
#include "sim/timing/code.hpp"
#include "sim/timing/launch_shape.hpp"
#include "sim/timing/machine.hpp"
#include "sim/timing/server.hpp"
#include "sim/timing/trace.hpp"

namespace lanescope::timing {

// Sectors asked of a cache, and those that were there.
struct CacheCounts {
  std::int64_t requests = 0, sectors = 0, hits = 0;  // hits: sectors
  CacheCounts& operator+=(const CacheCounts& o) {
    requests += o.requests;
    sectors += o.sectors;
    hits += o.hits;
    return *this;
  }
  friend bool operator==(const CacheCounts&, const CacheCounts&) = default;
};

// L2 and DRAM, which all SMs share. Each is a server with a rate: who comes while it is busy waits.
// Of a machine whose SMs are not all simulated, `share` of the rates is there. Requests come in the
// order of time, nearly.
class MemorySystem {
 public:
  MemorySystem(const MachineDescription& machine, Caches caches, double share);

  struct Came {
    std::int64_t time = 0;
    bool from_dram = false;
  };
  // When the sectors of a line that an SM asks for at `time` are at its port.
  [[nodiscard]] Came load(LinePart part, std::int64_t time);
  // `partial`: its sectors are not written whole. When L2 takes it.
  std::int64_t store(LinePart part, bool partial, std::int64_t time);
  struct Done {
    std::int64_t taken = 0, back = 0;  // by L2; the results
  };
  // `lanes` operands on the line, at most `serial` on one word.
  [[nodiscard]] Done atomic(LinePart part, int lanes, int serial, AtomicKind kind,
                            std::int64_t time);
  // As Nsight Compute counts the sectors of an atomic: for each lane on a word, and all of them
  // hit.
  void count_atomic(int sectors);

  [[nodiscard]] const CacheCounts& l2() const { return l2_counts_; }
  [[nodiscard]] std::int64_t dram_load_bytes() const { return load_bytes_; }
  [[nodiscard]] std::int64_t dram_store_bytes() const { return store_bytes_; }

 private:
  // A sector or more of a line, there: when they have come, at L2.
  [[nodiscard]] Came fetched(LinePart part, std::int64_t time);
  [[nodiscard]] std::int64_t distance(std::uint64_t line) const;
  void evict(Cache::Evicted evicted, std::int64_t time);
  void write_back(int sectors, std::int64_t time);
  void soil(Cache::Line& line, LinePart part, std::int64_t time);
  [[nodiscard]] bool is_warm() const;

  const MachineDescription& machine_;
  double share_;
  Caches caches_;
  Cache l2_;
  CacheCounts l2_counts_;
  Server l2_server_, dram_server_, atomic_server_;
  std::unordered_map<std::uint64_t, Server> words_;  // of lines that atomics go to
  std::deque<std::uint64_t> dirty_;  // lines, the one that is to be written back first in front
  std::uint64_t filled_ = 0;
  std::int64_t load_bytes_ = 0, store_bytes_ = 0;
};

}  // namespace lanescope::timing
