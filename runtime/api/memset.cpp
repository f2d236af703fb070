#include "runtime/api/copy.hpp"
#include "runtime/api/entry.hpp"

using lanescope::runtime::Call;
using lanescope::runtime::Fill;
using lanescope::runtime::api::Wait;

namespace {

cudaError_t set(Call& call, cudaPitchedPtr to, int value, cudaExtent extent, Wait wait,
                cudaStream_t stream) {
  const Fill fill{{static_cast<std::byte*>(to.ptr), to.pitch, to.pitch * to.ysize},
                  static_cast<unsigned>(value) & 0xffU,
                  1,
                  extent.width,
                  extent.height,
                  extent.depth};
  return lanescope::runtime::api::fill(call, fill, wait, stream);
}

cudaError_t set(Call& call, void* to, int value, size_t bytes, Wait wait, cudaStream_t stream) {
  return set(call, {to, bytes, bytes, 1}, value, {bytes, 1, 1}, wait, stream);
}

}  // namespace

cudaError_t cudaMemset(void* to, int value, size_t bytes) {
  Call call("cudaMemset");
  return set(call, to, value, bytes, Wait::Yes, nullptr);
}
LANESCOPE_PER_THREAD(cudaMemset, _ptds)

cudaError_t cudaMemsetAsync(void* to, int value, size_t bytes, cudaStream_t stream) {
  Call call("cudaMemsetAsync");
  return set(call, to, value, bytes, Wait::No, stream);
}
LANESCOPE_PER_THREAD(cudaMemsetAsync, _ptsz)

cudaError_t cudaMemset2D(void* to, size_t pitch, int value, size_t width, size_t height) {
  Call call("cudaMemset2D");
  return set(call, {to, pitch, width, height}, value, {width, height, 1}, Wait::Yes, nullptr);
}
LANESCOPE_PER_THREAD(cudaMemset2D, _ptds)

cudaError_t cudaMemset2DAsync(void* to, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
  Call call("cudaMemset2DAsync");
  return set(call, {to, pitch, width, height}, value, {width, height, 1}, Wait::No, stream);
}
LANESCOPE_PER_THREAD(cudaMemset2DAsync, _ptsz)

cudaError_t cudaMemset3D(cudaPitchedPtr to, int value, cudaExtent extent) {
  Call call("cudaMemset3D");
  return set(call, to, value, extent, Wait::Yes, nullptr);
}
LANESCOPE_PER_THREAD(cudaMemset3D, _ptds)

cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent,
                              cudaStream_t stream) {
  Call call("cudaMemset3DAsync");
  return set(call, to, value, extent, Wait::No, stream);
}
LANESCOPE_PER_THREAD(cudaMemset3DAsync, _ptsz)
