#include <algorithm>

#include <fmt/format.h>

#include "runtime/api/captured.hpp"
#include "runtime/api/entry.hpp"
#include "runtime/registered_memory.hpp"
#include "sim/machine/machine.hpp"

using lanescope::runtime::Call;
using lanescope::runtime::Memory;
using lanescope::runtime::ProblemKind;
using lanescope::runtime::RegisteredMemory;

namespace {

constexpr std::size_t kPitch = 512;  // rows of cudaMallocPitch begin at multiples of it

cudaError_t allocate(Call& call, void** pointer, std::uint64_t bytes, Memory::Kind kind) {
  if (call.refused()) return call.refusal();
  if (pointer == nullptr) return call.fail(cudaErrorInvalidValue, "a null pointer");
  if (lanescope::runtime::api::forbidden_by_capture())
    return lanescope::runtime::api::refuse_unsafe(call);
  auto& memory = call.context().memory();
  return call.done(memory.allocate(bytes, kind, call.place(), pointer), bytes);
}

cudaError_t release(Call& call, void* pointer, bool pinned) {
  if (call.refused()) return call.refusal();
  auto& memory = call.context().memory();
  call.context().show_printed();
  if (call.context().sticky() != 0) return call.synchronize();
  const auto* block = memory.find(pointer);
  const std::uint64_t bytes = block == nullptr ? 0 : block->bytes;
  if (pointer != nullptr) call.waits(lanescope::runtime::record::Issue::Waits::Device);
  return call.done(memory.free(pointer, pinned), bytes);
}

cudaError_t allocate_rows(Call& call, cudaPitchedPtr* rows, cudaExtent extent) {
  const std::size_t pitch = (extent.width + kPitch - 1) / kPitch * kPitch;
  *rows = {nullptr, pitch, extent.width, extent.height};
  return allocate(call, &rows->ptr, pitch * extent.height * extent.depth, Memory::Kind::Device);
}

cudaError_t give_symbol(Call& call, const void* symbol, void** pointer, size_t* bytes) {
  if (call.refused()) return call.refusal();
  auto* variable = call.context().registry.find_variable(symbol);
  if (variable == nullptr) return call.fail(cudaErrorInvalidSymbol, "it is no device variable");
  const auto at = call.context().symbol(*variable);
  if (!at) return call.fail(cudaErrorInvalidSymbol, at.error().message);
  if (pointer != nullptr)
    *pointer = reinterpret_cast<void*>(at->address.value);  // NOLINT: of the device
  if (bytes != nullptr) *bytes = at->bytes;
  return call.done();
}

}  // namespace

cudaError_t cudaMalloc(void** pointer, size_t bytes) {
  Call call("cudaMalloc");
  return allocate(call, pointer, bytes, Memory::Kind::Device);
}
cudaError_t cudaMallocManaged(void** pointer, size_t bytes, unsigned /*flags*/) {
  Call call("cudaMallocManaged");
  return allocate(call, pointer, bytes, Memory::Kind::Managed);
}
cudaError_t cudaMallocHost(void** pointer, size_t bytes) {
  Call call("cudaMallocHost");
  return allocate(call, pointer, bytes, Memory::Kind::Pinned);
}
cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned /*flags*/) {
  Call call("cudaHostAlloc");
  return allocate(call, pointer, bytes, Memory::Kind::Pinned);
}

cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  Call call("cudaMallocPitch");
  if (pointer == nullptr || pitch == nullptr)
    return call.fail(cudaErrorInvalidValue, "a null pointer");
  cudaPitchedPtr rows{};
  const cudaError_t error = allocate_rows(call, &rows, {width, height, 1});
  *pointer = rows.ptr;
  *pitch = rows.pitch;
  return error;
}
cudaError_t cudaMalloc3D(cudaPitchedPtr* rows, cudaExtent extent) {
  Call call("cudaMalloc3D");
  return rows == nullptr ? call.fail(cudaErrorInvalidValue, "a null pointer")
                         : allocate_rows(call, rows, extent);
}

