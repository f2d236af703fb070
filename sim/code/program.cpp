#include "sim/code/program.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/core.h>
#include <fmt/format.h>

#include "sim/code/code.hpp"
#include "sim/code/decoder.hpp"
#include "sim/ptx/printer.hpp"

namespace lanescope::code {

Program::Program() = default;
Program::~Program() = default;

const Program* Program::of(const engine::Program& program) {
  return dynamic_cast<const Program*>(&program);
}

namespace {

Error no_such_kernel(const ptx::Module& module, std::string_view kernel) {
  std::vector<std::string> names;
  for (const ptx::Function& function : module.functions) {
    if (function.is_entry && function.has_body) names.push_back(function.name);
  }
  if (names.empty())
    return bad_input(fmt::format("no kernel {}: the module has no kernels", kernel));
  return bad_input(fmt::format("no kernel {}; there are: {}", kernel, fmt::join(names, ", ")));
}

}  // namespace

Result<std::shared_ptr<const Program>> Program::decode(std::shared_ptr<const ptx::Module> module,
                                                       std::string_view kernel) {
  for (const ptx::Diagnostic& diagnostic : module->diagnostics) {
    if (diagnostic.severity != ptx::Diagnostic::Severity::Error) continue;
    return bad_input(fmt::format("PTX line {}: {}", diagnostic.position.line, diagnostic.message));
  }
  for (std::uint32_t f = 0; f < module->functions.size(); ++f) {
    const ptx::Function& function = module->functions[f];
    if (function.is_entry && function.has_body && function.name == kernel)
      return Decoder(std::move(module), f).run();
  }
  return no_such_kernel(*module, kernel);
}

const ptx::Instruction& Program::ptx_at(Pc pc) const {
  return module_->functions[at(pc).function].body[body_index(pc)];
}

std::string Program::text_at(Pc pc) const {
  return ptx::print(*module_, module_->functions[at(pc).function], ptx_at(pc));
}

std::vector<std::string> Program::uncovered() const {
  std::vector<std::string> names;
  for (const UnsupportedOp& op : code_->unsupported) {
    if (std::find(names.begin(), names.end(), op.instruction) == names.end())
      names.push_back(op.instruction);
  }
  return names;
}

bool in_loop(const Code& code, std::uint32_t loop, std::uint32_t pc) {
  if (loop == kNoTarget) return true;
  std::uint32_t inner = code.loop_of_pc[pc];
  while (inner != kNoTarget && inner != loop) inner = code.loops[inner].parent;
  return inner == loop;
}

std::uint32_t function_at(const Code& code, std::uint64_t address) {
  if (address < kFunctionBase || (address - kFunctionBase) % 16 != 0) return kNoTarget;
  const std::uint64_t index = (address - kFunctionBase) / 16;
  for (std::uint32_t f = 0; f < code.functions.size(); ++f) {
    if (code.functions[f].function == index) return f;
  }
  return kNoTarget;
}

}  // namespace lanescope::code
