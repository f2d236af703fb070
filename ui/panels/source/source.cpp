#include "ui/panels/source/source.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include "lab/run/machine_code_run.hpp"
#include "ui/teaching/hidden_answer.hpp"
#include "ui/view/heat_choice.hpp"
#include "ui/widgets/buttons.hpp"
#include "ui/widgets/heat.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::source {
namespace {

// From this many text heights on, PTX and machine code stand beside the source.
constexpr float kThreeColumns = 58.0F;

float row_height(const style::Style& style) { return std::round(style.text_size * 1.42F); }

void paint_row(ImDrawList& list, const style::Style& style, ImVec2 min, ImVec2 max, bool current,
               bool linked, bool selected) {
  if (current)
    list.AddRectFilled(min, max, style.pack(style::Role::Accent, 0.26F));
  else if (linked)
    list.AddRectFilled(min, max, style.pack(style::Role::Accent, 0.10F));
  if (current)
    list.AddRectFilled(min, {min.x + 2.5F * style.scale, max.y}, style.pack(style::Role::Accent));
  if (selected) list.AddRect(min, max, style.pack(style::Role::Selected), 2.0F);
}

// A disc where playing stops; with a condition, a ring around a point.
void paint_breakpoint(ImDrawList& list, const style::Style& style, ImVec2 centre, float radius,
                      bool conditional) {
  const std::uint32_t colour = style.outline(style::Role::Selected);
  if (!conditional) {
    list.AddCircleFilled(centre, radius, colour);
    return;
  }
  list.AddCircle(centre, radius - 0.5F, colour, 0, 1.5F * style.scale);
  list.AddCircleFilled(centre, radius * 0.4F, colour);
}

const view::Breakpoint* breakpoint_at(const view::State& state, std::uint32_t line) {
  for (const view::Breakpoint& point : state.marks.breakpoints) {
    if (point.line == line) return &point;
  }
  return nullptr;
}

std::string breakpoint_words(const view::Breakpoint& point) {
  if (point.condition.empty())
    return say("Breakpoint: playing stops when a warp comes to line {}.", point.line);
  return say("Breakpoint: playing stops at line {} when a lane has {}.", point.line,
             point.condition);
}

void take_click(Frame& frame, const session::SourceLine& line, const view::Breakpoint* point,
                bool in_gutter) {
  frame.commands.post(in_gutter ? fmt::format("break line={}{}", line.number, point ? " off" : "")
                                : fmt::format("select line={}", line.number));
}

void line_tooltip(const style::Style& style, const session::SourceLine& line,
                  const view::Breakpoint* point, bool in_gutter, const std::string& heat,
                  bool withheld) {
  if (!line.error.empty())
    widgets::tooltip(style, say("Line {}: {}", line.number, line.error));
  else if (point != nullptr)
    widgets::tooltip(style, breakpoint_words(*point));
  else if (in_gutter)
    widgets::tooltip(style, say("Click: playing stops at line {} (F9).", line.number));
  else if (line.has_code && withheld)
    widgets::tooltip(style, say("Line {}. {}", line.number, tr(teaching::kHiddenAnswerWords)));
  else if (line.has_code && heat == view::kCyclesHeat)
    widgets::tooltip(style, say("Line {}: warps stood there for {} cycles by the modelled time "
                                "({:.0f} % of the hottest line). Double-click: go to its next "
                                "execution.",
                                line.number, widgets::grouped(line.heat), line.share * 100.0));
  else if (line.has_code)
    widgets::tooltip(style, say("Line {}: {} {} over all launches ({:.0f} % of the hottest line). "
                                "Double-click: go to its next execution.",
                                line.number, widgets::grouped(line.heat), view::heat_words(heat),
                                line.share * 100.0));
}

// Then it stands where the PTX does else, and needs no column of its own.
bool executes_machine_code(const Frame& frame) {
  const auto& run = frame.session.run();
  return run != nullptr && run::is_machine_code(*run->prepared);
}
bool shows_sass(const Frame& frame) {
  return frame.session.state().tools.sass && !executes_machine_code(frame);
}

float breakpoint_width(const style::Style& style) { return std::round(style.text_size * 0.8F); }

// Of a row: where its number ends and its text begins, from the left edge.
float numbers_end(const style::Style& style, float number_width) {
  return breakpoint_width(style) + 12.0F * style.scale + number_width + style.gap;
}

// Keeps a row of a list in view when it changes.
void scroll_to(float row, float height) {
  const float top = row * height - ImGui::GetScrollY(), room = ImGui::GetWindowHeight();
  if (top < height || top > room - 2 * height) ImGui::SetScrollY(row * height - room * 0.45F);
}

void all_breakpoints_items(Frame& frame) {
  const bool any = !frame.session.state().marks.breakpoints.empty();
  if (ImGui::MenuItem(fmt::format("{}###next", tr("Run to the next breakpoint")).c_str(), "F5",
                      false, any))
    frame.commands.post("next-break");
  if (ImGui::MenuItem(fmt::format("{}###previous", tr("Run back to a breakpoint")).c_str(),
                      "Shift+F5", false, any))
    frame.commands.post("previous-break");
  if (ImGui::MenuItem(fmt::format("{}###clear", tr("Clear all breakpoints")).c_str(), nullptr,
                      false, any))
    frame.commands.post("clear-breaks");
}

}  // namespace

