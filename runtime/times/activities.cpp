#include "runtime/times/activities.hpp"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <type_traits>
#include <vector>

#include <dlfcn.h>

namespace lanescope::runtime::times {
namespace {

// The beginnings of CUPTI's records ("CUPTI Activity API", cupti_activity.h of CUDA 12 and 13):
// later versions put more behind them.
struct KernelRecord {
  std::uint32_t kind = 0;
  std::array<std::uint8_t, 4> caches_and_registers{};
  std::array<std::uint32_t, 2> partitioned{};
  std::uint64_t start = 0, end = 0, completed = 0;
  std::uint32_t device = 0, context = 0, stream = 0;
  std::array<std::int32_t, 6> grid_and_block{};
  std::array<std::uint32_t, 4> shared_and_local{};
  std::uint32_t correlation = 0;
  std::int64_t grid_id = 0;
  const char* name = nullptr;
};
// Of a memset `what` is the value, of a copy its kind in the lowest byte.
struct BytesRecord {
  std::uint32_t kind = 0, what = 0;
  std::uint64_t bytes = 0, start = 0, end = 0;
  std::uint32_t device = 0, context = 0, stream = 0, correlation = 0;
};
struct ExternalRecord {
  std::uint32_t kind = 0, external_kind = 0;
  std::uint64_t external = 0;
  std::uint32_t correlation = 0;
};
// CUpti_ActivityKind, CUpti_ExternalCorrelationKind
constexpr std::uint32_t kCopy = 1, kSet = 2, kRuntime = 5, kKernel = 10, kExternal = 39;
constexpr std::uint32_t kOurs = 3;
constexpr std::size_t kMostActivities = 100'000;  // as many as calls are told

struct Activity {
  std::uint32_t kind = 0, what = 0, stream = 0, correlation = 0;
  std::uint64_t start = 0, end = 0, bytes = 0;
  std::string name;
};

using Requested = void (*)(std::uint8_t** buffer, std::size_t* size, std::size_t* most);
using Completed = void (*)(void* context, std::uint32_t stream, std::uint8_t* buffer,
                           std::size_t size, std::size_t valid);

struct State {
  int (*next)(std::uint8_t*, std::size_t, void**) = nullptr;
  int (*push)(std::uint32_t, std::uint64_t) = nullptr;
  int (*pop)(std::uint32_t, std::uint64_t*) = nullptr;
  int (*flush)(std::uint32_t) = nullptr;
  std::mutex mutex;  // CUPTI hands buffers over from threads of its own
  std::vector<Activity> activities;
  std::map<std::uint32_t, std::uint64_t> launches;  // by correlation
};
// Never destroyed: CUPTI's threads may outlive what the program's end takes down.
State& state() {
  static auto* const s_state = new State;
  return *s_state;
}

void take(const void* record) {
  State& all = state();
  const std::uint32_t kind = *static_cast<const std::uint32_t*>(record);
  if (all.activities.size() >= kMostActivities) return;
  if (kind == kKernel) {
    const auto& one = *static_cast<const KernelRecord*>(record);
    all.activities.push_back({kind, 0, one.stream, one.correlation, one.start, one.end, 0,
                              one.name == nullptr ? "" : one.name});
  } else if (kind == kCopy || kind == kSet) {
    const auto& one = *static_cast<const BytesRecord*>(record);
    all.activities.push_back(
        {kind, one.what & 0xffU, one.stream, one.correlation, one.start, one.end, one.bytes, {}});
  } else if (kind == kExternal) {
    const auto& one = *static_cast<const ExternalRecord*>(record);
    if (one.external_kind == kOurs) all.launches[one.correlation] = one.external;
  }
}

void give_buffer(std::uint8_t** buffer, std::size_t* size, std::size_t* most) {
  constexpr std::size_t kBytes = std::size_t{1} << 20U;
  *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(8, kBytes));
  *size = *buffer == nullptr ? 0 : kBytes;
  *most = 0;  // as many records as fit
}

void take_buffer(void* /*context*/, std::uint32_t /*stream*/, std::uint8_t* buffer,
                 std::size_t /*size*/, std::size_t valid) {
  const std::lock_guard lock(state().mutex);
  void* record = nullptr;
  while (state().next(buffer, valid, &record) == 0) take(record);
  std::free(buffer);
}

// CUpti_ActivityMemcpyKind: from the host 1 and 3, to the host 2 and 4.
const char* word_of(const Activity& one) {
  if (one.kind == kSet) return "set";
  if (one.what == 1 || one.what == 3) return "to_device";
  return one.what == 2 || one.what == 4 ? "from_device" : "on_device";
}

void write(std::FILE* file, const Activity& one) {
  const State& all = state();
  const auto from = static_cast<unsigned long long>(one.start),
             to = static_cast<unsigned long long>(one.end);
  if (one.kind != kKernel) {
    (void)std::fprintf(file, "%s %u %llu %llu %llu\n", word_of(one), one.stream, from, to,
                       static_cast<unsigned long long>(one.bytes));
    return;
  }
  const auto launch = all.launches.find(one.correlation);
  const std::string number = launch == all.launches.end() ? "-" : std::to_string(launch->second);
  (void)std::fprintf(file, "kernel %u %llu %llu %s %s\n", one.stream, from, to, number.c_str(),
                     one.name.c_str());
}

}  // namespace

bool begin_activities(const char* cupti) {
  void* library =
      cupti == nullptr || *cupti == '\0' ? nullptr : dlopen(cupti, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return false;
  State& all = state();
  const auto find = [library](auto& function, const char* name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
    return function != nullptr;
  };
  int (*listen)(Requested, Completed) = nullptr;
  int (*enable)(std::uint32_t) = nullptr;
  if (!find(all.next, "cuptiActivityGetNextRecord") ||
      !find(all.push, "cuptiActivityPushExternalCorrelationId") ||
      !find(all.pop, "cuptiActivityPopExternalCorrelationId") ||
      !find(all.flush, "cuptiActivityFlushAll") ||
      !find(listen, "cuptiActivityRegisterCallbacks") || !find(enable, "cuptiActivityEnable") ||
      listen(give_buffer, take_buffer) != 0) {
    all.push = nullptr;
    return false;
  }
  bool records = false;
  // Calls of the runtime, too: without them nothing tells which launch a kernel is of.
  for (const std::uint32_t kind : {kRuntime, kExternal, kCopy, kSet, kKernel})
    records = enable(kind) == 0;
  return records;
}

IssuesLaunch::IssuesLaunch(std::size_t number) {
  if (state().push != nullptr) (void)state().push(kOurs, number);
}
IssuesLaunch::~IssuesLaunch() {
  std::uint64_t last = 0;
  if (state().push != nullptr) (void)state().pop(kOurs, &last);
}

void write_activities(std::FILE* file) {
  if (state().push == nullptr) return;
  (void)state().flush(1);  // all buffers, full or not
  const std::lock_guard lock(state().mutex);
  for (const Activity& one : state().activities) write(file, one);
}

}  // namespace lanescope::runtime::times
