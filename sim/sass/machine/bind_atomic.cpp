#include <algorithm>
#include <cstring>
#include <optional>

#include "sim/code/atomic_functions.hpp"
#include "sim/sass/machine/bind.hpp"
#include "sim/sass/machine/lane_loops.hpp"
#include "sim/sass/machine/memory.hpp"
#include "sim/sass/roles.hpp"

// Atomic operations and reductions. Lanes take their turns from the first on.
namespace lanescope::sass::machine {
namespace {

using code::AtomicKind;

struct KindName {
  std::string_view name;
  AtomicKind kind;
};
constexpr KindName kKinds[]{{"ADD", AtomicKind::Add}, {"MIN", AtomicKind::Min},
                            {"MAX", AtomicKind::Max}, {"INC", AtomicKind::Inc},
                            {"DEC", AtomicKind::Dec}, {"AND", AtomicKind::And},
                            {"OR", AtomicKind::Or},   {"XOR", AtomicKind::Xor},
                            {"EXCH", AtomicKind::Exch}};

ptx::Type type_of(const Instruction& i) {
  struct Name {
    std::string_view name;
    ptx::Type type;
  };
  static constexpr Name kTypes[]{
      {"F32", ptx::Type::F32},     {"F64", ptx::Type::F64},   {"F16x2", ptx::Type::F16x2},
      {"BF16x2", ptx::Type::BF16x2}, {"BF16_V2", ptx::Type::BF16x2}, {"F16", ptx::Type::F16x2},
      {"S64", ptx::Type::S64},     {"U64", ptx::Type::U64},   {"64", ptx::Type::U64},
      {"S32", ptx::Type::S32}};
  for (const Name& row : kTypes) {
    if (i.has(row.name)) return row.type;
  }
  return ptx::Type::U32;
}

Naming naming_of(const Instruction& i) {
  if (i.name == "ATOMS" || i.name == "REDS") return Naming::Shared;
  return i.name == "ATOM" || i.name == "RED" ? Naming::Generic : Naming::Global;
}

U64 operand(const Issue& issue, std::size_t which, U32 lane, U32 bytes) {
  Row rooms[2];
  const U64 low = read_word(issue, issue.op.src[which], 0, rooms[0]).lane[lane];
  if (bytes < 8) return low;
  return U64{read_word(issue, issue.op.src[which], 1, rooms[1]).lane[lane]} << 32U | low;
}

enum class Form : U32 { Function, Swap, SwapOrFail };

U64 updated(const Issue& issue, U64 old, U32 lane, U32 bytes, bool& succeeded) {
  const Op& op = issue.op;
  if (static_cast<Form>(op.number[2]) == Form::Function) {
    const U64 b = op.sources > 0 ? operand(issue, 0, lane, bytes) : 1;
    return op.atomic(old, b, 0);
  }
  succeeded = old == operand(issue, 0, lane, bytes);
  return succeeded ? operand(issue, 1, lane, bytes) : old;
}

void update_lane(Issue& issue, const Request& request, U32 lane, WideRow& before) {
  U64 old = 0;
  std::byte* place = bytes_at(issue, request, lane);
  std::memcpy(&old, place, request.bytes);
  bool succeeded = false;
  const U64 value = updated(issue, old, lane, request.bytes, succeeded);
  std::memcpy(place, &value, request.bytes);
  issue.warp.changes += value != old ? 1 : 0;
  const bool tells = static_cast<Form>(issue.op.number[2]) == Form::SwapOrFail;
  before[lane] = tells ? U64{succeeded} : old;
}

Next update(Issue& issue) {
  const Op& op = issue.op;
  Addresses addresses;
  read_addresses(issue, op.address[0], addresses);
  WideRow before{};
  auto requests = requests_of(issue, static_cast<Naming>(op.number[0]), addresses, op.number[1]);
  for (Request& request : requests) {
    if (request.lanes == 0) continue;
    request.access = events::Access::Atomic;
    request.rule = static_cast<events::SharedAccess>(op.number[3]);
    if (!check(issue, request)) return Next::Stop;
    for_lanes(request.lanes, [&](U32 lane) { update_lane(issue, request, lane, before); });
    mark_written(issue, request);
    tell(issue, request);
  }
  if (op.dst == kNoRow) return Next::Advance;
  if (op.number[1] == 8) {
    write_wide(issue, op.dst, before);
  } else {
    Row low;
    for (U32 lane = 0; lane < kLanes; ++lane) low.lane[lane] = static_cast<U32>(before[lane]);
    write(issue, op.dst, low);
  }
  return Next::Advance;
}

std::optional<Form> form_of(const Instruction& i, Op& op) {
  if (i.has("CAST")) return Form::SwapOrFail;
  if (i.has("CAS")) return Form::Swap;
  const ptx::Type type = type_of(i);
  for (const KindName& row : kKinds) {
    if (i.has(row.name)) op.atomic = code::atomic_function(row.kind, type);
  }
  if (i.has("POPC")) op.atomic = code::atomic_function(AtomicKind::Add, ptx::Type::U32);
  return op.atomic == nullptr ? std::nullopt : std::optional(Form::Function);
}

bool bind_atomic(const Instruction& i, Op& op) {
  if (i.has("128") || i.has("ARRIVE") || op.addresses != 1) return false;
  const auto form = form_of(i, op);
  if (!form || (*form != Form::Function && op.sources < 2)) return false;
  events::SharedAccess rule = events::SharedAccess::Atomic;
  if (i.has("POPC")) rule = events::SharedAccess::AtomicAddOne;
  if (*form != Form::Function) rule = events::SharedAccess::AtomicCas;
  const U32 bytes = static_cast<U32>(size_in_bytes(type_of(i)));
  if (i.has("POPC")) op.sources = 0;
  op.number = {static_cast<U32>(naming_of(i)), bytes, static_cast<U32>(*form),
               static_cast<U32>(rule)};
  op.handler = update;
  return true;
}

constexpr BinderRow kRows[]{{"ATOM", bind_atomic}, {"ATOMG", bind_atomic}, {"ATOMS", bind_atomic},
                            {"RED", bind_atomic},  {"REDG", bind_atomic},  {"REDS", bind_atomic}};

}  // namespace

std::span<const BinderRow> atomic_binders() { return kRows; }

}  // namespace lanescope::sass::machine
