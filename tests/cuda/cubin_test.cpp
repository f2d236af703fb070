#include "cuda/toolchain/cubin.hpp"

#include <random>
#include <regex>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "cuda/toolchain/process.hpp"
#include "ports/images/files.hpp"
#include "tests/cuda/support.hpp"

namespace lanescope::cuda::toolchain {
namespace {

using test::request_of;
using test::uncached_options;

// Static and dynamic shared memory, a stack frame, a recursive function, nothing at all, barriers
// by name and by a register.
constexpr const char* kSource = R"(
extern "C" __global__ void sh(float* a, int n) {
  __shared__ float s[100];
  __shared__ double q[3];
  s[threadIdx.x] = a[threadIdx.x];
  q[threadIdx.x % 3] = 1;
  __syncthreads();
  a[threadIdx.x] = s[99 - threadIdx.x] + q[1];
}
__device__ __noinline__ int rec(int n, int* p) {
  int b[20];
  for (int i = 0; i < 20; i++) b[i] = p[i];
  return n < 2 ? b[n] : rec(n - 1, b) + b[n];
}
extern "C" __global__ void st(int* p) {
  int a[10];
  for (int i = 0; i < 10; i++) a[i] = p[i];
  *p = rec(*p, a);
}
extern "C" __global__ void none(int* p) { *p = 2; }
extern "C" __global__ void named(int* p) { asm volatile("bar.sync 5, 32;"); *p = 2; }
extern "C" __global__ void chosen(int* p) { asm volatile("bar.sync %0, 32;" ::"r"(*p)); *p = 2; }
extern __shared__ int d[];
extern "C" __global__ void dyn(int* p) {
  d[threadIdx.x] = 2;
  __syncthreads();
  *p = d[*p];
}
)";

std::map<std::string, ports::toolchain::KernelResources> resources_of(
    const ports::toolchain::Compiled& compiled) {
  std::map<std::string, ports::toolchain::KernelResources> result;
  for (const ports::toolchain::KernelImage& kernel : compiled.kernels) {
    result[kernel.mangled] =
        kernel.resources.value_or(ports::toolchain::KernelResources{-1, -1, -1, -1, -1});
  }
  return result;
}

ports::toolchain::Compiled compile_for(const std::string& arch) {
  Compiler compiler(uncached_options());
  ports::toolchain::CompileRequest request = request_of(kSource);
  request.arch = arch;
  ports::toolchain::CompileResult result = compiler.compile(request);
  EXPECT_TRUE(result.ok()) << test::why(result);
  return result ? std::move(result).value() : ports::toolchain::Compiled{};
}

// What `ptxas -v` says while it makes a cubin from this PTX.
std::map<std::string, ports::toolchain::KernelResources> told_by_ptxas(
    const std::string& ptxas, const std::string& arch, const test::TemporaryDir& folder) {
  const ProcessOutput process = run_process(
      {ptxas, "-v", "-arch=" + arch, "-o", folder.file("k.cubin"), folder.file("k.ptx")});
  EXPECT_EQ(process.status, 0) << process.output;
  std::map<std::string, ports::toolchain::KernelResources> told;
  const std::regex used(R"(Used (\d+) registers[^\n]*)");
  const std::regex smem(R"((\d+) bytes smem)");
  const std::regex barriers(R"(used (\d+) barriers)");
  const std::regex frame(R"((\d+) bytes stack frame)");
  const std::regex name(R"(Compiling entry function '(\w+)')");
  std::string kernel;
  std::string stack;
  std::istringstream lines(process.output);
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (std::regex_search(line, match, name)) kernel = match[1], stack.clear();
    if (stack.empty() && std::regex_search(line, match, frame)) stack = match[1];
    if (!std::regex_search(line, match, used)) continue;
    ports::toolchain::KernelResources resources;
    resources.registers_per_thread = std::stoi(match[1]);
    if (std::regex_search(line, match, smem)) resources.static_shared_bytes = std::stoi(match[1]);
    if (std::regex_search(line, match, barriers)) resources.barriers = std::stoi(match[1]);
    resources.local_bytes = std::stoi(stack);
    told[kernel] = resources;
  }
  return told;
}

class CubinOf : public testing::TestWithParam<const char*> {};

