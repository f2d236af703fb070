#include "ui/panels/device/device.hpp"

#include <algorithm>

#include <imgui.h>

#include "ui/widgets/buttons.hpp"
#include "ui/widgets/sentence.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::device {
namespace {

// A sign and a name, and beside or below it where it lies or what to do.
void draw_row(const style::Style& style, const DeviceRow& row, float names) {
  const float width = ImGui::GetContentRegionAvail().x - 1.0F;
  const float side = style.text_size * 1.35F;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool missing = row.kind == DeviceRow::Kind::Missing;
  const style::Role role = missing ? style::Role::Waiting : style::Role::Equal;
  if (row.kind != DeviceRow::Kind::Fact)
    widgets::draw_icon(list, missing ? widgets::Icon::Cross : widgets::Icon::Check,
                       {at.x + side * 0.5F, at.y + side * 0.5F}, style.text_size * 0.8F,
                       style.ink(role));
  const float left = at.x + side + style.gap * 0.5F;
  widgets::TextLook look = widgets::plain(style);
  const bool beside = names + side + style.text_size * 14 < width;
  const float end = beside ? std::min(left + names, at.x + width) : at.x + width;
  widgets::draw_text_in(list, style, look, {left, at.y}, {end, at.y + side}, row.name, 0.0F);
  const std::string words = missing ? say("missing: {}", row.words) : row.words;
  widgets::TextLook small = widgets::small_text(style);
  if (missing) small.colour = style.ink(role);
  const float words_x = beside ? end + style.gap : left;
  ImGui::SetCursorScreenPos({words_x, beside ? at.y + style.text_size * 0.15F : at.y + side});
  widgets::paragraph(style, small, words);
  const float bottom = std::max(ImGui::GetCursorScreenPos().y, at.y + side + style.gap * 0.3F);
  ImGui::SetCursorScreenPos({at.x, bottom});
}

}  // namespace

std::string_view DevicePanel::help() const {
  return tr(
      "What this machine has of what Lanescope can use: a GPU and its driver, the compilers, "
      "what draws the screen, and the lessons. A tick means found, with the place; a cross "
      "means missing, with what to do about it. Below stands what the driver says of each GPU, and "
      "what was measured of one: transfers by the kind of the host's memory, and what its memory "
      "and "
      "its arithmetic reach at most. "
      "The same list is printed by lanescope doctor.");
}

std::string DevicePanel::subtitle(const Frame&) { return tr("what this machine has"); }

std::string DevicePanel::note(const Frame&) {
  if (!model_) return {};
  return model_->missing == 0 ? tr("all found") : say("{} missing", model_->missing);
}

void DevicePanel::draw_content(Frame& frame) {
  const style::Style& style = frame.style;
  const bool answered = model_ && model_->awaits_gpus && frame.session.gpu().answer();
  const bool surveyed = model_ && model_->can_survey && frame.session.gpu().survey();
  if (!model_ || answered || surveyed) model_ = look_at_device(frame.session);
  widgets::sentence(style, model_->sentence);
  float names = 0.0F;
  for (const DeviceGroup& group : model_->groups)
    for (const DeviceRow& row : group.rows)
      names =
          std::max(names, widgets::measure(style, widgets::plain(style), row.name).x + style.gap);
  for (const DeviceGroup& group : model_->groups) {
    ImGui::Dummy({0, style.gap * 0.5F});
    widgets::paragraph(style, widgets::secondary(style), group.title);
    for (const DeviceRow& row : group.rows) draw_row(style, row, names);
  }
  ImGui::Dummy({0, style.gap * 0.5F});
  const bool can_survey = model_->can_survey;
  if (widgets::text_button(style, "###look-again", tr("Look again"))) model_.reset();
  if (!can_survey) return;
  const std::string words = tr("Measure transfers and peaks");
  const float end = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  if (ImGui::GetItemRectMax().x + style.gap + widgets::text_button_size(style, words).x <= end)
    ImGui::SameLine(0, style.gap);
  if (widgets::text_button(style, "###survey", words)) frame.commands.post("survey");
}

}  // namespace lanescope::ui::panels::device
