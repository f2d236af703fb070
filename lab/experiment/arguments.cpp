#include "lab/experiment/arguments.hpp"

#include <cstring>

#include <fmt/format.h>

#include "lab/experiment/element.hpp"
#include "lab/experiment/struct_layout.hpp"

namespace lanescope::experiment {
namespace {

enum class Nature : std::uint8_t { Integer, Float, Bits };  // Bits: a struct, f16, or untyped

Nature nature(ValueType type) {
  switch (type) {
    case ValueType::F32:
    case ValueType::F64:
      return Nature::Float;
    case ValueType::U8:
    case ValueType::U16:
    case ValueType::U32:
    case ValueType::U64:
    case ValueType::S8:
    case ValueType::S16:
    case ValueType::S32:
    case ValueType::S64:
      return Nature::Integer;
    default:
      return Nature::Bits;
  }
}

bool is_pointer(std::string_view type) { return type.find('*') != std::string_view::npos; }

// "float*", or what PTX tells: "u32", "a pointer or a 64-bit integer", "a struct of 12 bytes".
std::string wanted(const Signature& signature, std::size_t i) {
  if (i < signature.types.size()) return fmt::format("`{}`", signature.types[i]);
  const engine::ParameterInfo& parameter = signature.parameters[i];
  if (nature(parameter.type) == Nature::Integer && parameter.size == 8) {
    return "a pointer or a 64-bit integer";
  }
  if (nature(parameter.type) == Nature::Bits && parameter.type == ValueType::B8) {
    return fmt::format("a struct of {} bytes", parameter.size);
  }
  return std::string(lanescope::spelling(parameter.type));
}

std::string place(const Signature& signature, std::size_t i, const std::string& name) {
  return fmt::format("argument {} ({}) of {}", i + 1, name, signature.kernel);
}

Error count_error(const Signature& signature, const std::vector<BoundArgument>& arguments) {
  std::string list;
  for (std::size_t i = 0; i < signature.parameters.size(); ++i) {
    list += fmt::format("{}{}: {}", i == 0 ? "" : ", ", i + 1, wanted(signature, i));
  }
  const std::size_t takes = signature.parameters.size();
  const std::string_view few = arguments.size() < takes ? "too few" : "too many";
  return bad_input(fmt::format("{} arguments: {} takes {}{}{}{}, and {} {} given", few,
                               signature.kernel, takes, takes == 0 ? "" : " (", list,
                               takes == 0 ? "" : ")", arguments.size(),
                               arguments.size() == 1 ? "is" : "are"));
}

Result<void> check_scalar(const Signature& signature, std::size_t i,
                          const BoundArgument& argument) {
  const engine::ParameterInfo& parameter = signature.parameters[i];
  const ElementType type = argument.scalar->type;
  const std::string given(spelling(type));
  const bool pointer = i < signature.types.size() && is_pointer(signature.types[i]);
  if (size_of(type) != parameter.size || (pointer && is_float(type))) {
    const bool may_point = pointer || (signature.types.empty() && parameter.size == 8 &&
                                       nature(parameter.type) == Nature::Integer);
    const std::string hint =
        may_point ? fmt::format("; a buffer is written {}:{}[count]=fill", argument.name, given)
                  : "";
    return bad_input(fmt::format("{} is {} ({} bytes), and the scalar {} of {} bytes is given{}",
                                 place(signature, i, argument.name), wanted(signature, i),
                                 parameter.size, given, size_of(type), hint));
  }
  const Nature kind = nature(parameter.type);
  if (kind != Nature::Bits && (kind == Nature::Float) != is_float(type)) {
    return bad_input(fmt::format("{} is {}, and {} is given: their bits mean different numbers",
                                 place(signature, i, argument.name), wanted(signature, i), given));
  }
  return {};
}

Result<void> check_buffer(const Signature& signature, std::size_t i,
                          const BoundArgument& argument) {
  const engine::ParameterInfo& parameter = signature.parameters[i];
  const bool typed = i < signature.types.size();
  const bool fits = parameter.size == 8 && nature(parameter.type) != Nature::Float;
  if (fits && (!typed || is_pointer(signature.types[i]) || parameter.type == ValueType::B8))
    return {};
  return bad_input(fmt::format("{} is {}, not a pointer, and a buffer is given",
                               place(signature, i, argument.name), wanted(signature, i)));
}

Result<void> check_texture(const Signature& signature, std::size_t i,
                           const BoundArgument& argument) {
  const engine::ParameterInfo& parameter = signature.parameters[i];
  const bool pointer = i < signature.types.size() && is_pointer(signature.types[i]);
  if (parameter.size == 8 && nature(parameter.type) == Nature::Integer && !pointer) return {};
  return bad_input(fmt::format("{} is {}, and a texture is given: it takes cudaTextureObject_t",
                               place(signature, i, argument.name), wanted(signature, i)));
}

Result<void> check_struct(const Signature& signature, std::size_t i,
                          const BoundArgument& argument) {
  const engine::ParameterInfo& parameter = signature.parameters[i];
  const StructLayout layout = layout_of(*argument.fields);
  const std::uint32_t unit = parameter.alignment == 0 ? 1 : parameter.alignment;
  // A struct declared with a larger alignment than its fields ask for has more padding at its end.
  if ((layout.size + unit - 1) / unit * unit == parameter.size) return {};
  return bad_input(fmt::format("{} is {} ({} bytes), and a struct of other size is given ({})",
                               place(signature, i, argument.name), wanted(signature, i),
                               parameter.size, describe(*argument.fields)));
}

Result<void> check(const Signature& signature, std::size_t i, const BoundArgument& argument) {
  if (argument.scalar != nullptr) return check_scalar(signature, i, argument);
  if (argument.fields != nullptr) return check_struct(signature, i, argument);
  if (argument.texture) return check_texture(signature, i, argument);
  return check_buffer(signature, i, argument);
}

Result<void> write_scalar(const ScalarValue& scalar, std::byte* out) {
  const Result<std::vector<std::byte>> bytes = element_bytes(scalar.type, scalar.value);
  if (!bytes) return bytes.error();
  std::memcpy(out, bytes->data(), bytes->size());
  return {};
}

Result<void> write_argument(const BoundArgument& argument, std::byte* out) {
  if (argument.scalar != nullptr) return write_scalar(*argument.scalar, out);
  if (argument.fields == nullptr) {
    std::memcpy(out, argument.addresses.data(), sizeof(std::uint64_t));
    return {};
  }
  const StructLayout layout = layout_of(*argument.fields);
  std::size_t next_address = 0;
  for (std::size_t i = 0; i < argument.fields->fields.size(); ++i) {
    std::byte* at = out + layout.offsets[i];
    if (const auto* scalar = std::get_if<ScalarValue>(&argument.fields->fields[i].value)) {
      if (const Result<void> written = write_scalar(*scalar, at); !written) return written;
    } else {
      std::memcpy(at, &argument.addresses[next_address++], sizeof(std::uint64_t));
    }
  }
  return {};
}

}  // namespace

std::vector<std::string> parameter_types(std::string_view display_name) {
  if (!display_name.ends_with(')')) return {};
  std::vector<std::string> types;
  std::string type;
  int depth = 0;
  std::size_t open = display_name.size();  // of the last parenthesis that encloses the list
  for (std::size_t i = display_name.size(); i-- > 0;) {
    if (display_name[i] == ')') ++depth;
    if (display_name[i] == '(' && --depth == 0) {
      open = i;
      break;
    }
  }
  if (open == display_name.size()) return {};
  for (const char c : display_name.substr(open + 1, display_name.size() - open - 2)) {
    if (c == '(' || c == '<' || c == '[') ++depth;
    if (c == ')' || c == '>' || c == ']') --depth;
    if (c == ',' && depth == 0) {
      types.push_back(std::move(type));
      type.clear();
    } else if (c != ' ' || !type.empty()) {
      type += c;
    }
  }
  if (!type.empty() && type != "void") types.push_back(std::move(type));
  return types;
}

Result<std::vector<std::byte>> parameter_block(const Signature& signature,
                                               const std::vector<BoundArgument>& arguments) {
  if (arguments.size() != signature.parameters.size()) return count_error(signature, arguments);
  std::vector<std::byte> block(signature.bytes);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (const Result<void> fits = check(signature, i, arguments[i]); !fits) return fits.error();
    const Result<void> written =
        write_argument(arguments[i], block.data() + signature.parameters[i].offset);
    if (!written) return written.error();
  }
  return block;
}

}  // namespace lanescope::experiment
