// The SPECs of --arg and --symbol (docs/CONTRACT.md, "Argument SPECs and fills").
#include "lab/experiment/spec.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>

#include "lab/experiment/element.hpp"
#include "lab/experiment/experiment.hpp"
#include "lab/experiment/texture.hpp"

namespace lanescope::experiment {
namespace {

constexpr std::string_view kTypeList = "i8 u8 i16 u16 i32 u32 i64 u64 f16 bf16 f32 f64";

std::string_view trim(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) {
    text.remove_prefix(1);
  }
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) {
    text.remove_suffix(1);
  }
  return text;
}

Result<ElementType> read_type(std::string_view text) {
  if (const auto type = element_type(trim(text))) return *type;
  return bad_input(fmt::format("`{}` is not a type (one of {})", trim(text), kTypeList));
}

using Value = std::variant<ScalarValue, BufferValue>;

// `type=scalar` or `type[count]=fill`, both sides of the "=" apart.
Result<Value> read_value(std::string_view head, std::string_view tail) {
  const std::size_t bracket = head.find('[');
  const Result<ElementType> type = read_type(head.substr(0, bracket));
  if (!type) return type.error();
  if (bracket == std::string_view::npos) {
    const Result<std::vector<std::byte>> bytes = element_bytes(*type, tail);
    if (!bytes) return bytes.error();
    return Value{ScalarValue{*type, std::string(tail)}};
  }
  if (!head.ends_with(']')) {
    return bad_input(fmt::format("`{}`: a buffer is written type[count]", head));
  }
  const std::string_view count_text = trim(head.substr(bracket + 1, head.size() - bracket - 2));
  const Result<std::uint64_t> count = parse_unsigned(count_text);
  if (!count) {
    return bad_input(fmt::format("`{}` is not a count of elements", count_text));
  }
  if (*count == 0) return bad_input("a buffer holds at least one element, and this has count 0");
  Result<Fill> fill = parse_fill(tail);
  if (!fill) return fill.error();
  if (fill->kind == Fill::Kind::Constant) {
    const Result<std::vector<std::byte>> bytes = element_bytes(*type, fill->constant);
    if (!bytes) return bytes.error();
  }
  return Value{BufferValue{*type, *count, std::move(*fill)}};
}

// Whether `text` starts as a field does: `type=`, `type[`, `label:type=`, `label:type[`.
bool starts_field(std::string_view text) {
  text = text.substr(0, text.find_first_of("=[,"));
  if (const std::size_t colon = text.rfind(':'); colon != std::string_view::npos) {
    text.remove_prefix(colon + 1);
  }
  return element_type(trim(text)).has_value();
}

// The fills that end in a file's name.
constexpr std::array<std::string_view, 6> kFileFills{
    "file:", "csv:", "letters:", "image:", "image-rgb:", "image-planes:"};

// Commas separate fields, but may also stand in a file's name.
std::vector<std::string_view> split_fields(std::string_view body) {
  std::vector<std::string_view> fields;
  std::size_t start = 0;
  for (std::size_t i = 0; i < body.size(); ++i) {
    const std::string_view field = body.substr(start, i - start);
    const bool in_path = std::ranges::any_of(kFileFills, [&](std::string_view fill) {
      return field.find(fill) != std::string_view::npos;
    });
    if (body[i] != ',' || (in_path && !starts_field(body.substr(i + 1)))) continue;
    fields.push_back(trim(body.substr(start, i - start)));
    start = i + 1;
  }
  fields.push_back(trim(body.substr(start)));
  return fields;
}

Result<StructValue::Field> read_field(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) {
    return bad_input(
        fmt::format("field `{}` has no value: write type=value or type[count]=fill", text));
  }
  std::string_view head = trim(text.substr(0, equals));
  StructValue::Field field;
  if (const std::size_t colon = head.rfind(':'); colon != std::string_view::npos) {
    field.label = trim(head.substr(0, colon));
    head = trim(head.substr(colon + 1));
  }
  Result<Value> value = read_value(head, trim(text.substr(equals + 1)));
  if (!value) return value.error();
  field.value = std::move(*value);
  return field;
}

