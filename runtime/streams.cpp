#include "runtime/streams.hpp"

#include <cstdint>

namespace lanescope::runtime {
namespace {

// Handles are never used again, so that one that was destroyed is known as such.
template <typename Handle>
Handle handle(std::uint64_t number) {
  constexpr std::uint64_t kBehindTheSpecialOnes = 16;
  return reinterpret_cast<Handle>(kBehindTheSpecialOnes * (number + 1));  // NOLINT: opaque
}

}  // namespace

Streams& Streams::get() {
  static Streams* const kStreams = new Streams;  // NOLINT(cppcoreguidelines-owning-memory)
  return *kStreams;
}

cudaStream_t Streams::create(unsigned flags, int priority) {
  const std::uint64_t number = ++streams_made_;
  const auto made = handle<cudaStream_t>(number);
  streams_[made] = {number, flags, priority, 0};
  return made;
}

Stream* Streams::find(cudaStream_t stream) {
  const auto value = reinterpret_cast<std::uintptr_t>(stream);
  if (value <= 2) return &default_;
  const auto found = streams_.find(stream);
  return found == streams_.end() ? nullptr : &found->second;
}

bool Streams::destroy(cudaStream_t stream) { return streams_.erase(stream) > 0; }

record::UsedStream Streams::used(cudaStream_t handle) {
  using enum record::UsedStream::Kind;
  if (handle == nullptr) return {0, per_thread_ ? PerThreadDefault : Default, 0};
  if (handle == cudaStreamLegacy) return {0, Legacy, 0};
  if (handle == cudaStreamPerThread) return {0, PerThread, 0};
  const Stream* stream = find(handle);
  if (stream == nullptr) return {};
  const bool blocking = (stream->flags & cudaStreamNonBlocking) == 0;
  return {stream->number, blocking ? Blocking : NonBlocking, stream->priority};
}

cudaEvent_t Streams::create_event(unsigned flags) {
  const auto made = handle<cudaEvent_t>(++events_made_);
  events_[made] = {events_made_, flags, 0, {}};
  return made;
}

Event* Streams::find(cudaEvent_t event) {
  const auto found = events_.find(event);
  return found == events_.end() ? nullptr : &found->second;
}

bool Streams::destroy(cudaEvent_t event) { return events_.erase(event) > 0; }

}  // namespace lanescope::runtime
