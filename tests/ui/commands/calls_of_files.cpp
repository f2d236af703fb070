#include "tests/ui/commands/command_calls.hpp"

namespace lanescope::ui::test {

std::vector<CommandCall> calls_of_files() {
  using enum Change;
  constexpr std::string_view kSaved = "save file={folder}/a.lanescope; set block=32";
  constexpr std::string_view kRun = "save-run file={folder}/a.lanerun; lesson id=vector-add";
  constexpr std::string_view kProgram = "program file={folder}/add.laneprogram";
  constexpr std::string_view kSource = "program file={folder}/add.program";
  constexpr std::string_view kEdited = "program file={folder}/add.program; program-text text=main";
  return {
      {"program", "", "", "", Request},
      {"program", "", "file={folder}/add.laneprogram", "file={folder}/none", Experiment},
      {"open", "", "file={folder}/add.laneprogram", "", Experiment},
      {"drop", "", "path={folder}/add.laneprogram", "", Experiment},
      {"launch", kProgram, "index=1", "index=2", Experiment},
      {"next-launch", kProgram, "", "", Experiment},
      {"previous-launch", "program file={folder}/add.laneprogram; launch index=1", "", "",
       Experiment},
      {"program-again", kSource, "args=64", "gpu=perhaps", Process},
      {"edit-program", kSource, "", "value=perhaps", Tools},
      {"program-text", kSource, "text=main", kWithout, Program},
      {"program-revert", kEdited, "", "", Program},
      {"save-program", kEdited, "file={folder}/b.cu", "file={folder}/none/b.cu", Written},
      {"program-cancel", "", "words=there is nothing here for 'End the program'", "", Said},
      {"call", kProgram, "index=0", "index=4", Program},
      {"host-timeline", kProgram, "engines=1", "engines=3", Tools},
      {"host-timeline", kProgram, "lengths=units", "lengths=hours", Tools},
      {"host-timeline", kProgram, "zoom=in", "zoom=4", Tools},
      {"host-timeline", kProgram, "show=calls", "show=none", Tools},
      {"open", "", "", "", Request},
      {"open", kSaved, "file={folder}/a.lanescope", "file={folder}/none", Experiment},
      {"open", kRun, "file={folder}/a.lanerun", "file={folder}/numbers.csv", Experiment},
      {"save", "", "", "", Request},
      {"save", "save file={folder}/a.lanescope; set block=32", "", "", Written},
      {"save", "save file={folder}/a.lanescope", "as", "", Request},
      {"save", "", "file={folder}/a.lanescope", "file={folder}/none/a", Written},
      {"save-source", "", "file={folder}/a.cu", "file={folder}/none/a.cu", Written},
      {"recover", "", "", "", Experiment},
      {"discard-recovery", "", "", "", Files},
      {"undo", "set block=32", "", "", Experiment},
      {"redo", "set block=32; undo", "", "", Experiment},
      {"export-picture", "", "", "", Request},
      {"export-picture", "", "file={folder}/a.svg", "file={folder}/a.bmp", Written},
      {"export-picture", "", "file={folder}/a.png panel=warps", "file={folder}/a.png panel=none",
       Request},
      {"export-picture", "", "file={folder}/grid.svg panel=grid",
       "file={folder}/a.svg panel=source", Written},
      {"say", "", "text=words", "", Said},
      {"copy-command", "", "", "", Request},

      {"save-run", "", "", "", Request},
      {"save-run", "", "file={folder}/a.lanerun", "file={folder}/none/a", Written},
      {"save-report", "", "file={folder}/a.txt", kWithout, Written},
      {"save-report", "", "file={folder}/a.json", "file={folder}/none/a.json", Written},
      {"copy-program", "", "", "", Request},
      {"copy-program", "", "file={folder}/a.cu", "file={folder}/none/a.cu", Written},
      {"export-gif", "", "", "", Request},
      {"export-gif", "", "file={folder}/a.gif phases=0..1 unit=line panel=warps",
       "file={folder}/a.gif phases=9..1", Request},
      {"export-gif", "", "file={folder}/a.gif steps=3 beats=2 width=640 delay=100",
       "file={folder}/a.mp4", Request},
  };
}

}  // namespace lanescope::ui::test
