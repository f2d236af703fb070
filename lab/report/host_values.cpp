#include "lab/report/host_values.hpp"

#include <cmath>

#include <fmt/format.h>

#include "lab/experiment/fill.hpp"
#include "lab/report/host_program.hpp"

namespace lanescope::report::host {
namespace {

std::string_view type_name(experiment::ElementType type) {
  switch (type) {
    case experiment::ElementType::I8:
      return "std::int8_t";
    case experiment::ElementType::U8:
      return "std::uint8_t";
    case experiment::ElementType::I16:
      return "std::int16_t";
    case experiment::ElementType::U16:
      return "std::uint16_t";
    case experiment::ElementType::I32:
      return "std::int32_t";
    case experiment::ElementType::U32:
      return "std::uint32_t";
    case experiment::ElementType::I64:
      return "std::int64_t";
    case experiment::ElementType::U64:
      return "std::uint64_t";
    case experiment::ElementType::F16:
      return "__half";
    case experiment::ElementType::BF16:
      return "__nv_bfloat16";
    case experiment::ElementType::F32:
      return "float";
    case experiment::ElementType::F64:
      break;
  }
  return "double";
}

// A value of the type, of an expression of any other; halves have no conversion from integers.
std::string converted(experiment::ElementType type, const std::string& expression) {
  return is_half(type) ? fmt::format("{}(static_cast<float>({}))", type_name(type), expression)
                       : fmt::format("static_cast<{}>({})", type_name(type), expression);
}

// One element as C++ writes it, so that no bit is lost.
std::string literal(experiment::ElementType type, const std::byte* bytes) {
  const double value = experiment::element_value(type, bytes);
  if (std::isnan(value)) return converted(type, "__builtin_nan(\"\")");
  if (std::isinf(value)) return converted(type, value > 0 ? "__builtin_inf()" : "-__builtin_inf()");
  if (type == experiment::ElementType::F64) return fmt::format("{:a}", value);
  if (type == experiment::ElementType::F32) return fmt::format("{:a}f", value);
  if (is_half(type)) return fmt::format("{}({:a}f)", type_name(type), value);
  const std::string text = experiment::element_text(type, bytes);
  if (type == experiment::ElementType::I64)
    return text == "-9223372036854775808" ? "INT64_MIN" : text + "ll";
  return type == experiment::ElementType::U64 ? text + "ull" : text;
}

// The element i of a fill that a line of C++ can compute; empty: it has to be written out.
std::string element_of(const experiment::BufferValue& value) {
  const experiment::Fill& fill = value.fill;
  switch (fill.kind) {
    case experiment::Fill::Kind::Zero:
    case experiment::Fill::Kind::None:
      return converted(value.type, "0");
    case experiment::Fill::Kind::Iota:
      return converted(value.type, "i");
    case experiment::Fill::Kind::Constant:
      return scalar({value.type, fill.constant});
    case experiment::Fill::Kind::Random:
      break;
    default:
      return {};
  }
  const std::string bits = fmt::format("host::mix({}ull + i)", fill.seed);
  if (fill.modulus) {
    return converted(value.type, fmt::format("({} >> 32) % {}u", bits, *fill.modulus));
  }
  if (!experiment::is_float(value.type)) return converted(value.type, bits + " >> 32");
  return value.type == experiment::ElementType::F64
             ? fmt::format("static_cast<double>({} >> 11) * 0x1p-53", bits)
             : converted(value.type, fmt::format("static_cast<float>({} >> 40) * 0x1p-24f", bits));
}

Result<std::string> numbers_of(const std::string& name, const experiment::BufferValue& value) {
  if (value.count > kMostNumbers) {
    return bad_input(fmt::format(
        "{} has {} elements that no line of C++ tells, and at most {} are written out; use fewer, "
        "or a fill like random:1",
        name, value.count, kMostNumbers));
  }
  const Result<std::vector<std::byte>> bytes = experiment::fill_bytes(value);
  if (!bytes) return bytes.error();
  const std::size_t size = experiment::size_of(value.type);
  std::string text = fmt::format("  std::vector<{}> {}{{", type_name(value.type), name);
  for (std::size_t i = 0; i < value.count; ++i) {
    text += i % 12 == 0 ? "\n      " : " ";
    text += literal(value.type, bytes->data() + i * size) + ",";
  }
  return text + "};\n";
}

}  // namespace

bool is_half(experiment::ElementType type) {
  return type == experiment::ElementType::F16 || type == experiment::ElementType::BF16;
}

std::string scalar(const experiment::ScalarValue& value) {
  const Result<std::vector<std::byte>> bytes = experiment::element_bytes(value.type, value.value);
  if (!bytes) return value.value;
  return fmt::format("{}{{{}}}", type_name(value.type), literal(value.type, bytes->data()));
}

std::string identifier(std::string_view name) {
  std::string out = "h_";
  for (const char c : name) {
    const bool fits = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    out += fits ? c : '_';
  }
  return out;
}

std::string on_gpu(std::string_view name) { return "d" + identifier(name).substr(1); }

Result<std::string> host_array(const std::string& name, const experiment::BufferValue& value) {
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

}  // namespace lanescope::report::host
