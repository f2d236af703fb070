#include "lab/report/host_program.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <variant>

#include <cxxabi.h>
#include <fmt/format.h>

#include "lab/report/host_program_parts.hpp"
#include "lab/report/host_textures.hpp"
#include "lab/report/host_values.hpp"
#include "lab/run/grid_barrier.hpp"
#include "lab/run/prepare.hpp"
#include "lab/run/report_counters.hpp"
#include "sim/base/hash.hpp"

namespace lanescope::report {
namespace {

using namespace host;

std::string bytes_of(const std::string& array) {
  return fmt::format("{0}.size() * sizeof({0}[0])", array);
}

Result<std::string> allocation(const std::string& name, const experiment::BufferValue& value) {
  Result<std::string> text = host_array(name, value);
  if (!text) return text;
  const std::string host = identifier(name);
  *text += fmt::format("  host::Memory {}({});\n", on_gpu(name), bytes_of(host));
  if (value.fill.kind != experiment::Fill::Kind::None) {
    *text += fmt::format(
        "  CHECK(cudaMemcpy({0}.data, {1}.data(), {0}.bytes, "
        "cudaMemcpyHostToDevice));\n",
        on_gpu(name), host);
  }
  return text;
}

// `ns::table` for "_ZN2ns5tableE", and `many<3>` for a kernel's "void many<3>(int*)".
std::string source_name(const std::string& name) {
  int status = 0;
  char* plain = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  if (status != 0 || plain == nullptr) return name;
  std::string text = plain;
  std::free(plain);  // NOLINT(cppcoreguidelines-no-malloc): what __cxa_demangle asks for
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '<') ++depth;
    if (text[i] == '>') --depth;
    if (text[i] == '(' && depth == 0) text.resize(i);
  }
  if (text.starts_with("void ")) text.erase(0, 5);
  return text;
}

std::string extent(const Dim3& d) { return fmt::format("dim3({}, {}, {})", d.x, d.y, d.z); }

std::string fields(const std::string& name, const experiment::StructValue& value) {
  std::string text = "host::Fields()";
  for (std::size_t i = 0; i < value.fields.size(); ++i) {
    const auto* number = std::get_if<experiment::ScalarValue>(&value.fields[i].value);
    text += fmt::format(".add({})", number != nullptr
                                        ? scalar(*number)
                                        : on_gpu(fmt::format("{}.{}", name, i)) + ".data");
  }
  return text;
}

std::string argument(
    std::size_t launch,
    const std::variant<experiment::LaunchSpec::BufferRef, experiment::Argument>& given) {
  if (const auto* buffer = std::get_if<experiment::LaunchSpec::BufferRef>(&given))
    return on_gpu(buffer->name);
  const auto& value = std::get<experiment::Argument>(given);
  if (const auto* number = std::get_if<experiment::ScalarValue>(&value.value))
    return scalar(*number);
  if (const auto* parts = std::get_if<experiment::StructValue>(&value.value))
    return fields(value.name, *parts);
  if (std::holds_alternative<experiment::TextureValue>(value.value))
    return texture_name(launch, value.name);
  return on_gpu(value.name);
}

// All blocks at one time, as a kernel wants them that waits for the whole grid.
std::string cooperative_launch(const experiment::LaunchSpec& launch, std::size_t index,
                               const std::string& kernel) {
  std::string text = fmt::format(
      "  {{\n"
      "    cudaLaunchAttribute cooperative{{}};\n"
      "    cooperative.id = cudaLaunchAttributeCooperative;\n"
      "    cooperative.val.cooperative = 1;\n"
      "    cudaLaunchConfig_t config{{}};\n"
      "    config.gridDim = {};\n"
      "    config.blockDim = {};\n"
      "    config.dynamicSmemBytes = {};\n"
      "    config.attrs = &cooperative;\n"
      "    config.numAttrs = 1;\n"
      "    CHECK(cudaLaunchKernelEx(&config, {}",
      extent(launch.grid), extent(launch.block), launch.dynamic_shared_bytes, kernel);
  for (const auto& given : launch.arguments) text += ", " + argument(index, given);
  return text + "));\n  }\n";
}

// Nothing of what a kernel launches.
std::string launch_lines(const run::Prepared& prepared, std::size_t index) {
  const std::optional<std::size_t> given = run::given_launch(prepared, index);
  if (!given) return "";
  const experiment::LaunchSpec& launch = prepared.experiment.launches[*given];
  const std::string kernel = source_name(run::kernel_label(prepared, index));
  std::string text;
  if (launch.dynamic_shared_bytes > 48 * 1024) {
    text += fmt::format(
        "  CHECK(cudaFuncSetAttribute({}, cudaFuncAttributeMaxDynamicSharedMemorySize, {}));\n",
        kernel, launch.dynamic_shared_bytes);
  }
  if (run::has_grid_barrier(prepared)) return text + cooperative_launch(launch, index, kernel);
  text += fmt::format("  {}<<<{}, {}, {}>>>(", kernel, extent(launch.grid), extent(launch.block),
                      launch.dynamic_shared_bytes);
  for (std::size_t i = 0; i < launch.arguments.size(); ++i)
    text += (i == 0 ? "" : ", ") + argument(index, launch.arguments[i]);
  return text + ");\n  CHECK(cudaGetLastError());\n";
}

std::uint64_t checksum(const run::ModelRun& run, const std::string& name) {
  const auto at = std::ranges::find(run.buffers, name, &run::BufferResult::name);
  return at == run.buffers.end() ? 0 : fnv1a64(at->bytes);
}

