#pragma once

#include "ui/figures/findings/findings_model.hpp"
#include "ui/panels/panel.hpp"
#include "ui/view/view_cache.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::findings {

class FindingsPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view id() const override { return "findings"; }
  [[nodiscard]] std::string_view title() const override { return tr("Findings"); }
  [[nodiscard]] std::string_view help() const override;
  [[nodiscard]] std::string_view neighbour() const override { return "occupancy"; }
  std::string note(const Frame& frame) override;
  void draw_content(Frame& frame) override;

 private:
  const std::optional<figures::findings::FindingsModel>& model(const Frame& frame);
  view::ViewCache<figures::findings::FindingsModel> cache_;
};

}  // namespace lanescope::ui::panels::findings
