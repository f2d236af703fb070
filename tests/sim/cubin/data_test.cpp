#include <algorithm>

#include <gtest/gtest.h>

#include "sim/cubin/code.hpp"
#include "tests/sim/cubin/compiled.hpp"

namespace lanescope::cubin {
namespace {

using test::code_of;
using test::values;

class DataOf : public testing::TestWithParam<const char*> {};

struct Found {
  Variable variable;
  DataSection section;
  std::span<const std::byte> bytes;
  std::vector<Relocation> relocations;
};

Found find(const Code& code, const char* name) {
  const Variable* variable = code.variable(name);
  EXPECT_NE(variable, nullptr) << name;
  if (variable == nullptr) return {};
  Found found{*variable, code.data[variable->data], {}, {}};
  if (!found.section.bytes.empty())
    found.bytes = found.section.bytes.subspan(variable->offset, variable->size);
  std::ranges::copy_if(found.section.relocations, std::back_inserter(found.relocations),
                       [&](const Relocation& r) { return r.offset == variable->offset; });
  return found;
}

TEST_P(DataOf, HoldsGlobalVariables) {
  LANESCOPE_NEEDS_NVRTC();
  const Code code = code_of(GetParam());
  const Found zeroed = find(code, "zeroed");
  EXPECT_EQ(zeroed.section.name, ".nv.global");
  EXPECT_FALSE(zeroed.section.bank.has_value());
  EXPECT_EQ(zeroed.variable.size, 40U);
  EXPECT_TRUE(zeroed.bytes.empty());
  const Found numbers = find(code, "numbers");
  EXPECT_EQ(numbers.section.name, ".nv.global.init");
  EXPECT_EQ(values<int>(numbers.bytes), (std::vector<int>{1, 2, 3, 4}));
  EXPECT_FALSE(numbers.variable.managed);
  const Found managed = find(code, "managed");
  EXPECT_TRUE(managed.variable.managed);
  EXPECT_EQ(values<int>(managed.bytes), (std::vector<int>{5}));
}

TEST_P(DataOf, HoldsPointersAsRelocations) {
  LANESCOPE_NEEDS_NVRTC();
  const Code code = code_of(GetParam());
  for (const auto& [name, addend] : {std::pair{"pointer", 8}, {"to_numbers", 0}}) {
    const Found pointer = find(code, name);
    ASSERT_EQ(pointer.relocations.size(), 1U) << name;
    EXPECT_EQ(pointer.relocations[0].type, RelocationType::GenericAddress64);
    EXPECT_EQ(pointer.relocations[0].name, "numbers");
    EXPECT_EQ(pointer.relocations[0].symbol, find(code, "numbers").variable.symbol);
    EXPECT_EQ(pointer.relocations[0].addend, addend);
  }
}

TEST_P(DataOf, HoldsConstantsInBank3) {
  LANESCOPE_NEEDS_NVRTC();
  const Code code = code_of(GetParam());
  EXPECT_EQ(find(code, "table").section.bank, 3);
  EXPECT_EQ(find(code, "table").variable.size, 256U);
  EXPECT_EQ(values<int>(find(code, "few").bytes), (std::vector<int>{7, 8, 9}));
  ASSERT_NE(code.bank(3), nullptr);
  EXPECT_EQ(code.bank(3)->size, code.bank(3)->bytes.size());
}

TEST_P(DataOf, HoldsAddressesOfVariablesInBank4) {
  LANESCOPE_NEEDS_NVRTC();
  const Code code = code_of(GetParam());
  ASSERT_NE(code.bank(4), nullptr);
  const auto& all = code.bank(4)->relocations;
  EXPECT_EQ(all.size() * 8, code.bank(4)->size);
  for (const char* name : {"zeroed", "numbers", "pointer", "managed", "functions"}) {
    const auto found = std::ranges::find(all, std::string_view(name), &Relocation::name);
    ASSERT_NE(found, all.end()) << name;
    EXPECT_EQ(found->offset % 8, 0U);
    EXPECT_EQ(found->addend, 0);
    EXPECT_EQ(code.variable_of(found->symbol), code.variable(name));
  }
}

INSTANTIATE_TEST_SUITE_P(Architectures, DataOf,
                         testing::Values("sm_75", "sm_80", "sm_89", "sm_90", "sm_100", "sm_120"));

}  // namespace
}  // namespace lanescope::cubin
