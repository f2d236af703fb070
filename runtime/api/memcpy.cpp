#include "runtime/api/copy.hpp"
#include "runtime/api/entry.hpp"
#include "runtime/arrays.hpp"

using lanescope::runtime::Call;
using lanescope::runtime::Copy;
using lanescope::runtime::api::bytes_between;
using lanescope::runtime::api::copy;
using lanescope::runtime::api::Wait;

namespace {

Copy rows(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
          size_t height, cudaMemcpyKind kind) {
  Copy made = bytes_between(to, from, width, kind);
  made.to.pitch = to_pitch;
  made.from.pitch = from_pitch;
  made.height = height;
  return made;
}

cudaError_t copy_symbol(Call& call, const lanescope::runtime::api::SymbolCopy& wanted, Wait wait,
                        cudaStream_t stream) {
  if (call.refused()) return call.refusal();
  Copy made;
  const cudaError_t error = resolve(call, wanted, made);
  return error == cudaSuccess ? copy(call, made, wait, stream) : error;
}

cudaError_t copy_3d(Call& call, const cudaMemcpy3DParms* parameters, Wait wait,
                    cudaStream_t stream) {
  if (call.refused()) return call.refusal();
  if (parameters == nullptr) return call.fail(cudaErrorInvalidValue, "a null pointer");
  const auto made = lanescope::runtime::copy_of(*parameters);
  if (!made) {
    return call.fail(cudaErrorInvalidValue, made.error().message,
                     lanescope::runtime::ProblemKind::BadCopy);
  }
  return copy(call, *made, wait, stream);
}

cudaMemcpy3DParms without_devices(const cudaMemcpy3DPeerParms& p) {
  return {p.srcArray, p.srcPos, p.srcPtr, p.dstArray,
          p.dstPos,   p.dstPtr, p.extent, cudaMemcpyDefault};
}

}  // namespace

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  Call call("cudaMemcpy");
  return copy(call, bytes_between(to, from, bytes, kind), Wait::Yes, nullptr);
}
LANESCOPE_PER_THREAD(cudaMemcpy, _ptds)

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  Call call("cudaMemcpyAsync");
  return copy(call, bytes_between(to, from, bytes, kind), Wait::No, stream);
}
LANESCOPE_PER_THREAD(cudaMemcpyAsync, _ptsz)

cudaError_t cudaMemcpyPeer(void* to, int /*to_device*/, const void* from, int /*from_device*/,
                           size_t bytes) {
  Call call("cudaMemcpyPeer");
  return copy(call, bytes_between(to, from, bytes, cudaMemcpyDeviceToDevice), Wait::Yes, nullptr);
}
cudaError_t cudaMemcpyPeerAsync(void* to, int /*to_device*/, const void* from, int /*from_device*/,
                                size_t bytes, cudaStream_t stream) {
  Call call("cudaMemcpyPeerAsync");
  return copy(call, bytes_between(to, from, bytes, cudaMemcpyDeviceToDevice), Wait::No, stream);
}

cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                         size_t width, size_t height, cudaMemcpyKind kind) {
  Call call("cudaMemcpy2D");
  return copy(call, rows(to, to_pitch, from, from_pitch, width, height, kind), Wait::Yes, nullptr);
}
LANESCOPE_PER_THREAD(cudaMemcpy2D, _ptds)

cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                              size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream) {
  Call call("cudaMemcpy2DAsync");
  return copy(call, rows(to, to_pitch, from, from_pitch, width, height, kind), Wait::No, stream);
}
LANESCOPE_PER_THREAD(cudaMemcpy2DAsync, _ptsz)

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters) {
  Call call("cudaMemcpy3D");
  return copy_3d(call, parameters, Wait::Yes, nullptr);
}
LANESCOPE_PER_THREAD(cudaMemcpy3D, _ptds)

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream) {
  Call call("cudaMemcpy3DAsync");
  return copy_3d(call, parameters, Wait::No, stream);
}
LANESCOPE_PER_THREAD(cudaMemcpy3DAsync, _ptsz)

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset,
                               cudaMemcpyKind kind) {
  Call call("cudaMemcpyToSymbol");
  return copy_symbol(call, {symbol, offset, const_cast<void*>(from), bytes, true, kind}, Wait::Yes,
                     nullptr);
}
LANESCOPE_PER_THREAD(cudaMemcpyToSymbol, _ptds)

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes,
                                    size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
  Call call("cudaMemcpyToSymbolAsync");
  return copy_symbol(call, {symbol, offset, const_cast<void*>(from), bytes, true, kind}, Wait::No,
                     stream);
}
LANESCOPE_PER_THREAD(cudaMemcpyToSymbolAsync, _ptsz)

cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, size_t bytes, size_t offset,
                                 cudaMemcpyKind kind) {
  Call call("cudaMemcpyFromSymbol");
  return copy_symbol(call, {symbol, offset, to, bytes, false, kind}, Wait::Yes, nullptr);
}
LANESCOPE_PER_THREAD(cudaMemcpyFromSymbol, _ptds)

cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t bytes, size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream) {
  Call call("cudaMemcpyFromSymbolAsync");
  return copy_symbol(call, {symbol, offset, to, bytes, false, kind}, Wait::No, stream);
}
LANESCOPE_PER_THREAD(cudaMemcpyFromSymbolAsync, _ptsz)

cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* parameters) {
  Call call("cudaMemcpy3DPeer");
  if (parameters == nullptr) return copy_3d(call, nullptr, Wait::Yes, nullptr);
  const cudaMemcpy3DParms same = without_devices(*parameters);
  return copy_3d(call, &same, Wait::Yes, nullptr);
}
LANESCOPE_PER_THREAD(cudaMemcpy3DPeer, _ptds)

cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* parameters, cudaStream_t stream) {
  Call call("cudaMemcpy3DPeerAsync");
  if (parameters == nullptr) return copy_3d(call, nullptr, Wait::No, stream);
  const cudaMemcpy3DParms same = without_devices(*parameters);
  return copy_3d(call, &same, Wait::No, stream);
}
LANESCOPE_PER_THREAD(cudaMemcpy3DPeerAsync, _ptsz)
