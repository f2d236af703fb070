#include "lab/report/host_program.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>
#include <variant>

#include <cxxabi.h>
#include <fmt/format.h>

#include "lab/experiment/fill.hpp"
#include "lab/report/host_program_parts.hpp"
#include "sim/base/hash.hpp"

namespace lanescope::lab {
namespace {

std::string_view type_name(ElementType type) {
  switch (type) {
    case ElementType::I8:
      return "std::int8_t";
    case ElementType::U8:
      return "std::uint8_t";
    case ElementType::I16:
      return "std::int16_t";
    case ElementType::U16:
      return "std::uint16_t";
    case ElementType::I32:
      return "std::int32_t";
    case ElementType::U32:
      return "std::uint32_t";
    case ElementType::I64:
      return "std::int64_t";
    case ElementType::U64:
      return "std::uint64_t";
    case ElementType::F16:
      return "__half";
    case ElementType::BF16:
      return "__nv_bfloat16";
    case ElementType::F32:
      return "float";
    case ElementType::F64:
      break;
  }
  return "double";
}

bool is_half(ElementType type) { return type == ElementType::F16 || type == ElementType::BF16; }

// A value of the type, of an expression of any other; halves have no conversion from integers.
std::string converted(ElementType type, const std::string& expression) {
  return is_half(type) ? fmt::format("{}(static_cast<float>({}))", type_name(type), expression)
                       : fmt::format("static_cast<{}>({})", type_name(type), expression);
}

// One element as C++ writes it, so that no bit is lost.
std::string literal(ElementType type, const std::byte* bytes) {
  const double value = element_value(type, bytes);
  if (std::isnan(value)) return converted(type, "__builtin_nan(\"\")");
  if (std::isinf(value)) return converted(type, value > 0 ? "__builtin_inf()" : "-__builtin_inf()");
  if (type == ElementType::F64) return fmt::format("{:a}", value);
  if (type == ElementType::F32) return fmt::format("{:a}f", value);
  if (is_half(type)) return fmt::format("{}({:a}f)", type_name(type), value);
  const std::string text = element_text(type, bytes);
  if (type == ElementType::I64) return text == "-9223372036854775808" ? "INT64_MIN" : text + "ll";
  return type == ElementType::U64 ? text + "ull" : text;
}

std::string scalar(const ScalarValue& value) {
  const Result<std::vector<std::byte>> bytes = element_bytes(value.type, value.value);
  if (!bytes) return value.value;
  return fmt::format("{}{{{}}}", type_name(value.type), literal(value.type, bytes->data()));
}

// The element i of a fill that a line of C++ can compute; empty: it has to be written out.
std::string element_of(const BufferValue& value) {
  const Fill& fill = value.fill;
  switch (fill.kind) {
    case Fill::Kind::Zero:
    case Fill::Kind::None:
      return converted(value.type, "0");
    case Fill::Kind::Iota:
      return converted(value.type, "i");
    case Fill::Kind::Constant:
      return scalar({value.type, fill.constant});
    case Fill::Kind::Random:
      break;
    default:
      return {};
  }
  const std::string bits = fmt::format("host::mix({}ull + i)", fill.seed);
  if (fill.modulus) {
    return converted(value.type, fmt::format("({} >> 32) % {}u", bits, *fill.modulus));
  }
  if (!is_float(value.type)) return converted(value.type, bits + " >> 32");
  return value.type == ElementType::F64
             ? fmt::format("static_cast<double>({} >> 11) * 0x1p-53", bits)
             : converted(value.type, fmt::format("static_cast<float>({} >> 40) * 0x1p-24f", bits));
}

Result<std::string> numbers_of(const std::string& name, const BufferValue& value) {
  if (value.count > kMostNumbers) {
    return bad_input(fmt::format(
        "{} has {} elements that no line of C++ tells, and at most {} are written out; use fewer, "
        "or a fill like random:1",
        name, value.count, kMostNumbers));
  }
  const Result<std::vector<std::byte>> bytes = fill_bytes(value);
  if (!bytes) return bytes.error();
  const std::size_t size = size_of(value.type);
  std::string text = fmt::format("  std::vector<{}> {}{{", type_name(value.type), name);
  for (std::size_t i = 0; i < value.count; ++i) {
    text += i % 12 == 0 ? "\n      " : " ";
    text += literal(value.type, bytes->data() + i * size) + ",";
  }
  return text + "};\n";
}

// A name of C++ for a buffer: "p.2" becomes p_2; on the GPU it is p_2_on_gpu.
std::string identifier(std::string_view name) {
  std::string out = "h_";
  for (const char c : name) {
    const bool fits = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    out += fits ? c : '_';
  }
  return out;
}
std::string on_gpu(std::string_view name) { return "d" + identifier(name).substr(1); }

Result<std::string> host_array(const std::string& name, const BufferValue& value) {
  const std::string element = element_of(value);
  if (element.empty()) return numbers_of(identifier(name), value);
  std::string text = fmt::format("  std::vector<{}> {}({});\n", type_name(value.type),
                                 identifier(name), value.count);
  if (value.fill.holds_data()) {
    text += fmt::format("  for (std::size_t i = 0; i < {0}.size(); ++i) {0}[i] = {1};\n",
                        identifier(name), element);
  }
  return text;
}

std::string bytes_of(const std::string& array) {
  return fmt::format("{0}.size() * sizeof({0}[0])", array);
}

Result<std::string> allocation(const std::string& name, const BufferValue& value) {
  Result<std::string> text = host_array(name, value);
  if (!text) return text;
  const std::string host = identifier(name);
  *text += fmt::format("  host::Memory {}({});\n", on_gpu(name), bytes_of(host));
  if (value.fill.kind != Fill::Kind::None) {
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

std::string fields(const std::string& name, const StructValue& value) {
  std::string text = "host::Fields()";
  for (std::size_t i = 0; i < value.fields.size(); ++i) {
    const auto* number = std::get_if<ScalarValue>(&value.fields[i].value);
    text += fmt::format(".add({})", number != nullptr
                                        ? scalar(*number)
                                        : on_gpu(fmt::format("{}.{}", name, i)) + ".data");
  }
  return text;
}

std::string argument(const std::variant<LaunchSpec::BufferRef, Argument>& given) {
  if (const auto* buffer = std::get_if<LaunchSpec::BufferRef>(&given)) return on_gpu(buffer->name);
  const auto& value = std::get<Argument>(given);
  if (const auto* number = std::get_if<ScalarValue>(&value.value)) return scalar(*number);
  if (const auto* parts = std::get_if<StructValue>(&value.value)) return fields(value.name, *parts);
  return on_gpu(value.name);
}

std::string launch_lines(const Prepared& prepared, std::size_t index) {
  const LaunchSpec& launch = prepared.experiment.launches[index];
  const std::string kernel = source_name(kernel_label(prepared, index));
  std::string text;
  if (launch.dynamic_shared_bytes > 48 * 1024) {
    text += fmt::format(
        "  CHECK(cudaFuncSetAttribute({}, cudaFuncAttributeMaxDynamicSharedMemorySize, {}));\n",
        kernel, launch.dynamic_shared_bytes);
  }
  text += fmt::format("  {}<<<{}, {}, {}>>>(", kernel, extent(launch.grid), extent(launch.block),
                      launch.dynamic_shared_bytes);
  for (std::size_t i = 0; i < launch.arguments.size(); ++i)
    text += (i == 0 ? "" : ", ") + argument(launch.arguments[i]);
  return text + ");\n  CHECK(cudaGetLastError());\n";
}

std::uint64_t checksum(const ModelRun& run, const std::string& name) {
  const auto at = std::ranges::find(run.buffers, name, &BufferResult::name);
  return at == run.buffers.end() ? 0 : fnv1a64(at->bytes);
}

// Copies back and says what came.
std::string results(const ModelRun& run) {
  std::string text;
  for (const PlannedBuffer& buffer : run.prepared->buffers) {
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
  for (const PlannedBuffer& buffer : run.prepared->buffers) {
    if (!buffer.is_symbol)
      text += fmt::format("  CHECK(cudaFree({}.data));\n", on_gpu(buffer.name));
  }
  return text;
}

// Buffers of the arguments that are no buffers of the experiment's own list.
Result<std::string> buffers_of_arguments(const LaunchSpec& launch) {
  std::string text;
  for (const auto& given : launch.arguments) {
    const auto* value = std::get_if<Argument>(&given);
    if (value == nullptr) continue;
    if (const auto* buffer = std::get_if<BufferValue>(&value->value)) {
      const Result<std::string> lines = allocation(value->name, *buffer);
      if (!lines) return lines;
      text += *lines;
    }
    const auto* parts = std::get_if<StructValue>(&value->value);
    for (std::size_t i = 0; parts != nullptr && i < parts->fields.size(); ++i) {
      const auto* field = std::get_if<BufferValue>(&parts->fields[i].value);
      if (field == nullptr) continue;
      const Result<std::string> lines = allocation(fmt::format("{}.{}", value->name, i), *field);
      if (!lines) return lines;
      text += *lines;
    }
  }
  return text;
}

Result<std::string> memory_lines(const Experiment& experiment) {
  std::string text;
  const auto add = [&text](const Result<std::string>& lines) {
    if (lines) text += *lines;
    return lines.ok();
  };
  for (const auto& [name, value] : experiment.buffers) {
    if (Result<std::string> lines = allocation(name, value); !add(lines)) return lines;
  }
  for (const LaunchSpec& launch : experiment.launches) {
    if (Result<std::string> lines = buffers_of_arguments(launch); !add(lines)) return lines;
  }
  for (const Symbol& symbol : experiment.symbols) {
    if (Result<std::string> lines = host_array(symbol.name, symbol.value); !add(lines))
      return lines;
    const std::string host = identifier(symbol.name);
    text += fmt::format("  CHECK(cudaMemcpyToSymbol({}, {}.data(), {}));\n",
                        source_name(symbol.name), host, bytes_of(host));
  }
  return text;
}

std::string head(const Experiment& experiment) {
  std::string flags;
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

bool has_halves(const ModelRun& run) {
  return std::ranges::any_of(run.prepared->buffers,
                             [](const PlannedBuffer& buffer) { return is_half(buffer.type); });
}

bool takes_struct(const Experiment& experiment) {
  return std::ranges::any_of(experiment.launches, [](const LaunchSpec& launch) {
    return std::ranges::any_of(launch.arguments, [](const auto& given) {
      const auto* value = std::get_if<Argument>(&given);
      return value != nullptr && std::holds_alternative<StructValue>(value->value);
    });
  });
}

}  // namespace

Result<std::string> host_program(const ModelRun& run) {
  const Experiment& experiment = run.prepared->experiment;
  if (experiment.source.is_ptx)
    return bad_input("a program in CUDA C++ needs a kernel in CUDA C++, and this one is PTX");
  const Result<std::string> memory = memory_lines(experiment);
  if (!memory) return memory;
  std::string text = head(experiment) + kHostIncludes;
  const bool kernel_includes_halves =
      experiment.source.text.find("cuda_fp16.h") != std::string::npos;
  if (has_halves(run) && !kernel_includes_halves) text += kHalfIncludes;
  text += "\n" + experiment.source.text;
  if (has_halves(run) && kernel_includes_halves) text += "\n#include <cuda_bf16.h>\n";
  text += kHostParts;
  if (takes_struct(experiment)) text += kHostFields;
  text += "\n}  // namespace host\n\nint main() {\n" + *memory + "\n";
  for (std::size_t i = 0; i < experiment.launches.size(); ++i)
    text += launch_lines(*run.prepared, i);
  text += "  CHECK(cudaDeviceSynchronize());\n\n" + results(run);
  return text + "  return 0;\n}\n";
}

}  // namespace lanescope::lab
