#pragma once

#include <cstddef>
#include <span>

#include "runtime/call.hpp"

namespace lanescope::runtime::api {

struct Wanted {
  const void* kernel;
  dim3 grid, block;
  void** arguments;
  std::size_t shared;
  cudaStream_t stream;
  bool cooperative = false;
  std::span<const std::byte> packed =
      {};  // the arguments as they lie in memory, where `arguments` is null
};

// All that can be refused is looked at; an error has been told in the call's name.
cudaError_t prepare(Call& call, const Wanted& wanted, IssuedLaunch& issued);
// Into its stream, or into the graph that the stream is captured for.
cudaError_t launch(Call& call, const Wanted& wanted);

}  // namespace lanescope::runtime::api
