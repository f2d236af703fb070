#include "lab/experiment/fill.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "lab/experiment/base64.hpp"
#include "lab/experiment/element.hpp"
#include "lab/experiment/experiment.hpp"
#include "lab/experiment/expression.hpp"
#include "lab/experiment/file.hpp"
#include "lab/experiment/file_fill.hpp"
#include "lab/experiment/npy.hpp"
#include "lab/experiment/picture.hpp"
#include "sim/base/hash.hpp"

namespace lanescope::experiment {
namespace {

Result<std::vector<std::byte>> from_file(const BufferValue& value) {
  Result<std::vector<std::byte>> bytes = read_file(value.fill.path);
  if (!bytes) return bytes.error();
  if (is_npy(*bytes)) {
    Result<std::vector<std::byte>> elements = read_npy(*bytes, value.type, value.count);
    if (!elements) return bad_input(elements.error().message, value.fill.path);
    return elements;
  }
  if (value.fill.path.ends_with(".npy")) return bad_input("not a .npy file", value.fill.path);
  const std::uint64_t wanted = value.count * size_of(value.type);
  if (bytes->size() != wanted) {
    return bad_input(fmt::format("holds {} bytes, and {} elements of {} are {}", bytes->size(),
                                 value.count, spelling(value.type), wanted),
                     value.fill.path);
  }
  return bytes;
}

Result<std::vector<std::byte>> from_base64_text(const BufferValue& value) {
  auto bytes = from_base64(value.fill.constant);
  if (!bytes) return bad_input("bytes: is followed by base64 (RFC 4648, with padding)");
  const std::uint64_t wanted = value.count * size_of(value.type);
  if (bytes->size() == wanted) return std::move(*bytes);
  return bad_input(fmt::format("bytes: holds {} bytes, and {} elements of {} are {}", bytes->size(),
                               value.count, spelling(value.type), wanted));
}

Result<std::vector<std::byte>> as_kept(const BufferValue& value) {
  if (!value.kept)
    return bad_input("\"kept\" is for the launches of a saved program: nothing is kept here");
  if (value.kept->bytes.size() == value.count * size_of(value.type)) return value.kept->bytes;
  return bad_input(fmt::format("{} bytes are kept, and {} elements of {} are {}",
                               value.kept->bytes.size(), value.count, spelling(value.type),
                               value.count * size_of(value.type)));
}

Result<std::vector<std::byte>> from_formula(const BufferValue& value) {
  const Result<std::vector<double>> numbers = evaluate_each(value.fill.formula, value.count);
  if (!numbers) return numbers.error();
  const std::uint32_t size = size_of(value.type);
  std::vector<std::byte> out(value.count * size);
  for (std::uint64_t i = 0; i < value.count; ++i) {
    if (!is_float(value.type) && std::abs((*numbers)[i]) >= 0x1p63)
      return bad_input(fmt::format("formula:{}: element {} is too large", value.fill.formula, i));
    store_number(value.type, (*numbers)[i], out.data() + i * size);
  }
  return out;
}

// Row by row. In colour three elements a pixel, or three planes of as many elements as fit.
void picture(const BufferValue& value, std::vector<std::byte>* out) {
  const std::uint32_t size = size_of(value.type);
  const std::uint64_t plane = std::max<std::uint64_t>(value.count / 3, 1);
  for (std::uint64_t i = 0; i < value.count; ++i) {
    std::uint64_t pixel = i;
    std::optional<std::uint64_t> channel;
    if (value.fill.kind == Fill::Kind::PictureRgb) {
      pixel = i / 3;
      channel = i % 3;
    } else if (value.fill.kind == Fill::Kind::PicturePlanes) {
      pixel = i % plane;
      channel = std::min<std::uint64_t>(i / plane, 2);
    }
    const Rgb rgb =
        picture_pixel(pixel % value.fill.width, pixel / value.fill.width, value.fill.width);
    store_integer(value.type, channel ? rgb[*channel] : grey_of(rgb), out->data() + i * size);
  }
}

void random(const BufferValue& value, std::vector<std::byte>* out) {
  const std::uint32_t size = size_of(value.type);
  const bool unit = is_float(value.type) && !value.fill.modulus;
  for (std::uint64_t i = 0; i < value.count; ++i) {
    const std::uint64_t bits = mix(value.fill.seed + i);
    std::byte* at = out->data() + i * size;
    if (unit) {
      store_unit(value.type, bits, at);
    } else {
      const std::uint64_t high = bits >> 32U;
      store_integer(value.type, value.fill.modulus ? high % *value.fill.modulus : high, at);
    }
  }
}

}  // namespace

Result<std::vector<std::byte>> fill_bytes(const BufferValue& value) {
  const std::uint32_t size = size_of(value.type);
  constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 46U;  // beyond any --max-memory
  if (value.count > kMostBytes / size) {
    return bad_input(fmt::format("{} elements of {} are more than memory can hold", value.count,
                                 spelling(value.type)));
  }
  if (value.fill.kind == Fill::Kind::File) return from_file(value);
  if (!value.fill.path.empty()) return file_fill_bytes(value);
  if (value.fill.kind == Fill::Kind::Formula) return from_formula(value);
  if (value.fill.kind == Fill::Kind::Kept) return as_kept(value);
  if (value.fill.kind == Fill::Kind::Bytes) return from_base64_text(value);
  std::vector<std::byte> out(value.count * size);
  switch (value.fill.kind) {
    case Fill::Kind::Iota:
      for (std::uint64_t i = 0; i < value.count; ++i) {
        store_integer(value.type, i, out.data() + i * size);
      }
      break;
    case Fill::Kind::Constant: {
      const Result<std::vector<std::byte>> one = element_bytes(value.type, value.fill.constant);
      if (!one) return one.error();
      for (std::uint64_t i = 0; i < value.count; ++i) {
        std::memcpy(out.data() + i * size, one->data(), size);
      }
      break;
    }
    case Fill::Kind::Random:
      random(value, &out);
      break;
    case Fill::Kind::Text:
      for (std::uint64_t i = 0; i < value.count; ++i) {
        const std::string& text = value.fill.constant;
        const auto letter = static_cast<unsigned char>(text[i % text.size()]);
        store_integer(value.type, letter, out.data() + i * size);
      }
      break;
    case Fill::Kind::Picture:
    case Fill::Kind::PictureRgb:
    case Fill::Kind::PicturePlanes:
      picture(value, &out);
      break;
    default:
      break;
  }
  return out;
}

}  // namespace lanescope::experiment