std::string_view SourcePanel::help() const {
  return tr(
      "The kernel's CUDA source and the PTX that the compiler made of it, linked line to line: "
      "the "
      "instruction in the picture is lit in both. The gutter shows where a counter gathers, "
      "summed "
      "over the whole grid; click the words at the right of the header to choose another "
      "counter. "
      "Click a line to select it, double-click to go to its next execution. Left of the gutter "
      "a click sets a breakpoint; the right button asks for a condition over a lane's values, "
      "as %r5 == 3. F5 runs on to the next breakpoint, Shift+F5 back. The pencil opens the "
      "editor: it compiles while you type, and errors stand on their lines. SASS shows the "
      "machine code of the same lines and says what the assembler did with one: predicates "
      "instead of a branch, wider loads, copies of a loop's body. Arrows beside it and beside the "
      "source's numbers mark local memory: down to it, up from it, filled for registers that were "
      "spilled, hollow for arrays. The model runs the PTX, so "
      "no machine instruction is the one in the picture; where Experiment has it execute machine "
      "code, that stands in the PTX's place.");
}

std::string SourcePanel::subtitle(const Frame& frame) {
  const std::string name = frame.session.source_name();
  const std::string columns = executes_machine_code(frame) ? tr("CUDA · machine code")
                              : shows_sass(frame)          ? "CUDA · PTX · SASS"
                                                           : "CUDA · PTX";
  return name.empty() ? columns : fmt::format("{} · {}", name, columns);
}

std::string SourcePanel::note(const Frame& frame) {
  return say("heat: {}", view::heat_words(view::shown_heat(frame.session)));
}

void SourcePanel::refresh(const session::Session& session) {
  const std::uint64_t key = session::source_key(session);
  if (filled_ && key == key_) return;
  model_ = session::source_model(session);
  columns_ = 0;  // to be wrapped again
  key_ = key;
  filled_ = true;
}

void SourcePanel::draw_content(Frame& frame) {
  const style::Style& style = frame.style;
  refresh(frame.session);
  if (model_.lines.empty()) {
    widgets::empty_state(
        style,
        tr("No kernel is open. Choose a lesson at the top left; its source and PTX stand here."));
    return;
  }
  if (!model_.problem.empty()) {
    widgets::TextLook look = widgets::plain(style);
    look.colour = style.ink(style::Role::Error);
    widgets::paragraph(style, look, model_.problem);
  }
  const session::SourceNow now = session::source_now(frame.session);
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float two_columns = style.text_size * (shows_sass(frame) ? 26.0F : 36.0F);
  const bool beside = width > two_columns && !model_.code.empty();
  const bool sass = beside && shows_sass(frame);
  const bool three = sass && width > style.text_size * kThreeColumns;
  const float left = beside ? std::floor(width * (three ? 0.40F : 0.58F)) : width;
  const bool editing = style.controls && frame.session.state().tools.editing;
  if (editing) {
    draw_editor(frame, left);
  } else {
    post_edit(frame, editor_.take());
    draw_source(frame, now, left);
  }
  has_sass_ = beside || (width > style.text_size * 26.0F && !model_.code.empty());
  if (beside) draw_beside(frame, now, origin, left, width);
}

