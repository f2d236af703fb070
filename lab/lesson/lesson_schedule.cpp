#include "lab/lesson/lesson_schedule.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "lab/experiment/expression.hpp"
#include "lab/lesson/toml_reader.hpp"
#include "sim/schedule/described.hpp"
#include "sim/schedule/pipeline.hpp"

namespace lanescope::lesson {
namespace {

schedule::Program read_chunks(TomlReader& in) {
  schedule::Chunks chunks;
  constexpr std::int64_t kMostChunks = 64;
  const std::int64_t count = in.whole("count", 4);
  if (count < 1 || count > kMostChunks) in.fail("`count` is from 1 to 64");
  chunks.count = static_cast<std::size_t>(std::min(std::max<std::int64_t>(count, 1), kMostChunks));
  chunks.to_device = in.number("to", 1.0);
  chunks.kernel = in.number("kernel", 1.0);
  chunks.from_device = in.number("from", 1.0);
  chunks.pageable = in.flag("pageable", false);
  const std::string order = in.text("order");
  if (order == "serial") return schedule::pipeline(chunks, schedule::IssueOrder::Serial);
  if (order == "depth_first") return schedule::pipeline(chunks, schedule::IssueOrder::DepthFirst);
  if (order != "breadth_first") in.fail("`order` is serial, depth_first or breadth_first");
  return schedule::pipeline(chunks, schedule::IssueOrder::BreadthFirst);
}

experiment::Variables variables_of(const schedule::Schedule& made) {
  experiment::Variables all{
      {"end", made.end}, {"busy", made.busy}, {"overlapped", made.overlapped}};
  for (std::size_t i = 0; i < made.calls.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    all["begin" + number] = made.calls[i].waits;
    all["end" + number] = all["returns" + number] = made.calls[i].end;
  }
  for (const schedule::Placed& placed : made.works) {
    const std::string number = std::to_string(placed.call + 1);
    all["begin" + number] = placed.begin;
    all["end" + number] = placed.end;
  }
  return all;
}

}  // namespace

LessonSchedule read_schedule(TomlReader& in, const Lesson& lesson) {
  LessonSchedule made;
  made.id = in.text("id");
  made.title = in.text("title");
  const std::int64_t engines = in.whole("copy_engines", 2);
  if (engines < 0 || engines > 2) in.fail("`copy_engines` is 0, 1 or 2");
  made.machine.copy_engines = engines == 1 ? 1U : engines == 0 ? 0U : 2U;
  const std::string like = in.text("like", "");
  const auto streams = in.texts("streams"), calls = in.texts("calls");
  in.each("chunks", [&](TomlReader& one) { made.program = read_chunks(one); });
  if (!calls.empty()) {
    auto program = schedule::described(streams, calls);
    if (!program)
      in.fail(program.error().message);
    else
      made.program = std::move(*program);
  }
  if (!like.empty()) {
    const LessonSchedule* other = lesson.find_schedule(like);
    if (other == nullptr)
      in.fail(fmt::format("there is no schedule `{}` before this one", like));
    else
      made.program = other->program;
  }
  if (made.program.calls.empty()) in.fail("a schedule has `calls`, `chunks` or `like`");
  return made;
}

Result<double> scheduled_value(const Lesson& lesson, const Claim& claim) {
  const LessonSchedule* found = lesson.find_schedule(claim.schedule);
  if (found == nullptr) return bad_input(fmt::format("there is no schedule {}", claim.schedule));
  return experiment::evaluate(claim.metric,
                              variables_of(schedule::make(found->program, found->machine)));
}

}  // namespace lanescope::lesson
