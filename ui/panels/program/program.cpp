#include "ui/panels/program/program.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/panels/program/page_figure.hpp"
#include "ui/panels/program/strip_figure.hpp"
#include "ui/widgets/buttons.hpp"
#include "ui/widgets/text.hpp"

namespace lanescope::ui::panels::program {
namespace {

// Of the host's source, so many lines before and behind the chosen one as there is room for.
std::uint32_t lines_around(const style::Style& style) {
  const float line = style.text_size * 1.5F + ImGui::GetStyle().ItemSpacing.y;
  const float lines = ImGui::GetContentRegionAvail().y / line - 3.0F;  // heading, output
  return static_cast<std::uint32_t>(std::clamp(lines * 0.5F, 1.0F, 12.0F));
}

void heading(const style::Style& style, std::string_view words) {
  widgets::paragraph(style, widgets::bold(style), words);
}

// A row to click on over the whole width; what is drawn in it begins at the place given back.
struct Row {
  ImVec2 min, max;
  bool clicked = false;
};
Row begin_row(const style::Style& style, int id, bool chosen) {
  Row row;
  ImGui::PushID(id);
  row.clicked = ImGui::InvisibleButton(
      "###row", {std::max(8.0F, ImGui::GetContentRegionAvail().x), style.text_size * 1.5F});
  ImGui::PopID();
  row.min = ImGui::GetItemRectMin();
  row.max = ImGui::GetItemRectMax();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (chosen)
    list.AddRectFilled(row.min, row.max, style.pack(style::Role::Accent, 0.18F),
                       style.rounding * 0.5F);
  if (ImGui::IsItemHovered())
    list.AddRect(row.min, row.max, style.outline(style::Role::Accent), style.rounding * 0.5F);
  return row;
}

void draw_problem(Frame& frame, const figures::program::ProblemRow& problem, int id) {
  const style::Style& style = frame.style;
  ImGui::PushID(id);
  widgets::TextLook look = widgets::bold(style);
  look.colour = style.ink(problem.role);
  widgets::paragraph(style, look, problem.heading);
  widgets::paragraph(style, problem.message);
  if (!problem.place.empty()) widgets::paragraph(style, widgets::small_mono(style), problem.place);
  if (problem.launch && widgets::text_button(style, "###open", tr("Step through it")))
    frame.commands.post(fmt::format("launch index={}", *problem.launch));
  ImGui::PopID();
}

}  // namespace

std::string_view ProgramPanel::help() const {
  return tr(
      "A whole CUDA program as the host saw it: what it called, copied and launched, in order from "
      "left to right, with a row for each stream. Lengths are no times: they grow with the bytes "
      "of a copy and the warp instructions of a launch. A click on a launch steps through it with "
      "what it really read; a click on a call shows the line that made it. The timeline below it "
      "is in "
      "time: when each copy and kernel would begin and end on a GPU with one or two copy engines, "
      "by the rules of streams and events. Its lengths are those of a recorded device, or units. A "
      "lesson's step may have a program of its own here, which one predicts before it is shown, or "
      "the pages of managed memory: where each of them is after each step, and which have moved. "
      "Below stand the "
      "launches, the host's source, what was wrong, and what the program wrote. L goes to the next "
      "launch, Shift+L back; F8 runs the program again as its file is now.");
}

std::string ProgramPanel::subtitle(const Frame& frame) {
  const auto& opened = frame.session.state().program;
  if (!opened.saved) return {};
  return std::filesystem::path(opened.file).filename().string() +
         (opened.arguments.empty() ? "" : " " + opened.arguments);
}

std::string ProgramPanel::note(const Frame& frame) {
  return figures::program::program_title(frame.session);
}

void ProgramPanel::read(const Frame& frame) {
  const auto& saved = frame.session.state().program.saved;
  if (saved == of_) return;
  of_ = saved;
  strip_ = figures::program::host_strip(*saved);
  timeline_of_.reset();
  launches_ = figures::program::launch_rows(*saved);
  problems_ = figures::program::problem_rows(*saved);
}

void ProgramPanel::draw_lesson(Frame& frame, const lanescope::lesson::LessonSchedule& schedule) {
  const style::Style& style = frame.style;
  const auto timeline = figures::program::lesson_timeline(
      schedule, figures::program::timeline_is_revealed(frame.session));
  heading(style, timeline.title);
  if (!timeline.strip.boxes.empty()) draw_strip(frame, timeline.strip, "###lesson");
  widgets::paragraph(style, widgets::small_text(style), timeline.words);
  heading(style, tr("What the host issues, in this order"));
  for (const std::string& call : timeline.calls)
    widgets::paragraph(style, widgets::mono(style), call);
}

void ProgramPanel::draw_migration(Frame& frame,
                                  const lanescope::lesson::LessonMigration& migration) {
  const style::Style& style = frame.style;
  const auto& run = frame.session.run();
  const bool revealed = figures::program::timeline_is_revealed(frame.session);
  const PagesOf wanted{migration.id, run == nullptr ? 0 : run->id, run != nullptr && run->complete,
                       revealed};
  if (pages_of_ != wanted) {
    pages_ = figures::program::page_map(migration, run.get(), revealed);
    pages_of_ = wanted;
  }
  heading(style, pages_.title);
  widgets::paragraph(style, widgets::small_text(style), pages_.words);
  draw_pages(frame, pages_);
}

void ProgramPanel::draw_process(Frame& frame) {
  const auto& process = frame.session.program_process();
  if (!process.running()) return;
  widgets::paragraph(frame.style, frame.session.activity());
  if (widgets::text_button(frame.style, "###cancel", tr("End it")))
    frame.commands.post("program-cancel");
  if (!process.output().empty())
    widgets::paragraph(frame.style, widgets::mono(frame.style), process.output());
}

void ProgramPanel::draw_timeline(Frame& frame) {
  const style::Style& style = frame.style;
  view::HostTimelineView wanted = frame.session.state().tools.host_timeline;
  wanted.zoom = 1.0;  // of the drawing alone
  if (timeline_of_ != wanted) {
    timeline_ = figures::program::host_timeline(frame.session);
    timeline_of_ = wanted;
  }
  heading(style, tr("Timeline"));
  if (!timeline_.strip.boxes.empty()) {
    const auto button = [&](const char* id, std::string_view text, const char* command) {
      if (ImGui::GetContentRegionAvail().x < widgets::text_button_size(style, text).x + style.gap)
        ImGui::NewLine();
      if (widgets::text_button(style, id, text)) frame.commands.post(command);
      ImGui::SameLine();
    };
    if (wanted.copy_engines == 1)
      button("###engines", tr("Two copy engines"), "host-timeline engines=2");
    else
      button("###engines", tr("One copy engine"), "host-timeline engines=1");
    if (wanted.units)
      button("###lengths", tr("Recorded lengths"), "host-timeline lengths=device");
    else
      button("###lengths", tr("Unit lengths"), "host-timeline lengths=units");
    button("###closer", tr("Closer"), "host-timeline zoom=in");
    button("###further", tr("Further"), "host-timeline zoom=out");
    ImGui::NewLine();
    draw_strip(frame, timeline_.strip, "###timeline");
  }
  for (const std::string& words : {timeline_.held, timeline_.overlap, timeline_.lengths})
    if (!words.empty()) widgets::paragraph(style, widgets::small_text(style), words);
}

void ProgramPanel::draw_launches(Frame& frame) const {
  const style::Style& style = frame.style;
  heading(style, tr("Launches"));
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(launches_.size()));
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const auto index = static_cast<std::size_t>(i);
      const figures::program::LaunchRow& launch = launches_[index];
      const Row row = begin_row(
          style, i, frame.session.shows_launch() && frame.session.state().program.launch == index);
      ImDrawList& list = *ImGui::GetWindowDrawList();
      const float width = row.max.x - row.min.x;
      const auto cell = [&](float from, float to, std::string_view text, style::Role role) {
        widgets::TextLook look = widgets::small_mono(style);
        look.colour = style.ink(role);
        widgets::draw_text_in(list, style, look, {row.min.x + width * from, row.min.y},
                              {row.min.x + width * to, row.max.y}, text, 0.0F);
      };
      cell(0.0F, 0.36F, launch.title, launch.wrong ? style::Role::Error : style::Role::Text);
      cell(0.37F, 0.58F, launch.shape, style::Role::TextSecondary);
      cell(0.59F, 0.76F, launch.steps, style::Role::Text);
      cell(0.77F, 1.0F, launch.place, style::Role::TextSecondary);
      if (row.clicked) frame.commands.post(fmt::format("launch index={}", i));
    }
  }
  for (std::size_t i = 0; i < problems_.size(); ++i)
    draw_problem(frame, problems_[i], static_cast<int>(i + launches_.size()));
}

