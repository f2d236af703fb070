#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include "ports/toolchain/ptx_text.hpp"
#include "tests/cuda/support.hpp"

// NVRTC, really run, through the worker.
namespace lanescope::cuda::toolchain {
namespace {

using test::request_of;
using test::TemporaryDir;
using test::uncached_options;
using test::why;

constexpr const char* kKernels = R"(template <int B>
__global__ void reduce(float* a) {
  __shared__ float s[B];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[B - 1 - threadIdx.x];
}
__global__ void plain(int* p) { *p = 1; }
__global__ void twice(int* p) { *p = 1; }
__global__ void twice(float* p) { *p = 1; }
namespace ns {
static __global__ void quiet(int* p) { *p = 2; }
}
extern "C" __global__ void c_name(int* p) { *p = 3; }
)";

class Compile : public testing::Test {
 protected:
  void SetUp() override { LANESCOPE_NEEDS_NVRTC(); }
  ports::toolchain::CompileResult run(const ports::toolchain::CompileRequest& request) {
    return compiler_.compile(request);
  }
  ports::toolchain::CompileResult run(const std::string& source,
                                      std::vector<std::string> kernels = {}) {
    return run(request_of(source, std::move(kernels)));
  }
  std::string found(const ports::toolchain::CompileResult& result, const std::string& name) {
    const auto kernel = ports::toolchain::find_kernel(result.value(), name);
    return kernel ? (*kernel)->mangled : kernel.error().message;
  }

  Compiler compiler_{uncached_options()};
};

TEST_F(Compile, GivesPtxCubinAndFigures) {
  const ports::toolchain::CompileResult result =
      run("extern \"C\" __global__ void k(int* p) { *p = 1; }\n");
  ASSERT_TRUE(result.ok()) << why(result);
  EXPECT_TRUE(result->compiler.starts_with("NVRTC 1")) << result->compiler;
  EXPECT_NE(result->ptx.find(".target sm_90"), std::string::npos);
  EXPECT_NE(result->ptx.find(".loc"), std::string::npos);
  EXPECT_FALSE(result->cubin.empty());
  EXPECT_FALSE(result->from_cache);
  ASSERT_EQ(result->kernels.size(), 1U);
  ASSERT_TRUE(result->kernels[0].resources.has_value());
  EXPECT_GT(result->kernels[0].resources->registers_per_thread, 0);
}

constexpr const char* kNested =
    "__global__ void child(int* p) { p[blockIdx.x] = 1; }\n"
    "__global__ void parent(int* p) { child<<<16, 1>>>(p); }\n";

// Kernels that launch kernels: the calls stand in the PTX, and the machine code is linked.
TEST_F(Compile, KernelsMayLaunchKernels) {
  const Toolchain tools = find_toolchain();
  if (!tools.cudadevrt.found()) GTEST_SKIP() << tools.cudadevrt.remedy;
  if (!tools.nvjitlink.found()) GTEST_SKIP() << tools.nvjitlink.remedy;
  const ports::toolchain::CompileResult result = run(kNested);
  ASSERT_TRUE(result.ok()) << why(result);
  EXPECT_NE(result->ptx.find("__cudaCDP2LaunchDeviceV2"), std::string::npos);
  EXPECT_FALSE(result->cubin.empty());
  EXPECT_TRUE(result->warnings.empty());
  ASSERT_EQ(result->kernels.size(), 2U);
  for (const ports::toolchain::KernelImage& kernel : result->kernels)
    EXPECT_TRUE(kernel.resources.has_value()) << kernel.plain_name;
}

TEST_F(Compile, WithoutTheDevicesRuntimeThereIsNoMachineCodeOfThem) {
  const Toolchain tools = find_toolchain();
  const TemporaryDir folder;
  std::filesystem::create_directory(folder.file("lib"));
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(tools.nvrtc.path).parent_path())) {
    if (entry.path().filename().string().starts_with("libnv"))
      std::filesystem::create_symlink(entry.path(),
                                      folder.file("lib") + "/" + entry.path().filename().string());
  }
  auto options = uncached_options();
  options.search = {{folder.path()}, true};
  Compiler compiler(options);
  const ports::toolchain::CompileResult result = compiler.compile(request_of(kNested));
  ASSERT_TRUE(result.ok()) << why(result);
  EXPECT_TRUE(result->cubin.empty());
  ASSERT_EQ(result->warnings.size(), 1U);
  EXPECT_NE(result->warnings[0].message.find("lanescope fetch nvcc"), std::string::npos)
      << result->warnings[0].message;
}

