#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "sim/code/code.hpp"
#include "sim/events/events.hpp"
#include "sim/machine/machine.hpp"

// Which bits of memory and of registers somebody has given a value: 1 for an undefined bit, as in
// memcheck's and MemorySanitizer's shadows. Nothing of it is part of the machine's state: results,
// traces and snapshots are the same without it.
namespace lanescope::machine {

// Where an undefined value comes from and what was done with it.
struct Provenance {
  std::uint32_t load = 0;              // pc that read it from memory
  std::uint32_t use = code::kNoSlot;   // pc that first computed with it; kNoSlot: it was only moved
  std::uint8_t lane = 0, element = 0;  // of the load
  bool only_bits = false;              // `use` worked bit by bit and may have packed it
};

// Of one load instruction: what it found the last time, by lane. Or of a shuffle: the lanes that it
// named, and that did not take part, stand in the place of addresses.
struct UndefinedLoad {
  bool shuffled = false;
  LaneMask told = 0;  // lanes whose value has been reported: from then on it counts as defined
  events::Space space = events::Space::Global;
  std::uint8_t bytes = 4;                // of an element
  std::vector<std::uint64_t> addresses;  // first undefined byte, element by element
};

// The registers of one warp. Slots are 128 bytes or a multiple, so offset / 128 is a slot's number.
class UndefinedRegisters {
 public:
  UndefinedRegisters(std::size_t file_bytes, int lanes);

  // Lanes whose value has undefined bits that are not reported yet.
  [[nodiscard]] LaneMask lanes(std::uint32_t slot) {
    LaneMask& mask = masks_[slot / kSlotBytes];
    return mask == 0 ? 0 : untold(slot, mask);
  }
  [[nodiscard]] std::uint64_t bits(std::uint32_t slot, int lane) const {
    return (masks_[slot / kSlotBytes] >> static_cast<unsigned>(lane) & 1U) != 0
               ? bits_[place(slot, lane)]
               : 0;
  }
  [[nodiscard]] const Provenance& provenance(std::uint32_t slot, int lane) const {
    return provenance_[place(slot, lane)];
  }
  void set(std::uint32_t slot, int lane, std::uint64_t bits, const Provenance& provenance);
  void clear(std::uint32_t slot, LaneMask lanes);
  [[nodiscard]] bool any() const { return undefined_ != 0; }
  [[nodiscard]] std::vector<std::uint32_t> undefined_slots() const;

  std::map<std::uint32_t, UndefinedLoad> loads;           // by pc
  std::unordered_map<std::uint32_t, std::uint64_t> uses;  // by pc: machine step of the latest use
  std::uint32_t watched = 0;  // instructions since dead slots were last forgotten

 private:
  static constexpr std::uint32_t kSlotBytes = 128;
  [[nodiscard]] std::size_t place(std::uint32_t slot, int lane) const {
    return slot / kSlotBytes * static_cast<std::size_t>(lanes_) + static_cast<std::size_t>(lane);
  }
  LaneMask untold(std::uint32_t slot, LaneMask& mask);

  int lanes_;
  std::uint32_t undefined_ = 0;  // slots with a lane set
  std::vector<LaneMask> masks_;
  std::vector<std::uint64_t> bits_;
  std::vector<Provenance> provenance_;
};

// Of one block: a byte of undefined bits for each byte of its memory.
struct BlockDefinedness {
  std::vector<std::uint8_t> shared;
  std::size_t shared_defined = 0;  // bytes of `shared` from its begin that are known to be 0
  std::vector<std::uint8_t> local;
  std::uint32_t local_stride = 0;
  std::vector<std::unique_ptr<UndefinedRegisters>> warps;
};

// Of the machine: its blocks, and the pages of global memory that have undefined bytes.
class Definedness {
 public:
  static constexpr std::size_t kPage = 4096;
  using Page = std::array<std::uint8_t, kPage>;

  [[nodiscard]] bool any_global() const { return !pages_.empty(); }
  // The undefined bits at an offset of the arena; nullptr where all of the page is defined.
  [[nodiscard]] std::uint8_t* global(std::uint64_t offset) {
    const auto found = pages_.find(offset / kPage);
    return found == pages_.end() ? nullptr : found->second->data() + offset % kPage;
  }
  [[nodiscard]] std::uint8_t* make_global(std::uint64_t offset);
  void set_global(std::uint64_t offset, std::uint64_t bytes, bool undefined);

  std::vector<std::unique_ptr<BlockDefinedness>> blocks;  // all that were ever made
  std::vector<BlockDefinedness*> spare;

 private:
  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
};

}  // namespace lanescope::machine
