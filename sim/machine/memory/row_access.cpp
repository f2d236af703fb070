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

bool is_watched(const Issue& issue) {
  const Machine& machine = issue.machine;
  return machine.files != 1 || machine.races != nullptr || issue.block.definedness != nullptr;
}

// Begin and last: of the addresses that are allowed. False: it is another request.
[[gnu::always_inline]] inline bool find(const Issue& issue, const code::AddressOperand& operand,
                                        std::uint64_t begin, std::uint64_t last, Rows& rows) {
  const AddressQuery query{issue.file + operand.slot.offset,
                           static_cast<std::uint64_t>(operand.offset),
                           static_cast<std::uint32_t>(issue.executed),
                           begin,
                           last,
                           kWord - 1,
                           kWord};
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

[[gnu::always_inline]] inline bool find_rows(const Issue& issue, const code::MemoryOp& memory,
                                             bool stores, Rows& rows) {
  const code::AddressOperand& address = memory.address;
  if (!memory.words || address.base != code::AddressOperand::Base::Slot || is_watched(issue))
    return false;
  if (address.space == Space::Shared) {
    std::vector<std::byte>& shared = issue.block.shared;
    rows.base = shared.data();
    return shared.size() >= kWord && find(issue, address, 0, shared.size() - kWord, rows);
  }
  if (address.space != Space::Global) return false;
  const RangeCache& range = issue.machine.ranges[issue.pc];
  if (range.end < range.begin + kWord || range.constant || (stores && !range.writable) ||
      !events::gapless(issue.executed))
    return false;
  rows.base = issue.machine.memory.host(engine::kGlobalBase) - engine::kGlobalBase;
  return find(issue, address, range.begin, range.end - kWord, rows);
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

void count_in_shared(events::BankCounters& to, const Rows& rows) {
  // Of one row: a word in each bank, none twice: one pass.
  if (!rows.whole) {
    to += events::banks_of(rows.halves);
    return;
  }
  ++to.requests;
  ++to.wavefronts;
  ++to.ideal_wavefronts;
}

template <Recording R>
void count(Issue& issue, const code::MemoryOp& memory, const Rows& rows, bool stores) {
  if constexpr (R == Recording::None) return;
  events::Counters& counters = issue.counts().by_pc[issue.pc];
  if (memory.address.space == Space::Shared)
    return count_in_shared(stores ? counters.shared_store : counters.shared_load, rows);
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

}  // namespace

template <Recording R>
bool load_row(Issue& issue, const code::MemoryOp& memory) {
  if constexpr (R == Recording::Full) return false;
  Rows rows{};
  if (!find_rows(issue, memory, false, rows)) return false;
  count<R>(issue, memory, rows, false);
  if (memory.address.space == Space::Global) touch(issue, rows, false);
  std::byte* const slot = slot_of(issue, memory);
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
  Rows rows{};
  if (!find_rows(issue, memory, true, rows)) return false;
  if (rows.halves.step[0] == 0 || rows.halves.step[1] == 0) return false;
  count<R>(issue, memory, rows, true);
  if (memory.address.space == Space::Global) touch(issue, rows, true);
  const std::byte* const slot = slot_of(issue, memory);
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
