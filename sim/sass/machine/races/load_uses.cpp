#include "sim/sass/machine/races/load_uses.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "sim/code/code.hpp"
#include "sim/sass/machine/races/source_lines.hpp"

namespace lanescope::sass::machine::races {
namespace {

using engine::Role;

// The PTX's loads by their lines: all, and those that not all lanes need (code::LoadFate). What was
// taken out of a loop has no line in the PTX, and the line of its use in machine code.
class Loads {
 public:
  explicit Loads(const code::Program& ptx) {
    const code::Code& code = ptx.code();
    for (std::uint32_t pc = 0; pc < ptx.size(); ++pc) {
      const code::Op& op = code.ops[pc];
      if (op.kind != code::HandlerKind::Load) continue;
      const code::MemoryOp& memory = code.memory[op.detail];
      const Load load{line_at(ptx, pc), where_of(memory.address.space)};
      all_.insert(load);
      if (memory.fate != code::kNoSlot) of_some_.insert(load);
    }
  }

  [[nodiscard]] bool are_of_some(const SourceLine& line, Where where) const {
    return has(of_some_, line, where) || (has(of_some_, {}, where) && !has(all_, line, where));
  }

 private:
  using Load = std::pair<SourceLine, Where>;
  static bool has(const std::set<Load>& loads, const SourceLine& line, Where where) {
    constexpr Where kAll[]{Where::Shared, Where::Global, Where::Generic};
    return std::ranges::any_of(
        kAll, [&](Where one) { return may_meet(one, where) && loads.contains({line, one}); });
  }

  std::set<Load> all_, of_some_;
};

bool orders_memory(const Instruction& i) {
  constexpr std::string_view kNames[]{"BAR",         "MEMBAR",       "FENCE",       "LDGSTS",
                                      "LDGDEPBAR",   "DEPBAR",       "SYNCS",       "STAS",
                                      "ARRIVES",     "UBLKCP",       "UBLKRED",     "REDAS",
                                      "UCGABAR_ARV", "UCGABAR_WAIT", "UTMACMDFLUSH"};
  return std::ranges::find(kNames, i.name) != std::end(kNames) || i.has("STRONG") ||
         i.name.starts_with("ATOM") || i.name.starts_with("RED");
}

bool goes_anywhere(const Instruction& i) {
  constexpr std::string_view kNames[]{"BRX", "BRXU", "JMX", "RET", "CALL", "ENDCOLLECTIVE"};
  return std::ranges::find(kNames, i.name) != std::end(kNames);
}

class Liveness {
 public:
  explicit Liveness(const Program& program) : program_(program), live_(program.size()) {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::uint32_t pc = program.size(); pc-- > 0;) {
        const Registers now = before(pc);
        changed = changed || now != live_[pc];
        live_[pc] = now;
      }
    }
  }
  [[nodiscard]] std::vector<Registers> take() { return std::move(live_); }

 private:
  [[nodiscard]] Registers behind(std::uint32_t pc) const {
    const Instruction& i = program_.instruction_at(pc);
    if (goes_anywhere(i)) return Registers().set();
    Registers live;
    for (const Operand& operand : i.operands) {
      if (operand.kind != Operand::Kind::Label || i.name == "BSSY") continue;
      if (const auto target = program_.pc_of(operand.text)) live |= live_[*target];
    }
    if (!program_.at(Pc{pc}).ends_path && pc + 1 < program_.size()) live |= live_[pc + 1];
    return live;
  }

  // What a guard may hold back is not overwritten for sure.
  [[nodiscard]] Registers before(std::uint32_t pc) const {
    Registers live = behind(pc);
    const auto& operands = program_.at(Pc{pc}).operands;
    const bool always = !program_.instruction_at(pc).has_guard;
    for (const engine::Operand& operand : operands) {
      if (operand.role == Role::Write && operand.reg < live.size() && always)
        live.reset(operand.reg);
    }
    for (const engine::Operand& operand : operands) {
      if (operand.role != Role::Write && operand.reg < live.size()) live.set(operand.reg);
    }
    return live;
  }

  const Program& program_;
  std::vector<Registers> live_;
};

}  // namespace

LoadUses load_uses(const Program& program) {
  LoadUses uses;
  uses.holds.resize(program.size());
  uses.orders.resize(program.size());
  const Loads loads(program.ptx());
  bool any = false;
  for (std::uint32_t pc = 0; pc < program.size(); ++pc) {
    const Instruction& i = program.instruction_at(pc);
    const bool is_load = i.name == "LDS" || i.name == "LDG" || i.name == "LD";
    uses.holds[pc] = is_load && loads.are_of_some(line_at(program, pc), where_of(i.name));
    uses.orders[pc] = orders_memory(i);
    any = any || uses.holds[pc];
  }
  if (any) uses.live = Liveness(program).take();
  return uses;
}

}  // namespace lanescope::sass::machine::races
