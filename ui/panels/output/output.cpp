#include "ui/panels/output/output.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/figures/program/problem_list.hpp"
#include "ui/session/gpu_words.hpp"
#include "ui/teaching/hidden_answer.hpp"
#include "ui/widgets/text.hpp"

namespace lanescope::ui::panels::output {
namespace {

using figures::output::OutputNow;
using figures::output::OutputRow;
using Part = engine::Printed::Part;

constexpr std::size_t kAnyColumns = 4096;  // where only lines are counted
constexpr float kLeastSigns = 16.0F;       // beside the threads; with less room they are left out

bool is_asked(const session::Session& session) {
  return teaching::HiddenAnswer(session).counter("printed.lines");
}

std::size_t lines_in(std::string_view text) {
  const auto ends = static_cast<std::size_t>(std::ranges::count(text, '\n'));
  return ends + (text.empty() || text.ends_with('\n') ? 0 : 1);
}

// As wide as the widest thread's name, with a gap; 0 where it would leave too little for the text.
float gutter_width(const Frame& frame, float width) {
  const run::ModelRun& run = *frame.session.run();
  const style::Style& style = frame.style;
  float widest = 0.0F;
  for (std::uint32_t launch = 0; launch < run.plan().launches.size(); ++launch) {
    const engine::Launch& what = run.plan().launches[launch];
    const auto warp_size = static_cast<std::uint32_t>(run.plan().options.warp_size);
    const auto last = static_cast<std::uint32_t>(what.block.count() - 1);
    const Part part{0,
                    launch,
                    {},
                    {},
                    BlockIndex{static_cast<std::uint32_t>(what.grid.count() - 1)},
                    WarpIndex{last / warp_size},
                    static_cast<int>(last % warp_size)};
    widest = std::max(widest, widgets::measure(style, widgets::small_mono(style),
                                               figures::output::output_thread(run, part))
                                  .x);
  }
  const float sign = widgets::measure(style, widgets::mono(style), "0").x;
  const float needed = widest + style.gap * 2.0F;
  return width - needed < sign * kLeastSigns ? 0.0F : needed;
}

bool is_selected(const view::Selection& selection, const Part& part) {
  return selection.launch == part.launch && selection.block == part.block &&
         selection.warp == part.warp && selection.lane == static_cast<std::uint32_t>(part.lane);
}

}  // namespace

std::string_view OutputPanel::help() const {
  return tr(
      "What the kernel has printed up to the shown moment, line by line, and the thread that "
      "printed each. The threads of a warp print in the order of their lanes; in which order warps "
      "and blocks come, nobody promises. A click goes to the moment and selects the thread. Of a "
      "whole program, its own output stands above.");
}

std::string OutputPanel::note(const Frame& frame) {
  const auto& run = frame.session.run();
  if (!run || run->printed.text.empty() || is_asked(frame.session)) return {};
  const std::string_view text = run->printed.text;
  const std::size_t all = lines_in(text);
  const std::size_t done =
      lines_in(text.substr(0, figures::output::output_now(frame.session).bytes));
  return done < all ? say("{} of {} lines so far", done, all)
                    : say_many(all, "1 line", "{} lines", all);
}

void OutputPanel::arrange(const Frame& frame, std::size_t columns) {
  const run::ModelRun& run = *frame.session.run();
  if (run.id == run_ && columns == columns_) return;
  rows_ = figures::output::output_rows(run.printed, columns);
  run_ = run.id;
  columns_ = columns;
}

void OutputPanel::draw_row(Frame& frame, const OutputNow& now, std::size_t index,
                           float gutter) const {
  const style::Style& style = frame.style;
  const run::ModelRun& run = *frame.session.run();
  const OutputRow& row = rows_[index];
  const Part& part = run.printed.parts[row.part];
  const float height = style.text_size * 1.4F;
  const float width = std::max(ImGui::GetContentRegionAvail().x, 8.0F);
  ImGui::PushID(static_cast<int>(index));
  const bool clicked = ImGui::InvisibleButton("###row", {width, height});
  ImGui::PopID();
  const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool prints_now = now.printing == part.machine_step;
  if (is_selected(frame.session.state().cursor.selection, part))
    list.AddRectFilled(min, max, style.pack(style::Role::Accent, 0.18F), style.rounding * 0.5F);
  if (gutter > 0.0F && row.first) {
    widgets::TextLook who = widgets::small_mono(style);
    if (prints_now) who.colour = style.ink(style::Role::Active);
    widgets::draw_text_in(list, style, who, min, {min.x + gutter - style.gap, max.y},
                          figures::output::output_thread(run, part), 0.0F);
  }
  const std::size_t end = std::min(row.end, now.bytes);
  widgets::draw_text_in(list, style, widgets::mono(style), {min.x + gutter, min.y}, max,
                        std::string_view(run.printed.text).substr(row.begin, end - row.begin),
                        0.0F);
  if (clicked) {
    for (std::string& command : figures::output::output_commands(run, part))
      frame.commands.post(std::move(command));
  }
  if (!ImGui::IsItemHovered()) return;
  list.AddRect(min, max, style.outline(style::Role::Accent), style.rounding * 0.5F);
  widgets::tooltip(style, fmt::format("{}. {}", figures::output::output_place(run, part),
                                      figures::output::was_recorded(run, part)
                                          ? tr("Click to go to the moment.")
                                          : tr("Its block was not recorded: choose it in "
                                               "Experiment to see the moment.")));
}

void OutputPanel::draw_rows(Frame& frame, const OutputNow& now, float gutter) {
  const std::size_t begun = figures::output::rows_begun(rows_, now);
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(begun), frame.style.text_size * 1.4F);
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
      draw_row(frame, now, static_cast<std::size_t>(i), gutter);
  }
  if (begun != begun_) ImGui::SetScrollHereY(1.0F);
  begun_ = begun;
}

