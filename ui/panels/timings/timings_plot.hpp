#pragma once

#include "ui/style/style.hpp"

namespace lanescope::ui::panels::timings {

// The look of a plot, between two calls of ImPlot: colours, type and padding while it lives.
class PlotLook {
 public:
  explicit PlotLook(const style::Style& style);
  ~PlotLook();
  PlotLook(const PlotLook&) = delete;
  PlotLook& operator=(const PlotLook&) = delete;
};

}  // namespace lanescope::ui::panels::timings
