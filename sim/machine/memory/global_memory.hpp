#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/engine/plan.hpp"
#include "sim/machine/memory/reserved_bytes.hpp"
#include "sim/ptx/module.hpp"

namespace lanescope::machine {

inline constexpr std::uint64_t kPageBytes = 4096;
// cudaLimitMallocHeapSize's default (CUDA C++ Programming Guide, Dynamic Global Memory Allocation).
inline constexpr std::uint64_t kHeapBytes = std::uint64_t{8} << 20U;

// An allocation of global or constant memory.
struct Allocation {
  std::uint64_t begin = 0, end = 0;
  std::string name;
  std::uint32_t element_bytes = 1;
  bool read_only = false;
  bool constant = false;  // lies in the constant space
  bool internal = false;  // the user does not know of it
  bool variable = false;  // of a module
};

// Where variables of a module are to lie, by their names in PTX.
using VariablePlaces = std::map<std::string, std::uint64_t, std::less<>>;

// What malloc has given out. Part of the machine's state.
struct HeapState {
  struct Block {
    std::uint64_t bytes = 0, number = 0;
  };
  std::map<std::uint64_t, Block> blocks;  // by address
  std::uint64_t next = 0;                 // where to look first
  std::uint64_t live_bytes = 0, given = 0;
};

// A snapshot's pages: null where nothing was written since the start of the run.
struct PageTable {
  static constexpr std::size_t kPagesPerLeaf = 256;
  using Page = std::vector<std::byte>;
  using Leaf = std::vector<std::shared_ptr<const Page>>;
  std::vector<std::shared_ptr<const Leaf>> leaves;
};

// Buffers, module variables and the device heap in one arena from kGlobalBase on, with unmapped
// gaps of at least 512 bytes between allocations. Host memory at host(a) + n is address a + n, and
// stays there.
class GlobalMemory {
 public:
  // `room`: bytes of addresses, gaps included. What is not touched costs nothing.
  explicit GlobalMemory(std::uint64_t room,
                        ReservedBytes::Kind kind = ReservedBytes::Kind::Private);

  // Another memory with the same allocations at the same addresses, and with nothing in it yet.
  [[nodiscard]] GlobalMemory same_places() const;

  // Behind what was placed before, at the next multiple of the alignment (at least 512); when the
  // addresses have run out, where something was freed. 0 when there is no room.
  [[nodiscard]] std::uint64_t place(std::uint64_t bytes, std::uint64_t alignment,
                                    Allocation allocation);
  // At this very address; 0 where something lies, or no addresses are.
  [[nodiscard]] std::uint64_t place_at(std::uint64_t address, std::uint64_t bytes,
                                       Allocation allocation);
  // What is placed without an address from now on lies at this one or behind it.
  void skip_to(std::uint64_t address) { next_ = std::max(next_, address); }
  // What lies at an address before anything runs, where it is not 0. The bytes must stay.
  void initialise(std::uint64_t address, std::span<const std::byte> bytes);
  // The variables of a module, with what they hold to begin with; once. False: no room.
  [[nodiscard]] bool load(const std::shared_ptr<const ptx::Module>& module,
                          const VariablePlaces& places = {});
  // The grid barrier's workspace and the heap of malloc; before the first launch. False: no room.
  [[nodiscard]] bool place_heap();
  [[nodiscard]] bool has_heap() const { return heap_end_ != 0; }
  // Takes back what begins at the address.
  void free(std::uint64_t address);
  // What was freed there last and not given out again; null: nothing.
  [[nodiscard]] const Allocation* freed(std::uint64_t address) const;
  // Of all that was placed for the user and not freed.
  [[nodiscard]] std::uint64_t placed_bytes() const { return placed_bytes_; }
  // Of all addresses, and at most of those that lie in allocations or were given out by malloc.
  [[nodiscard]] std::size_t page_count() const { return dirty_.size(); }
  [[nodiscard]] std::uint64_t used_pages() const;

