#include <algorithm>
#include <map>

#include "runtime/api/captured.hpp"
#include "runtime/api/entry.hpp"
#include "runtime/api/graph_memory.hpp"
#include "runtime/streams.hpp"

using lanescope::runtime::Call;
using lanescope::runtime::Memory;
using lanescope::runtime::ProblemKind;
using lanescope::runtime::Streams;
using lanescope::runtime::api::capture;

// Memory in the order of streams. As all work runs in the order of its issue, it is there and gone
// at once, and a pool keeps nothing back: what is reserved is what is in use.

namespace {

struct Pool {
  std::uint64_t attributes[9] = {0, 1, 1, 1, 0, 0, 0, 0, 0};  // by cudaMemPoolAttr
  std::uint64_t used = 0, most = 0;
};
std::map<cudaMemPool_t, Pool>& pools() {
  static std::map<cudaMemPool_t, Pool> all{{nullptr, {}}};
  return all;
}
// The device's own.
cudaMemPool_t default_pool() { return reinterpret_cast<cudaMemPool_t>(16); }  // NOLINT: opaque
cudaMemPool_t& current_pool() {
  static cudaMemPool_t current = default_pool();
  return current;
}
Pool* find(cudaMemPool_t handle) {
  if (handle == default_pool()) return &pools()[handle];
  const auto found = pools().find(handle);
  return handle == nullptr || found == pools().end() ? nullptr : &found->second;
}
// Of which pool an allocation is.
std::map<const void*, cudaMemPool_t>& owners() {
  static std::map<const void*, cudaMemPool_t> all;
  return all;
}

cudaError_t no_pool(Call& call) {
  return call.fail(cudaErrorInvalidValue, "there is no such pool, or it was destroyed");
}

void count(cudaMemPool_t handle, std::uint64_t bytes, bool more) {
  Pool* pool = find(handle);
  if (pool == nullptr) return;
  pool->used = more ? pool->used + bytes : pool->used - std::min(pool->used, bytes);
  pool->most = std::max(pool->most, pool->used);
}

cudaError_t allocate_async(Call& call, void** pointer, size_t bytes, cudaMemPool_t pool,
                           cudaStream_t stream) {
  if (call.refused()) return call.refusal();
  if (pointer == nullptr) return call.fail(cudaErrorInvalidValue, "a null pointer");
  if (Streams::get().find(stream) == nullptr)
    return call.fail(cudaErrorInvalidResourceHandle, "there is no such stream");
  if (find(pool) == nullptr) return no_pool(call);
  if (auto* captured = lanescope::runtime::api::captured(stream)) {
    lanescope::runtime::graphs::Allocate work;
    work.asked.bytesize = bytes;
    if (const cudaError_t error = lanescope::runtime::api::reserve(call, work);
        error != cudaSuccess)
      return error;
    *pointer = work.asked.dptr;
    return capture(call, *captured, std::move(work), bytes);
  }
  const auto outcome =
      call.context().memory().allocate(bytes, Memory::Kind::Device, call.place(), pointer);
  if (outcome.ok()) {
    owners()[*pointer] = pool;
    count(pool, bytes, true);
  }
  return call.done(outcome, bytes);
}

cudaError_t of_the_device(Call& call, cudaMemPool_t* pool, cudaMemPool_t which, bool exists) {
  if (pool == nullptr || !exists)
    return call.fail(cudaErrorInvalidValue, "a null pointer, or another device than number 0");
  *pool = which;
  return call.done();
}
bool is_here(const cudaMemLocation* location) {
  return location != nullptr && location->type == cudaMemLocationTypeDevice && location->id == 0;
}

cudaError_t set_current(Call& call, cudaMemPool_t pool, bool exists) {
  if (call.refused()) return call.refusal();
  if (!exists || find(pool) == nullptr) return no_pool(call);
  current_pool() = pool;
  return call.done();
}

bool is_flag(cudaMemPoolAttr which) {
  return which >= cudaMemPoolReuseFollowEventDependencies &&
         which <= cudaMemPoolReuseAllowInternalDependencies;
}

}  // namespace

cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t stream) {
  Call call("cudaMallocAsync");
  return allocate_async(call, pointer, bytes, current_pool(), stream);
}
LANESCOPE_PER_THREAD(cudaMallocAsync, _ptsz)
cudaError_t cudaMallocFromPoolAsync(void** pointer, size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream) {
  Call call("cudaMallocFromPoolAsync");
  return allocate_async(call, pointer, bytes, pool, stream);
}
LANESCOPE_PER_THREAD(cudaMallocFromPoolAsync, _ptsz)

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  Call call("cudaFreeAsync");
  if (call.refused()) return call.refusal();
  if (auto* captured = lanescope::runtime::api::captured(stream))
    return capture(call, *captured, lanescope::runtime::graphs::Free{pointer});
  auto& memory = call.context().memory();
  call.context().show_printed();
  if (call.context().sticky() != 0) return call.synchronize();
  const auto* block = memory.find(pointer);
  const std::uint64_t bytes = block == nullptr ? 0 : block->bytes;
  const auto outcome = memory.free(pointer, false);
  if (const auto owner = owners().find(pointer); outcome.ok() && owner != owners().end()) {
    count(owner->second, bytes, false);
    owners().erase(owner);
  }
  return call.done(outcome, bytes);
}
LANESCOPE_PER_THREAD(cudaFreeAsync, _ptsz)

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
  Call call("cudaMemPoolCreate");
  if (call.refused()) return call.refusal();
  if (pool == nullptr || properties == nullptr)
    return call.fail(cudaErrorInvalidValue, "a null pointer");
  if (!is_here(&properties->location)) {
    return call.fail(cudaErrorNotSupported, "pools elsewhere than on device 0 are not there",
                     ProblemKind::NotSupported);
  }
  static std::uint64_t made = 1;
  *pool = reinterpret_cast<cudaMemPool_t>(16 * ++made);  // NOLINT: opaque
  pools()[*pool] = {};
  return call.done();
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  Call call("cudaMemPoolDestroy");
  if (call.refused()) return call.refusal();
  if (find(pool) == nullptr || pool == default_pool()) return no_pool(call);
  if (current_pool() == pool) current_pool() = default_pool();
  pools().erase(pool);
  return call.done();
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  Call call("cudaDeviceGetDefaultMemPool");
  return of_the_device(call, pool, default_pool(), device == 0);
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  Call call("cudaDeviceGetMemPool");
  return of_the_device(call, pool, current_pool(), device == 0);
}
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  Call call("cudaDeviceSetMemPool");
  return set_current(call, pool, device == 0);
}
cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t* pool, cudaMemLocation* location,
                                     cudaMemAllocationType /*type*/) {
  Call call("cudaMemGetDefaultMemPool");
  return of_the_device(call, pool, default_pool(), is_here(location));
}
cudaError_t cudaMemGetMemPool(cudaMemPool_t* pool, cudaMemLocation* location,
                              cudaMemAllocationType /*type*/) {
  Call call("cudaMemGetMemPool");
  return of_the_device(call, pool, current_pool(), is_here(location));
}
cudaError_t cudaMemSetMemPool(cudaMemLocation* location, cudaMemAllocationType /*type*/,
                              cudaMemPool_t pool) {
  Call call("cudaMemSetMemPool");
  return set_current(call, pool, is_here(location));
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t handle, cudaMemPoolAttr which, void* value) {
  Call call("cudaMemPoolSetAttribute");
  if (call.refused()) return call.refusal();
  Pool* pool = find(handle);
  if (pool == nullptr || value == nullptr) return no_pool(call);
  if (is_flag(which)) {
    pool->attributes[which] = static_cast<std::uint64_t>(*static_cast<const int*>(value));
  } else if (which == cudaMemPoolAttrReleaseThreshold) {
    pool->attributes[which] = *static_cast<const std::uint64_t*>(value);
  } else if (which == cudaMemPoolAttrReservedMemHigh || which == cudaMemPoolAttrUsedMemHigh) {
    pool->most = pool->used;
  } else {
    return call.fail(cudaErrorInvalidValue, "an attribute that is not set");
  }
  return call.done();
}
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t handle, cudaMemPoolAttr which, void* value) {
  Call call("cudaMemPoolGetAttribute");
  if (call.refused()) return call.refusal();
  const Pool* pool = find(handle);
  if (pool == nullptr || value == nullptr) return no_pool(call);
  auto& wide = *static_cast<std::uint64_t*>(value);
  if (is_flag(which)) {
    *static_cast<int*>(value) = static_cast<int>(pool->attributes[which]);
  } else if (which == cudaMemPoolAttrReleaseThreshold) {
    wide = pool->attributes[which];
  } else if (which == cudaMemPoolAttrReservedMemCurrent || which == cudaMemPoolAttrUsedMemCurrent) {
    wide = pool->used;
  } else if (which == cudaMemPoolAttrReservedMemHigh || which == cudaMemPoolAttrUsedMemHigh) {
    wide = pool->most;
  } else {
    return call.fail(cudaErrorInvalidValue, "an attribute that there is not");
  }
  return call.done();
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t /*bytes_to_keep*/) {
  Call call("cudaMemPoolTrimTo");
  if (call.refused()) return call.refusal();
  return find(pool) == nullptr ? no_pool(call) : call.done();
}
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* /*wanted*/,
                                 size_t /*count*/) {
  Call call("cudaMemPoolSetAccess");
  if (call.refused()) return call.refusal();
  return find(pool) == nullptr ? no_pool(call) : call.done();
}
cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool,
                                 cudaMemLocation* location) {
  Call call("cudaMemPoolGetAccess");
  if (call.refused()) return call.refusal();
  if (find(pool) == nullptr || flags == nullptr) return no_pool(call);
  *flags = is_here(location) ? cudaMemAccessFlagsProtReadWrite : cudaMemAccessFlagsProtNone;
  return call.done();
}
