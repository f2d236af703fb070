#include "tests/ui/commands/command_calls.hpp"

namespace lanescope::ui::test {
namespace {

constexpr std::string_view kConflicts = "lesson id=reduction step=3; to-start";
constexpr std::string_view kConflictsPast = "lesson id=reduction step=3; to-end";
constexpr std::string_view kFault = "drop path={folder}/fault.cu; to-start";
constexpr std::string_view kFaultPast = "drop path={folder}/race.cu; to-end";

std::vector<CommandCall> calls_that_move() {
  using enum Change;
  return {
      {"play-pause", "", "", "", Cursor},
      {"play", "", "", "", Cursor},
      {"pause", "play", "", "", Cursor},
      {"step-forward", "", "", "", Cursor},
      {"step-forward", "", "unit=round count=2", "unit=week", Cursor},
      {"step-forward", "", "unit=line", "count=few", Cursor},
      {"step-back", "", "unit=phase", "unit=week", Cursor},
      {"step-back", "", "count=3", "count=-1", Cursor},
      {"next-phase", "", "", "", Cursor},
      {"previous-phase", "", "", "", Cursor},
      {"to-start", "", "", "", Cursor},
      {"to-end", "", "", "", Cursor},
      {"next-of-warp", "", "", "", Cursor},
      {"previous-of-warp", "", "", "", Cursor},
      {"speed", "", "value=30", "value=0", Pace},
      {"faster", "", "", "", Pace},
      {"slower", "", "", "", Pace},
      {"step-unit", "", "value=line", "value=week", Pace},
      {"beat", "step-forward", "value=0.5 hold", "value=half", Cursor},

      {"goto", "", "tick=5", "tick=999999", Cursor},
      {"goto", "", "phase=1", "phase=99", Cursor},
      {"goto", "", "phase=1 launch=0", "phase=1 launch=9", Cursor},
      {"goto", "", "line=17", "line=1", Cursor},
      {"goto", "to-end", "mark=divergence", "mark=nonsense", Cursor},
      {"goto", "to-end", "mark=barrier", "mark=fault", Cursor},
      {"goto", "", "fraction=0.9", "fraction=half", Cursor},
      {"next-mark", "to-start", "kind=divergence", "kind=nonsense", Cursor},
      {"next-mark", "to-start", "kind=barrier", "kind=fault", Cursor},
      {"previous-mark", "to-end", "kind=divergence", "kind=nonsense", Cursor},
      {"previous-mark", "to-end", "kind=barrier", "kind=conflict", Cursor},
      {"next-divergence", "to-start", "", "", Cursor},
      {"previous-divergence", "to-end", "", "", Cursor},
      {"next-conflict", kConflicts, "", "", Cursor},
      {"previous-conflict", kConflictsPast, "", "", Cursor},
      {"next-barrier", "to-start", "", "", Cursor},
      {"previous-barrier", "to-end", "", "", Cursor},
      {"next-fault", kFault, "", "", Cursor},
      {"previous-fault", kFaultPast, "", "", Cursor},
      {"next-touch", "to-start", "array=s index=1", "array=s index=9999", Cursor},
      {"next-touch", "to-start; select array=s index=1", "", "array=none index=0", Cursor},
      {"previous-touch", "to-end", "array=s index=1", "array=s index=-1", Cursor},
      {"next-write", "to-start", "array=s index=0", "array=s", Cursor},
      {"previous-write", "to-end", "array=out index=0", "array=in index=0", Cursor},
  };
}

constexpr std::string_view kTimed = "time value=on; to-start; cycle at=1000";

std::vector<CommandCall> calls_of_modelled_time() {
  using enum Change;
  return {
      {"time", "", "value=on", "value=maybe", Tools},
      {"time", "", "machine=tiny", "machine=none", Tools},
      {"time", "", "caches=warm", "caches=hot", Tools},
      {"cycle", "time value=on", "at=1200", "at=few", Tools},
      {"next-cycle", kTimed, "", "", Tools},
      {"previous-cycle", kTimed, "", "", Tools},
      {"what-if", "", "ask=free_barriers", "ask=none", Tools},
      {"what-if", "", "reveal=free_barriers", "reveal=none", Tools},
      {"what-if", "", "latency=0.5 warps=2 l1=128", "latency=100", Tools},
      {"what-if", "", "l1=16", "l1=10000", Tools},
      {"cycles", "time value=on", "from=10 to=90", "from=90 to=10", Tools},
      {"cycles", "time value=on; cycles from=10 to=90", "", "from=10", Tools},
  };
}

std::vector<CommandCall> calls_of_marks() {
  using enum Change;
  return {
      {"break", "", "line=12", "line=1", Marks},
      {"break", "", "line=12 lane=3", "line=12 lane=x", Marks},
      {"break", "", "line=12 if=\"lane < 4\"", "line=12 if=\"lane +\"", Marks},
      {"break", "break line=12 if=\"lane < 4\"", "line=12 off", "line=11 off", Marks},
      {"next-break", "break line=12; to-start", "", "", Cursor},
      {"previous-break", "break line=12; to-end", "", "", Cursor},
      {"clear-breaks", "break line=12", "", "", Marks},
      {"bookmark", "", "note=here", "off", Marks},
      {"bookmark", "bookmark note=here", "off", "", Marks},
      {"next-bookmark", "bookmark note=here; to-start", "", "", Cursor},
      {"previous-bookmark", "bookmark note=here; to-end", "", "", Cursor},
      {"clear-bookmarks", "bookmark note=here", "", "", Marks},
      {"who-wrote-register", "to-end", "register=%r1 lane=0", "register=%none lane=0", Cursor},
      {"who-wrote-register", "to-end; show-register name=%r1", "", "lane=99", Cursor},
      {"watch", "", "expression=threadIdx.x", "expression=\"1 +\"", Marks},
      {"unwatch", "watch expression=threadIdx.x", "expression=threadIdx.x", "expression=lane",
       Marks},
      {"unwatch", "watch expression=threadIdx.x", "", "", Marks},
  };
}

}  // namespace

std::vector<CommandCall> calls_in_time() {
  std::vector<CommandCall> calls = calls_that_move();
  for (const auto& some : {calls_of_modelled_time(), calls_of_marks()})
    calls.insert(calls.end(), some.begin(), some.end());
  return calls;
}

}  // namespace lanescope::ui::test
