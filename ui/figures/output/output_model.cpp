#include "ui/figures/output/output_model.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "ui/figures/threads/thread_grid.hpp"
#include "ui/session/gpu_words.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::output {
namespace {

using threads::place_in;
using threads::place_words;
using Part = engine::Printed::Part;

// Not within a sign of several bytes (UTF-8).
std::size_t row_end(std::string_view text, std::size_t begin, std::size_t end,
                    std::size_t columns) {
  std::size_t at = begin;
  for (std::size_t signs = 0; at < end && signs < columns; ++signs) {
    ++at;
    while (at < end && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) ++at;
  }
  return at;
}

const engine::Launch& launch_of(const run::ModelRun& run, const Part& part) {
  return run.plan().launches[part.launch];
}

std::uint32_t thread_of(const run::ModelRun& run, const Part& part) {
  return part.warp.value * static_cast<std::uint32_t>(run.plan().options.warp_size) +
         static_cast<std::uint32_t>(part.lane);
}

std::string block_words(const run::ModelRun& run, const Part& part) {
  const Dim3& grid = launch_of(run, part).grid;
  return place_words(grid, place_in(grid, part.block.value));
}

std::string thread_words(const run::ModelRun& run, const Part& part) {
  const Dim3& block = launch_of(run, part).block;
  return place_words(block, place_in(block, thread_of(run, part)));
}

std::uint32_t line_of(const run::ModelRun& run, const Part& part) {
  return launch_of(run, part).program->location_at(part.pc).line;
}

std::optional<Tick> tick_of(const run::ModelRun& run, const Part& part) {
  if (!run.trace) return std::nullopt;
  const Tick tick = run.trace->tick_at_or_after(part.machine_step);
  if (tick.value >= run.trace->tick_count() ||
      run.trace->step(tick).machine_step != part.machine_step)
    return std::nullopt;
  return tick;
}

}  // namespace

std::vector<OutputRow> output_rows(const engine::Printed& printed, std::size_t columns) {
  const std::string& text = printed.text;
  std::vector<OutputRow> rows;
  std::size_t part = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    bool first = true;
    for (std::size_t at = begin; first || at < end; first = false) {
      while (printed.parts[part].end <= at) ++part;
      const std::size_t stop = row_end(text, at, end, columns);
      rows.push_back({at, stop, part, first});
      at = stop;
    }
    begin = end + 1;
  }
  return rows;
}

OutputNow output_now(const view::View& view) {
  const engine::Printed& printed = view.run()->printed;
  const trace::Trace* trace = view.trace();
  const std::uint64_t tick = view.state().cursor.tick.value;
  if (trace == nullptr || tick >= trace->tick_count()) return {printed.text.size(), {}};
  const auto parts_before = [&](MachineStep step) {
    return std::ranges::partition_point(
        printed.parts, [&](const Part& part) { return part.machine_step.value < step.value; });
  };
  const auto end = parts_before(trace->step(Tick{tick}).machine_step);
  OutputNow now;
  if (end != printed.parts.begin()) now.bytes = std::prev(end)->end;
  const auto last = view.last_step();
  if (last && end != printed.parts.begin() && std::prev(end)->machine_step == last->machine_step)
    now.printing = last->machine_step;
  return now;
}

std::size_t rows_begun(const std::vector<OutputRow>& rows, const OutputNow& now) {
  return static_cast<std::size_t>(
      std::ranges::partition_point(rows,
                                   [&](const OutputRow& row) { return row.begin < now.bytes; }) -
      rows.begin());
}

std::string output_thread(const run::ModelRun& run, const Part& part) {
  return say("block {} · thread {}", block_words(run, part), thread_words(run, part));
}

std::string output_place(const run::ModelRun& run, const Part& part) {
  return say("Thread {} of block {}: lane {} of warp {}, line {}", thread_words(run, part),
             block_words(run, part), part.lane, part.warp.value, line_of(run, part));
}

std::vector<std::string> output_commands(const run::ModelRun& run, const Part& part) {
  const std::string lane =
      fmt::format("warp={} lane={} line={}", part.warp.value, part.lane, line_of(run, part));
  const auto tick = tick_of(run, part);
  if (!tick) return {fmt::format("select block={} {}", part.block.value, lane)};
  return {fmt::format("goto tick={}", tick->value + 1), "select " + lane};  // in its block already
}

bool was_recorded(const run::ModelRun& run, const Part& part) {
  return tick_of(run, part).has_value();
}

bool may_print(const session::Session& session) {
  if (session.run() && !session.run()->printed.text.empty()) return true;
  return session.source_text().find("printf(") != std::string::npos ||
         !session::gpu_printed(session).empty();
}

}  // namespace lanescope::ui::figures::output