// PTX and machine code; without room for both, the machine code when it is wanted.
void SourcePanel::draw_beside(Frame& frame, const session::SourceNow& now, ImVec2 origin,
                              float left, float width) {
  const style::Style& style = frame.style;
  const auto begin_column = [&](float x) {
    ImGui::GetWindowDrawList()->AddLine(
        {origin.x + x + style.gap / 2, origin.y},
        {origin.x + x + style.gap / 2, ImGui::GetWindowPos().y + ImGui::GetWindowHeight()},
        style.pack(style::Role::Line));
    ImGui::SetCursorScreenPos({origin.x + x + style.gap, origin.y});
  };
  const bool sass = shows_sass(frame);
  const bool three = sass && width > style.text_size * kThreeColumns;
  const float middle = three ? std::floor((width - left) / 2.0F) : width - left;
  begin_column(left);
  if (three || !sass) draw_code(frame, now, middle - style.gap);
  if (three) begin_column(left + middle);
  if (sass) sass_.draw(frame, now);
}

void SourcePanel::wrap(const style::Style& style, float width) {
  const float column = widgets::measure(style, widgets::mono(style), "0000000000").x / 10.0F;
  const auto columns = static_cast<std::size_t>(std::max(1.0F, width / std::max(column, 1.0F)));
  if (columns == columns_) return;
  rows_ = wrap_lines(model_.lines, columns);
  columns_ = columns;
  line_seen_ = 0;
}

void SourcePanel::draw_source(Frame& frame, const session::SourceNow& now, float width) {
  const style::Style& style = frame.style;
  const float height = row_height(style);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{0, 0});
  ImGui::BeginChild("###cuda", {width, 0});
  const float number_width =
      widgets::measure(style, widgets::small_mono(style), std::to_string(model_.lines.size())).x;
  local_ = sass_.local(frame.session);
  wrap(style, ImGui::GetContentRegionAvail().x - numbers_end(style, number_width) - style.gap);
  // In a place of another height the line is looked for again.
  const bool resized = ImGui::GetWindowHeight() != height_seen_;
  height_seen_ = ImGui::GetWindowHeight();
  if (now.line != line_seen_ || resized) {
    line_seen_ = now.line;
    if (now.line > 0) scroll_to(static_cast<float>(row_of_line(rows_, now.line - 1)), height);
  }
  if (now.selected_line != selected_seen_) {
    selected_seen_ = now.selected_line;
    if (selected_seen_ > 0)
      scroll_to(static_cast<float>(row_of_line(rows_, selected_seen_ - 1)), height);
  }
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(rows_.size()), height);
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
      draw_source_row(frame, now, rows_[static_cast<std::size_t>(i)], number_width);
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

void SourcePanel::draw_row_text(const style::Style& style, const SourceRow& row, float x,
                                ImVec2 min, ImVec2 max) const {
  const session::SourceLine& line = model_.lines[row.line];
  ImDrawList& list = *ImGui::GetWindowDrawList();
  widgets::TextLook look = widgets::mono(style);
  const std::size_t first = line.text.find_first_not_of(' ');
  if (first != std::string::npos && line.text.compare(first, 2, "//") == 0)
    look.colour = style.pack(style::Role::TextSecondary);
  const std::string text =
      std::string(row.indent, ' ') + line.text.substr(row.begin, row.end - row.begin);
  widgets::draw_text_in(list, style, look, {x, min.y}, max, text, 0.0F);
  if (line.error.empty() || row.end < line.text.size()) return;
  const float end = x + widgets::measure(style, look, text).x + style.padding;
  widgets::draw_text_in(list, style,
                        {widgets::Face::Text, style.small_size, style.ink(style::Role::Error)},
                        {end, min.y}, max, line.error, 0.0F);
}

