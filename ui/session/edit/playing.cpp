#include <algorithm>
#include <utility>

#include "ui/session/edit/cursor_editor.hpp"
#include "ui/session/stepping.hpp"
#include "ui/session/stop_search.hpp"
#include "ui/view/beats.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::session {
namespace {

// Faster than this, steps follow each other without beats.
constexpr double kFastestBeats = 20.0;
// A step asked for by hand plays this fast, in steps a second.
constexpr double kSlowestHandStep = 1.6, kFastestHandStep = 4.0;

}  // namespace

void CursorEditor::set_playing(bool playing) {
  session_.finder_.cancel();
  if (playing && cursor().tick >= end()) show(Tick{0});
  cursor().held = !playing && cursor().beat < 1.0 && (cursor().playing || cursor().held);
  cursor().playing = playing;
  session_.play_debt_ = 0.0;
}

void CursorEditor::advance(double seconds) {
  if (session_.finder_.running()) return;
  const double speed = session_.state().pace.steps_per_second;
  const bool beats = !session_.state().screen.reduced_motion && speed <= kFastestBeats;
  const bool moves = cursor().playing || cursor().beat < 1.0;
  const double pace = beats && moves ? 1.0 / view::stretch(view::shown_passes(session_)) : 1.0;
  if (cursor().beat < 1.0 && !cursor().held) {
    const double rate =
        cursor().playing ? speed : std::clamp(speed, kSlowestHandStep, kFastestHandStep);
    cursor().beat = beats ? std::min(1.0, cursor().beat + seconds * rate * pace) : 1.0;
  }
  if (!cursor().playing) return;
  // At most a quarter of a second is made up for: a slow frame does not leap.
  double& debt = session_.play_debt_;
  debt += std::min(seconds, 0.25) * speed * pace;
  const auto whole = static_cast<int>(std::min(debt, 10'000.0));
  if (whole == 0) return;
  debt -= whole;
  play_steps(whole);
  if (!beats) cursor().beat = 1.0;
}

void CursorEditor::play_steps(int count) {
  const view::StepUnit unit = session_.state().pace.step_unit;
  Tick to = cursor().tick;
  for (int i = 0; i < count && to < end(); ++i) to = session::step_forward(session_, to, unit);
  find_stop(StopFinder::Goal::Play, cursor().tick, to);
}

bool CursorEditor::find_stop(StopFinder::Goal goal, Tick from, Tick to) {
  constexpr std::uint64_t kAtOnce = 20'000;  // ticks: what a frame has time for
  session_.finder_.cancel();
  if (to <= from) return end_search({goal, std::nullopt, to});
  StopSearch search(session_);
  const bool backwards = goal == StopFinder::Goal::Previous;
  const bool all = to.value - from.value <= kAtOnce;
  const Tick near{backwards ? std::max(from.value, to.value - std::min(to.value, kAtOnce))
                            : std::min(to.value, from.value + kAtOnce)};
  const auto stop = backwards ? search.last(near, to) : search.first(from, near);
  if (stop || all || session_.state().marks.breakpoints.empty())
    return end_search({goal, stop, to});
  session_.finder_.begin(std::move(search), goal, backwards ? from : near, backwards ? near : to);
  return true;
}

bool CursorEditor::end_search(const StopFinder::Found& found) {
  if (found.stop) {
    cursor().playing = false;
    show_instruction(*found.stop);
    return true;
  }
  if (found.goal == StopFinder::Goal::Play) {
    play_to(found.to);
    if (found.to >= end()) cursor().playing = false;
    return true;
  }
  session_.message_ = found.goal == StopFinder::Goal::Previous
                          ? tr("no breakpoint lies before this moment")
                          : tr("no breakpoint is reached from here to the end");
  return false;
}

}  // namespace lanescope::ui::session