Result<StructValue> read_struct(std::string_view text) {
  if (!text.ends_with('}')) return bad_input("the struct's closing brace is missing");
  const std::string_view body = trim(text.substr(1, text.size() - 2));
  if (body.empty()) return bad_input("a struct has at least one field");
  if (body.find('{') != std::string_view::npos) {
    return bad_input("a struct inside a struct is not taken: write its fields one after the other");
  }
  StructValue value;
  for (const std::string_view piece : split_fields(body)) {
    Result<StructValue::Field> field = read_field(piece);
    if (!field) {
      return bad_input(fmt::format("field {}: {}", value.fields.size(), field.error().message));
    }
    value.fields.push_back(std::move(*field));
  }
  return value;
}

struct Split {
  std::string_view name, head, tail;  // name:head=tail
};

// The name ends at the last colon before the "=", so that `ns::table:f32[4]=zero` works.
Result<Split> split(std::string_view spec) {
  const std::size_t equals = spec.find('=');
  if (equals == std::string_view::npos) {
    return bad_input("no value: write name:type=scalar or name:type[count]=fill");
  }
  const std::string_view left = spec.substr(0, equals);
  const std::size_t colon = left.rfind(':');
  if (colon == std::string_view::npos) {
    return bad_input("no type: write name:type=scalar or name:type[count]=fill");
  }
  const Split parts{trim(left.substr(0, colon)), trim(left.substr(colon + 1)),
                    trim(spec.substr(equals + 1))};
  if (parts.name.empty()) return bad_input("no name before the colon");
  return parts;
}

Result<Argument> read_argument(std::string_view spec) {
  if (const std::size_t brace = spec.find(":{");
      brace != std::string_view::npos && brace < spec.find('=')) {
    const std::string_view name = trim(spec.substr(0, brace));
    if (name.empty()) return bad_input("no name before the colon");
    Result<StructValue> value = read_struct(trim(spec.substr(brace + 1)));
    if (!value) return value.error();
    return Argument{std::string(name), std::move(*value)};
  }
  const Result<Split> parts = split(spec);
  if (!parts) return parts.error();
  if (parts->head == "texture") {
    Result<TextureValue> texture = parse_texture(parts->tail);
    if (!texture) return texture.error();
    return Argument{std::string(parts->name), std::move(*texture)};
  }
  Result<Value> value = read_value(parts->head, parts->tail);
  if (!value) return value.error();
  Argument argument{std::string(parts->name), {}};
  std::visit([&](auto& v) { argument.value = std::move(v); }, *value);
  return argument;
}

Result<Symbol> read_symbol(std::string_view spec) {
  const Result<Split> parts = split(spec);
  if (!parts) return parts.error();
  Result<Value> value = read_value(parts->head, parts->tail);
  if (!value) return value.error();
  Symbol symbol{std::string(parts->name), {}};
  if (auto* buffer = std::get_if<BufferValue>(&*value)) {
    symbol.value = std::move(*buffer);
  } else {
    const auto& scalar = std::get<ScalarValue>(*value);
    Fill fill;
    fill.kind = Fill::Kind::Constant;
    fill.constant = scalar.value;
    symbol.value = {scalar.type, 1, std::move(fill)};
  }
  return symbol;
}

Result<Fill> read_random(Fill::Kind kind, std::string_view rest) {
  Fill fill;
  fill.kind = kind;
  const std::size_t percent = rest.find('%');
  const Result<std::uint64_t> seed = parse_unsigned(rest.substr(0, percent));
  if (!seed) {
    return bad_input(
        fmt::format("random:{}: the seed is a whole number (random:7, random:7%100)", rest));
  }
  fill.seed = *seed;
  if (percent == std::string_view::npos) return fill;
  const Result<std::uint64_t> modulus = parse_unsigned(rest.substr(percent + 1));
  if (!modulus || *modulus == 0) {
    return bad_input(fmt::format("random:{}: after the % stands a whole number from 1 on", rest));
  }
  fill.modulus = *modulus;
  return fill;
}

Result<Fill> read_picture(Fill::Kind kind, std::string_view rest) {
  Fill fill;
  fill.kind = kind;
  const Result<std::uint64_t> width = parse_unsigned(rest);
  if (!width || *width == 0)
    return bad_input(fmt::format("picture:{}: the width is a whole number from 1 on", rest));
  fill.width = *width;
  return fill;
}

