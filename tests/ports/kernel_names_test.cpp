#include "ports/toolchain/kernel_names.hpp"

#include <gtest/gtest.h>

namespace lanescope::ports::toolchain {
namespace {

std::vector<KernelImage> kernels(const std::vector<std::string>& mangled) {
  std::vector<KernelImage> result;
  for (const std::string& name : mangled) result.push_back(name_kernel(name));
  return result;
}

std::string matched(const std::vector<KernelImage>& among, const std::string& name) {
  const auto index = match_kernel(among, name);
  return index ? among[*index].mangled : index.error().message;
}

// The mangled names are those that NVRTC 13.0 and nvcc 13.0 gave to such kernels.
TEST(KernelNames, AreShownAsWritten) {
  const KernelImage instance = name_kernel("_Z6reduceILi256EEvPfi");
  EXPECT_EQ(instance.display_name, "reduce<256>(float*, int)");
  EXPECT_EQ(instance.plain_name, "reduce");
  const KernelImage scoped = name_kernel("_ZN2ns2stEPi");
  EXPECT_EQ(scoped.display_name, "ns::st(int*)");
  EXPECT_EQ(scoped.plain_name, "ns::st");
  const KernelImage hidden = name_kernel("_ZN36_GLOBAL__N__b5a2b8f9_4_k_cu_b7a59a3a4anonEPi");
  EXPECT_EQ(hidden.plain_name, "(anonymous namespace)::anon");
  const KernelImage c_name = name_kernel("vector_add");
  EXPECT_EQ(c_name.display_name, "vector_add");
  EXPECT_EQ(c_name.plain_name, "vector_add");
  const KernelImage broken = name_kernel("_Zgarbage");
  EXPECT_EQ(broken.plain_name, "_Zgarbage");
}

TEST(KernelNames, AreFoundInEveryForm) {
  const auto all = kernels({"_Z6reduceILi256EEvPfi", "_Z6reduceILi128EEvPfi", "_ZN2ns2stEPi", "ec",
                            "_Z4pairIfLj4EEvPT_"});
  EXPECT_EQ(matched(all, "reduce<256>"), "_Z6reduceILi256EEvPfi");
  EXPECT_EQ(matched(all, " reduce < 256 > "), "_Z6reduceILi256EEvPfi");
  EXPECT_EQ(matched(all, "reduce<128u>"), "_Z6reduceILi128EEvPfi");
  EXPECT_EQ(matched(all, "_Z6reduceILi128EEvPfi"), "_Z6reduceILi128EEvPfi");
  EXPECT_EQ(matched(all, "reduce<128>(float*, int)"), "_Z6reduceILi128EEvPfi");
  EXPECT_EQ(matched(all, "ns::st"), "_ZN2ns2stEPi");
  EXPECT_EQ(matched(all, "st"), "_ZN2ns2stEPi");
  EXPECT_EQ(matched(all, "ec"), "ec");
  EXPECT_EQ(matched(all, "pair<float, 4>"), "_Z4pairIfLj4EEvPT_");
  EXPECT_EQ(matched(all, "pair<float,4>"), "_Z4pairIfLj4EEvPT_");
  EXPECT_EQ(matched(all, "pair"), "_Z4pairIfLj4EEvPT_");
}

TEST(KernelNames, WrongOnesGetTheList) {
  const auto all = kernels({"_Z6reduceILi256EEvPfi", "ec"});
  EXPECT_EQ(matched(all, "redcue"),
            "no kernel is named \"redcue\"; kernels in the file: reduce<256>(float*, int), ec");
  EXPECT_EQ(matched({}, "k"), "no kernel is named \"k\"; kernels in the file: none");
  EXPECT_EQ(matched(kernels({"_Z1kPf", "_Z1kPi"}), "k"),
            "\"k\" may mean several kernels: k(float*), k(int*)");
  EXPECT_EQ(matched(kernels({"_Z1kPf", "_Z1kPi"}), "k(int*)"), "_Z1kPi");
}

TEST(KernelNames, RequestedExpressionsComeFirst) {
  Compiled compiled;
  compiled.kernels = kernels({"_Z1kILb1EEvv", "_Z1kILb0EEvv"});
  compiled.lowered_names["k<true>"] = "_Z1kILb1EEvv";
  const auto found = find_kernel(compiled, "k<true>");
  ASSERT_TRUE(found.ok());
  EXPECT_EQ((*found)->mangled, "_Z1kILb1EEvv");
  EXPECT_FALSE(find_kernel(compiled, "k").ok());
}

TEST(KernelNames, OnlyExpressionsNeedTheCompiler) {
  EXPECT_TRUE(is_name_expression("reduce<256>"));
  EXPECT_TRUE(is_name_expression("&k"));
  EXPECT_FALSE(is_name_expression("ns::k"));
  EXPECT_FALSE(is_name_expression("_Z6reduceILi256EEvPfi"));
}

}  // namespace
}  // namespace lanescope::ports::toolchain
