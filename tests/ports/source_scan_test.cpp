#include "ports/toolchain/source_scan.hpp"

#include <gtest/gtest.h>

namespace lanescope::ports::toolchain {
namespace {

std::string host_code_in(std::string_view source) {
  return scan_source(source).host_code.value_or("none");
}

TEST(SourceScan, FindsHostCode) {
  EXPECT_EQ(host_code_in("__global__ void k();\nint main() { return 0; }"),
            "line 2 defines main()");
  EXPECT_EQ(host_code_in("void go() {\n  k<<<1, 2>>>(p);\n}"),
            "line 2 launches a kernel with <<<…>>>");
  EXPECT_EQ(host_code_in("\n\nvoid f() { cudaMalloc(&p, 4); }"), "line 3 calls cudaMalloc()");
}

TEST(SourceScan, IsNotFooledByTextOrShifts) {
  EXPECT_EQ(host_code_in("// int main() { k<<<1,2>>>(); }\n__global__ void k(){}"), "none");
  EXPECT_EQ(host_code_in("/* k<<<1,2>>>() \n int main() */"), "none");
  EXPECT_EQ(host_code_in("const char* s = \"k<<<1,2>>> int main()\";"), "none");
  EXPECT_EQ(host_code_in("auto s = R\"x(\nint main() )\" <<< )x\";"), "none");
  EXPECT_EQ(host_code_in("__device__ int domain(int main) { return main << 3; }"), "none");
  EXPECT_EQ(host_code_in("#define LAUNCH k<<<1,2>>>() \\\n int main()\n"), "none");
  EXPECT_EQ(host_code_in("int x = 1'000; // '\n__global__ void k(){}"), "none");
}

// What stands in a function for the GPU is the GPU's, and needs its runtime.
TEST(SourceScan, TellsKernelsLaunchesFromTheHosts) {
  for (const char* device :
       {"__global__ void k() { if (a) { b(); } c<<<1, 2>>>(); }",
        "template <int B>\n__device__ void f(int* p) { c<B><<<1, 2, 0, s>>>(p); }",
        "__global__ void k(int* e) { *e = cudaGetLastError(); }"}) {
    EXPECT_EQ(host_code_in(device), "none") << device;
    EXPECT_TRUE(scan_source(device).device_runtime) << device;
  }
  for (const char* host : {"__global__ void k() { c(); }\nvoid f() { k<<<1, 2>>>(); }",
                           "__device__ int x;\nvoid f() { k<<<1, 2>>>(); }",
                           "__device__ int t[2] = {1, 2};\nvoid f() { k<<<1, 2>>>(); }",
                           "__global__ void k();\nvoid f() { k<<<1, 2>>>(); }"}) {
    EXPECT_EQ(host_code_in(host), "line 2 launches a kernel with <<<…>>>") << host;
    EXPECT_FALSE(scan_source(host).device_runtime) << host;
  }
  const auto both =
      scan_source("__global__ void k() { c<<<1, 2>>>(); }\nvoid f() { k<<<1, 2>>>(); }");
  EXPECT_TRUE(both.device_runtime);
  EXPECT_EQ(both.host_code, "line 2 launches a kernel with <<<…>>>");
}

TEST(SourceScan, ListsKernels) {
  const auto scan = scan_source(
      "extern \"C\" __global__ void plain(int* p) {}\n"
      "template <int B>\n"
      "__global__ void __launch_bounds__(256) reduce(float* a) {}\n"
      "__global__ __launch_bounds__(128, 2) void bounded(int* p);\n"
      "__global__ __launch_bounds__(128, 2) void bounded(int* p) {}\n"
      "static __global__ void quiet() {}\n"
      "template __global__ void reduce<4>(float*);\n"
      "// __global__ void commented() {}\n");
  ASSERT_EQ(scan.kernels.size(), 4U);
  EXPECT_EQ(list_scanned(scan.kernels), "plain, reduce<…>, bounded, quiet");
  EXPECT_EQ(scan.kernels[1].line, 3);
  EXPECT_EQ(list_scanned({}), "none");
}

TEST(SourceScan, ListsIncludes) {
  const auto includes = scan_includes(
      "#include <vector>\n"
      "  #  include \"a/b.cuh\" // why\n"
      "// #include \"not.h\"\n"
      "#include HEADER\n"
      "const char* s = \"#include <no>\";\n"
      "#include <unfinished\n");
  ASSERT_EQ(includes.size(), 3U);
  EXPECT_EQ(includes[0].name, "vector");
  EXPECT_FALSE(includes[0].quoted);
  EXPECT_EQ(includes[1].name, "a/b.cuh");
  EXPECT_TRUE(includes[1].quoted);
  EXPECT_EQ(includes[2].name, "HEADER");
  EXPECT_TRUE(includes[2].computed);
}

TEST(SourceScan, ReadsAnyBytes) {
  for (const std::string_view odd :
       {"", "\"", "'", "/*", "R\"", "R\"x(", "#", "#include", "\\", "__global__", "__global__ (",
        "template", "<<<", "main", "int main"}) {
    static_cast<void>(scan_source(odd));
  }
  std::string all;
  for (int c = 0; c < 256; ++c) all += static_cast<char>(c);
  static_cast<void>(scan_source(all + all));
}

}  // namespace
}  // namespace lanescope::ports::toolchain
