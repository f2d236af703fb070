#include "runtime/api/copy.hpp"
#include "runtime/driver/entry.hpp"

using lanescope::runtime::Call;
using lanescope::runtime::Fill;
using lanescope::runtime::api::Wait;
using lanescope::runtime::driver::as;
using lanescope::runtime::driver::pointer_to;

namespace {

// An address of the device, which the driver has as a number.
template <typename Allocate>
CUresult allocate(const char* name, CUdeviceptr* at, Allocate&& runtime) {
  if (at == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return as(name, [&] {
    void* pointer = nullptr;
    const cudaError_t error = runtime(&pointer);
    *at = reinterpret_cast<CUdeviceptr>(pointer);
    return error;
  });
}

CUresult set(const char* name, CUdeviceptr to, unsigned value, unsigned element_bytes, size_t count,
             Wait wait, cudaStream_t stream) {
  return as(name, [&] {
    Call call(name);
    const size_t bytes = count * element_bytes;
    const Fill fill{
        {static_cast<std::byte*>(pointer_to(to)), bytes, bytes}, value, element_bytes, count, 1, 1};
    return lanescope::runtime::api::fill(call, fill, wait, stream);
  });
}

}  // namespace

CUresult cuMemAlloc(CUdeviceptr* at, size_t bytes) {
  if (bytes == 0) return CUDA_ERROR_INVALID_VALUE;
  return allocate("cuMemAlloc", at, [bytes](void** p) { return cudaMalloc(p, bytes); });
}
CUresult cuMemAllocManaged(CUdeviceptr* at, size_t bytes, unsigned flags) {
  return allocate("cuMemAllocManaged", at,
                  [=](void** p) { return cudaMallocManaged(p, bytes, flags); });
}
CUresult cuMemAllocPitch(CUdeviceptr* at, size_t* pitch, size_t width, size_t height,
                         unsigned /*element_bytes*/) {
  return allocate("cuMemAllocPitch", at,
                  [=](void** p) { return cudaMallocPitch(p, pitch, width, height); });
}
CUresult cuMemFree(CUdeviceptr at) {
  return as("cuMemFree", [at] { return cudaFree(pointer_to(at)); });
}
CUresult cuMemAllocHost(void** pointer, size_t bytes) {
  return as("cuMemAllocHost", [=] { return cudaMallocHost(pointer, bytes); });
}
CUresult cuMemHostAlloc(void** pointer, size_t bytes, unsigned flags) {
  return as("cuMemHostAlloc", [=] { return cudaHostAlloc(pointer, bytes, flags); });
}
CUresult cuMemFreeHost(void* pointer) {
  return as("cuMemFreeHost", [=] { return cudaFreeHost(pointer); });
}
CUresult cuMemHostGetDevicePointer(CUdeviceptr* at, void* pointer, unsigned flags) {
  return allocate("cuMemHostGetDevicePointer", at,
                  [=](void** p) { return cudaHostGetDevicePointer(p, pointer, flags); });
}
CUresult cuMemGetInfo(size_t* free_bytes, size_t* total) {
  return as("cuMemGetInfo", [=] { return cudaMemGetInfo(free_bytes, total); });
}

CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
  return as("cuMemcpy",
            [=] { return cudaMemcpy(pointer_to(to), pointer_to(from), bytes, cudaMemcpyDefault); });
}
LANESCOPE_DRIVER_PER_THREAD(cuMemcpy, _ptds)
CUresult cuMemcpyHtoD(CUdeviceptr to, const void* from, size_t bytes) {
  return as("cuMemcpyHtoD",
            [=] { return cudaMemcpy(pointer_to(to), from, bytes, cudaMemcpyHostToDevice); });
}
LANESCOPE_DRIVER_PER_THREAD(cuMemcpyHtoD_v2, _ptds)
CUresult cuMemcpyDtoH(void* to, CUdeviceptr from, size_t bytes) {
  return as("cuMemcpyDtoH",
            [=] { return cudaMemcpy(to, pointer_to(from), bytes, cudaMemcpyDeviceToHost); });
}
LANESCOPE_DRIVER_PER_THREAD(cuMemcpyDtoH_v2, _ptds)
CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
  return as("cuMemcpyDtoD", [=] {
    return cudaMemcpy(pointer_to(to), pointer_to(from), bytes, cudaMemcpyDeviceToDevice);
  });
}
LANESCOPE_DRIVER_PER_THREAD(cuMemcpyDtoD_v2, _ptds)
CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
  return as("cuMemcpyAsync", [=] {
    return cudaMemcpyAsync(pointer_to(to), pointer_to(from), bytes, cudaMemcpyDefault, stream);
  });
}
LANESCOPE_DRIVER_PER_THREAD(cuMemcpyAsync, _ptsz)
CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void* from, size_t bytes, CUstream stream) {
  return as("cuMemcpyHtoDAsync", [=] {
    return cudaMemcpyAsync(pointer_to(to), from, bytes, cudaMemcpyHostToDevice, stream);
  });
}
LANESCOPE_DRIVER_PER_THREAD(cuMemcpyHtoDAsync_v2, _ptsz)
CUresult cuMemcpyDtoHAsync(void* to, CUdeviceptr from, size_t bytes, CUstream stream) {
  return as("cuMemcpyDtoHAsync", [=] {
    return cudaMemcpyAsync(to, pointer_to(from), bytes, cudaMemcpyDeviceToHost, stream);
  });
}
LANESCOPE_DRIVER_PER_THREAD(cuMemcpyDtoHAsync_v2, _ptsz)
CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
  return as("cuMemcpyDtoDAsync", [=] {
    return cudaMemcpyAsync(pointer_to(to), pointer_to(from), bytes, cudaMemcpyDeviceToDevice,
                           stream);
  });
}
LANESCOPE_DRIVER_PER_THREAD(cuMemcpyDtoDAsync_v2, _ptsz)

CUresult cuMemsetD8(CUdeviceptr to, unsigned char value, size_t count) {
  return set("cuMemsetD8", to, value, 1, count, Wait::Yes, nullptr);
}
LANESCOPE_DRIVER_PER_THREAD(cuMemsetD8_v2, _ptds)
CUresult cuMemsetD16(CUdeviceptr to, unsigned short value, size_t count) {
  return set("cuMemsetD16", to, value, 2, count, Wait::Yes, nullptr);
}
LANESCOPE_DRIVER_PER_THREAD(cuMemsetD16_v2, _ptds)
CUresult cuMemsetD32(CUdeviceptr to, unsigned value, size_t count) {
  return set("cuMemsetD32", to, value, 4, count, Wait::Yes, nullptr);
}
LANESCOPE_DRIVER_PER_THREAD(cuMemsetD32_v2, _ptds)
CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count, CUstream stream) {
  return set("cuMemsetD8Async", to, value, 1, count, Wait::No, stream);
}
LANESCOPE_DRIVER_PER_THREAD(cuMemsetD8Async, _ptsz)
CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short value, size_t count, CUstream stream) {
  return set("cuMemsetD16Async", to, value, 2, count, Wait::No, stream);
}
LANESCOPE_DRIVER_PER_THREAD(cuMemsetD16Async, _ptsz)
CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t count, CUstream stream) {
  return set("cuMemsetD32Async", to, value, 4, count, Wait::No, stream);
}
LANESCOPE_DRIVER_PER_THREAD(cuMemsetD32Async, _ptsz)
