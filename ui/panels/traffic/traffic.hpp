#pragma once

#include "ui/figures/traffic/traffic_model.hpp"
#include "ui/panels/panel.hpp"
#include "ui/view/view_cache.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::traffic {

class TrafficPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view id() const override { return "traffic"; }
  [[nodiscard]] std::string_view title() const override { return tr("Memory"); }
  [[nodiscard]] std::string_view help() const override;
  [[nodiscard]] std::string_view neighbour() const override { return "global-memory"; }
  std::string note(const Frame& frame) override;
  std::string brief_note(const Frame& frame) override;
  void draw_content(Frame& frame) override;

 private:
  const std::optional<figures::traffic::TrafficModel>& model(const Frame& frame);
  view::ViewCache<figures::traffic::TrafficModel> cache_;
};

}  // namespace lanescope::ui::panels::traffic
