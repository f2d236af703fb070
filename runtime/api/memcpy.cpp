#include <fmt/format.h>

#include "runtime/api/entry.hpp"

using lanescope::runtime::Call;
using lanescope::runtime::Direction;
using lanescope::runtime::Outcome;
using lanescope::runtime::ProblemKind;

// Copies are made at once, once all that was issued before is through: in the order of issue, which
// any order that streams and events allow may be.

namespace {

struct Rows {
  void* to;
  std::size_t to_pitch;
  const void* from;
  std::size_t from_pitch;
  std::size_t width, height = 1;
};

// After a copy that waits, errors of earlier kernels come to light, and what they printed.
cudaError_t end(Call& call, const Outcome& outcome, std::uint64_t bytes) {
  auto& context = call.context();
  context.show_printed();
  if (context.sticky() != 0) return call.synchronize(bytes);
  return call.done(outcome, bytes);
}

Outcome copy_rows(Call& call, const Rows& rows, cudaMemcpyKind kind) {
  auto& memory = call.context().memory();
  if (call.context().sticky() != 0) return {};
  for (std::size_t y = 0; y < rows.height; ++y) {
    Outcome outcome = memory.copy(static_cast<std::byte*>(rows.to) + y * rows.to_pitch,
                                  static_cast<const std::byte*>(rows.from) + y * rows.from_pitch,
                                  rows.width, static_cast<Direction>(kind));
    if (outcome.ok()) continue;
    if (rows.height > 1) outcome.message = fmt::format("row {}: {}", y, outcome.message);
    return outcome;
  }
  return {};
}

cudaError_t copy(Call& call, const Rows& rows, cudaMemcpyKind kind) {
  if (call.refused()) return call.refusal();
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault)
    return call.fail(cudaErrorInvalidMemcpyDirection, "a direction that there is not");
  if (rows.height > 1 && (rows.to_pitch < rows.width || rows.from_pitch < rows.width))
    return call.fail(cudaErrorInvalidPitchValue, "a pitch smaller than the width of a row");
  return end(call, copy_rows(call, rows, kind), rows.width * rows.height);
}

cudaError_t copy(Call& call, void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return copy(call, Rows{to, bytes, from, bytes, bytes}, kind);
}

cudaError_t copy_symbol(Call& call, const void* symbol, size_t offset, void* other, size_t bytes,
                        bool to_symbol, cudaMemcpyKind kind) {
  if (call.refused()) return call.refusal();
  auto* variable = call.context().registry.find_variable(symbol);
  if (variable == nullptr) return call.fail(cudaErrorInvalidSymbol, "it is no device variable");
  const auto at = call.context().symbol(*variable);
  if (!at) return call.fail(cudaErrorInvalidSymbol, at.error().message);
  if (offset > at->bytes || bytes > at->bytes - offset) {
    return call.fail(cudaErrorInvalidValue,
                     fmt::format("{} bytes from byte {} of {}, which has {}", bytes, offset,
                                 variable->name, at->bytes),
                     ProblemKind::BadCopy, bytes);
  }
  void* on_device = reinterpret_cast<void*>(at->address.value + offset);  // NOLINT: of the device
  return to_symbol ? copy(call, on_device, other, bytes, kind)
                   : copy(call, other, on_device, bytes, kind);
}

