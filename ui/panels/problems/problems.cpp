#include "ui/panels/problems/problems.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/widgets/click_area.hpp"
#include "ui/widgets/text.hpp"

namespace lanescope::ui::panels::problems {
namespace {

using figures::program::ProblemRow;

// "error  never freed            heat.cu:54"
void draw_heading(const style::Style& style, const ProblemRow& row) {
  widgets::TextLook severity = widgets::small_mono(style);
  severity.colour = style.ink(row.role);
  const widgets::TextLook place = widgets::small_mono(style);
  const float width = ImGui::GetContentRegionAvail().x, height = style.text_size * 1.4F;
  const float first = widgets::measure(style, severity, row.severity).x + style.gap;
  const float last =
      std::min(widgets::measure(style, place, row.place).x + style.gap, width * 0.4F);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  widgets::draw_text_in(list, style, severity, at, {at.x + first, at.y + height}, row.severity,
                        0.0F);
  widgets::draw_text_in(list, style, widgets::bold(style), {at.x + first, at.y},
                        {at.x + width - last, at.y + height}, row.what, 0.0F);
  widgets::draw_text_in(list, style, place, {at.x + width - last, at.y},
                        {at.x + width, at.y + height}, row.place, 1.0F);
  ImGui::Dummy({width, height});
}

void draw_problem(Frame& frame, const ProblemRow& row) {
  const style::Style& style = frame.style;
  const ImVec2 begin = ImGui::GetCursorScreenPos();
  ImGui::Indent(widgets::stripe_inset(style));
  draw_heading(style, row);
  widgets::paragraph(style, widgets::secondary(style), row.message);
  ImGui::Unindent(widgets::stripe_inset(style));
  widgets::stripe_beside(style, begin, row.role);
  if (row.launch || row.call) {
    const std::string tip =
        row.launch ? tr("Click to step through the launch.") : tr("Click to show the line.");
    if (widgets::click_area(style, "###problem", begin, tip))
      frame.commands.post(row.launch ? fmt::format("launch index={}", *row.launch)
                                     : fmt::format("call index={}", *row.call));
  }
  ImGui::Dummy({0, style.gap * 0.6F});
}

}  // namespace

std::string_view ProblemsPanel::help() const {
  return tr(
      "What was wrong in the program, the gravest first: in its kernels, in what the host asked of "
      "CUDA, and in what it did with the answers. A click opens the launch, or shows the host's "
      "line. Each kind has a page of its own under docs/problems.");
}

void ProblemsPanel::read(const Frame& frame) {
  const auto& saved = frame.session.state().program.saved;
  if (saved == of_) return;
  of_ = saved;
  rows_.clear();
  if (saved) rows_ = figures::program::problem_rows(*saved);
}

std::string ProblemsPanel::note(const Frame& frame) {
  read(frame);
  if (!of_) return {};
  return rows_.empty() ? tr("nothing found")
                       : say_many(rows_.size(), "1 found", "{} found", rows_.size());
}

void ProblemsPanel::draw_content(Frame& frame) {
  read(frame);
  if (!of_ || rows_.empty()) {
    widgets::empty_state(frame.style, of_ ? tr("Nothing was wrong that the model sees: every call "
                                               "succeeded, and no kernel did anything forbidden.")
                                          : tr("No program is open. What is wrong in one is listed "
                                               "here."));
    return;
  }
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    draw_problem(frame, rows_[i]);
    ImGui::PopID();
  }
}

}  // namespace lanescope::ui::panels::problems
