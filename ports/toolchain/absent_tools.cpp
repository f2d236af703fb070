#include "ports/toolchain/absent_tools.hpp"

#include <fmt/format.h>

#include "ports/toolchain/kernel_names.hpp"
#include "ports/toolchain/ptx_text.hpp"

namespace lanescope::ports::toolchain {

CompileResult NoAssembler::assemble(const CompileRequest& request) {
  Compiled compiled;
  compiled.ptx = request.source;
  compiled.warnings.push_back(
      {request.file_name, 0, 1, Diagnostic::Severity::Note,
       fmt::format("{}: the registers of this file's kernels are unknown", why_)});
  for (const std::string& entry : ptx_entries(compiled.ptx))
    compiled.kernels.push_back(name_kernel(entry));
  return compiled;
}

Result<std::vector<SassFunction>> NoDisassembler::disassemble(std::span<const std::byte>) const {
  return missing(why_);
}

}  // namespace lanescope::ports::toolchain
