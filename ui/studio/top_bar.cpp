#include <array>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/session/gpu_words.hpp"
#include "ui/studio/parts.hpp"
#include "ui/teaching/course_model.hpp"
#include "ui/widgets/buttons.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::studio {
namespace {

std::string_view policy_name(engine::Policy policy) {
  switch (policy) {
    case engine::Policy::Its:
      return "its";
    case engine::Policy::Ipdom:
      return "ipdom";
    case engine::Policy::MinPc:
      return "min_pc";
  }
  return "";
}

// Words in a breadcrumb that open a menu.
bool crumb(const style::Style& style, const char* id, std::string_view text, bool here,
           float room) {
  const widgets::TextLook look = here ? widgets::bold(style) : widgets::secondary(style);
  const std::string shown = widgets::shorten(style, look, text, room);
  const ImVec2 extent = widgets::measure(style, look, shown);
  const bool clicked =
      ImGui::InvisibleButton(id, {std::max(extent.x, 1.0F), style.text_size * 1.6F});
  const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  widgets::TextLook shown_look = look;
  if (ImGui::IsItemHovered()) shown_look.colour = style.pack(style::Role::Accent);
  widgets::draw_text_in(*ImGui::GetWindowDrawList(), style, shown_look, min, {max.x + 1, max.y},
                        shown);
  return clicked;
}

void chevron(const style::Style& style) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = style.text_size * 1.4F;
  widgets::draw_icon(*ImGui::GetWindowDrawList(), widgets::Icon::ChevronRight,
                     {at.x + width / 2, at.y + style.text_size * 0.8F}, style.text_size * 0.62F,
                     style.pack(style::Role::TextSecondary));
  ImGui::Dummy({width, style.text_size * 1.6F});
  ImGui::SameLine(0, 0);
}

void lesson_menu(panels::Frame& frame, std::span<const lesson::LaterSubject> later) {
  if (!ImGui::BeginPopup("###lessons")) return;
  for (const teaching::CourseRow& row : teaching::course_rows(frame.session, later)) {
    const bool opens = !row.id.empty();
    const std::string beside =
        row.solved == 0 ? row.state : say("{} of {} solved", row.solved, row.exercises);
    const std::string label = fmt::format("{}###{}", row.title, opens ? row.id : row.title);
    if (ImGui::MenuItem(label.c_str(), beside.c_str(), row.here, opens))
      frame.commands.post(fmt::format("lesson id={}", session::quote(row.id)));
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled) && !row.about.empty())
      widgets::tooltip(frame.style, row.about);
  }
  ImGui::EndPopup();
}

void rung_menu(panels::Frame& frame) {
  if (!ImGui::BeginPopup("###rungs")) return;
  if (const lesson::Lesson* lesson = frame.session.lesson()) {
    for (const lesson::Rung& rung : lesson->rungs) {
      const bool here = rung.id == frame.session.state().experiment.rung;
      if (ImGui::MenuItem(fmt::format("{}###{}", rung.title, rung.id).c_str(), nullptr, here)) {
        frame.commands.post(fmt::format("rung id={}", session::quote(rung.id)));
      }
      if (ImGui::IsItemHovered() && !rung.note.empty()) widgets::tooltip(frame.style, rung.note);
    }
  }
  ImGui::EndPopup();
}

// `end`: where the chips begin.
void draw_crumbs(panels::Frame& frame, float end, std::span<const lesson::LaterSubject> later) {
  const style::Style& style = frame.style;
  const widgets::TextLook brand{widgets::Face::Bold, style.text_size * 1.2F,
                                style.pack(style::Role::Text)};
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 extent = widgets::measure(style, brand, "Lanescope");
  const float sign = style.text_size * 1.1F;
  if (ImGui::InvisibleButton("###file-menu", {extent.x + sign, style.text_size * 1.6F}))
    ImGui::OpenPopup("###files");
  const bool hovered = ImGui::IsItemHovered();
  if (hovered) widgets::tooltip(style, tr("Files, undo, and what can be taken out of here."));
  widgets::draw_text(*ImGui::GetWindowDrawList(), style, brand,
                     {at.x, at.y + (style.text_size * 1.6F - extent.y) / 2}, "Lanescope");
  widgets::draw_icon(*ImGui::GetWindowDrawList(), widgets::Icon::ChevronDown,
                     {at.x + extent.x + sign / 2, at.y + style.text_size * 0.85F},
                     style.text_size * 0.55F,
                     style.pack(hovered ? style::Role::Accent : style::Role::TextSecondary));
  file_menu(frame);
  ImGui::SetCursorScreenPos({at.x + extent.x + sign + style.padding, at.y});
  const auto room = [&] { return end - ImGui::GetCursorScreenPos().x - style.padding; };
  const bool course = room() > style.text_size * 14;
  if (course && crumb(style, "###course", tr("Course"), false, room()))
    ImGui::OpenPopup("###lessons");
  if (course) ImGui::SameLine(0, 0);
  const bool lesson = room() > style.text_size * 10;
  if (lesson) {
    if (course) chevron(style);
    if (crumb(style, "###lesson-menu", place_name(frame.session), false, room() / 2))
      ImGui::OpenPopup("###lessons");
    ImGui::SameLine(0, 0);
  }
  const std::string rung = rung_name(frame.session);
  if (!rung.empty() && room() > style.text_size * 6) {
    if (course || lesson) chevron(style);
    if (crumb(style, "###rung-menu", rung, true, room())) ImGui::OpenPopup("###rungs");
  }
  lesson_menu(frame, later);
  rung_menu(frame);
}

