#include "ui/panels/compare/compare_parts.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/widgets/buttons.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::compare {
namespace {

// On the same line as long as there is room for `width`.
void flow(const style::Style& style, float width, bool first) {
  if (first) return;
  const float end = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  if (ImGui::GetItemRectMax().x + style.gap + width <= end) ImGui::SameLine(0, style.gap);
}

std::string second_words(const session::Session& session) {
  const view::Comparison& wanted = session.state().tools.compare;
  if (!wanted.on) return tr("choose B");
  if (wanted.pinned != nullptr) return tr("B: pinned run");
  const lesson::Lesson* lesson = session.lesson();
  const std::string id = wanted.rung.empty() ? session.state().experiment.rung : wanted.rung;
  const lesson::Rung* rung = lesson == nullptr ? nullptr : lesson->find_rung(id);
  return say("B: {}", rung == nullptr ? session.source_name() : rung->title);
}

void draw_rungs(Frame& frame) {
  const session::Session& session = frame.session;
  const lesson::Lesson* lesson = session.lesson();
  if (lesson == nullptr) return;
  const style::Style& style = frame.style;
  const float most = ImGui::GetContentRegionAvail().x - 1.0F;
  const std::string words = second_words(session);
  if (widgets::drop_down(style, "###compare-with", words,
                         std::min(widgets::drop_down_size(style, words).x, most)))
    ImGui::OpenPopup("###compare-rungs");
  if (!ImGui::BeginPopup("###compare-rungs")) return;
  const bool machine_code = session.state().experiment.machine.machine_code;
  if (ImGui::MenuItem(fmt::format("{}###engine", machine_code ? tr("This kernel's PTX")
                                                              : tr("This kernel's machine code"))
                          .c_str(),
                      nullptr, session.state().tools.compare.machine_code.has_value()))
    frame.commands.post(machine_code ? "compare engine=ptx" : "compare engine=sass");
  if (ImGui::IsItemHovered())
    widgets::tooltip(style, tr("The same moment in both: what did the assembler make of it?"));
  for (const lesson::Rung& rung : lesson->rungs) {
    if (rung.id == session.state().experiment.rung) continue;
    if (ImGui::MenuItem(fmt::format("{}###{}", rung.title, rung.id).c_str(), nullptr,
                        rung.id == session.state().tools.compare.rung))
      frame.commands.post(fmt::format("compare rung={}", session::quote(rung.id)));
    if (ImGui::IsItemHovered()) widgets::tooltip(style, rung.note);
  }
  ImGui::EndPopup();
}

void button(Frame& frame, const char* id, const char* words, bool first, widgets::Emphasis emphasis,
            const char* command, const char* hint) {
  const style::Style& style = frame.style;
  flow(style, widgets::text_button_size(style, words).x, first);
  if (widgets::text_button(style, id, words, 0.0F, emphasis)) frame.commands.post(command);
  if (ImGui::IsItemHovered()) widgets::tooltip(style, hint);
}

struct Columns {
  float name = 0.0F, a = 0.0F, b = 0.0F, difference = 0.0F;  // right edges
  float verdict = 0.0F;                                      // left edge
  bool has_difference = true, has_ratio = true;
};

std::string verdict_text(const CompareRow& row, bool with_ratio) {
  const view::CounterChange& change = row.change;
  if (!with_ratio || change.ratio.empty()) return change.word;
  return change.word.empty() ? change.ratio : fmt::format("{} · {}", change.word, change.ratio);
}

Columns columns_of(const style::Style& style, const CompareModel& model, float width) {
  const widgets::TextLook figures = widgets::mono(style);
  float names = 0.0F, a = 0.0F, b = 0.0F, verdicts = 0.0F, words = 0.0F;
  float difference = widgets::measure(style, widgets::small_text(style), "B − A").x;
  for (const CompareRow& row : model.rows) {
    names = std::max(names, widgets::measure(style, widgets::plain(style), row.name).x);
    a = std::max(a, widgets::measure(style, figures, row.a).x);
    b = std::max(b, widgets::measure(style, figures, row.b).x);
    difference = std::max(difference, widgets::measure(style, figures, row.change.difference).x);
    verdicts = std::max(
        verdicts, widgets::measure(style, widgets::small_text(style), verdict_text(row, true)).x);
    words = std::max(
        words, widgets::measure(style, widgets::small_text(style), verdict_text(row, false)).x);
  }
  const float gap = style.gap * 2;
  Columns at;
  const auto needs = [&](float remark, float change) {
    return names + gap + a + gap + b + (change > 0 ? gap + change : 0) + gap + remark + 4.0F;
  };
  at.has_difference = needs(verdicts, difference) <= width;
  at.has_ratio = at.has_difference || needs(verdicts, 0) <= width;
  const float remark = at.has_ratio ? verdicts : words;
  const float change = at.has_difference ? difference : 0.0F;
  const float spare = std::max(width - needs(remark, change), 0.0F);
  const float wider = gap + std::min(spare / 4.0F, style.text_size * 4);
  at.name = std::max(std::min(names, width - (needs(remark, change) - names)), style.text_size * 2);
  at.a = at.name + wider + a;
  at.b = at.a + wider + b;
  at.difference = at.has_difference ? at.b + wider + difference : at.b;
  at.verdict = at.difference + wider;
  return at;
}

void right_aligned(const style::Style& style, const widgets::TextLook& look, ImVec2 origin,
                   float end, float height, std::string_view text) {
  const float width = widgets::measure(style, look, text).x;
  widgets::draw_text_in(*ImGui::GetWindowDrawList(), style, look,
                        {origin.x + end - width - 1, origin.y},
                        {origin.x + end + 1, origin.y + height}, text, 1.0F);
}

void draw_heading(const style::Style& style, const Columns& at, float width, float height) {
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  widgets::TextLook look = widgets::bold(style);
  look.colour = style.ink(style::Role::RunA);
  right_aligned(style, look, origin, at.a, height, "A");
  look.colour = style.ink(style::Role::RunB);
  right_aligned(style, look, origin, at.b, height, "B");
  if (at.has_difference)
    right_aligned(style, widgets::small_text(style), origin, at.difference, height, "B − A");
  widgets::draw_text_in(*ImGui::GetWindowDrawList(), style, widgets::small_text(style),
                        {origin.x + at.verdict, origin.y}, {origin.x + width, origin.y + height},
                        tr("B is"), 0.0F);
  ImGui::Dummy({width - 1.0F, height});
}

void draw_row(const style::Style& style, const Columns& at, const CompareRow& row, float width,
              float height) {
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddLine(origin, {origin.x + width, origin.y}, style.pack(style::Role::Line));
  widgets::draw_text_in(list, style, widgets::plain(style), origin,
                        {origin.x + at.name + 1, origin.y + height}, row.name, 0.0F);
  right_aligned(style, widgets::mono(style), origin, at.a, height, row.a);
  right_aligned(style, widgets::mono(style), origin, at.b, height, row.b);
  widgets::TextLook grey = widgets::mono(style);
  grey.colour = style.pack(style::Role::TextSecondary);
  if (at.has_difference)
    right_aligned(style, grey, origin, at.difference, height, row.change.difference);
  widgets::TextLook look = widgets::small_text(style);
  look.colour = style.ink(row.role);
  if (row.change.verdict != 0) look.face = widgets::Face::Bold;
  widgets::draw_text_in(list, style, look, {origin.x + at.verdict, origin.y},
                        {origin.x + width, origin.y + height}, verdict_text(row, at.has_ratio),
                        0.0F);
  ImGui::PushID(row.id.c_str());
  ImGui::InvisibleButton("###row", {width - 1.0F, height});
  if (ImGui::IsItemHovered())
    widgets::tooltip(style, fmt::format("{}: A {}, B {}. {}{}{}", row.name, row.a, row.b,
                                        verdict_text(row, true),
                                        verdict_text(row, true).empty() ? "" : ". ", row.rule));
  ImGui::PopID();
}

}  // namespace

