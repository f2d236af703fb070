#include <algorithm>
#include <cstring>
#include <map>
#include <string_view>

#include "runtime/api/captured.hpp"
#include "runtime/api/entry.hpp"
#include "runtime/properties.hpp"
#include "sim/machine/machine.hpp"

using lanescope::runtime::Call;

namespace {

constexpr const char* kBus = "0000:00:00.0";

cudaError_t one_device(Call& call, int device) {
  return device == 0 ? call.done()
                     : call.fail(cudaErrorInvalidDevice, "the model is one device, number 0");
}

cudaError_t no_peer(Call& call) {
  return call.fail(cudaErrorInvalidDevice, "the model is one device, without peers");
}

std::uint64_t memory_of(Call& call) {
  return call.context().has_device() ? call.context().device().machine().spec->max_memory
                                     : lanescope::engine::MachineOptions{}.max_memory;
}

// What programs ask for, and are told again; the model itself has room for any stack and any text.
std::map<cudaLimit, size_t>& limits() {
  static std::map<cudaLimit, size_t> all{{cudaLimitStackSize, 1024},
                                         {cudaLimitPrintfFifoSize, size_t{1} << 20U},
                                         {cudaLimitMallocHeapSize, lanescope::machine::kHeapBytes},
                                         {cudaLimitDevRuntimeSyncDepth, 2},
                                         {cudaLimitDevRuntimePendingLaunchCount, 2048},
                                         {cudaLimitMaxL2FetchGranularity, 64},
                                         {cudaLimitPersistingL2CacheSize, 0}};
  return all;
}

// Answers that need no device and never fail.
template <typename Value>
cudaError_t give(const char* name, Value* into, Value value) {
  Call call(name);
  if (into == nullptr) return call.fail(cudaErrorInvalidValue, "a null pointer");
  *into = value;
  return call.done();
}
cudaError_t accept(const char* name) {
  Call call(name);
  return call.refused() ? call.refusal() : call.done();
}

}  // namespace

cudaError_t cudaGetDeviceCount(int* count) { return give("cudaGetDeviceCount", count, 1); }
cudaError_t cudaGetDevice(int* device) { return give("cudaGetDevice", device, 0); }
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* /*wanted*/) {
  return give("cudaChooseDevice", device, 0);
}
cudaError_t cudaDriverGetVersion(int* version) {
  return give("cudaDriverGetVersion", version, lanescope::runtime::kRuntimeVersion);
}
cudaError_t cudaRuntimeGetVersion(int* version) {
  return give("cudaRuntimeGetVersion", version, lanescope::runtime::kRuntimeVersion);
}
cudaError_t cudaGetDeviceFlags(unsigned* flags) {
  return give("cudaGetDeviceFlags", flags, static_cast<unsigned>(cudaDeviceScheduleAuto));
}
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  return give("cudaDeviceGetCacheConfig", config, cudaFuncCachePreferNone);
}
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache /*config*/) {
  return accept("cudaDeviceSetCacheConfig");
}
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"  // programs still call them
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  return give("cudaDeviceGetSharedMemConfig", config, cudaSharedMemBankSizeFourByte);
}
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig /*config*/) {
  return accept("cudaDeviceSetSharedMemConfig");
}
#pragma GCC diagnostic pop
cudaError_t cudaDeviceFlushGPUDirectRDMAWrites(cudaFlushGPUDirectRDMAWritesTarget /*target*/,
                                               cudaFlushGPUDirectRDMAWritesScope /*scope*/) {
  return accept("cudaDeviceFlushGPUDirectRDMAWrites");
}
cudaError_t cudaSetDeviceFlags(unsigned /*flags*/) { return accept("cudaSetDeviceFlags"); }
cudaError_t cudaSetValidDevices(int* /*devices*/, int /*count*/) {
  return accept("cudaSetValidDevices");
}
cudaError_t cudaCtxResetPersistingL2Cache() { return accept("cudaCtxResetPersistingL2Cache"); }
LANESCOPE_ENTRY cudaError_t cudaProfilerStart() { return accept("cudaProfilerStart"); }
LANESCOPE_ENTRY cudaError_t cudaProfilerStop() { return accept("cudaProfilerStop"); }

