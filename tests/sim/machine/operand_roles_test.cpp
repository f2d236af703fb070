#include "sim/isa/operand_roles.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "sim/isa/opcodes.hpp"
#include "tests/sim/machine/support.hpp"

namespace lanescope::machine::test {
namespace {

using isa::operand_roles;
using isa::OperandRole;
using isa::register_uses;
using isa::RegisterUse;
using Roles = std::vector<OperandRole>;

std::vector<std::string> split(std::string_view text, std::string_view separator) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at != std::string_view::npos;) {
    const std::size_t end = text.find(separator, at);
    parts.emplace_back(text.substr(at, end == std::string_view::npos ? end : end - at));
    at = end == std::string_view::npos ? end : end + separator.size();
  }
  return parts;
}

// An instruction in the manual's notation, optional parts left out, and what the names of its
// operands say: d, p, f, (result) and a state that comes first are results, [a] is an address.
struct Form {
  ptx::Instruction instruction;
  Roles roles;
};

Form form_of(std::string text) {
  for (std::size_t at = text.find("{."); at != std::string::npos; at = text.find("{."))
    text.erase(at, text.find('}', at) + 1 - at);
  const std::size_t space = text.find(' ');
  Form form;
  std::vector<std::string> words = split(std::string_view(text).substr(0, space), ".");
  form.instruction.opcode = words.front();
  for (std::size_t i = 1; i < words.size(); ++i)
    form.instruction.modifiers.push_back(words[i].substr(0, words[i].find('|')));
  if (space == std::string::npos) return form;
  for (const std::string& name : split(std::string_view(text).substr(space + 1), ", ")) {
    if (name.ends_with('}') && !name.starts_with('{') && name.find('{') == std::string::npos)
      continue;  // the rest of {a, b}
    ptx::Operand operand;
    const bool address = name.starts_with('[');
    operand.kind = address                 ? ptx::Operand::Kind::Memory
                   : name.starts_with('(') ? ptx::Operand::Kind::List
                                           : ptx::Operand::Kind::Register;
    const bool result =
        form.roles.empty() && (name == "d" || name == "f" || name[0] == 'p' ||
                               name.starts_with("d|") || name.starts_with("d[|") ||
                               name.starts_with("{d") || name == "(result)" || name == "state");
    form.roles.push_back(address  ? OperandRole::Address
                         : result ? OperandRole::Write
                                  : OperandRole::Read);
    form.instruction.operands.push_back(std::move(operand));
  }
  return form;
}

TEST(OperandRoles, AreThoseOfTheOpcodeTable) {
  std::size_t forms = 0;
  for (const isa::OpcodeRow& row : isa::opcode_rows()) {
    for (const std::string& text : split(row.syntax, "; ")) {
      const Form form = form_of(text);
      EXPECT_EQ(operand_roles(form.instruction), form.roles) << row.name << ": " << text;
      ++forms;
    }
  }
  EXPECT_GT(forms, 200U);
}

// By register %rN or %pN: 'r'ead or 'w'ritten, in the order of the operands.
std::string uses_of(const std::string& instruction) {
  const auto program = decode(kernel_text(instruction + "\nret;\nL: ret;\n", R"(
.func (.param .b32 q) g(.param .b32 a) { .reg .b32 %r<2>; st.param.b32 [q], %r1; ret; }
)"));
  const ptx::Instruction* found = nullptr;
  const ptx::Function* in = nullptr;
  for (const ptx::Function& function : program->module().functions) {
    if (function.name != "k") continue;
    in = &function;
    found = &function.body[1];
  }
  std::string text;
  for (const RegisterUse& use : register_uses(*found))
    text += (use.written() ? "w" : "r") + in->registers[use.reg].name + " ";
  return text;
}

TEST(OperandRoles, OfInstructionsWhoseFirstOperandIsNoResult) {
  EXPECT_EQ(uses_of("cp.async.ca.shared.global [%r1], [%rd2], 4, %r3;"), "r%r1 r%rd2 r%r3 ");
  EXPECT_EQ(uses_of("bar.sync %r1, %r2;"), "r%r1 r%r2 ");
  EXPECT_EQ(uses_of("bar.red.popc.u32 %r1, 0, %r2, %p1;"), "w%r1 r%r2 r%p1 ");
  EXPECT_EQ(uses_of("call (%r1), g, (%r2);"), "w%r1 r%r2 ");
  EXPECT_EQ(uses_of("@%p1 st.global.v2.u32 [%rd2], {%r1, %r2};"), "r%p1 r%rd2 r%r1 r%r2 ");
  EXPECT_EQ(uses_of("shfl.sync.idx.b32 %r1|%p2, %r2, %r3, 31, -1;"), "w%r1 w%p2 r%r2 r%r3 ");
  EXPECT_EQ(uses_of("red.global.add.u32 [%rd2], %r1;"), "r%rd2 r%r1 ");
}

}  // namespace
}  // namespace lanescope::machine::test
