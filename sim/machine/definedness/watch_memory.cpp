#include "sim/machine/definedness/watch_memory.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <functional>

#include "sim/events/shared_place.hpp"
#include "sim/machine/definedness/watch.hpp"
#include "sim/machine/definedness/watch_report.hpp"
#include "sim/machine/lane_file.hpp"

namespace lanescope::machine {
namespace {

constexpr std::size_t kStride = 64;

bool any_undefined(const std::uint8_t* bits, std::size_t bytes) {
  std::uint64_t all = 0;
  std::size_t at = 0;
  for (; at + 8 <= bytes; at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bits + at, sizeof word);
    all |= word;
  }
  for (; at < bytes; ++at) all |= bits[at];
  return all != 0;
}

bool lies_in(const std::byte* byte, const std::vector<std::byte>& memory) {
  const std::less<> before;
  return !memory.empty() && !before(byte, memory.data()) &&
         before(byte, memory.data() + memory.size());
}

// The block of the cluster whose shared memory holds the byte; where none does, the issuing one.
const Block& owner_of(const Issue& issue, const std::byte* byte) {
  if (issue.machine.cluster_size == 1 || lies_in(byte, issue.block.shared)) return issue.block;
  for (const auto& other : issue.machine.residents) {
    if (other->cluster == issue.block.cluster && lies_in(byte, other->shared)) return *other;
  }
  return issue.block;
}

// Whether all of shared memory is written by now. What was found once is not looked at again.
bool shared_defined(BlockDefinedness& block) {
  while (block.shared_defined < block.shared.size()) {
    const std::size_t part = std::min(kStride, block.shared.size() - block.shared_defined);
    if (any_undefined(block.shared.data() + block.shared_defined, part)) return false;
    block.shared_defined += part;
  }
  return true;
}

// Recursion makes the stacks longer; what lies in them moves.
void follow_stacks(const Block& block, BlockDefinedness& watched) {
  if (watched.local_stride == block.local_stride) return;
  std::vector<std::uint8_t> grown(block.local.size(), 0xff);
  for (std::size_t t = 0; t < block.threads && watched.local_stride != 0; ++t) {
    std::memcpy(grown.data() + t * block.local_stride,
                watched.local.data() + t * watched.local_stride, watched.local_stride);
  }
  watched.local = std::move(grown);
  watched.local_stride = block.local_stride;
}

std::size_t stack_of(const Issue& issue, int lane) {
  return std::size_t{issue.machine.thread_of(issue.warp, lane)} * issue.block.local_stride;
}

std::uint64_t low_bits(std::size_t bytes) {
  return bytes >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * bytes)) - 1;
}

}  // namespace

UndefinedRegisters& make_registers(Issue& issue) {
  std::unique_ptr<UndefinedRegisters>& registers = issue.block.definedness->warps[issue.warp.index];
  if (!registers) {
    registers = std::make_unique<UndefinedRegisters>(issue.machine.code->file_bytes,
                                                     issue.machine.warp_size);
  }
  issue.warp.undefined = true;
  return *registers;
}

WatchedMemory::WatchedMemory(const Issue& issue, const std::byte* byte)
    : issue_(issue), owner_(owner_of(issue, byte)), block_(*owner_.definedness) {
  if (lies_in(byte, owner_.shared)) {
    space_ = events::Space::Shared;
    host_ = owner_.shared.data();
    begin_ = block_.shared.data();
    all_defined_ = shared_defined(block_);
  } else if (lies_in(byte, issue.block.local)) {
    follow_stacks(issue.block, block_);
    space_ = events::Space::Local;
    host_ = issue.block.local.data();
    begin_ = block_.local.data();
    all_defined_ = false;
  } else {
    host_ = issue.machine.memory.host(engine::kGlobalBase);
    all_defined_ = !issue.machine.definedness->any_global();
  }
}

std::uint8_t* WatchedMemory::bits(const std::byte* byte) const {
  if (begin_ != nullptr) return begin_ + (byte - host_);
  if (std::less<>{}(byte, host_)) return nullptr;  // parameters
  return issue_.machine.definedness->global(static_cast<std::uint64_t>(byte - host_));
}

