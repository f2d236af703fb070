#include "ui/figures/program/host_timeline.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "lab/program/recorded_lengths.hpp"
#include "ui/figures/program/schedule_strip.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::program {
namespace {

using lanescope::program::SavedProgram;
using lanescope::runtime::timeline::Lengths;
using lanescope::runtime::timeline::Timeline;
using runtime::record::IssuedWork;

// `device`: whose lengths they are; empty: units.
std::string lengths_words(const runtime::record::Record& record, const std::string& device) {
  if (device.empty()) return tr("modelled: each copy and each kernel is a unit long");
  return record.has_times()
             ? say("modelled, not measured: copies by the {}'s recorded rates; kernels by the time "
                   "of their machine code",
                   device)
             : say("modelled, not measured: lengths by the {}'s recorded rates; kernels as if they "
                   "waited for no memory",
                   device);
}

class Maker {
 public:
  Maker(const SavedProgram& program, const Timeline& timeline)
      : record_(program.run.record),
        timeline_(timeline),
        strip_(timeline.program, timeline.schedule, timeline.copy_engines,
               timeline.device.empty()) {}

  HostStrip make() {
    for (std::size_t i = 0; i < timeline_.schedule.calls.size(); ++i) add_call(i);
    for (const schedule::Placed& placed : timeline_.schedule.works) {
      if (placed.engine != schedule::Engine::None) add_work(placed);
    }
    return strip_.take();
  }

  // The copy of pageable memory that the host waits for longest.
  [[nodiscard]] std::string held() const {
    const auto& schedule = timeline_.schedule;
    std::size_t most = schedule.calls.size();
    for (std::size_t i = 0; i < schedule.calls.size(); ++i) {
      if (!is_pageable(i) || schedule.calls[i].end <= schedule.calls[i].waits) continue;
      if (most == schedule.calls.size() || waited(i) > waited(most)) most = i;
    }
    if (most == schedule.calls.size()) return {};
    const auto& call = record_.calls[most];
    return say(
        "The host waits {} for {}{}: its memory is pageable. Pinned memory "
        "(cudaMallocHost) would let what follows begin meanwhile.",
        time_words(units(), waited(most)), call.name,
        call.place.line == 0 ? "" : say(" in line {}", call.place.line));
  }

 private:
  [[nodiscard]] bool units() const { return timeline_.device.empty(); }
  [[nodiscard]] double waited(std::size_t call) const {
    const auto& span = timeline_.schedule.calls[call];
    return span.end - span.waits;
  }
  [[nodiscard]] bool is_pageable(std::size_t call) const {
    return std::ranges::any_of(timeline_.pieces[call],
                               [](const auto& piece) { return piece.work.pageable; });
  }

  void add_call(std::size_t index) {
    const runtime::record::Call& call = record_.calls[index];
    StripBox box;
    box.call = index;
    box.label = short_name(call.name);
    box.brief = brief_name(box.label);
    box.words = call.name;
    if (call.place.line != 0) box.words += " · " + call.place.text();
    box.wrong = call.result != "cudaSuccess" && call.result != "cudaErrorNotReady";
    strip_.add_call(index, std::move(box));
  }

  void add_work(const schedule::Placed& placed) {
    const Timeline::Piece& piece = timeline_.pieces[placed.call][placed.work];
    StripBox box;
    box.kind = kind_of(piece.work.kind);
    box.call = placed.call;
    box.launch = piece.launch;
    name(piece, box);
    box.words = box.label + (piece.work.pageable ? tr(", pageable memory") : "");
    strip_.add_work(placed, std::move(box));
  }

  void name(const Timeline::Piece& piece, StripBox& box) {
    if (piece.launch) return names_.name(record_.launches[*piece.launch], box);
    if (piece.work.kind == IssuedWork::Kind::HostFunction)
      box.label = tr("function");
    else if (piece.work.kind == IssuedWork::Kind::Kernel)
      box.label = tr("not run");
    else
      box.label = size_words(piece.work.bytes);
    box.brief = box.label;
  }

  const runtime::record::Record& record_;
  const Timeline& timeline_;
  ScheduleStrip strip_;
  LaunchNames names_;
};

int percent(const schedule::Schedule& schedule) {
  return static_cast<int>(std::lround(schedule.overlapped_percent()));
}

}  // namespace

HostTimeline host_timeline(const SavedProgram& program, const Lengths& lengths,
                           unsigned copy_engines) {
  const Timeline timeline = timeline_of(program.run.record, lengths, copy_engines);
  HostTimeline made;
  made.measured = measured_strip(program);
  if (!timeline.known) {
    made.lengths =
        tr("An earlier version saved this program, without what went into which stream: "
           "run it again for a timeline.");
    return made;
  }
  Maker maker(program, timeline);
  made.strip = maker.make();
  made.held = maker.held();
  made.lengths = lengths_words(program.run.record, lengths.device());
  const bool units = lengths.device().empty();
  const unsigned other = copy_engines == 1 ? 2 : 1;
  const auto beside = timeline_of(program.run.record, lengths, other).schedule;
  made.overlap = say("{} in all, {} % overlapped · with {}: {}, {} %",
                     time_words(units, timeline.schedule.end), percent(timeline.schedule),
                     other == 1 ? tr("one copy engine") : tr("two copy engines"),
                     time_words(units, beside.end), percent(beside));
  return made;
}

HostTimeline host_timeline(const session::Session& session) {
  const view::HostTimelineView& view = session.state().tools.host_timeline;
  return host_timeline(
      *session.open_program(),
      view.units ? Lengths::units() : lanescope::program::recorded_lengths(session.measurements()),
      view.copy_engines);
}

}  // namespace lanescope::ui::figures::program
