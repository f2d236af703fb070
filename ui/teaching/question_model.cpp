#include "ui/teaching/question_model.hpp"

#include <algorithm>

#include "lab/experiment/element.hpp"
#include "lab/lesson/choice.hpp"
#include "lab/lesson/metric.hpp"
#include "lab/lesson/recorded.hpp"
#include "ui/figures/gpu_counts.hpp"
#include "ui/session/recorded_times.hpp"
#include "ui/teaching/clicked_answer.hpp"
#include "ui/teaching/lesson_words.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::teaching {
namespace {

struct Truth {
  std::optional<double> value;
  std::string giver = tr("The run");
};

// What the run on screen says; nothing before it is complete. A question may ask for a claim about
// another run than the one on screen: the number is then the claim's, which `check` recomputes.
Truth truth_of(const session::Session& session, const lesson::Question& question) {
  const lesson::Claim* claim = session.lesson()->find_claim(question.claim);
  if (claim != nullptr && claim->recorded)
    return {claim->value, say("The recorded {}", lesson::kRecordedGpu)};
  if (claim != nullptr && !claim->schedule.empty()) return {claim->value, tr("The timeline")};
  if (claim != nullptr && !claim->migration.empty()) return {claim->value, tr("The migration")};
  if (claim != nullptr && lesson::asks_for_time(claim->metric))
    return {claim->value, tr("The modelled GPU")};
  if (claim != nullptr && !is_about_run_on_screen(session, *claim))
    return {claim->value, tr("The run it asks for")};
  const auto& run = session.run();
  if (run == nullptr || !run->complete || run->trace == nullptr) return {};
  const auto value =
      lesson::evaluate_metric(*run, claim == nullptr ? question.metric : claim->metric);
  return {value ? std::optional(*value) : std::nullopt};
}

std::string verdict_of(const QuestionModel& question, bool right, const std::string& giver,
                       bool of_ptx) {
  if (!question.found) return tr("The run is not there yet.");
  std::string number = claim_number(*question.found);
  if (of_ptx) number = say("{} in the PTX", number);
  bool listed = question.answer_by != lesson::AnswerBy::Choice;
  for (const ChoiceMark& choice : question.choices) listed = listed || choice.correct;
  if (right) return say("{} gives {}: right.", giver, number);
  if (!listed) return say("With these values the run gives {}.", number);
  return say("{} gives {}.", giver, number);
}

// A whole number as the texts write it.
std::string choice_words(const std::string& choice) {
  const Result<std::uint64_t> number = experiment::parse_unsigned(choice);
  return number ? view::with_commas(*number) : choice;
}

const std::string& metric_of(const session::Session& session, const lesson::Question& question) {
  const lesson::Claim* claim = session.lesson()->find_claim(question.claim);
  return claim == nullptr ? question.metric : claim->metric;
}

// The PTX's branches are not the machine code's: what a GPU counted of those of the whole run on
// screen, in a sentence; empty: nothing else, or not known.
std::string machine_code_words(const session::Session& session, const lesson::Question& question) {
  if (!metric_of(session, question).starts_with("divergent_branches")) return {};
  const lesson::Claim* claim = session.lesson()->find_claim(question.claim);
  if (claim != nullptr && !is_about_run_on_screen(session, *claim)) return {};
  const figures::GpuCounts counts(session);
  const std::optional<figures::GpuCount> counted = counts.of("divergent_branches");
  if (!counted || counted->role == style::Role::Equal) return {};
  if (counted->value == 0)
    return say(
        "The machine code has none: {} counted no divergent branch, since the assembler made "
        "predicates of them.",
        counts.device());
  return say("Of the machine code {} counted {} in the whole run.", counts.device(),
             view::with_commas(counted->value));
}

std::uint32_t hands(const std::vector<std::uint32_t>& counted, std::size_t choice) {
  return choice < counted.size() ? counted[choice] : 0;
}

std::string misconception_of(const lesson::Question& question, std::size_t choice) {
  if (choice >= question.misconceptions.size()) return {};
  return without_code_marks(question.misconceptions[choice]);
}

void add_choices(const lesson::Question& question, const view::Answer& answer,
                 QuestionModel& model) {
  for (std::size_t i = 0; i < question.choices.size(); ++i) {
    model.choices.push_back(
        {choice_words(question.choices[i]), static_cast<int>(i) == answer.choice,
         model.found && lesson::is_choice(question.choices[i], *model.found),
         hands(answer.vote.before, i), hands(answer.vote.after, i), misconception_of(question, i)});
  }
}

// With the number as typed or clicked: of the selection while the answer is open, and as it was
// when it was revealed afterwards.
std::string given_number(const session::Session& session, const lesson::Question& question,
                         const view::Answer& answer) {
  if (answer.revealed || !answer.number.empty()) return answer.number;
  const auto clicked = clicked_answer(session, question.answer_by);
  return clicked ? std::to_string(*clicked) : std::string{};
}

std::string given_words(lesson::AnswerBy answer_by, const std::string& number) {
  if (number.empty()) return {};
  switch (answer_by) {
    case lesson::AnswerBy::Lane:
      return say("lane {}", number);
    case lesson::AnswerBy::Warp:
      return say("warp {}", number);
    case lesson::AnswerBy::Line:
      return say("line {}", number);
    case lesson::AnswerBy::Element:
      return say("element {}", number);
    case lesson::AnswerBy::Bank:
      return say("bank {}", number);
    case lesson::AnswerBy::Sector:
      return say("sector {}", number);
    case lesson::AnswerBy::Number:
    case lesson::AnswerBy::Choice:
      break;
  }
  return number;
}

bool is_right(const QuestionModel& model, const std::string& number) {
  const bool chosen = std::ranges::any_of(
      model.choices, [](const ChoiceMark& choice) { return choice.chosen && choice.correct; });
  return chosen || (model.found && !number.empty() && lesson::is_choice(number, *model.found));
}

// Of the wrong choices that were taken, by whoever sits here or by hands of the class.
void add_misconceptions(QuestionModel& model) {
  for (std::size_t i = 0; i < model.choices.size(); ++i) {
    const ChoiceMark& choice = model.choices[i];
    if (choice.correct || choice.misconception.empty()) continue;
    if (!choice.chosen && choice.before + choice.after == 0) continue;
    model.misconceptions.push_back(
        model.vote_shown ? say("{} ({}): {}", choice_letter(i), choice.text, choice.misconception)
                         : say("{}: {}", choice.text, choice.misconception));
  }
}

}  // namespace

