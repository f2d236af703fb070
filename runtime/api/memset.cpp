#include "runtime/api/entry.hpp"

using lanescope::runtime::Call;
using lanescope::runtime::Outcome;

namespace {

cudaError_t set(Call& call, cudaPitchedPtr to, int value, cudaExtent extent) {
  if (call.refused()) return call.refusal();
  if (extent.height > 1 && to.pitch < extent.width)
    return call.fail(cudaErrorInvalidPitchValue, "a pitch smaller than the width of a row");
  auto& memory = call.context().memory();
  const std::uint64_t bytes = extent.width * extent.height * extent.depth;
  auto* row = static_cast<std::byte*>(to.ptr);
  for (std::size_t z = 0; z < extent.depth; ++z) {
    for (std::size_t y = 0; y < extent.height; ++y) {
      const Outcome outcome = memory.set(row + (z * to.ysize + y) * to.pitch, value, extent.width);
      if (!outcome.ok()) return call.done(outcome, bytes);
    }
  }
  return call.done(bytes);
}

cudaError_t set(Call& call, void* to, int value, size_t bytes) {
  return set(call, {to, bytes, bytes, 1}, value, {bytes, 1, 1});
}

}  // namespace

cudaError_t cudaMemset(void* to, int value, size_t bytes) {
  Call call("cudaMemset");
  return set(call, to, value, bytes);
}
LANESCOPE_PER_THREAD(cudaMemset, _ptds)

cudaError_t cudaMemsetAsync(void* to, int value, size_t bytes, cudaStream_t /*stream*/) {
  Call call("cudaMemsetAsync");
  return set(call, to, value, bytes);
}
LANESCOPE_PER_THREAD(cudaMemsetAsync, _ptsz)

cudaError_t cudaMemset2D(void* to, size_t pitch, int value, size_t width, size_t height) {
  Call call("cudaMemset2D");
  return set(call, {to, pitch, width, height}, value, {width, height, 1});
}
LANESCOPE_PER_THREAD(cudaMemset2D, _ptds)

cudaError_t cudaMemset2DAsync(void* to, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t /*stream*/) {
  Call call("cudaMemset2DAsync");
  return set(call, {to, pitch, width, height}, value, {width, height, 1});
}
LANESCOPE_PER_THREAD(cudaMemset2DAsync, _ptsz)

cudaError_t cudaMemset3D(cudaPitchedPtr to, int value, cudaExtent extent) {
  Call call("cudaMemset3D");
  return set(call, to, value, extent);
}
LANESCOPE_PER_THREAD(cudaMemset3D, _ptds)

cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent,
                              cudaStream_t /*stream*/) {
  Call call("cudaMemset3DAsync");
  return set(call, to, value, extent);
}
LANESCOPE_PER_THREAD(cudaMemset3DAsync, _ptsz)
