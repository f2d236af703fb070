#pragma once

#include <optional>
#include <string>

#include <imgui.h>

#include "ui/figures/structures/matrix_model.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::panels::matrix {

// The matrix with x above it, a number a column, and y at its right, a number a row.
struct MatrixFigure {
  const figures::structures::MatrixScene& scene;
  const figures::structures::MatrixModel& model;
  ImVec2 origin;
  float cell = 0.0F;
  float label = 0.0F, gap = 0.0F, thick = 0.0F;  // words; to x and y; of x and y

  void fit(const style::Style& style, float width, float height);
  [[nodiscard]] float left() const { return origin.x + label; }
  [[nodiscard]] float top() const { return origin.y + thick + gap; }
  [[nodiscard]] float right() const { return left() + cell * static_cast<float>(scene.columns); }
  [[nodiscard]] float bottom() const { return top() + cell * static_cast<float>(scene.rows); }
  [[nodiscard]] float width() const { return right() + gap + thick + label - origin.x; }
  [[nodiscard]] float height() const { return bottom() - origin.y; }
};
void draw_matrix_figure(const style::Style& style, const MatrixFigure& figure);

struct MatrixUnder {
  std::string words;
  std::optional<view::ElementRef> element;
};
[[nodiscard]] std::optional<MatrixUnder> under_pointer(const MatrixFigure& figure, ImVec2 pointer);

}  // namespace lanescope::ui::panels::matrix
