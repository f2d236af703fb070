#include "ports/toolchain/absent_tools.hpp"

#include <fmt/format.h>

namespace lanescope::ports::toolchain {

CompileResult NoAssembler::assemble(const CompileRequest& request) {
  Compiled compiled = unassembled(request);
  compiled.is_assembled = true;
  compiled.warnings.push_back(
      {request.file_name, 0, 1, Diagnostic::Severity::Note,
       fmt::format("{}: the registers of this file's kernels are unknown", why_)});
  return compiled;
}

Result<std::vector<SassFunction>> NoDisassembler::disassemble(std::span<const std::byte>) const {
  return missing(why_);
}

}  // namespace lanescope::ports::toolchain
