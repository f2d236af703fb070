#include "ui/studio/tour.hpp"

#include <algorithm>
#include <array>

#include <imgui.h>
#include <imgui_internal.h>

#include "ui/studio/parts.hpp"
#include "ui/teaching/tour.hpp"
#include "ui/widgets/buttons.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::studio {
namespace {

constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                    ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoSavedSettings |
                                    ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;

std::optional<Box> target_of(const teaching::TourStop& stop, const StudioParts& parts) {
  switch (stop.part) {
    case teaching::TourStop::Part::TopBar:
      return parts.top_bar;
    case teaching::TourStop::Part::Transport:
      return parts.transport;
    case teaching::TourStop::Part::Panel:
      break;
  }
  return box_of_panel(std::string(stop.panel));
}

// Everything but the target a little darker, and a frame around it.
void shade(const style::Style& style, const Box& all, const std::optional<Box>& target) {
  ImGui::SetNextWindowPos({all.left, all.top});
  ImGui::SetNextWindowSize({all.right - all.left, all.bottom - all.top});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0F);
  ImGui::Begin("###tour-shade", nullptr,
               kFlags | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoInputs);
  ImGui::PopStyleVar();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const std::uint32_t dim = style.pack(style::Role::Background, 0.6F);
  const Box t = target.value_or(Box{all.right, all.bottom, all.right, all.bottom});
  list.AddRectFilled({all.left, all.top}, {all.right, t.top}, dim);
  list.AddRectFilled({all.left, t.bottom}, {all.right, all.bottom}, dim);
  list.AddRectFilled({all.left, t.top}, {t.left, t.bottom}, dim);
  list.AddRectFilled({t.right, t.top}, {all.right, t.bottom}, dim);
  if (target) {
    list.AddRect({t.left, t.top}, {t.right, t.bottom}, style.outline(style::Role::Accent),
                 style.rounding * 1.2F, 3.0F * style.scale);
  }
  ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
  ImGui::End();
}

float clamped(float at, float size, float low, float high) {
  return std::max(low, std::min(at, high - size));
}

// Beside the target where there is room, else at the bottom.
ImVec2 place_beside(const Box& all, const std::optional<Box>& target, ImVec2 size, float gap) {
  const ImVec2 low{(all.left + all.right - size.x) / 2, all.bottom - size.y - 2 * gap};
  if (!target) return {low.x, (all.top + all.bottom - size.y) / 2};
  const Box& t = *target;
  const float x = clamped((t.left + t.right - size.x) / 2, size.x, all.left + gap, all.right - gap);
  const float y = clamped((t.top + t.bottom - size.y) / 2, size.y, all.top + gap, all.bottom - gap);
  const std::array<ImVec2, 4> sides{{{t.right + gap, y},
                                     {t.left - gap - size.x, y},
                                     {x, t.bottom + gap},
                                     {x, t.top - gap - size.y}}};
  for (const ImVec2& at : sides) {
    if (at.x >= all.left + gap && at.x + size.x <= all.right - gap && at.y >= all.top + gap &&
        at.y + size.y <= all.bottom - gap)
      return at;
  }
  // On the target itself, away from its header.
  return {clamped(x, size.x, all.left, all.right), clamped(low.y, size.y, all.top, all.bottom)};
}