// What the whole program wrote, its kernels' lines among it, and how it ended.
void OutputPanel::draw_program(Frame& frame) {
  const style::Style& style = frame.style;
  const view::OpenedProgram& program = frame.session.state().program;
  const bool refused = !program.refused.empty();
  const std::string& text = refused ? program.refused : program.output;
  if (!text.empty()) widgets::paragraph(style, widgets::mono(style), text);
  widgets::paragraph(style, widgets::small_text(style),
                     refused ? tr("It did not build; everything else is as it ran before.")
                             : figures::program::ending_words(*program.saved));
}

void OutputPanel::draw_content(Frame& frame) {
  const bool of_program = frame.session.open_program() != nullptr;
  if (of_program) draw_program(frame);
  const auto& run = frame.session.run();
  if (!of_program || (run && !run->printed.text.empty())) draw_kernel(frame);
}

void OutputPanel::draw_kernel(Frame& frame) {
  const style::Style& style = frame.style;
  const auto& run = frame.session.run();
  const std::string gpu = session::gpu_printed(frame.session);
  if (!run || (run->printed.text.empty() && gpu.empty())) {
    widgets::empty_state(style, run ? tr("This kernel has printed nothing. What it prints with "
                                         "printf stands here, beside the thread that printed it.")
                                    : tr("Nothing has run yet. What a kernel prints with printf "
                                         "stands here, beside the thread that printed it."));
    return;
  }
  if (is_asked(frame.session)) {
    widgets::empty_state(style, tr(teaching::kHiddenAnswerWords));
    return;
  }
  const OutputNow now = figures::output::output_now(frame.session);
  if (now.bytes == 0 && gpu.empty()) {
    widgets::empty_state(style, tr("Nothing is printed yet at this moment: step on."));
    return;
  }
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{0, 0});
  ImGui::BeginChild("###lines");
  const float width = ImGui::GetContentRegionAvail().x;
  const float gutter = gutter_width(frame, width);
  const float sign = widgets::measure(style, widgets::mono(style), "0000000000").x / 10.0F;
  arrange(frame, static_cast<std::size_t>(std::max(1.0F, (width - gutter) / sign - 0.5F)));
  draw_rows(frame, now, gutter);
  if (!gpu.empty()) {
    widgets::paragraph(style, widgets::small_text(style),
                       tr("printed by the kernel on the GPU, in its order of lines"));
    widgets::paragraph(style, widgets::mono(style), gpu);
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

}  // namespace lanescope::ui::panels::output
