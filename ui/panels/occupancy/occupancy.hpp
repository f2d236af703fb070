#pragma once

#include "ui/figures/refill_model.hpp"
#include "ui/panels/occupancy/occupancy_model.hpp"
#include "ui/panels/panel.hpp"
#include "ui/view/view_cache.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::occupancy {

class OccupancyPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view id() const override { return "occupancy"; }
  [[nodiscard]] std::string_view title() const override { return tr("Occupancy"); }
  [[nodiscard]] std::string_view help() const override;
  [[nodiscard]] std::string_view neighbour() const override { return "counters"; }
  std::string subtitle(const Frame& frame) override;
  std::string note(const Frame& frame) override;
  void draw_content(Frame& frame) override;

 private:
  const std::optional<OccupancyModel>& model(const Frame& frame);
  void draw_grid(Frame& frame);

  view::ViewCache<OccupancyModel> cache_;
  view::ViewCache<figures::RefillModel> refill_cache_;
};

}  // namespace lanescope::ui::panels::occupancy
