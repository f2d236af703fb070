#include "ports/machine_code/kernels.hpp"

#include <utility>

#include "sim/sass/kernel_code.hpp"

namespace lanescope::ports::machine_code {
namespace {

// The compiler's line table has whole paths; the experiment's own file keeps the name that it has
// everywhere else.
std::string file_of(const std::string& path, const std::string& source) {
  return !source.empty() && path.ends_with("/" + source) ? source : path;
}

sass::Line line_of(const toolchain::SassLine& from, const std::string& source) {
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

std::vector<sass::Function> listing_of(const std::vector<toolchain::SassFunction>& functions,
                                       const std::string& source) {
  std::vector<sass::Function> listing;
  for (const toolchain::SassFunction& function : functions) {
    sass::Function out;
    out.name = function.name;
    for (const toolchain::SassLine& line : function.lines)
      out.lines.push_back(line_of(line, source));
    listing.push_back(std::move(out));
  }
  return listing;
}

}  // namespace

Kernels::Kernels(cubin::Code cubin, std::vector<sass::Function> listing)
    : cubin_(std::move(cubin)), listing_(std::move(listing)) {}

Result<Kernels> Kernels::read(std::span<const std::byte> cubin,
                              const std::vector<toolchain::SassFunction>& listing,
                              const std::string& source) {
  auto code = cubin::read_code(cubin);
  if (!code) return code.error();
  if (auto known = sass::check_architecture(*code); !known) return known.error();
  return Kernels(std::move(*code), listing_of(listing, source));
}

Result<std::shared_ptr<const sass::Program>> Kernels::of(
    const std::shared_ptr<const code::Program>& ptx) {
  std::shared_ptr<const sass::Program>& known = known_[ptx];
  if (known) return known;
  auto code = sass::kernel_code_of(cubin_, listing_, ptx->kernel());
  if (!code) return code.error();
  auto made = sass::Program::make(std::move(*code), ptx);
  if (!made) return made.error();
  known = std::move(*made);
  return known;
}

}  // namespace lanescope::ports::machine_code
