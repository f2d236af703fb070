#include "sim/machine/memory/row_access.hpp"

#include <array>
#include <bit>
#include <cstring>
#include <vector>

#include "sim/events/count_access.hpp"
#include "sim/machine/cores/footprint.hpp"
#include "sim/machine/lane_file.hpp"

namespace lanescope::machine {
namespace {

using Space = ptx::Space;

constexpr std::uint64_t kWord = 4, kHalf = 16 * kWord;
constexpr LaneMask kAllLanes = 0xffffffff;

// Where the words lie; of lanes that do not all take part, as if all did.
struct Rows {
  events::HalfRows halves;
  bool whole;       // one row
  std::byte* base;  // host memory of address 0 (modulo 2^64)
  [[nodiscard]] std::uintptr_t place(int half) const {
    return reinterpret_cast<std::uintptr_t>(base) + halves.start[half];
  }
};

AddressQuery query_of(const Issue& issue, const code::AddressOperand& operand, std::uint64_t begin,
                      std::uint64_t last) {
  return {issue.file + operand.slot.offset,
          static_cast<std::uint64_t>(operand.offset),
          static_cast<std::uint32_t>(issue.executed),
          begin,
          last,
          kWord - 1,
          kWord};
}

// In global memory. False: it is another request.
[[gnu::always_inline]] inline bool find_rows(const Issue& issue,
                                             const code::AddressOperand& operand, bool stores,
                                             Rows& rows) {
  const RangeCache& range = issue.machine.ranges[issue.pc];
  if (range.end < range.begin + kWord || range.constant || (stores && !range.writable) ||
      !events::gapless(issue.executed))
    return false;
  rows.base = issue.machine.memory.host(engine::kGlobalBase) - engine::kGlobalBase;
  const AddressQuery query = query_of(issue, operand, range.begin, range.end - kWord);
  const LaneRequests& lanes = *issue.machine.requests;
  const bool wide = operand.slot.lane_bytes == 8;
  if (issue.executed == kAllLanes) {
    if (!(wide ? lanes.wide_halves : lanes.narrow_halves)(query, rows.halves)) return false;
    rows.whole = (rows.halves.step[0] & rows.halves.step[1]) != 0 &&
                 rows.halves.start[1] == rows.halves.start[0] + kHalf;
    return true;
  }
  const std::uint64_t start = (wide ? lanes.wide_row : lanes.narrow_row)(query);
  rows.halves = {{start, start + kHalf}, {kWord, kWord}};
  rows.whole = true;
  return start != kNoRow;
}

// Of the gapless lanes that take part in one row.
struct Bytes {
  std::uint64_t begin = 0, count = 0;
};
Bytes bytes_of(const Issue& issue, const Rows& rows) {
  const auto first = static_cast<std::uint64_t>(std::countr_zero(issue.executed));
  const auto behind = static_cast<std::uint64_t>(std::bit_width(issue.executed));
  return {rows.halves.start[0] + kWord * first, kWord * (behind - first)};
}

template <Recording R>
void count_in_shared(events::BankCounters& to, FoundRows found, const events::HalfRows& rows) {
  if constexpr (R == Recording::None) return;
  // Of one row: a word in each bank, none twice.
  const std::uint64_t passes = found == FoundRows::Halves ? events::passes_of(rows) : 1;
  ++to.requests;
  to.wavefronts += passes;
  ++to.ideal_wavefronts;
  to.bank_conflicts += passes - 1;
}

template <Recording R>
void count(Issue& issue, const Rows& rows, bool stores) {
  if constexpr (R == Recording::None) return;
  events::Counters& counters = issue.counts().by_pc[issue.pc];
  const Bytes bytes = bytes_of(issue, rows);
  (stores ? counters.global_store : counters.global_load) +=
      rows.whole ? events::sectors_of_run(bytes.begin, bytes.count)
                 : events::sectors_of(rows.halves);
}

void load_half(std::byte* slot, std::uintptr_t place, std::uint32_t step) {
  const auto* const from = reinterpret_cast<const std::byte*>(place);
  if (step != 0) {
    std::memcpy(slot, from, kHalf);
    return;
  }
  std::uint32_t word = 0;
  std::memcpy(&word, from, kWord);
  std::array<std::uint32_t, kHalf / kWord> words{};
  words.fill(word);
  std::memcpy(slot, words.data(), kHalf);
}

// Global memory is about to be read or written: whoever keeps account of it hears so.
void touch(Issue& issue, const Rows& rows, bool stores) {
  const auto touch_bytes = [&](std::uint64_t begin, std::uint64_t count) {
    if (issue.machine.footprint != nullptr)
      issue.machine.footprint->touch_words(begin, count, stores);
    if (stores) issue.machine.memory.mark_written(begin, count);
  };
  if (rows.whole) {
    const Bytes bytes = bytes_of(issue, rows);
    return touch_bytes(bytes.begin, bytes.count);
  }
  for (int half = 0; half < 2; ++half)
    touch_bytes(rows.halves.start[half], rows.halves.step[half] != 0 ? kHalf : kWord);
}

std::byte* slot_of(const Issue& issue, const code::MemoryOp& memory) {
  return issue.file + memory.data[0].offset;
}

bool may_be_row(const code::MemoryOp& memory) {
  return memory.words && memory.address.base == code::AddressOperand::Base::Slot;
}

// In the block's shared memory.
bool is_shared(const Issue& issue, const code::MemoryOp& memory) {
  return memory.address.space == Space::Shared && issue.block.shared.size() >= kWord;
}

AddressQuery query_shared(const Issue& issue, const code::MemoryOp& memory) {
  return query_of(issue, memory.address, 0, issue.block.shared.size() - kWord);
}

bool is_wide(const code::MemoryOp& memory) { return memory.address.slot.lane_bytes == 8; }

std::uintptr_t base_of_shared(const Issue& issue) {
  return reinterpret_cast<std::uintptr_t>(issue.block.shared.data());
}

}  // namespace

template <Recording R>
bool load_row(Issue& issue, const code::MemoryOp& memory) {
  if constexpr (R == Recording::Full) return false;
  if (!may_be_row(memory)) return false;
  std::byte* const slot = slot_of(issue, memory);
  if (is_shared(issue, memory)) {
    events::HalfRows rows;
    const LaneRequests& lanes = *issue.machine.requests;
    const FoundRows found = (is_wide(memory) ? lanes.load_wide_rows : lanes.load_narrow_rows)(
        query_shared(issue, memory), base_of_shared(issue), slot, rows);
    if (found == FoundRows::None) return false;
    count_in_shared<R>(issue.counts().by_pc[issue.pc].shared_load, found, rows);
    return true;
  }
  Rows rows{};
  if (memory.address.space != Space::Global || !find_rows(issue, memory.address, false, rows))
    return false;
  count<R>(issue, rows, false);
  touch(issue, rows, false);
  if (rows.whole) {
    issue.machine.requests->load_words(slot, rows.place(0),
                                       static_cast<std::uint32_t>(issue.executed));
  } else {
    load_half(slot, rows.place(0), rows.halves.step[0]);
    load_half(slot + kHalf, rows.place(1), rows.halves.step[1]);
  }
  return true;
}

template <Recording R>
bool store_row(Issue& issue, const code::MemoryOp& memory) {
  if constexpr (R == Recording::Full) return false;
  if (!may_be_row(memory) || memory.tells_barrier) return false;
  const std::byte* const slot = slot_of(issue, memory);
  if (is_shared(issue, memory)) {
    events::HalfRows rows;
    const LaneRequests& lanes = *issue.machine.requests;
    const FoundRows found = (is_wide(memory) ? lanes.store_wide_rows : lanes.store_narrow_rows)(
        query_shared(issue, memory), base_of_shared(issue), slot, rows);
    if (found == FoundRows::None) return false;
    count_in_shared<R>(issue.counts().by_pc[issue.pc].shared_store, found, rows);
    return true;
  }
  Rows rows{};
  if (memory.address.space != Space::Global || !find_rows(issue, memory.address, true, rows))
    return false;
  if (rows.halves.step[0] == 0 || rows.halves.step[1] == 0) return false;
  count<R>(issue, rows, true);
  touch(issue, rows, true);
  if (rows.whole) {
    issue.machine.requests->store_words(slot, rows.place(0),
                                        static_cast<std::uint32_t>(issue.executed));
  } else {  // of two lanes at one word the higher one wins
    std::memcpy(reinterpret_cast<std::byte*>(rows.place(0)), slot, kHalf);
    std::memcpy(reinterpret_cast<std::byte*>(rows.place(1)), slot + kHalf, kHalf);
  }
  return true;
}

template bool load_row<Recording::None>(Issue&, const code::MemoryOp&);
template bool load_row<Recording::Counters>(Issue&, const code::MemoryOp&);
template bool load_row<Recording::Full>(Issue&, const code::MemoryOp&);
template bool store_row<Recording::None>(Issue&, const code::MemoryOp&);
template bool store_row<Recording::Counters>(Issue&, const code::MemoryOp&);
template bool store_row<Recording::Full>(Issue&, const code::MemoryOp&);

}  // namespace lanescope::machine