void draw_compare_controls(Frame& frame) {
  const view::Comparison& now = frame.session.state().tools.compare;
  const bool listed = frame.session.lesson() != nullptr;
  draw_rungs(frame);
  button(frame, "###pin", tr("Pin this run"), !listed, widgets::Emphasis::Plain, "compare pin",
         tr("Keeps the run on screen as B: change a slider or the rung, and see what it changed."));
  if (!now.on) return;
  button(frame, "###compare-requests", tr("requests"), false,
         now.phases ? widgets::Emphasis::Quiet : widgets::Emphasis::Chosen,
         "compare picture=requests", tr("The memory request of the instruction in the picture."));
  button(frame, "###compare-phases", tr("phases"), false,
         now.phases ? widgets::Emphasis::Chosen : widgets::Emphasis::Quiet,
         "compare picture=phases",
         tr("How an array's values are made of each other, barrier by barrier."));
  button(frame, "###compare-off", tr("Close"), false, widgets::Emphasis::Quiet, "compare off",
         tr("Ends the comparison."));
}

void draw_compare_table(Frame& frame, const CompareModel& model) {
  const style::Style& style = frame.style;
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = style.text_size * 1.75F;
  const Columns at = columns_of(style, model, width);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  draw_heading(style, at, width, height * 0.9F);
  for (const CompareRow& row : model.rows) draw_row(style, at, row, width, height);
  ImGui::PopStyleVar();
}

}  // namespace lanescope::ui::panels::compare
