#include <array>
#include <cstddef>
#include <string_view>

#include "sim/code/decode_context.hpp"

namespace lanescope::code {
namespace {

using MbarrierWhat = MbarrierOp::What;

struct Name {
  std::string_view modifier;
  MbarrierWhat what;
};
constexpr std::array kNames{
    Name{"init", MbarrierWhat::Init},
    Name{"inval", MbarrierWhat::Invalidate},
    Name{"arrive", MbarrierWhat::Arrive},
    Name{"arrive_drop", MbarrierWhat::Drop},
    Name{"complete_tx", MbarrierWhat::CompleteBytes},
    Name{"test_wait", MbarrierWhat::TestWait},
    Name{"try_wait", MbarrierWhat::TryWait},
    Name{"pending_count", MbarrierWhat::PendingCount},
    Name{"expect_tx", MbarrierWhat::ExpectBytes},  // last: of an arrival too
};

bool find_what(const ptx::Instruction& instruction, MbarrierWhat& what) {
  for (const Name& name : kNames) {
    if (!has_modifier(instruction, name.modifier)) continue;
    const bool copies = instruction.opcode == "cp";
    what = copies ? MbarrierWhat::CopiesArrive : name.what;
    return true;
  }
  return false;
}

bool has_result(MbarrierWhat what) {
  return what == MbarrierWhat::Arrive || what == MbarrierWhat::Drop ||
         what == MbarrierWhat::TestWait || what == MbarrierWhat::TryWait ||
         what == MbarrierWhat::PendingCount;
}

// The last operand of an operation that takes one.
ptx::Type value_type(const MbarrierOp& barrier) {
  const bool state =
      barrier.what == MbarrierWhat::PendingCount ||
      ((barrier.what == MbarrierWhat::TestWait || barrier.what == MbarrierWhat::TryWait) &&
       !barrier.by_parity);
  return state ? ptx::Type::B64 : ptx::Type::U32;
}

Result<void> fill_operands(const FunctionContext& context, const ptx::Instruction& instruction,
                           MbarrierOp& barrier) {
  std::size_t next = 0;
  const auto left = [&] { return instruction.operands.size() > next; };
  if (has_result(barrier.what)) {
    if (!left()) return bad_input("its operands");
    Result<Slot> result = destination_slot(context, instruction.operands[next++]);
    if (!result) return result.error();
    barrier.result = *result;
  }
  if (barrier.what != MbarrierWhat::PendingCount) {
    if (!left()) return bad_input("its operands");
    const bool generic = !has_modifier(instruction, "shared") &&
                         !has_modifier(instruction, "shared::cta") &&
                         !has_modifier(instruction, "shared::cluster");
    Result<AddressOperand> where = address_operand(
        context, instruction.operands[next++], generic ? ptx::Space::Generic : ptx::Space::Shared);
    if (!where) return where.error();
    barrier.address = *where;
  }
  if (!left()) return {};
  Result<Slot> value = source_slot(context, instruction.operands[next++], value_type(barrier));
  if (!value) return value.error();
  barrier.value = *value;
  barrier.timed = left();
  return {};
}

bool needs_value(const MbarrierOp& barrier) {
  const bool arrival = barrier.what == MbarrierWhat::Arrive || barrier.what == MbarrierWhat::Drop;
  if (arrival) return barrier.expects || barrier.no_complete;
  return barrier.what != MbarrierWhat::Invalidate && barrier.what != MbarrierWhat::CopiesArrive;
}

}  // namespace

Result<void> decode_mbarrier(const FunctionContext& context, const ptx::Instruction& instruction,
                             std::uint32_t /*at*/, Op& op) {
  MbarrierOp barrier;
  if (!find_what(instruction, barrier.what)) return bad_input("its operation");
  barrier.expects = has_modifier(instruction, "expect_tx");
  barrier.no_complete = has_modifier(instruction, "noComplete");
  barrier.counted = has_modifier(instruction, "noinc");
  barrier.by_parity = has_modifier(instruction, "parity");
  barrier.relaxed = has_modifier(instruction, "relaxed");
  if (Result<void> r = fill_operands(context, instruction, barrier); !r) return r;
  if (needs_value(barrier) && !barrier.value.used()) return bad_input("its operands");
  op.kind = HandlerKind::Mbarrier;
  op.detail = static_cast<std::uint32_t>(context.code->mbarriers.size());
  context.code->mbarriers.push_back(barrier);
  return {};
}

}  // namespace lanescope::code
