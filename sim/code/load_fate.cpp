#include "sim/code/load_fate.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "sim/flow/value_use.hpp"

namespace lanescope::code {
namespace {

using flow::ValueUse;
using ptx::Instruction;
using ptx::Operand;
using Step = LoadFate::Step;

bool computes(HandlerKind kind) {
  return kind == HandlerKind::Alu || kind == HandlerKind::AluConvert ||
         kind == HandlerKind::ChangeSpace;
}

// Neither orders memory nor exchanges values.
bool is_followed(const Code& code, const Op& op) {
  switch (op.kind) {
    case HandlerKind::KernelParameter:
    case HandlerKind::FrameAddress:
    case HandlerKind::IsSpace:
    case HandlerKind::Clock:
    case HandlerKind::Nop:
    case HandlerKind::Branch:
    case HandlerKind::IndexedBranch:
    case HandlerKind::Return:
    case HandlerKind::Exit:
      return true;
    case HandlerKind::Load:
    case HandlerKind::Store:
      return !code.memory[op.detail].order.strong;
    default:
      return computes(op.kind);
  }
}

// A carry is a result, or a source, that no operand names.
bool has_carry(const Instruction& instruction) {
  return has_modifier(instruction, "cc") || instruction.opcode == "addc" ||
         instruction.opcode == "subc" || instruction.opcode == "madc";
}

bool is_register(const Operand& operand) { return operand.kind == Operand::Kind::Register; }

// selp, and and, or of predicates of which one says whether the other matters.
void choose(const Instruction& instruction, std::vector<ValueUse::Source>& sources) {
  const std::vector<Operand>& o = instruction.operands;
  const auto only_where = [&](const Operand& value, const Operand& predicate, bool is_false) {
    if (!is_register(value) || !is_register(predicate)) return;
    for (ValueUse::Source& source : sources) {
      if (source.reg == value.index && source.reg != predicate.index)
        source = {value.index, predicate.index, is_false != predicate.negated};
    }
  };
  if (instruction.opcode == "selp" && o.size() == 4 && o[1].index != o[2].index) {
    only_where(o[1], o[3], false);
    only_where(o[2], o[3], true);
  }
  const bool either = instruction.opcode == "or";
  if ((either || instruction.opcode == "and") && has_modifier(instruction, "pred") &&
      o.size() == 3) {
    only_where(o[1], o[2], either);
    only_where(o[2], o[1], either);
  }
}

ValueUse value_use(const FunctionContext& context, std::uint32_t at) {
  const Instruction& instruction = context.function->body[at];
  const Op& op = context.code->ops[context.pc_of(at)];
  const std::vector<flow::RegisterUse> registers = flow::register_uses(instruction);
  ValueUse use;
  if (instruction.has_guard) use.guard = instruction.guard;
  use.uses_all = !is_followed(*context.code, op);
  for (const flow::RegisterUse& r : registers)
    if (r.written()) use.written.push_back(r.reg);
  // Several results at once are made of what was there before, not of each other.
  const bool apart = use.written.size() == 1 || std::ranges::none_of(registers, [&](const auto& r) {
                       return !r.written() && std::ranges::count(use.written, r.reg) != 0;
                     });
  const bool passes_on = computes(op.kind) && !has_carry(instruction) && apart;
  for (const flow::RegisterUse& r : registers) {
    if (r.written() || r.role == isa::OperandRole::Guard) continue;
    if (passes_on)
      use.sources.push_back({r.reg});
    else
      use.used.push_back(r.reg);
  }
  if (passes_on) choose(instruction, use.sources);
  return use;
}

// What becomes of the value that one load brings. Registers that may hold something made of it are
// found for each place that it comes to; the steps are what happens to these there.
class Following {
 public:
  Following(const FunctionContext& context, const std::vector<ValueUse>& uses, std::uint32_t load)
      : context_(context), uses_(uses), loop_(context.flow.loop_of[context.flow.block_of[load]]) {
    for (const std::uint32_t reg : uses[load].written) value_of(reg);
    fate_.loaded = fate_.values;
    const Registers loaded(uses[load].written.begin(), uses[load].written.end());
    come_to_next(load, loaded);
  }

  LoadFate run() {
    while (!open_.empty()) {
      const std::uint32_t at = *open_.begin();
      open_.erase(open_.begin());
      go_on(at);
    }
    for (const auto& [at, holders] : holders_)
      for (const std::uint32_t reg : holders) value_of(reg);
    fate_.values = static_cast<std::uint32_t>(values_.size());
    for (const auto& [at, holders] : holders_) add_steps(at, holders);
    return std::move(fate_);
  }

 private:
  using Registers = std::set<std::uint32_t>;

  [[nodiscard]] std::uint32_t size() const {
    return static_cast<std::uint32_t>(context_.function->body.size());
  }

  [[nodiscard]] bool uses_all(std::uint32_t at) const {
    const std::uint32_t block = context_.flow.block_of[at];
    return uses_[at].uses_all || (at == context_.flow.blocks[block].begin &&
                                  flow::ends_round(context_.flow, loop_, block));
  }

  std::uint32_t value_of(std::uint32_t reg) {
    const auto [at, fresh] = values_.try_emplace(reg, fate_.values);
    if (fresh) ++fate_.values;
    return at->second;
  }

