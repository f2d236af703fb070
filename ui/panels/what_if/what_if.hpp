#pragma once

#include <optional>

#include "ui/panels/panel.hpp"
#include "ui/panels/what_if/what_if_model.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::what_if {

class WhatIfPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view id() const override { return "what-if"; }
  [[nodiscard]] std::string_view title() const override { return tr("What if"); }
  [[nodiscard]] std::string_view help() const override;
  [[nodiscard]] std::string_view neighbour() const override { return "experiment"; }
  std::string subtitle(const Frame&) override { return tr("modelled time"); }
  std::string note(const Frame& frame) override;
  void draw_content(Frame& frame) override;
};

}  // namespace lanescope::ui::panels::what_if
