#include "ui/panels/host_source/host_source.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <imgui.h>

#include "lab/program/saved_program.hpp"
#include "ui/figures/program/compiler_errors.hpp"
#include "ui/widgets/buttons.hpp"
#include "ui/widgets/text.hpp"

namespace lanescope::ui::panels::host_source {
namespace {

using figures::program::HostLine;

float line_height(const style::Style& style) { return style.text_size * 1.5F; }

std::string name_of(const std::string& file) {
  return std::filesystem::path(file).filename().string();
}

// What there is to edit: the edits, else what ran.
const std::string& text_of(const view::OpenedProgram& program) {
  static const std::string kNone;
  if (program.edited) return *program.edited;
  if (!program.saved) return kNone;
  const auto& sources = program.saved->sources;
  const auto own = std::ranges::find(sources, name_of(program.file),
                                     [](const auto& source) { return name_of(source.name); });
  return own == sources.end() ? kNone : own->text;
}

}  // namespace

std::string_view HostSourcePanel::help() const {
  return tr(
      "The program's own source. Beside a line stands what it did: bytes that it allocated or "
      "copied, launches that it made, what was wrong there. A click opens the launch, or marks the "
      "call in the timeline. With the pencil it is an editor: F8 runs what it says, and the file "
      "stays as it is until it is saved.");
}

std::string HostSourcePanel::subtitle(const Frame& frame) {
  const view::OpenedProgram& program = frame.session.state().program;
  if (frame.session.state().tools.editing_program || source_.file.empty())
    return name_of(program.file);
  return source_.file;
}

std::string HostSourcePanel::note(const Frame& frame) {
  if (frame.session.program_process().running()) return frame.session.activity();
  if (frame.session.state().program.edited) return tr("edited: F8 runs it");
  const std::uint32_t line = figures::program::host_line(frame.session);
  return line == 0 || source_.lines.empty() ? std::string() : say("line {}", line);
}

float HostSourcePanel::tools_width(const Frame& frame) const {
  const style::Style& style = frame.style;
  if (!style.controls || !commands::find_command("edit-program")->enabled(frame.session))
    return 0.0F;
  const float edit = widgets::text_button_size(style, "x").y + style.gap * 0.5F;
  return frame.session.state().program.edited
             ? edit + widgets::text_button_size(style, tr("Save")).x + style.gap * 0.5F
             : edit;
}

void HostSourcePanel::draw_tools(Frame& frame) {
  const style::Style& style = frame.style;
  if (frame.session.state().program.edited) {
    if (widgets::text_button(style, "###save", tr("Save"))) frame.commands.post("save-program");
    ImGui::SameLine(0, style.gap * 0.5F);
  }
  const bool editing = frame.session.state().tools.editing_program;
  const float side = widgets::text_button_size(style, "x").y;
  if (widgets::icon_button(style, "###edit", editing ? widgets::Icon::Check : widgets::Icon::Edit,
                           {side, side},
                           editing ? widgets::Emphasis::Primary : widgets::Emphasis::Plain))
    frame.commands.post("edit-program");
  if (ImGui::IsItemHovered())
    widgets::tooltip(style, editing ? tr("Back to reading.")
                                    : tr("Edit the program: F8 builds and runs it anew."));
}

void HostSourcePanel::read(const Frame& frame) {
  const auto& saved = frame.session.state().program.saved;
  std::string file = figures::program::host_file(frame.session);
  if (saved == of_ && file == file_) return;
  of_ = saved;
  file_ = std::move(file);
  line_seen_ = 0;
  source_ = {};
  if (saved) source_ = figures::program::host_source(*saved, file_);
}

void HostSourcePanel::mark_errors(const Frame& frame) {
  const view::OpenedProgram& program = frame.session.state().program;
  if (program.refused == marked_) return;
  marked_ = program.refused;
  std::vector<widgets::editor::CodeEditor::Mark> marks;
  for (auto& error : figures::program::compiler_errors(marked_, name_of(program.file)))
    marks.push_back({error.line, std::move(error.words)});
  editor_.mark_errors(frame.style, marks);
}

void HostSourcePanel::draw_editor(Frame& frame) {
  editor_.show(text_of(frame.session.state().program));
  mark_errors(frame);
  post_edit(frame, editor_.draw(frame.style, "###editor", ImGui::GetContentRegionAvail().x,
                                frame.seconds));
}

void HostSourcePanel::post_edit(Frame& frame, const std::optional<std::string>& typed) {
  if (typed && *typed != text_of(frame.session.state().program))
    frame.commands.post(fmt::format("program-text text={}", session::quote(*typed)));
}

void HostSourcePanel::draw_line(Frame& frame, const HostLine& line, bool chosen) const {
  const style::Style& style = frame.style;
  const float width = std::max(8.0F, ImGui::GetContentRegionAvail().x);
  ImGui::PushID(static_cast<int>(line.number));
  const bool clicked = ImGui::InvisibleButton("###line", {width, line_height(style)});
  ImGui::PopID();
  const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (chosen)
    list.AddRectFilled(min, max, style.pack(style::Role::Accent, 0.18F), style.rounding * 0.5F);
  const float bar = style.gap * 0.5F;
  if (line.mark)
    list.AddRectFilled({min.x, min.y + bar * 0.5F}, {min.x + bar, max.y - bar * 0.5F},
                       style.pack(*line.mark), bar * 0.4F);
  widgets::TextLook note = widgets::small_text(style);
  if (line.mark) note.colour = style.ink(*line.mark);
  const float notes =
      line.note.empty()
          ? 0.0F
          : std::min(widgets::measure(style, note, line.note).x + style.gap, width * 0.4F);
  const float numbers = bar + style.text_size * 2.8F;
  widgets::draw_text_in(list, style, widgets::small_mono(style), {min.x + bar, min.y},
                        {min.x + numbers - style.gap, max.y}, std::to_string(line.number), 1.0F);
  widgets::draw_text_in(list, style, widgets::mono(style), {min.x + numbers, min.y},
                        {max.x - notes, max.y}, line.text, 0.0F);
  widgets::draw_text_in(list, style, note, {max.x - notes, min.y}, max, line.note, 1.0F);
  if (!line.launch && !line.call) return;
  if (ImGui::IsItemHovered())
    list.AddRect(min, max, style.outline(style::Role::Accent), style.rounding * 0.5F);
  if (clicked)
    frame.commands.post(line.launch ? fmt::format("launch index={}", *line.launch)
                                    : fmt::format("call index={}", *line.call));
}

void HostSourcePanel::draw_lines(Frame& frame) {
  const std::uint32_t chosen = figures::program::host_line(frame.session);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{0, 0});
  ImGui::BeginChild("###lines");
  const float height = line_height(frame.style), room = ImGui::GetWindowHeight();
  if (chosen != 0 && (chosen != line_seen_ || room != height_seen_)) {
    ImGui::SetScrollY(std::max(0.0F, height * (static_cast<float>(chosen) - 0.5F) - room * 0.5F));
    line_seen_ = chosen;
    height_seen_ = room;
  }
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(source_.lines.size()), height);
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const HostLine& line = source_.lines[static_cast<std::size_t>(i)];
      draw_line(frame, line, line.number == chosen);
    }
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

void HostSourcePanel::draw_content(Frame& frame) {
  read(frame);
  if (frame.style.controls && frame.session.state().tools.editing_program) {
    draw_editor(frame);
    return;
  }
  post_edit(frame, editor_.take());
  if (!source_.lines.empty()) {
    draw_lines(frame);
    return;
  }
  widgets::empty_state(
      frame.style,
      of_ ? tr("Its source is not kept here: it was opened as an executable, or built without -g.")
          : tr("No program is open. The host's part of one is shown here, with what each line "
               "did."));
}

}  // namespace lanescope::ui::panels::host_source
