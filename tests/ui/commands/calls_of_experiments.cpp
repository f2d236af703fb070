#include "tests/ui/commands/command_calls.hpp"

namespace lanescope::ui::test {

std::vector<CommandCall> calls_of_experiments() {
  using enum Change;
  constexpr std::string_view kTwoFit = "lesson id=vector-add";
  constexpr std::string_view kDropped = "lesson id=vector-add; drop path={folder}/numbers.csv";
  return {
      {"select", "", "warp=1", "warp=99", Cursor},
      {"select", "", "lane=3", "lane=99", Cursor},
      {"select", "", "line=12", "line=0", Cursor},
      {"select", "", "pc=2", "pc=9999", Cursor},
      {"select", "set n=128", "block=1", "block=2", Experiment},
      {"select", "", "array=s index=3", "array=none index=3", Cursor},
      {"select", "select lane=3", "none", "nonsense=1", Cursor},
      {"select-none", "select lane=3", "", "", Cursor},
      {"show-array", "", "name=out", "name=none", Appearance},
      {"show-register", "", "name=%r1", "name=%none", Appearance},

      {"set", "", "block=32", "block=7", Experiment},
      {"set", "", "n=128", "n=many", Experiment},
      {"set", "", "block=32 n=128", "none=1", Experiment},
      {"set", "", "engine=sass", "engine=none", Experiment},
      {"set", "", "policy=ipdom", "policy=none", Experiment},
      {"set", "", "order=barrier", "order=none", Experiment},
      {"set", "", "warp-size=16", "warp-size=17", Experiment},
      {"set", "", "arch=sm_80", "arch=sm_1", Experiment},
      {"set", "", "input=const:2", "input=nonsense", Experiment},
      {"rung", "", "id=sequential", "id=none", Experiment},
      {"next-rung", "", "", "", Experiment},
      {"previous-rung", "", "", "", Experiment},
      {"edit", "", "text={source}", kWithout, Experiment},
      {"edit-source", "", "value=on", "value=perhaps", Tools},
      {"compile", "", "", "", Run},
      {"revert", "edit text={source}", "", "", Experiment},

      {"argument", "", "name=in value=const:3", "name=none value=zero", Experiment},
      {"argument", "argument name=in value=const:3", "name=in", "", Experiment},
      {"argument", "", "name=in file", "name=n value=3", Request},
      {"drop", "", "path={folder}/numbers.csv argument=in", "path={folder}/none", Experiment},
      {"drop", kTwoFit, "path={folder}/numbers.csv", "path={folder}/broken.png", Files},
      {"drop", "", "path={folder}/fault.cu", "path={folder}", Experiment},
      {"drop-nothing", kDropped, "", "", Files},

      {"image", "", "part=after overlay=sectors moment=tick", "part=none", Tools},
      {"image", "", "after=out pattern=on", "overlay=none-such", Tools},
      {"image", "", "size=640x480 radius=3", "size=640", Tools},
      {"record", "set n=128", "blocks=2", "blocks=0", Experiment},
      {"record", "set n=128", "blocks=all", "blocks=few", Experiment},

      {"compare", "", "rung=sequential block=32", "rung=none", Tools},
      {"compare", "", "n=128", "n=many", Tools},
      {"compare", "", "engine=sass", "engine=none", Tools},
      {"compare", "", "align=tick picture=phases", "align=none", Tools},
      {"compare", "", "pin", "", Tools},
      {"compare", "compare pin", "off", "picture=none", Tools},
      {"sweep", "", "parameter=n counter=shared.wavefronts", "parameter=none", Tools},
      {"sweep", "", "", "counter=none", Tools},
      {"sweep", "sweep", "cancel", "", Tools},
      {"survey", "", "", "", Gpu},
  };
}

}  // namespace lanescope::ui::test
