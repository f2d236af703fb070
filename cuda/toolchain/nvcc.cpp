#include "cuda/toolchain/nvcc.hpp"

#include <filesystem>
#include <span>
#include <system_error>

#include <fmt/format.h>

#include "cuda/toolchain/diagnostics.hpp"
#include "cuda/toolchain/process.hpp"
#include "ports/images/files.hpp"
#include "ports/toolchain/kernel_names.hpp"
#include "ports/toolchain/ptx_text.hpp"
#include "ports/toolchain/source_scan.hpp"

namespace lanescope::cuda::toolchain {
namespace {

namespace fs = std::filesystem;

constexpr const char* kNameFile = "lanescope_name_expressions";

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

// Taking a kernel's address in host code makes nvcc compile it, templates included.
std::string program_text(const ports::toolchain::CompileRequest& request,
                         const std::vector<std::string>& name_expressions) {
  std::string text = fmt::format("#line 1 \"{}\"\n{}\n#line 1 \"{}\"\n", escaped(request.file_name),
                                 request.source, kNameFile);
  int index = 0;
  for (const std::string& name : name_expressions) {
    text += fmt::format(
        "__attribute__((used)) static void* lanescope_kernel_{} = "
        "reinterpret_cast<void*>(&{});\n",
        index++, name.starts_with('&') ? name.substr(1) : name);
  }
  return text;
}

std::vector<std::string> command_line(const Job& job, const fs::path& folder,
                                      const fs::path& source, const fs::path& made) {
  const fs::path own_folder = fs::path(job.request.file_name).parent_path();
  const std::string number = job.request.arch.substr(3);
  const bool whole = job.request.machine_code;
  std::vector<std::string> command{job.nvcc,
                                   whole ? "-cubin" : "-ptx",
                                   (whole ? "-arch=sm_" : "-arch=compute_") + number,
                                   "-lineinfo",
                                   "-std=c++17",
                                   "--expt-relaxed-constexpr",
                                   "--extended-lambda",
                                   "-allow-unsupported-compiler",
                                   "-Wno-deprecated-gpu-targets",
                                   "--keep",
                                   "--keep-dir",
                                   folder.string(),
                                   "-o",
                                   made.string(),
                                   "-I",
                                   own_folder.empty() ? "." : own_folder.string()};
  for (const std::string& dir : job.request.include_dirs) {
    command.insert(command.end(), {"-I", dir});
  }
  for (const std::string& define : job.request.defines) command.push_back("-D" + define);
  if (ports::toolchain::scan_source(job.request.source).device_runtime)
    command.emplace_back("-rdc=true");
  command.push_back(source.string());
  return command;
}

// Each expression stands on a line of its own in kNameFile.
std::vector<std::string> refused(const std::vector<ports::toolchain::Diagnostic>& diagnostics,
                                 const std::vector<std::string>& expressions) {
  std::vector<std::string> names;
  for (const ports::toolchain::Diagnostic& d : diagnostics) {
    const auto index = static_cast<std::size_t>(d.line) - 1;
    if (d.severity == ports::toolchain::Diagnostic::Severity::Error && d.file == kNameFile &&
        index < expressions.size()) {
      names.push_back(expressions[index]);
    }
  }
  return names;
}

}  // namespace

BackendOutput compile_with_nvcc(const Job& job, const std::vector<std::string>& name_expressions) {
  BackendOutput output;
  output.name_file = kNameFile;
  std::error_code ignored;
  const fs::path folder = fs::path(job.scratch_dir) / "nvcc";
  fs::remove_all(folder, ignored);
  fs::create_directories(folder, ignored);
  const fs::path source = folder / "program.cu";
  const fs::path cubin = folder / "program.cubin", ptx = folder / "program.ptx";
  if (!ports::images::write_file(source, program_text(job.request, name_expressions))) {
    output.log = fmt::format("nvcc fatal   : {} cannot be written", folder.string());
    output.diagnostics = parse_log(output.log);
    return output;
  }
  const ProcessOutput process =
      run_process(command_line(job, folder, source, job.request.machine_code ? cubin : ptx));
  output.log = process.output;
  if (!process.started) output.log = fmt::format("nvcc fatal   : {} cannot be started", job.nvcc);
  output.diagnostics = parse_log(output.log);
  output.refused_names = refused(output.diagnostics, name_expressions);
  output.compiled = process.started && process.status == 0;
  if (output.compiled) {
    output.ptx = ports::toolchain::relabel_files(ports::images::read_file(ptx).value_or(""),
                                                 job.working_dir, job.request.file_name);
    const std::string bytes = ports::images::read_file(cubin).value_or("");
    const auto view = std::as_bytes(std::span(bytes));
    output.cubin.assign(view.begin(), view.end());
    output.compiler = "nvcc " + ports::toolchain::ptx_compiler_version(output.ptx);
    const std::vector<ports::toolchain::KernelImage> kernels = kernels_of(output.ptx, {});
    for (const std::string& name : name_expressions) {
      if (const auto index = ports::toolchain::match_kernel(kernels, name)) {
        output.lowered_names[name] = kernels[*index].mangled;
      }
    }
  }
  fs::remove_all(folder, ignored);
  return output;
}

}  // namespace lanescope::cuda::toolchain
