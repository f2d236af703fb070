#pragma once

#include "ui/figures/arrays_model.hpp"
#include "ui/figures/phase_cache.hpp"
#include "ui/panels/arrays/flow_part.hpp"
#include "ui/panels/panel.hpp"
#include "ui/view/view_cache.hpp"
#include "ui/widgets/phase_figure.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::arrays {

class ArraysPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view id() const override { return "arrays"; }
  [[nodiscard]] std::string_view title() const override { return tr("Arrays"); }
  [[nodiscard]] std::string_view help() const override;
  [[nodiscard]] std::string_view neighbour() const override { return {}; }
  [[nodiscard]] float enough_height(const Frame& frame, float width) override;
  [[nodiscard]] bool is_waiting() const override {
    return picture_.is_waiting() || flow_.is_waiting();
  }
  std::string subtitle(const Frame& frame) override;
  std::string note(const Frame& frame) override;
  void draw_content(Frame& frame) override;

 private:
  const figures::ArrayChoice& choice(const session::Session& session);
  void draw_choice(Frame& frame, const view::ArrayInfo& array);
  void draw_cells(Frame& frame, const view::ArrayInfo& array);
  void draw_phases(Frame& frame, const view::ArrayInfo& array);
  // What is drawn: the one asked for, and where nothing flows inside the array, what does between.
  enum class Shows : std::uint8_t { Values, Phases, Flow };
  [[nodiscard]] Shows shows(const session::Session& session, const view::ArrayInfo& array);

  view::ViewCache<figures::ArraysModel> cells_;
  // Kept while run and launch stay.
  figures::ArrayChoice choice_;
  std::uint64_t choice_key_ = 0;
  figures::PhaseCache picture_;
  FlowPanelPart flow_;
  widgets::PhaseView view_;
  std::uint64_t viewed_ = 0;  // the picture that `view_` is of
};

}  // namespace lanescope::ui::panels::arrays