Result<Fill> read_image(Fill::Kind kind, std::string_view rest) {
  Fill fill;
  fill.kind = kind;
  const std::size_t colon = rest.find(':');
  if (const auto width = parse_unsigned(rest.substr(0, colon));
      width && colon != std::string_view::npos) {
    if (*width == 0) return bad_input(fmt::format("image:{}: the width is at least 1", rest));
    fill.width = *width;
    rest.remove_prefix(colon + 1);
  }
  fill.path = rest;
  if (fill.path.empty()) return bad_input("image: names no file");
  return fill;
}

Result<Fill> read_path(Fill::Kind kind, std::string_view rest) {
  Fill fill;
  fill.kind = kind;
  fill.path = rest;
  if (fill.path.empty()) return bad_input("the fill names no file");
  return fill;
}

Result<Fill> read_words(Fill::Kind kind, std::string_view rest) {
  Fill fill;
  fill.kind = kind;
  fill.constant = kind == Fill::Kind::Text ? rest : trim(rest);
  if (kind == Fill::Kind::Text && rest.empty()) return bad_input("text: has no letters");
  return fill;
}

Result<Fill> read_formula(Fill::Kind kind, std::string_view rest) {
  Fill fill;
  fill.kind = kind;
  fill.formula = trim(rest);
  return fill;
}

struct FillRow {
  std::string_view name;
  Fill::Kind kind;
  Result<Fill> (*read)(Fill::Kind, std::string_view);
};
constexpr std::array<FillRow, 14> kFillRows{
    {{"const", Fill::Kind::Constant, read_words},
     {"text", Fill::Kind::Text, read_words},
     {"bytes", Fill::Kind::Bytes, read_words},
     {"random", Fill::Kind::Random, read_random},
     {"formula", Fill::Kind::Formula, read_formula},
     {"file", Fill::Kind::File, read_path},
     {"csv", Fill::Kind::Numbers, read_path},
     {"letters", Fill::Kind::Letters, read_path},
     {"picture", Fill::Kind::Picture, read_picture},
     {"picture-rgb", Fill::Kind::PictureRgb, read_picture},
     {"picture-planes", Fill::Kind::PicturePlanes, read_picture},
     {"image", Fill::Kind::Image, read_image},
     {"image-rgb", Fill::Kind::ImageRgb, read_image},
     {"image-planes", Fill::Kind::ImagePlanes, read_image}}};

}  // namespace

Result<Fill> parse_fill(std::string_view text) {
  Fill fill;
  if (text == "zero") return fill;
  if (text == "none") {
    fill.kind = Fill::Kind::None;
    return fill;
  }
  if (text == "iota" || text == "kept") {
    fill.kind = text == "iota" ? Fill::Kind::Iota : Fill::Kind::Kept;
    return fill;
  }
  const std::size_t colon = text.find(':');
  for (const FillRow& row : kFillRows) {
    if (colon != std::string_view::npos && text.substr(0, colon) == row.name)
      return row.read(row.kind, text.substr(colon + 1));
  }
  return bad_input(fmt::format(
      "`{}` is not a fill (zero, none, iota, const:V, random:SEED, random:SEED%M, "
      "formula:EXPRESSION, "
      "text:LETTERS, picture:WIDTH, picture-rgb:WIDTH, picture-planes:WIDTH, bytes:BASE64; from a "
      "file: file:PATH, csv:PATH, letters:PATH, image:PATH, image-rgb:PATH, image-planes:PATH)",
      text));
}

Result<Argument> parse_argument(std::string_view spec) {
  Result<Argument> argument = read_argument(trim(spec));
  if (argument) return argument;
  return bad_input(fmt::format("--arg {}: {}", spec, argument.error().message));
}

Result<Symbol> parse_symbol(std::string_view spec) {
  Result<Symbol> symbol = read_symbol(trim(spec));
  if (symbol) return symbol;
  return bad_input(fmt::format("--symbol {}: {}", spec, symbol.error().message));
}

}  // namespace lanescope::experiment