  // Lanes come to the instruction (or the end of the function) with the value in these registers.
  void come_to(std::uint32_t at, const Registers& holders) {
    const auto [place, fresh] = holders_.try_emplace(at);
    const std::size_t before = place->second.size();
    for (const std::uint32_t reg : holders) {
      if (at < size() && flow::may_be_read(context_.live, uses_[at], reg, at))
        place->second.insert(reg);
    }
    if (fresh || place->second.size() > before) open_.insert(at);
  }

  void come_to_next(std::uint32_t at, const Registers& holders) {
    const flow::BasicBlock& block = context_.flow.blocks[context_.flow.block_of[at]];
    if (at + 1 < block.end) return come_to(at + 1, holders);
    for (const std::uint32_t s : block.successors) come_to(context_.flow.blocks[s].begin, holders);
    if (block.leaves && context_.pc_of(size()) < context_.function_code().end) come_to(size(), {});
  }

  void go_on(std::uint32_t at) {
    Registers holders = holders_.at(at);
    if (holders.empty() || uses_all(at)) return;
    const ValueUse& use = uses_[at];
    const bool passes = std::ranges::any_of(
        use.sources, [&](const ValueUse::Source& s) { return holders.contains(s.reg); });
    if (use.guard == ptx::kNone)
      for (const std::uint32_t reg : use.written) holders.erase(reg);
    if (passes) holders.insert(use.written.begin(), use.written.end());
    come_to_next(at, holders);
  }

  Step& add(std::uint32_t at, Step::What what) {
    Step& step = fate_.steps.emplace_back();
    step.pc = context_.pc_of(at);
    step.what = what;
    return step;
  }

  void add_use(std::uint32_t at, const Registers& used, bool all_lanes) {
    if (used.empty()) return;
    Step& step = add(at, Step::What::IsUsed);
    step.all_lanes = all_lanes;
    for (const std::uint32_t reg : used) step.sources.push_back({value_of(reg)});
  }

  void add_end(std::uint32_t at, bool all_lanes) {
    add(at, Step::What::Ends).all_lanes = all_lanes;
  }

  void add_steps(std::uint32_t at, const Registers& holders) {
    if (holders.empty()) return add_end(at, true);
    const ValueUse& use = uses_[at];
    if (uses_all(at)) {
      add_use(at, holders, true);
      return add_end(at, true);
    }
    if (holders.contains(use.guard)) add_use(at, {use.guard}, true);
    Registers used;
    for (const std::uint32_t reg : use.used)
      if (holders.contains(reg)) used.insert(reg);
    add_use(at, used, false);
    for (const std::uint32_t reg : use.written)
      if (values_.contains(reg)) add_result(at, use, reg, holders);
    const HandlerKind kind = context_.code->ops[context_.pc_of(at)].kind;
    if (kind == HandlerKind::Return || kind == HandlerKind::Exit) add_end(at, false);
  }

  // A choice by something that itself may be made of the value takes both.
  void add_result(std::uint32_t at, const ValueUse& use, std::uint32_t reg,
                  const Registers& holders) {
    Step& step = add(at, Step::What::Becomes);
    step.value = value_of(reg);
    for (const ValueUse::Source& source : use.sources) {
      if (!holders.contains(source.reg)) continue;
      LoadFate::Source& from = step.sources.emplace_back();
      from.value = value_of(source.reg);
      if (source.predicate == ptx::kNone || holders.contains(source.predicate)) continue;
      from.predicate = context_.registers[source.predicate].offset;
      from.negated = source.negated;
    }
    const auto stays = [&](const LoadFate::Source& from) {
      return from.value == step.value && from.predicate == kNoSlot;
    };
    if (step.sources.size() == 1 && stays(step.sources.front())) fate_.steps.pop_back();
  }

  const FunctionContext& context_;
  const std::vector<ValueUse>& uses_;
  std::uint32_t loop_;                             // that the load is in
  std::map<std::uint32_t, Registers> holders_;     // by place
  std::set<std::uint32_t> open_;                   // places to go on from
  std::map<std::uint32_t, std::uint32_t> values_;  // by register
  LoadFate fate_;
};

// Not what threads have for themselves, and nothing that may order others.
bool may_race(const Code& code, const Op& op) {
  if (op.kind != HandlerKind::Load) return false;
  const MemoryOp& memory = code.memory[op.detail];
  const ptx::Space space = memory.address.space;
  return !memory.order.strong && (space == ptx::Space::Shared || space == ptx::Space::Global ||
                                  space == ptx::Space::Generic);
}

bool is_use(const Step& step) { return step.what == Step::What::IsUsed; }

}  // namespace

void find_load_fates(const FunctionContext& context) {
  Code& code = *context.code;
  const auto size = static_cast<std::uint32_t>(context.function->body.size());
  std::vector<ValueUse> uses;
  for (std::uint32_t at = 0; at < size; ++at) uses.push_back(value_use(context, at));
  const std::vector<bool> sure = flow::surely_used(context.flow, context.live, uses);
  for (std::uint32_t at = 0; at < size; ++at) {
    const Op& op = code.ops[context.pc_of(at)];
    if (sure[at] || !may_race(code, op)) continue;
    LoadFate fate = Following(context, uses, at).run();
    // What no lane ever uses, no choice throws away.
    if (std::ranges::none_of(fate.steps, is_use)) continue;
    for (const Step& step : fate.steps) code.ops[step.pc].settles_reads = true;
    code.memory[op.detail].fate = static_cast<std::uint32_t>(code.fates.size());
    code.fates.push_back(std::move(fate));
  }
}

}  // namespace lanescope::code
