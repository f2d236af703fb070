#pragma once

#include "ui/figures/grid_model.hpp"
#include "ui/figures/warps_model.hpp"
#include "ui/panels/panel.hpp"
#include "ui/view/view_cache.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::warps {

class WarpsPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view id() const override { return "warps"; }
  [[nodiscard]] std::string_view title() const override { return tr("Warps"); }
  [[nodiscard]] std::string_view help() const override;
  [[nodiscard]] std::string_view neighbour() const override { return {}; }
  [[nodiscard]] float enough_height(const Frame& frame, float width) override;
  std::string subtitle(const Frame& frame) override;
  std::string note(const Frame& frame) override;
  std::string brief_note(const Frame& frame) override;
  std::string note_command(const Frame&) override { return "grid-view"; }
  void draw_content(Frame& frame) override;

 private:
  const std::optional<figures::WarpsModel>& model(const Frame& frame);
  const std::optional<figures::GridModel>& grid(const Frame& frame);
  void draw_whole_grid(Frame& frame);

  view::ViewCache<figures::WarpsModel> cache_;
  view::ViewCache<figures::GridModel> grid_cache_;
  std::uint64_t parts_key_ = 0;   // of the run
  bool values_left_out_ = false;  // in the last frame: cells had no room for them
  bool parts_ = false;            // a branch of it parts lanes
};

}  // namespace lanescope::ui::panels::warps