// Kernels cannot wait for their children (CUDA 12 and later, sm_90).
TEST_F(Compile, KernelsCannotWaitForKernels) {
  const ports::toolchain::CompileResult result =
      run("__global__ void child() {}\n"
          "__global__ void parent() {\n  child<<<1, 1>>>();\n  cudaDeviceSynchronize();\n}\n");
  ASSERT_FALSE(result.ok());
  EXPECT_NE(result.error().text().find("k.cu:4"), std::string::npos) << result.error().text();
  EXPECT_NE(result.error().text().find("cudaDeviceSynchronize"), std::string::npos);
}

TEST_F(Compile, FindsKernelsByEveryName) {
  const ports::toolchain::CompileResult result =
      run(kKernels, {"reduce<256>", "reduce<64>", "plain", "ns::quiet", "c_name", "_Z5plainPi"});
  ASSERT_TRUE(result.ok()) << why(result);
  EXPECT_EQ(found(result, "reduce<256>"), "_Z6reduceILi256EEvPf");
  EXPECT_EQ(found(result, "reduce<64>"), "_Z6reduceILi64EEvPf");
  EXPECT_EQ(found(result, "plain"), "_Z5plainPi");
  EXPECT_EQ(found(result, "_Z5plainPi"), "_Z5plainPi");
  EXPECT_EQ(found(result, "ns::quiet"), "_ZN2ns5quietEPi");
  EXPECT_EQ(found(result, "quiet"), "_ZN2ns5quietEPi");
  EXPECT_EQ(found(result, "c_name"), "c_name");
}

TEST_F(Compile, UnderstandsNameExpressions) {
  const ports::toolchain::CompileResult result = run(
      "enum Op { Add, Max };\n"
      "template <typename T, Op op = Add, bool fast = false> __global__ void k(T* p) { *p = op; }",
      {"k<float>", "k<int, Max>", "k<double,Max,true>"});
  ASSERT_TRUE(result.ok()) << why(result);
  EXPECT_EQ(result->kernels.size(), 3U);
  for (const char* name : {"k<float>", "k<int, Max>", "k<double,Max,true>"}) {
    EXPECT_TRUE(ports::toolchain::find_kernel(result.value(), name).ok()) << name;
  }
}

TEST_F(Compile, WrongNamesGetTheList) {
  for (const char* name : {"redcue", "redcue<3>", "plain<3>", "redcue< 1, float >"}) {
    const ports::toolchain::CompileResult result = run(kKernels, {"reduce<8>", name});
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().code, Error::Code::BadInput);
    EXPECT_EQ(result.error().text(),
              std::string("k.cu: no kernel is named \"") + name +
                  "\"; kernels in the file: reduce<…>, plain, twice, quiet, c_name");
  }
}

TEST_F(Compile, TemplateWithoutArgumentsIsExplained) {
  const ports::toolchain::CompileResult result = run(kKernels, {"reduce"});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().message,
            "kernel reduce is a template: name an instantiation, such as \"reduce<256>\"");
}

TEST_F(Compile, OverloadedNameIsAmbiguous) {
  const ports::toolchain::CompileResult result = run(kKernels, {"twice"});
  ASSERT_TRUE(result.ok()) << why(result);
  EXPECT_NE(found(result, "twice").find("may mean several kernels"), std::string::npos);
  EXPECT_EQ(found(result, "twice(float*)"), "_Z5twicePf");
}

