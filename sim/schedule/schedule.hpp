#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// When what a program gives to its GPU begins and ends, from what orders it alone: the host's calls
// in their order, streams, events, and engines that do one thing at a time. Lengths are the
// caller's, in a unit of its own. Three chunks, each in a stream of its own, two copy engines:
//
//   to GPU     aa bb cc
//   kernels       aa bb cc
//   from GPU         aa bb cc
//
// The rules are those of the CUDA C++ Programming Guide ("Streams", "Implicit Synchronization") and
// of the runtime's "API synchronization behavior" and "Stream synchronization behavior". Choices of
// ours, where a GPU leaves room: a copy engine serves its queue in the order of issue, and what
// waits at its head holds up all behind it. Kernels that are ready begin by priority, then in the
// order of issue, and none is interrupted by one of a higher priority. A kernel that reads mapped
// memory does not share the bus with copies; what it reads again comes over the bus again, since
// the GPU need not keep it (CUDA C++ Best Practices Guide, "Zero Copy").
namespace lanescope::schedule {

// Legacy: the default stream of old. What is issued into it waits for all that was issued into
// blocking streams before, and holds up what is issued there afterwards. A default stream per
// thread is a blocking one.
enum class StreamKind : std::uint8_t { Legacy, Blocking, NonBlocking };
struct Stream {
  std::string name;
  StreamKind kind = StreamKind::Blocking;
  int priority = 0;  // as CUDA has them: the lowest number goes first; of kernels only
};

struct Work {
  enum class Kind : std::uint8_t {
    ToDevice,
    FromDevice,
    Kernel,        // and whatever else the multiprocessors do: copies within the device, memsets
    HostFunction,  // in a thread of the runtime's: one at a time
    RecordEvent,   // takes no time
    WaitEvent,     // likewise: for the record that was issued last; none: nothing is waited for
    Nothing,       // likewise: a node of a graph
  };
  Kind kind = Kind::Kernel;
  double length = 1.0;
  std::string label{};
  double share = 1.0;     // of a kernel: how much of the GPU it fills; together at most 1 run
  std::size_t event = 0;  // of RecordEvent and WaitEvent: a number of the caller's
  std::vector<std::size_t> after{};  // earlier work of the same call that it waits for: of a graph
  // Of a kernel: how long the bus takes for what it reads from the host's memory, and for what it
  // writes there (mapped memory). Both go at one time, beside `length`: the longest counts.
  double reads = 0.0, writes = 0.0;
};

// What the host waits for before its call returns.
enum class HostWait : std::uint8_t {
  No,
  Work,      // what the call itself issued: cudaMemcpy, copies of pageable memory
  Stream,    // cudaStreamSynchronize
  Event,     // cudaEventSynchronize: the record that was issued last
  Blocking,  // the legacy default stream, and so all blocking ones
  Device,    // cudaDeviceSynchronize
};
struct Call {
  std::string label{};
  double length = 0.0;        // of the call itself, without what is waited for
  std::size_t stream = 0;     // of Program::streams: where its work goes, and what Stream waits for
  std::vector<Work> works{};  // a graph has several, which begin as soon as their `after` ended
  HostWait wait = HostWait::No;
  std::size_t event = 0;
};

struct Program {
  std::vector<Stream> streams;
  std::vector<Call> calls;  // of one host thread
};

// 2: one for each direction. 1: one for both. 0: copies take their turn among the kernels, and
// nothing runs beside them.
struct Machine {
  unsigned copy_engines = 2;
};

enum class Engine : std::uint8_t { Copy, CopyBack, Kernels, HostThread, None };
// Why something began no earlier.
enum class Cause : std::uint8_t {
  Issue,          // the host had not issued it
  Order,          // what was issued into its stream before, or its predecessor in a graph
  DefaultStream,  // the legacy default stream, or what that waits for
  Event,
  Engine,  // it was busy, or what stands before it in its queue waits
};

struct Placed {
  std::size_t call = 0, work = 0;  // of Program
  Engine engine = Engine::None;
  double issued = 0.0, begin = 0.0, end = 0.0;
  Cause cause = Cause::Issue;
  std::optional<std::size_t> behind{};  // of Schedule::works: that it waited for last
};
// Of a call; it waits from `waits` on, and `waits` is `end` where it does not.
struct HostSpan {
  double begin = 0.0, waits = 0.0, end = 0.0;
};

struct Span {
  double begin = 0.0, end = 0.0;
};
struct Busy {
  double busy = 0.0;        // how long at least one of the engines works
  double overlapped = 0.0;  // how long at least two things are worked at at once
  // How much of the one the other is; 0 where nothing works.
  [[nodiscard]] double overlapped_percent() const {
    return busy <= 0.0 ? 0.0 : 100.0 * overlapped / busy;
  }
};
[[nodiscard]] Busy busy_in(const std::vector<Span>& spans);

struct Schedule : Busy {
  std::vector<HostSpan> calls;
  std::vector<Placed> works;  // in the order of issue
  double end = 0.0;           // of the last of both
};

// Streams that are named must be there, and `after` lead back.
[[nodiscard]] Schedule make(const Program& program, const Machine& machine);

}  // namespace lanescope::schedule
