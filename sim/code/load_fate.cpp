#include "sim/code/load_fate.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace lanescope::code {
namespace {

using ptx::Instruction;
using ptx::Operand;
using Step = LoadFate::Step;

bool only_computes(HandlerKind kind) {
  switch (kind) {
    case HandlerKind::Alu:
    case HandlerKind::AluConvert:
    case HandlerKind::KernelParameter:
    case HandlerKind::FrameAddress:
    case HandlerKind::ChangeSpace:
    case HandlerKind::IsSpace:
    case HandlerKind::Clock:
    case HandlerKind::Nop:
      return true;
    default:
      return false;
  }
}

bool is_register(const Operand& operand) { return operand.kind == Operand::Kind::Register; }

// Follows what one load brings through the rest of its basic block.
class Following {
 public:
  Following(const FunctionContext& context, std::uint32_t load)
      : context_(context), body_(context.function->body), load_(load) {}

  // None: what is loaded is of use in every lane, or in no lane's choice.
  std::optional<LoadFate> run() {
    const flow::BasicBlock& block = context_.flow.blocks[context_.flow.block_of[load_]];
    for (const flow::RegisterUse& use : flow::register_uses(body_[load_]))
      if (use.written()) values_[use.reg] = LoadFate::kLoaded;
    std::uint32_t at = load_ + 1;
    for (; at < block.end && goes_on(at); ++at) {
      if (!follow(at)) return std::nullopt;
    }
    for (const auto& [reg, value] : values_) {
      if (is_live(reg, at) && !read(value, at)) return std::nullopt;
    }
    if (!chosen_) return std::nullopt;
    return fate_;
  }

 private:
  [[nodiscard]] const Op& op(std::uint32_t at) const {
    return context_.code->ops[context_.pc_of(at)];
  }

  // Neither a jump nor anything that orders memory.
  [[nodiscard]] bool goes_on(std::uint32_t at) const {
    const HandlerKind kind = op(at).kind;
    if (kind == HandlerKind::Load || kind == HandlerKind::Store)
      return !context_.code->memory[op(at).detail].order.strong;
    return only_computes(kind);
  }

  [[nodiscard]] bool is_live(std::uint32_t reg, std::uint32_t at) const {
    const auto& intervals = context_.live.live[reg];
    return std::any_of(intervals.begin(), intervals.end(), [&](const flow::Liveness::Interval& i) {
      return i.first <= at && at < i.second;
    });
  }

  [[nodiscard]] std::uint32_t value_of(const Operand& operand) const {
    const auto found = is_register(operand) ? values_.find(operand.index) : values_.end();
    return found == values_.end() ? kNone : found->second;
  }

  // False: every lane reads, and there is nothing to look at later.
  bool read(std::uint32_t value, std::uint32_t at) {
    if (value == LoadFate::kLoaded) return false;
    pass(value, LoadFate::kRead, at);
    return true;
  }

  void pass(std::uint32_t from, std::uint32_t to, std::uint32_t at,
            std::uint32_t predicate = kNoSlot, bool negated = false) {
    fate_.steps.push_back({context_.pc_of(at), from, to, predicate, negated});
    if (predicate == kNoSlot) return;
    fate_.decided = context_.pc_of(at);
    chosen_ = true;
  }

  bool follow(std::uint32_t at) {
    const Instruction& instruction = body_[at];
    const std::vector<flow::RegisterUse> uses = flow::register_uses(instruction);
    std::vector<std::uint32_t> sources;
    for (const flow::RegisterUse& use : uses) {
      const auto found = use.written() ? values_.end() : values_.find(use.reg);
      if (found != values_.end()) sources.push_back(found->second);
    }
    if (sources.empty()) {
      if (!instruction.has_guard) forget_results(uses);
      return true;
    }
    if (!passes_on(at)) {
      if (!std::ranges::all_of(sources, [&](std::uint32_t value) { return read(value, at); }))
        return false;
      if (!instruction.has_guard) forget_results(uses);
      return true;
    }
    const std::uint32_t result = result_of(at, sources);
    for (const flow::RegisterUse& use : uses)
      if (use.written()) values_[use.reg] = result;
    return true;
  }

