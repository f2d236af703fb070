#pragma once

#include <optional>

#include "ui/figures/threads/thread_picture.hpp"
#include "ui/panels/panel.hpp"
#include "ui/view/view_cache.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::grid {

class GridPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view id() const override { return "grid"; }
  [[nodiscard]] std::string_view title() const override { return tr("Grid"); }
  [[nodiscard]] std::string_view help() const override;
  [[nodiscard]] std::string_view neighbour() const override { return "arrays"; }
  std::string subtitle(const Frame& frame) override;
  std::string note(const Frame& frame) override;
  std::string brief_note(const Frame& frame) override;
  void draw_content(Frame& frame) override;

 private:
  const figures::threads::ThreadFormulas& formulas(const session::Session& session);

  // Kept while run and launch stay.
  std::optional<figures::threads::ThreadFormulas> formulas_;
  std::uint64_t formulas_key_ = 0;
  std::optional<figures::threads::ThreadRef> pointed_;  // under the mouse in the frame before
  view::ViewCache<figures::threads::ThreadPicture> picture_;
};

}  // namespace lanescope::ui::panels::grid
