#include "lab/run/coverage.hpp"

#include <algorithm>
#include <memory>

#include "ports/toolchain/kernel_names.hpp"
#include "sim/code/program.hpp"
#include "sim/ptx/parser.hpp"

namespace lanescope::run {
namespace {

std::vector<std::string> names_of(const ptx::Module& module, bool as_written) {
  std::vector<ports::toolchain::KernelImage> images;
  for (const ptx::Function& function : module.functions) {
    if (function.is_entry && function.has_body)
      images.push_back(ports::toolchain::name_kernel(function.name));
  }
  std::vector<std::string> names;
  for (const ports::toolchain::KernelImage& image : images) {
    const auto alike =
        std::ranges::count(images, image.plain_name, &ports::toolchain::KernelImage::plain_name);
    names.push_back(as_written   ? image.mangled
                    : alike == 1 ? image.plain_name
                                 : image.display_name);
  }
  return names;
}

}  // namespace

CoverageResult coverage(const experiment::Experiment& experiment,
                        ports::toolchain::Compiler& compiler) {
  if (auto failed = check_before_compile(experiment)) return std::move(*failed);
  std::string text = experiment.source.text;
  if (!experiment.source.is_ptx) {
    ports::toolchain::CompileResult result =
        compiler.compile(compile_request(experiment, Need::Ptx));
    if (!result) return PrepareFailure{result.failure().error, result.failure().diagnostics};
    text = std::move(result).value().ptx;
  }
  const auto module = std::make_shared<const ptx::Module>(ptx::parse(text));
  const std::vector<std::string> names = names_of(*module, experiment.source.is_ptx);
  std::vector<KernelCoverage> all;
  for (const ptx::Function& function : module->functions) {
    if (!function.is_entry || !function.has_body) continue;
    auto program = code::Program::decode(module, function.name);
    if (!program) return PrepareFailure{program.error(), {}};
    all.push_back({names[all.size()], (*program)->uncovered()});
  }
  if (all.empty())
    return PrepareFailure{bad_input("the file has no kernel", experiment.source.file_name), {}};
  return all;
}

}  // namespace lanescope::run
