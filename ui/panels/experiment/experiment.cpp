#include "ui/panels/experiment/experiment.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/panels/experiment/experiment_arguments.hpp"
#include "ui/panels/experiment/experiment_ladder.hpp"
#include "ui/widgets/buttons.hpp"
#include "ui/widgets/choice_row.hpp"
#include "ui/widgets/scroll_edges.hpp"
#include "ui/widgets/slider.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::experiment {
namespace {

void draw_choice(Frame& frame, const ChoiceRow& row) {
  std::vector<widgets::Choice> choices;
  for (const auto& choice : row.choices)
    choices.push_back({choice.value, choice.words, choice.hint});
  if (const auto chosen = widgets::choice_row(frame.style, row.name, row.title, choices, row.value))
    frame.commands.post(fmt::format("set {}={}", row.name, session::quote(*chosen)));
}

}  // namespace

std::string_view ExperimentPanel::help() const {
  return tr(
      "The kernel that runs and what it runs on. Each rung of the ladder changes one idea of the "
      "one "
      "before; the bars compare what the lesson is about, as the model counted it in each rung's "
      "last run. Drag a slider or choose another value: the model runs again at once, and the "
      "picture stays in the same phase. Each argument can be given another fill, or a file: drag "
      "it onto the window. Times are not guessed: they are modelled in What if, or need a GPU.");
}

std::string ExperimentPanel::note(const Frame& frame) {
  return experiment_model(frame.session).note;
}

void ExperimentPanel::draw_content(Frame& frame) {
  const ExperimentModel model = experiment_model(frame.session);
  if (model.choices.empty()) {
    widgets::empty_state(
        frame.style, tr("No kernel is open. Choose a lesson at the top left, or start with a file: "
                        "lanescope run FILE.cu."));
    return;
  }
  if (model.edited) {
    widgets::TextLook look = widgets::plain(frame.style);
    look.colour = frame.style.ink(style::Role::Explained);
    widgets::paragraph(frame.style, look, tr("The source is edited."));
    if (widgets::text_button(frame.style, "###revert", tr("Take back all edits")))
      frame.commands.post("revert");
    ImGui::Dummy({0, frame.style.gap * 0.5F});
  }
  low_ = ImGui::GetWindowHeight() < frame.style.text_size * 18;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing,
                      {ImGui::GetStyle().ItemSpacing.x,
                       low_ ? frame.style.scale * 2.0F : ImGui::GetStyle().ItemSpacing.y});
  draw_ladder(frame, model);
  const float from = ImGui::GetCursorPosY();
  draw_sliders(frame, model);
  const float choices = ImGui::GetCursorPosY();
  first_slider_ =
      model.sliders.empty() ? 0.0F : (choices - from) / static_cast<float>(model.sliders.size());
  const auto& arguments = arguments_.get(frame.session, argument_key(frame.session), [&] {
    return std::optional(argument_rows(frame.session));
  });
  const bool pasted = frame.session.pasted() != nullptr;  // then they come first
  if (pasted) draw_arguments(frame, *arguments, typed_);
  draw_choices(frame, model);
  // The sliders, and half of the choices: the rest is a matter of scrolling.
  below_ladder_ = choices - from + (low_ ? 0.0F : (ImGui::GetCursorPosY() - choices) / 2);
  if (!pasted) draw_arguments(frame, *arguments, typed_);
  ImGui::PopStyleVar();
}

void ExperimentPanel::draw_ladder(Frame& frame, const ExperimentModel& model) {
  if (model.ladder.empty()) return;
  const style::Style& style = frame.style;
  draw_ladder_header(style, model, style.small_size * (low_ ? 1.2F : 1.5F));
  const LadderColumns columns = ladder_columns(style, model);
  const LadderShape shape = ladder_shape(style, model.ladder.size());
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{0, shape.spacing});
  ImGui::BeginChild("###ladder", {0, shape.height()});
  for (std::size_t i = 0; i < model.ladder.size(); ++i) {
    const LadderRow& row = model.ladder[i];
    draw_ladder_row(frame, model, row, columns, shape.row);
    if (!row.here || row.id == rung_seen_) continue;
    // Into the middle, and whole rows above it.
    const std::size_t above = i - std::min(i, shape.seen / 2);
    ImGui::SetScrollY(static_cast<float>(above) * (shape.row + shape.spacing));
    rung_seen_ = row.id;
  }
  widgets::draw_scroll_shadows(style);
  ImGui::EndChild();
  ImGui::PopStyleVar();
  ImGui::Dummy({0, style.gap * 0.5F});
}

// A long ladder scrolls by itself, so that the sliders stay in view. Where that would leave few
// rows they are tighter, and only the first slider stays.
ExperimentPanel::LadderShape ExperimentPanel::ladder_shape(const style::Style& style,
                                                           std::size_t rows) const {
  constexpr float kEnough = 6.0F, kLeast = 3.0F;
  const float room = ImGui::GetContentRegionAvail().y - style.gap;
  const auto count = static_cast<float>(rows);
  LadderShape shape{style.text_size * 1.55F, style.gap * 0.2F, 0};
  const auto fitting = [&](float below) { return (room - below) / (shape.row + shape.spacing); };
  if (fitting(below_ladder_) < std::min(count, kEnough)) {
    shape.row = std::round(style.text_size * 1.2F);
    shape.spacing = std::round(style.scale);
  }
  const float shown = std::max({std::floor(fitting(below_ladder_)),
                                std::min(kEnough, std::floor(fitting(first_slider_))), kLeast});
  shape.seen = static_cast<std::size_t>(std::min(shown, count));
  return shape;
}

void ExperimentPanel::draw_sliders(Frame& frame, const ExperimentModel& model) const {
  widgets::SliderColumns columns;
  for (const SliderRow& row : model.sliders)
    widgets::widen(columns, frame.style, row.title, row.value_text);
  for (const SliderRow& row : model.sliders) {
    double share = row.share();
    const std::string id = fmt::format("###{}", row.name);
    const bool dragged =
        low_ ? widgets::line_slider(frame.style, id.c_str(), row.title, row.value_text, columns,
                                    share)
             : widgets::value_slider(frame.style, id.c_str(), row.title, row.value_text, share);
    if (!dragged) continue;
    const std::int64_t value = row.value_at(share);
    if (value != row.value) frame.commands.post(fmt::format("set {}={}", row.name, value));
  }
  if (!model.sliders.empty()) ImGui::Dummy({0, frame.style.gap * 0.25F});
}

void ExperimentPanel::draw_choices(Frame& frame, const ExperimentModel& model) {
  for (const ChoiceRow& row : model.choices) draw_choice(frame, row);
}

}  // namespace lanescope::ui::panels::experiment