void WatchedMemory::write(const std::byte* byte, std::uint64_t bits, std::size_t bytes) {
  std::uint8_t* to = this->bits(byte);
  if (to == nullptr && bits != 0)
    to = issue_.machine.definedness->make_global(static_cast<std::uint64_t>(byte - host_));
  if (to == nullptr) return;
  std::memcpy(to, &bits, bytes);
  if (bits == 0 || space_ != events::Space::Shared) return;
  const auto offset = static_cast<std::size_t>(byte - host_);
  block_.shared_defined = std::min(block_.shared_defined, offset / kStride * kStride);
}

std::uint64_t WatchedMemory::address(const std::byte* byte, int lane) const {
  const auto offset = static_cast<std::uint64_t>(byte - host_);
  if (space_ == events::Space::Local) return offset - stack_of(issue_, lane);
  if (space_ != events::Space::Shared) return engine::kGlobalBase + offset;
  return &owner_ == &issue_.block ? offset : events::place_in_cluster(owner_.rank, offset);
}

void watch_block(Machine& machine, Block& block) {
  Definedness& all = *machine.definedness;
  if (all.spare.empty()) {
    all.blocks.push_back(std::make_unique<BlockDefinedness>());
    all.spare.push_back(all.blocks.back().get());
  }
  BlockDefinedness& watched = *all.spare.back();
  all.spare.pop_back();
  // What the system reserves behind the block's own memory is the system's to fill.
  watched.shared.assign(block.shared.size(), 0);
  std::fill_n(watched.shared.begin(),
              std::min<std::size_t>(machine.shared_bytes(), block.shared.size()), 0xff);
  watched.shared_defined = 0;
  watched.local.assign(block.local.size(), 0xff);
  watched.local_stride = block.local_stride;
  watched.warps.clear();
  watched.warps.resize(block.warps.size());
  block.definedness = &watched;
}

void unwatch_block(Machine& machine, Block& block) {
  machine.definedness->spare.push_back(block.definedness);
  block.definedness = nullptr;
}

namespace {

// The host's bytes of a consecutive request, lanes that take no part included.
struct Stretch {
  const std::byte* begin = nullptr;
  std::size_t bytes = 0;
};
Stretch stretch_of(const HostLanes& place, LaneMask lanes, int bytes) {
  const std::byte* first = place.at(std::countr_zero(lanes));
  const std::byte* last = place.at(63 - std::countl_zero(lanes));
  return {first, static_cast<std::size_t>(last - first) + static_cast<std::size_t>(bytes)};
}

LaneMask undefined_lanes(const WatchedMemory& memory, const HostLanes& place, LaneMask lanes,
                         int bytes) {
  if (memory.all_defined()) return 0;
  if (place.consecutive && memory.in_block()) {
    const Stretch stretch = stretch_of(place, lanes, bytes);
    if (!any_undefined(memory.bits(stretch.begin), stretch.bytes)) return 0;
  }
  LaneMask undefined = 0;
  for_lanes(lanes, [&](int lane) {
    const std::uint8_t* bits = memory.bits(place.at(lane));
    if (bits != nullptr && any_undefined(bits, static_cast<std::size_t>(bytes)))
      undefined |= LaneMask{1} << static_cast<unsigned>(lane);
  });
  return undefined;
}

void define(WatchedMemory& memory, const HostLanes& place, LaneMask lanes, int bytes) {
  if (memory.all_defined()) return;
  if (place.consecutive && memory.in_block()) {
    const Stretch stretch = stretch_of(place, lanes, bytes);
    if (stretch.bytes ==
        static_cast<std::size_t>(count_lanes(lanes)) * static_cast<std::size_t>(bytes)) {
      std::memset(memory.bits(stretch.begin), 0, stretch.bytes);
      return;
    }
  }
  for_lanes(lanes, [&](int lane) {
    std::uint8_t* bits = memory.bits(place.at(lane));
    if (bits != nullptr) std::memset(bits, 0, static_cast<std::size_t>(bytes));
  });
}

std::uint64_t extended(std::uint64_t bits, int bytes, bool sign) {
  if (!sign || bytes == 8) return bits;
  const unsigned shift = 64U - 8U * static_cast<unsigned>(bytes);
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << shift) >> shift);
}

