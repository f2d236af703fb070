#include <algorithm>
#include <array>
#include <map>

#include "runtime/api/copy.hpp"
#include "runtime/api/entry.hpp"

using lanescope::runtime::Call;
using lanescope::runtime::api::Wait;

// Where managed memory is to be. Pages do not wander on the model: what was advised is kept for who
// asks, and changes nothing.

namespace {

struct Advice {
  bool read_mostly = false, accessed_by_device = false;
  cudaMemLocation preferred{}, prefetched{};
};
std::map<std::uint64_t, Advice>& advices() {
  static std::map<std::uint64_t, Advice> all;  // by where the allocation begins
  return all;
}

// Null: it is no managed memory; `error` has been told.
Advice* advice_of(Call& call, const void* pointer, cudaError_t& error) {
  const auto* block = call.context().memory().find(pointer);
  const bool managed =
      block != nullptr && (block->kind == lanescope::runtime::Memory::Kind::Managed ||
                           block->kind == lanescope::runtime::Memory::Kind::Variable);
  if (managed) return &advices()[block->begin];
  error = call.fail(cudaErrorInvalidValue, "it is no managed memory");
  return nullptr;
}

void take(Advice& advice, cudaMemoryAdvise what, const cudaMemLocation& where) {
  switch (what) {
    case cudaMemAdviseSetReadMostly:
    case cudaMemAdviseUnsetReadMostly:
      advice.read_mostly = what == cudaMemAdviseSetReadMostly;
      break;
    case cudaMemAdviseSetPreferredLocation:
      advice.preferred = where;
      break;
    case cudaMemAdviseUnsetPreferredLocation:
      advice.preferred = {};
      break;
    case cudaMemAdviseSetAccessedBy:
    case cudaMemAdviseUnsetAccessedBy:
      if (where.type == cudaMemLocationTypeDevice)
        advice.accessed_by_device = what == cudaMemAdviseSetAccessedBy;
      break;
  }
}

int number_of(const cudaMemLocation& where) {
  if (where.type == cudaMemLocationTypeDevice) return where.id;
  return where.type == cudaMemLocationTypeHost ? cudaCpuDeviceId : cudaInvalidDeviceId;
}

// False: there is no such attribute.
bool answer(const Advice& advice, cudaMemRangeAttribute which, int* into, std::size_t count) {
  std::fill_n(into, count, cudaInvalidDeviceId);
  switch (which) {
    case cudaMemRangeAttributeReadMostly:
      *into = advice.read_mostly ? 1 : 0;
      return true;
    case cudaMemRangeAttributePreferredLocation:
      *into = number_of(advice.preferred);
      return true;
    case cudaMemRangeAttributeAccessedBy:
      if (advice.accessed_by_device) *into = 0;
      return true;
    case cudaMemRangeAttributeLastPrefetchLocation:
      *into = number_of(advice.prefetched);
      return true;
    case cudaMemRangeAttributePreferredLocationType:
      *into = advice.preferred.type;
      return true;
    case cudaMemRangeAttributePreferredLocationId:
      *into = advice.preferred.id;
      return true;
    case cudaMemRangeAttributeLastPrefetchLocationType:
      *into = advice.prefetched.type;
      return true;
    case cudaMemRangeAttributeLastPrefetchLocationId:
      *into = advice.prefetched.id;
      return true;
    default:
      return false;
  }
}

}  // namespace

cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, cudaMemLocation where,
                                 unsigned /*flags*/, cudaStream_t /*stream*/) {
  Call call("cudaMemPrefetchAsync");
  if (call.refused()) return call.refusal();
  cudaError_t error = cudaSuccess;
  Advice* advice = advice_of(call, pointer, error);
  if (advice == nullptr) return error;
  advice->prefetched = where;
  return call.done(bytes);
}
LANESCOPE_PER_THREAD(cudaMemPrefetchAsync, _ptsz)

cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise what,
                          cudaMemLocation where) {
  Call call("cudaMemAdvise");
  if (call.refused()) return call.refusal();
  cudaError_t error = cudaSuccess;
  Advice* advice = advice_of(call, pointer, error);
  if (advice == nullptr) return error;
  take(*advice, what, where);
  return call.done(bytes);
}

cudaError_t cudaMemRangeGetAttribute(void* data, size_t bytes, cudaMemRangeAttribute which,
                                     const void* pointer, size_t /*count*/) {
  Call call("cudaMemRangeGetAttribute");
  if (call.refused()) return call.refusal();
  cudaError_t error = cudaSuccess;
  const Advice* advice = advice_of(call, pointer, error);
  if (advice == nullptr) return error;
  if (data == nullptr || bytes < sizeof(int) ||
      !answer(*advice, which, static_cast<int*>(data), bytes / sizeof(int)))
    return call.fail(cudaErrorInvalidValue, "too little room, or no such attribute");
  return call.done();
}
cudaError_t cudaMemRangeGetAttributes(void** data, size_t* bytes, cudaMemRangeAttribute* which,
                                      size_t count, const void* pointer, size_t /*range*/) {
  Call call("cudaMemRangeGetAttributes");
  if (call.refused()) return call.refusal();
  cudaError_t error = cudaSuccess;
  const Advice* advice = advice_of(call, pointer, error);
  if (advice == nullptr) return error;
  for (size_t i = 0; i < count; ++i) {
    if (bytes[i] < sizeof(int) ||
        !answer(*advice, which[i], static_cast<int*>(data[i]), bytes[i] / sizeof(int)))
      return call.fail(cudaErrorInvalidValue, "too little room, or no such attribute");
  }
  return call.done();
}

cudaError_t cudaMemcpyBatchAsync(void* const* to, const void* const* from, const size_t* bytes,
                                 size_t count, cudaMemcpyAttributes* /*attributes*/,
                                 size_t* /*which*/, size_t /*attribute_count*/,
                                 cudaStream_t stream) {
  cudaError_t error = cudaSuccess;
  for (size_t i = 0; i < count && error == cudaSuccess; ++i) {
    Call call("cudaMemcpyBatchAsync");
    error = copy(
        call, lanescope::runtime::api::bytes_between(to[i], from[i], bytes[i], cudaMemcpyDefault),
        Wait::No, stream);
  }
  return error;
}
LANESCOPE_PER_THREAD(cudaMemcpyBatchAsync, _ptsz)
