#include "lab/experiment/spec.hpp"

#include <gtest/gtest.h>

#include "lab/experiment/element.hpp"
#include "lab/experiment/experiment.hpp"

namespace lanescope::experiment {
namespace {

TEST(Spec, Scalar) {
  const Result<Argument> argument = parse_argument("n:i32=-4");
  ASSERT_TRUE(argument) << argument.error().message;
  EXPECT_EQ(argument->name, "n");
  const auto& scalar = std::get<ScalarValue>(argument->value);
  EXPECT_EQ(scalar.type, ElementType::I32);
  EXPECT_EQ(scalar.value, "-4");
}

TEST(Spec, Buffer) {
  const Result<Argument> argument = parse_argument("in:f32[1024]=random:7%100");
  ASSERT_TRUE(argument) << argument.error().message;
  const auto& buffer = std::get<BufferValue>(argument->value);
  EXPECT_EQ(buffer.type, ElementType::F32);
  EXPECT_EQ(buffer.count, 1024U);
  EXPECT_EQ(buffer.fill.kind, Fill::Kind::Random);
  EXPECT_EQ(buffer.fill.seed, 7U);
  EXPECT_EQ(buffer.fill.modulus, 100U);
}

TEST(Spec, StructWithBufferField) {
  const Result<Argument> argument = parse_argument("p:{i32=4,f32=0.5,f32[16]=zero}");
  ASSERT_TRUE(argument) << argument.error().message;
  const auto& fields = std::get<StructValue>(argument->value).fields;
  ASSERT_EQ(fields.size(), 3U);
  EXPECT_EQ(std::get<ScalarValue>(fields[1].value).value, "0.5");
  EXPECT_EQ(std::get<BufferValue>(fields[2].value).count, 16U);
}

TEST(Spec, StructFieldLabelsAndCommasInFileNames) {
  const Result<Argument> argument = parse_argument("p:{ w:u8=1, in:f32[2]=file:a,b.bin, n:i64=9 }");
  ASSERT_TRUE(argument) << argument.error().message;
  const auto& fields = std::get<StructValue>(argument->value).fields;
  ASSERT_EQ(fields.size(), 3U);
  EXPECT_EQ(fields[0].label, "w");
  EXPECT_EQ(std::get<BufferValue>(fields[1].value).fill.path, "a,b.bin");
  EXPECT_EQ(fields[2].label, "n");
}

TEST(Spec, SymbolInNamespace) {
  const Result<Symbol> symbol = parse_symbol("ns::table:f32[4]=const:2");
  ASSERT_TRUE(symbol) << symbol.error().message;
  EXPECT_EQ(symbol->name, "ns::table");
  EXPECT_EQ(symbol->value.fill.constant, "2");
}

TEST(Spec, ScalarSymbolIsABufferOfOne) {
  const Result<Symbol> symbol = parse_symbol("limit:i32=5");
  ASSERT_TRUE(symbol) << symbol.error().message;
  EXPECT_EQ(symbol->value.count, 1U);
  EXPECT_EQ(symbol->value.fill.constant, "5");
}

struct BadCase {
  const char* spec;
  const char* words;  // of the message
};
class BadSpec : public testing::TestWithParam<BadCase> {};

TEST_P(BadSpec, IsRefusedInClearWords) {
  const Result<Argument> argument = parse_argument(GetParam().spec);
  ASSERT_FALSE(argument);
  EXPECT_EQ(argument.error().code, Error::Code::BadInput);
  EXPECT_NE(argument.error().message.find(GetParam().words), std::string::npos)
      << argument.error().message;
  EXPECT_NE(argument.error().message.find(GetParam().spec), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(
    All, BadSpec,
    testing::Values(
        BadCase{"", "no value"}, BadCase{"n", "no value"}, BadCase{"n:i32", "no value"},
        BadCase{"n=4", "no type"}, BadCase{":i32=4", "no name"},
        BadCase{"n:int=4", "`int` is not a type"}, BadCase{"n:i32=four", "not a whole number"},
        BadCase{"n:i32=1.5", "not a whole number"}, BadCase{"n:i32=", "not a whole number"},
        BadCase{"n:i32=2147483648", "does not fit i32 (-2147483648 to 2147483647)"},
        BadCase{"n:i32=-2147483649", "does not fit"}, BadCase{"n:u8=256", "0 to 255"},
        BadCase{"n:u64=18446744073709551616", "not a whole number"},
        BadCase{"x:f32=abc", "not a number"}, BadCase{"x:f32=1.0.0", "not a number"},
        BadCase{"in:f32[]=zero", "not a count"}, BadCase{"in:f32[-1]=zero", "not a count"},
        BadCase{"in:f32[0]=zero", "at least one element"}, BadCase{"in:f32[4=zero", "type[count]"},
        BadCase{"in:f32[4]=zeros", "not a fill"}, BadCase{"in:f32[4]=random:", "the seed"},
        BadCase{"in:f32[4]=random:1%0", "after the %"}, BadCase{"in:f32[4]=file:", "names no file"},
        BadCase{"in:i8[4]=const:200", "does not fit i8"}, BadCase{"p:{}", "at least one field"},
        BadCase{"p:{i32=4", "closing brace"},
        BadCase{"p:{i32=4,foo=3}", "field 1: `foo` is not a type"},
        BadCase{"p:{i32}", "has no value"}, BadCase{"p:{a:{i32=1}}", "struct inside a struct"}));

std::vector<std::byte> bytes(std::initializer_list<int> values) {
  std::vector<std::byte> out;
  for (const int v : values) out.push_back(static_cast<std::byte>(v));
  return out;
}

TEST(Element, Bytes) {
  EXPECT_EQ(*element_bytes(ElementType::I16, "-2"), bytes({0xFE, 0xFF}));
  EXPECT_EQ(*element_bytes(ElementType::U32, "-1"), bytes({0xFF, 0xFF, 0xFF, 0xFF}));
  EXPECT_EQ(*element_bytes(ElementType::I32, "0xffffffff"), bytes({0xFF, 0xFF, 0xFF, 0xFF}));
  EXPECT_EQ(*element_bytes(ElementType::F32, "0.5"), bytes({0, 0, 0, 0x3F}));
  EXPECT_EQ(*element_bytes(ElementType::F32, "-0x1.8p1"), bytes({0, 0, 0x40, 0xC0}));
  EXPECT_EQ(*element_bytes(ElementType::F64, "inf"), bytes({0, 0, 0, 0, 0, 0, 0xF0, 0x7F}));
  EXPECT_EQ(*element_bytes(ElementType::F32, "1e60"), bytes({0, 0, 0x80, 0x7F}));
  EXPECT_EQ(*element_bytes(ElementType::F32, "1e-60"), bytes({0, 0, 0, 0}));
  // 65504 is the largest half; 1.0 is 0x3c00; 2049 lies half way and goes to the even 2048.
  EXPECT_EQ(*element_bytes(ElementType::F16, "1"), bytes({0x00, 0x3C}));
  EXPECT_EQ(*element_bytes(ElementType::F16, "65504"), bytes({0xFF, 0x7B}));
  EXPECT_EQ(*element_bytes(ElementType::F16, "2049"), bytes({0x00, 0x68}));
  EXPECT_EQ(*element_bytes(ElementType::BF16, "1"), bytes({0x80, 0x3F}));
}

TEST(Element, ValueAndText) {
  const auto text = [](ElementType type, const char* value) {
    return element_text(type, element_bytes(type, value)->data());
  };
  EXPECT_EQ(text(ElementType::I8, "-5"), "-5");
  EXPECT_EQ(text(ElementType::U64, "18446744073709551615"), "18446744073709551615");
  EXPECT_EQ(text(ElementType::F32, "0.1"), "0.1");
  EXPECT_EQ(text(ElementType::F16, "0.5"), "0.5");
  EXPECT_EQ(element_value(ElementType::I8, element_bytes(ElementType::I8, "-5")->data()), -5.0);
}

}  // namespace
}  // namespace lanescope::experiment
