#include "ui/figures/no_time.hpp"

#include "ui/session/cycles.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures {

std::optional<NoTime> why_no_time(const session::Session& session) {
  const auto& run = session.run();
  if (run == nullptr)
    return NoTime{tr("Nothing has run yet. Open a lesson, and its time stands here."), false};
  if (run->complete && run->outcome != engine::Outcome::Finished)
    return NoTime{tr("A run that does not finish has no time."), false};
  if (!session.state().tools.time.on)
    return NoTime{tr("Time is off. Lanescope can execute this run's machine code on a model of the "
                     "GPU, cycle by cycle, and tell what each warp waits for."),
                  true};
  if (const std::string why = session.why_no_machine_code(); !why.empty())
    return NoTime{why, false};
  const background::TimedRun* timed = session::shown_time(session);
  if (timed != nullptr && !timed->problem.empty())
    return NoTime{say("This run has no modelled time: {}", timed->problem), false};
  if (timed == nullptr || timed->time == nullptr || timed->history == nullptr)
    return NoTime{tr("The run is being timed…"), false};
  return std::nullopt;
}

}  // namespace lanescope::ui::figures
