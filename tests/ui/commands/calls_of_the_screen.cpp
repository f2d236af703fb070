#include "tests/ui/commands/command_calls.hpp"

namespace lanescope::ui::test {

std::vector<CommandCall> calls_of_the_screen() {
  using enum Change;
  constexpr std::string_view kLine = "pen-stroke points=\"0.1,0.1 0.2,0.2\" panel=warps";
  return {
      {"palette", "", "", "value=perhaps", Screen},
      {"palette", "", "value=on words=barrier", "", Screen},
      {"theme", "", "value=light", "value=grey", Appearance},
      {"depth", "", "value=simple", "value=deep", Appearance},
      {"presenter", "", "value=on", "value=perhaps", Screen},
      {"scale", "", "value=1.5", "value=3", Screen},
      {"larger", "", "", "", Screen},
      {"smaller", "larger", "", "", Screen},
      {"reduced-motion", "", "value=on", "value=perhaps", Screen},
      {"phase-view", "", "value=off", "value=perhaps", Appearance},
      {"flow-view", "", "value=on", "value=perhaps", Appearance},
      {"grid-view", "", "value=on", "value=perhaps", Appearance},
      {"sass", "", "value=on", "value=perhaps", Tools},
      {"heat", "", "", "", Appearance},
      {"heat", "", "counter=bank-conflicts", "counter=none", Appearance},
      {"heat", "time value=on", "counter=cycles", "counter=none", Appearance},
      {"stalls", "", "", "", Tools},
      {"stalls", "", "by=line", "by=warp", Tools},
      {"panel", "", "id=source", "id=none", Focus},
      {"help", "", "topic=warps", "", Tools},
      {"quit", "", "", "", Request},

      {"projector", "", "", "value=perhaps", Classroom},
      {"projector", "", "value=on scale=1.5 theme=light", "scale=9", Classroom},
      {"point", "", "panel=warps points=\"0.5,0.5\"", "panel=warps points=here", Classroom},
      {"pen", "", "", "value=perhaps", Classroom},
      {"pen", "", "colour=load keep=on", "colour=none", Classroom},
      {"pen-colour", "", "", "", Classroom},
      {"pen-stroke", "", "points=\"0.1,0.1 0.2,0.2\" panel=warps", "points=0.1", Classroom},
      {"pen-extend", kLine, "points=\"0.3,0.3\"", "points=\"\"", Classroom},
      {"pen-undo", kLine, "", "", Classroom},
      {"pen-clear", kLine, "", "", Classroom},

      {"tour", "", "", "", Tour},
      {"tour", "", "step=2", "step=0", Tour},
      {"tour-next", "tour", "", "", Tour},
      {"tour-back", "tour step=2", "", "", Tour},
      {"tour-end", "tour", "", "", Tour},
      {"tour-decline", "", "", "", Tour},
  };
}

}  // namespace lanescope::ui::test
