#include "ui/figures/time_state.hpp"

#include "lab/lesson/metric.hpp"
#include "ui/session/cycles.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures {
namespace {

// Why the run itself is none that can be timed.
std::string why_not_timed(const session::Session& session) {
  if (session.run() == nullptr) return tr("Nothing has run yet: there is nothing to time.");
  if (!session.run()->complete) return tr("The run is not at its end yet: its time follows.");
  if (session.run()->outcome != engine::Outcome::Finished)
    return tr("This run did not finish, so it has no time. Hazards tells what ended it.");
  return session.why_no_machine_code();
}

}  // namespace

bool keeps_time_back(const session::Session& session) {
  const lesson::LessonStep* step = session.step();
  if (step == nullptr || !step->question) return false;
  if (session.state().progress.answer_to(step->id).revealed) return false;
  const lesson::Claim* claim = session.lesson()->find_claim(step->question->claim);
  return claim != nullptr && lesson::asks_for_time(claim->metric);
}

std::string why_no_time(const session::Session& session) {
  if (!session.state().tools.time.on)
    return tr(
        "Time is not modelled now. When it is, the run's machine code is executed on a "
        "described machine, and its cycles are told.");
  if (keeps_time_back(session))
    return tr("The lesson's question asks for this: predict, then reveal the answer.");
  if (std::string why = why_not_timed(session); !why.empty()) return why;
  const background::TimedRun* timed = session::shown_time(session);
  if (timed != nullptr && timed->time != nullptr) return {};
  if (timed != nullptr && !timed->problem.empty())
    return say("It cannot be timed: {}.", timed->problem);
  return tr("The machine code is being run and timed…");
}

}  // namespace lanescope::ui::figures
