#include <utility>
#include <vector>

#include "runtime/api/captured.hpp"
#include "runtime/api/entry.hpp"
#include "runtime/api/graph_work.hpp"
#include "runtime/api/graphs_owned.hpp"
#include "runtime/streams.hpp"

using lanescope::runtime::Call;
using lanescope::runtime::Streams;
using lanescope::runtime::graphs::Captured;
using lanescope::runtime::graphs::Captures;
using lanescope::runtime::graphs::Graph;
using lanescope::runtime::graphs::Node;

namespace {

bool nodes_at(const cudaGraphNode_t* handles, size_t count, std::vector<Node*>& nodes) {
  for (size_t i = 0; i < count; ++i) {
    Node* node = Node::at(handles[i]);
    if (node == nullptr) return false;
    nodes.push_back(node);
  }
  return true;
}

cudaError_t begin(Call& call, cudaStream_t stream, cudaStreamCaptureMode mode,
                  std::shared_ptr<Graph> graph, std::vector<Node*> tips) {
  if (Streams::get().find(stream) == nullptr)
    return call.fail(cudaErrorInvalidResourceHandle, "there is no such stream");
  if (stream == nullptr || stream == cudaStreamLegacy)
    return call.fail(cudaErrorStreamCaptureUnsupported, "the default stream is not captured");
  if (Captures::get().find(stream) != nullptr)
    return call.fail(cudaErrorIllegalState, "the stream is being captured already");
  Captures::get().begin(stream, mode, std::move(graph), std::move(tips));
  return call.done();
}

cudaStreamCaptureStatus status_of(const Captured* captured) {
  if (captured == nullptr) return cudaStreamCaptureStatusNone;
  return captured->capture->invalid ? cudaStreamCaptureStatusInvalidated
                                    : cudaStreamCaptureStatusActive;
}

// What is wrong with ending it; cudaSuccess: nothing.
cudaError_t why_not(const Captured& captured, cudaStream_t stream) {
  const auto& capture = *captured.capture;
  if (capture.origin != stream) return cudaErrorStreamCaptureUnmatched;
  if (capture.mode != cudaStreamCaptureModeRelaxed && capture.thread != std::this_thread::get_id())
    return cudaErrorStreamCaptureWrongThread;
  if (capture.invalid) return cudaErrorStreamCaptureInvalidated;
  return Captures::get().has_loose_ends(captured) ? cudaErrorStreamCaptureUnjoined : cudaSuccess;
}

const char* words_of(cudaError_t error) {
  switch (error) {
    case cudaErrorStreamCaptureUnmatched:
      return "the capture began in another stream";
    case cudaErrorStreamCaptureWrongThread:
      return "the capture began in another thread";
    case cudaErrorStreamCaptureInvalidated:
      return "a call before has made the capture invalid";
    default:
      return "another stream of the capture was not joined: record an event in it, and let the "
             "first stream wait for that";
  }
}

}  // namespace

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  Call call("cudaStreamBeginCapture");
  if (call.refused()) return call.refusal();
  return begin(call, stream, mode, std::make_shared<Graph>(), {});
}
LANESCOPE_PER_THREAD(cudaStreamBeginCapture, _ptsz)

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t handle,
                                          const cudaGraphNode_t* after,
                                          const cudaGraphEdgeData* /*edges*/, size_t count,
                                          cudaStreamCaptureMode mode) {
  Call call("cudaStreamBeginCaptureToGraph");
  if (call.refused()) return call.refusal();
  Graph* graph = Graph::at(handle);
  if (graph == nullptr) return lanescope::runtime::api::no_graph(call);
  std::vector<Node*> tips;
  if (!nodes_at(after, count, tips)) return lanescope::runtime::api::no_node(call);
  return begin(call, stream, mode, graph->shared_from_this(), std::move(tips));
}
LANESCOPE_PER_THREAD(cudaStreamBeginCaptureToGraph, _ptsz)

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  Call call("cudaStreamEndCapture");
  if (call.refused()) return call.refusal();
  if (graph != nullptr) *graph = nullptr;
  const Captured* captured = Captures::get().find(stream);
  if (captured == nullptr)
    return call.fail(cudaErrorIllegalState, "the stream is not being captured");
  const cudaError_t error = why_not(*captured, stream);
  const auto capture = captured->capture;
  if (error != cudaErrorStreamCaptureUnmatched && error != cudaErrorStreamCaptureWrongThread)
    Captures::get().end(capture);
  if (error != cudaSuccess) return call.fail(error, words_of(error));
  if (graph != nullptr) *graph = lanescope::runtime::api::own(capture->graph);
  return call.done();
}
LANESCOPE_PER_THREAD(cudaStreamEndCapture, _ptsz)

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  Call call("cudaStreamIsCapturing");
  if (call.refused()) return call.refusal();
  if (Streams::get().find(stream) == nullptr || status == nullptr)
    return call.fail(cudaErrorInvalidResourceHandle, "there is no such stream");
  *status = status_of(Captures::get().find(stream));
  return call.done();
}
LANESCOPE_PER_THREAD(cudaStreamIsCapturing, _ptsz)

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                     unsigned long long* id, cudaGraph_t* graph,
                                     const cudaGraphNode_t** after, const cudaGraphEdgeData** edges,
                                     size_t* count) {
  Call call("cudaStreamGetCaptureInfo");
  if (call.refused()) return call.refusal();
  if (Streams::get().find(stream) == nullptr || status == nullptr)
    return call.fail(cudaErrorInvalidResourceHandle, "there is no such stream");
  // Valid until the next call for this stream, as CUDA says.
  static thread_local std::vector<cudaGraphNode_t> t_tips;
  t_tips.clear();
  const Captured* captured = Captures::get().find(stream);
  *status = status_of(captured);
  if (captured != nullptr) {
    for (Node* tip : captured->tips) t_tips.push_back(reinterpret_cast<cudaGraphNode_t>(tip));
  }
  if (id != nullptr) *id = captured == nullptr ? 0 : captured->capture->id;
  if (graph != nullptr) {
    *graph = captured == nullptr ? nullptr
                                 : reinterpret_cast<cudaGraph_t>(captured->capture->graph.get());
  }
  if (after != nullptr) *after = t_tips.data();
  if (edges != nullptr) *edges = nullptr;
  if (count != nullptr) *count = t_tips.size();
  return call.done();
}
LANESCOPE_PER_THREAD(cudaStreamGetCaptureInfo, _ptsz)

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* after,
                                                const cudaGraphEdgeData* /*edges*/, size_t count,
                                                unsigned flags) {
  Call call("cudaStreamUpdateCaptureDependencies");
  if (call.refused()) return call.refusal();
  Captured* captured = Captures::get().find(stream);
  if (captured == nullptr)
    return call.fail(cudaErrorIllegalState, "the stream is not being captured");
  std::vector<Node*> tips;
  if (!nodes_at(after, count, tips)) return lanescope::runtime::api::no_node(call);
  if (flags == cudaStreamSetCaptureDependencies) captured->tips.clear();
  captured->tips.insert(captured->tips.end(), tips.begin(), tips.end());
  return call.done();
}
LANESCOPE_PER_THREAD(cudaStreamUpdateCaptureDependencies, _ptsz)

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  Call call("cudaThreadExchangeStreamCaptureMode");
  if (call.refused()) return call.refusal();
  if (mode == nullptr) return call.fail(cudaErrorInvalidValue, "a null pointer");
  std::swap(*mode, lanescope::runtime::graphs::thread_mode());
  return call.done();
}
