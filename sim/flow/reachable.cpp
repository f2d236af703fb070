#include "sim/flow/reachable.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>

namespace lanescope::flow {
namespace {

using ptx::Operand;

void visit(const Operand& operand, const std::function<void(const Operand&)>& see) {
  see(operand);
  for (const Operand& element : operand.elements) visit(element, see);
}

class Walk {
 public:
  explicit Walk(const ptx::Module& module) : module_(module), edges_(module.functions.size()) {
    for (const ptx::Variable& variable : module.variables) {
      for (const ptx::Variable::Relocation& r : variable.relocations)
        note_address(index_of(r.symbol));
    }
    for (const ptx::Function& function : module.functions) {
      for (const ptx::Instruction& i : function.body) scan_addresses(i);
    }
  }

  Reachable run(std::uint32_t kernel) {
    Reachable result;
    result.shared_variables.resize(module_.variables.size(), false);
    result.functions = {kernel};
    for (std::size_t i = 0; i < result.functions.size(); ++i) {
      const std::uint32_t f = result.functions[i];
      edges_[f] = callees(f, result);
      for (std::uint32_t callee : edges_[f]) {
        if (std::find(result.functions.begin(), result.functions.end(), callee) ==
            result.functions.end()) {
          result.functions.push_back(callee);
        }
      }
    }
    for (std::uint32_t f : result.functions) result.recursive.push_back(reaches_itself(f));
    return result;
  }

 private:
  [[nodiscard]] std::uint32_t index_of(const std::string& name) const {
    for (std::uint32_t f = 0; f < module_.functions.size(); ++f) {
      if (module_.functions[f].name == name && module_.functions[f].has_body) return f;
    }
    return ptx::kNone;
  }

  void note_address(std::uint32_t f) {
    if (f != ptx::kNone && module_.functions[f].has_body && !module_.functions[f].is_entry &&
        std::find(taken_.begin(), taken_.end(), f) == taken_.end()) {
      taken_.push_back(f);
    }
  }

  void scan_addresses(const ptx::Instruction& instruction) {
    if (instruction.opcode == "call") return;
    for (const Operand& operand : instruction.operands) {
      visit(operand, [this](const Operand& o) {
        if (o.kind == Operand::Kind::Function) note_address(o.index);
      });
    }
  }

  std::vector<std::uint32_t> callees(std::uint32_t f, Reachable& result) const {
    std::vector<std::uint32_t> called;
    for (const ptx::Instruction& i : module_.functions[f].body) {
      bool direct = false;
      for (const Operand& operand : i.operands) {
        visit(operand, [&](const Operand& o) {
          if (o.kind == Operand::Kind::ModuleVariable && o.index < result.shared_variables.size()) {
            result.shared_variables[o.index] = true;
          }
          if (o.kind != Operand::Kind::Function || i.opcode != "call") return;
          direct = true;
          if (o.index != ptx::kNone && module_.functions[o.index].has_body)
            called.push_back(o.index);
        });
      }
      if (i.opcode == "call" && !direct) called.insert(called.end(), taken_.begin(), taken_.end());
    }
    return called;
  }

  [[nodiscard]] bool reaches_itself(std::uint32_t f) const {
    std::vector<bool> seen(edges_.size(), false);
    std::vector<std::uint32_t> open = edges_[f];
    while (!open.empty()) {
      const std::uint32_t g = open.back();
      open.pop_back();
      if (g == f) return true;
      if (seen[g]) continue;
      seen[g] = true;
      open.insert(open.end(), edges_[g].begin(), edges_[g].end());
    }
    return false;
  }

  const ptx::Module& module_;
  std::vector<std::vector<std::uint32_t>> edges_;
  std::vector<std::uint32_t> taken_;
};

}  // namespace

Reachable reachable(const ptx::Module& module, std::uint32_t kernel) {
  return Walk(module).run(kernel);
}

}  // namespace lanescope::flow
