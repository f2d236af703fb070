#include "cuda/toolchain/ptx_assembler.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <span>
#include <system_error>

#include <fmt/format.h>

#include "cuda/toolchain/backend.hpp"
#include "cuda/toolchain/diagnostics.hpp"
#include "cuda/toolchain/nvjitlink.hpp"
#include "cuda/toolchain/process.hpp"
#include "cuda/toolchain/scratch.hpp"
#include "cuda/toolchain/toolchain.hpp"
#include "ports/images/files.hpp"
#include "ports/toolchain/absent_tools.hpp"
#include "ports/toolchain/ptx_text.hpp"

namespace lanescope::cuda::toolchain {
namespace {

namespace fs = std::filesystem;

using Tools = PtxAssembler::Tools;

struct Assembled {
  std::vector<std::byte> cubin;
  std::string log;
  std::string compiler;
};

int number_of(const std::string& arch) {
  int number = 0;
  if (arch.starts_with("sm_")) {
    std::from_chars(arch.data() + 3, arch.data() + arch.size(), number);
  }
  return number;
}

// A module for a newer architecture than the one asked for, or for one only ("sm_90a"), is
// assembled for its own.
std::string architecture_for(const ports::toolchain::CompileRequest& request) {
  const std::string target = ports::toolchain::ptx_target(request.source);
  const bool specific = target.ends_with('a') || target.ends_with('f');
  const bool newer = number_of(target) > number_of(request.arch);
  return specific || newer ? target : request.arch;
}

std::string source_path(const Tools& tools) {
  return (fs::path(tools.scratch_dir) / "module.ptx").string();
}

Assembled with_ptxas(const Tools& tools, const std::string& ptx, const std::string& arch) {
  Assembled result;
  const std::string source = source_path(tools);
  const fs::path cubin = fs::path(tools.scratch_dir) / "module.cubin";
  if (!ports::images::write_file(source, ptx)) {
    result.log = fmt::format("ptxas fatal   : {} cannot be written", source);
    return result;
  }
  const ProcessOutput process =
      run_process({tools.ptxas, "-arch=" + arch, "-lineinfo", "-o", cubin.string(), source});
  result.log = process.started ? process.output
                               : fmt::format("ptxas fatal   : {} cannot be started", tools.ptxas);
  if (process.started && process.status == 0) {
    const std::string bytes = ports::images::read_file(cubin).value_or("");
    const auto view = std::as_bytes(std::span(bytes));
    result.cubin.assign(view.begin(), view.end());
  }
  const ProcessOutput version = run_process({tools.ptxas, "--version"});
  const std::size_t at = version.output.rfind(", V");
  const std::string number = at == std::string::npos ? "" : version.output.substr(at + 3);
  result.compiler = "ptxas " + number.substr(0, number.find_first_not_of("0123456789."));
  std::error_code ignored;
  fs::remove(source, ignored);
  fs::remove(cubin, ignored);
  return result;
}

Assembled with_nvjitlink(const Tools& tools, const std::string& ptx, const std::string& arch) {
  auto output = assemble_with_nvjitlink(tools.nvjitlink, ptx, arch);
  if (!output) return {{}, "nvJitLink fatal   : " + output.error().message, "nvJitLink"};
  return {std::move(output->cubin), std::move(output->log), "nvJitLink " + output->version};
}

// The assembler is too old, or of another architecture, for this file.
bool is_about_versions(const ports::toolchain::Diagnostic& d) {
  static constexpr std::string_view kWords[] = {
      "Unsupported .version",      "unsupported .version",      "unsupported toolchain",
      "is not defined for option", "unrecognized architecture", "not an architecture",
      "cannot be started",         "could not be loaded",       "requires .target"};
  return std::any_of(std::begin(kWords), std::end(kWords), [&](std::string_view word) {
    return d.message.find(word) != std::string::npos;
  });
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
}

// Both assemblers name a file of their own.
std::vector<ports::toolchain::Diagnostic> diagnostics_of(const Assembled& assembled,
                                                         const Tools& tools,
                                                         const std::string& file_name) {
  std::vector<ports::toolchain::Diagnostic> diagnostics = parse_log(assembled.log);
  if (assembled.cubin.empty() && !has_errors(diagnostics)) {
    const std::string why = assembled.log.substr(0, assembled.log.find('\n'));
    diagnostics.push_back({{},
                           0,
                           1,
                           ports::toolchain::Diagnostic::Severity::Error,
                           fmt::format("{} cannot assemble this: {}", assembled.compiler, why)});
  }
  const bool versions = std::any_of(diagnostics.begin(), diagnostics.end(), is_about_versions);
  for (ports::toolchain::Diagnostic& d : diagnostics) {
    d.file = file_name;
    replace_all(d.message, source_path(tools), file_name);
    if (versions && d.severity == ports::toolchain::Diagnostic::Severity::Error) {
      d.severity = ports::toolchain::Diagnostic::Severity::Warning;
    }
  }
  return diagnostics;
}

// A ptxas that fails without saying why, such as a script whose toolkit is gone, is not one.
Assembled assemble_with(const Tools& tools, const std::string& ptx, const std::string& arch) {
  if (!tools.ptxas.empty()) {
    Assembled assembled = with_ptxas(tools, ptx, arch);
    const bool told = !assembled.cubin.empty() || has_errors(parse_log(assembled.log));
    if (told || tools.nvjitlink.empty()) return assembled;
  }
  return with_nvjitlink(tools, ptx, arch);
}

}  // namespace

ports::toolchain::CompileResult PtxAssembler::assemble(
    const ports::toolchain::CompileRequest& request) {
  if (tools_.ptxas.empty() && tools_.nvjitlink.empty())
    return ports::toolchain::NoAssembler("neither ptxas nor nvJitLink is installed")
        .assemble(request);
  Assembled assembled = assemble_with(tools_, request.source, architecture_for(request));
  auto diagnostics = diagnostics_of(assembled, tools_, request.file_name);
  if (has_errors(diagnostics))
    return failure_from(std::move(diagnostics), std::move(assembled.log), {});
  ports::toolchain::Compiled compiled;
  compiled.ptx = request.source;
  compiled.cubin = std::move(assembled.cubin);
  compiled.compiler = std::move(assembled.compiler);
  compiled.warnings = std::move(diagnostics);
  compiled.kernels = kernels_of(compiled.ptx, compiled.cubin);
  return compiled;
}

ports::toolchain::CompileResult LocalAssembler::assemble(
    const ports::toolchain::CompileRequest& request) {
  const Toolchain found = find_toolchain();
  const Scratch scratch;
  if (scratch.folder().empty()) return bad_input("no temporary folder can be made");
  return PtxAssembler({found.ptxas.path, found.nvjitlink.path, scratch.folder().string()})
      .assemble(request);
}

}  // namespace lanescope::cuda::toolchain
