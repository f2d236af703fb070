#include "lab/experiment/file_experiment.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "lab/experiment/file.hpp"
#include "lab/experiment/kernel_signature.hpp"
#include "sim/ptx/parser.hpp"

namespace lanescope::experiment {
namespace {

constexpr std::uint64_t kElements = 1024;
constexpr std::uint32_t kSide = 32, kBlockSide = 16, kThreads = 256;

struct Guess {
  bool plane = false;      // a second dimension is asked for
  bool only_read = false;  // some pointer is const: the others are results
};

Result<Argument> argument_for(const KernelParameter& parameter, std::size_t index,
                              const Guess& guess, const std::string& place) {
  const std::string name =
      parameter.name.empty() ? fmt::format("argument{}", index) : parameter.name;
  if (!parameter.element) {
    return bad_input(fmt::format("the parameter `{}` of type `{}` has to be given by hand: "
                                 "lanescope run FILE --arg …, or shot",
                                 name, parameter.type),
                     place);
  }
  if (parameter.is_pointer) {
    Fill fill;
    if (parameter.is_const || !guess.only_read) fill.kind = Fill::Kind::Iota;
    BufferValue value{*parameter.element, kElements, std::move(fill)};
    if (guess.plane) value.shape = {kSide, kSide};
    return Argument{name, std::move(value)};
  }
  const bool real = *parameter.element >= ElementType::F16;
  std::string value = guess.plane ? std::to_string(kSide) : std::to_string(kElements);
  if (real) value = "2";
  if (size_of(*parameter.element) == 1) value = "1";
  return Argument{name, ScalarValue{*parameter.element, std::move(value)}};
}

Result<KernelSignature> first_kernel(const std::string& path, const std::string& text) {
  const std::vector<KernelSignature> all = kernel_signatures(text);
  if (all.empty()) return bad_input("there is no kernel (no __global__ function) in it", path);
  const auto plain = std::ranges::find(all, false, &KernelSignature::is_template);
  if (plain != all.end()) return *plain;
  return bad_input(fmt::format("its kernel is a template: name its arguments on the command line, "
                               "--kernel \"{}<…>\"",
                               all.front().name),
                   path);
}

// PTX names no types behind its pointers: 64-bit integers are taken for pointers to f32.
Result<KernelSignature> first_entry(const std::string& path, const std::string& text) {
  const ptx::Module module = ptx::parse(text);
  for (const ptx::Function& function : module.functions) {
    if (!function.is_entry) continue;
    KernelSignature out{function.name, false, {}};
    for (const std::uint32_t index : function.parameters) {
      const ptx::Variable& parameter = function.variables[index];
      KernelParameter one;
      one.name = parameter.name.substr(
          parameter.name.find("param_") == std::string::npos ? 0 : parameter.name.find("param_"));
      one.is_pointer = parameter.type == ptx::Type::U64 || parameter.type == ptx::Type::B64;
      one.element = one.is_pointer ? ElementType::F32
                                   : element_type(ptx::spelling(parameter.type) == "b32"
                                                      ? "i32"
                                                      : ptx::spelling(parameter.type));
      one.type = ptx::spelling(parameter.type);
      out.parameters.push_back(std::move(one));
    }
    return out;
  }
  return bad_input("there is no kernel (no .entry) in it", path);
}

}  // namespace

Result<Experiment> experiment_for_file(const std::string& path) {
  Result<std::string> text = read_text(path);
  if (!text) return text.error();
  const bool is_ptx = path.ends_with(".ptx");
  const auto kernel = is_ptx ? first_entry(path, *text) : first_kernel(path, *text);
  if (!kernel) return kernel.error();
  const std::string code = code_of(*text);
  Guess guess;
  guess.plane = code.find("Idx.y") != std::string::npos || code.find("%tid.y") != std::string::npos;
  guess.only_read = std::ranges::any_of(
      kernel->parameters, [](const KernelParameter& p) { return p.is_pointer && p.is_const; });
  LaunchSpec launch;
  launch.kernel = kernel->name;
  const bool plane = guess.plane;
  launch.block = plane ? Dim3{kBlockSide, kBlockSide, 1} : Dim3{kThreads, 1, 1};
  launch.grid = plane ? Dim3{kSide / kBlockSide, kSide / kBlockSide, 1}
                      : Dim3{static_cast<std::uint32_t>(kElements) / kThreads, 1, 1};
  if (code.find("extern __shared__") != std::string::npos)
    launch.dynamic_shared_bytes = kThreads * 8;
  for (std::size_t i = 0; i < kernel->parameters.size(); ++i) {
    auto argument = argument_for(kernel->parameters[i], i, guess, path);
    if (!argument) return argument.error();
    launch.arguments.emplace_back(std::move(*argument));
  }
  Experiment experiment;
  experiment.source = {path, std::move(*text), is_ptx, {}};
  experiment.options.order = engine::Order::RoundRobin;
  experiment.launches.push_back(std::move(launch));
  return experiment;
}

}  // namespace lanescope::experiment