TEST_F(Compile, ErrorsNameFileLineAndColumn) {
  const ports::toolchain::CompileResult result =
      run("__global__ void k(int* p) {\n"
          "  int y = zz;\n"
          "  *p = y\n"
          "}\n");
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, Error::Code::BadInput);
  EXPECT_EQ(result.error().text(), "k.cu:2:11: identifier \"zz\" is undefined");
  ASSERT_GE(result.failure().diagnostics.size(), 2U);
  EXPECT_EQ(result.failure().diagnostics[1].line, 4);
}

TEST_F(Compile, SourceErrorsComeBeforeNameErrors) {
  const ports::toolchain::CompileResult result =
      run("__global__ void k(int* p) { *p = zz; }\n", {"nosuch<3>"});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().message, "identifier \"zz\" is undefined");
}

TEST_F(Compile, WarningsAreKept) {
  const ports::toolchain::CompileResult result =
      run("__global__ void k(int* p) {\n  int unused;\n  *p = 1;\n}\n");
  ASSERT_TRUE(result.ok()) << why(result);
  ASSERT_EQ(result->warnings.size(), 1U);
  EXPECT_EQ(result->warnings[0].severity, ports::toolchain::Diagnostic::Severity::Warning);
  EXPECT_EQ(result->warnings[0].place(), "k.cu:2:7");
}

TEST_F(Compile, InlineAssemblyErrorsAreFoundInTheSource) {
  const ports::toolchain::CompileResult result =
      run("__global__ void k(int* p) {\n"
          "  p[1] = 3;\n"
          "  asm volatile(\"foo.bar;\");\n"
          "  *p = 1;\n"
          "}\n");
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.failure().diagnostics[0].file, "k.cu");
  EXPECT_EQ(result.failure().diagnostics[0].line, 3);
}

TEST_F(Compile, FileNamesStayAsGiven) {
  TemporaryDir folder;
  folder.write("inc/deep/h.cuh", "__device__ int twice(int x) {\n  return 2 * x;\n}\n");
  ports::toolchain::CompileRequest request =
      request_of("#include \"deep/h.cuh\"\n__global__ void k(int* p) { *p = twice(*p); }\n");
  request.file_name = "some folder/my kernel.cu";
  request.include_dirs = {folder.file("inc")};
  const ports::toolchain::CompileResult result = run(request);
  ASSERT_TRUE(result.ok()) << why(result);
  EXPECT_NE(result->ptx.find("\"some folder/my kernel.cu\""), std::string::npos);
  EXPECT_NE(result->ptx.find("\"" + folder.file("inc/deep/h.cuh") + "\""), std::string::npos);
}

TEST_F(Compile, QuotedIncludesAreFoundBesideTheFile) {
  TemporaryDir folder;
  folder.write("h.cuh", "#define VALUE 41\n");
  ports::toolchain::CompileRequest request =
      request_of("#include \"h.cuh\"\nextern \"C\" __global__ void k(int* p) { *p = VALUE; }\n");
  request.file_name = folder.file("k.cu");
  const ports::toolchain::CompileResult result = run(request);
  ASSERT_TRUE(result.ok()) << why(result);
  EXPECT_NE(result->ptx.find("41"), std::string::npos);
}

TEST_F(Compile, DefinesReachTheSource) {
  ports::toolchain::CompileRequest request =
      request_of("__global__ void k(int* p) { *p = R + FLAG; }\n");
  request.defines = {"R=4100", "FLAG"};
  const ports::toolchain::CompileResult result = run(request);
  ASSERT_TRUE(result.ok()) << why(result);
  EXPECT_NE(result->ptx.find("4101"), std::string::npos);
  request.defines = {"A B"};
  EXPECT_EQ(run(request).error().message, "\"A B\" is not NAME or NAME=VALUE of a macro");
  request.defines = {"3D=1"};
  EXPECT_FALSE(run(request).ok());
}

