#include "sim/ptx/printer.hpp"

#include <iterator>

#include <fmt/format.h>

#include "sim/ptx/constants.hpp"

namespace lanescope::ptx {
namespace {

class Printer {
 public:
  Printer(const Module& module, const Function& function) : module_(module), function_(function) {}

  std::string instruction(const Instruction& instruction) {
    if (instruction.has_guard) {
      out_ += instruction.guard_negated ? "@!" : "@";
      out_ += register_name(instruction.guard);
      out_ += ' ';
    }
    out_ += instruction.opcode;
    for (const std::string& modifier : instruction.modifiers) append(".", modifier);
    std::string_view separator = " ";
    for (const Operand& one : instruction.operands) {
      out_ += separator;
      operand(one);
      separator = ", ";
    }
    return std::move(out_);
  }

 private:
  void append(std::string_view a, std::string_view b) {
    out_ += a;
    out_ += b;
  }

  [[nodiscard]] std::string_view register_name(std::uint32_t index) const {
    return index < function_.registers.size() ? std::string_view(function_.registers[index].name)
                                              : "?";
  }
  [[nodiscard]] static std::string_view variable_name(const std::vector<Variable>& all,
                                                      std::uint32_t index) {
    return index < all.size() ? std::string_view(all[index].name) : "?";
  }

  // As compilers write it: +8 and +-8.
  void offset(std::int64_t bytes) {
    if (bytes != 0) fmt::format_to(std::back_inserter(out_), "+{}", bytes);
  }

  void group(std::string_view open, const Operand& of, std::string_view separator,
             std::string_view close) {
    out_ += open;
    std::string_view before;
    for (const Operand& element : of.elements) {
      out_ += before;
      operand(element);
      before = separator;
    }
    out_ += close;
  }

  void memory(const Operand& address) {
    out_ += '[';
    for (std::size_t i = 0; i < address.elements.size(); ++i) {
      if (i > 0) out_ += ", ";
      operand(address.elements[i]);
      if (i == 0) offset(address.offset);
    }
    out_ += ']';
    if (!address.name.empty()) append(".", address.name);
  }

  void floating(const Operand& number) {
    if (number.type == Type::F32) {
      fmt::format_to(std::back_inserter(out_), "0f{:08X}", number.bits & 0xffffffffU);
    } else {
      fmt::format_to(std::back_inserter(out_), "0d{:016X}", number.bits);
    }
  }

  void integer(const Operand& number) {
    fmt::format_to(std::back_inserter(out_), "{}", static_cast<std::int64_t>(number.bits));
  }

  void label(const Operand& target) {
    if (!target.name.empty()) {
      out_ += target.name;
      return;
    }
    for (const Label& one : function_.labels) {
      if (one.at == target.index) {
        out_ += one.name;
        return;
      }
    }
    out_ += '?';
  }

  void variable(const std::vector<Variable>& all, const Operand& named) {
    out_ += variable_name(all, named.index);
    offset(named.offset);
  }

  void function_name(const Operand& callee) {
    const bool known = callee.index < module_.functions.size();
    out_ += known ? module_.functions[callee.index].name : callee.name;
  }

  void prototype(const Operand& named) {
    const bool known = named.index < function_.prototypes.size();
    out_ += known ? function_.prototypes[named.index].name : named.name;
  }

  void plain_register(const Operand& one) {
    out_ += register_name(one.index);
    if (!one.name.empty()) append(".", one.name);
  }

  void operand(const Operand& one) {
    if (one.negated) out_ += is_predicate(one) ? '!' : '-';
    switch (one.kind) {
      case Operand::Kind::Register:
        return plain_register(one);
      case Operand::Kind::SpecialRegister:
        return append(one.name == kWarpSize ? "" : "%", one.name);
      case Operand::Kind::Integer:
        return integer(one);
      case Operand::Kind::Float:
        return floating(one);
      case Operand::Kind::ModuleVariable:
        return variable(module_.variables, one);
      case Operand::Kind::LocalVariable:
        return variable(function_.variables, one);
      case Operand::Kind::Function:
        return function_name(one);
      case Operand::Kind::Label:
        return label(one);
      case Operand::Kind::BranchTargets:
        return append(one.name, "");
      case Operand::Kind::CallPrototype:
        return prototype(one);
      case Operand::Kind::Memory:
        return memory(one);
      case Operand::Kind::Vector:
        return group("{", one, ", ", "}");
      case Operand::Kind::List:
        return group("(", one, ", ", ")");
      case Operand::Kind::Sink:
        return append("_", "");
      case Operand::Kind::Lanes:
        return group("", one, "|", "");
    }
  }

  [[nodiscard]] bool is_predicate(const Operand& one) const {
    return one.index < function_.registers.size() &&
           function_.registers[one.index].type == Type::Pred;
  }

  const Module& module_;
  const Function& function_;
  std::string out_;
};

}  // namespace

std::string print(const Module& module, const Function& function, const Instruction& instruction) {
  return Printer(module, function).instruction(instruction);
}

}  // namespace lanescope::ptx
