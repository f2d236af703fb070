#include "sim/sass/machine/instructions/bind.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "sim/sass/machine/values.hpp"
#include "sim/sass/roles.hpp"

namespace lanescope::sass::machine::instructions {
namespace {

using Kind = Operand::Kind;

const std::map<std::string_view, Binder>& binders() {
  static const auto kAll = [] {
    std::map<std::string_view, Binder> all;
    for (const auto rows :
         {integer_binders(), float_binders(), half_binders(), convert_binders(), matrix_binders(),
          move_binders(), memory_binders(), atomic_binders(), space_binders(), texture_binders(),
          mbarrier_binders(), bulk_copy_binders(), warp_binders(), order_binders(),
          control_binders()}) {
      for (const BinderRow& row : rows) all[row.name] = row.binder;
    }
    return all;
  }();
  return kAll;
}

// Turns operands into rows of a warp's registers.
class Rows {
 public:
  explicit Rows(const Code& code) : code_(code) {}

  [[nodiscard]] std::uint32_t zero() const { return code_.uniform_rows - 1; }
  [[nodiscard]] std::uint32_t of(std::uint32_t reg) const {
    return reg == kZeroRegister ? zero() : std::min(reg, zero());
  }
  [[nodiscard]] std::uint32_t of_uniform(std::uint32_t reg) const {
    return code_.uniform_rows + reg;
  }

