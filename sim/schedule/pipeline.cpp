#include "sim/schedule/pipeline.hpp"

#include <array>
#include <string>
#include <utility>

namespace lanescope::schedule {
namespace {

Call part_of(const Chunks& chunks, std::size_t chunk, Work::Kind kind) {
  const bool copies = kind != Work::Kind::Kernel;
  Work work{kind, chunks.kernel, std::to_string(chunk + 1)};
  if (copies) work.length = kind == Work::Kind::ToDevice ? chunks.to_device : chunks.from_device;
  Call call;
  call.label = copies ? "copy" : "kernel";
  call.works = {std::move(work)};
  if (copies && chunks.pageable) call.wait = HostWait::Work;
  return call;
}

}  // namespace

Program pipeline(const Chunks& chunks, IssueOrder order) {
  constexpr std::array kParts = {Work::Kind::ToDevice, Work::Kind::Kernel, Work::Kind::FromDevice};
  Program program;
  const bool serial = order == IssueOrder::Serial;
  for (std::size_t i = 0; i < (serial ? 1 : chunks.count); ++i)
    program.streams.push_back({std::to_string(i + 1), StreamKind::Blocking, 0});
  const auto add = [&](std::size_t chunk, Work::Kind kind) {
    Call call = part_of(chunks, chunk, kind);
    call.stream = serial ? 0 : chunk;
    program.calls.push_back(std::move(call));
  };
  if (order == IssueOrder::BreadthFirst) {
    for (const Work::Kind kind : kParts) {
      for (std::size_t i = 0; i < chunks.count; ++i) add(i, kind);
    }
  } else {
    for (std::size_t i = 0; i < chunks.count; ++i) {
      for (const Work::Kind kind : kParts) add(i, kind);
    }
  }
  Call wait;
  wait.label = "cudaDeviceSynchronize";
  wait.wait = HostWait::Device;
  program.calls.push_back(std::move(wait));
  return program;
}

}  // namespace lanescope::schedule
