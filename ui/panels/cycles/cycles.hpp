#pragma once

#include <optional>

#include "ui/figures/cycles/cycles_picture.hpp"
#include "ui/panels/panel.hpp"
#include "ui/view/view_cache.hpp"
#include "ui/widgets/cycle_figure.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::cycles {

class CyclesPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view id() const override { return "cycles"; }
  [[nodiscard]] std::string_view title() const override { return tr("Cycles"); }
  [[nodiscard]] std::string_view help() const override;
  [[nodiscard]] std::string_view neighbour() const override { return "timeline"; }
  [[nodiscard]] float enough_height(const Frame& frame, float width) override;
  [[nodiscard]] bool is_waiting() const override { return index_.is_being_made(); }
  std::string subtitle(const Frame& frame) override;
  std::string note(const Frame& frame) override;
  std::string brief_note(const Frame& frame) override;
  void draw_content(Frame& frame) override;

 private:
  struct Drawn {
    figures::cycles::CyclesModel model;
    figures::cycles::CyclesPicture picture;
  };
  const std::optional<Drawn>& drawn(const Frame& frame, const figures::cycles::HistoryIndex& index,
                                    float width, float height);
  void draw_tip(const Frame& frame, const figures::cycles::HistoryIndex& index, const Drawn& shown,
                float x, float y) const;

  figures::cycles::ShownIndex index_;
  widgets::CycleSteering steering_;
  std::size_t rows_ = 0;  // in the last frame
  view::ViewCache<Drawn> cache_;
};

}  // namespace lanescope::ui::panels::cycles
