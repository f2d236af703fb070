#include <algorithm>

#include <fmt/format.h>

#include "sim/ptx/function_body.hpp"
#include "sim/ptx/operands.hpp"

namespace lanescope::ptx {
namespace {

// The first operand that still waits for this name. Operands nest a few levels at most.
Operand* waiting(std::vector<Operand>& operands, std::string_view name) {
  for (Operand& operand : operands) {
    if (operand.kind == Operand::Kind::Label && operand.index == kNone && operand.name == name) {
      return &operand;
    }
    if (Operand* inner = waiting(operand.elements, name)) return inner;
  }
  return nullptr;
}

std::optional<Symbol> find(const FunctionContext& context, ScopeId scope, std::string_view name) {
  if (auto local = context.scopes.find_from(scope, name)) return local;
  const auto found = context.unit.names.find(name);
  if (found == context.unit.names.end()) return std::nullopt;
  return found->second;
}

void report_undeclared(FunctionContext& context, const PendingName& pending,
                       const Instruction& instruction, Operand& operand) {
  std::string_view what = "name";
  if (instruction.opcode == "bra") what = "label";
  const bool top = std::any_of(instruction.operands.begin(), instruction.operands.end(),
                               [&](const Operand& one) { return &one == &operand; });
  if (instruction.opcode == "call" && top) {
    what = "function";
    operand.kind = Operand::Kind::Function;
  }
  context.unit.cursor.error(pending.position,
                            fmt::format("undeclared {} '{}'", what, pending.name));
}

void resolve(FunctionContext& context, const PendingName& pending) {
  Instruction& instruction = context.function.body[pending.instruction];
  Operand* operand = waiting(instruction.operands, pending.name);
  if (operand == nullptr) return;
  const auto symbol = find(context, pending.scope, pending.name);
  if (!symbol) return report_undeclared(context, pending, instruction, *operand);
  if (symbol->kind == Symbol::Kind::Label) {
    operand->index = context.function.labels[symbol->index].at;
    return;
  }
  const std::int64_t offset = operand->offset;
  auto known = operand_of(*symbol, pending.name, {});
  if (!known) return;
  *operand = std::move(*known);
  operand->offset = offset;
}

void resolve(FunctionContext& context, const PendingTarget& pending) {
  const auto symbol = find(context, pending.scope, pending.name);
  if (symbol && symbol->kind == Symbol::Kind::Label) {
    context.function.branch_targets[pending.list][pending.place] = symbol->index;
    return;
  }
  context.unit.cursor.error(pending.position, fmt::format("undeclared label '{}'", pending.name));
}

}  // namespace

void resolve_pending(FunctionContext& context) {
  for (const PendingName& pending : context.pending) resolve(context, pending);
  for (const PendingTarget& pending : context.pending_targets) resolve(context, pending);
}

}  // namespace lanescope::ptx
