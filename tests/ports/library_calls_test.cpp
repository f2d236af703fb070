#include "ports/toolchain/library_calls.hpp"

#include <gtest/gtest.h>

namespace lanescope::ports::toolchain {
namespace {

TEST(LibraryCalls, FirstCallOfEachClosedLibraryIsFound) {
  const auto calls = library_calls(
      "// cublasCreate(&h);\n"
      "const char* s = \"cufftExecC2C(\";\n"
      "  CHECK(cublasCreate(&handle));\n"
      "  cublasSgemm (handle);\n"
      "  curandGenerateUniform(g, data, n);\n",
      "main.cu");
  ASSERT_EQ(calls.size(), 2U);
  EXPECT_EQ(calls[0].function, "cublasCreate");
  EXPECT_EQ(calls[0].library, "cuBLAS");
  EXPECT_EQ(calls[0].line, 3);
  EXPECT_EQ(calls[1].function, "curandGenerateUniform");
  EXPECT_EQ(calls[1].option, "-lcurand");
}

TEST(LibraryCalls, HeadersAreNone) {
  EXPECT_TRUE(library_calls("curand_init(7, i, 0, &state); curand_uniform(&state);\n"
                            "auto* s = curandState(4); cub::DeviceReduce::Sum(p, b, in, out, n);\n"
                            "thrust::sort(a, b); cublas(1); curandState_t states[4];\n",
                            "main.cu")
                  .empty());
}

TEST(LibraryCalls, ExecutablesNameWhatTheyLoad) {
  const auto loaded = loaded_libraries(
      "\x7f"
      "ELF libcudart.so.13 libcublas.so.13",
      "a.out");
  ASSERT_EQ(loaded.size(), 1U);
  EXPECT_EQ(closed_libraries(loaded, {"a.out"}).text(),
            "a.out: it loads cuBLAS, which is machine code for NVIDIA's GPUs alone, so that the "
            "model cannot run it. On a machine with a GPU: run a.out there as it is. What comes as "
            "headers runs here: Thrust, CUB, and cuRAND within kernels (curand_kernel.h)");
}

TEST(LibraryCalls, TheRemedyLinksAllOfThem) {
  const Error error =
      closed_libraries(library_calls("curandCreateGenerator(&g, t);\ncublasCreate(&h);\n", "m.cu"),
                       {"m.cu", "n.cu"});
  EXPECT_EQ(error.code, Error::Code::Missing);
  EXPECT_EQ(error.place, "m.cu:1");
  EXPECT_NE(error.message.find("nvcc m.cu n.cu -lcurand -lcublas && ./a.out"), std::string::npos)
      << error.message;
}

}  // namespace
}  // namespace lanescope::ports::toolchain
