#include "lab/run/prepare.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "lab/run/machine_code_run.hpp"
#include "lab/run/plan_builder.hpp"
#include "sim/code/program.hpp"
#include "sim/ptx/parser.hpp"

namespace lanescope::run {
namespace {

PrepareFailure failure(Error error) { return {std::move(error), {}}; }

// A compiled file read into a module. Its errors stand in the PTX text: the user's own, or the
// compiler's.
std::variant<std::shared_ptr<const ptx::Module>, PrepareFailure> read_module(
    const experiment::Experiment& experiment, const std::string& text) {
  auto module = std::make_shared<ptx::Module>(ptx::parse(text));
  if (!module->has_errors()) return std::shared_ptr<const ptx::Module>(std::move(module));
  PrepareFailure failed;
  for (const ptx::Diagnostic& diagnostic : module->diagnostics) {
    ports::toolchain::Diagnostic out;
    out.file = experiment.source.is_ptx ? experiment.source.file_name
                                        : experiment.source.file_name + " (compiled to PTX)";
    out.line = static_cast<int>(diagnostic.position.line);
    out.column = static_cast<int>(diagnostic.position.column);
    out.severity = diagnostic.severity == ptx::Diagnostic::Severity::Error
                       ? ports::toolchain::Diagnostic::Severity::Error
                       : ports::toolchain::Diagnostic::Severity::Warning;
    out.message = diagnostic.message;
    failed.diagnostics.push_back(std::move(out));
  }
  const auto first =
      std::ranges::find(failed.diagnostics, ports::toolchain::Diagnostic::Severity::Error,
                        &ports::toolchain::Diagnostic::severity);
  failed.error = bad_input(first->message, first->place());
  return failed;
}

// The kernel a launch means; without a name, the only one of the file.
Result<const ports::toolchain::KernelImage*> choose_kernel(
    const ports::toolchain::Compiled& compiled, const std::string& name, const std::string& file) {
  if (!name.empty()) return ports::toolchain::find_kernel(compiled, name);
  if (compiled.kernels.size() == 1) return &compiled.kernels.front();
  if (compiled.kernels.empty())
    return bad_input("the file has no kernel (no __global__ function)", file);
  std::string list;
  for (const ports::toolchain::KernelImage& image : compiled.kernels) {
    list += (list.empty() ? "" : ", ") + image.display_name;
  }
  return bad_input("the file has several kernels; name one with --kernel: " + list, file);
}

Result<void> check_arch(const std::string& arch) {
  const Result<analysis::SmLimits> limits = analysis::sm_limits(arch);
  if (!limits) return limits.error();
  return {};
}

const ports::toolchain::KernelImage* image_of(const ports::toolchain::Compiled& compiled,
                                              const std::string& mangled) {
  const auto at =
      std::ranges::find(compiled.kernels, mangled, &ports::toolchain::KernelImage::mangled);
  return at == compiled.kernels.end() ? nullptr : &*at;
}

// Nothing where no machine code was wanted, and of a launch of a program, which has none. A PTX
// file that nothing assembles is told of without its registers.
std::vector<analysis::Occupancy> occupancies(const engine::Plan& plan,
                                             const experiment::Experiment& experiment,
                                             const ports::toolchain::Compiled& compiled) {
  std::vector<analysis::Occupancy> all;
  const Result<analysis::SmLimits> limits = analysis::sm_limits(experiment.arch);
  if (!compiled.is_assembled || !limits) return all;
  for (const engine::Launch& launch : plan.launches) {
    const auto* image = image_of(compiled, launch.program->kernel());
    const auto* resources = image != nullptr && image->resources ? &*image->resources : nullptr;
    if (resources == nullptr && !experiment.source.is_ptx) return {};
    const auto registers =
        resources != nullptr ? static_cast<std::uint32_t>(resources->registers_per_thread) : 0U;
    const auto shared = resources != nullptr
                            ? static_cast<std::uint32_t>(resources->static_shared_bytes)
                            : launch.program->static_shared_bytes();
    const auto barriers =
        resources != nullptr ? static_cast<std::uint32_t>(resources->barriers) : 0U;
    all.push_back(analysis::occupancy(*limits, static_cast<std::uint32_t>(launch.block.count()),
                                      registers, shared + launch.dynamic_shared_bytes, barriers));
  }
  return all;
}

}  // namespace

ports::toolchain::CompileRequest compile_request(const experiment::Experiment& experiment,
                                                 Need need) {
  ports::toolchain::CompileRequest request;
  request.machine_code = need == Need::MachineCode;
  request.source = experiment.source.text;
  request.file_name = experiment.source.file_name;
  request.arch = experiment.arch;
  request.defines = experiment.defines;
  request.include_dirs = experiment.source.include_dirs;
  request.is_ptx = experiment.source.is_ptx;
  const auto want = [&request](const std::string& kernel) {
    if (!kernel.empty() && std::ranges::find(request.kernels, kernel) == request.kernels.end())
      request.kernels.push_back(kernel);
  };
  for (const std::string& kernel : experiment.kernels) want(kernel);
  for (const experiment::LaunchSpec& launch : experiment.launches) want(launch.kernel);
  return request;
}

std::optional<PrepareFailure> check_before_compile(const experiment::Experiment& experiment) {
  if (const Result<void> known = check_arch(experiment.arch); !known) return failure(known.error());
  if (!experiment.source.is_ptx) return std::nullopt;
  auto module = read_module(experiment, experiment.source.text);
  if (auto* failed = std::get_if<PrepareFailure>(&module)) return std::move(*failed);
  return std::nullopt;
}

PrepareResult prepare(const experiment::Experiment& experiment,
                      ports::toolchain::Compiler& compiler, Need need) {
  if (auto failed = check_before_compile(experiment)) return std::move(*failed);
  ports::toolchain::CompileResult result = compiler.compile(compile_request(experiment, need));
  if (!result) return PrepareFailure{result.failure().error, result.failure().diagnostics};
  return prepare(experiment,
                 std::make_shared<const ports::toolchain::Compiled>(std::move(result).value()));
}

bool same_image(const ports::toolchain::CompileRequest& a,
                const ports::toolchain::CompileRequest& b) {
  return a.source == b.source && a.file_name == b.file_name && a.arch == b.arch &&
         a.defines == b.defines && a.include_dirs == b.include_dirs && a.kernels == b.kernels &&
         a.is_ptx == b.is_ptx;
}

PrepareResult prepare(const experiment::Experiment& experiment,
                      std::shared_ptr<const ports::toolchain::Compiled> compiled) {
  return prepare_again(experiment, std::move(compiled), nullptr);
}

PrepareResult prepare_again(const experiment::Experiment& experiment,
                            std::shared_ptr<const ports::toolchain::Compiled> compiled,
                            const Prepared* previous) {
  if (const Result<void> known = check_arch(experiment.arch); !known) return failure(known.error());
  if (experiment.launches.empty()) return failure(bad_input("the experiment launches no kernel"));
  const bool same_image = previous != nullptr && previous->compiled == compiled;
  std::shared_ptr<const ptx::Module> module;
  if (same_image) {
    module = ptx_of(*previous->plan->launches.front().program)->shared_module();
  } else {
    auto read = read_module(experiment, compiled->ptx);
    if (auto* failed = std::get_if<PrepareFailure>(&read)) return std::move(*failed);
    module = std::get<std::shared_ptr<const ptx::Module>>(std::move(read));
  }
  std::vector<std::shared_ptr<const engine::Program>> programs;
  if (same_image) {
    for (const engine::Launch& launch : previous->plan->launches)
      programs.push_back(launch.program);
  }
  std::vector<ResolvedKernel> kernels;
  for (const experiment::LaunchSpec& launch : experiment.launches) {
    const Result<const ports::toolchain::KernelImage*> image =
        choose_kernel(*compiled, launch.kernel, experiment.source.file_name);
    if (!image) return failure(image.error());
    const auto known = std::ranges::find(programs, (*image)->mangled,
                                         [](const auto& program) { return program->kernel(); });
    if (known != programs.end()) {
      kernels.push_back({*known, *image});
      continue;
    }
    auto program = code::Program::decode(module, (*image)->mangled);
    if (!program) return failure(program.error());
    programs.push_back(*program);
    kernels.push_back({*program, *image});
  }
  Result<BuiltPlan> built = build_plan(experiment, kernels, previous);
  if (!built) return failure(built.error());
  auto occupancy = occupancies(*built->plan, experiment, *compiled);
  return std::make_shared<const Prepared>(Prepared{experiment, std::move(compiled), built->plan,
                                                   std::move(built->buffers),
                                                   std::move(occupancy)});
}

std::shared_ptr<const Prepared> with_machine_code(const Prepared& prepared,
                                                  ports::toolchain::Compiled assembled) {
  Prepared whole = prepared;
  // The listing stays the one that runs, even if a header was changed in the meantime.
  assembled.ptx = prepared.compiled->ptx;
  whole.occupancy = occupancies(*whole.plan, whole.experiment, assembled);
  whole.compiled = std::make_shared<const ports::toolchain::Compiled>(std::move(assembled));
  return std::make_shared<const Prepared>(std::move(whole));
}

const ports::toolchain::KernelImage* kernel_image(const Prepared& prepared, std::size_t launch) {
  return image_of(*prepared.compiled, prepared.plan->launches[launch].program->kernel());
}

std::shared_ptr<const Prepared> with_launches(const Prepared& prepared,
                                              std::vector<engine::Launch> launches) {
  Prepared whole = prepared;
  auto plan = std::make_shared<engine::Plan>(*prepared.plan);
  plan->launches = std::move(launches);
  whole.occupancy = occupancies(*plan, whole.experiment, *whole.compiled);
  whole.plan = std::move(plan);
  return std::make_shared<const Prepared>(std::move(whole));
}

std::optional<std::size_t> given_launch(const Prepared& prepared, std::size_t launch) {
  const std::vector<engine::Launch>& all = prepared.plan->launches;
  if (launch >= all.size() || all[launch].depth > 0) return std::nullopt;
  const auto end = all.begin() + static_cast<std::ptrdiff_t>(launch);
  return static_cast<std::size_t>(std::count_if(
      all.begin(), end, [](const engine::Launch& before) { return before.depth == 0; }));
}

std::string kernel_label(const Prepared& prepared, std::size_t launch) {
  const std::optional<std::size_t> given = given_launch(prepared, launch);
  const std::string& kernel = prepared.plan->launches[launch].program->kernel();
  const std::string& written = given ? prepared.experiment.launches[*given].kernel : kernel;
  const ports::toolchain::KernelImage* image = kernel_image(prepared, launch);
  if (image == nullptr) return written;
  return written.empty() || written == image->mangled ? image->plain_name : written;
}

}  // namespace lanescope::run
