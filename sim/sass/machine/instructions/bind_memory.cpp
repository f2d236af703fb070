#include <algorithm>
#include <bit>
#include <cstring>

#include "sim/sass/machine/constant_places.hpp"
#include "sim/sass/machine/instructions/bind.hpp"
#include "sim/sass/machine/lane_loops.hpp"
#include "sim/sass/machine/memory.hpp"
#include "sim/sass/machine/races/held_loads.hpp"
#include "sim/sass/machine/races/races.hpp"
#include "sim/sass/roles.hpp"

// Loads and stores.
namespace lanescope::sass::machine::instructions {
namespace {

enum class Extend : U32 { None, Sign8, Sign16 };

U32 extended(U32 value, Extend how) {
  if (how == Extend::Sign8) return static_cast<U32>(static_cast<std::int8_t>(value));
  if (how == Extend::Sign16) return static_cast<U32>(static_cast<std::int16_t>(value));
  return value;
}

Naming naming_of(const Instruction& i) {
  if (i.name.ends_with("G") || i.name == "LDGSTS") return Naming::Global;
  if (i.name.ends_with("S") || i.name.ends_with("SM")) return Naming::Shared;
  return i.name.ends_with("L") ? Naming::Local : Naming::Generic;
}

struct LoadedRows {
  std::array<Row, 4> word{};
};

void load_request(Issue& issue, const Request& request, LoadedRows& to) {
  for_lanes(request.lanes, [&](U32 lane) {
    std::array<U32, 4> words{};
    std::memcpy(words.data(), bytes_at(issue, request, lane), request.bytes);
    words[0] = extended(words[0], static_cast<Extend>(issue.op.number[2]));
    for (std::size_t n = 0; n < words.size(); ++n) to.word[n].lane[lane] = words[n];
  });
}

Next load(Issue& issue) {
  const Op& op = issue.op;
  Addresses addresses;
  read_addresses(issue, op.address[0], addresses);
  LoadedRows loaded;
  for (const Request& request :
       requests_of(issue, static_cast<Naming>(op.number[0]), addresses, op.number[1])) {
    if (request.lanes == 0) continue;
    if (!check(issue, request)) return Next::Stop;
    if (issue.machine.races)
      races::is_held(issue) ? races::hold_load(issue, request)
                            : races::order_access(issue, request);
    load_request(issue, request, loaded);
    tell(issue, request);
  }
  for (U32 n = 0; op.dst != kNoRow && n < op.dst_rows; ++n)
    write(issue, op.dst + n, loaded.word[n]);
  return Next::Advance;
}

void take_load_form(const Instruction& i, Op& op) {
  const Extend extend = i.has("S8") ? Extend::Sign8 : i.has("S16") ? Extend::Sign16 : Extend::None;
  op.number = {static_cast<U32>(naming_of(i)), access_bytes(i), static_cast<U32>(extend), 0};
}

bool bind_load(const Instruction& i, Op& op) {
  take_load_form(i, op);
  op.handler = load;
  return op.addresses == 1;
}

void store_request(Issue& issue, const Request& request) {
  Row rooms[4];
  const Row* words[4];
  const U32 count = (request.bytes + 3) / 4;
  for (U32 n = 0; n < count; ++n) words[n] = &read_word(issue, issue.op.src[0], n, rooms[n]);
  for_lanes(request.lanes, [&](U32 lane) {
    std::array<U32, 4> value{};
    for (U32 n = 0; n < count; ++n) value[n] = words[n]->lane[lane];
    std::memcpy(bytes_at(issue, request, lane), value.data(), request.bytes);
  });
  mark_written(issue, request);
  ++issue.warp.changes;
}

Next store(Issue& issue) {
  const Op& op = issue.op;
  Addresses addresses;
  read_addresses(issue, op.address[0], addresses);
  auto requests = requests_of(issue, static_cast<Naming>(op.number[0]), addresses, op.number[1]);
  for (Request& request : requests) {
    if (request.lanes == 0) continue;
    request.access = events::Access::Store;
    if (!check(issue, request)) return Next::Stop;
    if (issue.machine.races) races::order_access(issue, request, races::Manner::Stored);
    store_request(issue, request);
    tell(issue, request);
  }
  return Next::Advance;
}

bool bind_store(const Instruction& i, Op& op) {
  op.number = {static_cast<U32>(naming_of(i)), access_bytes(i), 0, 0};
  op.handler = store;
  return op.addresses == 1 && op.sources >= 1;
}

// c[bank][…]. What `__constant__` variables hold is a request; parameters are not counted.
Next load_constant(Issue& issue) {
  const Op& op = issue.op;
  const Source& source = op.src[0];
  const U32 bytes = op.number[1];
  LoadedRows loaded;
  Addresses offsets{};
  for (U32 lane = 0; lane < kLanes; ++lane) {
    offsets[lane] = source.value + issue.warp.rows[source.row].lane[lane] +
                    issue.warp.rows[source.second].lane[0];
    const U64 value = constant(issue.machine, source.bank, offsets[lane], bytes);
    loaded.word[0].lane[lane] =
        extended(static_cast<U32>(value), static_cast<Extend>(op.number[2]));
    loaded.word[1].lane[lane] = static_cast<U32>(value >> 32U);
  }
  for (U32 n = 0; op.dst != kNoRow && n < op.dst_rows; ++n)
    write(issue, op.dst + n, loaded.word[n]);
  if (source.bank == kVariablesBank) tell_constants(issue, offsets, bytes);
  return Next::Advance;
}

bool bind_load_constant(const Instruction& i, Op& op) {
  take_load_form(i, op);
  if (op.sources != 1 || op.src[0].from != Source::From::Constant || i.has("ISL")) return false;
  op.handler = load_constant;
  return op.number[1] <= 8;
}

// With ZFILL an address has in its low bits how many bytes at the end are zeros.
void take_missing(Addresses& from, U32 bytes, Addresses& missing) {
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    missing[lane] = from[lane] & (bytes - 1);
    from[lane] -= missing[lane];
  }
}

// LDGSTS: from global to shared memory, without a register; zeros where the predicate is false.
Next copy_to_shared(Issue& issue) {
  const Op& op = issue.op;
  const U32 bytes = op.number[1];
  Addresses from, to;
  read_addresses(issue, op.address[1], from);
  read_addresses(issue, op.address[0], to);
  const U32 filled = op.src_predicate_count > 0 ? read(issue, op.src_predicates[0]) : ~0U;
  Request target = requests_of(issue, Naming::Shared, to, bytes)[1];
  target.access = events::Access::Store;
  Addresses missing{};
  if (op.number[2] != 0) take_missing(from, bytes, missing);
  Request source = requests_of(issue, Naming::Global, from, bytes)[0];
  source.lanes &= filled;
  if (!check(issue, target) || !check(issue, source)) return Next::Stop;
  if (issue.machine.races) {
    races::order_access(issue, target, races::Manner::Copied);
    races::order_access(issue, source, races::Manner::Copied);
  }
  for_lanes(target.lanes, [&](U32 lane) {
    std::byte* place = bytes_at(issue, target, lane);
    const bool copies = (source.lanes >> lane & 1U) != 0;
    const std::size_t count = copies ? bytes - missing[lane] : 0;
    if (copies) std::memcpy(place, bytes_at(issue, source, lane), count);
    std::memset(place + count, 0, bytes - count);
  });
  if (op.number[3] != 0 && bytes == 16)
    source.fetchers =
        events::fetchers_past_l1(source.addresses.data(), target.addresses.data(), source.lanes);
  tell(issue, source);
  return Next::Advance;
}

bool bind_copy_to_shared(const Instruction& i, Op& op) {
  op.number = {0, access_bytes(i), i.has("ZFILL") ? 1U : 0U, i.has("BYPASS") ? 1U : 0U};
  op.handler = copy_to_shared;
  return op.addresses == 2;
}

// Matrices of 8 rows of 16 bytes, whose addresses each 8 lanes have: a lane gets, or has, two
// neighbours of a row, or, transposed, of a column (PTX ISA 9.7.14.5.15, ldmatrix).
struct Piece {
  U32 row, byte;
};
Piece piece(U32 lane, U32 half, bool transposed) {
  if (transposed) return {lane % 4 * 2 + half, lane / 4 * 2};
  return {lane / 4, (lane % 4 * 2 + half) * 2};
}

template <bool Stores>
Next move_matrices(Issue& issue) {
  const Op& op = issue.op;
  const U32 count = op.number[0];
  Addresses addresses;
  read_addresses(issue, op.address[0], addresses);
  Issue rows = issue;
  rows.executed &= count == 4 ? ~0U : (1U << (8 * count)) - 1;
  Request request = requests_of(rows, Naming::Shared, addresses, 16)[1];
  request.access = Stores ? events::Access::Store : events::Access::Load;
  if (!check(issue, request)) return Next::Stop;
  if (issue.machine.races) races::order_access(issue, request);
  for (U32 matrix = 0; matrix < count; ++matrix) {
    Row room, out{};
    const Row* from = Stores ? &read_word(issue, op.src[0], matrix, room) : nullptr;
    for (U32 lane = 0; lane < kLanes; ++lane) {
      for (U32 half = 0; half < 2; ++half) {
        const Piece at = piece(lane, half, op.number[1] != 0);
        std::byte* place = bytes_at(issue, request, matrix * 8 + at.row) + at.byte;
        std::uint16_t value = 0;
        if (Stores) {
          value = static_cast<std::uint16_t>(from->lane[lane] >> (16 * half));
          std::memcpy(place, &value, sizeof value);
        } else {
          std::memcpy(&value, place, sizeof value);
          out.lane[lane] |= U32{value} << (16 * half);
        }
      }
    }
    if (!Stores) write(issue, op.dst + matrix, out);
  }
  tell(issue, request);
  return Next::Advance;
}

template <bool Stores>
bool bind_matrices(const Instruction& i, Op& op) {
  const U32 count = i.has("4") ? 4 : i.has("2") ? 2 : 1;
  op.number = {count, i.has("MT88") ? 1U : 0U, 0, 0};
  op.handler = move_matrices<Stores>;
  return i.has("16") && op.addresses == 1 && (Stores ? op.sources == 1 : op.dst != kNoRow);
}

constexpr BinderRow kRows[]{
    {"LDG", bind_load},
    {"LD", bind_load},
    {"LDS", bind_load},
    {"LDL", bind_load},
    {"STG", bind_store},
    {"ST", bind_store},
    {"STS", bind_store},
    {"STL", bind_store},
    {"LDC", bind_load_constant},
    {"ULDC", bind_load_constant},
    {"LDGSTS", bind_copy_to_shared},
    {"LDSM", bind_matrices<false>},
    {"STSM", bind_matrices<true>},
};

}  // namespace

std::span<const BinderRow> memory_binders() { return kRows; }

}  // namespace lanescope::sass::machine::instructions
