#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "sim/code/decode_context.hpp"

namespace lanescope::code {
namespace {

using ptx::Operand;
using SyncWhat = WarpSyncOp::What;

Result<void> decode_warp_barrier(const FunctionContext& context,
                                 const ptx::Instruction& instruction, Op& op) {
  WarpSyncOp sync;
  sync.what = SyncWhat::Barrier;
  if (instruction.operands.empty()) return bad_input("its operands");
  Result<Slot> mask = source_slot(context, instruction.operands[0], ptx::Type::B32);
  if (!mask) return mask.error();
  sync.mask = *mask;
  op.kind = HandlerKind::WarpSync;
  op.detail = static_cast<std::uint32_t>(context.code->warp_syncs.size());
  context.code->warp_syncs.push_back(sync);
  return {};
}

Result<void> decode_reduction(const FunctionContext& context, const ptx::Instruction& instruction,
                              BarrierOp& barrier, std::vector<const Operand*>& operands) {
  barrier.mode = has_modifier(instruction, "popc")  ? BarrierOp::Mode::Popc
                 : has_modifier(instruction, "and") ? BarrierOp::Mode::And
                                                    : BarrierOp::Mode::Or;
  if (operands.size() < 3) return bad_input("its operands");
  Result<Slot> result = destination_slot(context, *operands.front());
  if (!result) return result.error();
  barrier.result = *result;
  barrier.predicate_negated = operands.back()->negated;
  Result<Slot> predicate = source_slot(context, *operands.back(), ptx::Type::Pred);
  if (!predicate) return predicate.error();
  barrier.predicate = *predicate;
  operands.erase(operands.begin());
  operands.pop_back();
  return {};
}

// barrier.cluster.arrive{.release|.relaxed}{.aligned}; barrier.cluster.wait{.acquire}{.aligned}
Result<void> decode_cluster_barrier(const FunctionContext& context,
                                    const ptx::Instruction& instruction, Op& op) {
  BarrierOp barrier;
  barrier.aligned = has_modifier(instruction, "aligned");
  barrier.relaxed = has_modifier(instruction, "relaxed");
  if (has_modifier(instruction, "arrive")) barrier.mode = BarrierOp::Mode::Arrive;
  context.code->uses_cluster_barrier = true;
  op.kind = HandlerKind::ClusterBarrier;
  op.detail = static_cast<std::uint32_t>(context.code->barriers.size());
  context.code->barriers.push_back(barrier);
  return {};
}

}  // namespace

// bar{.cta}.sync a{, b}; bar.arrive a, b; bar.red.op d, a{, b}, {!}c; barrier…{.aligned} likewise
// (PTX ISA 9.7.13.1); bar.warp.sync mask (9.7.13.2). `bar.` is `barrier.….aligned`.
Result<void> decode_barrier(const FunctionContext& context, const ptx::Instruction& instruction,
                            std::uint32_t /*at*/, Op& op) {
  if (has_modifier(instruction, "warp")) return decode_warp_barrier(context, instruction, op);
  if (has_modifier(instruction, "cluster")) return decode_cluster_barrier(context, instruction, op);
  BarrierOp barrier;
  barrier.aligned = instruction.opcode == "bar" || has_modifier(instruction, "aligned");
  std::vector<const Operand*> operands;
  for (const Operand& operand : instruction.operands) operands.push_back(&operand);
  if (has_modifier(instruction, "red")) {
    if (Result<void> r = decode_reduction(context, instruction, barrier, operands); !r) return r;
  } else if (has_modifier(instruction, "arrive")) {
    barrier.mode = BarrierOp::Mode::Arrive;
  }
  if (operands.empty()) return bad_input("its operands");
  Result<Slot> number = source_slot(context, *operands[0], ptx::Type::U32);
  if (!number) return number.error();
  barrier.barrier = *number;
  if (operands[0]->kind == Operand::Kind::Integer)
    barrier.number = static_cast<std::uint32_t>(operands[0]->bits);
  if (operands.size() > 1) {
    Result<Slot> threads = source_slot(context, *operands[1], ptx::Type::U32);
    if (!threads) return threads.error();
    barrier.threads = *threads;
  }
  op.kind = HandlerKind::Barrier;
  op.detail = static_cast<std::uint32_t>(context.code->barriers.size());
  context.code->barriers.push_back(barrier);
  return {};
}

namespace {

struct Name {
  std::string_view opcode, modifier;
  SyncWhat what;
};
constexpr std::array kNames{
    Name{"shfl", "up", SyncWhat::ShflUp},     Name{"shfl", "down", SyncWhat::ShflDown},
    Name{"shfl", "bfly", SyncWhat::ShflBfly}, Name{"shfl", "idx", SyncWhat::ShflIdx},
    Name{"vote", "all", SyncWhat::VoteAll},   Name{"vote", "any", SyncWhat::VoteAny},
    Name{"vote", "uni", SyncWhat::VoteUni},   Name{"vote", "ballot", SyncWhat::VoteBallot},
    Name{"match", "any", SyncWhat::MatchAny}, Name{"match", "all", SyncWhat::MatchAll},
    Name{"redux", "add", SyncWhat::ReduxAdd}, Name{"redux", "min", SyncWhat::ReduxMin},
    Name{"redux", "max", SyncWhat::ReduxMax}, Name{"redux", "and", SyncWhat::ReduxAnd},
    Name{"redux", "or", SyncWhat::ReduxOr},   Name{"redux", "xor", SyncWhat::ReduxXor},
    Name{"elect", "sync", SyncWhat::Elect},
};

// Where the sources of an operation stand: value, b, c, then the member mask.
std::size_t source_count(const std::string& opcode) {
  if (opcode == "shfl") return 3;
  return opcode == "elect" ? 0 : 1;
}

Result<void> fill_sources(const FunctionContext& context, const ptx::Instruction& instruction,
                          WarpSyncOp& sync) {
  const std::size_t count = source_count(instruction.opcode);
  const std::size_t first = 1;
  if (instruction.operands.size() < first + count + (sync.has_mask ? 1 : 0))
    return bad_input("too few operands");
  const std::array<Slot*, 3> places{&sync.value, &sync.b, &sync.c};
  const bool predicate = instruction.opcode == "vote";
  const ptx::Type type = predicate ? ptx::Type::Pred : last_type(instruction);
  for (std::size_t i = 0; i < count; ++i) {
    Result<Slot> slot =
        source_slot(context, instruction.operands[first + i], i == 0 ? type : ptx::Type::U32);
    if (!slot) return slot.error();
    *places[i] = *slot;
  }
  if (count > 0) sync.negated = instruction.operands[first].negated;
  if (!sync.has_mask) return {};
  Result<Slot> mask = source_slot(context, instruction.operands[first + count], ptx::Type::B32);
  if (!mask) return mask.error();
  sync.mask = *mask;
  return {};
}

Result<void> fill_results(const FunctionContext& context, const Operand& operand,
                          WarpSyncOp& sync) {
  if (operand.kind != Operand::Kind::Lanes) {
    Result<Slot> result = destination_slot(context, operand);
    if (!result) return result.error();
    sync.result = *result;
    return {};
  }
  const std::array<Slot*, 2> places{&sync.result, &sync.predicate};
  for (std::size_t i = 0; i < 2 && i < operand.elements.size(); ++i) {
    Result<Slot> slot = destination_slot(context, operand.elements[i]);
    if (!slot) return slot.error();
    *places[i] = *slot;
  }
  return {};
}

}  // namespace

// shfl, vote, match, redux, elect (PTX ISA 9.7.9.6, 9.7.13).
Result<void> decode_warp_sync(const FunctionContext& context, const ptx::Instruction& instruction,
                              std::uint32_t /*at*/, Op& op) {
  WarpSyncOp sync;
  bool known = false;
  for (const Name& name : kNames) {
    if (name.opcode == instruction.opcode && has_modifier(instruction, name.modifier)) {
      sync.what = name.what;
      known = true;
    }
  }
  if (!known || instruction.operands.empty()) return bad_input("its mode");
  const ptx::Type type = last_type(instruction);
  if (instruction.opcode == "redux" && ptx::is_float(type)) return bad_input("its type");
  sync.has_mask = has_modifier(instruction, "sync");
  sync.is_signed = ptx::is_signed_integer(type);
  if (Result<void> r = fill_results(context, instruction.operands[0], sync); !r) return r;
  if (Result<void> r = fill_sources(context, instruction, sync); !r) return r;
  op.kind = HandlerKind::WarpSync;
  op.detail = static_cast<std::uint32_t>(context.code->warp_syncs.size());
  context.code->warp_syncs.push_back(sync);
  return {};
}

}  // namespace lanescope::code
