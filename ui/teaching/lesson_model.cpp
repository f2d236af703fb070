#include "ui/teaching/lesson_model.hpp"

#include <cmath>

#include <fmt/format.h>

#include "lab/experiment/element.hpp"
#include "lab/lesson/choice.hpp"
#include "lab/lesson/metric.hpp"
#include "ui/figures/gpu_counts.hpp"
#include "ui/session/recorded_times.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui {
namespace {

bool has_values(const State& state, const lab::ParameterValues& wanted) {
  for (const auto& [name, value] : wanted) {
    const auto found = state.experiment.values.find(name);
    if (found == state.experiment.values.end() || found->second != value) return false;
  }
  return true;
}

struct Truth {
  std::optional<double> value;
  const char* giver = tr("The run");
};

// What the run on screen says; nothing before it is complete. A question may ask for a claim about
// another run than the one on screen: the number is then the claim's, which `check` recomputes.
Truth truth_of(const Session& session, const lab::Question& question) {
  const lab::Claim* claim = session.lesson()->find_claim(question.claim);
  if (claim != nullptr && claim->recorded) return {claim->value, tr("The recording")};
  if (claim != nullptr && !is_about_run_on_screen(session, *claim))
    return {claim->value, tr("The run it asks for")};
  const auto& run = session.run();
  if (run == nullptr || !run->complete || run->trace == nullptr) return {};
  const auto value = lab::evaluate_metric(*run, claim == nullptr ? question.metric : claim->metric);
  return {value ? std::optional(*value) : std::nullopt};
}

std::string verdict_of(const QuestionModel& question, const char* giver, bool of_ptx) {
  if (!question.found) return tr("The run is not there yet.");
  std::string number = claim_number(*question.found);
  if (of_ptx) number = say("{} in the PTX", number);
  bool listed = false;
  for (const ChoiceMark& choice : question.choices) {
    listed = listed || choice.correct;
    if (choice.chosen && choice.correct) return say("{} gives {}: right.", giver, number);
  }
  if (!listed) return say("With these values the run gives {}.", number);
  return say("{} gives {}.", giver, number);
}

// A whole number as the texts write it.
std::string choice_words(const std::string& choice) {
  const Result<std::uint64_t> number = lab::parse_unsigned(choice);
  return number ? with_commas(*number) : choice;
}

const std::string& metric_of(const Session& session, const lab::Question& question) {
  const lab::Claim* claim = session.lesson()->find_claim(question.claim);
  return claim == nullptr ? question.metric : claim->metric;
}

// The PTX's branches are not the machine code's: what a GPU counted of those of the whole run on
// screen, in a sentence; empty: nothing else, or not known.
std::string machine_code_words(const Session& session, const lab::Question& question) {
  if (!metric_of(session, question).starts_with("divergent_branches")) return {};
  const lab::Claim* claim = session.lesson()->find_claim(question.claim);
  if (claim != nullptr && !is_about_run_on_screen(session, *claim)) return {};
  const GpuCounts counts(session);
  const std::optional<GpuCount> counted = counts.of("divergent_branches");
  if (!counted || counted->role == Role::Equal) return {};
  if (counted->value == 0)
    return say(
        "The machine code has none: {} counted no divergent branch, since the assembler made "
        "predicates of them.",
        counts.device());
  return say("Of the machine code {} counted {} in the whole run.", counts.device(),
             with_commas(counted->value));
}

QuestionModel question_of(const Session& session, const lab::LessonStep& step) {
  const lab::Question& question = *step.question;
  QuestionModel model;
  model.prompt = without_code_marks(question.prompt);
  const auto& answers = session.state().progress.answers;
  const auto given = answers.find(step.id);
  const Answer answer = given == answers.end() ? Answer{} : given->second;
  model.answered = answer.choice >= 0;
  model.revealed = answer.revealed;
  if (const lab::Claim* claim = session.lesson()->find_claim(question.claim))
    model.recorded = claim_recording_words(session, *claim);
  Truth truth;
  if (answer.revealed) {
    truth = truth_of(session, question);
    model.found = truth.value;
    model.explanation = without_code_marks(expand_claims(question.explanation, *session.lesson()));
    if (const std::string words = machine_code_words(session, question); !words.empty())
      model.explanation += (model.explanation.empty() ? "" : " ") + words;
  }
  for (std::size_t i = 0; i < question.choices.size(); ++i) {
    model.choices.push_back({choice_words(question.choices[i]),
                             static_cast<int>(i) == answer.choice,
                             model.found && lab::is_choice(question.choices[i], *model.found)});
  }
  if (model.revealed)
    model.verdict = verdict_of(model, truth.giver, lab::counts_ptx(metric_of(session, question)));
  return model;
}

// "claim-id: sentence": ticked when the run on screen is the claim's and its number holds.
CheckModel check_of(const Session& session, const std::string& text) {
  const auto colon = text.find(':');
  CheckModel check;
  if (colon == std::string::npos) {
    check.sentence = text;
    return check;
  }
  const auto begin = text.find_first_not_of(' ', colon + 1);
  check.sentence = begin == std::string::npos ? std::string{} : text.substr(begin);
  const lab::Claim* claim = session.lesson()->find_claim(text.substr(0, colon));
  if (claim != nullptr) check.sentence = sentence_about(check.sentence, claim->metric);
  const auto& run = session.run();
  if (claim == nullptr || run == nullptr || !run->complete || run->trace == nullptr) return check;
  if (!is_about_run_on_screen(session, *claim)) return check;
  if (const auto found = lab::evaluate_metric(*run, claim->metric)) {
    check.holds = std::abs(*found - claim->value) <= claim->tolerance + 1e-9;
  }
  return check;
}

}  // namespace

