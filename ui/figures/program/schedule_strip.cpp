#include "ui/figures/program/schedule_strip.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "ui/words/words.hpp"

namespace lanescope::ui::figures::program {
namespace {

using schedule::Cause;
using schedule::Engine;
using schedule::Placed;

// Why it began no earlier.
std::string why_words(const Placed& placed) {
  switch (placed.cause) {
    case Cause::Issue:
      return {};
    case Cause::Order:
      return tr(" It waited for what its stream had before.");
    case Cause::DefaultStream:
      return tr(" It waited because of the default stream, which lets nothing pass.");
    case Cause::Event:
      return tr(" It waited for an event.");
    case Cause::Engine:
      return placed.engine == Engine::Kernels
                 ? tr(" It waited for room on the GPU.")
                 : tr(" It waited for its engine, which takes work in the order of issue.");
  }
  return {};
}

}  // namespace

std::string time_words(bool units, double time) {
  if (units && time == 1.0) return tr("1 unit");
  if (units) return say("{} units", fmt::format("{:g}", time));
  return time < 1000.0 ? fmt::format("{:.1f} us", time) : fmt::format("{:.2f} ms", time / 1000.0);
}

ScheduleStrip::ScheduleStrip(const schedule::Program& program, const schedule::Schedule& made,
                             unsigned copy_engines, bool units)
    : program_(program), made_(made), units_(units) {
  strip_.in_time = true;
  strip_.length = static_cast<float>(made.end);
  strip_.rows = {tr("host")};
  if (copy_engines == 1) rows_[Engine::Copy] = add_row(tr("copies"));
  if (copy_engines >= 2) {
    rows_[Engine::Copy] = add_row(tr("copy to GPU"));
    rows_[Engine::CopyBack] = add_row(tr("copy from GPU"));
  }
  bool functions = false;
  for (const Placed& placed : made.works) {
    if (placed.engine == Engine::Kernels) stream_rows_.try_emplace(stream_of(placed), 0U);
    functions = functions || placed.engine == Engine::HostThread;
  }
  for (auto& [stream, row] : stream_rows_) row = add_row(stream_words(stream));
  if (functions) rows_[Engine::HostThread] = add_row(tr("host functions"));
}

void ScheduleStrip::add_call(std::size_t call, StripBox box) {
  const schedule::HostSpan& span = made_.calls[call];
  put(box, span.begin, span.waits);
  if (span.end <= span.waits) return;
  box.kind = BoxKind::Waits;
  box.label = say("{}: waits", box.label);
  box.brief = tr("waits");
  box.words += say(" · the host waits {}", time_words(units_, span.end - span.waits));
  put(std::move(box), span.waits, span.end);
}

void ScheduleStrip::add_work(const Placed& placed, StripBox box) {
  box.row = placed.engine == Engine::Kernels ? stream_rows_.at(stream_of(placed))
                                             : rows_.at(placed.engine);
  box.words = say("{}, {}: from {} to {}.", box.words, stream_words(stream_of(placed)),
                  time_words(units_, placed.begin), time_words(units_, placed.end)) +
              why_words(placed);
  put(std::move(box), placed.begin, placed.end);
}

HostStrip ScheduleStrip::take() {
  std::ranges::stable_sort(strip_.boxes, {}, &StripBox::begin);
  return std::move(strip_);
}

std::uint32_t ScheduleStrip::add_row(std::string name) {
  strip_.rows.push_back(std::move(name));
  return static_cast<std::uint32_t>(strip_.rows.size() - 1);
}

std::size_t ScheduleStrip::stream_of(const Placed& placed) const {
  return program_.calls[placed.call].stream;
}

std::string ScheduleStrip::stream_words(std::size_t stream) const {
  const schedule::Stream& one = program_.streams[stream];
  return one.priority == 0 ? say("stream {}", one.name)
                           : say("stream {}, priority {}", one.name, one.priority);
}

void ScheduleStrip::put(StripBox box, double begin, double end) {
  if (end <= begin) return;
  box.begin = static_cast<float>(begin);
  box.length = static_cast<float>(end - begin);
  strip_.boxes.push_back(std::move(box));
}

}  // namespace lanescope::ui::figures::program
