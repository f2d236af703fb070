#include "ui/figures/stalls/stalls_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ui/figures/reasons.hpp"
#include "ui/session/line_cycles.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::stalls {
namespace {

using timing::Reason;
using timing::ReasonCycles;

// What of an SM a warp is kept by.
enum class Part : std::uint8_t { Issue, Arithmetic, Shared, Memory, Warps, Code };
struct Unit {
  Part part;
  const char *name, *words;
};
constexpr std::array<Unit, 6> kUnits{{
    {Part::Issue, mark("issue slots"), mark("It issues, or another warp of its scheduler does.")},
    {Part::Arithmetic, mark("arithmetic"),
     mark("Instructions of arithmetic take their fixed time, or their pipe is taken.")},
    {Part::Shared, mark("shared memory"),
     mark("Shared memory, shuffles and special functions have not answered, or the queue to them "
          "(MIO) is full.")},
    {Part::Memory, mark("L1, L2, DRAM"),
     mark("Global, local or texture memory has not answered, or the queue to it is full.")},
    {Part::Warps, mark("other warps"), mark("It waits at a barrier, or sleeps.")},
    {Part::Code, mark("code"),
     mark("Branches, instructions or constants that are not in a cache.")},
}};

Part part_of(Reason reason) {
  switch (reason) {
    case Reason::selected:
    case Reason::not_selected:
    case Reason::dispatch:
      return Part::Issue;
    case Reason::wait:
    case Reason::math_pipe_throttle:
      return Part::Arithmetic;
    case Reason::short_scoreboard:
    case Reason::mio_throttle:
      return Part::Shared;
    case Reason::long_scoreboard:
    case Reason::lg_throttle:
    case Reason::tex_throttle:
    case Reason::membar:
    case Reason::drain:
      return Part::Memory;
    case Reason::barrier:
    case Reason::sleeping:
      return Part::Warps;
    case Reason::branch_resolving:
    case Reason::no_instruction:
    case Reason::imc_miss:
      break;
  }
  return Part::Code;
}

StallRow row_of(const ReasonCycles& cycles, std::int64_t all) {
  StallRow row;
  row.cycles = cycles.sum();
  row.share = static_cast<double>(row.cycles) / static_cast<double>(std::max<std::int64_t>(all, 1));
  row.parts = cycles.parts();
  return row;
}

std::string cycles_words(const StallRow& row) {
  return say("{} cycles of warps, {}.", view::with_commas(static_cast<std::uint64_t>(row.cycles)),
             percent(row.share));
}

// "barrier 46 %, short scoreboard 21 %", of all cycles.
std::string parts_words(const StallRow& row, double share_of_cycle) {
  std::vector<std::string> words;
  for (const timing::ReasonPart& part : row.parts)
    words.push_back(fmt::format("{} {}", reason_title(part.reason),
                                percent(static_cast<double>(part.cycles) * share_of_cycle)));
  return fmt::format("{}", fmt::join(words, ", "));
}

void sort(std::vector<StallRow>& rows) {
  std::erase_if(rows, [](const StallRow& row) { return row.cycles == 0; });
  std::ranges::stable_sort(rows, std::greater<>{}, &StallRow::cycles);
}

// Its text without what it is moved in by; empty: the source has no such line.
std::string text_of_line(std::string_view source, std::uint32_t number) {
  for (std::uint32_t line = 1; line < number && !source.empty(); ++line)
    source.remove_prefix(std::min(source.find('\n') + 1, source.size()));
  source = source.substr(0, source.find('\n'));
  const std::size_t begin = source.find_first_not_of(" \t");
  return begin == std::string_view::npos ? std::string() : std::string(source.substr(begin));
}

constexpr std::size_t kOpcodes = 4;  // named at most

std::string opcodes_words(const std::vector<std::string>& opcodes) {
  const std::size_t count = std::min(opcodes.size(), kOpcodes);
  return fmt::format("{}{}", fmt::join(opcodes.begin(), opcodes.begin() + count, " "),
                     opcodes.size() > count ? " …" : "");
}

StallRow row_of_line(const session::Session& session, const session::LineCycles& line,
                     std::int64_t all) {
  StallRow row = row_of(line.cycles, all);
  const Reason most = main_reason(line.cycles);
  row.line = line.line;
  row.selected = line.line != 0 && session.state().cursor.selection.line == line.line;
  row.name = line.line == 0
                 ? tr("instructions without a source line")
                 : text_of_line(session.run()->prepared->experiment.source.text, line.line);
  row.detail = opcodes_words(line.opcodes);
  row.most = reason_title(most);
  const std::string where = line.line == 0 ? std::string(tr("Instructions without a source line"))
                                           : say("Line {}", line.line);
  row.words = say("{}: {} {}. Instructions: {}.", where, cycles_words(row),
                  parts_words(row, 1.0 / static_cast<double>(all)),
                  fmt::format("{}", fmt::join(line.opcodes, ", ")));
  return row;
}

}  // namespace

Reason main_reason(const ReasonCycles& cycles) {
  for (const timing::ReasonPart& part : cycles.parts())
    if (part.reason != Reason::selected) return part.reason;
  return Reason::selected;
}

std::string of_hundred(double share) {
  const double hundred = share * 100.0;
  const bool whole = hundred >= 9.95 || hundred == std::floor(hundred);
  return fmt::format("{:.{}f}", hundred, whole ? 0 : 1);
}

std::string percent(double share) { return of_hundred(share) + " %"; }

std::vector<StallRow> rows_by_reason(const ReasonCycles& all) {
  std::vector<StallRow> rows;
  const std::int64_t sum = all.sum();
  for (const timing::ReasonPart& part : all.parts()) {
    ReasonCycles one;
    one[part.reason] = part.cycles;
    StallRow row = row_of(one, sum);
    row.name = reason_title(part.reason);
    row.words = say("{}: the warp {}. {}", row.name, reason_clause(part.reason), cycles_words(row));
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<StallRow> rows_by_unit(const ReasonCycles& all) {
  std::vector<StallRow> rows;
  const std::int64_t sum = all.sum();
  for (const Unit& unit : kUnits) {
    ReasonCycles cycles;
    for (const timing::ReasonPart& part : all.parts())
      if (part_of(part.reason) == unit.part) cycles[part.reason] = part.cycles;
    StallRow row = row_of(cycles, sum);
    row.name = tr(unit.name);
    row.detail = parts_words(row, sum == 0 ? 0.0 : 1.0 / static_cast<double>(sum));
    row.words = say("{}: {} {}", row.name, tr(unit.words), cycles_words(row));
    rows.push_back(std::move(row));
  }
  sort(rows);
  return rows;
}

std::vector<StallRow> rows_by_line(const session::Session& session, const ReasonCycles& all,
                                   std::int64_t behind_the_end) {
  std::vector<StallRow> rows;
  const std::int64_t sum = std::max<std::int64_t>(all.sum(), 1);
  for (const session::LineCycles& line : session::cycles_by_line(session))
    rows.push_back(row_of_line(session, line, sum));
  ReasonCycles behind;
  behind[Reason::drain] = behind_the_end;
  StallRow row = row_of(behind, sum);
  row.name = tr("behind the last instruction");
  row.most = reason_title(Reason::drain);
  row.words = say("Warps that have ended, with stores still on their way: {}", cycles_words(row));
  rows.push_back(std::move(row));
  sort(rows);
  return rows;
}

}  // namespace lanescope::ui::figures::stalls