 private:
  const Code& code_;
};

PredicateSource predicate_of(const Operand& operand) {
  return {operand.index, operand.kind == Kind::UniformPredicate, operand.negated};
}

bool is_predicate(const Operand& operand) {
  return operand.kind == Kind::Predicate || operand.kind == Kind::UniformPredicate;
}

void take_halves(const Operand& operand, Source& source) {
  if (operand.suffix == "H0_H0") source.halves = {0, 0};
  if (operand.suffix == "H1_H1") source.halves = {1, 1};
  if (operand.suffix == "H1_H0") source.halves = {0, 1};  // the upper half is written first
  if (operand.suffix == "H0_H1") source.halves = {1, 0};
  source.is_single = operand.suffix == "F32";
}

Source source_of(const Operand& operand, const Rows& rows) {
  Source source;
  source.negated = operand.negated;
  source.inverted = operand.inverted;
  source.absolute = operand.absolute;
  source.row = rows.zero();
  source.second = rows.zero();
  take_halves(operand, source);
  if (operand.kind == Kind::Register || operand.kind == Kind::Uniform) {
    source.from = Source::From::Row;
    source.row =
        operand.kind == Kind::Register ? rows.of(operand.index) : rows.of_uniform(operand.index);
  } else if (operand.kind == Kind::Constant) {
    source.from = Source::From::Constant;
    source.bank = operand.bank;
    source.row = rows.of(operand.base);
    if (operand.uniform != kZeroUniform) source.second = rows.of_uniform(operand.uniform);
    source.value = static_cast<std::uint64_t>(operand.offset);
  } else {
    source.value = operand.bits;
  }
  return source;
}

// Addresses of global memory have 64 bits (E): then a register is a pair, unless its mark says 32.
AddressSource address_in(const Instruction& i, const Operand& operand, const Rows& rows) {
  AddressSource address;
  const bool is_shared = i.name.ends_with("S") || i.name == "LDSM" || i.name == "STSM";
  const bool extended = i.has("E") && !is_shared && operand.text.find(".U32") == std::string::npos;
  if (operand.base != kZeroRegister) address.base = rows.of(operand.base);
  if (operand.uniform != kZeroUniform) address.uniform = rows.of_uniform(operand.uniform);
  address.wide_base = operand.wide_base || extended;
  address.wide_uniform = operand.wide_uniform || (i.has("E") && !is_shared);
  address.scale = operand.scale;
  address.offset = operand.offset;
  return address;
}

void bind_destinations(const Instruction& i, const Shape& shape, const Rows& rows, Op& op) {
  std::size_t at = 0, predicate = 0;
  const auto take_predicates = [&](std::size_t count) {
    for (std::size_t n = 0; n < count; ++n)
      op.dst_predicates[predicate++ % 2] = predicate_of(i.operands[at++]);
  };
  take_predicates(shape.predicates_before);
  if (shape.has_register) {
    const Operand& to = i.operands[at];
    op.dst_rows = registers_of(i, at);
    if (to.kind == Kind::Uniform && to.index != kZeroUniform) op.dst = rows.of_uniform(to.index);
    if (to.kind == Kind::Register && to.index != kZeroRegister) op.dst = rows.of(to.index);
    op.uniform = to.kind == Kind::Uniform;
    ++at;
  }
  take_predicates(shape.predicates_behind);
  if (!shape.has_register && op.dst_predicates[0].uniform) op.uniform = true;
}

std::uint64_t half_of(const Operand& operand, const AddressOf& address_of) {
  const std::uint64_t address =
      address_of(operand.text) + static_cast<std::uint64_t>(operand.offset);
  return operand.upper ? address >> 32U : address & 0xffffffffU;
}

void bind_sources(const Instruction& i, const Shape& shape, const Rows& rows,
                  const AddressOf& address_of, Op& op) {
  for (std::size_t n = shape.first_source(); n < i.operands.size(); ++n) {
    const Operand& operand = i.operands[n];
    if (is_predicate(operand)) {
      if (op.src_predicate_count < op.src_predicates.size())
        op.src_predicates[op.src_predicate_count++] = predicate_of(operand);
    } else if (operand.kind == Kind::Memory) {
      if (op.addresses < op.address.size())
        op.address[op.addresses++] = address_in(i, operand, rows);
    } else if (operand.kind != Kind::Label && operand.kind != Kind::Special &&
               operand.kind != Kind::Word && operand.kind != Kind::Barrier &&
               op.sources < op.src.size()) {
      Source& source = op.src[op.sources++] = source_of(operand, rows);
      if (operand.kind == Kind::Address) source.value = half_of(operand, address_of);
    }
  }
}

Op bind_one(const Program& program, std::uint32_t pc, const Rows& rows,
            const AddressOf& address_of) {
  const Instruction& i = program.instruction_at(pc);
  Op op;
  op.text = &i;
  if (i.has_guard) op.guard = predicate_of(i.guard);
  const Shape shape = shape_of(i);
  bind_destinations(i, shape, rows, op);
  bind_sources(i, shape, rows, address_of, op);
  bool knows_targets = true;
  for (const Operand& operand : i.operands) {
    if (operand.kind != Kind::Label) continue;
    const auto target = program.pc_of(operand.text);
    knows_targets = knows_targets && target.has_value();
    op.target = target.value_or(0);
  }
  const auto binder = binders().find(i.name);
  if (!knows_targets || binder == binders().end() || !binder->second(i, op) ||
      op.handler == nullptr)
    op.handler = stop_unsupported;
  return op;
}

}  // namespace

Next stop_unsupported(Issue& issue) {
  Machine& machine = issue.machine;
  machine.unsupported =
      fmt::format("{} (line {} of the machine code)", machine.program->text_at(Pc{issue.pc}),
                  machine.program->at(Pc{issue.pc}).line);
  machine.outcome = Outcome::Unsupported;
  return Next::Stop;
}

bool is_covered(const Op& op) { return op.handler != stop_unsupported; }

void set_numeric(Op& op, Numeric numeric) {
  for (Source& source : op.src) source.numeric = numeric;
}

std::shared_ptr<const Code> bind(const Program& program, const AddressOf& address_of) {
  auto code = std::make_shared<Code>();
  code->uniform_rows = std::min(program.kernel_code().registers + 3, kZeroRegister) + 1;
  code->rows = code->uniform_rows + kZeroUniform + 1;
  const Rows rows(*code);
  for (std::uint32_t pc = 0; pc < program.size(); ++pc)
    code->ops.push_back(bind_one(program, pc, rows, address_of));
  return code;
}

}  // namespace lanescope::sass::machine::instructions
