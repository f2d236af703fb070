#include <gtest/gtest.h>

#include "sim/ptx/module.hpp"

namespace lanescope::ptx {
namespace {

struct Row {
  Type type;
  std::string_view spelling;
  int bytes;
  bool is_float;
  bool is_signed;
};

// PTX ISA 5.2, tables of fundamental and packed types.
constexpr Row kRows[] = {
    {Type::Pred, "pred", 0, false, false},   {Type::B8, "b8", 1, false, false},
    {Type::B16, "b16", 2, false, false},     {Type::B32, "b32", 4, false, false},
    {Type::B64, "b64", 8, false, false},     {Type::B128, "b128", 16, false, false},
    {Type::U8, "u8", 1, false, false},       {Type::U16, "u16", 2, false, false},
    {Type::U32, "u32", 4, false, false},     {Type::U64, "u64", 8, false, false},
    {Type::S8, "s8", 1, false, true},        {Type::S16, "s16", 2, false, true},
    {Type::S32, "s32", 4, false, true},      {Type::S64, "s64", 8, false, true},
    {Type::F16, "f16", 2, true, false},      {Type::F16x2, "f16x2", 4, true, false},
    {Type::BF16, "bf16", 2, true, false},    {Type::BF16x2, "bf16x2", 4, true, false},
    {Type::F32, "f32", 4, true, false},      {Type::F64, "f64", 8, true, false},
    {Type::U16x2, "u16x2", 4, false, false}, {Type::S16x2, "s16x2", 4, false, true},
    {Type::TF32, "tf32", 4, true, false},
};

TEST(PtxTypes, EachTypeHasItsSpellingSizeAndKind) {
  for (const Row& row : kRows) {
    EXPECT_EQ(spelling(row.type), row.spelling);
    EXPECT_EQ(type_from_spelling(row.spelling), row.type) << row.spelling;
    EXPECT_EQ(size_in_bytes(row.type), row.bytes) << row.spelling;
    EXPECT_EQ(is_float(row.type), row.is_float) << row.spelling;
    EXPECT_EQ(is_signed_integer(row.type), row.is_signed) << row.spelling;
  }
}

TEST(PtxTypes, AnUnknownSpellingIsNoType) {
  EXPECT_EQ(type_from_spelling("u128"), Type::None);
  EXPECT_EQ(type_from_spelling(""), Type::None);
  EXPECT_EQ(type_from_spelling(".u32"), Type::None);
  EXPECT_EQ(size_in_bytes(Type::None), 0);
}

TEST(PtxTypes, SpacesAreSpeltAsInTheManual) {
  EXPECT_EQ(spelling(Space::Shared), "shared");
  EXPECT_EQ(spelling(Space::Const), "const");
  EXPECT_EQ(spelling(Space::SpecialReg), "sreg");
}

}  // namespace
}  // namespace lanescope::ptx
