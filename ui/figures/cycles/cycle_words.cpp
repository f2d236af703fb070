#include "ui/figures/cycles/cycle_words.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "ui/figures/reasons.hpp"
#include "ui/session/cycles.hpp"
#include "ui/view/line_in_source.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::cycles {
namespace {

using timing::Kind;
using timing::Reason;
using timing::Stretch;
using timing::WarpHistory;

constexpr int kLongestLookBack = 4096;  // stretches, for who asked

// Sentences begin with it.
std::string capital(std::string words) {
  if (!words.empty() && words.front() >= 'a' && words.front() <= 'z')
    words.front() = static_cast<char>(words.front() - 'a' + 'A');
  return words;
}

const timing::Code* code_of(const session::Session& session, const HistoryIndex& index) {
  const background::TimedRun* timed = session::shown_time(session);
  if (timed == nullptr || timed->work == nullptr || index.launch() >= timed->work->launches.size())
    return nullptr;
  return &timed->work->launches[index.launch()].code;
}

bool fits(Reason reason, Kind kind) {
  const bool far = kind == Kind::Global || kind == Kind::Texture;
  return reason == Reason::long_scoreboard ? far : !far;
}

// The issue whose result, by the code's scoreboard, a stretch waits for; null: it waits for none.
const Stretch* asked_by(const timing::Code& code, const WarpHistory& warp, const Stretch& waits) {
  if (waits.reason != Reason::long_scoreboard && waits.reason != Reason::short_scoreboard)
    return nullptr;
  if (waits.pc >= code.instructions.size()) return nullptr;
  const unsigned mask = code.instructions[waits.pc].control.wait_mask;
  auto at = std::ranges::lower_bound(warp.stretches, waits.begin, {}, &Stretch::begin);
  for (int i = 0; i < kLongestLookBack && at != warp.stretches.begin(); ++i) {
    --at;
    if (at->reason != Reason::selected || at->pc >= code.instructions.size()) continue;
    const timing::Instruction& one = code.instructions[at->pc];
    const std::uint8_t barrier = one.control.write_barrier;
    if (barrier == timing::kNoBarrier || !fits(waits.reason, one.demand.kind)) continue;
    if ((mask >> barrier & 1U) != 0) return &*at;
  }
  return nullptr;
}

std::string asked_words(const session::Session& session, const HistoryIndex& index,
                        std::uint32_t warp, const Stretch& issue, const Stretch& waits) {
  return say(
      "{} asked in cycle {}, by {}, and gets it in {}: {} cycles, the last {} of them in "
      "the {}.",
      capital(warp_title(index, warp)), cycle_text(issue.begin),
      instruction_words(session, index, issue.pc), cycle_text(waits.end),
      cycle_text(waits.end - issue.begin), cycle_text(waits.end - waits.begin),
      reason_title(waits.reason));
}

std::string stretch_words(const session::Session& session, const HistoryIndex& index,
                          std::uint32_t number, const Stretch& stretch) {
  const std::string warp = capital(warp_title(index, number));
  const std::string instruction = instruction_words(session, index, stretch.pc);
  if (stretch.reason == Reason::selected)
    return say("{} issues {} in cycle {}.", warp, instruction, cycle_text(stretch.begin));
  if (const timing::Code* code = code_of(session, index))
    if (const Stretch* issue = asked_by(*code, index.history().warps[number], stretch))
      return asked_words(session, index, number, *issue, stretch);
  const Stretch& last = index.history().warps[number].stretches.back();
  const bool has_ended = last.reason != Reason::selected && last.issued == stretch.issued;
  if (has_ended)
    return say("{} {}, from cycle {} to {}.", warp, reason_clause(stretch.reason),
               cycle_text(stretch.begin), cycle_text(stretch.end));
  if (stretch.reason == Reason::barrier)
    return say("{} {}, from cycle {} to {}, at {}.", warp, reason_clause(stretch.reason),
               cycle_text(stretch.begin), cycle_text(stretch.end), instruction);
  return say("{} {}, from cycle {} to {}. {} is next.", warp, reason_clause(stretch.reason),
             cycle_text(stretch.begin), cycle_text(stretch.end), instruction);
}

// "6 barrier, 1 wait", the largest number first.
template <typename Wanted>
std::string crowd_words(const timing::SmHistory& history, std::int64_t cycle, Wanted wanted) {
  timing::ReasonCycles warps;  // that spend this cycle so
  for (std::uint32_t i = 0; i < history.warps.size(); ++i) {
    const Stretch* stretch = wanted(i) ? history.warps[i].at(cycle) : nullptr;
    if (stretch != nullptr) ++warps[stretch->reason];
  }
  std::string words;
  for (const timing::ReasonPart& part : warps.parts())
    words +=
        fmt::format("{}{} {}", words.empty() ? "" : ", ", part.cycles, reason_title(part.reason));
  return words;
}

std::string share_words(const timing::ReasonCycles& cycles) {
  const auto all = static_cast<double>(cycles.sum());
  std::string words;
  for (const timing::ReasonPart& part : cycles.parts())
    words += fmt::format("{}{} {}", words.empty() ? "" : ", ", reason_title(part.reason),
                         view::percent(static_cast<double>(part.cycles) / all));
  return words;
}

}  // namespace

