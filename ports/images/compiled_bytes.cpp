#include "ports/images/compiled_bytes.hpp"

#include <utility>

namespace lanescope::ports::images {
namespace {

void write(ByteWriter& out, const toolchain::KernelImage& kernel) {
  out.text(kernel.mangled);
  out.text(kernel.display_name);
  out.text(kernel.plain_name);
  const toolchain::KernelResources resources =
      kernel.resources.value_or(toolchain::KernelResources{});
  // 0: not known; else one more than there are barriers, which older files do not tell.
  out.integer(kernel.resources ? 1 + resources.barriers : 0);
  out.integer(resources.registers_per_thread);
  out.integer(resources.static_shared_bytes);
  out.integer(resources.local_bytes);
  out.integer(resources.constant_bytes);
}

toolchain::KernelImage read_kernel(ByteReader& in) {
  toolchain::KernelImage kernel;
  kernel.mangled = in.text();
  kernel.display_name = in.text();
  kernel.plain_name = in.text();
  const int known = in.integer();
  toolchain::KernelResources resources;
  resources.barriers = known - 1;
  resources.registers_per_thread = in.integer();
  resources.static_shared_bytes = in.integer();
  resources.local_bytes = in.integer();
  resources.constant_bytes = in.integer();
  if (known > 0) kernel.resources = resources;
  return kernel;
}

}  // namespace

void write(ByteWriter& out, const std::vector<toolchain::Diagnostic>& diagnostics) {
  out.number(diagnostics.size());
  for (const toolchain::Diagnostic& d : diagnostics) {
    out.text(d.file);
    out.integer(d.line);
    out.integer(d.column);
    out.integer(static_cast<int>(d.severity));
    out.text(d.message);
  }
}

std::vector<toolchain::Diagnostic> read_diagnostics(ByteReader& in) {
  std::vector<toolchain::Diagnostic> diagnostics;
  for (std::uint64_t n = in.count(); n > 0 && in.ok(); --n) {
    toolchain::Diagnostic d;
    d.file = in.text();
    d.line = in.integer();
    d.column = in.integer();
    const int severity = in.integer();
    d.severity = severity == 0   ? toolchain::Diagnostic::Severity::Note
                 : severity == 1 ? toolchain::Diagnostic::Severity::Warning
                                 : toolchain::Diagnostic::Severity::Error;
    d.message = in.text();
    diagnostics.push_back(std::move(d));
  }
  return diagnostics;
}

void write(ByteWriter& out, const toolchain::Compiled& compiled) {
  out.text(compiled.ptx);
  out.bytes(compiled.cubin);
  out.text(compiled.compiler);
  out.number(compiled.kernels.size());
  for (const toolchain::KernelImage& kernel : compiled.kernels) write(out, kernel);
  out.number(compiled.lowered_names.size());
  for (const auto& [name, lowered] : compiled.lowered_names) {
    out.text(name);
    out.text(lowered);
  }
  write(out, compiled.warnings);
}

toolchain::Compiled read_compiled(ByteReader& in) {
  toolchain::Compiled compiled;
  compiled.ptx = in.text();
  const auto cubin = in.bytes();
  compiled.cubin.assign(cubin.begin(), cubin.end());
  compiled.compiler = in.text();
  for (std::uint64_t n = in.count(); n > 0 && in.ok(); --n) {
    compiled.kernels.push_back(read_kernel(in));
  }
  for (std::uint64_t n = in.count(); n > 0 && in.ok(); --n) {
    std::string name = in.text();
    compiled.lowered_names[std::move(name)] = in.text();
  }
  compiled.warnings = read_diagnostics(in);
  return compiled;
}

}  // namespace lanescope::ports::images
