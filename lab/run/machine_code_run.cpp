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

// Each kernel once.
class Programs {
 public:
  Programs(const cubin::Code& cubin, std::vector<sass::Function> listing)
      : cubin_(cubin), listing_(std::move(listing)) {}

  Result<std::shared_ptr<const sass::Program>> of(
      const std::shared_ptr<const engine::Program>& ptx) {
    std::shared_ptr<const sass::Program>& known = known_[ptx.get()];
    if (known) return known;
    auto code = sass::kernel_code_of(cubin_, listing_, ptx->kernel());
    if (!code) return code.error();
    const code::Program* decoded = code::Program::of(*ptx);
    auto made =
        sass::Program::make(std::move(*code), std::shared_ptr<const code::Program>(ptx, decoded));
    if (!made) return made.error();
    known = *made;
    return known;
  }

 private:
  const cubin::Code& cubin_;
  std::vector<sass::Function> listing_;
  std::map<const engine::Program*, std::shared_ptr<const sass::Program>> known_;
};

}  // namespace

Result<std::shared_ptr<const Prepared>> by_machine_code(
    const Prepared& prepared, const ports::toolchain::Disassembler& disassembler) {
  if (prepared.plan->options.warp_size != 32)
    return bad_input("machine code runs in warps of 32 lanes: leave --warp-size out");
  const ports::toolchain::Compiled& image = *prepared.compiled;
  if (image.cubin.empty())
    return missing("there is no machine code: nothing here assembles this PTX file");
  auto functions = disassembler.disassemble(image.cubin);
  if (!functions) return functions.error();
  const auto cubin = cubin::read_code(image.cubin);
  if (!cubin) return cubin.error();
  Programs programs(*cubin, listing_of(*functions, prepared.experiment.source.file_name));
  auto plan = std::make_shared<engine::Plan>(*prepared.plan);
  plan->engine = &sass::machine::sass_engine();
  for (engine::Launch& launch : plan->launches) {
    auto program = programs.of(launch.program);
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
