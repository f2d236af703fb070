#include "cuda/toolchain/in_process.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cuda/toolchain/backend.hpp"
#include "cuda/toolchain/diagnostics.hpp"
#include "cuda/toolchain/nvcc.hpp"
#include "cuda/toolchain/nvjitlink.hpp"
#include "cuda/toolchain/ptx_assembler.hpp"
#include "ports/toolchain/ptx_text.hpp"
#include "ports/toolchain/source_scan.hpp"

namespace lanescope::cuda::toolchain {
namespace {

constexpr const char* kNameFile = "__nv_name_map";  // NVRTC's own

bool is_architecture(const std::string& arch) {
  if (!arch.starts_with("sm_") || arch.size() < 5) return false;
  std::string_view digits = std::string_view(arch).substr(3);
  if (digits.ends_with('a') || digits.ends_with('f')) digits.remove_suffix(1);
  return std::all_of(digits.begin(), digits.end(),
                     [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; });
}

bool is_macro_name(std::string_view define) {
  const std::string_view name = define.substr(0, define.find_first_of("=("));
  return !name.empty() && std::isdigit(static_cast<unsigned char>(name.front())) == 0 &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
         });
}

std::optional<Error> check(const ports::toolchain::CompileRequest& request) {
  if (!is_architecture(request.arch)) {
    return bad_input(
        fmt::format("\"{}\" is not an architecture; they are named like sm_90", request.arch));
  }
  for (const std::string& define : request.defines) {
    if (!is_macro_name(define)) {
      return bad_input(fmt::format("\"{}\" is not NAME or NAME=VALUE of a macro", define));
    }
  }
  return std::nullopt;
}

bool has_host_header(const std::vector<ports::toolchain::IncludeDirective>& includes) {
  return std::any_of(
      includes.begin(), includes.end(),
      [](const ports::toolchain::IncludeDirective& i) { return is_host_header(i.name); });
}

bool header_is_absent(const BackendOutput& output) {
  return output.log.find("could not open source file") != std::string::npos ||
         output.log.find("cannot open source file") != std::string::npos;
}

// ptxas counts the lines of PTX that nobody sees: those of inline assembly are found again.
void relocate_assembler_errors(std::vector<ports::toolchain::Diagnostic>& diagnostics,
                               const std::string& ptx, const std::string& file_name) {
  for (ports::toolchain::Diagnostic& d : diagnostics) {
    if (d.file.find("ptx input") == std::string::npos) continue;
    d.message += fmt::format(" (line {} of the PTX)", d.line);
    d.file = file_name;
    d.line = ports::toolchain::source_line_at(ptx, d.line);
  }
}

std::string without_spaces(std::string text) {
  std::erase(text, ' ');
  return text;
}

// NVRTC repeats an expression that it does not understand, with spaces of its own.
std::vector<std::string> refused(const std::vector<ports::toolchain::Diagnostic>& diagnostics,
                                 const std::vector<std::string>& expressions) {
  std::vector<std::string> names;
  for (const std::string& expression : expressions) {
    const std::string quoted = "\"" + without_spaces(expression) + "\"";
    const bool repeated = std::any_of(
        diagnostics.begin(), diagnostics.end(), [&](const ports::toolchain::Diagnostic& d) {
          return d.file == kNameFile && d.message.find("name expression was:") != d.message.npos &&
                 without_spaces(d.message).find(quoted) != std::string::npos;
        });
    if (repeated) names.push_back(expression);
  }
  return names;
}

// Warnings about CUDA's own headers: the user can do nothing about them.
void drop_foreign_warnings(std::vector<ports::toolchain::Diagnostic>& diagnostics,
                           const std::vector<std::string>& cuda_include_dirs) {
  std::erase_if(diagnostics, [&](const ports::toolchain::Diagnostic& d) {
    return d.severity != ports::toolchain::Diagnostic::Severity::Error &&
           std::any_of(cuda_include_dirs.begin(), cuda_include_dirs.end(),
                       [&](const std::string& dir) { return d.file.starts_with(dir); });
  });
}

