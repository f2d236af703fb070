#pragma once

#include <memory>
#include <optional>

#include "ui/panels/panel.hpp"
#include "ui/panels/timings/timings_model.hpp"
#include "ui/words/words.hpp"

struct ImPlotContext;

namespace lanescope::ui::panels::timings {

class TimingsPanel final : public Panel {
 public:
  TimingsPanel();
  ~TimingsPanel() override;
  [[nodiscard]] std::string_view id() const override { return "timings"; }
  [[nodiscard]] std::string_view title() const override { return tr("Timings"); }
  [[nodiscard]] std::string_view help() const override;
  [[nodiscard]] std::string_view neighbour() const override { return "arrays"; }
  std::string subtitle(const Frame& frame) override;
  std::string note(const Frame& frame) override;
  std::string note_command(const Frame& frame) override;
  void draw_content(Frame& frame) override;

 private:
  void draw_sweep(Frame& frame, const TimingsModel& model, float width, float height);
  void draw_roofs(Frame& frame, const TimingsModel& model, float width, float height);
  void draw_plot(Frame& frame, const TimingsModel& model, float width, float height);

  void use_plots();

  // ImPlot keeps what it knows of a plot from frame to frame.
  struct EndPlots {
    void operator()(ImPlotContext* context) const;
  };
  std::unique_ptr<ImPlotContext, EndPlots> plots_;
};

}  // namespace lanescope::ui::panels::timings
