#include "tests/ui/commands/command_calls.hpp"

namespace lanescope::ui::test {

std::vector<CommandCall> calls_of_lessons() {
  using enum Change;
  constexpr std::string_view kAside = "exercise-open; edit text={source}; exercise-reset";
  return {
      {"lesson", "", "id=scan", "id=none", Experiment},
      {"lesson", "", "id=reduction step=3", "id=reduction step=0", Experiment},
      {"lesson-next", "", "", "", Experiment},
      {"lesson-back", "", "", "", Experiment},
      {"answer", "", "choice=1", "choice=4", Progress},
      {"answer", "lesson id=reduction step=5", "number=7", "choice=1", Progress},
      {"answer-1", "", "", "", Progress},
      {"answer-2", "", "", "", Progress},
      {"answer-3", "", "", "", Progress},
      {"answer-4", "", "", "", Progress},
      {"answer-on", "lesson id=bank-conflicts step=2", "", "", Change::Cursor},
      {"answer-before", "lesson id=bank-conflicts step=2; select lane=3", "", "", Change::Cursor},
      {"reveal", "", "", "", Progress},

      {"exercise-open", "", "", "", Experiment},
      {"exercise-open", "", "id=lockstep", "id=none", Experiment},
      {"exercise-reset", "exercise-open; edit text={source}", "", "", Experiment},
      {"exercise-take-back", kAside, "", "", Experiment},
      {"exercise-check", "exercise-open", "", "", Check},
      {"exercise-hint", "exercise-open", "", "", Progress},
      {"exercise-solution", "", "", "", Experiment},
      {"exercise-solution", "exercise-open", "", "", Progress},
      {"exercise-solution", "exercise-open; exercise-solution", "", "", Experiment},
      {"exercise-not-yet", "exercise-solution", "", "", Progress},

      {"class-vote", "", "value=on", "value=perhaps", Progress},
      {"hand", "", "choice=1", "choice=4", Progress},
      {"hand", "hand choice=1", "choice=1 by=-1", "choice=1 by=2", Progress},
      {"hand-a", "", "", "", Progress},
      {"hand-b", "", "", "", Progress},
      {"hand-c", "", "", "", Progress},
      {"hand-d", "", "", "", Progress},
      {"vote-again", "class-vote", "", "", Progress},
      {"vote-clear", "hand-a", "", "", Progress},

      {"note", "", "text=\"ask twice\"", kWithout, Progress},
      {"note", "note text=once", "text=\"\"", "", Progress},
  };
}

}  // namespace lanescope::ui::test
