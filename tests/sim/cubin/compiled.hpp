#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/cubin/code.hpp"
#include "sim/cubin/elf.hpp"
#include "tests/cuda/support.hpp"

namespace lanescope::cubin::test {

// Something of everything that a cubin can hold.
inline constexpr const char* kSource = R"(
__device__ int zeroed[10];
__device__ int numbers[4] = {1, 2, 3, 4};
__device__ int* pointer = numbers + 2;
__managed__ int managed = 5;
__constant__ float table[64];
__constant__ int few[3] = {7, 8, 9};
__constant__ int* to_numbers = numbers;
__device__ int triple(int x) { return x * 3 + few[x & 1]; }
__device__ int mix(int x) { return x ^ zeroed[x & 7]; }
typedef int (*Function)(int);
__device__ Function functions[2] = {triple, mix};
__device__ __noinline__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

extern "C" __global__ void divide(double* a, double b) { a[threadIdx.x] = a[threadIdx.x] / b; }
extern "C" __global__ void globals(int* out) {
  out[threadIdx.x] = zeroed[threadIdx.x] + numbers[threadIdx.x & 3] + *pointer + *to_numbers + managed;
  zeroed[threadIdx.x] = 3;
  pointer = out;
}
extern "C" __global__ void constants(float* out) { out[threadIdx.x] = table[threadIdx.x] * few[2]; }
extern "C" __global__ void recursion(int* out, int n) { out[threadIdx.x] = fib(n); }
extern "C" __global__ void indirect(int* out, int n) {
  out[threadIdx.x] = functions[n](out[threadIdx.x]);
}
extern "C" __global__ void calls(int* out, int n) {
  printf("%d\n", n);
  int* p = (int*)malloc(64);
  p[0] = n;
  out[1] = p[out[0]];
  free(p);
}
extern __shared__ int dynamic[];
extern "C" __global__ void shared(int* out) {
  __shared__ int s[100];
  s[threadIdx.x] = out[threadIdx.x];
  dynamic[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[99 - threadIdx.x] + dynamic[threadIdx.x ^ 1];
}
extern "C" __global__ void choose(int* out, int n) {
  int v = out[threadIdx.x];
  switch (n) {
    case 0: v = v * 3; break;
    case 1: v = v / 7; break;
    case 2: out[5] = v; break;
    case 3: v = __popc(v); break;
    case 4: v = __clz(v); break;
    case 5: v = v ^ out[7]; break;
    case 6: atomicAdd(out + 3, v); break;
    case 7: __syncthreads(); v = out[9]; break;
  }
  out[threadIdx.x] = v;
}
struct Big { int x[20]; };
extern "C" __global__ void many(char c, short s, Big b, double d, int* out) {
  out[0] = c + s + b.x[threadIdx.x] + (int)d;
}
struct Huge { int x[1200]; };
extern "C" __global__ __launch_bounds__(64) void huge(char c, Huge h, int* out) {
  out[0] = h.x[threadIdx.x] + c;
}
)";

[[nodiscard]] inline std::vector<std::byte> compile(const std::string& arch,
                                                    const std::string& source = kSource) {
  namespace toolchain = cuda::toolchain;
  toolchain::Compiler compiler(cuda::test::uncached_options());
  ports::toolchain::CompileRequest request = cuda::test::request_of(source);
  request.arch = arch;
  ports::toolchain::CompileResult result = compiler.compile(request);
  EXPECT_TRUE(result.ok()) << cuda::test::why(result);
  return result ? std::move(result.value().cubin) : std::vector<std::byte>{};
}

// The source above, compiled once for an architecture.
[[nodiscard]] inline const std::vector<std::byte>& cubin_of(const std::string& arch) {
  static std::map<std::string, std::vector<std::byte>> compiled;
  auto& cubin = compiled[arch];
  if (cubin.empty()) cubin = compile(arch);
  return cubin;
}

[[nodiscard]] inline Code code_of(const std::string& arch) {
  Result<Code> code = read_code(cubin_of(arch));
  EXPECT_TRUE(code.ok()) << (code ? "" : code.error().text());
  return code ? std::move(code).value() : Code{};
}

// A missing one is a test that failed, not a crash.
[[nodiscard]] inline const FunctionCode& function_of(const Code& code, const std::string& name) {
  static const FunctionCode kNone;
  const FunctionCode* function = code.function(name);
  EXPECT_NE(function, nullptr) << name;
  return function == nullptr ? kNone : *function;
}

template <typename T>
[[nodiscard]] std::vector<T> values(std::span<const std::byte> bytes) {
  std::vector<T> all;
  for (std::size_t at = 0; const auto value = value_at<T>(bytes, at); at += sizeof(T))
    all.push_back(*value);
  return all;
}

}  // namespace lanescope::cubin::test