void ProgramPanel::draw_host(Frame& frame) const {
  const style::Style& style = frame.style;
  const auto lines = figures::program::host_lines(frame.session, lines_around(style));
  heading(style, tr("Host source"));
  for (const figures::program::HostLine& line : lines) {
    const Row row = begin_row(style, static_cast<int>(line.number), line.chosen);
    const float number = style.text_size * 2.6F;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    widgets::draw_text_in(list, style, widgets::small_mono(style), row.min,
                          {row.min.x + number, row.max.y}, std::to_string(line.number), 0.0F);
    widgets::draw_text_in(list, style, widgets::mono(style), {row.min.x + number, row.min.y},
                          row.max, line.text, 0.0F);
    if (row.clicked) frame.commands.post(fmt::format("select line={}", line.number));
  }
  heading(style, tr("Output"));
  const std::string& output = frame.session.state().program.output;
  if (!output.empty()) widgets::paragraph(style, widgets::mono(style), output);
  widgets::paragraph(style, widgets::small_text(style), figures::program::ending_words(*of_));
}

void ProgramPanel::draw_content(Frame& frame) {
  const style::Style& style = frame.style;
  draw_process(frame);
  if (const lanescope::lesson::LessonSchedule* schedule =
          figures::program::shown_schedule(frame.session)) {
    draw_lesson(frame, *schedule);
    return;
  }
  if (const lanescope::lesson::LessonMigration* migration =
          figures::program::shown_migration(frame.session)) {
    draw_migration(frame, *migration);
    return;
  }
  if (frame.session.open_program() == nullptr) {
    if (!frame.session.program_process().running())
      widgets::empty_state(style,
                           tr("No program is open. Open a .cu file with a main (Ctrl+Shift+O), or "
                              "drop one onto the window."));
    return;
  }
  read(frame);
  draw_strip(frame, strip_, "###strip");
  draw_timeline(frame);
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::BeginChild("###launches", {(width - style.gap) * 0.5F, 0});
  draw_launches(frame);
  ImGui::EndChild();
  ImGui::SameLine(0.0F, style.gap);
  ImGui::BeginChild("###host");
  draw_host(frame);
  ImGui::EndChild();
}

}  // namespace lanescope::ui::panels::program
