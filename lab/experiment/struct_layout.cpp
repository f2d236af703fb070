#include "lab/experiment/struct_layout.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace lanescope::experiment {
namespace {

constexpr std::uint32_t kPointerBytes = 8;

std::uint32_t round_up(std::uint32_t value, std::uint32_t unit) {
  return (value + unit - 1) / unit * unit;
}

std::uint32_t field_size(const StructValue::Field& field) {
  const auto* scalar = std::get_if<ScalarValue>(&field.value);
  return scalar != nullptr ? size_of(scalar->type) : kPointerBytes;
}

}  // namespace

StructLayout layout_of(const StructValue& value) {
  StructLayout layout;
  for (const StructValue::Field& field : value.fields) {
    const std::uint32_t size = field_size(field);
    layout.offsets.push_back(round_up(layout.size, size));
    layout.size = layout.offsets.back() + size;
    layout.alignment = std::max(layout.alignment, size);
  }
  layout.size = round_up(layout.size, layout.alignment);
  return layout;
}

std::string describe(const StructValue& value) {
  const StructLayout layout = layout_of(value);
  std::string text;
  for (std::size_t i = 0; i < value.fields.size(); ++i) {
    const auto* scalar = std::get_if<ScalarValue>(&value.fields[i].value);
    text += fmt::format("{}{} at {}", i == 0 ? "" : ", ",
                        scalar != nullptr ? spelling(scalar->type) : "pointer", layout.offsets[i]);
  }
  return fmt::format("{}: {} bytes", text, layout.size);
}

}  // namespace lanescope::experiment
