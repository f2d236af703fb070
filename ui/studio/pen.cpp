#include "ui/studio/pen.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include "ui/studio/studio.hpp"
#include "ui/widgets/buttons.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::studio {
namespace {

constexpr ImGuiWindowFlags kLayerFlags =
    ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoDocking |
    ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;

constexpr float kWidth = 4.0F;  // of a line, in pixels at 100 %

ImVec2 pixel_of(const Box& box, view::PenStroke::Point at) {
  return {box.left + at.x * (box.right - box.left), box.top + at.y * (box.bottom - box.top)};
}

view::PenStroke::Point share_of(const Box& box, float x, float y) {
  return {(x - box.left) / std::max(box.right - box.left, 1.0F),
          (y - box.top) / std::max(box.bottom - box.top, 1.0F)};
}

bool holds(const Box& box, float x, float y) {
  return x >= box.left && x < box.right && y >= box.top && y < box.bottom;
}

// A rim in the ground's colour keeps the line apart from what it crosses.
void paint(ImDrawList& list, const std::vector<ImVec2>& points, std::uint32_t colour, float width) {
  const auto ends = [&](ImVec2 at) { list.AddCircleFilled(at, width / 2, colour); };
  ends(points.front());
  ends(points.back());
  if (points.size() > 1)
    list.AddPolyline(points.data(), static_cast<int>(points.size()), colour, width);
}

void paint_stroke(ImDrawList& list, const style::Style& style, const view::PenStroke& stroke,
                  const Box& box) {
  std::vector<ImVec2> points;
  points.reserve(stroke.points.size());
  for (const view::PenStroke::Point& at : stroke.points) points.push_back(pixel_of(box, at));
  if (points.empty()) return;
  const float width = kWidth * style.scale;
  paint(list, points, style.pack(style::Role::Panel), width + 3.0F * style.scale);
  paint(list, points, style.outline(stroke.colour), width);
}

std::string words_of(const view::PenStroke::Point& at) {
  return fmt::format("{:.4f},{:.4f}", at.x, at.y);
}

void hint(const style::Style& style, const char* command) {
  if (!ImGui::IsItemHovered()) return;
  const commands::CommandRow& row = *commands::find_command(command);
  widgets::tooltip(style, row.shortcut.empty()
                              ? row.shown_help()
                              : fmt::format("{} ({})", row.shown_help(), row.shortcut));
}

// The colour in hand has a ring.
void swatch(panels::Frame& frame, style::Role role, float side) {
  const style::Style& style = frame.style;
  const std::string name(style::role_name(role));
  if (ImGui::InvisibleButton(fmt::format("###pen-{}", name).c_str(), {side, side}))
    frame.commands.post("pen colour=" + name);
  const ImVec2 min = ImGui::GetItemRectMin();
  const ImVec2 centre{min.x + side / 2, min.y + side / 2};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddCircleFilled(centre, side * 0.3F, style.outline(role));
  if (frame.session.state().classroom.pen.colour == role)
    list.AddCircle(centre, side * 0.44F, style.pack(style::Role::Text), 0, 2.0F * style.scale);
  if (ImGui::IsItemHovered())
    widgets::tooltip(style, say("Draws in the colour of {} (Shift+P: the next colour).", name));
  ImGui::SameLine(0, style.gap * 0.5F);
}

void tool(panels::Frame& frame, const char* id, const char* words, const char* command, bool chosen,
          bool enabled) {
  if (widgets::text_button(frame.style, id, words, 0.0F,
                           chosen ? widgets::Emphasis::Chosen : widgets::Emphasis::Quiet, enabled))
    frame.commands.post(command);
  hint(frame.style, std::string(command).substr(0, std::string(command).find(' ')).c_str());
  ImGui::SameLine(0, frame.style.gap * 0.5F);
}

void draw_tools(panels::Frame& frame, const Box& area) {
  const style::Style& style = frame.style;
  ImGui::SetNextWindowPos({(area.left + area.right) / 2, area.bottom - style.gap}, ImGuiCond_Always,
                          {0.5F, 1.0F});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{style.gap, style.gap * 0.75F});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0F);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, style.pack(style::Role::Header));
  ImGui::Begin("###pen-tools", nullptr, kLayerFlags | ImGuiWindowFlags_AlwaysAutoResize);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
  const view::Pen& pen = frame.session.state().classroom.pen;
  const bool any = commands::find_command("pen-undo")->enabled(frame.session);
  for (const style::Role role : view::kPenColours)
    swatch(frame, role, widgets::text_button_size(style, "x").y);
  tool(frame, "###pen-undo", tr("Undo"), "pen-undo", false, any);
  tool(frame, "###pen-clear", tr("Clear"), "pen-clear", false, any);
  tool(frame, "###pen-keep", tr("Keep"), pen.keep ? "pen keep=off" : "pen keep=on", pen.keep, true);
  if (widgets::text_button(style, "###pen-done", tr("Done"), 0.0F, widgets::Emphasis::Primary))
    frame.commands.post("pen value=off");
  hint(style, "pen");
  ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
  ImGui::End();
}

}  // namespace

