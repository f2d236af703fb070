#include "ui/figures/program/lesson_timeline.hpp"

#include <fmt/format.h>

#include "ui/figures/program/schedule_strip.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::program {
namespace {

using schedule::HostWait;
using schedule::Work;

std::string what_words(const Work& work) {
  switch (work.kind) {
    case Work::Kind::ToDevice:
      return tr("copy to the GPU");
    case Work::Kind::FromDevice:
      return tr("copy from the GPU");
    case Work::Kind::Kernel:
      return tr("kernel");
    case Work::Kind::HostFunction:
      return tr("host function");
    case Work::Kind::RecordEvent:
      return say("record event {}", work.event);
    case Work::Kind::WaitEvent:
      return say("wait for event {}", work.event);
    case Work::Kind::Nothing:
      break;
  }
  return {};
}

BoxKind kind_of(Work::Kind kind) {
  if (kind == Work::Kind::ToDevice) return BoxKind::ToDevice;
  if (kind == Work::Kind::FromDevice) return BoxKind::FromDevice;
  return kind == Work::Kind::Kernel ? BoxKind::Launch : BoxKind::Call;
}

std::string stream_words(const schedule::Stream& stream) {
  std::string words = say("stream {}", stream.name);
  if (stream.kind == schedule::StreamKind::Legacy) words = tr("the default stream");
  if (stream.kind == schedule::StreamKind::NonBlocking) words += tr(", non-blocking");
  if (stream.priority != 0) words += say(", priority {}", stream.priority);
  return words;
}

std::string call_words(const schedule::Program& program, const schedule::Call& call) {
  if (call.works.empty()) {
    if (call.wait == HostWait::Device) return tr("the host waits for the GPU");
    if (call.wait != HostWait::No)
      return say("the host waits for {}", stream_words(program.streams[call.stream]));
    return call.label == "stage" ? say("the host copies between pageable and pinned memory, {}",
                                       time_words(true, call.length))
                                 : say("the host's own work, {}", time_words(true, call.length));
  }
  const Work& work = call.works.front();
  std::string words = what_words(work) + " · " + stream_words(program.streams[call.stream]);
  const bool takes_time =
      work.kind != Work::Kind::RecordEvent && work.kind != Work::Kind::WaitEvent;
  if (takes_time) words += " · " + time_words(true, work.length);
  if (work.reads > 0.0)
    words += say(" · reads mapped memory, {} of the bus", time_words(true, work.reads));
  if (work.writes > 0.0)
    words += say(" · writes mapped memory, {} of the bus", time_words(true, work.writes));
  if (call.wait == HostWait::Work) words += tr(" · pageable: the host waits");
  return words;
}

HostStrip strip_of(const lesson::LessonSchedule& schedule, const schedule::Schedule& made) {
  ScheduleStrip strip(schedule.program, made, schedule.machine.copy_engines, true);
  for (std::size_t i = 0; i < made.calls.size(); ++i) {
    const schedule::Call& call = schedule.program.calls[i];
    StripBox box;
    box.label = call.works.empty() ? (call.label == "stage"       ? tr("stage")
                                      : call.wait == HostWait::No ? tr("work")
                                                                  : tr("synchronize"))
                                   : what_words(call.works.front());
    box.words = fmt::format("{}  {}", i + 1, call_words(schedule.program, call));
    strip.add_call(i, std::move(box));
  }
  for (const schedule::Placed& placed : made.works) {
    if (placed.engine == schedule::Engine::None) continue;
    const schedule::Call& call = schedule.program.calls[placed.call];
    StripBox box;
    box.kind = kind_of(call.works[placed.work].kind);
    box.label = fmt::format("{}", placed.call + 1);
    box.words = fmt::format("{}  {}", placed.call + 1, what_words(call.works[placed.work]));
    strip.add_work(placed, std::move(box));
  }
  return strip.take();
}

}  // namespace

LessonTimeline lesson_timeline(const lesson::LessonSchedule& schedule, bool revealed) {
  LessonTimeline timeline;
  timeline.title = schedule.title;
  for (std::size_t i = 0; i < schedule.program.calls.size(); ++i)
    timeline.calls.push_back(
        fmt::format("{:>2}  {}", i + 1, call_words(schedule.program, schedule.program.calls[i])));
  if (!revealed) {
    timeline.words = tr("When does each begin? Predict, then reveal the answer.");
    return timeline;
  }
  const schedule::Schedule made = schedule::make(schedule.program, schedule.machine);
  timeline.strip = strip_of(schedule, made);
  timeline.words =
      say("All has ended after {}. A box's number is the call that issued it; lengths "
          "are units, and calls take the host no time.",
          time_words(true, made.end));
  return timeline;
}

const lesson::LessonSchedule* shown_schedule(const session::Session& session) {
  const lesson::LessonStep* step = session.step();
  if (step == nullptr || step->schedule.empty() || session.shows_launch()) return nullptr;
  return session.lesson()->find_schedule(step->schedule);
}

bool timeline_is_revealed(const session::Session& session) {
  const lesson::LessonStep* step = session.step();
  return step == nullptr || !step->question ||
         session.state().progress.answer_to(step->id).revealed;
}

}  // namespace lanescope::ui::figures::program
