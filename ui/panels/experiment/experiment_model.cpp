#include "ui/panels/experiment/experiment_model.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "lab/lesson/metric.hpp"
#include "lab/run/machine_code_run.hpp"
#include "ui/panels/experiment/block_words.hpp"
#include "ui/teaching/hidden_answer.hpp"
#include "ui/view/counter_list.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::experiment {
namespace {

// "1 float", not "1 floats": a unit begins with its noun.
std::string singular(const std::string& unit) {
  const std::size_t end = std::min(unit.find_first_of(", "), unit.size());
  if (end < 2 || unit[end - 1] != 's') return unit;
  return unit.substr(0, end - 1) + unit.substr(end);
}

std::string value_words(std::int64_t value, const std::string& unit) {
  std::string number =
      value < 0 ? std::to_string(value) : view::with_commas(static_cast<std::uint64_t>(value));
  if (unit.empty()) return number;
  return fmt::format("{} {}", number, value == 1 ? singular(unit) : unit);
}

// One of the things that a lesson's rungs are compared by: a counter, or a quantity of the lesson.
// (What the lesson's author misspelt is neither; a test finds it.)
class Compared {
 public:
  Compared(const session::Session& session, const std::string& id)
      : session_(session), counter_(view::find_counter(id)), id_(id) {
    const auto& own = session.lesson()->quantities;
    const auto quantity = std::ranges::find(own, id, &lesson::Quantity::id);
    if (quantity != own.end()) quantity_ = &*quantity;
    if (quantity_ == nullptr && counter_ == nullptr) counter_ = &view::counter_list().front();
    const teaching::HiddenAnswer hidden(session);
    hidden_ = quantity_ == nullptr ? hidden.compared(counter_->id) : hidden.metric(metric_here());
  }
  [[nodiscard]] std::string title() const {
    if (quantity_ != nullptr) return quantity_->title;
    return lesson::counts_ptx(counter_->id) ? say("{} (PTX)", counter_->title) : counter_->title;
  }
  // What the question asks for is left out until it is revealed.
  [[nodiscard]] LadderBar bar(const std::string& rung) const {
    LadderBar bar;
    const session::LadderEntry* entry = session_.ladder(rung);
    if (entry == nullptr || !entry->numbers) return bar;
    if (hidden_) {
      bar.text = teaching::kHiddenAnswerSign;
      return bar;
    }
    if (quantity_ == nullptr) {
      bar.value = counter_->value(*entry->numbers);
      bar.text = view::counter_text(*counter_, bar.value);
    } else if (const auto own = entry->quantities.find(id_); own != entry->quantities.end()) {
      bar.value = own->second;
      bar.text = view::with_commas(static_cast<std::uint64_t>(std::llround(own->second)));
    }
    return bar;
  }

 private:
  [[nodiscard]] std::string metric_here() const {
    const lesson::Rung* rung = session_.rung();
    if (rung == nullptr) return {};
    const auto found = rung->quantities.find(id_);
    return found == rung->quantities.end() ? std::string{} : found->second;
  }

