#include "lab/experiment/element.hpp"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include "sim/base/half.hpp"

static_assert(std::endian::native == std::endian::little, "buffers are little endian");

namespace lanescope::experiment {
namespace {

struct TypeRow {
  ElementType type;
  std::string_view spelling;
  std::uint32_t size;
};
constexpr std::array<TypeRow, 12> kTypes{{{ElementType::I8, "i8", 1},
                                          {ElementType::U8, "u8", 1},
                                          {ElementType::I16, "i16", 2},
                                          {ElementType::U16, "u16", 2},
                                          {ElementType::I32, "i32", 4},
                                          {ElementType::U32, "u32", 4},
                                          {ElementType::I64, "i64", 8},
                                          {ElementType::U64, "u64", 8},
                                          {ElementType::F16, "f16", 2},
                                          {ElementType::BF16, "bf16", 2},
                                          {ElementType::F32, "f32", 4},
                                          {ElementType::F64, "f64", 8}}};

const TypeRow& row(ElementType type) { return kTypes[static_cast<std::size_t>(type)]; }

bool is_signed(ElementType type) {
  return type == ElementType::I8 || type == ElementType::I16 || type == ElementType::I32 ||
         type == ElementType::I64;
}

template <typename T>
void store(T value, std::byte* out) {
  std::memcpy(out, &value, sizeof value);
}
template <typename T>
T load(const std::byte* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

std::int64_t signed_value(ElementType type, const std::byte* bytes) {
  switch (row(type).size) {
    case 1:
      return load<std::int8_t>(bytes);
    case 2:
      return load<std::int16_t>(bytes);
    case 4:
      return load<std::int32_t>(bytes);
    default:
      return load<std::int64_t>(bytes);
  }
}
std::uint64_t unsigned_value(ElementType type, const std::byte* bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes, row(type).size);
  return value;
}

// from_chars takes neither "+" nor "0x".
template <typename T>
bool read_float(std::string_view text, T* value) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  auto format = std::chars_format::general;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    text.remove_prefix(2);
    format = std::chars_format::hex;
  }
  if (text.empty() || text.front() == '-') return false;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *value, format);
  if (end != text.data() + text.size() || error == std::errc::invalid_argument) return false;
  if (error == std::errc::result_out_of_range) {  // rounds to 0 or to infinity, as C's strtod
    const std::string copy(text);
    if constexpr (sizeof(T) == 4) {
      *value =
          std::strtof((format == std::chars_format::hex ? "0x" + copy : copy).c_str(), nullptr);
    } else {
      *value =
          std::strtod((format == std::chars_format::hex ? "0x" + copy : copy).c_str(), nullptr);
    }
  }
  if (negative) *value = -*value;
  return true;
}

Error not_a(ElementType type, std::string_view text, std::string_view what) {
  return bad_input(fmt::format("`{}` is not {} for {}", text, what, spelling(type)));
}

Result<std::vector<std::byte>> float_bytes(ElementType type, std::string_view text) {
  std::vector<std::byte> out(size_of(type));
  if (type == ElementType::F32 || type == ElementType::BF16) {
    float value = 0.0F;
    if (!read_float(text, &value)) return not_a(type, text, "a number");
    if (type == ElementType::F32) {
      store(value, out.data());
    } else {
      store(float_to_bfloat16(value), out.data());
    }
    return out;
  }
  double value = 0.0;
  if (!read_float(text, &value)) return not_a(type, text, "a number");
  if (type == ElementType::F64) {
    store(value, out.data());
  } else {
    store(double_to_half(value), out.data());
  }
  return out;
}

Result<std::vector<std::byte>> integer_bytes(ElementType type, std::string_view text) {
  const bool negative = text.starts_with('-');
  const std::string_view digits = negative || text.starts_with('+') ? text.substr(1) : text;
  const Result<std::uint64_t> magnitude = parse_unsigned(digits);
  if (!magnitude) return not_a(type, text, "a whole number");
  const std::uint32_t bits = 8 * row(type).size;
  const std::uint64_t top = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  const bool pattern = digits.starts_with("0x") || digits.starts_with("0X");
  const std::uint64_t limit = negative ? top / 2 + 1 : is_signed(type) && !pattern ? top / 2 : top;
  if (*magnitude > limit) {
    const std::string range = is_signed(type) ? fmt::format("-{} to {}", top / 2 + 1, top / 2)
                                              : fmt::format("0 to {}", top);
    return bad_input(fmt::format("{} does not fit {} ({})", text, spelling(type), range));
  }
  std::vector<std::byte> out(size_of(type));
  store_integer(type, negative ? std::uint64_t{0} - *magnitude : *magnitude, out.data());
  return out;
}

}  // namespace

