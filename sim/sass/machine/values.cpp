#include "sim/sass/machine/values.hpp"

#include <algorithm>
#include <cstring>

namespace lanescope::sass::machine {
namespace {

void negate(Row& row, Numeric numeric) {
  const std::uint32_t sign = numeric == Numeric::Half ? 0x80008000U : 0x80000000U;
  if (numeric == Numeric::Integer) {
    for (std::uint32_t& value : row.lane) value = 0 - value;
  } else {
    for (std::uint32_t& value : row.lane) value ^= sign;
  }
}

void make_absolute(Row& row, Numeric numeric) {
  if (numeric == Numeric::Integer) {
    for (std::uint32_t& value : row.lane) value = value >> 31U != 0 ? 0 - value : value;
    return;
  }
  const std::uint32_t keep = numeric == Numeric::Half ? 0x7fff7fffU : 0x7fffffffU;
  for (std::uint32_t& value : row.lane) value &= keep;
}

bool takes_halves_in_order(const Source& source) {
  return source.halves[0] == 0 && source.halves[1] == 1;
}

bool is_plain(const Source& source) {
  return !source.negated && !source.inverted && !source.absolute && takes_halves_in_order(source);
}

void apply_marks(Row& row, const Source& source) {
  if (!takes_halves_in_order(source)) {
    for (std::uint32_t& value : row.lane) {
      const auto half = [value](unsigned which) { return value >> (16U * which) & 0xffffU; };
      value = half(source.halves[0]) | half(source.halves[1]) << 16U;
    }
  }
  const Numeric numeric = source.is_single ? Numeric::Float : source.numeric;
  if (source.absolute) make_absolute(row, numeric);
  if (source.negated) negate(row, numeric);
  if (source.inverted) {
    for (std::uint32_t& value : row.lane) value = ~value;
  }
}

bool is_same_in_all_lanes(const Issue& issue, const Source& source) {
  return source.row + 1 == issue.machine.code->uniform_rows;  // RZ
}

std::uint64_t constant_offset(const Issue& issue, const Source& source, std::uint32_t lane) {
  return source.value + issue.warp.rows[source.row].lane[lane] +
         issue.warp.rows[source.second].lane[0];
}

void read_constant(const Issue& issue, const Source& source, std::uint32_t word, Row& out) {
  const auto at = [&](std::uint32_t lane) {
    return static_cast<std::uint32_t>(
        constant(issue.machine, source.bank, constant_offset(issue, source, lane) + 4U * word, 4));
  };
  if (is_same_in_all_lanes(issue, source)) {
    out.lane.fill(at(0));
    return;
  }
  for_lanes(issue.executed, [&](std::uint32_t lane) { out.lane[lane] = at(lane); });
}

}  // namespace

std::uint64_t constant(const Machine& machine, std::uint32_t bank, std::uint64_t offset,
                       std::uint32_t bytes) {
  std::uint64_t value = 0;
  if (bank >= machine.banks.size()) return 0;
  const std::vector<std::byte>& content = machine.banks[bank];
  if (offset > content.size() || content.size() - offset < bytes) return 0;
  std::memcpy(&value, content.data() + offset, bytes);
  return value;
}

const Row& read_word(const Issue& issue, const Source& source, std::uint32_t number, Row& room) {
  switch (source.from) {
    case Source::From::Row: {
      const bool zero = source.row + 1 == issue.machine.code->uniform_rows ||
                        source.row + 1 == issue.machine.code->rows;
      return issue.warp.rows[zero ? source.row : source.row + number];
    }
    case Source::From::Value:
      room.lane.fill(static_cast<std::uint32_t>(source.value >> (32U * number)));
      return room;
    case Source::From::Constant:
      read_constant(issue, source, number, room);
      return room;
  }
  return room;
}

const Row& read(const Issue& issue, const Source& source, Row& room) {
  const Row& raw = read_word(issue, source, 0, room);
  if (is_plain(source)) return raw;
  if (&raw != &room) room = raw;
  apply_marks(room, source);
  return room;
}

void read_wide(const Issue& issue, const Source& source, WideRow& out) {
  Row low_room, high_room;
  const Row& low = read_word(issue, source, 0, low_room);
  const Row& high = read_word(issue, source, 1, high_room);
  for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    out[lane] = std::uint64_t{high.lane[lane]} << 32U | low.lane[lane];
  constexpr std::uint64_t kSign = std::uint64_t{1} << 63U;
  const bool real = source.numeric != Numeric::Integer;
  for (std::uint64_t& value : out) {
    if (source.absolute) value = real ? value & ~kSign : value;
    if (source.negated) value = real ? value ^ kSign : 0 - value;
    if (source.inverted) value = ~value;
  }
}

std::uint32_t read(const Issue& issue, const PredicateSource& source) {
  const auto& file = source.uniform ? issue.warp.uniform_predicates : issue.warp.predicates;
  return source.negated ? ~file[source.index] : file[source.index];
}

void write(Issue& issue, std::uint32_t row, const Row& value) {
  if (row == kNoRow || issue.executed == 0) return;
  Row& to = issue.warp.rows[row];
  if (issue.op.uniform) {
    to.lane.fill(value.lane[0]);
    return;
  }
  if (issue.executed == 0xffffffffU) {
    to = value;
    return;
  }
  for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    to.lane[lane] = (issue.executed >> lane & 1U) != 0 ? value.lane[lane] : to.lane[lane];
}

void write_wide(Issue& issue, std::uint32_t row, const WideRow& value) {
  if (row == kNoRow) return;
  Row low, high;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    low.lane[lane] = static_cast<std::uint32_t>(value[lane]);
    high.lane[lane] = static_cast<std::uint32_t>(value[lane] >> 32U);
  }
  write(issue, row, low);
  write(issue, row + 1, high);
}

void write(Issue& issue, const PredicateSource& to, std::uint32_t bits) {
  if (to.index == kTrue || issue.executed == 0) return;
  if (to.uniform) {
    issue.warp.uniform_predicates[to.index] = (bits & 1U) != 0 ? 0xffffffffU : 0;
    return;
  }
  std::uint32_t& word = issue.warp.predicates[to.index];
  word = (word & ~issue.executed) | (bits & issue.executed);
}

}  // namespace lanescope::sass::machine
