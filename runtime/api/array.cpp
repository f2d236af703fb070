#include <fmt/format.h>

#include "runtime/api/captured.hpp"
#include "runtime/api/copy.hpp"
#include "runtime/api/entry.hpp"
#include "runtime/arrays.hpp"

using lanescope::runtime::Array;
using lanescope::runtime::Arrays;
using lanescope::runtime::Call;
using lanescope::runtime::Copy;
using lanescope::runtime::CopySide;
using lanescope::runtime::ProblemKind;
using lanescope::runtime::api::Wait;

namespace {

cudaError_t no_array(Call& call) {
  return call.fail(cudaErrorInvalidResourceHandle, "there is no such array, or it was freed");
}

cudaError_t allocate(Call& call, cudaArray_t* handle, const cudaChannelFormatDesc* format,
                     cudaExtent extent, unsigned flags) {
  if (call.refused()) return call.refusal();
  if (lanescope::runtime::api::forbidden_by_capture())
    return lanescope::runtime::api::refuse_unsafe(call);
  if (handle == nullptr || format == nullptr)
    return call.fail(cudaErrorInvalidValue, "a null pointer");
  Array array{*format, extent, flags, nullptr};
  if ((flags & cudaArrayCubemap) != 0) {
    return call.fail(cudaErrorNotSupported, lanescope::runtime::why_no_array(array),
                     ProblemKind::NotSupported);
  }
  if (const std::string why = lanescope::runtime::why_no_array(array); !why.empty())
    return call.fail(cudaErrorInvalidValue, why);
  auto& memory = call.context().memory();
  const auto outcome = memory.allocate(array.bytes(), lanescope::runtime::Memory::Kind::Device,
                                       call.place(), &array.data);
  if (outcome.ok()) *handle = Arrays::get().add(array);
  return call.done(outcome, array.bytes());
}

// A box of rows; `from` and `to` are the array's box and the other side, by the direction.
struct Part {
  cudaArray_const_t array;
  std::size_t x_bytes, y, width, height;
};
cudaError_t side(Call& call, const Part& part, CopySide& found) {
  if (call.refused()) return call.refusal();
  const Array* array = Arrays::get().find(part.array);
  if (array == nullptr) return no_array(call);
  if (side_of(*array, {part.x_bytes, part.y, 0}, part.width, part.height, 1, found))
    return cudaSuccess;
  return call.fail(
      cudaErrorInvalidValue,
      fmt::format("{} bytes of {} rows from byte {} of row {} of an array with {} "
                  "rows of {} bytes",
                  part.width, part.height, part.x_bytes, part.y, array->rows(), array->pitch()),
      ProblemKind::BadCopy, part.width * part.height);
}

struct HostRows {
  void* data;
  std::size_t pitch;
};
cudaError_t to_array(Call& call, const Part& part, const HostRows& from, cudaMemcpyKind kind,
                     Wait wait, cudaStream_t stream) {
  Copy copy{{},  {static_cast<std::byte*>(from.data), from.pitch, 0}, part.width, part.height, 1,
            kind};
  const cudaError_t error = side(call, part, copy.to);
  return error == cudaSuccess ? lanescope::runtime::api::copy(call, copy, wait, stream) : error;
}
cudaError_t from_array(Call& call, const HostRows& to, const Part& part, cudaMemcpyKind kind,
                       Wait wait, cudaStream_t stream) {
  Copy copy{{static_cast<std::byte*>(to.data), to.pitch, 0}, {}, part.width, part.height, 1, kind};
  const cudaError_t error = side(call, part, copy.from);
  return error == cudaSuccess ? lanescope::runtime::api::copy(call, copy, wait, stream) : error;
}
cudaError_t between(Call& call, const Part& to, const Part& from, cudaMemcpyKind kind) {
  Copy copy{{}, {}, to.width, to.height, 1, kind};
  if (const cudaError_t error = side(call, to, copy.to); error != cudaSuccess) return error;
  if (const cudaError_t error = side(call, from, copy.from); error != cudaSuccess) return error;
  return lanescope::runtime::api::copy(call, copy, Wait::Yes, nullptr);
}

}  // namespace

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, size_t width,
                            size_t height, unsigned flags) {
  Call call("cudaMallocArray");
  return allocate(call, array, format, {width, height, 0}, flags);
}
cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format,
                              cudaExtent extent, unsigned flags) {
  Call call("cudaMalloc3DArray");
  return allocate(call, array, format, extent, flags);
}

