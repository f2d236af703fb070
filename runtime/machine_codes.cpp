#include "runtime/machine_codes.hpp"

#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "ports/machine_code/tools.hpp"

namespace lanescope::runtime {
namespace {

using Cubin = std::vector<std::byte>;

constexpr std::string_view kDeviceRuntime = "cudaCDP2";  // what its functions' names begin with

// Of files that are to be linked each has its own, which can't run; beside them stands the linked
// one.
std::optional<Cubin> in_fat_binary(const RegisteredModule& module, std::uint32_t sm) {
  for (const auto bytes : containers_of(module.wrapper)) {
    const FatBinary fat = read_fat_binary(bytes);
    const FatBinary::MachineCode* best = best_machine_code(fat, sm);
    if (best == nullptr) continue;
    Cubin cubin = cubin_of(*best);
    const auto code = cubin::read_code(cubin);
    if (code && code->linked) return cubin;
  }
  return std::nullopt;
}

Result<Cubin> assembled(const RegisteredModule& module, std::uint32_t sm) {
  const Error none = missing(fmt::format(
      "the program has no machine code of sm_{0}, and nothing here makes any of its PTX; build it "
      "with `-gencode arch=compute_{0},code=[compute_{0},sm_{0}]`, or give the sources to "
      "`lanescope program`",
      sm));
  const ports::machine_code::Tools& tools = ports::machine_code::tools();
  if (module.ptx.find(kDeviceRuntime) != std::string::npos)
    return missing(
        "kernels that launch kernels, or call CUDA's runtime, are executed as PTX only: leave out "
        "--engine sass and --time");
  if (tools.assembler == nullptr) return none;
  ports::toolchain::CompileRequest request;
  request.source = module.ptx;
  request.file_name = "module.ptx";
  request.arch = fmt::format("sm_{}", sm);
  request.is_ptx = true;
  auto made = tools.assembler->assemble(request);
  if (!made) {
    return missing(
        fmt::format("the program has no machine code of sm_{}, and its PTX can't be "
                    "assembled: {}",
                    sm, made.error().message));
  }
  if (made->cubin.empty()) return none;
  return made->cubin;
}

Result<record::MachineCode> disassembled(const RegisteredModule& module, std::uint32_t sm) {
  record::MachineCode code{module.id, {}, {}};
  if (auto found = in_fat_binary(module, sm)) {
    code.cubin = std::move(*found);
  } else {
    auto made = assembled(module, sm);
    if (!made) return made.error();
    code.cubin = std::move(*made);
  }
  const ports::machine_code::Tools& tools = ports::machine_code::tools();
  if (tools.disassembler == nullptr) return missing("nothing here reads machine code");
  auto listing = tools.disassembler->disassemble(code.cubin);
  if (!listing) return missing(listing.error().message);
  code.listing = std::move(*listing);
  return code;
}

}  // namespace

MachineCodes::Module& MachineCodes::module_of(const RegisteredModule& module, std::uint32_t sm,
                                              Log& log) {
  const auto [at, is_new] = modules_.try_emplace(module.id);
  Module& own = at->second;
  if (!is_new) return own;
  auto code = disassembled(module, sm);
  auto kernels = code ? ports::machine_code::Kernels::read(code->cubin, code->listing, {})
                      : Result<ports::machine_code::Kernels>(code.error());
  if (kernels) {
    log.add(*code);
    own.kernels = std::move(*kernels);
  } else {
    own.problem = kernels.error();
    log.tell({ProblemKind::NoMachineCode, events::Severity::Error, {}, own.problem.message});
  }
  return own;
}

Result<std::shared_ptr<const sass::Program>> MachineCodes::load(const Kernel& kernel,
                                                                std::uint32_t sm, Log& log) {
  Module& module = module_of(*kernel.module, sm, log);
  if (!module.kernels) return module.problem;
  return module.kernels->of(kernel.program);
}

}  // namespace lanescope::runtime
