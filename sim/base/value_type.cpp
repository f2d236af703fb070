#include "sim/base/value_type.hpp"

#include <array>

namespace lanescope {
namespace {

struct TypeRow {
  ValueType type;
  std::string_view spelling;
  int bytes;
};

// PTX ISA 5.2.1 (fundamental types), 5.2.3 (alternate float formats), 5.2.4 (packed types).
constexpr std::array<TypeRow, 26> kTypes{{
    {ValueType::None, "", 0},         {ValueType::Pred, "pred", 0},
    {ValueType::B8, "b8", 1},         {ValueType::B16, "b16", 2},
    {ValueType::B32, "b32", 4},       {ValueType::B64, "b64", 8},
    {ValueType::B128, "b128", 16},    {ValueType::U8, "u8", 1},
    {ValueType::U16, "u16", 2},       {ValueType::U32, "u32", 4},
    {ValueType::U64, "u64", 8},       {ValueType::S8, "s8", 1},
    {ValueType::S16, "s16", 2},       {ValueType::S32, "s32", 4},
    {ValueType::S64, "s64", 8},       {ValueType::F16, "f16", 2},
    {ValueType::F16x2, "f16x2", 4},   {ValueType::BF16, "bf16", 2},
    {ValueType::BF16x2, "bf16x2", 4}, {ValueType::F32, "f32", 4},
    {ValueType::F64, "f64", 8},       {ValueType::U16x2, "u16x2", 4},
    {ValueType::S16x2, "s16x2", 4},   {ValueType::TF32, "tf32", 4},
    {ValueType::E4M3x2, "e4m3x2", 2}, {ValueType::E5M2x2, "e5m2x2", 2},
}};

consteval bool rows_follow_the_enumerators() {
  for (std::size_t i = 0; i < kTypes.size(); ++i) {
    if (static_cast<std::size_t>(kTypes[i].type) != i) return false;
  }
  return true;
}
static_assert(rows_follow_the_enumerators());

const TypeRow& row_of(ValueType type) { return kTypes.at(static_cast<std::size_t>(type)); }

}  // namespace

int size_in_bytes(ValueType type) { return row_of(type).bytes; }

std::string_view spelling(ValueType type) { return row_of(type).spelling; }

ValueType type_from_spelling(std::string_view text) {
  for (const TypeRow& row : kTypes) {
    if (row.spelling == text) return row.type;
  }
  return ValueType::None;
}

bool is_float(ValueType type) {
  switch (type) {
    case ValueType::F16:
    case ValueType::F16x2:
    case ValueType::BF16:
    case ValueType::BF16x2:
    case ValueType::F32:
    case ValueType::F64:
    case ValueType::TF32:
      return true;
    default:
      return false;
  }
}

bool is_signed_integer(ValueType type) {
  switch (type) {
    case ValueType::S8:
    case ValueType::S16:
    case ValueType::S32:
    case ValueType::S64:
    case ValueType::S16x2:
      return true;
    default:
      return false;
  }
}

}  // namespace lanescope
