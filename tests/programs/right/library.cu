#include "../check.h"

const char* const kPtx = R"(.version 8.0
.target sm_80
.address_size 64
.visible .global .align 4 .u32 add = 3;
.visible .entry fill(.param .u64 out) {
  .reg .b32 %r<4>; .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  ld.global.u32 %r2, [add];
  add.u32 %r3, %r1, %r2;
  st.global.u32 [%rd3], %r3;
  ret;
}
)";

// Kernels that are loaded while the program runs.
int main() {
  cudaLibrary_t library;
  CHECK(cudaLibraryLoadData(&library, kPtx, nullptr, nullptr, 0, nullptr, nullptr, 0));
  cudaKernel_t fill, none;
  CHECK(cudaLibraryGetKernel(&fill, library, "fill"));
  EXPECT(cudaLibraryGetKernel(&none, library, "none") == cudaErrorSymbolNotFound);
  cudaGetLastError();
  void* add;
  size_t bytes = 0;
  CHECK(cudaLibraryGetGlobal(&add, &bytes, library, "add"));
  EXPECT(bytes == sizeof(int));
  const int forty = 40;
  CHECK(cudaMemcpy(add, &forty, sizeof forty, cudaMemcpyHostToDevice));
  int *out, host[32];
  CHECK(cudaMalloc(&out, sizeof host));
  void* arguments[] = {&out};
  CHECK(cudaLaunchKernel(reinterpret_cast<const void*>(fill), dim3(1), dim3(32), arguments, 0,
                         nullptr));
  CHECK(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 32; ++i) EXPECT(host[i] == 40 + i);
  CHECK(cudaFree(out));
  CHECK(cudaLibraryUnload(library));
  return pass();
}