std::optional<Box> box_of_panel(const std::string& panel) {
  if (panel.empty()) {
    const ImGuiViewport& view = *ImGui::GetMainViewport();
    return Box{view.Pos.x, view.Pos.y, view.Pos.x + view.Size.x, view.Pos.y + view.Size.y};
  }
  const auto place = Studio::place_of_panel(panel);
  if (!place) return std::nullopt;
  return Box{place->x, place->y, place->x + place->width, place->y + place->height};
}

PanelPoint panel_point(const std::vector<std::string>& panels, float x, float y) {
  for (const std::string& id : panels) {
    const auto box = box_of_panel(id);
    if (box && holds(*box, x, y)) return {id, share_of(*box, x, y)};
  }
  return {{}, share_of(*box_of_panel({}), x, y)};
}

void PenLayer::follow_pointer(panels::Frame& frame, const std::vector<std::string>& panels) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const float scale = frame.style.scale;
  if (ImGui::IsItemActivated()) {
    last_ = panel_point(panels, mouse.x, mouse.y);
    frame.commands.post(fmt::format("pen-stroke panel={} points={}", session::quote(last_.panel),
                                    session::quote(words_of(last_.at))));
    last_x_ = mouse.x;
    last_y_ = mouse.y;
    return;
  }
  constexpr float kLeast = 1.5F;  // pixels
  if (!ImGui::IsItemActive() || std::hypot(mouse.x - last_x_, mouse.y - last_y_) < kLeast * scale)
    return;
  const auto box = box_of_panel(last_.panel);
  if (!box) return;
  frame.commands.post(fmt::format("pen-extend points={}",
                                  session::quote(words_of(share_of(*box, mouse.x, mouse.y)))));
  last_x_ = mouse.x;
  last_y_ = mouse.y;
}

void PenLayer::draw_lines(panels::Frame& frame, const std::vector<std::string>& panels,
                          const Box& area, bool in_hand) {
  const ImVec2 size{area.right - area.left, area.bottom - area.top};
  ImGui::SetNextWindowPos({area.left, area.top});
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0F);
  ImGui::Begin("###pen", nullptr,
               kLayerFlags | ImGuiWindowFlags_NoBackground |
                   (in_hand ? ImGuiWindowFlags_None : ImGuiWindowFlags_NoInputs));
  ImGui::PopStyleVar(2);
  if (in_hand) {
    ImGui::InvisibleButton("###canvas", {std::max(size.x, 1.0F), std::max(size.y, 1.0F)});
    follow_pointer(frame, panels);
  }
  const view::State& state = frame.session.state();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const view::PenStroke& stroke : state.classroom.pen.strokes) {
    if (!view::is_visible(stroke, state)) continue;
    if (const auto box = box_of_panel(stroke.panel)) paint_stroke(list, frame.style, stroke, *box);
  }
  if (in_hand && ImGui::IsItemHovered()) {
    const float radius = kWidth * frame.style.scale;
    list.AddCircleFilled(ImGui::GetIO().MousePos, radius,
                         frame.style.outline(state.classroom.pen.colour));
    list.AddCircle(ImGui::GetIO().MousePos, radius, frame.style.pack(style::Role::Panel), 0,
                   1.5F * frame.style.scale);
  }
  ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
  ImGui::End();
}

void PenLayer::draw(panels::Frame& frame, const std::vector<std::string>& panels, const Box& area,
                    bool tools) {
  const view::State& state = frame.session.state();
  const bool any =
      std::any_of(state.classroom.pen.strokes.begin(), state.classroom.pen.strokes.end(),
                  [&](const view::PenStroke& stroke) { return view::is_visible(stroke, state); });
  // Menus and the palette lie above the drawing, so they are drawn after it or instead.
  const bool covered = state.screen.palette_open || state.files.dropped ||
                       ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup);
  if (covered || (!any && !state.classroom.pen.on)) return;
  draw_lines(frame, panels, area, state.classroom.pen.on);
  if (state.classroom.pen.on && tools) draw_tools(frame, area);
}

}  // namespace lanescope::ui::studio
