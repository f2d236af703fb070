#include "lab/program/recorded_kernels.hpp"

#include "ports/machine_code/resources.hpp"
#include "ports/toolchain/kernel_names.hpp"
#include "ports/toolchain/ptx_text.hpp"
#include "sim/code/program.hpp"
#include "sim/machine/ptx_engine.hpp"
#include "sim/ptx/parser.hpp"
#include "sim/sass/machine/execution/sass_engine.hpp"

namespace lanescope::program {

RecordedKernels::RecordedKernels(const runtime::record::Record& record,
                                 const std::vector<std::string>& files, std::string folder)
    : record_(record), folder_(std::move(folder)) {
  if (files.size() == 1) only_file_ = files.front();
}

RecordedKernels::Found RecordedKernels::find(std::uint32_t module, const std::string& kernel) {
  Found& found = kernels_[{module, kernel}];
  if (found.program) return found;
  Module& own = modules_[module];
  if (!own.parsed) read(module, own);
  if (!own.parsed) return found;
  const auto program = code::Program::decode(own.parsed, kernel);
  if (!program) return found;
  if (!own.by_machine_code) {
    found = {&machine::ptx_engine(), *program, own.compiled};
  } else if (own.machine_code) {
    if (auto made = own.machine_code->of(*program))
      found = {&sass::machine::execution::sass_engine(), std::move(*made), own.compiled};
  }
  return found;
}

void RecordedKernels::read(std::uint32_t id, Module& module) const {
  const runtime::record::Module* recorded = record_.find_module(id);
  if (recorded == nullptr) return;
  auto compiled = std::make_shared<ports::toolchain::Compiled>();
  compiled->ptx = ports::toolchain::relabel_files(recorded->ptx, folder_, only_file_);
  const std::string version = ports::toolchain::ptx_compiler_version(compiled->ptx);
  compiled->compiler = version.empty() ? "nvcc" : "nvcc " + version;
  compiled->kernels = ports::toolchain::name_kernels(compiled->ptx);
  module.parsed = std::make_shared<const ptx::Module>(ptx::parse(compiled->ptx));
  if (const auto* code = record_.find_machine_code(id)) read_machine_code(*code, module, *compiled);
  module.compiled = std::move(compiled);
}

void RecordedKernels::read_machine_code(const runtime::record::MachineCode& recorded,
                                        Module& module,
                                        ports::toolchain::Compiled& compiled) const {
  module.by_machine_code = true;
  auto listing = recorded.listing;
  for (auto& function : listing) {
    for (auto& line : function.lines) {
      for (auto& place : line.places)
        place.file = ports::toolchain::relabel_file(place.file, folder_, only_file_);
    }
  }
  auto kernels = ports::machine_code::Kernels::read(recorded.cubin, listing, {});
  if (!kernels) return;
  for (ports::toolchain::KernelImage& kernel : compiled.kernels) {
    if (const auto* function = kernels->cubin().function(kernel.mangled))
      kernel.resources = ports::machine_code::resources_of(*function);
  }
  compiled.cubin = recorded.cubin;
  module.machine_code = std::move(*kernels);
}

}  // namespace lanescope::program