struct ChipRow {
  const char* id;
  std::string text;
  style::Role role;
  const char* command;
  std::string hint;
};

ChipRow model_chip(const view::Machine& machine) {
  if (machine.machine_code) {
    return {"###model-chip", say("Machine code  {}", machine.arch), style::Role::Accent,
            "panel id=experiment",
            tr("The SIMT model executes the machine code that a GPU of this architecture executes. "
               "Experiment goes back to the PTX.")};
  }
  return {"###model-chip", say("Model  {} · {}", machine.arch, policy_name(machine.policy)),
          style::Role::Accent, "panel id=experiment",
          tr("The SIMT model executes the PTX that the compiler made for this architecture, "
             "with this policy for diverging lanes. Change both in Experiment.")};
}

std::vector<ChipRow> chips(const session::Session& session) {
  const view::State& s = session.state();
  std::vector<ChipRow> rows;
  if (s.screen.presenter) {
    rows.push_back({"###presenter-chip", tr("Presenter  F11"), style::Role::TextSecondary,
                    "presenter", tr("Ends presenter mode (F11).")});
  } else {
    rows.push_back({"###commands-chip", tr("Ctrl+P  Commands"), style::Role::TextSecondary,
                    "palette", tr("Every command by its name, with its key.")});
  }
  rows.push_back(model_chip(s.experiment.machine));
  const session::GpuChip gpu = session::gpu_chip(session);
  const bool unusable = session.gpu_found() && !session.gpu().there();
  rows.push_back(
      {"###gpu-chip", gpu.words,
       gpu.trouble    ? style::Role::Different
       : gpu.measured ? style::Role::Equal
                      : style::Role::Waiting,
       session.gpu().there() ? "panel id=timings" : "help topic=gpu",
       gpu.trouble || unusable
           ? session::gpu_sentences(session)
           : std::string(tr("Everything counted here comes from the model. Measured times "
                            "need an NVIDIA GPU; Timings shows them."))});
  return rows;
}

struct IconRow {
  const char* id;
  widgets::Icon icon;
  const char* command;
  const char* hint;
};
constexpr std::array<IconRow, 5> kIcons{
    {{"###help-button", widgets::Icon::Help, "help", mark("Help, keys and glossary (F1).")},
     {"###depth-button", widgets::Icon::Layout, "depth", mark("Few panels or all (Ctrl+D).")},
     {"###theme-button", widgets::Icon::Theme, "theme", mark("Dark or light (Ctrl+T).")},
     {"###pen-button", widgets::Icon::Edit, "pen", mark("Draws on the picture (P).")},
     {"###projector-button", widgets::Icon::Projector, "projector",
      mark("A second window for the class (Shift+F11).")}}};

// From the right end leftwards; what would squeeze the breadcrumbs is left out. Returns the left
// end.
float draw_right_end(panels::Frame& frame, ImVec2 line, float left_limit) {
  const style::Style& style = frame.style;
  const float icon = style.text_size * 1.9F;
  float x = line.x;
  constexpr std::size_t kAlways = 3;
  for (std::size_t i = 0; i < kIcons.size(); ++i) {
    const IconRow& row = kIcons[i];
    // Where it is narrow, keys and the menu under the name lead to the others.
    if (i >= kAlways && x - icon < left_limit + style.text_size * 8) continue;
    x -= icon;
    ImGui::SetCursorScreenPos({x, line.y - icon / 2});
    if (widgets::icon_button(style, row.id, row.icon, {icon, icon}, widgets::Emphasis::Quiet))
      frame.commands.post(row.command);
    if (ImGui::IsItemHovered()) widgets::tooltip(style, tr(row.hint));
  }
  x -= style.padding;
  for (const ChipRow& row : chips(frame.session)) {
    const ImVec2 size = widgets::chip_size(style, row.text);
    if (x - size.x < left_limit) continue;
    x -= size.x;
    ImGui::SetCursorScreenPos({x, line.y - size.y / 2});
    if (widgets::chip(style, row.id, row.text, row.role)) frame.commands.post(row.command);
    if (ImGui::IsItemHovered()) widgets::tooltip(style, row.hint);
    x -= style.gap;
  }
  return x;
}

}  // namespace

std::string place_name(const session::Session& session) {
  if (session.lesson() != nullptr) return session.lesson()->title;
  if (session.pasted() == nullptr) return tr("choose a lesson");
  const std::string& file = session.pasted()->source.file_name;
  return file.substr(file.rfind('/') + 1);  // all of it where there is no slash
}

std::string rung_name(const session::Session& session) {
  if (const lesson::Rung* rung = session.rung()) return rung->title;
  const experiment::Experiment* pasted = session.pasted();
  return pasted != nullptr && !pasted->launches.empty() ? pasted->launches.front().kernel : "";
}

float top_bar_height(const style::Style& style) {
  return style.text_size * 1.6F + style.gap * 2.0F;
}

void draw_top_bar(panels::Frame& frame, std::span<const lesson::LaterSubject> later) {
  const style::Style& style = frame.style;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = top_bar_height(style);
  const float middle = origin.y + height / 2;
  const float edge = style.padding * 1.5F;
  const float left_limit = origin.x + edge + style.text_size * 16;
  const float end = draw_right_end(frame, {origin.x + width - edge, middle}, left_limit);
  ImGui::SetCursorScreenPos({origin.x + edge, middle - style.text_size * 0.8F});
  draw_crumbs(frame, end, later);
  ImGui::SetCursorScreenPos(origin);
  ImGui::Dummy({width, height});
}

}  // namespace lanescope::ui::studio
