#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "ui/figures/arrays_model.hpp"
#include "ui/figures/phase_cache.hpp"
#include "ui/panels/compare/compare_model.hpp"
#include "ui/panels/panel.hpp"
#include "ui/widgets/phase_figure.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::compare {

class ComparePanel final : public Panel {
 public:
  [[nodiscard]] std::string_view id() const override { return "compare"; }
  [[nodiscard]] std::string_view title() const override { return tr("Compare"); }
  [[nodiscard]] std::string_view help() const override;
  [[nodiscard]] std::string_view neighbour() const override { return "counters"; }
  std::string subtitle(const Frame& frame) override;
  std::string note(const Frame& frame) override;
  std::string note_command(const Frame& frame) override;
  void draw_content(Frame& frame) override;

 private:
  // One side's phase picture, kept while its run stays.
  struct Phases {
    figures::PhaseCache picture;
    widgets::PhaseView view;
    std::uint64_t viewed = 0;
    figures::ArrayChoice choice;
    std::uint64_t choice_key = 0;
  };
  const std::optional<CompareModel>& model(const session::Session& session);
  void draw_side(Frame& frame, const CompareSide& side, float width, float room);
  void draw_phases(Frame& frame, const CompareSide& side, float height);
  void draw_sides(Frame& frame, const CompareModel& model);

  std::optional<CompareModel> model_;
  std::uint64_t key_ = 0;
  std::array<Phases, 2> phases_;
};

}  // namespace lanescope::ui::panels::compare
