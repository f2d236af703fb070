#include "runtime/graphs/capture.hpp"

#include <algorithm>
#include <utility>

namespace lanescope::runtime::graphs {

cudaStreamCaptureMode& thread_mode() {
  static thread_local cudaStreamCaptureMode t_mode = cudaStreamCaptureModeGlobal;
  return t_mode;
}

Captures& Captures::get() {
  static Captures* const kCaptures = new Captures;  // NOLINT(cppcoreguidelines-owning-memory)
  return *kCaptures;
}

Captured& Captures::begin(cudaStream_t stream, cudaStreamCaptureMode mode,
                          std::shared_ptr<Graph> graph, std::vector<Node*> tips) {
  auto capture = std::make_shared<Capture>();
  capture->id = ++begun_;
  capture->origin = stream;
  capture->mode = mode;
  capture->thread = std::this_thread::get_id();
  capture->graph = std::move(graph);
  return streams_[stream] = {std::move(capture), std::move(tips)};
}

Captured* Captures::find(cudaStream_t stream) {
  const auto found = streams_.find(stream);
  return found == streams_.end() ? nullptr : &found->second;
}

const Captured* Captures::find(cudaEvent_t event) const {
  const auto found = events_.find(event);
  return found == events_.end() ? nullptr : &found->second;
}

void Captures::join(cudaStream_t stream, const Captured& at) {
  Captured& joined = streams_[stream];
  joined.capture = at.capture;
  for (Node* tip : at.tips) {
    if (std::ranges::find(joined.tips, tip) == joined.tips.end()) joined.tips.push_back(tip);
  }
}

bool Captures::has_loose_ends(const Captured& origin) const {
  return std::ranges::any_of(streams_, [&origin](const auto& entry) {
    const auto& [stream, captured] = entry;
    if (captured.capture != origin.capture || stream == origin.capture->origin) return false;
    return !std::ranges::all_of(captured.tips, [&origin](const Node* tip) {
      return std::ranges::any_of(origin.tips,
                                 [tip](const Node* last) { return leads_to(*tip, *last); });
    });
  });
}

void Captures::end(const std::shared_ptr<Capture>& capture) {
  const auto of_it = [&capture](const auto& entry) { return entry.second.capture == capture; };
  std::erase_if(streams_, of_it);
  std::erase_if(events_, of_it);
}

bool Captures::forbid_unsafe_call() {
  if (thread_mode() == cudaStreamCaptureModeRelaxed) return false;
  bool forbidden = false;
  for (auto& [stream, captured] : streams_) {
    Capture& capture = *captured.capture;
    const bool mine = capture.thread == std::this_thread::get_id();
    const bool global =
        capture.mode == cudaStreamCaptureModeGlobal && thread_mode() == cudaStreamCaptureModeGlobal;
    if (capture.mode == cudaStreamCaptureModeRelaxed || !(global || mine)) continue;
    capture.invalid = forbidden = true;
  }
  return forbidden;
}

}  // namespace lanescope::runtime::graphs