std::string cycle_text(std::int64_t cycle) {
  return view::with_commas(static_cast<std::uint64_t>(std::max<std::int64_t>(cycle, 0)));
}

std::string warp_title(const HistoryIndex& index, std::uint32_t warp) {
  const WarpHistory& one = index.history().warps[warp];
  return index.blocks() > 1 ? say("block {}, warp {}", one.block.value, one.warp.value)
                            : say("warp {}", one.warp.value);
}

std::string instruction_words(const session::Session& session, const HistoryIndex& index,
                              std::uint32_t pc) {
  const background::TimedRun* timed = session::shown_time(session);
  if (timed == nullptr || timed->machine_code == nullptr) return {};
  const auto& launches = timed->machine_code->plan->launches;
  if (index.launch() >= launches.size() || pc >= launches[index.launch()].program->size())
    return {};
  const engine::Program& program = *launches[index.launch()].program;
  const std::uint32_t line = view::line_in_source(session, program, Pc{pc});
  return line == 0 ? program.text_at(Pc{pc}) : say("{} (line {})", program.text_at(Pc{pc}), line);
}

std::uint32_t focus_warp(const session::Session& session, const HistoryIndex& index,
                         std::int64_t cycle) {
  const std::vector<WarpHistory>& warps = index.history().warps;
  const auto step = session.shown_step();
  const WarpIndex wanted = session.shown_warp();
  const auto chosen = std::ranges::find_if(warps, [&](const WarpHistory& w) {
    return step && w.block == step->block && w.warp == wanted;
  });
  if (chosen != warps.end() && chosen->at(cycle) != nullptr)
    return static_cast<std::uint32_t>(chosen - warps.begin());
  const auto there =
      std::ranges::find_if(warps, [&](const WarpHistory& w) { return w.at(cycle) != nullptr; });
  const auto found = there != warps.end() ? there : chosen != warps.end() ? chosen : warps.begin();
  return static_cast<std::uint32_t>(found - warps.begin());
}

std::string moment_words(const session::Session& session, const HistoryIndex& index,
                         std::int64_t cycle) {
  const timing::SmHistory& history = index.history();
  const std::uint32_t focus = focus_warp(session, index, cycle);
  const Stretch* stretch = history.warps[focus].at(cycle);
  if (stretch == nullptr) return say("In cycle {} no warp is on the SM.", cycle_text(cycle));
  std::string words = stretch_words(session, index, focus, *stretch);
  const std::string others =
      crowd_words(history, cycle, [&](std::uint32_t i) { return i != focus; });
  if (!others.empty()) words += say(" The other warps: {}.", others);
  return words;
}

std::string place_words(const session::Session& session, const HistoryIndex& index,
                        std::uint32_t warp, std::int64_t cycle, std::optional<Window> folded) {
  const Stretch* stretch = index.history().warps[warp].at(cycle);
  if (stretch == nullptr) return say("In cycle {} no warp stands in this row.", cycle_text(cycle));
  if (!folded) return stretch_words(session, index, warp, *stretch);
  return say("{}, cycles {} to {}: {}. Zoom in to see them one by one.",
             capital(warp_title(index, warp)), cycle_text(folded->first), cycle_text(folded->last),
             share_words(index.reasons(warp, folded->first, folded->last)));
}

std::string slot_words(const session::Session& session, const HistoryIndex& index,
                       std::uint32_t scheduler, std::int64_t cycle) {
  const timing::SmHistory& history = index.history();
  const auto issued = index.issues(scheduler, cycle, cycle + 1);
  if (!issued.empty())
    return stretch_words(session, index, issued.front().warp,
                         *history.warps[issued.front().warp].at(cycle));
  const std::string warps = crowd_words(
      history, cycle, [&](std::uint32_t i) { return history.warps[i].scheduler == scheduler; });
  if (warps.empty())
    return say("Cycle {}: scheduler {} has no warp.", cycle_text(cycle), scheduler);
  return say("Cycle {}: none of scheduler {}'s warps can issue ({}).", cycle_text(cycle), scheduler,
             warps);
}

}  // namespace lanescope::ui::figures::cycles
