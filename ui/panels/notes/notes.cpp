#include "ui/panels/notes/notes.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include "ui/widgets/buttons.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::notes {
namespace {

struct DeskButton {
  const char* id;
  std::string words, command, hint;
  bool on = false;
};

// From the left, in as many rows as it takes.
void draw_buttons(Frame& frame, const std::vector<DeskButton>& buttons) {
  const style::Style& style = frame.style;
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  float x = ImGui::GetCursorScreenPos().x;
  bool first = true;
  for (const DeskButton& button : buttons) {
    const float width = std::min(widgets::text_button_size(style, button.words).x,
                                 ImGui::GetContentRegionAvail().x);
    if (!first && x + width <= right) ImGui::SameLine(0, style.gap);
    if (first || x + width > right) x = ImGui::GetCursorScreenPos().x;
    if (widgets::text_button(style, button.id, button.words, width,
                             button.on ? widgets::Emphasis::Chosen : widgets::Emphasis::Plain))
      frame.commands.post(button.command);
    if (ImGui::IsItemHovered()) widgets::tooltip(style, button.hint);
    x += width + style.gap;
    first = false;
  }
}

std::vector<DeskButton> buttons_of(const view::State& state) {
  std::vector<DeskButton> out;
  const view::Projector& projector = state.classroom.projector;
  out.push_back({"###projector", projector.on ? tr("Close the projector") : tr("Projector window"),
                 "projector", tr("A second window for the class (Shift+F11)."), projector.on});
  out.push_back(
      {"###pen", tr("Pen"), "pen", tr("Draws on the picture (P)."), state.classroom.pen.on});
  if (!projector.on) return out;
  constexpr double kNotch = 1.15, kSmallest = 0.5, kLargest = 2.5;
  const auto scaled = [&](double by) {
    return fmt::format("projector scale={:.3f}",
                       std::clamp(projector.scale * by, kSmallest, kLargest));
  };
  out.push_back(
      {"###smaller", "A−", scaled(1.0 / kNotch), tr("Smaller type in the projector's window.")});
  out.push_back({"###larger", "A+", scaled(kNotch), tr("Larger type in the projector's window.")});
  const view::Theme theme = projector.theme.value_or(state.appearance.theme);
  out.push_back({"###light", theme == view::Theme::Light ? tr("Dark") : tr("Light"),
                 theme == view::Theme::Light ? "projector theme=dark" : "projector theme=light",
                 tr("The projector's theme: light in a light room.")});
  return out;
}

void heading(const style::Style& style, std::string_view words) {
  ImGui::Dummy({0, style.gap * 0.25F});
  widgets::paragraph(style, {widgets::Face::Bold, style.small_size, style.ink(style::Role::Accent)},
                     words);
}

}  // namespace

std::string_view NotesPanel::help() const {
  return tr(
      "For whoever teaches: your own words for each step of a lesson, kept on this machine, the "
      "answer to the step's question before it is revealed, and what comes next. The class sees "
      "none of it in the projector's window.");
}

std::string NotesPanel::note(const Frame& frame) {
  return frame.session.state().classroom.projector.on ? tr("the class sees the projector's window")
                                                      : "";
}

void NotesPanel::draw_own_words(Frame& frame, const teaching::NotesModel& model) {
  const style::Style& style = frame.style;
  const std::string key = teaching::note_key(frame.session);
  if (key != shown_of_ || (!writing_ && model.note != shown_)) {
    text_ = shown_ = model.note;
    shown_of_ = key;
  }
  const float height = style.text_size * 4.5F;
  std::string id = "###words-" + key;
  std::replace(id.begin(), id.end(), '/', '-');
  ImGui::PushStyleColor(ImGuiCol_FrameBg, style.pack(style::Role::Background));
  ImGui::InputTextMultiline(id.c_str(), &text_, {ImGui::GetContentRegionAvail().x, height},
                            ImGuiInputTextFlags_WordWrap);
  ImGui::PopStyleColor();
  writing_ = ImGui::IsItemActive();
  if (ImGui::IsItemHovered() && text_.empty())
    widgets::tooltip(style, tr("Your own words for this step. They are kept for the next time."));
  if (!ImGui::IsItemDeactivatedAfterEdit() || text_ == model.note) return;
  shown_ = text_;
  frame.commands.post("note text=" + session::quote(text_));
}

void NotesPanel::draw_content(Frame& frame) {
  const style::Style& style = frame.style;
  draw_buttons(frame, buttons_of(frame.session.state()));
  const auto model = teaching::notes_model(frame.session);
  if (!model) {
    widgets::empty_state(style, tr("Open a lesson: its steps have room for your own words here."));
    return;
  }
  heading(style, model->place);
  draw_own_words(frame, *model);
  if (!model->prompt.empty()) {
    heading(style, tr("Answer, not yet for the class"));
    widgets::paragraph(style, model->prompt);
    widgets::paragraph(style, widgets::bold(style), model->answer);
    if (!model->explanation.empty())
      widgets::paragraph(style, widgets::secondary(style), model->explanation);
    for (const std::string& words : model->misconceptions) widgets::paragraph(style, words);
  }
  if (!model->next.empty()) {
    heading(style, tr("Next step"));
    widgets::paragraph(style, model->next);
  }
  if (model->teaching.empty()) return;
  heading(style, tr("Teaching this lesson"));
  if (model->teaching != teaching_text_) {
    teaching_ = widgets::markdown::parse_markdown(model->teaching);
    teaching_text_ = model->teaching;
  }
  widgets::markdown::draw_markdown(style, teaching_);
}

}  // namespace lanescope::ui::panels::notes
