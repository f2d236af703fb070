#include "lab/run/machine_code_run.hpp"

#include <utility>

#include "ports/machine_code/kernels.hpp"
#include "sim/code/program.hpp"
#include "sim/sass/machine/sass_engine.hpp"

namespace lanescope::run {

Result<std::shared_ptr<const Prepared>> by_machine_code(
    const Prepared& prepared, const ports::toolchain::Disassembler& disassembler) {
  if (prepared.plan->options.warp_size != 32)
    return bad_input("machine code runs in warps of 32 lanes: leave --warp-size out");
  const ports::toolchain::Compiled& image = *prepared.compiled;
  if (image.cubin.empty())
    return missing("there is no machine code: nothing here assembles this PTX file");
  auto functions = disassembler.disassemble(image.cubin);
  if (!functions) return functions.error();
  auto kernels = ports::machine_code::Kernels::read(image.cubin, *functions,
                                                    prepared.experiment.source.file_name);
  if (!kernels) return kernels.error();
  auto plan = std::make_shared<engine::Plan>(*prepared.plan);
  plan->engine = &sass::machine::sass_engine();
  for (engine::Launch& launch : plan->launches) {
    const std::shared_ptr<const engine::Program>& ptx = launch.program;
    auto program = kernels->of(std::shared_ptr<const code::Program>(ptx, code::Program::of(*ptx)));
    if (!program) return program.error();
    launch.program = std::move(*program);
  }
  Prepared out = prepared;
  out.plan = std::move(plan);
  return std::make_shared<const Prepared>(std::move(out));
}

const code::Program* ptx_of(const engine::Program& program) {
  if (const auto* machine_code = dynamic_cast<const sass::Program*>(&program))
    return &machine_code->ptx();
  return code::Program::of(program);
}

}  // namespace lanescope::run
