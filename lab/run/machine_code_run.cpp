#include "lab/run/machine_code_run.hpp"

#include <map>
#include <utility>

#include "lab/run/disassembly.hpp"
#include "sim/code/program.hpp"
#include "sim/cubin/code.hpp"
#include "sim/sass/kernel_code.hpp"
#include "sim/sass/machine/sass_engine.hpp"

namespace lanescope::run {
namespace {

// The compiler's line table has whole paths; the experiment's own file keeps the name that it has
// everywhere else.
std::string file_of(const std::string& path, const std::string& source) {
  return path.ends_with("/" + source) ? source : path;
}

sass::Line line_of(const ports::toolchain::SassLine& from, const std::string& source) {
  sass::Line line;
  line.label = from.label;
  line.address = from.address;
  line.guard = from.guard;
  line.opcode = from.opcode;
  line.operands = from.operands;
  for (const auto& place : from.places)
    line.places.emplace_back(file_of(place.file, source), place.line);
  return line;
}

std::vector<sass::Function> listing_of(const std::vector<ports::toolchain::SassFunction>& functions,
                                       const std::string& source) {
  std::vector<sass::Function> listing;
  for (const ports::toolchain::SassFunction& function : functions) {
    sass::Function out;
    out.name = function.name;
    for (const ports::toolchain::SassLine& line : function.lines)
      out.lines.push_back(line_of(line, source));
    listing.push_back(std::move(out));
  }
  return listing;
}

}  // namespace

// Each kernel once.
struct MachineCodeReader::Image {
  Result<std::shared_ptr<const sass::Program>> program_of(
      const std::shared_ptr<const engine::Program>& ptx);

  std::shared_ptr<const ports::toolchain::Compiled> compiled;
  cubin::Code cubin;
  std::vector<sass::Function> listing;
  std::map<const engine::Program*, std::shared_ptr<const sass::Program>> programs;
};

Result<std::shared_ptr<const sass::Program>> MachineCodeReader::Image::program_of(
    const std::shared_ptr<const engine::Program>& ptx) {
  std::shared_ptr<const sass::Program>& known = programs[ptx.get()];
  if (known) return known;
  auto code = sass::kernel_code_of(cubin, listing, ptx->kernel());
  if (!code) return code.error();
  const code::Program* decoded = code::Program::of(*ptx);
  auto made =
      sass::Program::make(std::move(*code), std::shared_ptr<const code::Program>(ptx, decoded));
  if (!made) return made.error();
  known = *made;
  return known;
}

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
  auto cubin = cubin::read_code(compiled.cubin);
  if (!cubin) return cubin.error();
  image_ = std::make_unique<Image>();
  image_->compiled = prepared.compiled;
  image_->cubin = std::move(*cubin);
  image_->listing = listing_of(*functions, prepared.experiment.source.file_name);
  return {};
}

Result<std::shared_ptr<const Prepared>> MachineCodeReader::by_machine_code(
    const Prepared& prepared) {
  if (prepared.plan->options.warp_size != 32)
    return bad_input("machine code runs in warps of 32 lanes: set the warp size to 32");
  if (const Result<void> read_it = read(prepared); !read_it) return read_it.error();
  auto plan = std::make_shared<engine::Plan>(*prepared.plan);
  plan->engine = &sass::machine::sass_engine();
  for (engine::Launch& launch : plan->launches) {
    auto program = image_->program_of(launch.program);
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
  return prepared.plan->engine == &sass::machine::sass_engine();
}

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
