#include <cstring>
#include <vector>

#include <cuda.h>

#include "../check.h"

#define DRIVER(call)                                     \
  do {                                                   \
    const CUresult result = (call);                      \
    if (result != CUDA_SUCCESS) {                        \
      const char* name = nullptr;                        \
      cuGetErrorName(result, &name);                     \
      std::printf("FAIL line %d: %s\n", __LINE__, name); \
      std::exit(1);                                      \
    }                                                    \
  } while (0)

// out[i] = in[i] * factor[0] + add, as PTX that the program brings along.
const char* const kPtx = R"(.version 8.0
.target sm_80
.address_size 64
.visible .const .align 4 .u32 factor = 3;
.visible .entry scale(.param .u64 in, .param .u64 out, .param .u32 add) {
  .reg .b32 %r<6>; .reg .b64 %rd<6>;
  ld.param.u64 %rd1, [in];
  ld.param.u64 %rd2, [out];
  ld.param.u32 %r1, [add];
  mov.u32 %r2, %tid.x;
  mul.wide.u32 %rd3, %r2, 4;
  add.s64 %rd4, %rd1, %rd3;
  add.s64 %rd5, %rd2, %rd3;
  ld.global.u32 %r3, [%rd4];
  ld.const.u32 %r4, [factor];
  mad.lo.u32 %r5, %r3, %r4, %r1;
  st.global.u32 [%rd5], %r5;
  ret;
}
)";

void check_results(CUdeviceptr out, unsigned factor, unsigned add) {
  std::vector<unsigned> host(32);
  DRIVER(cuMemcpyDtoH(host.data(), out, 32 * sizeof(unsigned)));
  for (unsigned i = 0; i < 32; ++i) EXPECT(host[i] == (i + 1) * factor + add);
}

// The driver API: a module from PTX, its functions and variables, memory, launches, streams.
int main() {
  CUdevice device;
  EXPECT(cuDeviceGet(&device, 0) == CUDA_ERROR_NOT_INITIALIZED);
  DRIVER(cuInit(0));
  DRIVER(cuDeviceGet(&device, 0));
  EXPECT(cuDeviceGet(&device, 99) == CUDA_ERROR_INVALID_DEVICE);
  DRIVER(cuDeviceGet(&device, 0));
  int major = 0, count = 0;
  DRIVER(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
  DRIVER(cuDeviceGetCount(&count));
  EXPECT(major >= 8 && count >= 1);
  CUdeviceptr in, out;
  EXPECT(cuMemAlloc(&in, 64) == CUDA_ERROR_INVALID_CONTEXT);
  CUcontext context, current;
  DRIVER(cuDevicePrimaryCtxRetain(&context, device));
  DRIVER(cuCtxSetCurrent(context));
  DRIVER(cuCtxGetCurrent(&current));
  EXPECT(current == context);

  CUmodule module;
  CUfunction scale;
  DRIVER(cuModuleLoadData(&module, kPtx));
  DRIVER(cuModuleGetFunction(&scale, module, "scale"));
  CUfunction none;
  EXPECT(cuModuleGetFunction(&none, module, "none") == CUDA_ERROR_NOT_FOUND);
  int threads = 0;
  DRIVER(cuFuncGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, scale));
  EXPECT(threads == 1024);

  std::vector<unsigned> host(32);
  for (unsigned i = 0; i < 32; ++i) host[i] = i + 1;
  DRIVER(cuMemAlloc(&in, 32 * sizeof(unsigned)));
  DRIVER(cuMemAlloc(&out, 32 * sizeof(unsigned)));
  DRIVER(cuMemcpyHtoD(in, host.data(), 32 * sizeof(unsigned)));
  DRIVER(cuMemsetD32(out, 0xffffffffU, 32));
  unsigned add = 10;
  void* arguments[] = {&in, &out, &add};
  DRIVER(cuLaunchKernel(scale, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr));
  check_results(out, 3, 10);

  // The variable changed, and the arguments in one piece.
  CUdeviceptr factor;
  size_t bytes = 0;
  DRIVER(cuModuleGetGlobal(&factor, &bytes, module, "factor"));
  EXPECT(bytes == sizeof(unsigned));
  const unsigned five = 5;
  DRIVER(cuMemcpyHtoD(factor, &five, sizeof five));
  struct {
    CUdeviceptr in, out;
    unsigned add;
  } piece = {in, out, 7};
  size_t size = offsetof(decltype(piece), add) + sizeof piece.add;  // without the padding behind it
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &piece, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                   CU_LAUNCH_PARAM_END};
  size_t too_many = sizeof piece;
  void* with_padding[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &piece, CU_LAUNCH_PARAM_BUFFER_SIZE,
                          &too_many, CU_LAUNCH_PARAM_END};
  EXPECT(cuLaunchKernel(scale, 1, 1, 1, 32, 1, 1, 0, nullptr, nullptr, with_padding) ==
         CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
  CUstream stream;
  CUevent event;
  DRIVER(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  DRIVER(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
  DRIVER(cuLaunchKernel(scale, 1, 1, 1, 32, 1, 1, 0, stream, nullptr, extra));
  DRIVER(cuEventRecord(event, stream));
  DRIVER(cuEventSynchronize(event));
  check_results(out, 5, 7);

  // Both APIs have the same memory.
  CHECK(cudaMemcpy(host.data(), reinterpret_cast<void*>(in), 4, cudaMemcpyDeviceToHost));
  EXPECT(host[0] == 1);
  const char* words = nullptr;
  DRIVER(cuGetErrorString(CUDA_ERROR_INVALID_VALUE, &words));
  EXPECT(std::strcmp(words, "invalid argument") == 0);
  EXPECT(cuLaunchKernel(scale, 1, 1, 1, 4096, 1, 1, 0, nullptr, arguments, nullptr) ==
         CUDA_ERROR_INVALID_VALUE);
  // A function of the driver by its name.
  using Version = CUresult(int*);
  void* found = nullptr;
  cudaDriverEntryPointQueryResult told;
  CHECK(cudaGetDriverEntryPointByVersion("cuDriverGetVersion", &found, 13000, cudaEnableDefault,
                                         &told));
  int version = 0;
  EXPECT(told == cudaDriverEntryPointSuccess);
  DRIVER(reinterpret_cast<Version*>(found)(&version));
  EXPECT(version >= 13000);
  DRIVER(cuStreamDestroy(stream));
  DRIVER(cuEventDestroy(event));
  DRIVER(cuMemFree(in));
  DRIVER(cuMemFree(out));
  DRIVER(cuModuleUnload(module));
  DRIVER(cuDevicePrimaryCtxRelease(device));
  return pass();
}