cudaError_t copy_3d(Call& call, const cudaMemcpy3DParms* p) {
  if (call.refused()) return call.refusal();
  if (p == nullptr) return call.fail(cudaErrorInvalidValue, "a null pointer");
  if (p->srcArray != nullptr || p->dstArray != nullptr)
    return call.fail(cudaErrorNotSupported, "arrays are not there on the model",
                     ProblemKind::NotSupported);
  const auto begin = [](const cudaPitchedPtr& side, const cudaPos& pos) {
    return static_cast<std::byte*>(side.ptr) + (pos.z * side.ysize + pos.y) * side.pitch + pos.x;
  };
  Outcome outcome;
  for (std::size_t z = 0; z < p->extent.depth && outcome.ok(); ++z) {
    const Rows rows{begin(p->dstPtr, p->dstPos) + z * p->dstPtr.ysize * p->dstPtr.pitch,
                    p->dstPtr.pitch,
                    begin(p->srcPtr, p->srcPos) + z * p->srcPtr.ysize * p->srcPtr.pitch,
                    p->srcPtr.pitch,
                    p->extent.width,
                    p->extent.height};
    outcome = copy_rows(call, rows, p->kind);
  }
  return end(call, outcome, p->extent.width * p->extent.height * p->extent.depth);
}

}  // namespace

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  Call call("cudaMemcpy");
  return copy(call, to, from, bytes, kind);
}
LANESCOPE_PER_THREAD(cudaMemcpy, _ptds)

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t /*stream*/) {
  Call call("cudaMemcpyAsync");
  return copy(call, to, from, bytes, kind);
}
LANESCOPE_PER_THREAD(cudaMemcpyAsync, _ptsz)

cudaError_t cudaMemcpyPeer(void* to, int /*to_device*/, const void* from, int /*from_device*/,
                           size_t bytes) {
  Call call("cudaMemcpyPeer");
  return copy(call, to, from, bytes, cudaMemcpyDeviceToDevice);
}
cudaError_t cudaMemcpyPeerAsync(void* to, int /*to_device*/, const void* from, int /*from_device*/,
                                size_t bytes, cudaStream_t /*stream*/) {
  Call call("cudaMemcpyPeerAsync");
  return copy(call, to, from, bytes, cudaMemcpyDeviceToDevice);
}

cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                         size_t width, size_t height, cudaMemcpyKind kind) {
  Call call("cudaMemcpy2D");
  return copy(call, Rows{to, to_pitch, from, from_pitch, width, height}, kind);
}
LANESCOPE_PER_THREAD(cudaMemcpy2D, _ptds)

cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                              size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t /*stream*/) {
  Call call("cudaMemcpy2DAsync");
  return copy(call, Rows{to, to_pitch, from, from_pitch, width, height}, kind);
}
LANESCOPE_PER_THREAD(cudaMemcpy2DAsync, _ptsz)

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters) {
  Call call("cudaMemcpy3D");
  return copy_3d(call, parameters);
}
LANESCOPE_PER_THREAD(cudaMemcpy3D, _ptds)

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t /*stream*/) {
  Call call("cudaMemcpy3DAsync");
  return copy_3d(call, parameters);
}
LANESCOPE_PER_THREAD(cudaMemcpy3DAsync, _ptsz)

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset,
                               cudaMemcpyKind kind) {
  Call call("cudaMemcpyToSymbol");
  return copy_symbol(call, symbol, offset, const_cast<void*>(from), bytes, true, kind);
}
LANESCOPE_PER_THREAD(cudaMemcpyToSymbol, _ptds)

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes,
                                    size_t offset, cudaMemcpyKind kind, cudaStream_t /*stream*/) {
  Call call("cudaMemcpyToSymbolAsync");
  return copy_symbol(call, symbol, offset, const_cast<void*>(from), bytes, true, kind);
}
LANESCOPE_PER_THREAD(cudaMemcpyToSymbolAsync, _ptsz)

cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, size_t bytes, size_t offset,
                                 cudaMemcpyKind kind) {
  Call call("cudaMemcpyFromSymbol");
  return copy_symbol(call, symbol, offset, to, bytes, false, kind);
}
LANESCOPE_PER_THREAD(cudaMemcpyFromSymbol, _ptds)

cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t bytes, size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t /*stream*/) {
  Call call("cudaMemcpyFromSymbolAsync");
  return copy_symbol(call, symbol, offset, to, bytes, false, kind);
}
LANESCOPE_PER_THREAD(cudaMemcpyFromSymbolAsync, _ptsz)