void load_element(Issue& issue, const code::MemoryOp& op, const WatchedMemory& memory,
                  const HostLanes& place, LaneMask undefined, std::uint8_t element) {
  UndefinedRegisters& registers = registers_of(issue);
  UndefinedLoad& load = registers.loads[issue.pc];
  const code::Slot& slot = op.data[element];
  for_lanes(undefined, [&](int lane) {
    const std::byte* byte = place.at(lane) + std::size_t{element} * op.bytes;
    const std::uint64_t bits =
        load_bytes(reinterpret_cast<const std::byte*>(memory.bits(place.at(lane)) +
                                                      std::size_t{element} * op.bytes),
                   op.bytes);
    if (bits == 0) return;
    const auto at = std::size_t{element} * static_cast<std::size_t>(issue.machine.warp_size) +
                    static_cast<std::size_t>(lane);
    load.addresses[at] =
        memory.address(byte, lane) + static_cast<std::uint64_t>(std::countr_zero(bits)) / 8;
    const std::uint64_t fitted = extended(bits, op.bytes, op.sign) & low_bits(slot.bits / 8U);
    registers.set(slot.offset, lane, fitted,
                  {issue.pc, code::kNoSlot, static_cast<std::uint8_t>(lane), element, false});
  });
}

}  // namespace

void watch_loaded(Issue& issue, const code::MemoryOp& op, const HostLanes& place, LaneMask lanes) {
  if (lanes == 0) return;
  const WatchedMemory memory(issue, place.at(std::countr_zero(lanes)));
  const LaneMask undefined = undefined_lanes(memory, place, lanes, op.request_bytes());
  if (issue.warp.undefined) {
    for (std::uint8_t e = 0; e < op.count; ++e) {
      if (op.data[e].used()) registers_of(issue).clear(op.data[e].offset, lanes);
    }
  }
  if (undefined == 0) return;
  UndefinedLoad& load = make_registers(issue).loads[issue.pc];
  load.told &= ~undefined;
  load.space = memory.space();
  load.bytes = op.bytes;
  load.addresses.resize(std::size_t{op.count} * static_cast<std::size_t>(issue.machine.warp_size));
  for (std::uint8_t e = 0; e < op.count; ++e) {
    if (op.data[e].used()) load_element(issue, op, memory, place, undefined, e);
  }
}

namespace {

// What one lane stores.
struct StoredLane {
  std::array<std::uint64_t, code::kMaxVector> bits{};
  bool any = false, whole = true;        // whole: stored alone
  const Provenance* computed = nullptr;  // of an element that was computed with
  const Provenance* first = nullptr;
};

StoredLane stored_lane(const UndefinedRegisters& registers, const code::MemoryOp& op, int lane) {
  StoredLane stored;
  stored.whole = !op.padding;
  for (std::size_t e = 0; e < op.count; ++e) {
    stored.bits[e] = registers.bits(op.data[e].offset, lane) & low_bits(op.bytes);
    stored.whole = stored.whole && stored.bits[e] == low_bits(op.bytes);
    if (stored.bits[e] == 0) continue;
    stored.any = true;
    const Provenance& from = registers.provenance(op.data[e].offset, lane);
    if (stored.first == nullptr) stored.first = &from;
    if (from.use != code::kNoSlot && !from.only_bits) stored.computed = &from;
  }
  return stored;
}

// Values that were computed with, or that are undefined as a whole, are told; what is undefined
// beside other bytes stays so in memory.
void store_undefined(Issue& issue, const code::MemoryOp& op, WatchedMemory& memory,
                     const HostLanes& place, LaneMask lanes) {
  UndefinedRegisters& registers = registers_of(issue);
  std::array<Provenance, kMaxWarpSize> provenance;
  LaneMask told = 0;
  for_lanes(lanes, [&](int lane) {
    const StoredLane stored = stored_lane(registers, op, lane);
    const bool tell = stored.any && (stored.whole || stored.computed != nullptr);
    if (tell) {
      told |= LaneMask{1} << static_cast<unsigned>(lane);
      provenance[static_cast<std::size_t>(lane)] =
          stored.computed != nullptr ? *stored.computed : *stored.first;
    }
    for (std::size_t e = 0; e < op.count; ++e)
      memory.write(place.at(lane) + e * op.bytes, tell ? 0 : stored.bits[e], op.bytes);
  });
  if (told == 0) return;
  tell_values(issue, told, provenance.data(), ValueUse::Stores);
  for (std::size_t e = 0; e < op.count; ++e) registers.clear(op.data[e].offset, told);
}

}  // namespace