std::string without_code_marks(std::string text) {
  std::erase(text, '`');
  return text;
}

bool is_about_run_on_screen(const Session& session, const lab::Claim& claim) {
  // Claims are about warps of 32, as the GPU has them, under a policy of their own.
  const Machine& machine = session.state().experiment.machine;
  return !claim.recorded && claim.rung == session.state().experiment.rung &&
         has_values(session.state(), claim.set) && machine.warp_size == Machine{}.warp_size &&
         machine.policy == claim.policy;
}

std::string sentence_about(const std::string& sentence, std::string_view metric) {
  return lab::counts_ptx(metric) ? say("{} (in the PTX)", sentence) : sentence;
}

std::string claim_number(double value) {
  if (value >= 0.0 && value < 1e15 && value == std::floor(value))
    return with_commas(static_cast<std::uint64_t>(value));
  return fmt::format("{:.4g}", value);
}

std::optional<double> answer_to(const Session& session) {
  const lab::LessonStep* step = session.step();
  if (session.lesson() == nullptr || step == nullptr || !step->question) return std::nullopt;
  return truth_of(session, *step->question).value;
}

std::string expand_claims(const std::string& text, const lab::Lesson& lesson) {
  std::string out;
  std::size_t at = 0;
  for (std::size_t open = text.find("{{"); open != std::string::npos; open = text.find("{{", at)) {
    const std::size_t close = text.find("}}", open);
    if (close == std::string::npos) break;
    const lab::Claim* claim = lesson.find_claim(text.substr(open + 2, close - open - 2));
    out.append(text, at, open - at);
    out += claim == nullptr ? std::string("?") : claim_number(claim->value);
    at = close + 2;
  }
  return out.append(text, at, std::string::npos);
}

std::optional<LessonModel> lesson_model(const Session& session) {
  const lab::Lesson* lesson = session.lesson();
  const lab::LessonStep* step = session.step();
  if (lesson == nullptr) return std::nullopt;
  LessonModel model;
  model.step = session.state().experiment.lesson_step;
  model.steps = static_cast<std::uint32_t>(lesson->steps.size());
  model.exercises = static_cast<std::uint32_t>(lesson->exercises.size());
  if (const lab::Exercise* exercise = session.exercise()) {
    model.title = exercise->title;
    model.text = expand_claims(exercise->text, *lesson);
    return model;
  }
  if (step == nullptr) return std::nullopt;
  model.title = step->title;
  model.text = expand_claims(step->text, *lesson);
  if (step->question) model.question = question_of(session, *step);
  // A check would tell what the question asks.
  if (!model.question || model.question->revealed) {
    for (const std::string& text : step->checks) model.checks.push_back(check_of(session, text));
  }
  return model;
}

}  // namespace lanescope::ui
