#include "lab/experiment/arguments.hpp"

#include <cstring>

#include <gtest/gtest.h>

#include "lab/experiment/spec.hpp"
#include "lab/experiment/struct_layout.hpp"

namespace lanescope::experiment {
namespace {

StructValue fields(const char* spec) { return std::get<StructValue>(parse_argument(spec)->value); }

// Offsets and sizes as g++ and nvcc lay out the same structs on x86-64 (System V ABI,
// section 3.1.2).
TEST(StructLayout, FollowsC) {
  const StructLayout mixed = layout_of(fields("p:{i32=4,f32=0.5,f32[16]=zero}"));
  EXPECT_EQ(mixed.offsets, (std::vector<std::uint32_t>{0, 4, 8}));
  EXPECT_EQ(mixed.size, 16U);
  const StructLayout padded = layout_of(fields("p:{u8=1,f64=2,i16=3,u8=4}"));
  EXPECT_EQ(padded.offsets, (std::vector<std::uint32_t>{0, 8, 16, 18}));
  EXPECT_EQ(padded.size, 24U);
  EXPECT_EQ(padded.alignment, 8U);
  const StructLayout small = layout_of(fields("p:{u8=1,u8=2,u8=3}"));
  EXPECT_EQ(small.size, 3U);
}

TEST(ParameterTypes, FromDisplayNames) {
  using List = std::vector<std::string>;
  EXPECT_EQ(parameter_types("reduce<256>(float*, int)"), (List{"float*", "int"}));
  EXPECT_EQ(parameter_types("k(std::pair<int, int>, void (*)(int, int), char)"),
            (List{"std::pair<int, int>", "void (*)(int, int)", "char"}));
  EXPECT_EQ(parameter_types("k"), List{});
  EXPECT_EQ(parameter_types("k()"), List{});
  EXPECT_EQ(parameter_types("(anonymous namespace)::k(int)"), List{"int"});
}

engine::ParameterInfo parameter(ValueType type, std::uint32_t offset, std::uint32_t size) {
  return {"p", type, offset, size, size > 8 ? 4U : size};
}

// __global__ void k(float* in, int n, float x, struct { int; float; } s)
Signature signature() {
  return {"k",
          {parameter(ValueType::U64, 0, 8), parameter(ValueType::U32, 8, 4),
           parameter(ValueType::F32, 12, 4), engine::ParameterInfo{"p", ValueType::B8, 16, 8, 4}},
          24,
          {}};
}

struct Given {
  std::vector<Argument> arguments;
  std::vector<BoundArgument> bound;
};
// Buffers get the addresses 0x1000, 0x2000, … in their order.
Given given(std::initializer_list<const char*> specs) {
  Given out;
  for (const char* spec : specs) out.arguments.push_back(*parse_argument(spec));
  std::uint64_t next = 0x1000;
  for (const Argument& argument : out.arguments) {
    BoundArgument bound;
    bound.name = argument.name;
    bound.scalar = std::get_if<ScalarValue>(&argument.value);
    bound.fields = std::get_if<StructValue>(&argument.value);
    if (std::holds_alternative<BufferValue>(argument.value)) bound.addresses.push_back(next);
    next += 0x1000;
    out.bound.push_back(std::move(bound));
  }
  return out;
}

TEST(ParameterBlock, PlacesValuesByTheirOffsets) {
  const Given g = given({"in:f32[4]=zero", "n:i32=7", "x:f32=0.5", "s:{i32=1,f32=2}"});
  const auto block = parameter_block(signature(), g.bound);
  ASSERT_TRUE(block) << block.error().message;
  std::uint64_t address = 0;
  std::int32_t n = 0;
  float x = 0.0F;
  float in_struct = 0.0F;
  std::memcpy(&address, block->data(), 8);
  std::memcpy(&n, block->data() + 8, 4);
  std::memcpy(&x, block->data() + 12, 4);
  std::memcpy(&in_struct, block->data() + 20, 4);
  EXPECT_EQ(address, 0x1000U);
  EXPECT_EQ(n, 7);
  EXPECT_EQ(x, 0.5F);
  EXPECT_EQ(in_struct, 2.0F);
}

std::string message(const Signature& s, std::initializer_list<const char*> specs) {
  const Given g = given(specs);
  const auto block = parameter_block(s, g.bound);
  return block ? "" : block.error().message;
}

void expect_words(const std::string& message, const char* words) {
  EXPECT_NE(message.find(words), std::string::npos)
      << "`" << message << "` lacks `" << words << "`";
}

TEST(ParameterBlock, CountsAreChecked) {
  expect_words(message(signature(), {"in:f32[4]=zero"}), "too few arguments: k takes 4");
  expect_words(message(signature(), {"in:f32[4]=zero"}), "and 1 is given");
  expect_words(message(signature(), {"a:i32=1", "b:i32=1", "c:i32=1", "d:i32=1", "e:i32=1"}),
               "too many");
  expect_words(message(Signature{"k", {}, 0, {}}, {"a:i32=1"}), "k takes 0, and 1 is given");
}

TEST(ParameterBlock, TypesAreChecked) {
  const char* s = "s:{i32=1,f32=2}";
  expect_words(
      message(signature(), {"in:i32=4", "n:i32=7", "x:f32=0.5", s}),
      "argument 1 (in) of k is a pointer or a 64-bit integer (8 bytes), and the scalar i32");
  expect_words(message(signature(), {"in:f32[4]=zero", "n:i64=7", "x:f32=0.5", s}),
               "is u32 (4 bytes)");
  expect_words(message(signature(), {"in:f32[4]=zero", "n:f32[4]=zero", "x:f32=0.5", s}),
               "not a pointer");
  expect_words(message(signature(), {"in:f32[4]=zero", "n:f32=7", "x:f32=0.5", s}),
               "different numbers");
  expect_words(message(signature(), {"in:f32[4]=zero", "n:i32=7", "x:i32=5", s}),
               "different numbers");
  expect_words(message(signature(), {"in:f32[4]=zero", "n:i32=7", "x:f32=5", "s:{i32=1}"}),
               "i32 at 0: 4 bytes");
}

TEST(ParameterBlock, CppTypesAreNamedAndUsed) {
  Signature s = signature();
  s.types = {"float*", "int", "float", "Pair"};
  expect_words(message(s, {"in:i32=4", "n:i32=7", "x:f32=0.5", "s:{i32=1,f32=2}"}), "is `float*`");
  s.types[0] = "long long";
  expect_words(message(s, {"in:f32[4]=zero", "n:i32=7", "x:f32=0.5", "s:{i32=1,f32=2}"}),
               "is `long long`, not a pointer");
}

TEST(ParameterBlock, MorePaddingByALargerAlignment) {
  Signature s{"k", {engine::ParameterInfo{"p", ValueType::B8, 0, 16, 16}}, 16, {}};
  EXPECT_EQ(message(s, {"s:{f32=1,f32=2,f32=3}"}), "");
}

}  // namespace
}  // namespace lanescope::experiment
