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
      {};                 // the arguments as they lie in memory, where `arguments` is null
  Dim3 cluster{0, 0, 0};  // x is 0: as the kernel says
};

// What a launch's attributes say of clusters and cooperation. False: a cluster of no blocks.
[[nodiscard]] bool take_attributes(std::span<const cudaLaunchAttribute> attributes, Wanted& wanted);
// All that can be refused is looked at; an error has been told in the call's name.
cudaError_t prepare(Call& call, const Wanted& wanted, IssuedLaunch& issued);
// Into its stream, or into the graph that the stream is captured for.
cudaError_t launch(Call& call, const Wanted& wanted);

}  // namespace lanescope::runtime::api
