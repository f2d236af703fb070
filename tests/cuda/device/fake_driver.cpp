#include "tests/cuda/device/fake_driver.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <map>
#include <utility>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include "ports/device/survey_kernels.hpp"

namespace lanescope::cuda::test {
namespace {

constexpr device::CuResult kIllegalAddress = 700;

struct State {
  Fake seen;
  std::map<device::CuAddress, std::vector<std::byte>> memory;
  std::map<device::CuArray, std::vector<std::byte>> arrays;
  std::map<device::CuTexture, device::CuArray> textures;
  std::vector<std::string> names;                // a function's handle is its place here, from 1
  device::CuResult pending = 0;                  // what the next wait says
  float clock = 0.0F, begin = 0.0F, end = 0.0F;  // now and the last two events, milliseconds
};
State& state() {
  static State all;
  return all;
}

// Counts the call; its own code when it is the one that fails.
device::CuResult call(const char* name) {
  Fake& seen = fake();
  ++seen.by_name[name];
  if (seen.calls++ != seen.fail_at) return 0;
  seen.failed = name;
  return seen.code;
}

void* handle(std::size_t number) {
  return reinterpret_cast<void*>(number);  // NOLINT(performance-no-int-to-ptr)
}
std::byte* at(device::CuAddress address) {
  return reinterpret_cast<std::byte*>(address);  // NOLINT(performance-no-int-to-ptr)
}

device::CuResult wait(const char* name) {
  const device::CuResult code = call(name);
  return code != 0 ? code : state().pending;
}

device::CuResult take(const char* name, void** out) {
  const device::CuResult code = call(name);
  if (code != 0) return code;
  ++fake().open;
  *out = handle(1);
  return 0;
}
device::CuResult let_go(const char* name) {
  --fake().open;
  return call(name);
}

// A millisecond for 2^20 bytes.
void take_time(std::size_t bytes) {
  state().clock += static_cast<float>(bytes) / static_cast<float>(1U << 20U);
}

void copy(const std::byte* parameters) {
  device::CuAddress to = 0, from = 0;
  std::uint64_t count = 0;
  std::memcpy(&to, parameters, sizeof to);
  std::memcpy(&from, parameters + sizeof to, sizeof from);
  std::memcpy(&count, parameters + 2 * sizeof to, sizeof count);
  std::memcpy(at(to), at(from), count * 16);
  take_time(count * 16);
}

void show(const std::byte* parameters) {
  device::CuAddress out = 0, in = 0;
  int pixels = 0;
  std::memcpy(&out, parameters, sizeof out);
  std::memcpy(&in, parameters + 8, sizeof in);
  std::memcpy(&pixels, parameters + 20, sizeof pixels);
  for (int i = 0; i < pixels; ++i) {
    const auto grey = std::to_integer<std::uint32_t>(at(in)[i]);
    const std::uint32_t colour = 0xff000000U | grey << 16U | grey << 8U | grey;
    std::memcpy(at(out) + std::size_t{4} * static_cast<std::size_t>(i), &colour, sizeof colour);
  }
}

void fetch(const std::byte* parameters) {
  device::CuAddress out = 0;
  device::CuTexture object = 0;
  int n = 0;
  std::memcpy(&out, parameters, sizeof out);
  std::memcpy(&n, parameters + 8, sizeof n);
  std::memcpy(&object, parameters + 16, sizeof object);
  const std::vector<std::byte>& texels = state().arrays.at(state().textures.at(object));
  std::memcpy(at(out), texels.data(), static_cast<std::size_t>(n) * sizeof n);
}

void run(const std::string& kernel, const std::byte* parameters) {
  if (kernel == "lanescope_range") return;
  if (kernel == "lanescope_show") return show(parameters);
  if (kernel == "fetch") return fetch(parameters);
  if (kernel == "hang") pause();
  if (kernel == "crash") {
    std::signal(SIGSEGV, SIG_DFL);  // sanitizers catch it
    raise(SIGSEGV);
  }
  if (kernel == "leave") _exit(5);
  if (kernel == "say") std::fputs("said\n", stdout);
  if (kernel == "illegal") state().pending = kIllegalAddress;
  if (kernel == ports::device::kSurveyCopy) return copy(parameters);
  state().clock += 1.0F / 64.0F;
  if (kernel == ports::device::kSurveyFmaF32 || kernel == ports::device::kSurveyFmaF64 ||
      kernel == ports::device::kSurveyEmpty)
    return;
  device::CuAddress out = 0;
  int n = 0;
  std::memcpy(&out, parameters, sizeof out);
  std::memcpy(&n, parameters + sizeof out, sizeof n);
  for (int i = 0; i < n; ++i) {
    std::uint32_t value = 0;  // doubled often, it wraps
    std::memcpy(&value, at(out) + static_cast<std::size_t>(i) * sizeof value, sizeof value);
    value = kernel == "ones" ? 1U : 2U * value;
    std::memcpy(at(out) + static_cast<std::size_t>(i) * sizeof value, &value, sizeof value);
  }
}

device::CuResult text(const char** out, const char* words) {
  *out = words;
  return 0;
}

void add_queries(device::Driver& d) {
  d.cuInit = [](unsigned) { return call("cuInit"); };
  d.cuGetErrorName = [](device::CuResult, const char** name) {
    return text(name, "CUDA_ERROR_FAKE");
  };
  d.cuGetErrorString = [](device::CuResult, const char** words) {
    return text(words, "a fake error");
  };
  d.cuDriverGetVersion = [](int* version) {
    *version = 13000;
    return call("cuDriverGetVersion");
  };
  d.cuDeviceGetCount = [](int* count) {
    *count = fake().gpus;
    return call("cuDeviceGetCount");
  };
  d.cuDeviceGet = [](device::CuDevice* device, int ordinal) {
    *device = ordinal;
    return call("cuDeviceGet");
  };
  d.cuDeviceGetName = [](char* name, int, device::CuDevice device) {
    std::strcpy(name, device == 0 ? "Fake GPU" : "Fake GPU 1");
    return call("cuDeviceGetName");
  };
  d.cuDeviceTotalMem = [](std::size_t* bytes, device::CuDevice) {
    *bytes = fake().memory_bytes;
    return call("cuDeviceTotalMem");
  };
  d.cuDeviceGetAttribute = [](int* value, int attribute, device::CuDevice) {
    *value = attribute == 75 ? 9 : attribute == 76 ? 0 : 100 + attribute;
    const bool of_host = attribute == 19 || attribute == 83;  // maps it, managed memory
    if (of_host && !fake().takes_host_memory) *value = 0;
    return call("cuDeviceGetAttribute");
  };
  d.cuDeviceGetPCIBusId = [](char* bus_id, int, device::CuDevice device) {
    std::strcpy(bus_id, device == 0 ? "0000:1B:00.0" : "0000:2B:00.0");
    return call("cuDeviceGetPCIBusId");
  };
}

device::CuResult allocate(const char* name, device::CuAddress* address, std::size_t bytes) {
  const device::CuResult code = call(name);
  if (code != 0) return code;
  std::vector<std::byte> block(bytes, std::byte{0xcd});
  *address = reinterpret_cast<device::CuAddress>(block.data());
  state().memory.emplace(*address, std::move(block));
  ++fake().open;
  return 0;
}

void add_host_memory(device::Driver& d) {
  d.cuMemHostAlloc = [](void** host, std::size_t bytes, unsigned) {
    device::CuAddress address = 0;
    const device::CuResult code = allocate("cuMemHostAlloc", &address, bytes);
    if (code == 0) *host = at(address);
    return code;
  };
  d.cuMemFreeHost = [](void* host) {
    state().memory.erase(reinterpret_cast<device::CuAddress>(host));
    return let_go("cuMemFreeHost");
  };
  d.cuMemHostGetDevicePointer = [](device::CuAddress* address, void* host, unsigned) {
    *address = reinterpret_cast<device::CuAddress>(host);
    return call("cuMemHostGetDevicePointer");
  };
  d.cuMemAllocManaged = [](device::CuAddress* address, std::size_t bytes, unsigned) {
    return allocate("cuMemAllocManaged", address, bytes);
  };
}

void add_memory(device::Driver& d) {
  d.cuMemAlloc = [](device::CuAddress* address, std::size_t bytes) {
    return allocate("cuMemAlloc", address, bytes);
  };
  d.cuMemFree = [](device::CuAddress address) {
    state().memory.erase(address);
    return let_go("cuMemFree");
  };
  d.cuMemcpyHtoD = [](device::CuAddress to, const void* from, std::size_t bytes) {
    std::memcpy(at(to), from, bytes);
    take_time(bytes);
    return call("cuMemcpyHtoD");
  };
  d.cuMemcpyDtoH = [](void* to, device::CuAddress from, std::size_t bytes) {
    std::memcpy(to, at(from), bytes);
    take_time(bytes);
    return call("cuMemcpyDtoH");
  };
  d.cuMemsetD8 = [](device::CuAddress to, unsigned char value, std::size_t bytes) {
    std::memset(at(to), value, bytes);
    return call("cuMemsetD8");
  };
}

void add_arrays(device::Driver& d) {
  d.cuArray3DCreate = [](device::CuArray* array, const device::CuArrayShape* shape) {
    const device::CuResult code = call("cuArray3DCreate");
    if (code != 0) return code;
    fake().array = *shape;
    *array = handle(fake().open + 1000U);
    state().arrays[*array].resize(shape->width * std::max<std::size_t>(shape->height, 1) *
                                  std::max<std::size_t>(shape->depth, 1) * 4);
    ++fake().open;
    return 0;
  };
  d.cuArrayDestroy = [](device::CuArray array) {
    state().arrays.erase(array);
    return let_go("cuArrayDestroy");
  };
  // Of rows without gaps.
  d.cuMemcpy3D = [](const device::CuCopy3D* copy) {
    const std::size_t bytes = copy->width_bytes * copy->height * copy->depth;
    std::memcpy(state().arrays.at(copy->to_array).data(), at(copy->from_device), bytes);
    return call("cuMemcpy3D");
  };
  d.cuTexObjectCreate = [](device::CuTexture* object, const device::CuResource* resource,
                           const device::CuTextureShape* shape, const void*) {
    const device::CuResult code = call("cuTexObjectCreate");
    if (code != 0) return code;
    fake().texture = *shape;
    *object = state().textures.size() + 7;
    state().textures[*object] = resource->array;
    ++fake().open;
    return 0;
  };
  d.cuTexObjectDestroy = [](device::CuTexture) { return let_go("cuTexObjectDestroy"); };
}

// Maps a file, or nothing, where an address is reserved.
device::CuResult put(device::CuAddress address, std::size_t bytes, int kind, int file) {
  const void* mapped = mmap(at(address), bytes, PROT_NONE, kind | MAP_FIXED, file, 0);
  return mapped == MAP_FAILED ? 1 : 0;
}

void add_addresses(device::Driver& d) {
  d.cuMemAddressReserve = [](device::CuAddress* address, std::size_t bytes, std::size_t,
                             device::CuAddress, unsigned long long) {
    const device::CuResult code = call("cuMemAddressReserve");
    if (code != 0) return code;
    ++fake().open;
    *address = reinterpret_cast<device::CuAddress>(
        mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    return 0;
  };
  d.cuMemAddressFree = [](device::CuAddress address, std::size_t bytes) {
    munmap(at(address), bytes);
    return let_go("cuMemAddressFree");
  };
  d.cuMemMap = [](device::CuAddress address, std::size_t bytes, std::size_t,
                  device::CuMemory memory, unsigned long long) {
    const device::CuResult code = call("cuMemMap");
    if (code != 0) return code;
    ++fake().open;
    return put(address, bytes, MAP_SHARED, static_cast<int>(memory));
  };
  d.cuMemUnmap = [](device::CuAddress address, std::size_t bytes) {
    const device::CuResult code = put(address, bytes, MAP_PRIVATE | MAP_ANONYMOUS, -1);
    return code != 0 ? code : let_go("cuMemUnmap");
  };
  d.cuMemSetAccess = [](device::CuAddress address, std::size_t bytes, const device::CuMemAccess*,
                        std::size_t) {
    mprotect(at(address), bytes, PROT_READ | PROT_WRITE);
    return call("cuMemSetAccess");
  };
}

// Memory that is shared: a file without a name, so that another process can map it.
void add_shared_memory(device::Driver& d) {
  d.cuMemcpyDtoD = [](device::CuAddress to, device::CuAddress from, std::size_t bytes) {
    std::memcpy(at(to), at(from), bytes);
    return call("cuMemcpyDtoD");
  };
  d.cuMemGetAllocationGranularity = [](std::size_t* bytes, const device::CuMemProperties*, int) {
    *bytes = std::size_t{1} << 16U;
    return call("cuMemGetAllocationGranularity");
  };
  d.cuMemCreate = [](device::CuMemory* memory, std::size_t bytes, const device::CuMemProperties*,
                     unsigned long long) {
    const device::CuResult code = call("cuMemCreate");
    if (code != 0) return code;
    const int file = memfd_create("fake memory", MFD_CLOEXEC);
    if (file < 0 || ftruncate(file, static_cast<off_t>(bytes)) != 0) return 2;
    ++fake().open;
    *memory = static_cast<device::CuMemory>(file);
    return 0;
  };
  d.cuMemRelease = [](device::CuMemory memory) {
    close(static_cast<int>(memory));
    return let_go("cuMemRelease");
  };
  d.cuMemExportToShareableHandle = [](void* handle, device::CuMemory memory, int,
                                      unsigned long long) {
    const device::CuResult code = call("cuMemExportToShareableHandle");
    const int file = code == 0 ? dup(static_cast<int>(memory)) : -1;
    if (code == 0) std::memcpy(handle, &file, sizeof file);
    return code;
  };
  d.cuMemImportFromShareableHandle = [](device::CuMemory* memory, void* handle, int) {
    const device::CuResult code = call("cuMemImportFromShareableHandle");
    if (code != 0) return code;
    ++fake().open;
    *memory = static_cast<device::CuMemory>(
        dup(static_cast<int>(reinterpret_cast<std::intptr_t>(handle))));
    return 0;
  };
}

void add_kernels(device::Driver& d) {
  d.cuDevicePrimaryCtxRetain = [](device::CuContext* c, device::CuDevice) {
    return take("cuDevicePrimaryCtxRetain", c);
  };
  d.cuDevicePrimaryCtxRelease = [](device::CuDevice) {
    return let_go("cuDevicePrimaryCtxRelease");
  };
  d.cuCtxSetCurrent = [](device::CuContext) { return call("cuCtxSetCurrent"); };
  d.cuModuleLoadData = [](device::CuModule* m, const void*) {
    ++fake().modules;
    return take("cuModuleLoadData", m);
  };
  d.cuModuleUnload = [](device::CuModule) { return let_go("cuModuleUnload"); };
  d.cuModuleGetFunction = [](device::CuFunction* function, device::CuModule, const char* name) {
    state().names.emplace_back(name);
    *function = handle(state().names.size());
    return call("cuModuleGetFunction");
  };
  d.cuModuleGetGlobal = [](device::CuAddress* address, std::size_t* bytes, device::CuModule,
                           const char*) {
    static std::vector<std::byte> variable(16);
    *address = reinterpret_cast<device::CuAddress>(variable.data());
    *bytes = variable.size();
    return call("cuModuleGetGlobal");
  };
  d.cuFuncSetAttribute = [](device::CuFunction, int, int) { return call("cuFuncSetAttribute"); };
  d.cuLaunchKernelEx = [](const device::CuLaunchConfig* config, device::CuFunction function, void**,
                          void** extra) {
    const device::CuResult code = call("cuLaunchKernelEx");
    if (code != 0) return code;
    fake().cooperative += static_cast<int>(config->attribute_count);
    const auto number = reinterpret_cast<std::size_t>(function);
    run(state().names.at(number - 1), static_cast<const std::byte*>(extra[1]));
    return 0;
  };
  d.cuCtxSynchronize = [] { return wait("cuCtxSynchronize"); };
  d.cuEventCreate = [](device::CuEvent* e, unsigned) { return take("cuEventCreate", e); };
  d.cuEventDestroy = [](device::CuEvent) { return let_go("cuEventDestroy"); };
  d.cuEventRecord = [](device::CuEvent, device::CuStream) {
    state().begin = std::exchange(state().end, state().clock);
    return call("cuEventRecord");
  };
  d.cuEventSynchronize = [](device::CuEvent) { return wait("cuEventSynchronize"); };
  d.cuEventElapsedTime = [](float* milliseconds, device::CuEvent, device::CuEvent) {
    *milliseconds = state().end - state().begin;
    return call("cuEventElapsedTime");
  };
}

}  // namespace

Fake& fake() { return state().seen; }

device::Driver fake_driver() {
  state() = State{};
  device::Driver driver;
  add_queries(driver);
  add_memory(driver);
  add_host_memory(driver);
  add_arrays(driver);
  add_addresses(driver);
  add_shared_memory(driver);
  add_kernels(driver);
  return driver;
}

device::Nvml fake_nvml(int fail_at) {
  static int calls = 0, failing = -1;
  calls = 0;
  failing = fail_at;
  device::Nvml nvml;
  nvml.nvmlInit_v2 = [] { return calls++ == failing ? 999 : 0; };
  nvml.nvmlDeviceGetHandleByPciBusId_v2 = [](const char* bus_id, device::NvmlDevice* device) {
    if (calls++ == failing || std::strcmp(bus_id, "0000:1B:00.0") != 0) return 6;  // not found
    *device = handle(7);
    return 0;
  };
  nvml.nvmlDeviceGetClockInfo = [](device::NvmlDevice device, int clock, unsigned* mhz) {
    if (calls++ == failing || device != handle(7)) return 999;
    *mhz = clock == 1 ? 1500 : clock == 2 ? 2500 : 1;  // of SMs, of memory, of something else
    return 0;
  };
  return nvml;
}

ports::device::GpuJob job_of(const std::string& kernel, int n) {
  ports::device::GpuJob job;
  job.cubin.resize(8);
  ports::device::GpuBuffer buffer;
  for (int i = 0; i < n; ++i) {
    const auto* bytes = reinterpret_cast<const std::byte*>(&i);
    buffer.initial.insert(buffer.initial.end(), bytes, bytes + sizeof i);
  }
  buffer.bytes = buffer.initial.size();
  job.buffers.push_back(std::move(buffer));
  job.symbols.push_back({"factor", std::vector<std::byte>(4)});
  ports::device::GpuLaunch launch;
  launch.kernel = kernel;
  launch.dynamic_shared_bytes = 64;
  launch.parameters.resize(12);
  std::memcpy(launch.parameters.data() + 8, &n, sizeof n);
  launch.pointers.push_back({0, 0});
  job.launches.push_back(std::move(launch));
  job.samples = 5;
  return job;
}

ports::device::GpuJob fetch_job(int n) {
  ports::device::GpuJob job = job_of("fetch", n);
  job.buffers.push_back({job.buffers.front().bytes, {}});
  ports::device::GpuTexture texture;
  texture.descriptor.width = 8;
  texture.descriptor.height = static_cast<std::uint64_t>(n) / 8;
  texture.descriptor.format = {TexelFormat::Kind::Signed, 32, 1};
  job.textures.push_back(texture);
  ports::device::GpuLaunch& launch = job.launches.front();
  launch.parameters.resize(24);
  launch.pointers = {{0, 1}};
  launch.handles = {{16, 0}};
  return job;
}

ports::device::LiveRequest live_of(const std::string& kernel, int pixels) {
  ports::device::LiveRequest request;
  request.begin = true;
  request.job = job_of(kernel, pixels / 4);  // its numbers are four pixels each
  request.show_cubin.resize(8);
  ports::device::GpuLaunch show;
  show.kernel = "lanescope_show";
  show.parameters.resize(24);
  std::memcpy(show.parameters.data() + 20, &pixels, sizeof pixels);
  show.pointers = {{0, 1}, {8, 0}};
  request.show.push_back(std::move(show));
  request.picture_bytes = std::uint64_t{4} * static_cast<unsigned>(pixels);
  return request;
}

}  // namespace lanescope::cuda::test