std::string choice_letter(std::size_t index) {
  return std::string(1, static_cast<char>('A' + static_cast<int>(index)));
}

QuestionModel question_model(const session::Session& session, const lesson::Question& question,
                             const std::string& step) {
  QuestionModel model;
  model.prompt = without_code_marks(question.prompt);
  model.answer_by = question.answer_by;
  const view::Answer answer = session.state().progress.answer_to(step);
  const std::string number = given_number(session, question, answer);
  model.given = given_words(question.answer_by, number);
  model.answered = answer.choice >= 0 || !number.empty();
  model.revealed = answer.revealed;
  model.vote_shown = answer.vote.shown && question.answer_by == lesson::AnswerBy::Choice;
  model.second_vote = answer.vote.second;
  if (const lesson::Claim* claim = session.lesson()->find_claim(question.claim))
    model.recorded = session::claim_recording_words(session, *claim);
  Truth truth;
  if (answer.revealed) {
    truth = truth_of(session, question);
    model.found = truth.value;
    model.explanation = without_code_marks(question.explanation);
    if (const std::string words = machine_code_words(session, question); !words.empty())
      model.explanation += (model.explanation.empty() ? "" : " ") + words;
  }
  add_choices(question, answer, model);
  if (!model.revealed) return model;
  model.verdict = verdict_of(model, is_right(model, number), truth.giver,
                             lesson::counts_ptx(metric_of(session, question)));
  add_misconceptions(model);
  return model;
}

std::optional<double> answer_to(const session::Session& session) {
  const lesson::LessonStep* step = session.step();
  if (session.lesson() == nullptr || step == nullptr || !step->question) return std::nullopt;
  return truth_of(session, *step->question).value;
}

}  // namespace lanescope::ui::teaching