cudaError_t cudaSetDevice(int device) {
  Call call("cudaSetDevice");
  return call.refused() ? call.refusal() : one_device(call, device);
}
cudaError_t cudaInitDevice(int device, unsigned /*device_flags*/, unsigned /*flags*/) {
  Call call("cudaInitDevice");
  return call.refused() ? call.refusal() : one_device(call, device);
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  Call call("cudaGetDeviceProperties");
  if (properties == nullptr || device != 0) return one_device(call, -1);
  *properties = lanescope::runtime::properties(call.context().settings.sm, memory_of(call));
  return call.done();
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr which, int device) {
  Call call("cudaDeviceGetAttribute");
  if (device != 0) return one_device(call, device);
  const int answer = lanescope::runtime::attribute(
      which, lanescope::runtime::properties(call.context().settings.sm, memory_of(call)));
  if (value == nullptr || answer < 0)
    return call.fail(cudaErrorInvalidValue, "an attribute that there is not");
  *value = answer;
  return call.done();
}

cudaError_t cudaDeviceSynchronize() {
  Call call("cudaDeviceSynchronize");
  if (call.refused()) return call.refusal();
  if (lanescope::runtime::api::forbidden_by_capture())
    return lanescope::runtime::api::refuse_unsafe(call);
  call.waits(lanescope::runtime::record::Issue::Waits::Device);
  return call.synchronize();
}

cudaError_t cudaDeviceReset() {
  Call call("cudaDeviceReset");
  if (call.refused() && call.context().sticky() == 0) return call.refusal();
  call.waits(lanescope::runtime::record::Issue::Waits::Device);
  call.context().reset();
  return call.done();
}

cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  Call call("cudaDeviceGetLimit");
  if (value == nullptr) return call.fail(cudaErrorInvalidValue, "a null pointer");
  const auto found = limits().find(limit);
  if (found == limits().end())
    return call.fail(cudaErrorUnsupportedLimit, "a limit that the model has not");
  *value = found->second;
  return call.done();
}
cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  Call call("cudaDeviceSetLimit");
  if (call.refused()) return call.refusal();
  if (!limits().contains(limit))
    return call.fail(cudaErrorUnsupportedLimit, "a limit that the model has not");
  if (limit == cudaLimitMallocHeapSize && value > lanescope::machine::kHeapBytes) {
    return call.fail(cudaErrorNotSupported, "the heap of malloc has 8 MiB on the model",
                     lanescope::runtime::ProblemKind::NotSupported);
  }
  limits()[limit] = value;
  if (limit == cudaLimitDevRuntimePendingLaunchCount)
    call.context().device().limit_waiting_children(value);
  return call.done();
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  Call call("cudaDeviceGetStreamPriorityRange");
  if (least != nullptr) *least = 0;
  if (greatest != nullptr) *greatest = -5;  // as on sm_90
  return call.done();
}

cudaError_t cudaDeviceGetPCIBusId(char* id, int length, int device) {
  Call call("cudaDeviceGetPCIBusId");
  if (id == nullptr || device != 0 || length <= static_cast<int>(std::strlen(kBus)))
    return call.fail(cudaErrorInvalidValue, "another device, or too little room");
  std::memcpy(id, kBus, std::strlen(kBus) + 1);
  return call.done();
}
cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* id) {
  Call call("cudaDeviceGetByPCIBusId");
  if (device == nullptr || id == nullptr || std::string_view(id) != kBus)
    return call.fail(cudaErrorInvalidValue, "there is no such device");
  *device = 0;
  return call.done();
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int /*device*/, int /*peer*/) {
  return give("cudaDeviceCanAccessPeer", can, 0);
}
cudaError_t cudaDeviceEnablePeerAccess(int /*peer*/, unsigned /*flags*/) {
  Call call("cudaDeviceEnablePeerAccess");
  return no_peer(call);
}
cudaError_t cudaDeviceDisablePeerAccess(int /*peer*/) {
  Call call("cudaDeviceDisablePeerAccess");
  return no_peer(call);
}

cudaError_t cudaDeviceGetP2PAttribute(int* /*value*/, cudaDeviceP2PAttr /*which*/, int /*from*/,
                                      int /*to*/) {
  Call call("cudaDeviceGetP2PAttribute");
  return no_peer(call);
}
cudaError_t cudaDeviceGraphMemTrim(int device) {
  Call call("cudaDeviceGraphMemTrim");
  return call.refused() ? call.refusal() : one_device(call, device);
}

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f) {
  return {x, y, z, w, f};
}
