#include "lab/experiment/file_fill.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include "lab/experiment/element.hpp"
#include "lab/experiment/file.hpp"
#include "lab/experiment/image_file.hpp"

namespace lanescope::experiment {
namespace {

std::string_view trim(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\"";
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

bool is_number(std::string_view text) {
  // An f64 takes all that any type takes, but for bit patterns beyond it.
  return element_bytes(ElementType::F64, text).ok() || element_bytes(ElementType::U64, text).ok();
}

// Fields between , ; and tabs; blanks separate where there is none of these.
std::vector<std::string_view> fields_of(std::string_view line) {
  const bool table = line.find_first_of(",;\t") != std::string_view::npos;
  const std::string_view separators = table ? ",;\t" : " ";
  std::vector<std::string_view> out;
  for (std::size_t at = 0; at <= line.size();) {
    const std::size_t end = std::min(line.find_first_of(separators, at), line.size());
    const std::string_view field = trim(line.substr(at, end - at));
    const bool last = end == line.size();
    if (!field.empty() || (table && !last)) out.push_back(field);
    at = end + 1;
  }
  return out;
}

class Table {
 public:
  explicit Table(const std::string& name) : name_(name) {}

  Result<void> add_line(std::string_view line) {
    ++line_;
    const std::string_view told = trim(line.substr(0, line.find('#')));
    if (told.empty()) return {};
    const auto fields = fields_of(told);
    if (numbers_.empty() && !headed_ && std::ranges::none_of(fields, is_number)) {
      headed_ = true;
      return {};
    }
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (fields[i].empty()) return wrong(fmt::format("field {} is empty", i + 1));
      if (!is_number(fields[i]))
        return wrong(fmt::format("`{}` is not a number", fields[i].substr(0, 40)));
      numbers_.emplace_back(fields[i]);
    }
    return {};
  }
  [[nodiscard]] Error wrong(const std::string& why) const {
    return bad_input(why, fmt::format("{}:{}", name_, line_));
  }
  [[nodiscard]] std::vector<std::string>& numbers() { return numbers_; }

 private:
  const std::string& name_;
  std::vector<std::string> numbers_;
  std::size_t line_ = 0;
  bool headed_ = false;
};

Result<std::vector<std::byte>> numbers_bytes(const BufferValue& value) {
  const Result<std::string> text = read_text(value.fill.path);
  if (!text) return text.error();
  const auto numbers = numbers_in(*text, value.fill.path);
  if (!numbers) return numbers.error();
  const std::uint32_t size = size_of(value.type);
  std::vector<std::byte> out(value.count * size);
  for (std::uint64_t i = 0; i < value.count; ++i) {
    if (i >= numbers->size()) {  // again and again
      std::memcpy(out.data() + i * size, out.data() + (i - numbers->size()) * size, size);
      continue;
    }
    const auto bytes = element_bytes(value.type, (*numbers)[i]);
    if (!bytes) {
      return bad_input(fmt::format("number {}: {}", i + 1, bytes.error().message), value.fill.path);
    }
    std::memcpy(out.data() + i * size, bytes->data(), size);
  }
  return out;
}

Result<std::vector<std::byte>> letters_bytes(const BufferValue& value) {
  const auto letters = read_file(value.fill.path);
  if (!letters) return letters.error();
  if (letters->empty()) return bad_input("the file is empty", value.fill.path);
  const std::uint32_t size = size_of(value.type);
  std::vector<std::byte> out(value.count * size);
  for (std::uint64_t i = 0; i < value.count; ++i) {
    store_integer(value.type, std::to_integer<std::uint64_t>((*letters)[i % letters->size()]),
                  out.data() + i * size);
  }
  return out;
}

Result<std::vector<std::byte>> image_bytes(const BufferValue& value) {
  const Fill& fill = value.fill;
  const bool grey = fill.kind == Fill::Kind::Image;
  const std::uint64_t pixels = grey ? value.count : value.count / 3;
  const std::uint64_t width = fill.width != 0 ? fill.width : natural_width(value);
  if (width == 0 || width > pixels) {
    return bad_input(fmt::format("{} elements are no square: say how wide the picture is, as in "
                                 "image:64:PATH",
                                 value.count),
                     fill.path);
  }
  const std::uint64_t height = (pixels + width - 1) / width;
  constexpr std::uint64_t kMost = std::uint64_t{1} << 26U;
  if (width * height > kMost)
    return bad_input(fmt::format("a picture of {} × {} is too large", width, height), fill.path);
  const auto bytes = read_file(fill.path);
  if (!bytes) return bytes.error();
  const Result<ImageFile> image = decode_image(*bytes, fill.path);
  if (!image) return image.error();
  const std::vector<Rgb> small =
      scaled(*image, static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height));
  const std::uint32_t size = size_of(value.type);
  std::vector<std::byte> out(value.count * size);
  for (std::uint64_t i = 0; i < value.count; ++i) {
    const bool planes = fill.kind == Fill::Kind::ImagePlanes;
    const std::uint64_t pixel = grey ? i : planes ? i % pixels : i / 3;
    const std::uint64_t channel = planes ? i / pixels : i % 3;
    if (pixel >= small.size() || channel > 2) break;
    const Rgb& rgb = small[pixel];
    store_integer(value.type, grey ? grey_of(rgb) : rgb[channel], out.data() + i * size);
  }
  return out;
}

}  // namespace

Result<std::vector<std::string>> numbers_in(std::string_view text, const std::string& name) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // a byte order mark
  Table table(name);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (auto added = table.add_line(text.substr(at, end - at)); !added) return added.error();
    at = end + 1;
  }
  if (table.numbers().empty()) return bad_input("there is no number in it", name);
  return std::move(table.numbers());
}

std::uint64_t natural_width(const BufferValue& value) {
  const auto& shape = value.shape;
  if (shape.size() == 2) return shape[1];
  if (shape.size() == 3) return shape[0] == 3 ? shape[2] : shape[1];
  const bool grey = value.fill.kind == Fill::Kind::Image;
  const std::uint64_t pixels = grey ? value.count : value.count / 3;
  const auto side =
      static_cast<std::uint64_t>(std::llround(std::sqrt(static_cast<double>(pixels))));
  return side * side == pixels ? side : 0;
}

Result<std::vector<std::byte>> file_fill_bytes(const BufferValue& value) {
  switch (value.fill.kind) {
    case Fill::Kind::Numbers:
      return numbers_bytes(value);
    case Fill::Kind::Letters:
      return letters_bytes(value);
    default:
      return image_bytes(value);
  }
}

}  // namespace lanescope::experiment
