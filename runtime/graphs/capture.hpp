#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <thread>
#include <vector>

#include "runtime/graphs/graph.hpp"

namespace lanescope::runtime::graphs {

// What streams are given becomes a graph instead of being done, from cudaStreamBeginCapture on.
struct Capture {
  std::uint64_t id = 0;
  cudaStream_t origin = nullptr;
  cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  std::thread::id thread;
  std::shared_ptr<Graph> graph;
  bool invalid = false;  // something was asked for that cannot be captured
};

// How far a stream, or an event recorded in one, is in a capture: what comes next depends on these.
struct Captured {
  std::shared_ptr<Capture> capture;
  std::vector<Node*> tips;
};

// The captures under way. Asked under the context's mutex.
class Captures {
 public:
  static Captures& get();

  Captured& begin(cudaStream_t stream, cudaStreamCaptureMode mode, std::shared_ptr<Graph> graph,
                  std::vector<Node*> tips);
  // Null: it is not being captured.
  [[nodiscard]] Captured* find(cudaStream_t stream);
  [[nodiscard]] const Captured* find(cudaEvent_t event) const;
  void record(cudaEvent_t event, const Captured& at) { events_[event] = at; }
  void forget(cudaEvent_t event) { events_.erase(event); }
  // The stream joins, or meets what the event stands for.
  void join(cudaStream_t stream, const Captured& at);
  // Whether work of another stream does not lead to the origin's.
  [[nodiscard]] bool has_loose_ends(const Captured& origin) const;
  // All its streams are as before.
  void end(const std::shared_ptr<Capture>& capture);
  // A call that has to do something at once: whether a capture forbids it, which is then invalid.
  bool forbid_unsafe_call();

 private:
  std::map<cudaStream_t, Captured> streams_;
  std::map<cudaEvent_t, Captured> events_;
  std::uint64_t begun_ = 0;
};

// The mode of the calling thread (cudaThreadExchangeStreamCaptureMode): relaxed forbids nothing.
[[nodiscard]] cudaStreamCaptureMode& thread_mode();

}  // namespace lanescope::runtime::graphs