TEST_F(Compile, ArchitectureIsChecked) {
  ports::toolchain::CompileRequest request = request_of("__global__ void k() {}\n");
  request.arch = "hopper";
  EXPECT_EQ(run(request).error().message,
            "\"hopper\" is not an architecture; they are named like sm_90");
  request.arch = "sm_10";
  const ports::toolchain::CompileResult old = run(request);
  ASSERT_FALSE(old.ok());
  EXPECT_NE(old.error().message.find("does not compile for sm_10; it knows sm_75"),
            std::string::npos)
      << old.error().message;
  request.arch = "sm_75";
  const ports::toolchain::CompileResult turing = run(request);
  ASSERT_TRUE(turing.ok()) << why(turing);
  EXPECT_EQ(ports::toolchain::ptx_target(turing->ptx), "sm_75");
}

TEST_F(Compile, HeadersOfHabitAreThere) {
  const ports::toolchain::CompileResult result = run(R"(#include <cuda_runtime.h>
#include <device_launch_parameters.h>
#include <stdio.h>
#include <cstdio>
#include <cstdint>
#include <cmath>
#include <math.h>
#include <assert.h>
#include <climits>
#include <cfloat>
#include <string.h>
#include <iostream>
#include <cuda_fp16.h>
__global__ void k(float* p, uint32_t n, std::int64_t m) {
  assert(n > 0);
  if (n == UINT32_MAX || m > LLONG_MAX) printf("%u", n);
  p[0] = std::sqrt(p[1]) + fabsf(p[2]) + FLT_MAX + INFINITY + NAN + INT_MAX + M_PI;
  p[1] = __half2float(__float2half(p[1])) + CHAR_BIT + DBL_EPSILON + std::isnan(p[2]);
  memset(p + 3, 0, 8);
}
)");
  ASSERT_TRUE(result.ok()) << why(result);
  EXPECT_TRUE(result->compiler.starts_with("NVRTC")) << result->compiler;
  EXPECT_TRUE(result->warnings.empty());
}

TEST_F(Compile, StandardTemplatesWorkInDeviceCode) {
  const ports::toolchain::CompileResult result = run(R"(#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>
using namespace std;
template <typename T>
__global__ void k(T* p, unsigned n) {
  static_assert(std::is_same<T, int>::value, "T");
  std::array<int, 2> a{1, 2};
  p[0] = std::numeric_limits<T>::max() + std::max(p[1], p[2]) + max(p[3], a[1]) + min(n, 3u);
  std::swap(p[1], p[2]);
  p[3] = std::get<0>(std::make_tuple(p[4])) + std::plus<int>()(1, 2);
}
)",
                                                     {"k<int>"});
  ASSERT_TRUE(result.ok()) << why(result);
  EXPECT_TRUE(result->compiler.starts_with("NVRTC")) << result->compiler;
}

TEST_F(Compile, ByteOrderMarkAndCarriageReturnsAreRead) {
  const ports::toolchain::CompileResult result =
      run("\xef\xbb\xbf__global__ void k(int* p) {\r\n  *p = 1;\r\n}\r\n");
  EXPECT_TRUE(result.ok()) << why(result);
  const ports::toolchain::CompileResult broken =
      run("\xef\xbb\xbf__global__ void k(int* p) {\r\n  *p = q;\r\n}\r\n");
  ASSERT_FALSE(broken.ok());
  EXPECT_EQ(broken.error().place, "k.cu:2:8");
}

TEST_F(Compile, IntegerTypesNeedNoHeader) {
  const ports::toolchain::CompileResult result =
      run("__global__ void k(uint8_t* a, int64_t b, size_t c, uint d, ushort e) { *a = b + c + d + "
          "e; }\n");
  EXPECT_TRUE(result.ok()) << why(result);
}

TEST_F(Compile, IntegersOf128BitsAreThereAsWithNvcc) {
  const ports::toolchain::CompileResult result =
      run("__global__ void k(unsigned long long* out) {"
          " out[1] = (unsigned __int128)out[0] * out[0] >> 64; }\n");
  EXPECT_TRUE(result.ok()) << why(result);
}

