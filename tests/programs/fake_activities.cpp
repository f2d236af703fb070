// In CUPTI's place: one copy, and a kernel for each launch that was pushed. Records are laid out by
// offsets, as cupti_activity.h of CUDA 13.0 has them (CUpti_ActivityKernel10, …Memcpy6,
// …ExternalCorrelation).

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace {

using Requested = void (*)(std::uint8_t**, std::size_t*, std::size_t*);
using Completed = void (*)(void*, std::uint32_t, std::uint8_t*, std::size_t, std::size_t);

constexpr std::size_t kRecord = 256;
constexpr const char* kName = "_Z4stepPf";

Requested s_requested = nullptr;
Completed s_completed = nullptr;
std::uint8_t* s_buffer = nullptr;
std::size_t s_size = 0, s_used = 0, s_read = 0;
std::uint32_t s_launches = 0;

template <typename T>
void put(std::size_t at, T value) {
  std::memcpy(s_buffer + s_used + at, &value, sizeof value);
}

void add_copy() {
  put<std::uint32_t>(0, 1);
  put<std::uint8_t>(4, 1);
  put<std::uint64_t>(8, 4096);
  put<std::uint64_t>(16, 1000);
  put<std::uint64_t>(24, 2000);
  put<std::uint32_t>(40, 13);
  s_used += kRecord;
}

void add_launch(std::uint64_t number) {
  const std::uint32_t correlation = 100 + s_launches;
  put<std::uint32_t>(0, 39);
  put<std::uint32_t>(4, 3);
  put<std::uint64_t>(8, number);
  put<std::uint32_t>(16, correlation);
  s_used += kRecord;
  put<std::uint32_t>(0, 10);
  put<std::uint64_t>(16, 3000 + s_launches);
  put<std::uint64_t>(24, 4000 + s_launches);
  put<std::uint32_t>(48, 7);
  put<std::uint32_t>(92, correlation);
  put<const char*>(104, kName);
  s_used += kRecord;
  ++s_launches;
}

}  // namespace

#define FAKE_CUPTI extern "C" __attribute__((visibility("default"))) int

FAKE_CUPTI cuptiActivityRegisterCallbacks(Requested requested, Completed completed) {
  s_requested = requested;
  s_completed = completed;
  return 0;
}
FAKE_CUPTI cuptiActivityEnable(std::uint32_t /*kind*/) { return 0; }
FAKE_CUPTI cuptiActivityPushExternalCorrelationId(std::uint32_t /*kind*/, std::uint64_t number) {
  if (s_buffer == nullptr) {
    std::size_t most = 0;
    s_requested(&s_buffer, &s_size, &most);
    add_copy();
  }
  add_launch(number);
  return 0;
}
FAKE_CUPTI cuptiActivityPopExternalCorrelationId(std::uint32_t /*kind*/, std::uint64_t* /*last*/) {
  return 0;
}
FAKE_CUPTI cuptiActivityFlushAll(std::uint32_t /*flag*/) {
  s_completed(nullptr, 0, s_buffer, s_size, s_used);
  return 0;
}
FAKE_CUPTI cuptiActivityGetNextRecord(std::uint8_t* buffer, std::size_t valid, void** record) {
  if (s_read >= valid) return 1;
  *record = buffer + s_read;
  s_read += kRecord;
  return 0;
}
