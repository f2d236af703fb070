#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "ui/commands/command_rows.hpp"
#include "ui/lane_language/lane_names.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::commands {
namespace {

constexpr std::size_t kMostWatches = 16;

Result<void> watch_row(session::SessionEditor& e, const session::Command& c) {
  const auto text = needed(c, "expression");
  if (!text) return text.error();
  const auto parsed = lane_language::LaneExpression::parse(*text);
  if (!parsed) return bad_input(fmt::format("watch: {}", parsed.error().message));
  if (auto known = parsed->check(lane_language::names_of(e.session())); !known)
    return bad_input(fmt::format("watch: {}", known.error().message));
  view::Marks marks = e.state().marks;
  auto& watches = marks.watches;
  if (std::ranges::find(watches, *text) != watches.end()) return {};
  if (watches.size() == kMostWatches)
    return bad_input(say("watch: {} expressions are watched already", kMostWatches));
  watches.push_back(*text);
  e.set(std::move(marks));
  return {};
}

Result<void> unwatch_row(session::SessionEditor& e, const session::Command& c) {
  view::Marks marks = e.state().marks;
  auto& watches = marks.watches;
  const auto text = argument(c, "expression");
  const auto at = text ? std::ranges::find(watches, *text) : watches.end();
  if (text && at == watches.end()) return bad_input(say("'{}' is not watched", *text));
  if (text)
    watches.erase(at);
  else
    watches.clear();
  e.set(std::move(marks));
  return {};
}

bool has_watches(const session::Session& s) { return !s.state().marks.watches.empty(); }

constexpr std::array kRows{
    CommandRow{
        "watch", mark("Watch"), "", "expression=WORDS",
        mark("Shows the value of an expression in every lane: parameters, registers, shared and "
             "global elements, threadIdx.x, and arithmetic of them."),
        mark("Time"), has_trace, watch_row},
    CommandRow{"unwatch", mark("Stop watching"), "", "[expression=WORDS]",
               mark("Takes one expression away from Registers; with none, all of them."),
               mark("Time"), has_watches, unwatch_row},
};

}  // namespace

std::span<const CommandRow> watch_rows() { return kRows; }

}  // namespace lanescope::ui::commands
