#include "cuda/toolchain/backend.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cuda/toolchain/cubin.hpp"
#include "cuda/toolchain/diagnostics.hpp"
#include "ports/toolchain/kernel_names.hpp"
#include "ports/toolchain/source_scan.hpp"

namespace lanescope::cuda::toolchain {
namespace {

// The diagnostics about the source itself.
std::vector<ports::toolchain::Diagnostic> about_source(const BackendOutput& output) {
  std::vector<ports::toolchain::Diagnostic> diagnostics = output.diagnostics;
  std::erase_if(diagnostics,
                [&](const ports::toolchain::Diagnostic& d) { return d.file == output.name_file; });
  return diagnostics;
}

ports::toolchain::CompileFailure source_failure(const BackendOutput& output,
                                                const ports::toolchain::CompileRequest& request) {
  const std::string said = output.log.substr(0, output.log.find('\n'));
  return failure_from(about_source(output), output.log,
                      fmt::format("{} could not be compiled{}{}", request.file_name,
                                  said.empty() ? "" : ": ", said));
}

ports::toolchain::CompileFailure name_failure(
    const ports::toolchain::CompileRequest& request, const std::string& name,
    const std::vector<ports::toolchain::KernelImage>& compiled) {
  std::vector<ports::toolchain::ScannedKernel> scanned =
      ports::toolchain::scan_source(request.source).kernels;
  const auto is_template = std::find_if(scanned.begin(), scanned.end(), [&](const auto& kernel) {
    return kernel.is_template && kernel.name == name;
  });
  ports::toolchain::CompileFailure failure;
  if (is_template != scanned.end()) {
    failure.error = bad_input(
        fmt::format("kernel {0} is a template: name an instantiation, such as \"{0}<256>\"", name),
        request.file_name);
    return failure;
  }
  // What macros have made stands only in the compiler's output.
  for (const ports::toolchain::KernelImage& kernel : compiled) {
    const bool known =
        std::any_of(scanned.begin(), scanned.end(), [&](const ports::toolchain::ScannedKernel& k) {
          return kernel.plain_name == k.name || kernel.plain_name.ends_with("::" + k.name);
        });
    if (!known) scanned.push_back({kernel.display_name, 0, false});
  }
  failure.error = bad_input(fmt::format("no kernel is named \"{}\"; kernels in the file: {}", name,
                                        ports::toolchain::list_scanned(scanned)),
                            request.file_name);
  return failure;
}

ports::toolchain::CompileResult finish(const ports::toolchain::CompileRequest& request,
                                       BackendOutput output) {
  ports::toolchain::Compiled compiled;
  compiled.kernels = kernels_of(output.ptx, output.cubin);
  for (const std::string& name : request.kernels) {
    const auto lowered = output.lowered_names.find(name);
    const auto index = ports::toolchain::match_kernel(
        compiled.kernels, lowered == output.lowered_names.end() ? name : lowered->second);
    if (!index && ports::toolchain::is_name_expression(name))
      return name_failure(request, name, compiled.kernels);
    if (index) compiled.lowered_names[name] = compiled.kernels[*index].mangled;
  }
  compiled.warnings = about_source(output);
  compiled.ptx = std::move(output.ptx);
  compiled.cubin = std::move(output.cubin);
  compiled.compiler = std::move(output.compiler);
  return compiled;
}

}  // namespace

std::vector<ports::toolchain::KernelImage> kernels_of(const std::string& ptx,
                                                      const std::vector<std::byte>& cubin) {
  std::map<std::string, ports::toolchain::KernelResources> resources;
  if (auto read = read_cubin(cubin)) resources = std::move(read).value();
  std::vector<ports::toolchain::KernelImage> kernels = ports::toolchain::name_kernels(ptx);
  for (ports::toolchain::KernelImage& kernel : kernels) {
    const auto found = resources.find(kernel.mangled);
    if (found != resources.end()) kernel.resources = found->second;
  }
  return kernels;
}

ports::toolchain::CompileResult compile_kernels(const ports::toolchain::CompileRequest& request,
                                                const Backend& compile) {
  std::vector<std::string> expressions;
  std::copy_if(request.kernels.begin(), request.kernels.end(), std::back_inserter(expressions),
               ports::toolchain::is_name_expression);
  BackendOutput output = compile(expressions);
  if (!output.compiled) {
    const std::vector<std::string>& refused = output.refused_names;
    if (refused.empty() || has_errors(about_source(output))) {
      return source_failure(output, request);
    }
    return name_failure(request, refused.front(), {});
  }
  // A static kernel that nothing launches is compiled only when asked for by name.
  const std::vector<ports::toolchain::KernelImage> kernels = kernels_of(output.ptx, output.cubin);
  std::vector<std::string> absent;
  for (const std::string& name : request.kernels) {
    if (!ports::toolchain::is_name_expression(name) &&
        !ports::toolchain::match_kernel(kernels, name))
      absent.push_back(name);
  }
  if (absent.empty()) return finish(request, std::move(output));
  for (const std::string& name : absent) {
    // Several kernels of that name: find_kernel() tells the user which there are.
    if (std::any_of(kernels.begin(), kernels.end(),
                    [&](const ports::toolchain::KernelImage& k) { return k.plain_name == name; })) {
      return finish(request, std::move(output));
    }
  }
  expressions.insert(expressions.end(), absent.begin(), absent.end());
  BackendOutput again = compile(expressions);
  if (!again.compiled) return name_failure(request, absent.front(), kernels);
  const std::vector<ports::toolchain::KernelImage> found = kernels_of(again.ptx, again.cubin);
  for (const std::string& name : absent) {
    const auto lowered = again.lowered_names.find(name);
    if (!ports::toolchain::match_kernel(
            found, lowered == again.lowered_names.end() ? name : lowered->second)) {
      return name_failure(request, name, found);
    }
  }
  return finish(request, std::move(again));
}

}  // namespace lanescope::cuda::toolchain
