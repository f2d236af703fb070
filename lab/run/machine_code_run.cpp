#include "lab/run/machine_code_run.hpp"

#include <utility>

#include "lab/run/disassembly.hpp"
#include "ports/machine_code/kernels.hpp"
#include "sim/code/program.hpp"
#include "sim/sass/machine/execution/sass_engine.hpp"

namespace lanescope::run {

struct MachineCodeReader::Image {
  std::shared_ptr<const ports::toolchain::Compiled> compiled;
  ports::machine_code::Kernels kernels;
};

MachineCodeReader::MachineCodeReader(const ports::toolchain::Disassembler& disassembler)
    : disassembler_(disassembler) {}
MachineCodeReader::~MachineCodeReader() = default;

Result<void> MachineCodeReader::read(const Prepared& prepared) {
  if (image_ != nullptr && image_->compiled == prepared.compiled) return {};
  image_.reset();
  const ports::toolchain::Compiled& compiled = *prepared.compiled;
  if (compiled.cubin.empty())
    return missing("there is no machine code: nothing here assembles this PTX file");
  auto functions = disassembler_.disassemble(compiled.cubin);
  if (!functions) return functions.error();
  auto kernels = ports::machine_code::Kernels::read(compiled.cubin, *functions,
                                                    prepared.experiment.source.file_name);
  if (!kernels) return kernels.error();
  image_ = std::make_unique<Image>(Image{prepared.compiled, std::move(*kernels)});
  return {};
}

Result<std::shared_ptr<const Prepared>> MachineCodeReader::by_machine_code(
    const Prepared& prepared) {
  if (prepared.plan->options.warp_size != 32)
    return bad_input("machine code runs in warps of 32 lanes: set the warp size to 32");
  if (const Result<void> read_it = read(prepared); !read_it) return read_it.error();
  auto plan = std::make_shared<engine::Plan>(*prepared.plan);
  plan->engine = &sass::machine::execution::sass_engine();
  for (engine::Launch& launch : plan->launches) {
    const std::shared_ptr<const engine::Program>& ptx = launch.program;
    auto program =
        image_->kernels.of(std::shared_ptr<const code::Program>(ptx, code::Program::of(*ptx)));
    if (!program) return program.error();
    launch.program = std::move(*program);
  }
  Prepared out = prepared;
  out.plan = std::move(plan);
  return std::make_shared<const Prepared>(std::move(out));
}

Result<std::shared_ptr<const Prepared>> by_machine_code(
    const Prepared& prepared, const ports::toolchain::Disassembler& disassembler) {
  return MachineCodeReader(disassembler).by_machine_code(prepared);
}

bool is_machine_code(const Prepared& prepared) {
  return prepared.plan->engine == &sass::machine::execution::sass_engine();
}

bool is_compared_with_a_gpu(std::string_view arch) { return arch == "sm_90"; }

const engine::Program& before_assembly(const engine::Program& program) {
  const auto* machine_code = dynamic_cast<const sass::Program*>(&program);
  return machine_code == nullptr ? program : machine_code->ptx();
}

const code::Program* ptx_of(const engine::Program& program) {
  if (const auto* machine_code = dynamic_cast<const sass::Program*>(&program))
    return &machine_code->ptx();
  return code::Program::of(program);
}

}  // namespace lanescope::run
