#include "ui/panels/program/program.hpp"

#include <filesystem>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/panels/program/page_figure.hpp"
#include "ui/panels/program/strip_figure.hpp"
#include "ui/widgets/buttons.hpp"
#include "ui/widgets/text.hpp"

namespace lanescope::ui::panels::program {
namespace {

void heading(const style::Style& style, std::string_view words) {
  widgets::paragraph(style, widgets::bold(style), words);
}

}  // namespace

std::string_view ProgramPanel::help() const {
  return tr(
      "A whole CUDA program as the host saw it. The timeline says when each copy and kernel "
      "would begin and end on a GPU with one or two copy engines, by the rules of streams and "
      "events; its lengths are those of a recorded device, or units. Where there is a GPU, the "
      "program runs there, too, when it is asked to, and what was measured is drawn below, or "
      "alone. Calls are the same in the order in which they were made, and tell no time. A "
      "click on a launch steps through it with what it really read; a click on a call shows the"
      " line that made it. A lesson's step may have a program of its own here, which one "
      "predicts before it is shown, or the pages of managed memory: where each of them is after"
      " each step, and which have moved. L goes to the next launch, Shift+L back; F8 runs the "
      "program again as its file is now, or as it was edited in Host source.");
}

std::string ProgramPanel::subtitle(const Frame& frame) {
  const auto& opened = frame.session.state().program;
  if (!opened.saved) return {};
  return std::filesystem::path(opened.file).filename().string() +
         (opened.arguments.empty() ? "" : " " + opened.arguments);
}

std::string ProgramPanel::note(const Frame& frame) {
  return figures::program::launches_title(frame.session);
}

void ProgramPanel::read(const Frame& frame) {
  const auto& saved = frame.session.state().program.saved;
  if (saved == of_) return;
  of_ = saved;
  calls_ = figures::program::host_strip(*saved);
  timeline_of_.reset();
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

// What is drawn, and how: a row of buttons, in as many lines as they need.
void ProgramPanel::draw_choices(Frame& frame) const {
  const style::Style& style = frame.style;
  const view::HostTimelineView& view = frame.session.state().tools.host_timeline;
  bool first = true;
  const auto button = [&](const char* id, std::string_view text, std::string_view command,
                          widgets::Emphasis emphasis = widgets::Emphasis::Quiet) {
    if (!first) ImGui::SameLine(0, style.gap * 0.5F);
    if (!first && ImGui::GetContentRegionAvail().x < widgets::text_button_size(style, text).x)
      ImGui::NewLine();
    first = false;
    if (widgets::text_button(style, id, text, 0.0F, emphasis))
      frame.commands.post(std::string(command));
  };
  const auto shown = [](bool is) {
    return is ? widgets::Emphasis::Chosen : widgets::Emphasis::Quiet;
  };
  using view::ProgramShows;
  button("###time", tr("Timeline"), "host-timeline show=time",
         shown(view.shows == ProgramShows::Timeline));
  if (of_->run.gpu)
    button("###measured", tr("Measured"), "host-timeline show=measured",
           shown(view.shows == ProgramShows::Measured));
  else if (frame.session.gpu_found())
    button("###gpu", tr("On the GPU, too"), "program-again gpu=on");
  button("###calls", tr("Calls"), "host-timeline show=calls",
         shown(view.shows == ProgramShows::Calls));
  if (view.shows == ProgramShows::Calls || timeline_.strip.boxes.empty()) return;
  if (view.shows == ProgramShows::Timeline) {
    if (view.copy_engines == 1)
      button("###engines", tr("Two copy engines"), "host-timeline engines=2");
    else
      button("###engines", tr("One copy engine"), "host-timeline engines=1");
    if (view.units)
      button("###lengths", tr("Recorded lengths"), "host-timeline lengths=device");
    else
      button("###lengths", tr("Unit lengths"), "host-timeline lengths=units");
  }
  button("###closer", tr("Closer"), "host-timeline zoom=in");
  button("###further", tr("Further"), "host-timeline zoom=out");
}

void ProgramPanel::draw_measured(Frame& frame) const {
  const auto& measured = timeline_.measured;
  if (measured.title.empty()) {
    widgets::empty_state(frame.style, tr("The program did not run on a GPU."));
    return;
  }
  heading(frame.style, measured.title);
  if (!measured.strip.boxes.empty()) draw_strip(frame, measured.strip, "###measured");
  widgets::paragraph(frame.style, widgets::small_text(frame.style), measured.words);
}

void ProgramPanel::draw_program(Frame& frame) {
  const view::HostTimelineView& view = frame.session.state().tools.host_timeline;
  view::HostTimelineView wanted = view;
  wanted.zoom = 1.0;  // of the drawing alone
  wanted.shows = {};
  if (timeline_of_ != wanted) {
    timeline_ = figures::program::host_timeline(frame.session);
    timeline_of_ = wanted;
  }
  if (frame.style.controls) draw_choices(frame);
  if (view.shows == view::ProgramShows::Calls) return draw_strip(frame, calls_, "###strip");
  if (view.shows == view::ProgramShows::Measured) return draw_measured(frame);
  if (!timeline_.strip.boxes.empty()) draw_strip(frame, timeline_.strip, "###timeline");
  for (const std::string& words : {timeline_.held, timeline_.overlap, timeline_.lengths})
    if (!words.empty()) widgets::paragraph(frame.style, widgets::small_text(frame.style), words);
  if (!timeline_.measured.title.empty()) draw_measured(frame);
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
  draw_program(frame);
}

}  // namespace lanescope::ui::panels::program
