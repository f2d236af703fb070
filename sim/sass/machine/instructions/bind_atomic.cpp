#include <algorithm>
#include <cstring>
#include <optional>

#include "sim/code/atomic_functions.hpp"
#include "sim/sass/machine/instructions/atomic_kinds.hpp"
#include "sim/sass/machine/instructions/bind.hpp"
#include "sim/sass/machine/instructions/earlier_mbarriers.hpp"
#include "sim/sass/machine/lane_loops.hpp"
#include "sim/sass/machine/memory.hpp"
#include "sim/sass/machine/races/races.hpp"
#include "sim/sass/roles.hpp"

// Atomic operations and reductions. Lanes take their turns from the first on.
namespace lanescope::sass::machine::instructions {
namespace {

// Of an element: "F32x4" are four.
ptx::Type type_of(const Instruction& i) {
  struct Name {
    std::string_view name;
    ptx::Type type;
  };
  static constexpr Name kTypes[]{
      {"F32", ptx::Type::F32},       {"F32x2", ptx::Type::F32},      {"F32x4", ptx::Type::F32},
      {"F64", ptx::Type::F64},       {"F16x2", ptx::Type::F16x2},    {"F16x4", ptx::Type::F16x2},
      {"F16x8", ptx::Type::F16x2},   {"BF16x2", ptx::Type::BF16x2},  {"BF16x4", ptx::Type::BF16x2},
      {"BF16x8", ptx::Type::BF16x2}, {"BF16_V2", ptx::Type::BF16x2}, {"S64", ptx::Type::S64},
      {"U64", ptx::Type::U64},       {"64", ptx::Type::U64},         {"S32", ptx::Type::S32}};
  for (const Name& row : kTypes) {
    if (i.has(row.name)) return row.type;
  }
  return ptx::Type::U32;
}

Naming naming_of(const Instruction& i) {
  if (i.name == "ATOMS" || i.name == "REDS") return Naming::Shared;
  return i.name == "ATOM" || i.name == "RED" ? Naming::Generic : Naming::Global;
}

// SwapOrFail: CAST, which tells whether it has swapped. Exchange: of 16 bytes.
enum class Form : U32 { Function, Swap, SwapOrFail, Exchange };

Form form_of(const Op& op) { return static_cast<Form>(op.number[2] & 0xffU); }
U32 element_bytes(const Op& op) { return op.number[2] >> 8U; }

using Words = std::array<U32, 4>;

Words operand(const Issue& issue, std::size_t which, U32 lane) {
  Words words{};
  for (U32 n = 0; n < issue.op.number[1] / 4; ++n) {
    Row room;
    words[n] = read_word(issue, issue.op.src[which], n, room).lane[lane];
  }
  return words;
}

// Each element by itself.
Words computed(const Issue& issue, const Words& old, U32 lane) {
  const Op& op = issue.op;
  const U32 size = element_bytes(op);
  const Words with = op.sources > 0 ? operand(issue, 0, lane) : Words{1};
  Words out = old;
  for (U32 at = 0; at < op.number[1] / 4; at += size / 4) {
    U64 a = 0, b = 0;
    std::memcpy(&a, &old[at], size);
    std::memcpy(&b, &with[at], size);
    const U64 value = op.atomic(a, b, 0);
    std::memcpy(&out[at], &value, size);
  }
  return out;
}

void update_lane(Issue& issue, const Request& request, U32 lane, std::array<Row, 4>& before) {
  const Form form = form_of(issue.op);
  Words old{};
  std::byte* place = bytes_at(issue, request, lane);
  std::memcpy(old.data(), place, request.bytes);
  bool swaps = form == Form::Exchange;
  if (form == Form::Swap || form == Form::SwapOrFail) swaps = old == operand(issue, 0, lane);
  Words value = old;
  if (form == Form::Function) value = computed(issue, old, lane);
  if (swaps) value = operand(issue, form == Form::Exchange ? 0 : 1, lane);
  std::memcpy(place, value.data(), request.bytes);
  issue.warp.changes += value != old ? 1 : 0;
  if (form == Form::SwapOrFail) old = {swaps ? 1U : 0U};
  for (std::size_t n = 0; n < old.size(); ++n) before[n].lane[lane] = old[n];
}

Next update(Issue& issue) {
  const Op& op = issue.op;
  Addresses addresses;
  read_addresses(issue, op.address[0], addresses);
  std::array<Row, 4> before{};
  auto requests = requests_of(issue, static_cast<Naming>(op.number[0]), addresses, op.number[1]);
  for (Request& request : requests) {
    if (request.lanes == 0) continue;
    request.access = events::Access::Atomic;
    request.rule = static_cast<events::SharedAccess>(op.number[3]);
    if (!check(issue, request)) return Next::Stop;
    if (issue.machine.races) races::order_access(issue, request);
    for_lanes(request.lanes, [&](U32 lane) { update_lane(issue, request, lane, before); });
    mark_written(issue, request);
    tell(issue, request);
  }
  // Whether it has been done: code that ptxas makes does it by itself else.
  write(issue, op.dst_predicates[0], ~0U);
  for (U32 n = 0; op.dst != kNoRow && n < op.number[1] / 4; ++n)
    write(issue, op.dst + n, before[n]);
  return Next::Advance;
}

std::optional<Form> find_form(const Instruction& i, Op& op) {
  if (i.has("CAST")) return Form::SwapOrFail;
  if (i.has("CAS")) return Form::Swap;
  if (i.has("128")) return i.has("EXCH") ? std::optional(Form::Exchange) : std::nullopt;
  // POPC.INC counts lanes.
  op.atomic = i.has("POPC") ? code::atomic_function(code::AtomicKind::Add, ptx::Type::U32)
                            : atomic_function_of(i, type_of(i));
  return op.atomic == nullptr ? std::nullopt : std::optional(Form::Function);
}

bool bind_atomic(const Instruction& i, Op& op) {
  if (i.has("ARRIVE")) return bind_earlier_arrival(i, op);
  if (op.addresses != 1) return false;
  const auto form = find_form(i, op);
  const bool swaps = form == Form::Swap || form == Form::SwapOrFail;
  if (!form || (swaps && op.sources < 2)) return false;
  events::SharedAccess rule = events::SharedAccess::Atomic;
  if (i.has("POPC")) rule = events::SharedAccess::AtomicAddOne;
  if (swaps) rule = events::SharedAccess::AtomicCas;
  if (i.has("POPC")) op.sources = 0;
  op.number = {static_cast<U32>(naming_of(i)), access_bytes(i),
               static_cast<U32>(*form) | static_cast<U32>(size_in_bytes(type_of(i))) << 8U,
               static_cast<U32>(rule)};
  op.handler = update;
  return op.number[1] >= 4;
}

constexpr BinderRow kRows[]{{"ATOM", bind_atomic}, {"ATOMG", bind_atomic}, {"ATOMS", bind_atomic},
                            {"RED", bind_atomic},  {"REDG", bind_atomic},  {"REDS", bind_atomic}};

}  // namespace

std::span<const BinderRow> atomic_binders() { return kRows; }

}  // namespace lanescope::sass::machine::instructions
