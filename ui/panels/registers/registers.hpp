#pragma once

#include "ui/panels/panel.hpp"
#include "ui/panels/registers/registers_model.hpp"
#include "ui/view/view_cache.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::registers {

class RegistersPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view id() const override { return "registers"; }
  [[nodiscard]] std::string_view title() const override { return tr("Registers"); }
  [[nodiscard]] std::string_view help() const override;
  [[nodiscard]] std::string_view neighbour() const override { return "warps"; }
  std::string subtitle(const Frame& frame) override;
  std::string note(const Frame& frame) override;
  void draw_content(Frame& frame) override;

 private:
  const std::optional<RegistersModel>& model(const Frame& frame);
  view::ViewCache<RegistersModel> cache_;
  std::string typed_;  // into the line of what is to be watched
};

}  // namespace lanescope::ui::panels::registers
