#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "ui/commands/command_rows.hpp"
#include "ui/session/cycles.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::commands {
namespace {

void set(session::SessionEditor& e, view::TimeView time) {
  view::Tools tools = e.state().tools;
  tools.time = std::move(time);
  e.set(std::move(tools));
}

Result<void> time_row(session::SessionEditor& e, const session::Command& c) {
  view::TimeView time = e.state().tools.time;
  if (const auto machine = argument(c, "machine")) {
    if (const auto known = timing::machine(*machine); !known) return known.error();
    time.machine = *machine;
  }
  if (const auto caches = argument(c, "caches")) {
    if (*caches != "cold" && *caches != "warm")
      return bad_input(say("'{}': caches are cold or warm", *caches));
    time.warm = *caches == "warm";
  }
  const bool is_setting = argument(c, "machine") || argument(c, "caches");
  if (argument(c, "value") || !is_setting) {
    if (auto turned = turn(time.on, c); !turned) return turned;
  } else {
    time.on = true;
  }
  set(e, std::move(time));
  return {};
}

// The cycle, and with it, where the run on screen has such a moment, the cursor.
void go_to(session::SessionEditor& e, std::int64_t cycle) {
  e.cursor().set_playing(false);
  view::TimeView time = e.state().tools.time;
  time.cycle = std::clamp<std::int64_t>(cycle, 0, session::shown_history(e.session())->cycles);
  if (const auto tick = session::tick_of_cycle(e.session(), time.cycle)) e.cursor().show(*tick);
  time.tick = e.state().cursor.tick;
  set(e, std::move(time));
}

Result<void> cycle_row(session::SessionEditor& e, const session::Command& c) {
  const auto at = number(c, "at");
  if (!at) return at.error();
  go_to(e, static_cast<std::int64_t>(std::min<std::uint64_t>(*at, 1ULL << 62U)));
  return {};
}
Result<void> cycles_row(session::SessionEditor& e, const session::Command& c) {
  view::TimeView time = e.state().tools.time;
  time.first = time.last = 0;
  if (!c.arguments.empty()) {
    const auto from = number(c, "from"), to = number(c, "to");
    if (!from) return from.error();
    if (!to) return to.error();
    const auto cycles = static_cast<std::uint64_t>(session::shown_history(e.session())->cycles);
    if (*from >= std::min(*to, cycles))
      return bad_input(say("there are no cycles from {} to {}", *from, *to));
    time.first = static_cast<std::int64_t>(*from);
    time.last = static_cast<std::int64_t>(std::min(*to, cycles));
  }
  set(e, std::move(time));
  return {};
}
Result<void> step_cycle(session::SessionEditor& e, bool forward) {
  go_to(e, session::next_issue(*session::shown_history(e.session()),
                               session::shown_cycle(e.session()), forward));
  return {};
}
Result<void> next_cycle(session::SessionEditor& e, const session::Command&) {
  return step_cycle(e, true);
}
Result<void> previous_cycle(session::SessionEditor& e, const session::Command&) {
  return step_cycle(e, false);
}

Result<void> ask(view::TimeView& time, const std::string& id) {
  if (timing::find_what_if(id) == nullptr) return bad_input(say("there is no question '{}'", id));
  time.asked = id;
  return {};
}
// Of the question that is asked.
Result<void> predict(view::TimeView& time, const std::string& guess) {
  constexpr std::array<std::string_view, 3> kGuesses{"less", "same", "more"};
  const auto found = std::ranges::find(kGuesses, guess);
  if (found == kGuesses.end())
    return bad_input(say("'{}': a launch takes less, same or more", guess));
  if (time.asked.empty()) return bad_input(tr("no question is asked that could be predicted"));
  time.guesses[time.asked] = static_cast<view::Guess>(found - kGuesses.begin());
  return {};
}
Result<void> reveal(view::TimeView& time, const std::string& id) {
  if (id == "all") {
    for (const timing::WhatIf& one : timing::what_ifs())
      if (auto revealed = reveal(time, std::string(one.id)); !revealed) return revealed;
    time.asked.clear();
    return {};
  }
  if (auto asked = ask(time, id); !asked) return asked;
  if (std::ranges::find(time.revealed, id) == time.revealed.end()) time.revealed.push_back(id);
  return {};
}
// Each is a question again.
void forget_answers(view::TimeView& time) {
  time.asked.clear();
  time.guesses.clear();
  time.revealed.clear();
}
// A factor of 0.1 to 10.
Result<void> factor(double& out, const session::Command& c, std::string_view key) {
  if (!argument(c, key)) return {};
  const auto value = real(c, key);
  if (!value) return value.error();
  if (*value < 0.1 || *value > 10) return bad_input(say("{} goes from 0.1 to 10", key));
  out = *value;
  return {};
}
Result<void> l1(view::TimeView& time, const session::Command& c) {
  if (!argument(c, "l1")) return {};
  const auto kib = number(c, "l1");
  if (!kib) return kib.error();
  if (*kib > 4096) return bad_input(tr("l1 has up to 4096 KiB; 0: as on the machine"));
  time.changes.l1_bytes = static_cast<std::int64_t>(*kib) * 1024;
  return {};
}

Result<void> what_if_row(session::SessionEditor& e, const session::Command& c) {
  if (c.arguments.empty())
    return bad_input(tr("what-if needs ask=, guess=, reveal=, again, latency=, warps= or l1="));
  view::TimeView time = e.state().tools.time;
  time.on = true;
  if (argument(c, "again")) forget_answers(time);
  if (const auto id = argument(c, "ask"))
    if (auto asked = ask(time, *id); !asked) return asked;
  if (const auto guess = argument(c, "guess"))
    if (auto predicted = predict(time, *guess); !predicted) return predicted;
  if (const auto id = argument(c, "reveal"))
    if (auto revealed = reveal(time, *id); !revealed) return revealed;
  if (auto done = factor(time.changes.latency, c, "latency"); !done) return done;
  if (auto done = factor(time.changes.resident_blocks, c, "warps"); !done) return done;
  if (auto done = l1(time, c); !done) return done;
  set(e, std::move(time));
  return {};
}

Result<void> stalls_row(session::SessionEditor& e, const session::Command& c) {
  constexpr std::array<std::string_view, 3> kNames{"reason", "line", "unit"};
  view::TimeView time = e.state().tools.time;
  auto chosen = (static_cast<std::size_t>(time.stalls) + 1) % kNames.size();
  if (const auto by = argument(c, "by")) {
    const auto* const named = std::ranges::find(kNames, *by);
    if (named == kNames.end()) return bad_input(say("'{}': by reason, line or unit", *by));
    chosen = static_cast<std::size_t>(named - kNames.begin());
  }
  time.stalls = static_cast<view::StallsBy>(chosen);
  set(e, std::move(time));
  return {};
}

bool is_timed(const session::Session& s) { return session::shown_history(s) != nullptr; }

constexpr std::array kRows{
    CommandRow{"time", mark("Modelled time"), "Shift+M",
               "[value=on|off] [machine=h200|laptop|tiny] [caches=cold|warm]",
               mark("Times the run on screen by its machine code, on a described machine."),
               mark("Modelled time"), always, time_row},
    CommandRow{"cycle", mark("Go to a cycle"), "", "at=N",
               mark("Shows a cycle of the modelled time, and what was issued last by then."),
               mark("Modelled time"), is_timed, cycle_row},
    CommandRow{"cycles", mark("Show cycles"), "", "[from=N to=N]",
               mark("Shows these cycles of the modelled time in Cycles and Schedulers, or all."),
               mark("Modelled time"), is_timed, cycles_row},
    CommandRow{"next-cycle", mark("Next issue"), "Alt+Down", "",
               mark("The next cycle in which a warp of the SM issues an instruction."),
               mark("Modelled time"), is_timed, next_cycle},
    CommandRow{"previous-cycle", mark("Issue before"), "Alt+Up", "",
               mark("The cycle before in which a warp of the SM issued an instruction."),
               mark("Modelled time"), is_timed, previous_cycle},
    CommandRow{"what-if", mark("What if"), "",
               "[ask=ID] [guess=less|same|more] [reveal=ID|all] [again] [latency=FACTOR] "
               "[warps=FACTOR] [l1=KIB]",
               mark("Asks how long the launch would take if something were otherwise."),
               mark("Modelled time"), always, what_if_row},
    CommandRow{"stalls", mark("Where time goes"), "", "[by=reason|line|unit]",
               mark("Shows the cycles of warps by reason, by source line or by unit."),
               mark("Modelled time"), always, stalls_row},
};

}  // namespace

std::span<const CommandRow> model_time_rows() { return kRows; }

}  // namespace lanescope::ui::commands