TEST_F(Compile, CooperativeGroupsWorkColdAndWarm) {
  const std::string source = R"(#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
extern "C" __global__ void k(int* p) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  p[threadIdx.x] = cg::reduce(tile, p[threadIdx.x], cg::plus<int>());
}
)";
  const ports::toolchain::CompileResult cold = run(source);
  ASSERT_TRUE(cold.ok()) << why(cold);
  // The second and third use precompiled headers; they must not change what comes out.
  const ports::toolchain::CompileResult second = run(source);
  ASSERT_TRUE(second.ok()) << why(second);
  const ports::toolchain::CompileResult third = run(source);
  ASSERT_TRUE(third.ok()) << why(third);
  EXPECT_EQ(cold->ptx, second->ptx);
  EXPECT_EQ(cold->ptx, third->ptx);
  EXPECT_EQ(cold->kernels, third->kernels);
  EXPECT_TRUE(third->warnings.empty());
  const ports::toolchain::CompileResult edited = run(source + "__global__ void broken() { zz; }\n");
  ASSERT_FALSE(edited.ok());
  EXPECT_EQ(edited.error().place, "k.cu:8:28");
}

TEST_F(Compile, RandomNumbersWorkColdAndWarm) {
  const std::string source = R"(#include <curand_kernel.h>
extern "C" __global__ void k(float* p) {
  curandState state;
  curand_init(7, threadIdx.x, 0, &state);
  p[threadIdx.x] = curand_uniform(&state);
}
)";
  const ports::toolchain::CompileResult cold = run(source);
  if (!cold.ok() && why(cold).find("lanescope fetch curand") != std::string::npos)
    GTEST_SKIP() << why(cold);
  ASSERT_TRUE(cold.ok()) << why(cold);
  for (int warm = 0; warm < 2; ++warm) {
    const ports::toolchain::CompileResult again = run(source);
    ASSERT_TRUE(again.ok()) << why(again);
    EXPECT_EQ(cold->ptx, again->ptx);
  }
}

TEST_F(Compile, SameSourceGivesSamePtx) {
  const ports::toolchain::CompileResult one = run(kKernels, {"reduce<32>"});
  Compiler other(uncached_options());
  const ports::toolchain::CompileResult two = other.compile(request_of(kKernels, {"reduce<32>"}));
  ASSERT_TRUE(one.ok() && two.ok());
  EXPECT_EQ(one->ptx, two->ptx);
  EXPECT_EQ(one->cubin, two->cubin);
}

TEST_F(Compile, EmptyAndOddSourcesAreNoTrouble) {
  const ports::toolchain::CompileResult empty = run("");
  ASSERT_TRUE(empty.ok()) << why(empty);
  EXPECT_TRUE(empty->kernels.empty());
  EXPECT_FALSE(run("", {"k"}).ok());
  EXPECT_FALSE(run(std::string("\x01\xff\xfe{{{\0", 7)).ok());
  EXPECT_FALSE(run("#error stop\n").ok());
}

TEST_F(Compile, MemoryLimitLeavesRoomForTheCompiler) {
  auto options = uncached_options();
  options.memory_bytes = std::uint64_t{2} << 30U;
  Compiler compiler(options);
  const ports::toolchain::CompileResult result = compiler.compile(request_of(kKernels));
  EXPECT_TRUE(result.ok()) << why(result);
}

TEST(CompileWithoutNvrtc, SaysHowToGetIt) {
  const TemporaryDir nothing;
  auto options = uncached_options();
  options.search = {{nothing.path()}, true};
  Compiler compiler(options);
  const ports::toolchain::CompileResult result =
      compiler.compile(request_of("__global__ void k() {}\n"));
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, Error::Code::Missing);
  EXPECT_NE(result.error().message.find("lanescope fetch nvrtc"), std::string::npos);
}

TEST(CompileWithoutNvrtc, SaysThatALibraryIsNone) {
  const TemporaryDir folder;
  folder.write("lib/libnvrtc.so.13", "this is no library");
  auto options = uncached_options();
  options.search = {{folder.path()}, true};
  Compiler compiler(options);
  const ports::toolchain::CompileResult result =
      compiler.compile(request_of("__global__ void k() {}\n"));
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, Error::Code::Missing);
  EXPECT_NE(result.error().message.find("libnvrtc.so.13"), std::string::npos);
}

}  // namespace
}  // namespace lanescope::cuda::toolchain
