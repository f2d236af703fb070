#include <array>
#include <string>
#include <utility>

#include "ui/commands/command_rows.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::commands {
namespace {

view::Answer answer_of(const session::Session& session) {
  return session.state().progress.answer_to(session.step()->id);
}
bool has_vote(const session::Session& session) {
  return has_choice<0>(session) && answer_of(session).vote.shown;
}

template <typename Change>
Result<void> change_vote(session::SessionEditor& e, Change change) {
  view::LessonProgress progress = e.state().progress;
  const Result<void> changed = change(progress.answers[e.session().step()->id].vote);
  if (changed) e.set(std::move(progress));
  return changed;
}

Result<void> vote_row(session::SessionEditor& e, const session::Command& c) {
  return change_vote(e, [&](view::ClassVote& vote) { return turn(vote.shown, c); });
}

// For choices only, and until it is known which one is right.
Result<void> count(session::SessionEditor& e, std::size_t choice, bool take_back) {
  if (answer_of(e.session()).revealed) return bad_input(tr("the answer has been revealed"));
  return change_vote(e, [&](view::ClassVote& vote) -> Result<void> {
    vote.shown = true;
    auto& hands = vote.second ? vote.after : vote.before;
    if (hands.size() <= choice) hands.resize(choice + 1);
    if (!take_back)
      ++hands[choice];
    else if (hands[choice] > 0)
      --hands[choice];
    return {};
  });
}
template <std::size_t N>
Result<void> count_one(session::SessionEditor& e, const session::Command&) {
  return count(e, N, false);
}

Result<void> hand_row(session::SessionEditor& e, const session::Command& c) {
  const auto choice = number(c, "choice");
  if (!choice) return choice.error();
  const std::size_t choices = e.session().step()->question->choices.size();
  if (*choice >= choices)
    return bad_input(say("the question has {} choices, counted from 0", choices));
  const std::string by = argument(c, "by").value_or("1");
  if (by != "1" && by != "-1") return bad_input(tr("hands are counted with by=1 or by=-1"));
  return count(e, *choice, by == "-1");
}

Result<void> again_row(session::SessionEditor& e, const session::Command&) {
  return change_vote(e, [](view::ClassVote& vote) -> Result<void> {
    vote.second = true;
    return {};
  });
}
Result<void> clear_row(session::SessionEditor& e, const session::Command&) {
  return change_vote(e, [](view::ClassVote& vote) -> Result<void> {
    vote = {};
    vote.shown = true;
    return {};
  });
}

constexpr std::array kRows{
    CommandRow{"class-vote", mark("Class vote"), "V", "[value=on|off]",
               mark("Counts the hands of a class beside the choices of the question."),
               mark("Present"), has_choice<0>, vote_row},
    CommandRow{"hand", mark("Count a hand"), "", "choice=N [by=-1]",
               mark("Counts a hand for a choice of the question, or takes one back; choices count "
                    "from 0."),
               mark("Present"), has_choice<0>, hand_row},
    CommandRow{"hand-a", mark("Count a hand for A"), "Alt+1", "",
               mark("Counts a hand for the first choice."), mark("Present"), has_choice<0>,
               count_one<0>},
    CommandRow{"hand-b", mark("Count a hand for B"), "Alt+2", "",
               mark("Counts a hand for the second choice."), mark("Present"), has_choice<1>,
               count_one<1>},
    CommandRow{"hand-c", mark("Count a hand for C"), "Alt+3", "",
               mark("Counts a hand for the third choice."), mark("Present"), has_choice<2>,
               count_one<2>},
    CommandRow{"hand-d", mark("Count a hand for D"), "Alt+4", "",
               mark("Counts a hand for the fourth choice."), mark("Present"), has_choice<3>,
               count_one<3>},
    CommandRow{"vote-again", mark("Vote again"), "Shift+V", "",
               mark("Counts the hands after the class has talked; the first vote stays in sight."),
               mark("Present"), has_vote, again_row},
    CommandRow{"vote-clear", mark("Clear the vote"), "", "",
               mark("Forgets the hands that were counted."), mark("Present"), has_vote, clear_row},
};

}  // namespace

std::span<const CommandRow> vote_rows() { return kRows; }

}  // namespace lanescope::ui::commands
