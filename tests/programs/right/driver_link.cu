#include <cstring>

#include <cuda.h>

#include "../check.h"

#define DRIVER(call) EXPECT((call) == CUDA_SUCCESS)

#define HEAD ".version 8.0\n.target sm_80\n.address_size 64\n"
char kKernel[] = HEAD R"(
.extern .func (.param .b32 result) twice(.param .b32 value);
.visible .entry fill(.param .u64 out) {
  .reg .b32 %r<3>; .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  { .param .b32 value; .param .b32 result;
    st.param.b32 [value], %r1;
    call.uni (result), twice, (value);
    ld.param.b32 %r2, [result]; }
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r2;
  ret;
}
)";
char kFunction[] = HEAD R"(
.visible .func (.param .b32 result) twice(.param .b32 value) {
  .reg .b32 %r<3>;
  ld.param.b32 %r1, [value];
  add.u32 %r2, %r1, %r1;
  st.param.b32 [result], %r2;
  ret;
}
)";

// Two texts of PTX, linked while the program runs.
int main() {
  CUdevice device;
  CUcontext context;
  CUlinkState link;
  DRIVER(cuInit(0));
  DRIVER(cuDeviceGet(&device, 0));
  DRIVER(cuDevicePrimaryCtxRetain(&context, device));
  DRIVER(cuCtxSetCurrent(context));
  DRIVER(cuLinkCreate(0, nullptr, nullptr, &link));
  DRIVER(cuLinkAddData(link, CU_JIT_INPUT_PTX, kKernel, sizeof kKernel, "kernel", 0, nullptr,
                       nullptr));
  DRIVER(cuLinkAddData(link, CU_JIT_INPUT_PTX, kFunction, sizeof kFunction, "function", 0, nullptr,
                       nullptr));
  void* image = nullptr;
  size_t bytes = 0;
  DRIVER(cuLinkComplete(link, &image, &bytes));
  EXPECT(image != nullptr && bytes > 0);
  CUmodule module;
  CUfunction fill;
  DRIVER(cuModuleLoadData(&module, image));
  DRIVER(cuLinkDestroy(link));
  DRIVER(cuModuleGetFunction(&fill, module, "fill"));
  CUdeviceptr out;
  unsigned host[32];
  DRIVER(cuMemAlloc(&out, sizeof host));
  void* arguments[] = {&out};
  DRIVER(cuLaunchKernel(fill, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr));
  DRIVER(cuMemcpyDtoH(host, out, sizeof host));
  for (unsigned i = 0; i < 32; ++i) EXPECT(host[i] == 2 * i);
  DRIVER(cuMemFree(out));
  DRIVER(cuModuleUnload(module));
  return pass();
}
