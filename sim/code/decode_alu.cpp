#include <cstddef>
#include <vector>

#include "sim/code/decode_context.hpp"
#include "sim/isa/alu.hpp"

namespace lanescope::code {
namespace {

using ptx::Operand;

constexpr std::uint8_t kNarrow = 16;  // bits to which lane functions extend narrower results

// Operands in the order of LaneOperands: vectors and d|p pairs written out.
void flatten(const Operand& operand, std::vector<const Operand*>& list) {
  if (operand.kind == Operand::Kind::Vector || operand.kind == Operand::Kind::Lanes) {
    for (const Operand& element : operand.elements) flatten(element, list);
  } else {
    list.push_back(&operand);
  }
}

// Registers may be wider than the instruction's type (PTX ISA 9.4): such operands go through
// scratch slots of the width that the lane function reads and writes.
class Converter {
 public:
  explicit Converter(const FunctionContext& context) : context_(context) {}

  std::uint32_t source(const Slot& slot, ptx::Type type) {
    const std::uint8_t bytes = lane_bytes(type);
    if (slot.lane_bytes == bytes) return slot.offset;
    const Slot narrow = context_.slots->scratch(next_++, bytes);
    convert_.before.push_back({slot, narrow, ptx::is_signed_integer(type)});
    return narrow.offset;
  }

  std::uint32_t destination(const Slot& slot, ptx::Type type) {
    const std::uint8_t bytes = lane_bytes(type);
    const bool is_signed = ptx::is_signed_integer(type);
    const bool extends = is_signed && ptx::size_in_bytes(type) < 4 && slot.bits > kNarrow;
    if (slot.used() && slot.lane_bytes == bytes && !extends) return slot.offset;
    Slot scratch = context_.slots->scratch(next_++, bytes);
    if (extends) scratch.bits = kNarrow;
    if (slot.used()) convert_.after.push_back({scratch, slot, is_signed});
    return scratch.offset;
  }

  void finish(Op& op) {
    if (convert_.before.empty() && convert_.after.empty()) {
      op.kind = HandlerKind::Alu;
      return;
    }
    op.kind = HandlerKind::AluConvert;
    op.detail = static_cast<std::uint32_t>(context_.code->converts.size());
    context_.code->converts.push_back(std::move(convert_));
  }