void watch_stored(Issue& issue, const code::MemoryOp& op, const HostLanes& place, LaneMask lanes) {
  if (lanes == 0) return;
  WatchedMemory memory(issue, place.at(std::countr_zero(lanes)));
  LaneMask undefined = 0;
  if (issue.warp.undefined) {
    for (std::size_t e = 0; e < op.count; ++e)
      undefined |= registers_of(issue).lanes(op.data[e].offset) & lanes;
  }
  if (undefined == 0) return define(memory, place, lanes, op.request_bytes());
  store_undefined(issue, op, memory, place, lanes);
}

void watch_used(Issue& issue, const HostLanes& place, LaneMask lanes, int bytes, int element) {
  WatchedMemory memory(issue, place.at(std::countr_zero(lanes)));
  const LaneMask undefined = undefined_lanes(memory, place, lanes, bytes);
  if (undefined == 0) return;
  define(memory, place, undefined, bytes);
  const int first = std::countr_zero(undefined);
  tell_memory(issue, undefined, memory.space(), memory.address(place.at(first), first), element,
              ValueUse::Computes);
}

void watch_atomic(Issue& issue, const code::AtomicOp& op, const HostLanes& place, LaneMask lanes) {
  if (lanes == 0) return;
  if (issue.warp.undefined) {
    for (const code::Slot& slot : op.result) {
      if (slot.used()) registers_of(issue).clear(slot.offset, lanes);
    }
  }
  const int bytes = op.bytes * op.count;
  if (op.kind != code::AtomicKind::Exch || !op.result_unused)
    return watch_used(issue, place, lanes, bytes, op.bytes);
  WatchedMemory memory(issue, place.at(std::countr_zero(lanes)));
  define(memory, place, undefined_lanes(memory, place, lanes, bytes), bytes);
}

void watch_defined(Issue& issue, const std::byte* to, std::size_t bytes) {
  WatchedMemory memory(issue, to);
  if (memory.all_defined()) return;
  if (std::uint8_t* bits = memory.bits(to); bits != nullptr) std::memset(bits, 0, bytes);
}

void watch_undefined(Issue& issue, const std::byte* from, std::size_t bytes) {
  WatchedMemory(issue, from).write(from, ~std::uint64_t{0}, bytes);
}

void watch_copied(Issue& issue, const std::byte* to, const std::byte* from, std::size_t bytes) {
  const WatchedMemory source(issue, from);
  WatchedMemory target(issue, to);
  if (source.all_defined() && target.all_defined()) return;
  const std::uint8_t* bits = source.all_defined() ? nullptr : source.bits(from);
  for (std::size_t at = 0; at < bytes; ++at)
    target.write(to + at, bits == nullptr ? 0 : bits[at], 1);
}

void watch_passed(Issue& issue, int lane, const std::byte* from, std::size_t bytes) {
  const WatchedMemory memory(issue, from);
  if (memory.all_defined()) return;
  const std::uint8_t* bits = memory.bits(from);
  if (bits == nullptr || !any_undefined(bits, bytes)) return;
  tell_memory(issue, LaneMask{1} << static_cast<unsigned>(lane), memory.space(),
              memory.address(from, lane), static_cast<int>(bytes), ValueUse::Passes);
}

void watch_allocated(Machine& machine, std::uint64_t address, std::uint64_t bytes) {
  if (address != 0) machine.definedness->set_global(address - engine::kGlobalBase, bytes, true);
}

}  // namespace lanescope::machine
