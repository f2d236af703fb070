#include <bit>
#include <cstring>

#include "sim/sass/machine/instructions/atomic_kinds.hpp"
#include "sim/sass/machine/instructions/bind.hpp"
#include "sim/sass/machine/instructions/mbarriers.hpp"
#include "sim/sass/machine/lane_loops.hpp"
#include "sim/sass/machine/races/races.hpp"
#include "sim/sass/roles.hpp"

// Copies that another unit makes, and stores to other blocks of the cluster that tell a barrier
// (what ptxas of CUDA 13.0 makes of cp.async.bulk, st.async and red.async for sm_90). No counter
// has them.
namespace lanescope::sass::machine::instructions {
namespace {

constexpr U32 kUnit = 16;  // bytes that a size counts

U64 word(const Issue& issue, U32 row) { return row == kNoRow ? 0 : issue.warp.rows[row].lane[0]; }

// One lane's request of so many bytes at an address.
Request place_of(Issue& one, Naming naming, U64 address, U32 bytes, events::Access access) {
  Addresses addresses;
  addresses.fill(address);
  Request request = requests_of(one, naming, addresses, bytes)[naming == Naming::Shared ? 1 : 0];
  request.access = access;
  return request;
}

// "UBLKCP.S.G [UR10], [UR8], UR4": to UR10, for the barrier at UR11, from the pair UR8, UR4 units.
// "UBLKCP.G.S [UR8], [UR5], UR4": to the pair UR8, from UR5.
Next copy(Issue& issue) {
  if (issue.executed == 0) return Next::Advance;
  const Op& op = issue.op;
  const bool to_shared = op.number[0] != 0;
  const AddressSource &to = op.address[0], &from = op.address[1];
  const auto pair = [&](const AddressSource& at) {
    return word(issue, at.uniform) | word(issue, at.uniform + 1) << 32U;
  };
  const U64 target = to_shared ? word(issue, to.uniform) : pair(to);
  const U64 source = to_shared ? pair(from) : word(issue, from.uniform);
  Row room;
  const U64 units = read(issue, op.src[0], room).lane[0];
  Issue one = issue;
  one.executed = issue.executed & (0 - issue.executed);
  const auto lane = static_cast<U32>(std::countr_zero(one.executed));
  const Naming there = to_shared ? Naming::Shared : Naming::Global;
  const Naming here = to_shared ? Naming::Global : Naming::Shared;
  for (U64 n = 0; n < units; ++n) {
    const Request load = place_of(one, here, source + n * kUnit, kUnit, events::Access::Load);
    const events::Access stores =
        op.atomic != nullptr ? events::Access::Atomic : events::Access::Store;
    const Request store = place_of(one, there, target + n * kUnit, kUnit, stores);
    if (!check(one, load) || !check(one, store)) return Next::Stop;
    if (issue.machine.races) {
      races::order_access(one, load, races::Manner::Copied);
      races::order_access(one, store, races::Manner::Copied);
    }
    std::byte* at = bytes_at(one, store, lane);
    const std::byte* what = bytes_at(one, load, lane);
    const U32 size = op.atomic == nullptr ? kUnit : op.number[1];
    for (U32 offset = 0; offset < kUnit; offset += size) {
      U64 old = 0, with = 0;
      if (op.atomic != nullptr) {
        std::memcpy(&old, at + offset, size);
        std::memcpy(&with, what + offset, size);
        const U64 value = op.atomic(old, with, 0);
        std::memcpy(at + offset, &value, size);
      } else {
        std::memcpy(at, what, kUnit);
      }
    }
    mark_written(one, store);
  }
  if (!to_shared) return Next::Advance;
  const bool told = bytes_have_come(one, lane, word(issue, to.uniform + 1), units * kUnit);
  return told ? Next::Advance : Next::Stop;
}

bool take_function(const Instruction& i, Op& op) {
  const bool wide = i.has("U64") || i.has("S64") || i.has("64");
  const ptx::Type type = i.has("S64")   ? ptx::Type::S64
                         : i.has("S32") ? ptx::Type::S32
                         : wide         ? ptx::Type::U64
                                        : ptx::Type::U32;
  for (const std::string& m : i.modifiers) {
    if (m.starts_with('F') || m.starts_with("BF")) return false;
  }
  op.atomic = atomic_function_of(i, type);
  op.number[1] = wide ? 8 : 4;
  return op.atomic != nullptr;
}

bool bind_copy(const Instruction& i, Op& op) {
  op.number[0] = i.modifiers.size() >= 2 && i.modifiers[0] == "S" && i.modifiers[1] == "G";
  const bool back = i.modifiers.size() >= 2 && i.modifiers[0] == "G" && i.modifiers[1] == "S";
  op.handler = copy;
  if (op.addresses != 2 || op.sources != 1 || op.address[0].uniform == kNoRow ||
      op.address[1].uniform == kNoRow)
    return false;
  if (i.name == "UBLKRED") return back && take_function(i, op);
  return i.modifiers.size() == 2 && (back || op.number[0] != 0);
}

// "STAS [R10.64], R7": to R10, for the barrier at R11.
Next store_and_tell(Issue& issue) {
  const Op& op = issue.op;
  const U32 bytes = op.number[0], base = op.address[0].base;
  Addresses addresses{};
  for (std::size_t lane = 0; lane < kLanes; ++lane)
    addresses[lane] = issue.warp.rows[base].lane[lane] + static_cast<U64>(op.address[0].offset);
  Request request = requests_of(issue, Naming::Shared, addresses, bytes)[1];
  request.access = op.atomic != nullptr ? events::Access::Atomic : events::Access::Store;
  if (!check(issue, request)) return Next::Stop;
  if (issue.machine.races) races::order_access(issue, request, races::Manner::Copied);
  for (U32 rest = issue.executed; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<U32>(std::countr_zero(rest));
    std::array<U32, 4> value{};
    for (U32 n = 0; n < (bytes + 3) / 4; ++n) {
      Row room;
      value[n] = read_word(issue, op.src[0], n, room).lane[lane];
    }
    std::byte* at = bytes_at(issue, request, lane);
    if (op.atomic != nullptr) {
      U64 old = 0, with = 0;
      std::memcpy(&old, at, bytes);
      std::memcpy(&with, value.data(), bytes);
      const U64 result = op.atomic(old, with, 0);
      std::memcpy(at, &result, bytes);
    } else {
      std::memcpy(at, value.data(), bytes);
    }
    if (!bytes_have_come(issue, lane, issue.warp.rows[base + 1].lane[lane], bytes))
      return Next::Stop;
  }
  return Next::Advance;
}

bool bind_store_and_tell(const Instruction& i, Op& op) {
  if (i.name == "REDAS" && !take_function(i, op)) return false;
  op.number[0] = i.name == "REDAS" ? op.number[1] : access_bytes(i);
  op.handler = store_and_tell;
  return op.addresses == 1 && op.sources == 1 && op.address[0].base != kNoRow &&
         op.address[0].wide_base && op.address[0].uniform == kNoRow;
}

constexpr BinderRow kRows[]{{"UBLKCP", bind_copy},
                            {"UBLKRED", bind_copy},
                            {"STAS", bind_store_and_tell},
                            {"REDAS", bind_store_and_tell}};

}  // namespace

std::span<const BinderRow> bulk_copy_binders() { return kRows; }

}  // namespace lanescope::sass::machine::instructions