void SourcePanel::draw_source_row(Frame& frame, const session::SourceNow& now, const SourceRow& row,
                                  float number_width) const {
  const style::Style& style = frame.style;
  const session::SourceLine& line = model_.lines[row.line];
  const float height = row_height(style), width = std::max(ImGui::GetContentRegionAvail().x, 8.0F);
  const std::string id = row.is_first() ? fmt::format("###line-{}", line.number)
                                        : fmt::format("###line-{}-{}", line.number, row.begin);
  const bool clicked = ImGui::InvisibleButton(id.c_str(), {width, height});
  const bool hovered = ImGui::IsItemHovered();
  const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float stops = breakpoint_width(style);
  const float gutter = min.x + stops + 12.0F * style.scale;
  const view::Breakpoint* point = breakpoint_at(frame.session.state(), line.number);
  const bool in_gutter = ImGui::GetIO().MousePos.x < gutter && (line.has_code || point != nullptr);
  if (clicked) take_click(frame, line, point, in_gutter);
  if (hovered && !in_gutter && ImGui::IsMouseDoubleClicked(0) && line.has_code)
    frame.commands.post(fmt::format("goto line={}", line.number));
  if (row.is_first()) line_menu(frame, line, point);
  const ImVec2 centre{min.x + stops / 2, min.y + height / 2};
  if (point != nullptr && row.is_first())
    paint_breakpoint(list, style, centre, stops * 0.4F, !point->condition.empty());
  else if (hovered && in_gutter)
    list.AddCircle(centre, stops * 0.4F, style.pack(style::Role::TextSecondary));
  paint_row(list, style, {gutter, min.y}, max, line.number == now.line, false,
            line.number == now.selected_line);
  if (!line.error.empty())
    list.AddRectFilled({gutter, min.y}, max, style.pack(style::Role::Error, 0.18F));
  const std::string heat = view::shown_heat(frame.session);
  if (line.has_code)
    widgets::paint_heat(list, style, {min.x + stops, min.y}, height, line.share,
                        widgets::heat_role(heat));
  const float text_x = min.x + numbers_end(style, number_width) + style.gap;
  if (row.is_first())
    widgets::draw_text_in(list, style, widgets::small_mono(style), {gutter, min.y},
                          {text_x - style.gap * 1.4F, max.y}, std::to_string(line.number), 1.0F);
  draw_row_text(style, row, text_x, min, max);
  const figures::LocalUse* spills = row.is_first() ? local_of(line.number) : nullptr;
  if (spills != nullptr)
    paint_local(list, style, spills->kind, {text_x - style.gap * 0.95F, min.y},
                {text_x + style.gap * 0.05F, max.y}, spills->stores > 0, spills->loads > 0);
  const float x = ImGui::GetIO().MousePos.x;
  if (hovered && spills != nullptr && x >= gutter && x < text_x)
    widgets::tooltip(style, figures::local_words(*local_, line.number));
  else if (hovered)
    line_tooltip(style, line, point, in_gutter, heat,
                 teaching::HiddenAnswer(frame.session).counter(heat));
}

const figures::LocalUse* SourcePanel::local_of(std::uint32_t line) const {
  if (local_ == nullptr) return nullptr;
  const auto found = local_->lines.find(line);
  return found == local_->lines.end() ? nullptr : &found->second;
}

// What the right button offers on a line: going there, and where to stop.
void SourcePanel::line_menu(Frame& frame, const session::SourceLine& line,
                            const view::Breakpoint* point) const {
  if (!line.has_code && point == nullptr) return;
  ImGui::PushID(static_cast<int>(line.number));
  if (ImGui::BeginPopupContextItem("###line-menu")) {
    if (ImGui::MenuItem(fmt::format("{}###go", tr("Go to its next execution")).c_str()))
      frame.commands.post(fmt::format("goto line={}", line.number));
    if (ImGui::MenuItem(
            fmt::format("{}###break", point ? tr("Take the breakpoint away") : tr("Stop here"))
                .c_str(),
            "F9"))
      frame.commands.post(fmt::format("break line={}{}", line.number, point ? " off" : ""));
    std::string& words = condition_;
    if (ImGui::IsWindowAppearing()) words = point == nullptr ? "" : point->condition;
    ImGui::SetNextItemWidth(frame.style.text_size * 18);
    if (ImGui::InputTextWithHint("###condition", tr("stop if … e.g. %r5 == 3 && lane < 4"), &words,
                                 ImGuiInputTextFlags_EnterReturnsTrue) &&
        !words.empty()) {
      frame.commands.post(fmt::format("break line={} if={}", line.number, session::quote(words)));
      ImGui::CloseCurrentPopup();
    }
    ImGui::Separator();
    all_breakpoints_items(frame);
    ImGui::EndPopup();
  }
  ImGui::PopID();
}

