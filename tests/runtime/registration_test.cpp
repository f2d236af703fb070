#include <array>
#include <cstdint>

#include <gtest/gtest.h>

#include "runtime/api/entry.hpp"
#include "runtime/fatbin.hpp"
#include "tests/runtime/fat_binary_bytes.hpp"

// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): CUDA's names
extern "C" {
void** __cudaRegisterFatBinary(void* fat_binary);
void __cudaRegisterFatBinaryEnd(void** handle);
void __cudaRegisterFunction(void** handle, const char* stub, char* device_stub, const char* name,
                            int thread_limit, uint3* tid, uint3* bid, dim3* block, dim3* grid,
                            int* warp_size);
void __cudaRegisterVar(void** handle, char* host, char* device, const char* name, int is_extern,
                       size_t bytes, int constant, int global);
void __cudaRegisterManagedVar(void** handle, void** host, char* device, const char* name,
                              int is_extern, size_t bytes, int constant, int global);
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, cudaStream_t stream);
cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared, void* stream);
cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* stub);
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                               size_t shared, cudaStream_t stream);
}
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)

// A program as nvcc compiles it, made by hand: registered, launched and read back through CUDA's
// own functions, which are linked in here.
namespace lanescope::runtime::test {
namespace {

// out[tid] = tid + more + *offset, a sum in `managed`; `wild` stores where nothing is.
constexpr const char* kPtx = R"(.version 9.0
.target sm_90
.address_size 64
.visible .global .align 4 .u32 offset = 7;
.visible .global .attribute(.managed) .align 4 .u32 managed = 5;
.visible .entry fill(.param .u64 out, .param .u8 more) {
  .reg .b32 %r<6>; .reg .b64 %rd<5>; .reg .b16 %h;
  ld.param.u64 %rd1, [out];
  ld.param.u8 %h, [more];
  cvt.u32.u16 %r1, %h;
  mov.u32 %r2, %tid.x;
  ld.global.u32 %r3, [offset];
  add.u32 %r4, %r1, %r2;
  add.u32 %r4, %r4, %r3;
  mul.wide.u32 %rd2, %r2, 4;
  add.s64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r4;
  atom.global.add.u32 %r5, [managed], 1;
  ret;
}
.visible .entry wild(.param .u64 out) {
  .reg .b64 %rd1; .reg .b32 %r1;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, 1;
  st.global.u32 [%rd1+4096], %r1;
  ret;
}
)";

const char kFill = 0, kWild = 0;  // the stubs' addresses
// What stands for the variables on the host.
struct OnHost {
  std::uint32_t offset = 0;
  std::uint32_t* managed = nullptr;
};
OnHost& on_host() {
  static OnHost variables;
  return variables;
}

// Once a process, as a program's constructors do it.
void register_program() {
  static const std::string kBytes = container(image(1, 90, kPtx, Packing::Zstd));
  static Wrapper wrapper{kWrapperMagic, 1, kBytes.data(), nullptr};
  static bool done = false;
  if (done) return;
  done = true;
  void** handle = __cudaRegisterFatBinary(&wrapper);
  __cudaRegisterFunction(handle, &kFill, nullptr, "fill", -1, nullptr, nullptr, nullptr, nullptr,
                         nullptr);
  __cudaRegisterFunction(handle, &kWild, nullptr, "wild", -1, nullptr, nullptr, nullptr, nullptr,
                         nullptr);
  __cudaRegisterVar(handle, reinterpret_cast<char*>(&on_host().offset), nullptr, "offset", 0, 4, 0,
                    1);
  __cudaRegisterManagedVar(handle, reinterpret_cast<void**>(&on_host().managed), nullptr, "managed",
                           0, 4, 0, 1);
  __cudaRegisterFatBinaryEnd(handle);
}

cudaError_t launch(const char* stub, dim3 grid, dim3 block, void** arguments) {
  cudaKernel_t kernel = nullptr;
  if (__cudaGetKernel(&kernel, stub) != cudaSuccess) return cudaErrorInvalidDeviceFunction;
  __cudaPushCallConfiguration(grid, block, 0, nullptr);
  dim3 popped_grid, popped_block;
  size_t shared = 1;
  cudaStream_t stream = nullptr;
  if (__cudaPopCallConfiguration(&popped_grid, &popped_block, &shared,
                                 reinterpret_cast<void*>(&stream)) != cudaSuccess)
    return cudaErrorMissingConfiguration;
  EXPECT_EQ(shared, 0U);
  return __cudaLaunchKernel(kernel, popped_grid, popped_block, arguments, shared, stream);
}

class Registration : public testing::Test {
 protected:
  void SetUp() override {
    register_program();
    ASSERT_EQ(cudaDeviceReset(), cudaSuccess);
    cudaGetLastError();
  }
};

TEST_F(Registration, AKernelIsLaunchedWithItsArguments) {
  std::array<std::uint32_t, 8> host{};
  const std::uint32_t offset = 100;
  void* out = nullptr;
  std::uint8_t more = 20;
  void* arguments[] = {reinterpret_cast<void*>(&out), &more};
  ASSERT_EQ(cudaMalloc(&out, sizeof host), cudaSuccess);
  ASSERT_EQ(
      cudaMemcpyToSymbol(&on_host().offset, &offset, sizeof offset, 0, cudaMemcpyHostToDevice),
      cudaSuccess);
  ASSERT_EQ(launch(&kFill, 1, 8, arguments), cudaSuccess);
  ASSERT_EQ(cudaMemcpy(host.data(), out, sizeof host, cudaMemcpyDeviceToHost), cudaSuccess);
  for (std::uint32_t i = 0; i < host.size(); ++i) EXPECT_EQ(host[i], 120 + i);
  std::uint32_t back = 0;
  ASSERT_EQ(cudaMemcpyFromSymbol(&back, &on_host().offset, sizeof back, 0, cudaMemcpyDeviceToHost),
            cudaSuccess);
  EXPECT_EQ(back, 100U);
  EXPECT_EQ(cudaMemcpyFromSymbol(&back, &on_host().offset, 8, 0, cudaMemcpyDeviceToHost),
            cudaErrorInvalidValue)
      << "it has four bytes";
  EXPECT_EQ(cudaFree(out), cudaSuccess);
}

TEST_F(Registration, AFaultStaysUntilTheDeviceIsReset) {
  void* out = nullptr;
  ASSERT_EQ(cudaMalloc(&out, 64), cudaSuccess);
  void* arguments[] = {reinterpret_cast<void*>(&out)};
  EXPECT_EQ(launch(&kWild, 1, 1, arguments), cudaSuccess)
      << "launches tell nothing of how they end";
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  EXPECT_EQ(cudaGetLastError(), cudaErrorIllegalAddress);
  EXPECT_EQ(cudaGetLastError(), cudaErrorIllegalAddress);
  EXPECT_EQ(cudaMalloc(&out, 64), cudaErrorIllegalAddress);
  EXPECT_EQ(launch(&kWild, 1, 1, arguments), cudaErrorIllegalAddress);
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  EXPECT_EQ(cudaMalloc(&out, 64), cudaSuccess);
  EXPECT_EQ(cudaFree(out), cudaSuccess);
}

TEST_F(Registration, SharedMemoryHasOneAddressForBoth) {
  void* pointer = nullptr;
  ASSERT_EQ(cudaMallocManaged(&pointer, 32, cudaMemAttachGlobal), cudaSuccess);
  auto* values = static_cast<std::uint32_t*>(pointer);
  values[7] = 1;
  std::uint8_t more = 0;
  void* arguments[] = {reinterpret_cast<void*>(&pointer), &more};
  ASSERT_EQ(launch(&kFill, 1, 8, arguments), cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(values[7] - values[0], 7U);
  ASSERT_NE(on_host().managed, nullptr);
  EXPECT_GE(*on_host().managed, 8U) << "each thread added one";
  EXPECT_EQ(cudaFree(pointer), cudaSuccess);
}

TEST_F(Registration, WhatIsWrongHasCudasErrorCode) {
  void* out = nullptr;
  std::array<std::uint32_t, 4> host{};
  std::uint8_t more = 0;
  void* arguments[] = {reinterpret_cast<void*>(&out), &more};
  ASSERT_EQ(cudaMalloc(&out, sizeof host), cudaSuccess);
  EXPECT_EQ(launch(&kFill, 0, 32, arguments), cudaErrorInvalidValue);
  EXPECT_EQ(launch(&kFill, 1, 1025, arguments), cudaErrorInvalidValue);
  EXPECT_EQ(cudaLaunchKernel(host.data(), 1, 1, arguments, 0, nullptr),
            cudaErrorInvalidDeviceFunction);
  EXPECT_EQ(cudaMemcpy(host.data(), out, sizeof host + 1, cudaMemcpyDeviceToHost),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(host.data(), out, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(out, nullptr, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemset(host.data(), 0, 4), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpyToSymbol(host.data(), host.data(), 4, 0, cudaMemcpyHostToDevice),
            cudaErrorInvalidSymbol);
  EXPECT_EQ(cudaEventRecord(nullptr, nullptr), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaSetDevice(1), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaFreeHost(out), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(out), cudaSuccess);
  EXPECT_EQ(cudaFree(out), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST_F(Registration, WhatIsMissingSaysSo) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(cudaGraphConditionalHandleCreate(nullptr, nullptr, 0, 0), cudaErrorNotSupported);
  EXPECT_EQ(cudaGraphConditionalHandleCreate(nullptr, nullptr, 0, 0), cudaErrorNotSupported);
  const std::string told = testing::internal::GetCapturedStderr();
  const std::size_t first = told.find("cudaGraphConditionalHandleCreate");
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(told.find("cudaGraphConditionalHandleCreate", first + 1), std::string::npos)
      << "once: " << told;
}

}  // namespace
}  // namespace lanescope::runtime::test
