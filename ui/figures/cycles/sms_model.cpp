#include "ui/figures/cycles/sms_model.hpp"

#include <algorithm>
#include <limits>

#include "ui/figures/cycles/cycle_words.hpp"
#include "ui/session/cycles.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::cycles {
namespace {

using timing::BlockSpan;
using timing::Timing;

struct Launch {
  const Timing& timing;
  const timing::LaunchShape& shape;
  const timing::MachineDescription& machine;
  std::int64_t end = 0;
};

std::vector<SmRow> rows_of(const Timing& timing, std::uint32_t most_rows) {
  std::uint32_t sms = 1;
  for (const BlockSpan& one : timing.blocks) sms = std::max(sms, one.sm + 1);
  const std::uint32_t each = (sms + most_rows - 1) / most_rows;
  std::vector<SmRow> rows;
  for (std::uint32_t sm = 0; sm < sms; sm += each)
    rows.push_back({sm, std::min(each, sms - sm), {}});
  for (const BlockSpan& one : timing.blocks)
    rows[one.sm / each].blocks.push_back({one.block, 0, one.begin, one.end});
  return rows;
}

// A block takes the first place that is free. How many places there are.
std::uint32_t place_blocks(SmRow& row) {
  std::ranges::stable_sort(row.blocks, {}, &BlockBar::begin);
  std::vector<std::int64_t> free_from;
  for (BlockBar& bar : row.blocks) {
    auto at = std::ranges::find_if(free_from, [&](std::int64_t t) { return t <= bar.begin; });
    if (at == free_from.end()) at = free_from.insert(at, 0);
    bar.place = static_cast<std::uint32_t>(at - free_from.begin());
    *at = bar.end;
  }
  return static_cast<std::uint32_t>(free_from.size());
}

std::string grid_words(const Launch& launch) {
  const std::uint64_t blocks = launch.shape.grid.count();
  const auto sms = static_cast<std::uint64_t>(launch.machine.sms);
  const std::string grid = say_many(blocks, "{} block", "{} blocks", view::with_commas(blocks));
  const std::uint64_t empty = sms - std::min(blocks, sms);
  if (empty > 0)
    return say_many(empty, "{} on {} SMs: {} SM gets none.", "{} on {} SMs: {} SMs get none.", grid,
                    sms, empty);
  const std::uint64_t places = sms * std::max(launch.shape.resident_blocks, 1U);
  const std::uint64_t rounds = (blocks + places - 1) / places;
  return say_many(rounds, "{} on {} SMs, up to {} on each at a time: {} round.",
                  "{} on {} SMs, up to {} on each at a time: {} rounds.", grid, sms,
                  launch.shape.resident_blocks, rounds);
}

// From when on SMs stand empty until the last block leaves.
std::string tail_words(const Launch& launch) {
  std::vector<std::int64_t> ends;  // by SM
  for (const BlockSpan& one : launch.timing.blocks) {
    if (ends.size() <= one.sm) ends.resize(one.sm + 1, 0);
    ends[one.sm] = std::max(ends[one.sm], one.end);
  }
  if (ends.size() < 2) return say("The last block leaves in cycle {}.", cycle_text(launch.end));
  const std::int64_t first = std::ranges::min(ends);
  return say(
      "The first SM has no more to do from cycle {} on, the last block leaves in {}: the "
      "tail is {} of the time.",
      cycle_text(first), cycle_text(launch.end),
      view::percent(static_cast<double>(launch.end - first) /
                    static_cast<double>(std::max<std::int64_t>(launch.end, 1))));
}

std::string simulated_words(const Launch& launch) {
  const Timing::Simulated& part = launch.timing.simulated;
  if (part.whole) return tr("All of them were simulated.");
  return say("Simulated were {} of them on {}; the rest is taken to be like these.",
             view::with_commas(part.blocks), say_many(part.sms, "{} SM", "{} SMs", part.sms));
}

std::string sentence_of(const Launch& launch) {
  return grid_words(launch) + " " + tail_words(launch) + " " + simulated_words(launch);
}

std::int64_t end_of(const Timing& timing) {
  std::int64_t end = 0;
  for (const BlockSpan& one : timing.blocks) end = std::max(end, one.end);
  return end;
}

}  // namespace

std::optional<SmsModel> sms_model(const session::Session& session, std::size_t most_rows) {
  const background::TimedRun* timed = session::shown_time(session);
  if (session::shown_history(session) == nullptr) return std::nullopt;
  const std::uint32_t number = timed->history->launch;
  if (number >= timed->time->launches.size() || number >= timed->work->launches.size())
    return std::nullopt;
  const Timing& timing = timed->time->launches[number];
  const Launch launch{timing, timed->work->launches[number].shape, timed->time->machine,
                      end_of(timing)};
  SmsModel model;
  model.window = {0, std::max<std::int64_t>(launch.end, 1)};
  model.in_cycles = shown_window(session);
  model.moment = session::shown_cycle(session);
  model.rows = rows_of(timing, static_cast<std::uint32_t>(std::clamp<std::size_t>(
                                   most_rows, 1, std::numeric_limits<std::uint16_t>::max())));
  for (SmRow& row : model.rows) model.places = std::max(model.places, place_blocks(row));
  model.sentence = sentence_of(launch);
  return model;
}

std::string sm_title(const SmRow& row) {
  return row.sms == 1 ? say("SM {}", row.sm) : say("SMs {}–{}", row.sm, row.sm + row.sms - 1);
}

std::string block_words(const SmRow& row, const BlockBar& bar) {
  return say("Block {} on {}: from cycle {} to {}, {} cycles. A click goes to the cycle.",
             bar.block.value, sm_title(row), cycle_text(bar.begin), cycle_text(bar.end),
             cycle_text(bar.end - bar.begin));
}

std::string load_words(const SmRow& row, std::int64_t cycle) {
  const auto there = static_cast<std::uint64_t>(std::ranges::count_if(
      row.blocks, [&](const BlockBar& b) { return cycle >= b.begin && cycle < b.end; }));
  return say_many(there, "Cycle {}: {} block on {}.", "Cycle {}: {} blocks on {}.",
                  cycle_text(cycle), there, sm_title(row));
}

}  // namespace lanescope::ui::figures::cycles