// Where it happened to be when its memory ended says nothing about the source.
void tell_memory_ended(std::vector<ports::toolchain::Diagnostic>& diagnostics) {
  for (const ports::toolchain::Diagnostic& d : diagnostics) {
    const bool ended = d.message.starts_with("out of memory") ||
                       d.message.find("NVRTC_ERROR_OUT_OF_MEMORY") != std::string::npos;
    if (!ended || d.severity != ports::toolchain::Diagnostic::Severity::Error) continue;
    diagnostics = {{{},
                    0,
                    1,
                    ports::toolchain::Diagnostic::Severity::Error,
                    "the compiler ran out of memory"}};
    return;
  }
}

std::string unknown_architecture(const Nvrtc& nvrtc, const std::string& arch) {
  std::vector<std::string> known;
  for (const int number : nvrtc.architectures()) known.push_back(fmt::format("sm_{}", number));
  return fmt::format("nvrtc: error: NVRTC {} does not compile for {}; it knows {}", nvrtc.version(),
                     arch, fmt::join(known, ", "));
}

std::vector<std::string> nvrtc_options(const Job& job, bool precompiled_headers) {
  std::vector<std::string> options{"-lineinfo", "--std=c++17", "-default-device",
                                   std::string("-include=") + kPreludeName};
  for (const std::string& dir : job.request.include_dirs) options.push_back("-I" + dir);
  for (const std::string& dir : job.cuda_include_dirs) options.push_back("-I" + dir);
  for (const std::string& define : job.request.defines) options.push_back("-D" + define);
  if (ports::toolchain::scan_source(job.request.source).device_runtime)
    options.emplace_back("-rdc=true");
  // nvcc has it always; other sources' precompiled headers stay as they are.
  if (job.request.source.find("__int128") != std::string::npos)
    options.emplace_back("-device-int128");
  if (precompiled_headers) {
    // 630: the headers differ from those of the file that is there; a new one is made.
    options.insert(options.end(), {"-pch", "-pch-dir=" + job.scratch_dir, "-pch-messages=false",
                                   "-diag-suppress=630"});
  }
  return options;
}

// Relocatable code becomes machine code that can be loaded; without libcudadevrt there is none, and
// a warning says so. The model runs without.
void link_device_runtime(const Job& job, BackendOutput& output) {
  if (output.cubin.empty() || !ports::toolchain::scan_source(job.request.source).device_runtime)
    return;
  std::string why = job.nvjitlink.empty() ? "nvJitLink was not found" : job.cudadevrt_remedy;
  if (!job.nvjitlink.empty() && !job.cudadevrt.empty()) {
    auto linked = link_with_nvjitlink(job.nvjitlink, output.cubin, job.cudadevrt, job.request.arch);
    if (linked && !linked->cubin.empty()) {
      output.cubin = std::move(linked->cubin);
      return;
    }
    why = linked ? linked->log : linked.error().message;
  }
  output.cubin.clear();
  output.diagnostics.push_back(
      {job.request.file_name, 0, 1, ports::toolchain::Diagnostic::Severity::Warning,
       "no machine code of kernels that launch kernels, and so no registers: " + why});
}

}  // namespace

Result<void> InProcessCompiler::load_nvrtc(const Job& job) {
  if (nvrtc_ && nvrtc_->path() == job.nvrtc) return {};
  if (job.nvrtc.empty()) return missing(job.nvrtc_remedy);
  auto loaded = Nvrtc::load(job.nvrtc);
  if (!loaded) return loaded.error();
  nvrtc_ = std::move(loaded).value();
  return {};
}

// Making them costs half a second, using them saves as much or more: from the second such file on.
bool InProcessCompiler::wants_precompiled_headers(const Job& job) {
  const auto includes = ports::toolchain::scan_includes(job.request.source);
  const bool large = std::any_of(includes.begin(), includes.end(), [](const auto& include) {
    return include.name == "cooperative_groups.h" ||
           include.name.starts_with("cooperative_groups/") || include.name.starts_with("cuda/") ||
           include.name.starts_with("cub/") || include.name == "curand_kernel.h";
  });
  return large && std::exchange(included_large_headers_, true) && nvrtc_->has_precompiled_headers();
}

