#pragma once

#include "ui/figures/structures/matrix_model.hpp"
#include "ui/panels/panel.hpp"
#include "ui/view/view_cache.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::matrix {

class MatrixPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view id() const override { return "matrix"; }
  [[nodiscard]] std::string_view title() const override { return tr("Matrix"); }
  [[nodiscard]] std::string_view help() const override;
  [[nodiscard]] std::string_view neighbour() const override { return "graph"; }
  [[nodiscard]] bool suits(const session::Session& session) const override {
    return session.rung() != nullptr && !session.rung()->matrix.empty();
  }
  std::string subtitle(const Frame& frame) override;
  std::string note(const Frame& frame) override;
  void draw_content(Frame& frame) override;

 private:
  const Result<figures::structures::MatrixScene>& scene(const session::Session& session);

  // Kept while run and launch stay.
  std::optional<Result<figures::structures::MatrixScene>> scene_;
  std::uint64_t scene_key_ = 0;
  view::ViewCache<figures::structures::MatrixModel> model_;
};

}  // namespace lanescope::ui::panels::matrix
