#include "runtime/registry.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "runtime/ptx_link.hpp"
#include "sim/ptx/parser.hpp"

namespace lanescope::runtime {
namespace {

constexpr const char* kRemedy =
    "build it with `-gencode arch=compute_90,code=compute_90`, or give the sources to `lanescope "
    "program`";

// One text: of several files that are to be linked, all of them.
Result<std::string> ptx_of(const Wrapper& wrapper, std::uint32_t sm) {
  std::vector<FatBinary> fats;
  std::vector<std::string_view> texts;
  std::vector<std::string> problems;
  std::vector<std::string> others;
  for (const auto bytes : containers_of(wrapper)) fats.push_back(read_fat_binary(bytes));
  for (const FatBinary& fat : fats) {
    if (const FatBinary::Ptx* best = best_ptx(fat, sm)) texts.push_back(best->text);
    problems.insert(problems.end(), fat.problems.begin(), fat.problems.end());
    for (const FatBinary::Ptx& ptx : fat.ptx) others.push_back(fmt::format("compute_{}", ptx.sm));
    for (const auto& code : fat.machine_code) others.push_back(fmt::format("sm_{}", code.sm));
  }
  if (texts.size() > 1) return link_ptx(texts);
  if (!texts.empty()) return std::string(texts.front());
  if (!problems.empty()) return missing(fmt::format("{}; {}", fmt::join(problems, "; "), kRemedy));
  return missing(fmt::format(
      "the program has no PTX that sm_{} could run{}; {}", sm,
      others.empty() ? "" : fmt::format(" (there is {})", fmt::join(others, ", ")), kRemedy));
}

}  // namespace

RegisteredModule& Registry::add(const Wrapper& wrapper) {
  RegisteredModule& module = modules_.emplace_back();
  module.id = static_cast<std::uint32_t>(modules_.size() - 1);
  module.wrapper = wrapper;
  return module;
}

RegisteredModule& Registry::add(std::string ptx) {
  RegisteredModule& module = add(Wrapper{});
  module.ptx = std::move(ptx);
  return module;
}

Kernel& Registry::kernel_of(RegisteredModule& module, const std::string& name) {
  const auto found = std::ranges::find_if(kernels_, [&](const Kernel& kernel) {
    return kernel.module == &module && kernel.name == name;
  });
  if (found != kernels_.end()) return *found;
  add_kernel(module, nullptr, name);
  kernels_by_stub_.erase(nullptr);
  return kernels_.back();
}

void Registry::add_kernel(RegisteredModule& module, const void* stub, std::string name) {
  Kernel& kernel = kernels_.emplace_back();
  kernel.module = &module;
  kernel.name = std::move(name);
  kernels_by_stub_[stub] = &kernel;
  kernels_by_stub_[&kernel] = &kernel;
}

void Registry::add_variable(RegisteredModule& module, const void* host, Variable variable) {
  variable.module = &module;
  variables_[host] = std::move(variable);
}

Kernel* Registry::find_kernel(const void* stub) {
  const auto found = kernels_by_stub_.find(stub);
  return found == kernels_by_stub_.end() ? nullptr : found->second;
}

Variable* Registry::find_variable(const void* host) {
  const auto found = variables_.find(host);
  return found == variables_.end() ? nullptr : &found->second;
}

std::vector<Variable*> Registry::managed_variables(const RegisteredModule& module) {
  std::vector<Variable*> found;
  for (auto& [host, variable] : variables_) {
    if (variable.module == &module && variable.managed != nullptr) found.push_back(&variable);
  }
  return found;
}

Result<void> Registry::load(RegisteredModule& module, std::uint32_t sm) {
  if (!module.read) {
    module.read = true;
    Result<std::string> text =
        module.ptx.empty() ? ptx_of(module.wrapper, sm) : Result<std::string>(module.ptx);
    if (!text) {
      module.problem = text.error().message;
      return text.error();
    }
    module.ptx = *std::move(text);
    auto parsed = std::make_shared<const ptx::Module>(ptx::parse(module.ptx));
    if (parsed->has_errors()) {
      const auto& bad = *std::ranges::find(parsed->diagnostics, ptx::Diagnostic::Severity::Error,
                                           &ptx::Diagnostic::severity);
      module.problem = fmt::format("the program's PTX can't be read: line {}: {}",
                                   bad.position.line, bad.message);
    } else {
      module.module = std::move(parsed);
    }
  }
  if (module.module) return {};
  return missing(module.problem);
}

Result<void> Registry::load(Kernel& kernel, std::uint32_t sm) {
  if (kernel.program) return {};
  if (Result<void> ok = load(*kernel.module, sm); !ok) return ok;
  if (kernel.problem.empty()) {
    auto program = code::Program::decode(kernel.module->module, kernel.name);
    if (program) {
      kernel.program = *std::move(program);
      return {};
    }
    kernel.problem = program.error().message;
  }
  return bad_input(kernel.problem);
}

}  // namespace lanescope::runtime