BackendOutput InProcessCompiler::compile_with_nvrtc(const Job& job,
                                                    const std::vector<std::string>& expressions,
                                                    bool precompiled_headers) {
  NvrtcProgram program{job.request.source, job.request.file_name,
                       nvrtc_options(job, precompiled_headers), expressions, stub_headers()};
  const std::string ptx_alone = "-arch=compute_" + job.request.arch.substr(3);
  program.options.push_back(job.request.machine_code ? "-arch=" + job.request.arch : ptx_alone);
  NvrtcOutput made = nvrtc_->compile(program);
  BackendOutput output;
  output.name_file = kNameFile;
  output.compiled = made.compiled;
  output.log = made.bad_option && !made.log.starts_with("Command-line error")
                   ? unknown_architecture(*nvrtc_, job.request.arch)
                   : std::move(made.log);
  output.diagnostics = parse_log(output.log);
  drop_foreign_warnings(output.diagnostics, job.cuda_include_dirs);
  if (!made.compiled) {
    tell_memory_ended(output.diagnostics);
    output.refused_names = refused(output.diagnostics, expressions);
    if (output.log.find("ptx input, line ") != std::string::npos) {
      program.options.back() = ptx_alone;
      relocate_assembler_errors(output.diagnostics, nvrtc_->compile(program).ptx,
                                job.request.file_name);
    }
    return output;
  }
  output.ptx = ports::toolchain::relabel_files(made.ptx, job.working_dir, job.request.file_name);
  output.cubin = std::move(made.cubin);
  output.lowered_names = std::move(made.lowered_names);
  const std::string version = ports::toolchain::ptx_compiler_version(output.ptx);
  output.compiler = "NVRTC " + (version.empty() ? nvrtc_->version() : version);
  return output;
}

ports::toolchain::CompileResult InProcessCompiler::compile_source(const Job& job) {
  const ports::toolchain::SourceScan scan = ports::toolchain::scan_source(job.request.source);
  const auto nvcc = [&](const auto& expressions) {
    BackendOutput output = compile_with_nvcc(job, expressions);
    link_device_runtime(job, output);
    return output;
  };
  if (scan.host_code && !job.nvcc.empty()) return compile_kernels(job.request, nvcc);
  const Result<void> loaded = load_nvrtc(job);
  if (!loaded) {
    if (!job.nvcc.empty()) return compile_kernels(job.request, nvcc);
    return loaded.error();
  }
  const bool precompiled = wants_precompiled_headers(job);
  bool absent_header = false;
  ports::toolchain::CompileResult result =
      compile_kernels(job.request, [&](const auto& expressions) {
        BackendOutput output = compile_with_nvrtc(job, expressions, precompiled);
        link_device_runtime(job, output);
        absent_header = header_is_absent(output);
        return output;
      });
  if (result) return result;
  if (scan.host_code) {
    return missing(fmt::format("this file holds host code ({}), which only nvcc compiles. {}",
                               *scan.host_code, job.nvcc_remedy),
                   job.request.file_name);
  }
  const bool needs_host = absent_header || has_host_header(scan.includes);
  if (!needs_host || job.nvcc.empty()) return result;
  ports::toolchain::CompileResult second = compile_kernels(job.request, nvcc);
  return second || absent_header ? second : result;
}

ports::toolchain::CompileResult InProcessCompiler::run(const Job& given) {
  Job job = given;
  static constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (job.request.source.starts_with(kByteOrderMark)) {
    job.request.source.erase(0, kByteOrderMark.size());
  }
  if (job.kind == Job::Kind::LoadOnly) {
    if (const auto loaded = load_nvrtc(job); !loaded) return loaded.error();
    return ports::toolchain::Compiled{};
  }
  if (auto error = check(job.request)) return *std::move(error);
  if (!job.request.is_ptx) return compile_source(job);
  return PtxAssembler({job.ptxas, job.nvjitlink, job.scratch_dir}).assemble(job.request);
}

}  // namespace lanescope::cuda::toolchain
