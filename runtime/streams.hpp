#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>

#include <driver_types.h>

#include "runtime/record/issue.hpp"

namespace lanescope::runtime {

struct Stream {
  std::uint64_t number = 0;  // 0 is the default stream
  unsigned flags = 0;
  int priority = 0;
  std::uint64_t last = 0;  // of Queue: what was issued into it last
};
struct Event {
  std::uint64_t number = 0;
  unsigned flags = 0;
  std::uint64_t work = 0;  // of Queue: its record; 0: never recorded
  std::chrono::steady_clock::time_point time;
};

// The streams and events that the program has. Asked under the context's mutex.
class Streams {
 public:
  static Streams& get();

  cudaStream_t create(unsigned flags, int priority);
  // Null: there is none. The default streams (0, cudaStreamLegacy, cudaStreamPerThread) are one.
  [[nodiscard]] Stream* find(cudaStream_t handle);
  bool destroy(cudaStream_t handle);
  // As the record tells of it.
  [[nodiscard]] record::UsedStream used(cudaStream_t handle);
  // The program's own code was compiled so (nvcc --default-stream per-thread).
  void take_default_per_thread() { per_thread_ = true; }

  cudaEvent_t create_event(unsigned flags);
  [[nodiscard]] Event* find(cudaEvent_t handle);
  bool destroy(cudaEvent_t handle);

 private:
  Stream default_;
  bool per_thread_ = false;
  std::map<cudaStream_t, Stream> streams_;
  std::map<cudaEvent_t, Event> events_;
  std::uint64_t streams_made_ = 0, events_made_ = 0;
};

}  // namespace lanescope::runtime
