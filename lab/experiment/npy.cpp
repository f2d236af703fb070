#include "lab/experiment/npy.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

#include <fmt/format.h>

#include "lab/experiment/element.hpp"

namespace lanescope::experiment {
namespace {

constexpr std::string_view kMagic{"\x93NUMPY", 6};

struct Header {
  std::string descr;
  bool fortran_order = false;
  std::vector<std::uint64_t> shape;
  std::size_t data_offset = 0;
};

std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string_view numpy_type(ElementType type) {
  switch (type) {
    case ElementType::I8:
      return "|i1";
    case ElementType::U8:
      return "|u1";
    case ElementType::I16:
      return "<i2";
    case ElementType::U16:
      return "<u2";
    case ElementType::I32:
      return "<i4";
    case ElementType::U32:
      return "<u4";
    case ElementType::I64:
      return "<i8";
    case ElementType::U64:
      return "<u8";
    case ElementType::F16:
      return "<f2";
    case ElementType::BF16:
      return "<u2";
    case ElementType::F32:
      return "<f4";
    default:
      return "<f8";
  }
}

// The text after `'key':` in the header's dictionary, up to its end.
std::string_view value_of(std::string_view dictionary, std::string_view key) {
  std::size_t at = dictionary.find(fmt::format("'{}'", key));
  if (at == std::string_view::npos) at = dictionary.find(fmt::format("\"{}\"", key));
  if (at == std::string_view::npos) return {};
  at = dictionary.find(':', at);
  if (at == std::string_view::npos) return {};
  at = dictionary.find_first_not_of(' ', at + 1);
  return at == std::string_view::npos ? std::string_view{} : dictionary.substr(at);
}

bool read_shape(std::string_view text, std::vector<std::uint64_t>* shape) {
  const std::size_t close = text.find(')');
  if (!text.starts_with('(') || close == std::string_view::npos) return false;
  text = text.substr(1, close - 1);
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    std::string_view digits = text.substr(0, comma);
    digits.remove_prefix(std::min(digits.find_first_not_of(' '), digits.size()));
    if (!digits.empty()) {
      const Result<std::uint64_t> extent = parse_unsigned(digits);
      if (!extent) return false;
      shape->push_back(*extent);
    }
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return true;
}

Result<Header> read_header(std::span<const std::byte> bytes) {
  const Error damaged = bad_input("the .npy header is damaged");
  if (bytes.size() < 12) return damaged;
  const int major = static_cast<int>(bytes[6]);
  if (major < 1 || major > 3) {
    return bad_input(fmt::format(".npy version {} is not known (1.0 to 3.0)", major));
  }
  const std::size_t length_bytes = major == 1 ? 2 : 4;
  std::uint32_t length = 0;
  std::memcpy(&length, bytes.data() + 8, length_bytes);
  Header header;
  header.data_offset = 8 + length_bytes + length;
  if (header.data_offset > bytes.size()) return damaged;
  const std::string_view text = as_text(bytes).substr(8 + length_bytes, length);
  const std::string_view descr = value_of(text, "descr");
  if (descr.size() < 2 || (descr.front() != '\'' && descr.front() != '"')) {
    return bad_input("the .npy file holds records, not plain numbers");
  }
  header.descr = descr.substr(1, descr.find(descr.front(), 1) - 1);
  header.fortran_order = value_of(text, "fortran_order").starts_with("True");
  if (!read_shape(value_of(text, "shape"), &header.shape)) return damaged;
  return header;
}

bool same_type(std::string_view descr, ElementType type) {
  if (descr.size() < 2) return false;
  const std::string_view kind = descr.substr(1);
  if (kind.ends_with('1') && (descr.front() == '<' || descr.front() == '|')) {
    return kind == numpy_type(type).substr(1) || (kind == "b1" && type == ElementType::U8);
  }
  if (descr.front() != '<' && descr.front() != '=' && descr != "|V2") return false;
  return kind == numpy_type(type).substr(1) || (kind == "V2" && type == ElementType::BF16);
}

std::string shape_text(const std::vector<std::uint64_t>& shape) {
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

}  // namespace

bool is_npy(std::span<const std::byte> bytes) { return as_text(bytes).starts_with(kMagic); }

Result<std::vector<std::byte>> read_npy(std::span<const std::byte> bytes, ElementType type,
                                        std::uint64_t count) {
  if (!is_npy(bytes)) return bad_input("not a .npy file");
  const Result<Header> header = read_header(bytes);
  if (!header) return header.error();
  if (!same_type(header->descr, type)) {
    return bad_input(fmt::format("its dtype is {}, and {} is asked for (dtype {})", header->descr,
                                 spelling(type), numpy_type(type)));
  }
  const auto is_long = [](std::uint64_t extent) { return extent > 1; };
  if (header->fortran_order && std::ranges::count_if(header->shape, is_long) > 1) {
    return bad_input("it is in Fortran order: save it with numpy.ascontiguousarray");
  }
  std::uint64_t elements = 1;
  for (const std::uint64_t extent : header->shape) {
    if (__builtin_mul_overflow(elements, extent, &elements))
      return bad_input("its shape is damaged");
  }
  if (elements != count) {
    return bad_input(fmt::format("its shape {} has {} elements, and {} are asked for",
                                 shape_text(header->shape), elements, count));
  }
  const std::span<const std::byte> data = bytes.subspan(header->data_offset);
  if (data.size() / size_of(type) < count) return bad_input("the .npy file ends too early");
  return std::vector<std::byte>(data.begin(),
                                data.begin() + static_cast<std::ptrdiff_t>(count * size_of(type)));
}

std::vector<std::byte> write_npy(ElementType type, std::span<const std::byte> elements) {
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({},), }}",
                                   numpy_type(type), elements.size() / size_of(type));
  constexpr std::size_t kPreamble = 10;  // magic, version, length; the whole is a multiple of 64
  header.append(63 - (kPreamble + header.size()) % 64, ' ');
  header += '\n';
  std::string all{kMagic};
  all += '\x01';
  all += '\x00';
  all += static_cast<char>(header.size() & 0xFFU);
  all += static_cast<char>(header.size() >> 8U);
  all += header;
  std::vector<std::byte> out(all.size() + elements.size());
  std::memcpy(out.data(), all.data(), all.size());
  if (!elements.empty()) std::memcpy(out.data() + all.size(), elements.data(), elements.size());
  return out;
}

}  // namespace lanescope::experiment