  const session::Session& session_;
  const view::CounterRowKind* counter_;
  const lesson::Quantity* quantity_ = nullptr;
  std::string id_;
  bool hidden_ = false;
};

void add_ladder(const session::Session& session, ExperimentModel& model) {
  for (const lesson::Rung& rung : session.lesson()->rungs)
    model.ladder.push_back(
        {rung.id, rung.title, rung.note, {}, rung.id == session.state().experiment.rung});
  for (const std::string& id : session.lesson()->ladder) {
    const Compared compared(session, id);
    model.compared.push_back(compared.title());
    double largest = 0.0;
    for (LadderRow& row : model.ladder) {
      row.bars.push_back(compared.bar(row.id));
      largest = std::max(largest, row.bars.back().value.value_or(0.0));
    }
    for (LadderRow& row : model.ladder) {
      LadderBar& bar = row.bars.back();
      bar.share = largest > 0.0 ? bar.value.value_or(0.0) / largest : 0.0;
    }
  }
}

SliderRow slider_of(const session::Session& session, const lesson::Parameter& parameter,
                    std::int64_t value) {
  const std::optional<Dim3> block = block_of_slider(session, parameter.name);
  return {parameter.name,
          parameter.title.empty() ? parameter.name : parameter.title,
          block ? block_words(*block, session.state().experiment.machine.warp_size)
                : value_words(value, parameter.unit),
          value,
          parameter.minimum,
          parameter.maximum,
          std::max<std::int64_t>(parameter.step, 1),
          parameter.power_of_two};
}

std::vector<SliderRow> sliders_of(const session::Session& session) {
  std::vector<SliderRow> rows;
  const view::State& state = session.state();
  const auto value_of = [&](const std::string& name, std::int64_t otherwise) {
    const auto found = state.experiment.values.find(name);
    return found == state.experiment.values.end() ? otherwise : found->second;
  };
  if (const lesson::Rung* rung = session.rung()) {
    for (const lesson::Parameter& parameter : rung->parameters) {
      rows.push_back(slider_of(session, parameter, value_of(parameter.name, parameter.initial)));
    }
  } else if (session.pasted() != nullptr) {
    const lesson::Parameter block{"block", tr("Block size"), tr("threads"), 1, 1024, 256, 1, false};
    const lesson::Parameter grid{"grid", tr("Blocks"), "", 1, 65'536, 1, 1, true};
    rows.push_back(slider_of(session, block, value_of("block", 256)));
    rows.push_back(slider_of(session, grid, value_of("grid", 1)));
  }
  return rows;
}

ChoiceRow input_row(const view::State& state) {
  ChoiceRow row{"input", tr("Input"), state.experiment.input, {}};
  row.choices = {{"", tr("as given"),
                  tr("The fill that the lesson, or the command line, names for each buffer.")},
                 {"random:1", tr("random · seed 1"),
                  tr("Random numbers; the same seed gives the same numbers.")},
                 {"random:1%100", tr("random below 100"), tr("Random whole numbers from 0 to 99.")},
                 {"iota", "0, 1, 2, …", tr("Element i holds i.")},
                 {"const:1", tr("all 1"), tr("Every element is 1: a sum counts elements.")}};
  const bool known =
      std::any_of(row.choices.begin(), row.choices.end(),
                  [&](const ChoiceRow::Choice& c) { return c.value == state.experiment.input; });
  if (!known)
    row.choices.push_back(
        {state.experiment.input, state.experiment.input, tr("Set by a command.")});
  return row;
}

ChoiceRow arch_row(const view::State& state) {
  ChoiceRow row{"arch", tr("Architecture"), state.experiment.machine.arch, {}};
  constexpr std::array<std::array<const char*, 2>, 6> kArchs{{{"sm_75", "Turing: T4, RTX 20"},
                                                              {"sm_80", "Ampere: A100"},
                                                              {"sm_86", "Ampere: RTX 30"},
                                                              {"sm_89", "Ada: L4, RTX 40"},
                                                              {"sm_90", "Hopper: H100, H200"},
                                                              {"sm_100", "Blackwell: B200"}}};
  for (const auto& [arch, hint] : kArchs) row.choices.push_back({arch, arch, hint});
  return row;
}

ChoiceRow engine_row(const view::State& state) {
  ChoiceRow row{
      "engine", tr("Executes"), state.experiment.machine.machine_code ? "sass" : "ptx", {}};
  const bool compared = run::is_compared_with_a_gpu(state.experiment.machine.arch);
  row.choices = {
      {"ptx", tr("PTX"),
       tr("What the compiler made of the source: registers have names of their own, and every "
          "branch is one.")},
      {"sass", compared ? tr("machine code") : tr("machine code, not compared with a GPU"),
       tr("What the assembler made of the PTX, and a GPU executes: its registers, its "
          "predicated instructions, and its counts are the hardware's.")}};
  return row;
}

ChoiceRow policy_row(const view::State& state) {
  constexpr std::array<const char*, 3> kValues{"its", "ipdom", "min_pc"};
  ChoiceRow row{"policy",
                tr("Policy"),
                kValues[static_cast<std::size_t>(state.experiment.machine.policy)],
                {}};
  row.choices = {
      {"its", tr("independent threads"),
       tr("As on Volta and later: diverged groups of lanes take turns and meet at the "
          "post-dominator.")},
      {"ipdom", tr("reconvergence stack"),
       tr("As before Volta, and as taught: one side of a branch runs to the meeting point, "
          "then the other.")},
      {"min_pc", tr("smallest pc first"),
       tr("The group of lanes that lies furthest behind in the program runs first.")}};
  return row;
}

ChoiceRow order_row(const view::State& state) {
  ChoiceRow row{
      "order",
      tr("Warps take turns"),
      state.experiment.machine.order == engine::Order::Barrier ? "barrier" : "round_robin",
      {}};
  row.choices = {
      {"round_robin", tr("every instruction"),
       tr("One instruction of each warp in turn: stepping shows the warps advance together.")},
      {"barrier", tr("at barriers"),
       tr("A warp runs until it has to wait: the fastest order to compute.")}};
  return row;
}

ChoiceRow warp_size_row(const view::State& state) {
  ChoiceRow row{
      "warp-size", tr("Warp size"), std::to_string(state.experiment.machine.warp_size), {}};
  row.choices = {
      {"4", tr("4 lanes"), tr("Small warps to draw on paper; refuses shuffles and votes.")},
      {"8", tr("8 lanes"), tr("Refuses shuffles and votes.")},
      {"16", tr("16 lanes"), tr("Refuses shuffles and votes.")},
      {"32", tr("32 lanes"), tr("NVIDIA's warps.")},
      {"64", tr("64 lanes"), tr("A wavefront of other makers; refuses shuffles and votes.")}};
  return row;
}

std::string note_of(const session::Session& session) {
  if (session.failure()) return tr("not run");
  if (session.busy())
    return session.activity().empty() ? tr("running …") : session.activity() + " …";
  if (session.run() == nullptr) return {};
  const double seconds = session.seconds_to_counters();
  return seconds < 1.0 ? say("re-ran in {:.1f} ms", seconds * 1e3)
                       : say("re-ran in {:.2f} s", seconds);
}

}  // namespace

double SliderRow::share() const {
  if (maximum <= minimum) return 0.0;
  if (power_of_two && minimum > 0) {
    return std::log2(static_cast<double>(value) / static_cast<double>(minimum)) /
           std::log2(static_cast<double>(maximum) / static_cast<double>(minimum));
  }
  return static_cast<double>(value - minimum) / static_cast<double>(maximum - minimum);
}

std::int64_t SliderRow::value_at(double share) const {
  const double s = std::clamp(share, 0.0, 1.0);
  if (power_of_two && minimum > 0) {
    const double octaves = std::log2(static_cast<double>(maximum) / static_cast<double>(minimum));
    const auto exponent = std::llround(s * octaves);
    return std::clamp(minimum << exponent, minimum, maximum);
  }
  const std::int64_t steps =
      std::llround(s * static_cast<double>(maximum - minimum) / static_cast<double>(step));
  return std::clamp(minimum + steps * step, minimum, maximum);
}

std::string ChoiceRow::words() const {
  for (const Choice& choice : choices) {
    if (choice.value == value) return choice.words;
  }
  return value;
}

ExperimentModel experiment_model(const session::Session& session) {
  ExperimentModel model;
  if (session.lesson() != nullptr) add_ladder(session, model);
  model.sliders = sliders_of(session);
  if (session.rung() != nullptr || session.pasted() != nullptr) {
    const view::State& state = session.state();
    model.choices = {input_row(state), arch_row(state), engine_row(state)};
    // Machine code says itself where lanes meet, and is of 32 lanes.
    const bool ptx = !state.experiment.machine.machine_code;
    if (ptx) model.choices.push_back(policy_row(state));
    model.choices.push_back(order_row(state));
    if (ptx) model.choices.push_back(warp_size_row(state));
  }
  model.edited = !session.state().experiment.edited_source().empty();
  model.note = note_of(session);
  return model;
}

}  // namespace lanescope::ui::panels::experiment
