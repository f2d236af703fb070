#include "sim/code/wide_registers.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace lanescope::code {
namespace {

using ptx::Operand;

bool is_wide(const ptx::Register& one) { return one.type == ptx::Type::B128; }

bool has_wide(const ptx::Function& function) {
  return std::ranges::any_of(function.registers, is_wide);
}

class Splitter {
 public:
  explicit Splitter(ptx::Function& function) : function_(function) {
    const std::size_t count = function.registers.size();
    upper_.assign(count, ptx::kNone);
    for (std::size_t reg = 0; reg < count; ++reg) {
      if (!is_wide(function.registers[reg])) continue;
      upper_[reg] = static_cast<std::uint32_t>(function.registers.size());
      const std::string name = function.registers[reg].name;
      function.registers[reg] = {name + ".lo", ptx::Type::B64};
      function.registers.push_back({name + ".hi", ptx::Type::B64});
    }
  }

  void run() {
    for (ptx::Instruction& instruction : function_.body) {
      bool split = false;
      for (Operand& operand : instruction.operands) split |= split_operand(operand);
      const bool moves_memory =
          instruction.opcode == "ld" || instruction.opcode == "st" || instruction.opcode == "ldu";
      const auto type = std::ranges::find(instruction.modifiers, "b128");
      if (!split || !moves_memory || type == instruction.modifiers.end()) continue;
      *type = "b64";
      instruction.modifiers.insert(type, "v2");
    }
  }

 private:
  bool split_operand(Operand& operand) const {
    if (operand.kind == Operand::Kind::Register) {
      if (operand.index >= upper_.size() || upper_[operand.index] == ptx::kNone) return false;
      Operand both;
      both.kind = Operand::Kind::Vector;
      both.elements = {operand, operand};
      both.elements[1].index = upper_[operand.index];
      operand = std::move(both);
      return true;
    }
    bool split = false;
    for (Operand& element : operand.elements) split |= split_operand(element);
    return split;
  }

  ptx::Function& function_;
  std::vector<std::uint32_t> upper_;  // by register: the one of its upper half
};

}  // namespace

std::shared_ptr<const ptx::Module> split_wide_registers(std::shared_ptr<const ptx::Module> module) {
  if (std::ranges::none_of(module->functions, has_wide)) return module;
  auto split = std::make_shared<ptx::Module>(*module);
  for (ptx::Function& function : split->functions) {
    if (has_wide(function)) Splitter(function).run();
  }
  return split;
}

}  // namespace lanescope::code