std::string_view spelling(ElementType type) { return row(type).spelling; }
std::uint32_t size_of(ElementType type) { return row(type).size; }

std::optional<ElementType> element_type(std::string_view text) {
  for (const TypeRow& candidate : kTypes) {
    if (candidate.spelling == text) return candidate.type;
  }
  return std::nullopt;
}

bool is_float(ElementType type) { return type >= ElementType::F16; }

Result<std::uint64_t> parse_unsigned(std::string_view text) {
  std::string_view digits = text;
  int base = 10;
  if (digits.starts_with("0x") || digits.starts_with("0X")) {
    digits.remove_prefix(2);
    base = 16;
  }
  std::uint64_t value = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (error == std::errc::result_out_of_range) {
    return bad_input(fmt::format("{} is beyond 64 bits", text));
  }
  if (error != std::errc{} || end != digits.data() + digits.size()) {
    return bad_input(fmt::format("`{}` is not a whole number", text));
  }
  return value;
}

Result<std::vector<std::byte>> element_bytes(ElementType type, std::string_view text) {
  return is_float(type) ? float_bytes(type, text) : integer_bytes(type, text);
}

namespace {

// False: not a floating-point type.
template <typename Value>
bool store_as_float(ElementType type, Value value, std::byte* out) {
  switch (type) {
    case ElementType::F16:
      store(double_to_half(static_cast<double>(value)), out);
      return true;
    case ElementType::BF16:
      store(float_to_bfloat16(static_cast<float>(value)), out);
      return true;
    case ElementType::F32:
      store(static_cast<float>(value), out);
      return true;
    case ElementType::F64:
      store(static_cast<double>(value), out);
      return true;
    default:
      return false;
  }
}

}  // namespace

void store_integer(ElementType type, std::uint64_t value, std::byte* out) {
  if (!store_as_float(type, value, out)) std::memcpy(out, &value, row(type).size);
}

void store_number(ElementType type, double value, std::byte* out) {
  if (store_as_float(type, value, out)) return;
  store_integer(type, static_cast<std::uint64_t>(static_cast<std::int64_t>(value)), out);
}

void store_unit(ElementType type, std::uint64_t bits, std::byte* out) {
  if (type == ElementType::F64) {
    store(static_cast<double>(bits >> 11U) * 0x1p-53, out);
    return;
  }
  const float value = static_cast<float>(bits >> 40U) * 0x1p-24F;
  switch (type) {
    case ElementType::F16:
      store(float_to_half(value), out);
      return;
    case ElementType::BF16:
      store(float_to_bfloat16(value), out);
      return;
    default:
      store(value, out);
      return;
  }
}

double element_value(ElementType type, const std::byte* bytes) {
  switch (type) {
    case ElementType::F16:
      return static_cast<double>(half_to_float(load<std::uint16_t>(bytes)));
    case ElementType::BF16:
      return static_cast<double>(bfloat16_to_float(load<std::uint16_t>(bytes)));
    case ElementType::F32:
      return static_cast<double>(load<float>(bytes));
    case ElementType::F64:
      return load<double>(bytes);
    default:
      return is_signed(type) ? static_cast<double>(signed_value(type, bytes))
                             : static_cast<double>(unsigned_value(type, bytes));
  }
}

std::string element_text(ElementType type, const std::byte* bytes) {
  if (type == ElementType::F64) return fmt::format("{}", load<double>(bytes));
  if (is_float(type)) return fmt::format("{}", static_cast<float>(element_value(type, bytes)));
  return is_signed(type) ? fmt::format("{}", signed_value(type, bytes))
                         : fmt::format("{}", unsigned_value(type, bytes));
}

}  // namespace lanescope::experiment
