#include "ui/view/numbers.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "sim/base/half.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::view {
namespace {

// Thousands, millions, … as far as the width allows: "12.3k", "271M", "4G". Cut off, not rounded,
// so that no value looks like a larger one.
std::string whole_text(bool negative, std::uint64_t size, std::size_t width) {
  const std::string sign = negative ? "-" : "";
  const std::string digits = fmt::format("{}", size);
  if (sign.size() + digits.size() <= width) return sign + digits;
  constexpr std::string_view kUnits = "kMGTPE";
  std::string out;
  for (std::size_t i = 0; i < kUnits.size() && digits.size() > 3 * (i + 1); ++i) {
    const std::size_t whole = digits.size() - 3 * (i + 1);
    out = sign + digits.substr(0, whole);
    if (out.size() + 3 <= width)
      out += "." + digits.substr(whole, std::min<std::size_t>(width - out.size() - 2, 3));
    out += kUnits[i];
    if (out.size() <= width) return out;
  }
  return out;
}

std::string float_text(double value, std::size_t width) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  if (value == std::floor(value) && std::fabs(value) < 1e9) {
    std::string whole = fmt::format("{:.0f}", value);
    if (whole.size() <= width) return whole;
  }
  for (int digits = 6; digits > 1; --digits) {
    std::string text = fmt::format("{:.{}g}", value, digits);
    if (text.size() <= width) return text;
  }
  constexpr double kMost = 1e18;
  if (std::fabs(value) >= 1e3 && std::fabs(value) < kMost)
    return whole_text(value < 0, static_cast<std::uint64_t>(std::fabs(value)), width);
  return fmt::format("{:.0e}", value);
}

std::string signed_text(std::int64_t value, std::size_t width) {
  const auto bits = static_cast<std::uint64_t>(value);
  return whole_text(value < 0, value < 0 ? 0 - bits : bits, width);
}

std::string unsigned_text(std::uint64_t value, std::size_t width) {
  return whole_text(false, value, width);
}

// Untyped bits show as a small number where they are one, else in hexadecimal.
std::string bits_text(std::uint64_t bits, std::uint32_t size, std::size_t width) {
  const int unused = 64 - 8 * static_cast<int>(size);
  const auto as_signed = static_cast<std::int64_t>(bits << unused) >> unused;
  if (as_signed >= -99999 && as_signed <= 999999) return signed_text(as_signed, width);
  std::string hex = fmt::format("{:x}", bits);
  if (hex.size() <= width) return hex;
  return fmt::format("…{}", std::string_view(hex).substr(hex.size() - width + 1));
}

// Of ascending numbers; three and more in a row are a range.
std::string series(const std::vector<std::uint32_t>& numbers) {
  if (numbers.empty()) return tr("none");
  const std::size_t count = numbers.size();
  if (count == 1) return fmt::format("{}", numbers[0]);
  if (count == 2) return say("{} and {}", numbers[0], numbers[1]);
  const std::uint32_t pitch = numbers[1] - numbers[0];
  bool even = true;
  for (std::size_t i = 1; i < count; ++i) even &= numbers[i] - numbers[i - 1] == pitch;
  if (even && pitch == 1) return fmt::format("{}–{}", numbers.front(), numbers.back());
  if (even && count > 4)
    return fmt::format("{}, {}, {} … {}", numbers[0], numbers[1], numbers[2], numbers.back());
  std::string text;
  constexpr int kMost = 6;
  int pieces = 0;
  for (std::size_t i = 0; i < count; ++pieces) {
    if (pieces == kMost) return text + ", …";
    std::size_t last = i;
    while (last + 1 < count && numbers[last + 1] == numbers[last] + 1) ++last;
    if (last < i + 2) last = i;  // two in a row are no range
    text += fmt::format("{}{}", pieces == 0 ? "" : ", ", numbers[i]);
    if (last > i) text += fmt::format("–{}", numbers[last]);
    i = last + 1;
  }
  return text;
}

template <typename T>
std::int64_t sign_extended(std::uint64_t bits) {
  return static_cast<T>(bits);
}

}  // namespace

std::string with_commas(std::uint64_t number) {
  const std::string digits = fmt::format("{}", number);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

std::string percent(double share) {
  const double value = share * 100.0;
  const bool whole = std::fabs(value - std::round(value)) < 0.05;
  return fmt::format("{:.{}f} %", value, whole ? 0 : 1);
}

std::string value_text(ValueType type, std::uint64_t bits, std::size_t width) {
  using Type = ValueType;
  switch (type) {
    case Type::Pred:
      return bits != 0 ? "true" : "false";
    case Type::F16:
      return float_text(static_cast<double>(half_to_float(static_cast<std::uint16_t>(bits))),
                        width);
    case Type::BF16:
      return float_text(static_cast<double>(bfloat16_to_float(static_cast<std::uint16_t>(bits))),
                        width);
    case Type::F32:
      return float_text(static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits))),
                        width);
    case Type::F64:
      return float_text(std::bit_cast<double>(bits), width);
    case Type::S8:
      return signed_text(sign_extended<std::int8_t>(bits), width);
    case Type::S16:
      return signed_text(sign_extended<std::int16_t>(bits), width);
    case Type::S32:
      return signed_text(sign_extended<std::int32_t>(bits), width);
    case Type::S64:
      return signed_text(sign_extended<std::int64_t>(bits), width);
    case Type::U8:
    case Type::U16:
    case Type::U32:
    case Type::U64:
      return unsigned_text(bits, width);
    default:
      return bits_text(bits, static_cast<std::uint32_t>(std::max(1, size_in_bytes(type))), width);
  }
}

// PTX calls signed integers s32, the fills i32; all other names are the same.
std::string value_text(experiment::ElementType type, std::uint64_t bits, std::size_t width) {
  std::string name(experiment::spelling(type));
  if (name.front() == 'i') name.front() = 's';
  return value_text(type_from_spelling(name), bits, width);
}

std::uint64_t load_bits(const std::byte* bytes, std::uint32_t size) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes, size);
  return bits;
}

std::string lane_list(LaneMask mask, int lanes) {
  if (mask == 0) return tr("none");
  if (mask == full_mask(lanes)) return tr("all");
  std::string text;
  for (int lane = 0; lane < lanes; ++lane) {
    if ((mask >> lane & 1U) == 0) continue;
    int last = lane;
    while (last + 1 < lanes && (mask >> (last + 1) & 1U) != 0) ++last;
    if (!text.empty()) text += ", ";
    text += last == lane ? fmt::format("{}", lane) : fmt::format("{}–{}", lane, last);
    lane = last;
  }
  return text;
}

std::string lane_series(LaneMask mask) {
  std::vector<std::uint32_t> lanes;
  for (std::uint32_t lane = 0; lane < kMaxWarpSize; ++lane)
    if ((mask >> lane & 1U) != 0) lanes.push_back(lane);
  return series(lanes);
}

std::string lanes_words(LaneMask mask) {
  if (mask == 0) return tr("no lane");
  return std::has_single_bit(mask) ? say("lane {}", lane_series(mask))
                                   : say("lanes {}", lane_series(mask));
}

std::string warps_words(const std::vector<std::uint32_t>& warps) {
  return warps.size() == 1 ? say("warp {}", series(warps)) : say("warps {}", series(warps));
}

std::string place_text(const Dim3& at, const Dim3& shape) {
  if (shape.z > 1) return fmt::format("({}, {}, {})", at.x, at.y, at.z);
  if (shape.y > 1) return fmt::format("({}, {})", at.x, at.y);
  return fmt::format("{}", at.x);
}

}  // namespace lanescope::ui::view
