#include <algorithm>
#include <array>
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
Result<void> reveal(view::TimeView& time, const std::string& id) {
  if (auto asked = ask(time, id); !asked) return asked;
  if (std::ranges::find(time.revealed, id) == time.revealed.end()) time.revealed.push_back(id);
  return {};
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
    return bad_input(tr("what-if needs ask=, reveal=, latency=, warps= or l1="));
  view::TimeView time = e.state().tools.time;
  time.on = true;
  if (const auto id = argument(c, "ask"))
    if (auto asked = ask(time, *id); !asked) return asked;
  if (const auto id = argument(c, "reveal"))
    if (auto revealed = reveal(time, *id); !revealed) return revealed;
  if (auto done = factor(time.changes.latency, c, "latency"); !done) return done;
  if (auto done = factor(time.changes.resident_blocks, c, "warps"); !done) return done;
  if (auto done = l1(time, c); !done) return done;
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
               "[ask=ID] [reveal=ID] [latency=FACTOR] [warps=FACTOR] [l1=KIB]",
               mark("Asks how long the launch would take if something were otherwise."),
               mark("Modelled time"), always, what_if_row},
};

}  // namespace

std::span<const CommandRow> model_time_rows() { return kRows; }

}  // namespace lanescope::ui::commands
