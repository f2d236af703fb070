#include "runtime/api/captured.hpp"

#include <utility>

namespace lanescope::runtime::api {

using graphs::Captures;

graphs::Captured* captured(cudaStream_t stream) { return Captures::get().find(stream); }

cudaError_t capture(Call& call, graphs::Captured& stream, graphs::Work work, std::uint64_t bytes) {
  if (stream.capture->invalid)
    return call.fail(cudaErrorStreamCaptureInvalidated, "the stream's capture is invalid");
  graphs::Node& node = stream.capture->graph->add(std::move(work), std::move(stream.tips));
  stream.tips = {&node};
  return call.done(bytes);
}

graphs::CopyMemory node_of(const Copy& copy) {
  graphs::CopyMemory work{copy, {}};
  const auto pitched = [&copy](const CopySide& side) {
    return cudaPitchedPtr{side.data, side.pitch, copy.width, copy.height};
  };
  work.asked.srcPtr = pitched(copy.from);
  work.asked.dstPtr = pitched(copy.to);
  work.asked.extent = {copy.width, copy.height, copy.depth};
  work.asked.kind = copy.kind;
  return work;
}

graphs::FillMemory node_of(const Fill& fill) {
  return {fill,
          {fill.to.data, fill.to.pitch, fill.value, fill.element_bytes, fill.width, fill.height}};
}

bool forbidden_by_capture() { return Captures::get().forbid_unsafe_call(); }

cudaError_t refuse_unsafe(Call& call) {
  return call.fail(cudaErrorStreamCaptureUnsupported,
                   "not while a stream is being captured, whose capture is invalid now");
}

}  // namespace lanescope::runtime::api
