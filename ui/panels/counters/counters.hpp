#pragma once

#include "ui/panels/counters/counters_model.hpp"
#include "ui/panels/panel.hpp"
#include "ui/view/view_cache.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::counters {

class CountersPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view id() const override { return "counters"; }
  [[nodiscard]] std::string_view title() const override { return tr("Counters"); }
  [[nodiscard]] std::string_view help() const override;
  [[nodiscard]] std::string_view neighbour() const override { return {}; }
  std::string subtitle(const Frame& frame) override;
  std::string note(const Frame& frame) override;
  void draw_content(Frame& frame) override;

 private:
  const std::optional<CountersModel>& model(const Frame& frame);
  view::ViewCache<CountersModel> cache_;
};

}  // namespace lanescope::ui::panels::counters