  void forget_results(const std::vector<flow::RegisterUse>& uses) {
    for (const flow::RegisterUse& use : uses)
      if (use.written()) values_.erase(use.reg);
  }

  // What computes has no effect but its results; a carry is one that no operand names.
  [[nodiscard]] bool passes_on(std::uint32_t at) const {
    const Instruction& instruction = body_[at];
    const HandlerKind kind = op(at).kind;
    return (kind == HandlerKind::Alu || kind == HandlerKind::AluConvert) &&
           !instruction.has_guard && !has_modifier(instruction, "cc") &&
           instruction.opcode != "addc" && instruction.opcode != "subc" &&
           instruction.opcode != "madc";
  }

  std::uint32_t result_of(std::uint32_t at, const std::vector<std::uint32_t>& sources) {
    if (const auto chosen = choose(at)) return *chosen;
    if (sources.size() == 1) return sources[0];
    if (std::ranges::find(sources, LoadFate::kLoaded) != sources.end()) return LoadFate::kLoaded;
    const std::uint32_t result = fate_.values++;
    for (const std::uint32_t source : sources) pass(source, result, at);
    return result;
  }

  [[nodiscard]] std::uint32_t slot_of(const Operand& operand) const {
    return is_register(operand) ? context_.registers[operand.index].offset : kNoSlot;
  }

  // selp, and and, or of predicates of which one says whether the other matters.
  std::optional<std::uint32_t> choose(std::uint32_t at) {
    const Instruction& instruction = body_[at];
    const std::vector<Operand>& o = instruction.operands;
    const bool either = instruction.opcode == "or";
    if (instruction.opcode == "selp" && o.size() == 4) {
      if (value_of(o[3]) != kNone || slot_of(o[3]) == kNoSlot) return std::nullopt;
      const std::uint32_t result = fate_.values++;
      if (value_of(o[1]) != kNone) pass(value_of(o[1]), result, at, slot_of(o[3]), o[3].negated);
      if (value_of(o[2]) != kNone) pass(value_of(o[2]), result, at, slot_of(o[3]), !o[3].negated);
      return result;
    }
    if ((instruction.opcode != "and" && !either) || !has_modifier(instruction, "pred") ||
        o.size() != 3)
      return std::nullopt;
    const Operand& loaded = value_of(o[1]) != kNone ? o[1] : o[2];
    const Operand& other = value_of(o[1]) != kNone ? o[2] : o[1];
    if (value_of(other) != kNone || slot_of(other) == kNoSlot) return std::nullopt;
    const std::uint32_t result = fate_.values++;
    pass(value_of(loaded), result, at, slot_of(other), either != other.negated);
    return result;
  }

  static constexpr std::uint32_t kNone = ptx::kNone;

  const FunctionContext& context_;
  const std::vector<Instruction>& body_;
  std::uint32_t load_;
  std::unordered_map<std::uint32_t, std::uint32_t> values_;  // by register
  LoadFate fate_;
  bool chosen_ = false;
};

// Not what threads have for themselves, and nothing that may order others.
bool may_race(const MemoryOp& memory) {
  const ptx::Space space = memory.address.space;
  return !memory.order.strong && (space == ptx::Space::Shared || space == ptx::Space::Global ||
                                  space == ptx::Space::Generic);
}

}  // namespace

void find_load_fates(const FunctionContext& context) {
  Code& code = *context.code;
  for (std::uint32_t at = 0; at < context.function->body.size(); ++at) {
    const Op& op = code.ops[context.pc_of(at)];
    if (op.kind != HandlerKind::Load || !may_race(code.memory[op.detail])) continue;
    std::optional<LoadFate> fate = Following(context, at).run();
    if (!fate) continue;
    code.memory[op.detail].fate = static_cast<std::uint32_t>(code.fates.size());
    code.fates.push_back(std::move(*fate));
  }
}

}  // namespace lanescope::code