// Copies back and says what came.
std::string results(const run::ModelRun& run) {
  std::string text;
  for (const run::PlannedBuffer& buffer : run.prepared->buffers) {
    const std::string host = identifier(buffer.name);
    text += buffer.is_symbol ? fmt::format("  CHECK(cudaMemcpyFromSymbol({}.data(), {}, {}));\n",
                                           host, source_name(buffer.name), bytes_of(host))
                             : fmt::format(
                                   "  CHECK(cudaMemcpy({0}.data(), {1}.data, {1}.bytes, "
                                   "cudaMemcpyDeviceToHost));\n",
                                   host, on_gpu(buffer.name));
    text += fmt::format("  host::show(\"{}\", {}, 0x{:016x});\n", buffer.name, host,
                        checksum(run, buffer.name));
  }
  for (const run::PlannedBuffer& buffer : run.prepared->buffers) {
    if (!buffer.is_symbol)
      text += fmt::format("  CHECK(cudaFree({}.data));\n", on_gpu(buffer.name));
  }
  return text;
}

// Buffers of the arguments that are no buffers of the experiment's own list.
Result<std::string> buffers_of_arguments(const experiment::LaunchSpec& launch) {
  std::string text;
  for (const auto& given : launch.arguments) {
    const auto* value = std::get_if<experiment::Argument>(&given);
    if (value == nullptr) continue;
    if (const auto* buffer = std::get_if<experiment::BufferValue>(&value->value)) {
      const Result<std::string> lines = allocation(value->name, *buffer);
      if (!lines) return lines;
      text += *lines;
    }
    const auto* parts = std::get_if<experiment::StructValue>(&value->value);
    for (std::size_t i = 0; parts != nullptr && i < parts->fields.size(); ++i) {
      const auto* field = std::get_if<experiment::BufferValue>(&parts->fields[i].value);
      if (field == nullptr) continue;
      const Result<std::string> lines = allocation(fmt::format("{}.{}", value->name, i), *field);
      if (!lines) return lines;
      text += *lines;
    }
  }
  return text;
}

Result<std::string> memory_lines(const experiment::Experiment& experiment) {
  std::string text;
  const auto add = [&text](const Result<std::string>& lines) {
    if (lines) text += *lines;
    return lines.ok();
  };
  for (const auto& [name, value] : experiment.buffers) {
    if (Result<std::string> lines = allocation(name, value); !add(lines)) return lines;
  }
  for (const experiment::LaunchSpec& launch : experiment.launches) {
    if (Result<std::string> lines = buffers_of_arguments(launch); !add(lines)) return lines;
  }
  for (const experiment::Symbol& symbol : experiment.symbols) {
    if (Result<std::string> lines = host_array(symbol.name, symbol.value); !add(lines))
      return lines;
    const std::string host = identifier(symbol.name);
    text += fmt::format("  CHECK(cudaMemcpyToSymbol({}, {}.data(), {}));\n",
                        source_name(symbol.name), host, bytes_of(host));
  }
  return text;
}

std::string head(const run::ModelRun& run) {
  const experiment::Experiment& experiment = run.prepared->experiment;
  std::string flags = run::has_nested_launches(run) ? " -rdc=true" : "";
  for (const std::string& folder : experiment.source.include_dirs) flags += " -I " + folder;
  std::string text = fmt::format(
      "// {0} as a whole program, with what Lanescope's model computed to compare with.\n"
      "// nvcc -std=c++17 -arch={1}{2} program.cu -o program && ./program\n\n",
      experiment.source.file_name, experiment.arch, flags);
  for (const std::string& define : experiment.defines) {
    const std::size_t equals = define.find('=');
    const bool has_value = equals != std::string::npos;
    text += fmt::format("#define {} {}\n", define.substr(0, equals),
                        has_value ? define.substr(equals + 1) : "1");
  }
  return text;
}

bool has_halves(const run::ModelRun& run) {
  return std::ranges::any_of(run.prepared->buffers,
                             [](const run::PlannedBuffer& buffer) { return is_half(buffer.type); });
}

bool takes_struct(const experiment::Experiment& experiment) {
  return std::ranges::any_of(experiment.launches, [](const experiment::LaunchSpec& launch) {
    return std::ranges::any_of(launch.arguments, [](const auto& given) {
      const auto* value = std::get_if<experiment::Argument>(&given);
      return value != nullptr && std::holds_alternative<experiment::StructValue>(value->value);
    });
  });
}

}  // namespace

Result<std::string> host_program(const run::ModelRun& run) {
  const experiment::Experiment& experiment = run.prepared->experiment;
  if (experiment.source.is_ptx)
    return bad_input("a program in CUDA C++ needs a kernel in CUDA C++, and this one is PTX");
  Result<std::string> memory = memory_lines(experiment);
  if (!memory) return memory;
  std::string text = head(run) + kHostIncludes;
  const bool kernel_includes_halves =
      experiment.source.text.find("cuda_fp16.h") != std::string::npos;
  if (has_halves(run) && !kernel_includes_halves) text += kHalfIncludes;
  text += "\n" + experiment.source.text;
  if (has_halves(run) && kernel_includes_halves) text += "\n#include <cuda_bf16.h>\n";
  text += kHostParts;
  if (takes_struct(experiment)) text += kHostFields;
  const std::string textures = texture_lines(*run.prepared);
  if (!textures.empty()) text += kHostTextures;
  text += "\n}  // namespace host\n\nint main() {\n" + *memory + textures + "\n";
  for (std::size_t i = 0; i < run.plan().launches.size(); ++i)
    text += launch_lines(*run.prepared, i);
  text += "  CHECK(cudaDeviceSynchronize());\n\n" + results(run);
  return text + "  return 0;\n}\n";
}

}  // namespace lanescope::report
