#include "lab/experiment/base64.hpp"

#include <cstdint>

namespace lanescope::experiment {
namespace {

constexpr std::string_view kSigns =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::optional<std::uint32_t> value_of(char sign) {
  const std::size_t at = kSigns.find(sign);
  if (at == std::string_view::npos) return std::nullopt;
  return static_cast<std::uint32_t>(at);
}

}  // namespace

std::string to_base64(std::span<const std::byte> bytes) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 3; ++k)
      three = three << 8U | (k < count ? std::to_integer<std::uint32_t>(bytes[i + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k)
      out += k <= count ? kSigns[three >> (18U - 6U * k) & 63U] : '=';
  }
  return out;
}

std::optional<std::vector<std::byte>> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::vector<std::byte> out;
  out.reserve(text.size() / 4 * 3);
  for (std::size_t i = 0; i < text.size(); i += 4) {
    std::size_t padding = 0;
    if (i + 4 == text.size()) padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      const auto value = k < 4 - padding ? value_of(text[i + k]) : std::optional(0U);
      if (!value) return std::nullopt;
      three = three << 6U | *value;
    }
    for (std::size_t k = 0; k < 3 - padding; ++k)
      out.push_back(static_cast<std::byte>(three >> (16U - 8U * k)));
  }
  return out;
}

}  // namespace lanescope::experiment
