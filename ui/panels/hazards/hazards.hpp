#pragma once

#include "ui/figures/hazards_model.hpp"
#include "ui/panels/panel.hpp"
#include "ui/view/view_cache.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::hazards {

class HazardsPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view id() const override { return "hazards"; }
  [[nodiscard]] std::string_view title() const override { return tr("Hazards"); }
  [[nodiscard]] std::string_view help() const override;
  [[nodiscard]] std::string_view neighbour() const override { return "occupancy"; }
  std::string subtitle(const Frame& frame) override;
  std::string note(const Frame& frame) override;
  void draw_content(Frame& frame) override;

 private:
  const std::optional<figures::HazardsModel>& model(const Frame& frame);
  view::ViewCache<figures::HazardsModel> cache_;
};

}  // namespace lanescope::ui::panels::hazards
