#include "ui/panels/what_if/what_if.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/panels/what_if/what_if_questions.hpp"
#include "ui/widgets/buttons.hpp"
#include "ui/widgets/choice_row.hpp"
#include "ui/widgets/no_time.hpp"
#include "ui/widgets/sentence.hpp"
#include "ui/widgets/slider.hpp"
#include "ui/widgets/text.hpp"

namespace lanescope::ui::panels::what_if {
namespace {

void draw_slider(Frame& frame, const WhatIfSlider& slider, const widgets::SliderColumns& columns,
                 bool low) {
  const style::Style& style = frame.style;
  const std::string& words = slider.stops[slider.at].words;
  const std::string id = "###" + slider.name;
  double share = slider.share();
  const bool dragged =
      low ? widgets::line_slider(style, id.c_str(), slider.title, words, columns, share)
          : widgets::value_slider(style, id.c_str(), slider.title, words, share);
  if (!dragged) {
    if (ImGui::IsItemHovered()) widgets::tooltip(style, slider.rule);
    return;
  }
  const std::string& value = slider.stop_at(share).value;
  if (value != slider.stops[slider.at].value)
    frame.commands.post(fmt::format("what-if {}={}", slider.name, value));
}

void draw_sliders(Frame& frame, const WhatIfModel& model, bool low) {
  widgets::SliderColumns columns;
  for (const WhatIfSlider& slider : model.sliders)
    for (const WhatIfSlider::Stop& stop : slider.stops)
      widgets::widen(columns, frame.style, slider.title, stop.words);
  for (const WhatIfSlider& slider : model.sliders) draw_slider(frame, slider, columns, low);
}

// The time, and beside it, where the sliders change something, a button that takes it back.
void draw_result(Frame& frame, const WhatIfModel& model) {
  const style::Style& style = frame.style;
  const std::string_view words = tr("As it is");
  const ImVec2 button = widgets::text_button_size(style, words);
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = width - (model.is_changed ? button.x + style.gap : 0.0F);
  const widgets::TextLook look = widgets::bold(style);
  const ImVec2 text = widgets::measure(style, look, model.result, room);
  const float height = std::max(button.y, text.y);
  widgets::draw_wrapped(*ImGui::GetWindowDrawList(), style, look,
                        {at.x, at.y + (height - text.y) / 2}, model.result, room);
  if (model.is_changed) {
    ImGui::SetCursorScreenPos({at.x + width - button.x, at.y + (height - button.y) / 2});
    if (widgets::text_button(style, "###as-it-is", words))
      frame.commands.post("what-if warps=1 latency=1 l1=0");
  }
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({width, height});
}

void draw_choices(Frame& frame, const WhatIfModel& model) {
  for (const WhatIfChoice& choice : model.choices) {
    std::vector<widgets::Choice> options;
    for (const WhatIfChoice::Option& option : choice.options)
      options.push_back({option.value, option.words, option.hint});
    if (const auto chosen =
            widgets::choice_row(frame.style, choice.name, choice.title, options, choice.value))
      frame.commands.post(fmt::format("time {}={}", choice.name, *chosen));
  }
}

}  // namespace

std::string_view WhatIfPanel::help() const {
  return tr(
      "How long the run would take on a described machine if something were otherwise. The sliders "
      "change how many warps an SM holds, how far memory is, and how much L1 keeps: the time "
      "follows. Each question below changes one thing alone: predict first whether the run takes "
      "less, then see. What saves the most is what costs the most now. All times here are modelled "
      "from what the machine code did, in cycles with the launch's own; how far they are from "
      "measured ones on average stands below.");
}

std::string WhatIfPanel::note(const Frame& frame) {
  const auto machine = timing::machine(frame.session.state().tools.time.machine);
  if (!frame.session.state().tools.time.on || !machine) return {};
  return machine->measured ? machine->title : tr("a made-up machine");
}

void WhatIfPanel::draw_content(Frame& frame) {
  const style::Style& style = frame.style;
  const auto model = what_if_model(frame.session);
  if (!model) {
    (void)widgets::no_time(style, frame.session, frame.commands);
    return;
  }
  const bool low = ImGui::GetWindowHeight() < style.text_size * 26;
  draw_sliders(frame, *model, low);
  draw_result(frame, *model);
  draw_questions(frame, *model, low);
  widgets::sentence(style, model->sentence);
  draw_question_buttons(frame, *model);
  if (!model->error.empty()) widgets::paragraph(style, widgets::small_text(style), model->error);
  draw_choices(frame, *model);
}

}  // namespace lanescope::ui::panels::what_if
