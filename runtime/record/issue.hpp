#pragma once

#include <cstdint>
#include <vector>

// What orders a program's work: into which stream a call puts what, and what the host waits for.
namespace lanescope::runtime::record {

struct UsedStream {
  enum class Kind : std::uint8_t {
    Default,           // 0, in a program that was compiled for the legacy default stream, or may be
    PerThreadDefault,  // 0, in one compiled with --default-stream per-thread
    Legacy,            // cudaStreamLegacy
    PerThread,         // cudaStreamPerThread
    Blocking,
    NonBlocking,
  };
  std::uint64_t number = 0;  // as in Launch::stream
  Kind kind = Kind::Default;
  int priority = 0;
  friend bool operator==(const UsedStream&, const UsedStream&) = default;
};

struct IssuedWork {
  enum class Kind : std::uint8_t {
    ToDevice,
    FromDevice,
    OnDevice,
    Set,
    Kernel,  // the call's launches, in their order
    HostFunction,
    RecordEvent,
    WaitEvent,
    Nothing,  // a node of a graph that takes no time
  };
  Kind kind = Kind::Nothing;
  std::uint64_t bytes = 0;
  bool pageable = false;               // the host's side of a copy: neither pinned nor registered
  std::uint64_t event = 0;             // its number
  std::vector<std::uint32_t> after{};  // earlier work of the same call that it waits for
  friend bool operator==(const IssuedWork&, const IssuedWork&) = default;
};

struct Issue {
  enum class Waits : std::uint8_t {
    No,
    Work,  // the call's form is synchronous: cudaMemcpy, and not cudaMemcpyAsync
    Stream,
    Event,
    Device,
  };
  UsedStream stream;
  std::vector<IssuedWork> works{};  // several where the call launches a graph
  Waits waits = Waits::No;
  std::uint64_t event = 0;  // that is waited for
  friend bool operator==(const Issue&, const Issue&) = default;
};

}  // namespace lanescope::runtime::record
