#include "ui/panels/experiment/experiment_arguments.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include "ui/widgets/buttons.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::experiment {
namespace {

struct Offer {
  const char* words;
  const char* fill;
  const char* hint;
};
constexpr std::array<Offer, 5> kOffers{
    {{mark("0, 1, 2, …"), "iota", mark("Element i holds i.")},
     {mark("all 1"), "const:1", mark("A sum counts elements.")},
     {mark("all 0"), "zero", mark("As cudaMemset leaves it.")},
     {mark("random"), "random:1",
      mark("The same seed gives the same numbers: floats from 0 to 1.")},
     {mark("random below 100"), "random:1%100", mark("Whole numbers from 0 to 99.")}}};

void post(Frame& frame, const ArgumentRow& row, std::string_view value) {
  frame.commands.post(
      fmt::format("argument name={} value={}", session::quote(row.name), session::quote(value)));
}

void draw_popup(Frame& frame, const ArgumentRow& row, std::string& typed) {
  const style::Style& style = frame.style;
  if (row.is_changed && ImGui::MenuItem(fmt::format("{}###as-given", tr("As given")).c_str()))
    frame.commands.post(fmt::format("argument name={}", session::quote(row.name)));
  for (const Offer& offer : kOffers) {
    if (!row.is_buffer) break;
    if (ImGui::MenuItem(fmt::format("{}###{}", tr(offer.words), offer.fill).c_str()))
      post(frame, row, offer.fill);
    if (ImGui::IsItemHovered()) widgets::tooltip(style, tr(offer.hint));
  }
  if (row.is_buffer && ImGui::MenuItem(fmt::format("{}###file", tr("From a file…")).c_str()))
    frame.commands.post(fmt::format("argument name={} file", session::quote(row.name)));
  if (row.is_buffer && ImGui::IsItemHovered())
    widgets::tooltip(
        style,
        tr("A table, text, picture or .npy file; dragging it onto the window does the same."));
  if (ImGui::IsWindowAppearing()) typed = row.value;
  ImGui::SetNextItemWidth(style.text_size * 16);
  const char* const hint = !row.is_buffer    ? tr("a number")
                           : row.takes_count ? tr("[count]=fill, e.g. [64]=formula:i % 7")
                                             : tr("a fill, e.g. formula:i % 7");
  if (ImGui::InputTextWithHint("###value", hint, &typed, ImGuiInputTextFlags_EnterReturnsTrue) &&
      !typed.empty()) {
    post(frame, row, typed);
    ImGui::CloseCurrentPopup();
  }
  if (ImGui::IsItemHovered() && row.is_buffer) {
    widgets::tooltip(
        style, tr("zero, iota, const:V, random:SEED, random:SEED%M, formula:EXPRESSION over i, "
                  "text:LETTERS, picture:WIDTH; from files csv:PATH, letters:PATH, image:PATH, "
                  "file:PATH. Return sets it."));
  }
}

void draw_row(Frame& frame, const ArgumentRow& row, float widest, std::string& typed) {
  const style::Style& style = frame.style;
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = widgets::drop_down_size(style, "x").y;
  const float name = widgets::measure(style, widgets::mono(style), row.name).x;
  const float type = widgets::measure(style, widgets::small_mono(style), row.type).x;
  const bool beside = name + style.gap * 2 + widest <= width;
  const bool typed_beside = name + type + style.gap * 3 + widest <= width;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  widgets::TextLook look = widgets::mono(style);
  if (row.is_changed) look.colour = style.ink(style::Role::Explained);
  const float right = beside ? at.x + width - widest - style.gap : at.x + width;
  widgets::draw_text_in(list, style, look, at, {std::min(at.x + name + 1, right), at.y + height},
                        row.name, 0.0F);
  if (typed_beside || !beside)
    widgets::draw_text_in(list, style, widgets::small_mono(style), {at.x + name + style.gap, at.y},
                          {right, at.y + height}, row.type, 0.0F);
  if (beside)
    ImGui::SetCursorScreenPos({at.x + width - widest, at.y});
  else
    ImGui::Dummy({width, height});
  if (row.is_fixed) {
    const ImVec2 to{at.x + width, ImGui::GetCursorScreenPos().y};
    widgets::draw_text_in(list, style, widgets::small_mono(style), {beside ? right : at.x, to.y},
                          {to.x, to.y + height}, row.words, beside ? 1.0F : 0.0F);
    ImGui::Dummy({beside ? widest : width, height});
    if (ImGui::IsItemHovered()) widgets::tooltip(style, row.tooltip);
    return;
  }
  if (widgets::drop_down(style, fmt::format("###argument-{}", row.name).c_str(), row.words,
                         beside ? widest : width))
    ImGui::OpenPopup("###argument");
  if (ImGui::IsItemHovered()) widgets::tooltip(style, row.type + " " + row.tooltip);
  if (!ImGui::BeginPopup("###argument")) return;
  draw_popup(frame, row, typed);
  ImGui::EndPopup();
}

}  // namespace

void draw_arguments(Frame& frame, const ArgumentRows& arguments, std::string& typed) {
  if (arguments.rows.empty()) return;
  const style::Style& style = frame.style;
  widgets::paragraph(style, widgets::small_text(style), tr("Arguments"));
  float widest = 0.0F;
  for (const ArgumentRow& row : arguments.rows)
    widest = std::max(widest, widgets::drop_down_size(style, row.words).x);
  for (const ArgumentRow& row : arguments.rows) {
    ImGui::PushID(row.name.c_str());
    draw_row(frame, row, widest, typed);
    ImGui::PopID();
  }
  ImGui::Dummy({0, style.gap * 0.25F});
}

}  // namespace lanescope::ui::panels::experiment