void draw_steps(panels::Frame& frame, std::size_t stop, float width) {
  const style::Style& style = frame.style;
  const bool last = stop + 1 == teaching::tour().size();
  const char* const next_words = last ? tr("Done") : tr("Next");
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float skip = widgets::text_button_size(style, tr("Skip")).x,
              back = widgets::text_button_size(style, tr("Back")).x;
  const float next = std::max(widgets::text_button_size(style, tr("Done")).x,
                              widgets::text_button_size(style, tr("Next")).x);
  const float height = widgets::text_button_size(style, tr("Skip")).y;
  if (widgets::text_button(style, "###tour-end", tr("Skip"), skip, widgets::Emphasis::Quiet))
    frame.commands.post("tour-end");
  if (ImGui::IsItemHovered())
    widgets::tooltip(style, tr("Leaves the tour (Escape). It is always in Help."));
  const float right = from.x + width;
  widgets::draw_text_in(*ImGui::GetWindowDrawList(), style, widgets::small_text(style),
                        {from.x + skip + style.gap, from.y},
                        {right - next - back - style.gap * 2, from.y + height},
                        say("{} of {}", stop + 1, teaching::tour().size()));
  ImGui::SetCursorScreenPos({right - next - back - style.gap, from.y});
  if (widgets::text_button(style, "###tour-back", tr("Back"), back, widgets::Emphasis::Plain,
                           stop > 0))
    frame.commands.post("tour-back");
  if (ImGui::IsItemHovered()) widgets::tooltip(style, tr("The stop before (Shift+Return)."));
  ImGui::SetCursorScreenPos({right - next, from.y});
  if (widgets::text_button(style, "###tour-next", next_words, next, widgets::Emphasis::Primary))
    frame.commands.post("tour-next");
  if (ImGui::IsItemHovered()) widgets::tooltip(style, tr("Goes on (Return)."));
}

void draw_callout(panels::Frame& frame, std::size_t number, const Box& all,
                  const std::optional<Box>& target) {
  const style::Style& style = frame.style;
  const teaching::TourStop& stop = teaching::tour()[number];
  const float pad = style.padding * 1.25F;
  const float width = std::min(style.text_size * 25, (all.right - all.left) * 0.9F);
  const float inner = width - 2 * pad;
  const widgets::TextLook title{widgets::Face::Bold, style.text_size * 1.1F,
                                style.pack(style::Role::Text)};
  const float title_height = widgets::measure(style, title, stop.shown_title(), inner).y;
  const float text_height =
      widgets::measure(style, widgets::plain(style), stop.shown_words(), inner).y;
  const float height = 2 * pad + title_height + text_height + style.gap * 2.5F +
                       widgets::text_button_size(style, tr("Skip")).y;
  ImGui::SetNextWindowPos(place_beside(all, target, {width, height}, style.gap * 1.5F));
  ImGui::SetNextWindowSize({width, height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{pad, pad});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 2.0F * style.scale);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, style.pack(style::Role::Panel));
  ImGui::PushStyleColor(ImGuiCol_Border, style.outline(style::Role::Accent));
  ImGui::Begin("###tour", nullptr, kFlags);
  ImGui::PopStyleColor(2);
  ImGui::PopStyleVar(2);
  const ImVec2 at{ImGui::GetWindowPos().x + pad, ImGui::GetWindowPos().y + pad};
  ImGui::SetCursorScreenPos(at);
  widgets::paragraph(style, title, stop.shown_title());
  ImGui::SetCursorScreenPos({at.x, at.y + title_height + style.gap});
  widgets::paragraph(style, stop.shown_words());
  ImGui::SetCursorScreenPos({at.x, at.y + title_height + text_height + style.gap * 2.5F});
  draw_steps(frame, number, inner);
  ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
  ImGui::End();
}

}  // namespace

void draw_tour(panels::Frame& frame, const StudioParts& parts) {
  const view::State& state = frame.session.state();
  if (!state.tour.stop || *state.tour.stop >= teaching::tour().size()) return;
  if (state.screen.palette_open || state.files.dropped ||
      ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup))
    return;
  const Box all = *box_of_panel({});
  const std::optional<Box> target = target_of(teaching::tour()[*state.tour.stop], parts);
  shade(frame.style, all, target);
  draw_callout(frame, *state.tour.stop, all, target);
}

void draw_tour_offer(panels::Frame& frame) {
  draw_offer(frame, tr("New here? A tour shows what is where, in two minutes."),
             {"###tour-start", tr("Show me"), "tour"},
             {"###tour-decline", tr("No, thanks"), "tour-decline"});
}

}  // namespace lanescope::ui::studio