cudaError_t cudaFreeArray(cudaArray_t handle) {
  Call call("cudaFreeArray");
  if (call.refused()) return call.refusal();
  if (handle == nullptr) return call.done();
  const Array* array = Arrays::get().find(handle);
  if (array == nullptr) return no_array(call);
  auto& memory = call.context().memory();
  const std::uint64_t bytes = array->bytes();
  const auto outcome = memory.free(array->data, false);
  Arrays::get().remove(handle);
  return call.done(outcome, bytes);
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned* flags,
                             cudaArray_t handle) {
  Call call("cudaArrayGetInfo");
  if (call.refused()) return call.refusal();
  const Array* array = Arrays::get().find(handle);
  if (array == nullptr) return no_array(call);
  if (format != nullptr) *format = array->format;
  if (extent != nullptr) *extent = array->extent;
  if (flags != nullptr) *flags = array->flags;
  return call.done();
}
cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t handle) {
  Call call("cudaGetChannelDesc");
  if (call.refused()) return call.refusal();
  const Array* array = Arrays::get().find(handle);
  if (array == nullptr) return no_array(call);
  *format = array->format;
  return call.done();
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch,
                                size_t width, size_t height, cudaMemcpyKind kind) {
  Call call("cudaMemcpy2DToArray");
  return to_array(call, {to, x, y, width, height}, {const_cast<void*>(from), pitch}, kind,
                  Wait::Yes, nullptr);
}
LANESCOPE_PER_THREAD(cudaMemcpy2DToArray, _ptds)
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from,
                                     size_t pitch, size_t width, size_t height, cudaMemcpyKind kind,
                                     cudaStream_t stream) {
  Call call("cudaMemcpy2DToArrayAsync");
  return to_array(call, {to, x, y, width, height}, {const_cast<void*>(from), pitch}, kind, Wait::No,
                  stream);
}
LANESCOPE_PER_THREAD(cudaMemcpy2DToArrayAsync, _ptsz)

cudaError_t cudaMemcpy2DFromArray(void* to, size_t pitch, cudaArray_const_t from, size_t x,
                                  size_t y, size_t width, size_t height, cudaMemcpyKind kind) {
  Call call("cudaMemcpy2DFromArray");
  return from_array(call, {to, pitch}, {from, x, y, width, height}, kind, Wait::Yes, nullptr);
}
LANESCOPE_PER_THREAD(cudaMemcpy2DFromArray, _ptds)
cudaError_t cudaMemcpy2DFromArrayAsync(void* to, size_t pitch, cudaArray_const_t from, size_t x,
                                       size_t y, size_t width, size_t height, cudaMemcpyKind kind,
                                       cudaStream_t stream) {
  Call call("cudaMemcpy2DFromArrayAsync");
  return from_array(call, {to, pitch}, {from, x, y, width, height}, kind, Wait::No, stream);
}
LANESCOPE_PER_THREAD(cudaMemcpy2DFromArrayAsync, _ptsz)

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y,
                                     cudaArray_const_t from, size_t from_x, size_t from_y,
                                     size_t width, size_t height, cudaMemcpyKind kind) {
  Call call("cudaMemcpy2DArrayToArray");
  return between(call, {to, to_x, to_y, width, height}, {from, from_x, from_y, width, height},
                 kind);
}
LANESCOPE_PER_THREAD(cudaMemcpy2DArrayToArray, _ptds)

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"  // programs still call them
// The one-dimensional forms go on from row to row; within one row they are those of two dimensions.
cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t bytes,
                              cudaMemcpyKind kind) {
  Call call("cudaMemcpyToArray");
  const Array* array = Arrays::get().find(to);
  const size_t pitch =
      array != nullptr && x == 0 && bytes > array->pitch() ? array->pitch() : bytes;
  return to_array(call, {to, x, y, pitch, pitch == 0 ? 0 : bytes / pitch},
                  {const_cast<void*>(from), pitch}, kind, Wait::Yes, nullptr);
}
LANESCOPE_PER_THREAD(cudaMemcpyToArray, _ptds)
cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                cudaMemcpyKind kind) {
  Call call("cudaMemcpyFromArray");
  const Array* array = Arrays::get().find(from);
  const size_t pitch =
      array != nullptr && x == 0 && bytes > array->pitch() ? array->pitch() : bytes;
  return from_array(call, {to, pitch}, {from, x, y, pitch, pitch == 0 ? 0 : bytes / pitch}, kind,
                    Wait::Yes, nullptr);
}
LANESCOPE_PER_THREAD(cudaMemcpyFromArray, _ptds)
#pragma GCC diagnostic pop
