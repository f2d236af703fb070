#pragma once

#include "ui/figures/stalls/stalls_model.hpp"
#include "ui/panels/panel.hpp"
#include "ui/view/view_cache.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::stalls {

class StallsPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view id() const override { return "stalls"; }
  [[nodiscard]] std::string_view title() const override { return tr("Where time goes"); }
  [[nodiscard]] std::string_view help() const override;
  [[nodiscard]] std::string_view neighbour() const override { return "findings"; }
  std::string note(const Frame& frame) override;
  std::string brief_note(const Frame& frame) override;
  void draw_content(Frame& frame) override;

 private:
  const std::optional<figures::stalls::StallsModel>& model(const Frame& frame);
  view::ViewCache<figures::stalls::StallsModel> cache_;
};

}  // namespace lanescope::ui::panels::stalls