void SourcePanel::draw_code(Frame& frame, const session::SourceNow& now, float width) {
  const style::Style& style = frame.style;
  const float height = row_height(style);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{0, 0});
  ImGui::BeginChild("###ptx", {width, 0});
  const std::uint64_t pc = now.pc ? now.pc->value : ~std::uint64_t{0};
  const bool resized = ImGui::GetWindowHeight() != ptx_height_seen_;
  ptx_height_seen_ = ImGui::GetWindowHeight();
  if (pc != pc_seen_ || resized) {
    pc_seen_ = pc;
    const auto row =
        std::find_if(model_.code.begin(), model_.code.end(),
                     [&](const session::CodeLine& l) { return now.pc && l.pc == now.pc; });
    if (row != model_.code.end()) scroll_to(static_cast<float>(row - model_.code.begin()), height);
  }
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(model_.code.size()), height);
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      ImGui::PushID(i);
      draw_code_line(frame, now, model_.code[static_cast<std::size_t>(i)]);
      ImGui::PopID();
    }
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

void SourcePanel::draw_code_line(Frame& frame, const session::SourceNow& now,
                                 const session::CodeLine& line) const {
  const style::Style& style = frame.style;
  const float height = row_height(style), width = std::max(ImGui::GetContentRegionAvail().x, 8.0F);
  if (ImGui::InvisibleButton("###ptx-line", {width, height}) && line.pc) {
    frame.commands.post(line.source_line != 0
                            ? fmt::format("select pc={} line={}", line.pc->value, line.source_line)
                            : fmt::format("select pc={}", line.pc->value));
  }
  const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  const bool current = line.pc && line.pc == now.pc;
  const std::uint32_t focus = now.selected_line != 0 ? now.selected_line : now.line;
  const bool linked = line.source_line != 0 && line.source_line == focus;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  paint_row(list, style, min, max, current, linked, line.pc && line.pc == now.selected_pc);
  widgets::TextLook look = widgets::mono(style);
  if (!current) look.colour = style.pack(linked ? style::Role::Text : style::Role::TextSecondary);
  const float indent = line.pc ? style.gap : style.gap * 0.4F;
  widgets::draw_text_in(list, style, look, {min.x + indent, min.y}, max, line.text, 0.0F);
  if (ImGui::IsItemHovered() && line.pc) {
    widgets::tooltip(style, line.source_line == 0
                                ? say("{}\nThe compiler gave it no source line.", line.text)
                                : say("{}\nFrom line {}.", line.text, line.source_line));
  }
}

float SourcePanel::tools_width(const Frame& frame) const {
  const style::Style& style = frame.style;
  if (!style.controls || model_.lines.empty()) return 0.0F;
  const float words =
      has_sass_ ? widgets::text_button_size(style, "SASS").x + style.gap * 0.5F : 0.0F;
  return words + widgets::text_button_size(style, "x").y + style.gap * 0.5F;
}

void SourcePanel::draw_tools(Frame& frame) {
  const style::Style& style = frame.style;
  if (has_sass_) {
    const bool on = frame.session.state().tools.sass;
    if (widgets::text_button(style, "###sass", "SASS", 0.0F,
                             on ? widgets::Emphasis::Chosen : widgets::Emphasis::Plain))
      frame.commands.post("sass");
    if (ImGui::IsItemHovered())
      widgets::tooltip(style, on ? tr("Hides the machine code.")
                                 : tr("Shows the machine code that the PTX was made into."));
    ImGui::SameLine(0, style.gap * 0.5F);
  }
  draw_edit_button(frame, widgets::text_button_size(style, "x").y);
}

void SourcePanel::draw_edit_button(Frame& frame, float side) {
  const style::Style& style = frame.style;
  const bool editing = frame.session.state().tools.editing;
  if (widgets::icon_button(style, "###edit", editing ? widgets::Icon::Check : widgets::Icon::Edit,
                           {side, side},
                           editing ? widgets::Emphasis::Primary : widgets::Emphasis::Plain))
    frame.commands.post("edit-source");
  if (ImGui::IsItemHovered())
    widgets::tooltip(style, editing ? tr("Back to reading.")
                                    : tr("Edit the kernel: it compiles while you type."));
}

}  // namespace lanescope::ui::panels::source
