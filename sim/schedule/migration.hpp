#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

// Managed memory (cudaMallocManaged): which of its pages move between host and GPU, by who touches
// them in which order.
//
//   host writes 0 1   GPU reads 0 1     host reads 0
//   [host][host]  ->  [ GPU][ GPU]  ->  [host][ GPU]      3 moves
//
// Rules, of devices that have concurrentManagedAccess and no pageableMemoryAccess by hardware:
// - CUDA C++ Programming Guide, "Unified Memory Programming": a page comes to be where it is
//   touched first, and lies in the memory of one processor; one that touches it elsewhere stops (a
//   page fault) until it has moved there. "Memory Paging and Page Sizes": pages have 4 KiB on x86,
//   and GPUs prefer larger ones; the driver takes the 64 KiB around a fault together, as long as
//   nobody takes turns with them (NVIDIA's open GPU kernel modules, uvm_perf_prefetch.c). So how
//   large a page is, the caller says.
// - CUDA Runtime API, cudaMemPrefetchAsync: pages move before they are touched, without a fault.
// - The same, cudaMemAdvise with cudaMemAdviseSetReadMostly: whoever reads a page gets a copy, and
//   a write leaves only the copy of who wrote.
// Left out: fewer pages in the GPU than there are, further advice, and what the driver does about
// pages that move to and fro (it may leave them in one place, to be reached over the bus).
namespace lanescope::schedule {

enum class Side : std::uint8_t { Host, Device };

struct PageTouch {
  std::size_t page = 0;
  bool read = false, written = false;
};

// Of a program: one after the other, as if each waited for the one before.
struct PageStep {
  enum class Kind : std::uint8_t {
    Touch,       // by `side`
    Prefetch,    // to `side`
    ReadMostly,  // from now on; moves nothing
  };
  Kind kind = Kind::Touch;
  Side side = Side::Host;
  std::vector<PageTouch> touches{};  // each page at most once
};

enum class Where : std::uint8_t { Nowhere, Host, Device, Both };

struct PageMove {
  std::size_t step = 0, page = 0;
  Side to = Side::Device;
  bool copied = false;  // it stays where it was, too
};

struct Migration {
  std::vector<PageMove> moves;            // in their order
  std::vector<std::vector<Where>> after;  // by step, then by page
  // By step: pages at which whoever touched them stopped. That a page comes to be is one, and so is
  // a write that ends a copy; neither moves anything.
  std::vector<std::size_t> faults;
  std::size_t dropped = 0;  // copies that a write has ended
};
// Pages are numbered from 0 to `pages` - 1.
[[nodiscard]] Migration migrate(std::size_t pages, const std::vector<PageStep>& steps);

}  // namespace lanescope::schedule