  [[nodiscard]] const Allocation* find(std::uint64_t address) const;
  [[nodiscard]] const std::vector<Allocation>& allocations() const { return allocations_; }
  // The user's allocation at or before an address and the one behind it, for messages; nullptr when
  // there is none.
  [[nodiscard]] const Allocation* before(std::uint64_t address) const;
  [[nodiscard]] const Allocation* after(std::uint64_t address) const;
  // Whether the address lies where malloc takes its memory from.
  [[nodiscard]] bool in_heap(std::uint64_t address) const {
    return address >= heap_begin_ && address < heap_end_;
  }
  // All of it as a file, address a at a - kGlobalBase; -1 unless Mappable.
  [[nodiscard]] int file() const { return bytes_.file(); }
  [[nodiscard]] std::uint64_t room() const { return end_ - engine::kGlobalBase; }
  [[nodiscard]] std::byte* host(std::uint64_t address) {
    return bytes_.data() + (address - engine::kGlobalBase);
  }
  [[nodiscard]] const std::byte* host(std::uint64_t address) const {
    return bytes_.data() + (address - engine::kGlobalBase);
  }
  void mark_written(std::uint64_t address, std::uint64_t bytes) {
    const std::uint64_t first = (address - engine::kGlobalBase) / kPageBytes;
    const std::uint64_t last = (address + bytes - 1 - engine::kGlobalBase) / kPageBytes;
    for (std::uint64_t page = first; page <= last; ++page) dirty_[page] = 1;
  }

  [[nodiscard]] std::uint64_t variable_address(const ptx::Module* module,
                                               std::uint32_t variable) const;
  [[nodiscard]] std::span<const std::byte> symbol(const ptx::Module* module,
                                                  std::string_view name) const;
  // 64 zeroed bytes for cooperative groups' grid barrier.
  [[nodiscard]] std::uint64_t workspace() const { return workspace_; }

  // 0 when the heap is full. `release` is false for an address that malloc did not give out.
  [[nodiscard]] std::uint64_t allocate(std::uint64_t bytes);
  [[nodiscard]] bool release(std::uint64_t address);

  [[nodiscard]] PageTable pages();  // the state now; forgets what was dirty
  [[nodiscard]] const HeapState& heap() const { return heap_; }
  void restore(const PageTable& pages, const HeapState& heap);

 private:
  [[nodiscard]] std::uint64_t find_place(std::uint64_t bytes, std::uint64_t alignment);
  std::uint64_t insert(std::uint64_t begin, std::uint64_t bytes, Allocation allocation);
  void initialise_range(std::uint64_t begin, std::uint64_t end);
  void apply_relocations(const ptx::Module& module);
  [[nodiscard]] std::uint64_t address_of_symbol(const ptx::Module& module,
                                                const std::string& symbol) const;
  [[nodiscard]] const Allocation* at_or_before(std::uint64_t address) const;

  struct Initial {  // bytes at an address before the first launch; the rest is 0
    std::uint64_t address;
    std::span<const std::byte> bytes;
  };
  std::vector<Allocation> allocations_;  // by address
  std::vector<Allocation> freed_;
  std::uint64_t placed_bytes_ = 0;
  std::map<const ptx::Module*, std::vector<std::uint64_t>> variables_;
  std::vector<Initial> initial_;
  std::vector<std::vector<std::byte>> owned_;
  std::uint64_t end_ = engine::kGlobalBase;
  std::vector<std::shared_ptr<const ptx::Module>> modules_;
  std::uint64_t next_ = engine::kGlobalBase;
  std::uint64_t heap_begin_ = 0, heap_end_ = 0, workspace_ = 0;
  HeapState heap_;
  mutable Allocation heap_allocation_;  // the answer of the last heap lookup
  ReservedBytes bytes_;
  std::vector<std::uint8_t> dirty_;
  PageTable base_;  // what memory holds but for dirty pages
};

}  // namespace lanescope::machine