 private:
  const FunctionContext& context_;
  AluConvert convert_;
  std::size_t next_ = 0;
};

Result<void> bind_results(const FunctionContext& context, const isa::AluOp& alu,
                          const std::vector<const Operand*>& operands, Converter& converter,
                          Op& op) {
  std::vector<ptx::Type> types{alu.dst};
  if (alu.dst2 != ptx::Type::None && !alu.writes_carry) types.push_back(alu.dst2);
  for (ptx::Type type : alu.more_dst) {
    if (type != ptx::Type::None) types.push_back(type);
  }
  for (std::size_t i = 0; i < types.size(); ++i) {
    Slot slot;
    if (i < operands.size()) {
      Result<Slot> found = destination_slot(context, *operands[i]);
      if (!found) return found.error();
      slot = *found;
    }
    const std::uint32_t offset = converter.destination(slot, types[i]);
    if (i == 0) op.operands.dst = offset;
    if (i == 1) op.operands.dst2 = offset;
    if (i >= 2) op.operands.more_dst[i - 2] = offset;
  }
  if (alu.writes_carry) op.operands.dst2 = context.slots->carry().offset;
  return {};
}

}  // namespace

Result<void> decode_alu(const FunctionContext& context, const ptx::Instruction& instruction,
                        std::uint32_t at, Op& op) {
  Result<isa::AluOp> bound = isa::bind_alu(instruction, isa::best_vector_level());
  if (!bound) return bound.error();
  const isa::AluOp& alu = *bound;
  if (instruction.operands.empty()) return bad_input("no operands");
  std::vector<const Operand*> results, sources;
  flatten(instruction.operands[0], results);
  for (std::size_t i = 1; i < instruction.operands.size(); ++i) {
    // The truth table is a part of the operation where a predicate follows it.
    if (instruction.opcode == "lop3" && instruction.operands.size() == 6 && i == 4) continue;
    flatten(instruction.operands[i], sources);
  }
  Converter converter(context);
  if (Result<void> r = bind_results(context, alu, results, converter, op); !r) return r;
  const std::size_t read = static_cast<std::size_t>(alu.sources) - (alu.reads_carry ? 1 : 0);
  if (sources.size() < read) return bad_input("too few operands");
  for (std::size_t i = 0; i < read; ++i) {
    Result<Slot> slot = source_slot(context, *sources[i], alu.src[i]);
    if (!slot) return slot.error();
    op.operands.src[i] = converter.source(*slot, alu.src[i]);
  }
  if (alu.reads_carry) op.operands.src[read] = context.slots->carry().offset;
  op.full = alu.full;
  op.masked = alu.masked;
  op.operands.form = alu.form;
  context.code->flows[context.pc_of(at)] = value_flow(instruction, alu);
  converter.finish(op);
  return {};
}

namespace {

struct ClockName {
  std::string_view name;
  ClockSource source;
};
constexpr std::array kClocks{
    ClockName{"clock", ClockSource::Clock},
    ClockName{"clock_hi", ClockSource::ClockHigh},
    ClockName{"clock64", ClockSource::Clock64},
    ClockName{"globaltimer", ClockSource::GlobalTimer},
    ClockName{"globaltimer_lo", ClockSource::GlobalTimerLow},
    ClockName{"globaltimer_hi", ClockSource::GlobalTimerHigh},
};

}  // namespace

namespace {

// mov.v4.u32 {a, b, c, d}, %tid: %tid.x, %tid.y, %tid.z and 0.
ptx::Instruction with_parts(const ptx::Instruction& instruction) {
  ptx::Instruction parts = instruction;
  Operand& source = parts.operands[1];
  Operand vector, zero;
  vector.kind = Operand::Kind::Vector;
  for (const char* part : {".x", ".y", ".z"}) {
    vector.elements.push_back(source);
    vector.elements.back().name += part;
  }
  zero.kind = Operand::Kind::Integer;
  vector.elements.push_back(zero);
  source = vector;
  return parts;
}

}  // namespace

Result<void> decode_mov(const FunctionContext& context, const ptx::Instruction& instruction,
                        std::uint32_t at, Op& op) {
  if (instruction.operands.size() != 2) return decode_alu(context, instruction, at, op);
  const Operand& source = instruction.operands[1];
  if (source.kind == Operand::Kind::SpecialRegister && has_modifier(instruction, "v4"))
    return decode_alu(context, with_parts(instruction), at, op);
  if (source.kind == Operand::Kind::SpecialRegister) {
    for (const ClockName& clock : kClocks) {
      if (clock.name != source.name) continue;
      Result<Slot> result = destination_slot(context, instruction.operands[0]);
      if (!result) return result.error();
      op.kind = HandlerKind::Clock;
      op.detail = static_cast<std::uint32_t>(context.code->clocks.size());
      context.code->clocks.push_back({clock.source, *result});
      return {};
    }
  }
  if (source.kind == Operand::Kind::LocalVariable &&
      source.index < context.function->variables.size() && in_frame(context, source.index)) {
    Result<Slot> result = destination_slot(context, instruction.operands[0]);
    if (!result) return result.error();
    op.kind = HandlerKind::FrameAddress;
    op.detail = static_cast<std::uint32_t>(context.code->frame_addresses.size());
    context.code->frame_addresses.push_back(
        {*result,
         static_cast<std::uint32_t>(context.variable_offset[source.index] + source.offset)});
    return {};
  }
  return decode_alu(context, instruction, at, op);
}

}  // namespace lanescope::code
