#include "lab/experiment/texture.hpp"

#include <array>

#include <fmt/format.h>

namespace lanescope::experiment {
namespace {

struct ModeRow {
  std::string_view word;
  AddressMode mode;
};
constexpr std::array<ModeRow, 4> kModes{{{"clamp", AddressMode::Clamp},
                                         {"border", AddressMode::Border},
                                         {"wrap", AddressMode::Wrap},
                                         {"mirror", AddressMode::Mirror}}};

constexpr std::string_view kWords =
    "point, linear, clamp, border, wrap, mirror, normalized, fractions, channels=2, channels=4";

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

// The text up to the separator, which `text` then begins behind.
std::string_view take(std::string_view& text, char separator) {
  const std::size_t end = text.find(separator);
  const std::string_view piece = trim(text.substr(0, end));
  text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  return piece;
}

Result<void> read_extents(std::string_view text, TextureValue& value) {
  const std::string whole(text);
  for (bool more = true; more;) {
    more = text.find('x') != std::string_view::npos;
    const Result<std::uint64_t> extent = parse_unsigned(take(text, 'x'));
    if (!extent || *extent == 0 || value.extents.size() == 3)
      return bad_input(
          fmt::format("`{}`: texels are written WIDTH, WIDTHxHEIGHT or WIDTHxHEIGHTxDEPTH", whole));
    value.extents.push_back(*extent);
  }
  return {};
}

Result<void> read_word(std::string_view word, TextureValue& value) {
  for (const ModeRow& row : kModes) {
    if (word != row.word) continue;
    value.address = row.mode;
    return {};
  }
  if (word == "point" || word == "linear") {
    value.linear = word == "linear";
  } else if (word == "normalized") {
    value.normalized = true;
  } else if (word == "fractions") {
    value.fractions = true;
  } else if (word == "channels=1" || word == "channels=2" || word == "channels=4") {
    value.channels = static_cast<std::uint8_t>(word.back() - '0');
  } else {
    return bad_input(fmt::format("`{}` says nothing of a texture (one of {})", word, kWords));
  }
  return {};
}

// Of an array of so many dimensions.
Result<void> check_extents(const std::vector<std::uint64_t>& extents) {
  constexpr std::array<std::array<std::uint64_t, 3>, 3> kMost{
      {{131072, 1, 1}, {131072, 65536, 1}, {16384, 16384, 16384}}};
  for (std::size_t i = 0; i < extents.size(); ++i) {
    const std::uint64_t most = kMost[extents.size() - 1][i];
    if (extents[i] > most) {
      return bad_input(fmt::format(
          "{} texels along one side: an array of {} dimension{} on a GPU has at most {} there",
          extents[i], extents.size(), extents.size() == 1 ? "" : "s", most));
    }
  }
  return {};
}

Result<TexelFormat> format_of(ElementType type, std::uint8_t channels) {
  using Kind = TexelFormat::Kind;
  const auto bits = static_cast<std::uint8_t>(8 * size_of(type));
  if (bits > 32 || type == ElementType::BF16) {
    return bad_input(
        fmt::format("a texture has elements of i8, u8, i16, u16, i32, u32, f16 or f32, not {}",
                    spelling(type)));
  }
  const bool is_signed =
      type == ElementType::I8 || type == ElementType::I16 || type == ElementType::I32;
  const Kind kind = is_float(type) ? Kind::Float : is_signed ? Kind::Signed : Kind::Unsigned;
  return TexelFormat{kind, bits, channels};
}

}  // namespace

Result<TextureValue> parse_texture(std::string_view text) {
  TextureValue value;
  value.buffer = take(text, ',');
  if (value.buffer.empty()) return bad_input("the texture names no buffer");
  const std::string_view extents = take(text, ',');
  if (extents.empty()) return bad_input("the texture's size is missing: write BUFFER,WIDTHxHEIGHT");
  if (Result<void> ok = read_extents(extents, value); !ok) return ok.error();
  while (!text.empty()) {
    if (Result<void> ok = read_word(take(text, ','), value); !ok) return ok.error();
  }
  return value;
}

std::string texture_text(const TextureValue& value) {
  std::string text = value.buffer + ",";
  for (std::size_t i = 0; i < value.extents.size(); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : "x", value.extents[i]);
  if (value.channels != 1) text += fmt::format(",channels={}", value.channels);
  if (value.linear) text += ",linear";
  for (const ModeRow& row : kModes) {
    if (row.mode == value.address && row.mode != AddressMode::Clamp)
      text += fmt::format(",{}", row.word);
  }
  if (value.normalized) text += ",normalized";
  if (value.fractions) text += ",fractions";
  return text;
}

std::vector<NamedTexture> textures_of(const LaunchSpec& launch) {
  std::vector<NamedTexture> out;
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const auto* argument = std::get_if<Argument>(&launch.arguments[i]);
    if (argument == nullptr) continue;
    if (const auto* value = std::get_if<TextureValue>(&argument->value))
      out.push_back({argument->name, i, value});
  }
  return out;
}

Result<TextureDescriptor> texture_descriptor(const TextureValue& value, ElementType type) {
  const Result<TexelFormat> format = format_of(type, value.channels);
  if (!format) return format.error();
  if (Result<void> ok = check_extents(value.extents); !ok) return ok.error();
  const bool repeats = value.address == AddressMode::Wrap || value.address == AddressMode::Mirror;
  if (repeats && !value.normalized)
    return bad_input("wrap and mirror are for normalized coordinates; a GPU clamps others");
  TextureDescriptor texture;
  texture.dimensions = static_cast<std::uint32_t>(value.extents.size());
  texture.width = value.extents[0];
  texture.height = value.extents.size() > 1 ? value.extents[1] : 1;
  texture.depth = value.extents.size() > 2 ? value.extents[2] : 1;
  texture.format = *format;
  texture.address.fill(value.address);
  texture.linear = value.linear;
  texture.normalized_coordinates = value.normalized;
  texture.normalized_values = value.fractions && !is_float(type);
  if (Result<void> ok = check(texture); !ok) return ok.error();
  return texture;
}

}  // namespace lanescope::experiment