cudaError_t cudaFree(void* pointer) {
  Call call("cudaFree");
  return release(call, pointer, false);
}
cudaError_t cudaFreeHost(void* pointer) {
  Call call("cudaFreeHost");
  return release(call, pointer, true);
}

cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned /*flags*/) {
  Call call("cudaHostRegister");
  if (call.refused()) return call.refusal();
  if (pointer == nullptr || bytes == 0) return call.fail(cudaErrorInvalidValue, "no memory");
  auto& registered = RegisteredMemory::get();
  if (registered.contains(pointer))
    return call.fail(cudaErrorHostMemoryAlreadyRegistered, "it has been registered already");
  auto& memory = call.context().memory();
  return call.done(registered.add(memory, call.context().device(), pointer, bytes, call.place()),
                   bytes);
}
cudaError_t cudaHostUnregister(void* pointer) {
  Call call("cudaHostUnregister");
  if (call.refused()) return call.refusal();
  return call.done(RegisteredMemory::get().remove(call.context().memory(), pointer));
}

cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned /*flags*/) {
  Call call("cudaHostGetDevicePointer");
  if (call.refused()) return call.refusal();
  if (device == nullptr) return call.fail(cudaErrorInvalidValue, "a null pointer");
  const auto* block = call.context().memory().find(host);
  if (block != nullptr && block->shared()) {
    *device = host;  // one address for both, as on every GPU with unified addressing
    return call.done();
  }
  auto& registered = RegisteredMemory::get();
  *device = registered.on_device(host);
  if (*device != nullptr) return call.done();
  if (registered.contains(host)) {
    return call.fail(cudaErrorNotSupported,
                     "kernels do not reach a registered stack on the model; allocate the memory "
                     "with cudaHostAlloc",
                     ProblemKind::NotSupported);
  }
  return call.fail(cudaErrorInvalidValue, "it is no memory that cudaHostAlloc gave out");
}

cudaError_t cudaHostGetFlags(unsigned* flags, void* host) {
  Call call("cudaHostGetFlags");
  if (call.refused()) return call.refusal();
  const auto* block = call.context().memory().find(host);
  if (block == nullptr || block->kind != Memory::Kind::Pinned)
    return call.fail(cudaErrorInvalidValue, "it is no memory that cudaHostAlloc gave out");
  *flags = cudaHostAllocMapped;
  return call.done();
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  Call call("cudaPointerGetAttributes");
  if (call.refused()) return call.refusal();
  const auto* block = call.context().memory().find(pointer);
  *attributes = {};
  attributes->type = cudaMemoryTypeUnregistered;
  attributes->device = block == nullptr ? cudaInvalidDeviceId : 0;
  auto* plain = const_cast<void*>(pointer);
  if (RegisteredMemory::get().contains(pointer)) {
    attributes->type = cudaMemoryTypeHost;
    attributes->device = 0;
    attributes->devicePointer = RegisteredMemory::get().on_device(pointer);
  }
  if (block != nullptr) {
    attributes->type = block->kind == Memory::Kind::Device   ? cudaMemoryTypeDevice
                       : block->kind == Memory::Kind::Pinned ? cudaMemoryTypeHost
                                                             : cudaMemoryTypeManaged;
    attributes->devicePointer = plain;
  }
  if (block == nullptr || block->shared()) attributes->hostPointer = plain;
  return call.done();
}

cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
  Call call("cudaGetSymbolAddress");
  return give_symbol(call, symbol, pointer, nullptr);
}
cudaError_t cudaGetSymbolSize(size_t* bytes, const void* symbol) {
  Call call("cudaGetSymbolSize");
  return give_symbol(call, symbol, nullptr, bytes);
}

cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total) {
  Call call("cudaMemGetInfo");
  if (call.refused()) return call.refusal();
  const std::uint64_t used = call.context().memory().bytes_in_use();
  const std::uint64_t all = call.context().device().machine().spec->max_memory;
  if (free_bytes != nullptr) *free_bytes = all - std::min(all, used);
  if (total != nullptr) *total = all;
  return call.done();
}
