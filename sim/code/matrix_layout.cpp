#include "sim/code/matrix_layout.hpp"

#include <cstddef>

namespace lanescope::code {
namespace {

// The place of a lane: its group of four, and where it stands in it (PTX ISA: groupID and
// threadID_in_group).
struct Lane {
  std::uint32_t group, place;
};
Lane lane_of(int lane) {
  const auto l = static_cast<std::uint32_t>(lane);
  return {l / 4, l % 4};
}

// Rows by depth: A, and B with its columns as rows. Strips of 16 rows (of 8 where `strip` is) hold
// registers for rows g and g + 8, then for the next depth.
std::vector<MatrixElement> factor(std::uint32_t rows, std::uint32_t depth, std::uint32_t strip,
                                  std::uint32_t in_register, Lane lane) {
  std::vector<MatrixElement> elements;
  const std::uint32_t step = 4 * in_register;  // depth that one register of all lanes covers
  for (std::uint32_t top = 0; top < rows; top += strip) {
    for (std::uint32_t left = 0; left < depth; left += step) {
      for (std::uint32_t half = 0; half < strip; half += 8) {
        for (std::uint32_t i = 0; i < in_register; ++i)
          elements.push_back({top + half + lane.group, left + lane.place * in_register + i});
      }
    }
  }
  return elements;
}

std::vector<MatrixElement> sum(MatrixShape shape, Lane lane) {
  std::vector<MatrixElement> elements;
  if (shape.n == 32) {  // the product of the turned matrices
    for (std::uint32_t left = 0; left < shape.n; left += 8) {
      for (std::uint32_t i = 0; i < 2; ++i)
        elements.push_back({lane.place * 2 + i, left + lane.group});
    }
    return elements;
  }
  const std::uint32_t strip = shape.m < 16 ? shape.m : 16;
  for (std::uint32_t top = 0; top < shape.m; top += strip) {
    for (std::uint32_t left = 0; left < shape.n; left += 8) {
      for (std::uint32_t half = 0; half < strip; half += 8) {
        for (std::uint32_t i = 0; i < 2; ++i)
          elements.push_back({top + half + lane.group, left + lane.place * 2 + i});
      }
    }
  }
  return elements;
}

}  // namespace

int bits_of(MatrixType type) {
  switch (type) {
    case MatrixType::None:
      return 0;
    case MatrixType::F16:
    case MatrixType::BF16:
      return 16;
    case MatrixType::TF32:
    case MatrixType::F32:
    case MatrixType::S32:
      return 32;
    case MatrixType::F64:
      return 64;
    case MatrixType::E4M3:
    case MatrixType::E5M2:
    case MatrixType::S8:
    case MatrixType::U8:
      return 8;
    case MatrixType::S4:
    case MatrixType::U4:
      return 4;
    case MatrixType::B1:
      return 1;
  }
  return 0;
}

std::uint32_t elements_in_register(MatrixType type) {
  const int bits = bits_of(type);
  return bits >= 32 || bits == 1 ? 1 : static_cast<std::uint32_t>(32 / bits);
}

std::vector<MatrixElement> held_elements(MatrixShape shape, MatrixPart part, MatrixType type,
                                         int lane) {
  const Lane at = lane_of(lane);
  if (part == MatrixPart::C) return sum(shape, at);
  const std::uint32_t in_register = elements_in_register(type);
  if (part == MatrixPart::A)
    return factor(shape.m, shape.k, shape.m < 16 ? shape.m : 16, in_register, at);
  std::vector<MatrixElement> turned =
      factor(shape.n, shape.k, shape.n == 32 ? 16 : 8, in_register, at);
  for (MatrixElement& element : turned) element = {element.column, element.row};
  return turned;
}

std::uint32_t quad_of(int lane) { return static_cast<std::uint32_t>(lane) % 16 / 4; }

// PTX ISA 9.7.14.5.1.
std::vector<MatrixElement> quad_elements(MatrixPart part, MatrixType type, bool turned, int lane) {
  const std::uint32_t l = static_cast<std::uint32_t>(lane), own = l % 4, high = l < 16 ? 0 : 4;
  std::vector<MatrixElement> elements;
  if (part == MatrixPart::C) {
    for (std::uint32_t i = 0; i < 8; ++i) {
      elements.push_back(type == MatrixType::F32 ? MatrixElement{high + (l & 1U) + (i & 2U),
                                                                 (i & 4U) + (l & 2U) + (i & 1U)}
                                                 : MatrixElement{high + own, i});
    }
    return elements;
  }
  for (std::uint32_t i = 0; i < 4; ++i) {
    if (part == MatrixPart::A)
      elements.push_back(turned ? MatrixElement{high + i, own} : MatrixElement{high + own, i});
    else
      elements.push_back(turned ? MatrixElement{own, high + i} : MatrixElement{i, high + own});
  }
  return elements;
}

}  // namespace lanescope::code
