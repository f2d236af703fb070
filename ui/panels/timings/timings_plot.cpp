#include "ui/panels/timings/timings_plot.hpp"

#include <imgui.h>
#include <implot.h>

namespace lanescope::ui::panels::timings {

PlotLook::PlotLook(const style::Style& style) {
  ImGui::PushFont(style.text, style.small_size);
  ImPlot::PushStyleColor(ImPlotCol_FrameBg, ImVec4(0, 0, 0, 0));
  ImPlot::PushStyleColor(ImPlotCol_PlotBg, ImVec4(0, 0, 0, 0));
  ImPlot::PushStyleColor(ImPlotCol_PlotBorder, style.pack(style::Role::Line));
  ImPlot::PushStyleColor(ImPlotCol_AxisText, style.pack(style::Role::TextSecondary));
  ImPlot::PushStyleColor(ImPlotCol_AxisGrid, style.pack(style::Role::Line));
  ImPlot::PushStyleColor(ImPlotCol_AxisTick, style.pack(style::Role::Line));
  ImPlot::PushStyleVar(ImPlotStyleVar_PlotPadding, ImVec2{style.gap * 0.5F, style.gap * 0.5F});
}

PlotLook::~PlotLook() {
  ImPlot::PopStyleVar();
  ImPlot::PopStyleColor(6);
  ImGui::PopFont();
}

}  // namespace lanescope::ui::panels::timings