TEST_P(CubinOf, AgreesWithWhatPtxasSays) {
  LANESCOPE_NEEDS_NVRTC();
  const std::string ptxas = find_toolchain().ptxas.path;
  if (ptxas.empty()) GTEST_SKIP() << "ptxas is not installed";
  const test::TemporaryDir folder;
  folder.write("k.ptx", compile_for(GetParam()).ptx);
  const auto told = told_by_ptxas(ptxas, GetParam(), folder);
  const std::string bytes = ports::images::read_file(folder.file("k.cubin")).value_or("");
  const auto read = read_cubin(std::as_bytes(std::span(bytes)));
  ASSERT_TRUE(read.ok()) << read.error().text();
  ASSERT_EQ(told.size(), 6U);
  for (const auto& [name, expected] : told) {
    SCOPED_TRACE(name);
    const auto found = read->find(name);
    ASSERT_NE(found, read->end());
    EXPECT_EQ(found->second.registers_per_thread, expected.registers_per_thread);
    EXPECT_EQ(found->second.static_shared_bytes, expected.static_shared_bytes);
    EXPECT_EQ(found->second.local_bytes, expected.local_bytes);
    EXPECT_EQ(found->second.barriers, expected.barriers);
  }
}

INSTANTIATE_TEST_SUITE_P(Architectures, CubinOf,
                         testing::Values("sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_90a",
                                         "sm_100", "sm_120"));

// From `ptxas -v` of CUDA 13.0.88 on the PTX of the same NVRTC; the bytes of constant bank 0 are
// 528 of sm_90's own and the parameters.
TEST(Cubin, OfNvrtcHoldsPtxasFigures) {
  LANESCOPE_NEEDS_NVRTC();
  const ports::toolchain::Compiled compiled = compile_for("sm_90");
  if (compiled.compiler != "NVRTC 13.0.88") GTEST_SKIP() << "goldens are for NVRTC 13.0.88";
  const auto found = resources_of(compiled);
  EXPECT_EQ(found.at("sh"), (ports::toolchain::KernelResources{16, 432, 0, 540, 1}));
  EXPECT_EQ(found.at("st"), (ports::toolchain::KernelResources{30, 0, 40, 536}));
  EXPECT_EQ(found.at("none"), (ports::toolchain::KernelResources{8, 0, 0, 536}));
  EXPECT_EQ(found.at("dyn"), (ports::toolchain::KernelResources{10, 0, 0, 536, 1}));
}

// The largest number that a kernel names, plus 1; all 16 where a register holds it.
TEST(Cubin, TellsTheBarriersOfABlock) {
  LANESCOPE_NEEDS_NVRTC();
  for (const char* arch : {"sm_75", "sm_90", "sm_120"}) {
    const auto found = resources_of(compile_for(arch));
    EXPECT_EQ(found.at("none").barriers, 0) << arch;
    EXPECT_EQ(found.at("sh").barriers, 1) << arch;
    EXPECT_EQ(found.at("named").barriers, 6) << arch;
    EXPECT_EQ(found.at("chosen").barriers, 16) << arch;
  }
}

TEST(Cubin, OtherFilesAreRefused) {
  EXPECT_FALSE(read_cubin({}).ok());
  std::ifstream file("/proc/self/exe", std::ios::binary);
  std::string bytes(4096, '\0');
  file.read(bytes.data(), 4096);
  const auto own = read_cubin(std::as_bytes(std::span(bytes)));
  EXPECT_FALSE(own.ok());
}

TEST(Cubin, TruncatedOnesNeverCrash) {
  LANESCOPE_NEEDS_NVRTC();
  const ports::toolchain::Compiled compiled = compile_for("sm_90");
  for (std::size_t size = 0; size < compiled.cubin.size(); size += 7) {
    static_cast<void>(read_cubin(std::span(compiled.cubin).first(size)));
  }
}

TEST(Cubin, DamagedOnesNeverCrash) {
  LANESCOPE_NEEDS_NVRTC();
  const ports::toolchain::Compiled compiled = compile_for("sm_90");
  ASSERT_GT(compiled.cubin.size(), 64U);
  std::mt19937 random(7);
  for (int round = 0; round < 5'000; ++round) {
    auto bytes = compiled.cubin;
    const bool header = round % 2 == 0;
    for (int hits = 0; hits < 4; ++hits) {
      bytes[random() % (header ? 64 : bytes.size())] = static_cast<std::byte>(random());
    }
    static_cast<void>(read_cubin(bytes));
  }
  // The section headers, where every offset and size stands.
  std::uint64_t headers = 0;
  std::memcpy(&headers, compiled.cubin.data() + 40, sizeof headers);
  ASSERT_LT(headers, compiled.cubin.size());
  for (int round = 0; round < 20'000; ++round) {
    auto bytes = compiled.cubin;
    const std::size_t at = headers + random() % (bytes.size() - headers);
    bytes[at] = static_cast<std::byte>(random());
    static_cast<void>(read_cubin(bytes));
  }
}

}  // namespace
}  // namespace lanescope::cuda::toolchain
