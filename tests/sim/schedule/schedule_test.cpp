#include "sim/schedule/schedule.hpp"

#include <array>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/schedule/described.hpp"
#include "sim/schedule/pipeline.hpp"

namespace lanescope::schedule {
namespace {

double end_of(const Chunks& chunks, IssueOrder order, unsigned copy_engines) {
  return make(pipeline(chunks, order), {copy_engines}).end;
}

// The notes' cases: chunks, lengths (copy, kernel, copy back), and when the last chunk ends: one
// stream; one copy engine, depth first; the same, breadth first; two copy engines, either order.
// From golden_001 "streams" and "streams_serial", and inventory_002 3.2.
struct NotesCase {
  Chunks chunks;
  double serial, depth, breadth, two;
};
const std::array<NotesCase, 7> kNotes = {{
    {{1, 1, 1, 1}, 3, 3, 3, 3},
    {{2, 1, 1, 1}, 6, 6, 4, 4},
    {{3, 1, 1, 1}, 9, 9, 6, 5},  // R, G, B
    {{4, 1, 1, 1}, 12, 12, 8, 6},
    {{8, 1, 1, 1}, 24, 24, 16, 10},
    {{4, 2, 1, 2}, 20, 20, 16, 11},
    {{4, 1, 3, 1}, 20, 20, 14, 14},
}};

TEST(Schedule, ComesToTheNotesTimes) {
  for (const NotesCase& notes : kNotes) {
    SCOPED_TRACE(notes.chunks.count);
    for (const unsigned engines : {1U, 2U})
      EXPECT_EQ(end_of(notes.chunks, IssueOrder::Serial, engines), notes.serial);
    EXPECT_EQ(end_of(notes.chunks, IssueOrder::DepthFirst, 1), notes.depth);
    EXPECT_EQ(end_of(notes.chunks, IssueOrder::BreadthFirst, 1), notes.breadth);
    EXPECT_EQ(end_of(notes.chunks, IssueOrder::DepthFirst, 2), notes.two);
    EXPECT_EQ(end_of(notes.chunks, IssueOrder::BreadthFirst, 2), notes.two);
  }
}

// Inventory_000 G-PIPE: c chunks of S / c each take S (1 + 2 / c), in place of 3 S.
TEST(Schedule, GainsByTheNumberOfChunks) {
  const std::array<std::pair<std::size_t, double>, 4> gains = {
      {{2, 1.5}, {4, 2.0}, {8, 2.4}, {16, 2.667}}};
  for (const auto& [count, gain] : gains) {
    const double part = 16.0 / static_cast<double>(count);
    const double end = end_of({count, part, part, part}, IssueOrder::DepthFirst, 2);
    EXPECT_NEAR(48.0 / end, gain, 0.001) << count;
  }
}

// An integrated GPU copies with nothing beside it, whatever the order.
TEST(Schedule, OverlapsNothingWithoutACopyEngine) {
  for (const IssueOrder order :
       {IssueOrder::Serial, IssueOrder::DepthFirst, IssueOrder::BreadthFirst}) {
    EXPECT_EQ(end_of({}, order, 0), 12);
    EXPECT_EQ(make(pipeline({}, order), {0}).overlapped, 0);
  }
}

TEST(Schedule, SaysForHowLongThingsOverlap) {
  // Two engines, depth first: 6 units, of which the first and the last have one at work.
  const Schedule two = make(pipeline({}, IssueOrder::DepthFirst), {2});
  EXPECT_EQ(two.busy, 6);
  EXPECT_EQ(two.overlapped, 4);
  EXPECT_EQ(make(pipeline({}, IssueOrder::Serial), {2}).overlapped, 0);
}

// The host issues nothing while it waits for a pageable copy. Chunk after chunk that leaves nothing
// to overlap; copies first, each copy back runs beside the next chunk's kernel: by hand
// 4 copies, a kernel, 4 copies back.
TEST(Schedule, WaitsForPageableCopies) {
  Chunks chunks;
  chunks.pageable = true;
  for (const unsigned engines : {1U, 2U}) {
    EXPECT_EQ(end_of(chunks, IssueOrder::DepthFirst, engines), 12);
    EXPECT_EQ(end_of(chunks, IssueOrder::BreadthFirst, engines), 9);
  }
  const Schedule schedule = make(pipeline(chunks, IssueOrder::DepthFirst), {2});
  EXPECT_EQ(schedule.calls[0].waits, 0);
  EXPECT_EQ(schedule.calls[0].end, 1);
  EXPECT_EQ(schedule.calls[1].begin, 1);
  EXPECT_EQ(schedule.works[1].cause, Cause::Issue);
}

// Programs by hand: which stream, what, how long.
Call kernel(std::size_t stream, double length = 1.0, double share = 1.0) {
  Call call;
  call.stream = stream;
  call.works = {{Work::Kind::Kernel, length, "", share, 0, {}}};
  return call;
}
Call copy(std::size_t stream, Work::Kind kind, double length = 1.0) {
  Call call;
  call.stream = stream;
  call.works = {{kind, length, "", 1.0, 0, {}}};
  return call;
}
Call event(std::size_t stream, Work::Kind kind, std::size_t event) {
  Call call;
  call.stream = stream;
  call.works = {{kind, 1.0, "", 1.0, event, {}}};
  return call;
}
Call waits(HostWait wait, std::size_t stream = 0, std::size_t event = 0) {
  Call call;
  call.stream = stream;
  call.wait = wait;
  call.event = event;
  return call;
}
Stream stream(StreamKind kind, int priority = 0) { return {"", kind, priority}; }

std::vector<double> begins(const Schedule& schedule) {
  std::vector<double> all;
  for (const Placed& placed : schedule.works) all.push_back(placed.begin);
  return all;
}

// Inventory_002 D4 and its variants: a kernel in a stream, one in the default stream, one in
// another stream. Each fills a third of the GPU, so that nothing but the rules keeps them apart.
TEST(Schedule, KeepsTheDefaultStreamsRules) {
  const double third = 1.0 / 3.0;
  const std::vector<Call> calls = {kernel(1, 1, third), kernel(0, 1, third), kernel(2, 1, third)};
  const auto run = [&](StreamKind default_stream, StreamKind others) {
    return make({{stream(default_stream), stream(others), stream(others)}, calls}, {});
  };
  using enum StreamKind;
  EXPECT_EQ(begins(run(Legacy, Blocking)), (std::vector<double>{0, 1, 2}));
  EXPECT_EQ(begins(run(Legacy, NonBlocking)), (std::vector<double>{0, 0, 0}));
  EXPECT_EQ(begins(run(Blocking, Blocking)), (std::vector<double>{0, 0, 0}));  // per thread
  const Schedule legacy = run(Legacy, Blocking);
  EXPECT_EQ(legacy.works[1].cause, Cause::DefaultStream);
  EXPECT_EQ(legacy.works[1].behind, 0U);
  EXPECT_EQ(legacy.works[2].behind, 1U);
}

// A kernel in the default stream between two chunks takes the overlap of both away.
TEST(Schedule, DefaultStreamHoldsCopiesUpToo) {
  using enum Work::Kind;
  const std::vector<Call> calls = {copy(1, ToDevice), kernel(0), copy(2, ToDevice)};
  const auto two = std::vector{stream(StreamKind::Legacy), stream(StreamKind::Blocking),
                               stream(StreamKind::Blocking)};
  EXPECT_EQ(begins(make({two, calls}, {})), (std::vector<double>{0, 1, 2}));
}

// Copy in stream 0; stream 1 waits for it by an event, stream 2 does not.
TEST(Schedule, EventsOrderStreams) {
  using enum Work::Kind;
  const auto streams = std::vector(3, stream(StreamKind::Blocking));
  const std::vector<Call> calls = {copy(0, ToDevice, 3), event(0, RecordEvent, 7),
                                   copy(0, ToDevice, 2), event(1, WaitEvent, 7),
                                   kernel(1, 1, 0.5),    kernel(2, 1, 0.5)};
  const Schedule schedule = make({streams, calls}, {});
  EXPECT_EQ(begins(schedule), (std::vector<double>{0, 3, 3, 3, 3, 0}));
  EXPECT_EQ(schedule.works[3].cause, Cause::Event);
  EXPECT_EQ(schedule.works[3].behind, 1U);
  EXPECT_EQ(schedule.works[4].cause, Cause::Order);
}

// As in CUDA: a wait is for the record before it, and for none where there was none.
TEST(Schedule, WaitsForTheRecordBeforeOnly) {
  using enum Work::Kind;
  const auto streams = std::vector(2, stream(StreamKind::Blocking));
  EXPECT_EQ(begins(make({streams,
                         {event(1, WaitEvent, 0), copy(0, ToDevice, 4), event(0, RecordEvent, 0),
                          kernel(1)}},
                        {})),
            (std::vector<double>{0, 0, 4, 0}));
  EXPECT_EQ(begins(make({streams,
                         {copy(0, ToDevice, 2), event(0, RecordEvent, 0), event(1, WaitEvent, 0),
                          copy(0, ToDevice, 2), event(0, RecordEvent, 0), kernel(1)}},
                        {})),
            (std::vector<double>{0, 2, 2, 2, 4, 2}));
}

TEST(Schedule, HostWaitsForStreamEventOrDevice) {
  using enum Work::Kind;
  const auto streams = std::vector(2, stream(StreamKind::Blocking));
  const auto end_of_wait = [&](const Call& wait) {
    const Schedule schedule = make(
        {streams,
         {kernel(0, 2, 0.5), event(0, RecordEvent, 1), kernel(0, 1, 0.5), kernel(1, 5, 0.5), wait}},
        {});
    return schedule.calls.back().end;
  };
  EXPECT_EQ(end_of_wait(waits(HostWait::No)), 0);
  EXPECT_EQ(end_of_wait(waits(HostWait::Event, 0, 1)), 2);
  EXPECT_EQ(end_of_wait(waits(HostWait::Event, 0, 2)), 0);  // never recorded
  EXPECT_EQ(end_of_wait(waits(HostWait::Stream, 0)), 3);
  EXPECT_EQ(end_of_wait(waits(HostWait::Stream, 1)), 5);
  EXPECT_EQ(end_of_wait(waits(HostWait::Device)), 5);
}

TEST(Schedule, DefaultStreamsSynchroniseLeavesOutWhatDoesNotBlock) {
  const std::vector streams = {stream(StreamKind::Legacy), stream(StreamKind::Blocking),
                               stream(StreamKind::NonBlocking)};
  const Schedule schedule =
      make({streams, {kernel(1, 2, 0.5), kernel(2, 5, 0.5), waits(HostWait::Blocking)}}, {});
  EXPECT_EQ(schedule.calls.back().end, 2);
}

// What runs already is not interrupted; of what waits the lowest number goes first.
TEST(Schedule, PrioritiesOrderKernelsThatWait) {
  const std::vector streams = {stream(StreamKind::Blocking, 0), stream(StreamKind::Blocking, 0),
                               stream(StreamKind::Blocking, -5)};
  EXPECT_EQ(begins(make({streams, {kernel(0), kernel(1), kernel(2)}}, {})),
            (std::vector<double>{0, 2, 1}));
}

TEST(Schedule, PrioritiesDoNotOrderCopies) {
  using enum Work::Kind;
  const std::vector streams = {stream(StreamKind::Blocking, 0), stream(StreamKind::Blocking, 0),
                               stream(StreamKind::Blocking, -5)};
  EXPECT_EQ(begins(make({streams, {copy(0, ToDevice), copy(1, ToDevice), copy(2, ToDevice)}}, {})),
            (std::vector<double>{0, 1, 2}));
}

// Small kernels share the GPU, as far as there is room.
TEST(Schedule, KernelsRunTogetherWhereTheyFit) {
  const auto streams = std::vector(3, stream(StreamKind::Blocking));
  EXPECT_EQ(begins(make({streams, {kernel(0, 2, 0.5), kernel(1, 1, 0.5), kernel(2, 1, 0.5)}}, {})),
            (std::vector<double>{0, 0, 1}));
  // In one stream they do not.
  EXPECT_EQ(begins(make({streams, {kernel(0, 2, 0.5), kernel(0, 1, 0.5)}}, {})),
            (std::vector<double>{0, 2}));
}

// A copy queue is served in the order of issue: the copy back that waits for its kernel holds up
// the next chunk's copy, although that could begin.
TEST(Schedule, HeadOfACopyQueueHoldsUpTheRest) {
  using enum Work::Kind;
  const auto streams = std::vector(2, stream(StreamKind::Blocking));
  const Program program = {
      streams, {copy(0, ToDevice), kernel(0, 3), copy(0, FromDevice), copy(1, ToDevice)}};
  const Schedule one = make(program, {1});
  EXPECT_EQ(begins(one), (std::vector<double>{0, 1, 4, 5}));
  EXPECT_EQ(one.works[3].cause, Cause::Engine);
  EXPECT_EQ(one.works[3].behind, 2U);
  EXPECT_EQ(begins(make(program, {2})), (std::vector<double>{0, 1, 4, 1}));
}

// The notes' Figure of three programs (inventory_000 1.14): a copy and a kernel; the same
// asynchronously; in two streams. The host's own work takes a unit.
TEST(Schedule, HostGoesOnWhereItDoesNotWait) {
  using enum Work::Kind;
  Call own;
  own.length = 1.0;
  Call synchronous = copy(0, ToDevice, 2);
  synchronous.wait = HostWait::Work;
  const auto streams = std::vector(2, stream(StreamKind::Blocking));
  const auto host = [&](std::vector<Call> calls) {
    return make({streams, std::move(calls)}, {}).calls.back();
  };
  EXPECT_EQ(host({synchronous, own}).end, 3);
  EXPECT_EQ(host({copy(0, ToDevice, 2), own}).end, 1);
  EXPECT_EQ(make({streams, {copy(0, ToDevice, 2), own, kernel(0)}}, {}).end, 3);
  EXPECT_EQ(make({streams, {copy(0, ToDevice, 2), own, kernel(1)}}, {}).end, 2);
}

TEST(Schedule, NothingBeginsBeforeItIsIssued) {
  Call launch = kernel(0, 2);
  launch.length = 3;
  const Schedule schedule = make({{stream(StreamKind::Blocking)}, {launch, launch}}, {});
  EXPECT_EQ(begins(schedule), (std::vector<double>{3, 6}));
  EXPECT_EQ(schedule.works[1].cause, Cause::Issue);
}

// A host function holds up its stream, and no other.
TEST(Schedule, HostFunctionsStandInTheirStream) {
  using enum Work::Kind;
  const auto streams = std::vector(2, stream(StreamKind::Blocking));
  const Schedule schedule =
      make({streams, {kernel(0), copy(0, HostFunction, 4), kernel(0), kernel(1)}}, {});
  EXPECT_EQ(begins(schedule), (std::vector<double>{0, 1, 5, 1}));
}

// Two copies at once, a kernel behind both, a copy back: what follows in the stream waits for all.
TEST(Schedule, NodesOfAGraphWaitForWhatTheyDependOn) {
  using enum Work::Kind;
  Call graph;
  graph.works = {{ToDevice, 2, "", 1, 0, {}},
                 {Kernel, 3, "", 0.5, 0, {}},
                 {Kernel, 1, "", 0.5, 0, {0}},
                 {FromDevice, 1, "", 1, 0, {1, 2}}};
  const Schedule schedule =
      make({{stream(StreamKind::Blocking)}, {kernel(0), graph, kernel(0)}}, {});
  EXPECT_EQ(begins(schedule), (std::vector<double>{0, 1, 1, 3, 4, 5}));
}

// As many calls as a record holds end in good time.
TEST(Schedule, TakesLongPrograms) {
  Program program;
  for (int i = 0; i < 8; ++i) program.streams.push_back(stream(StreamKind::Blocking));
  for (std::size_t i = 0; i < 100'000; ++i) program.calls.push_back(kernel(i % 8));
  EXPECT_EQ(make(program, {}).end, 100'000);
}

TEST(Schedule, IsDescribedInWords) {
  const auto program = described(
      {"0 legacy", "1", "2 nonblocking priority=-1"},
      {"to 1 length=2 pageable", "kernel 2 share=0.5", "record 1 event=3", "wait 2 event=3",
       "host 0 length=4", "work length=3", "synchronize 1", "synchronize"});
  ASSERT_TRUE(program) << program.error().text();
  EXPECT_EQ(program->streams[0].kind, StreamKind::Legacy);
  EXPECT_EQ(program->streams[2].kind, StreamKind::NonBlocking);
  EXPECT_EQ(program->streams[2].priority, -1);
  ASSERT_EQ(program->calls.size(), 8U);
  EXPECT_EQ(program->calls[0].wait, HostWait::Work);
  EXPECT_EQ(program->calls[0].works[0].length, 2);
  EXPECT_EQ(program->calls[1].stream, 2U);
  EXPECT_EQ(program->calls[1].works[0].share, 0.5);
  EXPECT_EQ(program->calls[3].works[0].event, 3U);
  EXPECT_EQ(program->calls[5].length, 3);
  EXPECT_EQ(program->calls[6].wait, HostWait::Stream);
  EXPECT_EQ(program->calls[7].wait, HostWait::Device);
}

double end_of(const std::vector<std::string>& calls) {
  const auto program = described({"1"}, calls);
  EXPECT_TRUE(program) << program.error().text();
  return program ? make(*program, {2}).end : -1.0;
}

// Inventory_001 2.10: two hops, one hop, no copy. An array takes a unit over the bus, and another
// one from pageable to pinned memory; the kernel a quarter.
TEST(Schedule, TellsTheKindsOfHostMemoryApart) {
  EXPECT_EQ(end_of({"stage", "to 1", "synchronize 1", "kernel 1 length=0.25", "from 1",
                    "synchronize 1", "stage"}),
            4.25);
  EXPECT_EQ(end_of({"to 1", "kernel 1 length=0.25", "from 1", "synchronize 1"}), 2.25);
  EXPECT_EQ(end_of({"kernel 1 length=0.25 reads=1 writes=1", "synchronize 1"}), 1);
  EXPECT_EQ(end_of({"kernel 1 length=3 reads=1 writes=2", "synchronize 1"}), 3);
  EXPECT_EQ(end_of({"kernel 1 reads=2.5", "kernel 1 writes=2", "synchronize 1"}), 4.5);
}

// In four pieces the host puts one aside while the engine copies the one before: 4 + 1.
TEST(Schedule, StagesInPieces) {
  EXPECT_EQ(end_of({"stage", "to 1", "stage", "to 1", "stage", "to 1", "stage", "to 1"}), 5);
}

TEST(Schedule, SaysWhichWordsCannotBe) {
  for (const char* call :
       {"copy 1", "to", "to 2", "to 1 length=long", "to 1 far=2", "kernel 1 pageable",
        "to 1 reads=1", "stage 1", "synchronize 3", "work 1", ""}) {
    const auto program = described({"1"}, {call});
    ASSERT_FALSE(program) << call;
    EXPECT_NE(program.error().text().find("`" + std::string(call) + "`"), std::string::npos)
        << program.error().text();
  }
  EXPECT_FALSE(described({}, {}));
  EXPECT_FALSE(described({"1 fast"}, {}));
}

TEST(Schedule, OfNothingIsEmpty) {
  const Schedule schedule = make({}, {});
  EXPECT_EQ(schedule.end, 0);
  EXPECT_TRUE(schedule.works.empty());
}

}  // namespace
}  // namespace lanescope::schedule
