#pragma once

#include "runtime/call.hpp"
#include "runtime/graphs/capture.hpp"

namespace lanescope::runtime::api {

// Null: what the stream is given is done. Else it becomes a node: `capture` ends the call so.
[[nodiscard]] graphs::Captured* captured(cudaStream_t stream);
cudaError_t capture(Call& call, graphs::Captured& stream, graphs::Work work,
                    std::uint64_t bytes = 0);

// What a node is told of a copy or a fill, in CUDA's words.
[[nodiscard]] graphs::CopyMemory node_of(const Copy& copy);
[[nodiscard]] graphs::FillMemory node_of(const Fill& fill);

// For calls that do something at once, which a capture forbids.
[[nodiscard]] bool forbidden_by_capture();
cudaError_t refuse_unsafe(Call& call);

}  // namespace lanescope::runtime::api
