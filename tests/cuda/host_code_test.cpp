#include <gtest/gtest.h>

#include "tests/cuda/support.hpp"

// Whole programs, as people paste them.
namespace lanescope::cuda::toolchain {
namespace {

using test::request_of;
using test::uncached_options;
using test::why;

constexpr const char* kProgram = R"(#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

template <int B>
__global__ void reduce(float* a) {
  __shared__ float s[B];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[B - 1 - threadIdx.x];
}
namespace {
__global__ void hidden(int* p) { *p = 3; }
}
static __global__ void quiet(int* p) { *p = 4; }
__global__ void saxpy(int n, float a, const float* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

int main() {
  std::vector<float> v(128);
  float* d;
  cudaMalloc(&d, 512);
  reduce<128><<<1, 128>>>(d);
  hidden<<<1, 1>>>(nullptr);
  saxpy<<<1, 1>>>(1, 2.0f, d, d);
  std::printf("%f\n", v[0]);
}
)";

class HostCode : public testing::Test {
 protected:
  void SetUp() override {
    const Toolchain toolchain = find_toolchain();
    if (!toolchain.nvcc.found()) GTEST_SKIP() << "nvcc: " << toolchain.nvcc.remedy;
    if (!toolchain.host_compiler.found()) GTEST_SKIP() << toolchain.host_compiler.remedy;
  }
  ports::toolchain::CompileResult run(std::vector<std::string> kernels) {
    return compiler_.compile(request_of(kProgram, std::move(kernels)));
  }

  Compiler compiler_{uncached_options()};
};

TEST_F(HostCode, KernelsAreFoundAndCompiled) {
  const ports::toolchain::CompileResult result = run({"saxpy", "hidden"});
  ASSERT_TRUE(result.ok()) << why(result);
  EXPECT_TRUE(result->compiler.starts_with("nvcc ")) << result->compiler;
  EXPECT_FALSE(result->cubin.empty());
  for (const char* name : {"saxpy", "hidden", "reduce<128>", "reduce"}) {
    const auto kernel = ports::toolchain::find_kernel(result.value(), name);
    ASSERT_TRUE(kernel.ok()) << kernel.error().message;
    ASSERT_TRUE((*kernel)->resources.has_value());
    EXPECT_GT((*kernel)->resources->registers_per_thread, 0);
  }
  const auto reduce = ports::toolchain::find_kernel(result.value(), "reduce<128>");
  EXPECT_EQ((*reduce)->resources->static_shared_bytes, 512);
}

TEST_F(HostCode, PtxAloneIsTheSame) {
  const ports::toolchain::CompileResult whole = run({"saxpy"});
  ports::toolchain::CompileRequest request = request_of(kProgram, {"saxpy"});
  request.machine_code = false;
  const ports::toolchain::CompileResult ptx = compiler_.compile(request);
  ASSERT_TRUE(whole.ok() && ptx.ok()) << why(whole) << why(ptx);
  EXPECT_TRUE(ptx->cubin.empty());
  EXPECT_EQ(ptx->ptx, whole->ptx);
}

TEST_F(HostCode, WantedInstancesAreAdded) {
  const ports::toolchain::CompileResult result = run({"reduce<256>", "reduce<64u>", "quiet"});
  ASSERT_TRUE(result.ok()) << why(result);
  EXPECT_TRUE(ports::toolchain::find_kernel(result.value(), "reduce<256>").ok());
  EXPECT_TRUE(ports::toolchain::find_kernel(result.value(), "reduce<64u>").ok());
  EXPECT_TRUE(ports::toolchain::find_kernel(result.value(), "quiet").ok());
}

TEST_F(HostCode, LinesAreThoseOfTheFile) {
  const ports::toolchain::CompileResult result = run({});
  ASSERT_TRUE(result.ok()) << why(result);
  EXPECT_NE(result->ptx.find("\"k.cu\""), std::string::npos);
  EXPECT_EQ(result->ptx.find("program.cu\""), std::string::npos);
  EXPECT_NE(result->ptx.find(".loc\t1 18 "), std::string::npos);
}

TEST_F(HostCode, ErrorsNameTheLineOfTheFile) {
  std::string source = kProgram;
  source.replace(source.find("a * x[i]"), 8, "a * q[i]");
  const ports::toolchain::CompileResult result = compiler_.compile(request_of(source));
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().place, "k.cu:18:25");
  const ports::toolchain::CompileResult absent =
      compiler_.compile(request_of("#include \"absent.h\"\nint main(){}"));
  ASSERT_FALSE(absent.ok());
  EXPECT_EQ(absent.error().place, "k.cu:1:10");
}

TEST_F(HostCode, WrongNamesGetTheList) {
  for (const char* name : {"nosuch", "nosuch<4>"}) {
    const ports::toolchain::CompileResult result = run({name});
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().message,
              std::string("no kernel is named \"") + name +
                  "\"; kernels in the file: reduce<…>, hidden, quiet, saxpy");
  }
}

TEST_F(HostCode, IsRecognisedByWhatNvrtcRefuses) {
  const ports::toolchain::CompileResult result =
      compiler_.compile(request_of("#include <vector>\n"
                                   "__global__ void k(int* p) { *p = 1; }\n"
                                   "void fill(std::vector<int>& v) { v.push_back(1); }\n"));
  ASSERT_TRUE(result.ok()) << why(result);
  EXPECT_TRUE(result->compiler.starts_with("nvcc ")) << result->compiler;
}

TEST(HostCodeWithoutNvcc, SaysHowToGetIt) {
  LANESCOPE_NEEDS_NVRTC();
  const test::TemporaryDir folder;
  const std::string nvrtc = find_toolchain().nvrtc.path;
  std::filesystem::create_directories(folder.file("bin"));
  auto options = uncached_options();
  options.search = {{std::filesystem::path(nvrtc).parent_path().string()}, true};
  Compiler compiler(options);
  ASSERT_TRUE(compiler.toolchain().nvrtc.found());
  const ports::toolchain::CompileResult result = compiler.compile(request_of(kProgram));
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, Error::Code::Missing);
  EXPECT_NE(result.error().message.find("line 21 defines main()"), std::string::npos)
      << result.error().message;
  EXPECT_NE(result.error().message.find("lanescope fetch nvcc"), std::string::npos);
}

}  // namespace
}  // namespace lanescope::cuda::toolchain
