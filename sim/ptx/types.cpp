#include <array>

#include "sim/ptx/module.hpp"

namespace lanescope::ptx {
namespace {

struct TypeRow {
  Type type;
  std::string_view spelling;
  int bytes;
};

// PTX ISA 5.2.1 (fundamental types), 5.2.3 (alternate float formats), 5.2.4 (packed types).
constexpr std::array<TypeRow, 24> kTypes{{
    {Type::None, "", 0},         {Type::Pred, "pred", 0},   {Type::B8, "b8", 1},
    {Type::B16, "b16", 2},       {Type::B32, "b32", 4},     {Type::B64, "b64", 8},
    {Type::B128, "b128", 16},    {Type::U8, "u8", 1},       {Type::U16, "u16", 2},
    {Type::U32, "u32", 4},       {Type::U64, "u64", 8},     {Type::S8, "s8", 1},
    {Type::S16, "s16", 2},       {Type::S32, "s32", 4},     {Type::S64, "s64", 8},
    {Type::F16, "f16", 2},       {Type::F16x2, "f16x2", 4}, {Type::BF16, "bf16", 2},
    {Type::BF16x2, "bf16x2", 4}, {Type::F32, "f32", 4},     {Type::F64, "f64", 8},
    {Type::U16x2, "u16x2", 4},   {Type::S16x2, "s16x2", 4}, {Type::TF32, "tf32", 4},
}};

consteval bool rows_follow_the_enumerators() {
  for (std::size_t i = 0; i < kTypes.size(); ++i) {
    if (static_cast<std::size_t>(kTypes[i].type) != i) return false;
  }
  return true;
}
static_assert(rows_follow_the_enumerators());

const TypeRow& row_of(Type type) { return kTypes.at(static_cast<std::size_t>(type)); }

}  // namespace

int size_in_bytes(Type type) { return row_of(type).bytes; }

std::string_view spelling(Type type) { return row_of(type).spelling; }

Type type_from_spelling(std::string_view text) {
  for (const TypeRow& row : kTypes) {
    if (row.spelling == text) return row.type;
  }
  return Type::None;
}

bool is_float(Type type) {
  switch (type) {
    case Type::F16:
    case Type::F16x2:
    case Type::BF16:
    case Type::BF16x2:
    case Type::F32:
    case Type::F64:
    case Type::TF32:
      return true;
    default:
      return false;
  }
}

bool is_signed_integer(Type type) {
  switch (type) {
    case Type::S8:
    case Type::S16:
    case Type::S32:
    case Type::S64:
    case Type::S16x2:
      return true;
    default:
      return false;
  }
}

std::string_view spelling(Space space) {
  switch (space) {
    case Space::Generic:
      return "generic";
    case Space::Reg:
      return "reg";
    case Space::SpecialReg:
      return "sreg";
    case Space::Const:
      return "const";
    case Space::Global:
      return "global";
    case Space::Local:
      return "local";
    case Space::Param:
      return "param";
    case Space::Shared:
      return "shared";
  }
  return "";
}

}  // namespace lanescope::ptx
