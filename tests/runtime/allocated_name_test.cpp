#include <gtest/gtest.h>

#include "runtime/memory.hpp"

namespace lanescope::runtime::test {
namespace {

TEST(AllocatedName, IsTheVariableOfTheFirstArgument) {
  EXPECT_EQ(allocated_name("  cudaMalloc(&d_in, n * sizeof(float));"), "d_in");
  EXPECT_EQ(allocated_name("CHECK(cudaMalloc((void**)&d_in, f(n, 2)));"), "d_in");
  EXPECT_EQ(allocated_name("cudaMalloc(reinterpret_cast<void**>(&d_in), n);"), "d_in");
  EXPECT_EQ(allocated_name("cudaMallocManaged(&s.list[2], 8);"), "s.list[2]");
  EXPECT_EQ(allocated_name("cudaHostAlloc((void **) & flag, 4, cudaHostAllocMapped);"), "flag");
  EXPECT_EQ(allocated_name("cudaMalloc(pointer, 4);"), "") << "whose variable it is can't be told";
  EXPECT_EQ(allocated_name("float* p = allocate(n);"), "");
  EXPECT_EQ(allocated_name("cudaMalloc("), "");
  EXPECT_EQ(allocated_name(""), "");
}

TEST(AllocatedName, SeveralOfALineComeInTurn) {
  const std::string line = "cudaMalloc(&a, n); cudaMalloc(&b, n);";
  EXPECT_EQ(allocated_name(line, 0), "a");
  EXPECT_EQ(allocated_name(line, 1), "b");
  EXPECT_EQ(allocated_name(line, 2), "a");
}

TEST(ElementBytes, AreThoseOfTheLinesSizeof) {
  EXPECT_EQ(element_bytes("cudaMalloc(&d, n * sizeof(double));", 80), 8U);
  EXPECT_EQ(element_bytes("cudaMalloc(&d, n * sizeof(char));", 80), 1U);
  EXPECT_EQ(element_bytes("cudaMalloc(&d, bytes);", 80), 4U);
  EXPECT_EQ(element_bytes("cudaMalloc(&d, n * sizeof(double));", 81), 1U);
}

}  // namespace
}  // namespace lanescope::runtime::test
