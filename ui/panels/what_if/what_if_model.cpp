#include "ui/panels/what_if/what_if_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "lab/hardware/time_error.hpp"
#include "sim/analysis/occupancy.hpp"
#include "ui/figures/time_state.hpp"
#include "ui/session/gpu_words.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::what_if {
namespace {

using background::TimedRun;
using view::Guess;

// Less than this is no change.
constexpr double kSame = 0.02;

Guess guess_of(double share) {
  if (share < 1.0 - kSame) return Guess::Less;
  return share > 1.0 + kSame ? Guess::More : Guess::Same;
}

std::string cycles_text(double cycles) {
  return view::with_commas(static_cast<std::uint64_t>(std::llround(cycles)));
}

std::string share_text(double share) { return fmt::format("{:.0f} %", share * 100.0); }

const char* guess_words(Guess guess) {
  constexpr std::array<const char*, 3> kWords{mark("less"), mark("about the same"), mark("more")};
  return tr(kWords[static_cast<std::size_t>(guess)]);
}

// By question: what costs most where its answer saves the most.
struct Cost {
  std::string_view question;
  const char* words;  // with the share of the time that is left
};
constexpr std::array kCosts{
    Cost{"no_bank_conflicts",
         mark("The banks cost most here: without conflicts this run would take {} of its time.")},
    Cost{"twice_the_warps",
         mark("Too few warps cost most here: with twice as many on an SM this run would take {} of "
              "its time.")},
    Cost{"half_the_latency",
         mark("Waiting for memory costs most here: with half the latency this run would take {} of "
              "its time.")},
    Cost{
        "endless_cache",
        mark("DRAM costs most here: with all in the L2 cache this run would take {} of its time.")},
    Cost{"free_barriers",
         mark("The barriers cost most here: if no warp waited at them this run would take {} of "
              "its time.")},
};

void answer(const view::TimeView& time, double now, WhatIfQuestion& question) {
  const Guess truth = guess_of(question.share);
  if (truth == Guess::Same) {
    question.answer = question.brief = tr("no change");
  } else {
    const std::string then = cycles_text(now * question.share);
    question.answer = fmt::format("{} → {}", cycles_text(now), then);
    question.brief = fmt::format("→ {}", then);
  }
  const auto guessed = time.guesses.find(question.id);
  if (guessed == time.guesses.end()) return;
  question.right = guessed->second == truth;
  question.verdict = question.right ? say("Predicted: {}. Right.", guess_words(guessed->second))
                                    : say("Predicted: {}. It takes {} of its time.",
                                          guess_words(guessed->second), share_text(question.share));
}

void add_questions(const view::TimeView& time, const TimedRun& timed, WhatIfModel& model) {
  const double now = timed.time->cycles();
  model.all_revealed = true;
  for (const timing::WhatIf& one : timing::what_ifs()) {
    WhatIfQuestion question;
    question.id = one.id;
    question.words = tr(one.words.data());
    question.asked = time.asked == one.id;
    question.revealed = std::ranges::find(time.revealed, one.id) != time.revealed.end();
    const auto cycles = timed.what_if.find(one.id);
    question.known = cycles != timed.what_if.end() && now > 0;
    if (question.known) question.share = cycles->second / now;
    if (question.revealed && question.known)
      answer(time, now, question);
    else if (question.revealed)
      question.answer = question.brief = "…";
    model.any_revealed |= question.revealed;
    model.all_revealed &= question.revealed;
    model.questions.push_back(std::move(question));
  }
}

std::string sentence_of(const WhatIfModel& model) {
  if (!model.all_revealed)
    return tr("What costs most here? Predict what each would change, and the answer comes.");
  if (!std::ranges::all_of(model.questions, &WhatIfQuestion::known)) return tr("Being timed…");
  const auto most = std::ranges::min_element(model.questions, {}, &WhatIfQuestion::share);
  if (guess_of(most->share) != Guess::Less)
    return tr(
        "None of these would change much: the time goes into the instructions themselves, "
        "or into launching.");
  return cost_words(most->id, most->share);
}

void add_result(const TimedRun& timed, WhatIfModel& model) {
  const double now = timed.time->cycles();
  if (model.is_changed && timed.changed != nullptr && now > 0) {
    const double then = timed.changed->cycles();
    model.share = then / now;
    model.result = say("{} → {} cycles, {} of the time", cycles_text(now), cycles_text(then),
                       share_text(model.share));
    return;
  }
  model.result =
      say("{} cycles, {}", cycles_text(now), session::time_words(timed.time->microseconds() / 1e3));
}

WhatIfChoice machine_choice(const view::TimeView& time) {
  WhatIfChoice choice{"machine", tr("Machine"), time.machine, {}};
  for (const std::string_view name : timing::machine_names()) {
    const auto described = timing::machine(name);
    if (!described) continue;
    choice.options.push_back({std::string(name), described->title,
                              described->measured
                                  ? tr("Described by what was measured on one.")
                                  : tr("A made-up machine: nothing was measured on one.")});
  }
  return choice;
}

WhatIfChoice caches_choice(const view::TimeView& time) {
  WhatIfChoice choice{"caches", tr("Caches"), time.warm ? "warm" : "cold", {}};
  choice.options = {{"cold", tr("cold"), tr("Flushed before the launch: all comes from DRAM.")},
                    {"warm", tr("warm"),
                     tr("L2 holds what the launch reads, as far as it fits: as when it is launched "
                        "again and again.")}};
  return choice;
}

std::string error_words(const session::Session& session, const TimedRun& timed) {
  const timing::MachineDescription& machine = timed.work->machine;
  if (!machine.measured) return tr("A made-up machine: nothing was measured on one.");
  const hardware::TimeErrors* errors = session.time_errors(machine.name);
  if (errors == nullptr) return {};
  const auto launches = static_cast<double>(std::max<std::size_t>(timed.time->launches.size(), 1));
  const hardware::TimeError& error =
      errors->of(session.state().experiment.lesson, timed.time->cycles() / launches);
  const std::string percent = share_text(error.percent / 100.0);
  return error.lesson.empty()
             ? say("Mean error of modelled times: {}, by {} launches on {}.", percent,
                   view::with_commas(error.launches), errors->device)
             : say("Mean error of this lesson's modelled times: {}, by {} launches on {}.", percent,
                   view::with_commas(error.launches), errors->device);
}

}  // namespace

std::string cost_words(std::string_view question, double share) {
  const auto cost = std::ranges::find(kCosts, question, &Cost::question);
  if (cost == kCosts.end()) return {};
  const std::string left = share_text(share);
  return words::format(cost->words, fmt::make_format_args(left));
}

std::optional<WhatIfModel> what_if_model(const session::Session& session) {
  if (figures::keeps_time_back(session)) return std::nullopt;
  const TimedRun* timed = session.timed().get();
  if (timed == nullptr || timed->time == nullptr || timed->work == nullptr) return std::nullopt;
  const view::TimeView& time = session.state().tools.time;
  const auto sm = analysis::sm_limits(timed->machine_code->experiment.arch);
  WhatIfModel model;
  model.sliders =
      what_if_sliders(*timed->work, timed->wanted.launch, sm ? sm->max_warps : 64, time.changes);
  model.is_changed = time.changes != timing::Changes{};
  add_result(*timed, model);
  add_questions(time, *timed, model);
  model.sentence = sentence_of(model);
  model.choices = {machine_choice(time), caches_choice(time)};
  model.machine = timed->work->machine.title;
  model.error = error_words(session, *timed);
  return model;
}

}  // namespace lanescope::ui::panels::what_if
