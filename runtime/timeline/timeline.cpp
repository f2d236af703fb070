#include "runtime/timeline/timeline.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace lanescope::runtime::timeline {
namespace {

using record::Issue;
using record::IssuedWork;
using record::Record;
using record::UsedStream;
using schedule::HostWait;
using schedule::StreamKind;

constexpr std::uint64_t kPutAside = 65'536;

schedule::Work::Kind kind_of(IssuedWork::Kind kind) {
  switch (kind) {
    case IssuedWork::Kind::ToDevice:
      return schedule::Work::Kind::ToDevice;
    case IssuedWork::Kind::FromDevice:
      return schedule::Work::Kind::FromDevice;
    case IssuedWork::Kind::OnDevice:
    case IssuedWork::Kind::Set:
    case IssuedWork::Kind::Kernel:
      return schedule::Work::Kind::Kernel;
    case IssuedWork::Kind::HostFunction:
      return schedule::Work::Kind::HostFunction;
    case IssuedWork::Kind::RecordEvent:
      return schedule::Work::Kind::RecordEvent;
    case IssuedWork::Kind::WaitEvent:
      return schedule::Work::Kind::WaitEvent;
    case IssuedWork::Kind::Nothing:
      break;
  }
  return schedule::Work::Kind::Nothing;
}

class Maker {
 public:
  Maker(const Record& record, const Lengths& lengths, unsigned copy_engines)
      : record_(record), lengths_(lengths) {
    timeline_.device = lengths.device();
    timeline_.copy_engines = copy_engines;
    per_thread_ = std::ranges::any_of(record.calls, [](const auto& call) {
      return call.issue && call.issue->stream.kind == UsedStream::Kind::PerThreadDefault;
    });
  }

  Timeline make() {
    for (std::size_t i = 0; i < record_.calls.size(); ++i) {
      const record::Call& call = record_.calls[i];
      schedule::Call& made = timeline_.program.calls.emplace_back();
      made.label = call.name;
      made.length = lengths_.call();
      auto& pieces = timeline_.pieces.emplace_back();
      if (call.issue) {
        timeline_.known = true;
        add(i, *call.issue, made, pieces);
      } else {
        made.stream = stream_of({});
      }
    }
    timeline_.schedule = schedule::make(timeline_.program, {timeline_.copy_engines});
    return std::move(timeline_);
  }

 private:
  void add(std::size_t index, const Issue& issue, schedule::Call& made,
           std::vector<Timeline::Piece>& pieces) {
    made.stream = stream_of(issue.stream);
    made.wait = wait_of(issue, made.stream);
    made.event = issue.event;
    for (const IssuedWork& work : issue.works) {
      Timeline::Piece piece{work, {}};
      schedule::Work placed{kind_of(work.kind), 0.0};
      placed.event = work.event;
      placed.after.assign(work.after.begin(), work.after.end());
      if (work.kind == IssuedWork::Kind::Kernel) piece.launch = take_launch(index);
      placed.length = length_of(piece);
      if (piece.launch) placed.share = Lengths::share(record_.launches[*piece.launch]);
      made.works.push_back(std::move(placed));
      pieces.push_back(std::move(piece));
    }
  }

  // 0, the legacy default stream, and the per-thread one have streams of their own here.
  std::size_t stream_of(const UsedStream& used) {
    StreamKind kind = StreamKind::Blocking;
    const bool by_default = used.kind == UsedStream::Kind::Default;
    if ((by_default && !per_thread_) || used.kind == UsedStream::Kind::Legacy)
      kind = StreamKind::Legacy;
    if (used.kind == UsedStream::Kind::NonBlocking) kind = StreamKind::NonBlocking;
    const auto [found, is_new] = streams_.try_emplace(
        std::pair(used.number, kind == StreamKind::Legacy), timeline_.program.streams.size());
    if (is_new)
      timeline_.program.streams.push_back({std::to_string(used.number), kind, used.priority});
    return found->second;
  }

  [[nodiscard]] HostWait wait_of(const Issue& issue, std::size_t stream) const {
    const bool legacy = timeline_.program.streams[stream].kind == StreamKind::Legacy;
    switch (issue.waits) {
      case Issue::Waits::No:
      case Issue::Waits::Work:
        break;
      case Issue::Waits::Stream:
        return legacy ? HostWait::Blocking : HostWait::Stream;
      case Issue::Waits::Event:
        return HostWait::Event;
      case Issue::Waits::Device:
        return HostWait::Device;
    }
    const bool synchronous = issue.waits == Issue::Waits::Work;
    // A graph is not waited for, whatever it copies.
    return issue.works.size() == 1 && host_waits_for(issue.works.front(), synchronous)
               ? HostWait::Work
               : HostWait::No;
  }

  // The call's next one.
  std::optional<std::size_t> take_launch(std::size_t call) {
    const auto& launches = record_.launches;
    while (next_launch_ < launches.size() && launches[next_launch_].call < call) ++next_launch_;
    if (next_launch_ >= launches.size() || launches[next_launch_].call != call) return std::nullopt;
    return next_launch_++;
  }

  [[nodiscard]] double length_of(const Timeline::Piece& piece) const {
    const IssuedWork& work = piece.work;
    switch (work.kind) {
      case IssuedWork::Kind::ToDevice:
      case IssuedWork::Kind::FromDevice:
        return lengths_.copy(work.bytes, work.kind == IssuedWork::Kind::ToDevice, work.pageable);
      case IssuedWork::Kind::OnDevice:
      case IssuedWork::Kind::Set:
        return lengths_.within(work.bytes, work.kind == IssuedWork::Kind::OnDevice);
      case IssuedWork::Kind::Kernel:
        // One that was not run, after a fault, has none.
        return piece.launch ? lengths_.kernel(record_.launches[*piece.launch]) : 0.0;
      case IssuedWork::Kind::HostFunction:
        return lengths_.device().empty() ? 1.0 : lengths_.call();
      case IssuedWork::Kind::RecordEvent:
      case IssuedWork::Kind::WaitEvent:
      case IssuedWork::Kind::Nothing:
        break;
    }
    return 0.0;
  }

  const Record& record_;
  const Lengths& lengths_;
  Timeline timeline_;
  bool per_thread_ = false;
  std::map<std::pair<std::uint64_t, bool>, std::size_t> streams_;
  std::size_t next_launch_ = 0;
};

}  // namespace

bool host_waits_for(const IssuedWork& work, bool synchronous) {
  if (work.kind == IssuedWork::Kind::FromDevice) return synchronous || work.pageable;
  if (work.kind != IssuedWork::Kind::ToDevice) return false;
  return work.pageable ? work.bytes > kPutAside : synchronous;
}

Timeline timeline_of(const Record& record, const Lengths& lengths, unsigned copy_engines) {
  return Maker(record, lengths, copy_engines).make();
}

}  // namespace lanescope::runtime::timeline
