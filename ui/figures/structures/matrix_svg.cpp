#include <algorithm>

#include <fmt/format.h>

#include "ui/figures/structures/matrix_model.hpp"
#include "ui/figures/svg_text.hpp"

namespace lanescope::ui::figures::structures {
namespace {

constexpr double kSide = 480.0, kEdge = 24.0, kGap = 8.0, kThick = 10.0, kFont = 12.0;

class Drawing {
 public:
  Drawing(const MatrixScene& scene, const MatrixModel& model, bool dark)
      : scene_(scene), model_(model), style_(style::make_style({dark, false, true, 1.0F})) {
    cell_ = kSide / std::max({scene.rows, scene.columns, 1U});
  }

  [[nodiscard]] std::string text() {
    const double width = 2 * kEdge + kSide + kGap + kThick;
    const double height = 2 * kEdge + kSide + kGap + kThick + kFont * 3;
    out_ = svg_begin(width, height, kFont, style_[style::Role::Panel]);
    const style::Rgba ground = style_[style::Role::Inactive];
    box(kEdge, top(), cell_ * scene_.columns, cell_ * scene_.rows, ground);
    for (std::size_t i = 0; i < scene_.arrays.size(); ++i) draw_array(i);
    for (const MatrixLit& lit : model_.lit)
      if (!scene_.stores[lit.store].filler[lit.element])
        element(lit.store, lit.element, style_[style::Role::Active]);
    out_ +=
        fmt::format("<text x=\"{:g}\" y=\"{:g}\" fill=\"{}\">{}</text>\n", kEdge, height - kEdge,
                    svg_colour(ink(style::Role::Text)), svg_escaped(model_.sentence));
    return out_ + "</svg>\n";
  }

 private:
  [[nodiscard]] static double top() { return kEdge + kThick + kGap; }
  [[nodiscard]] style::Rgba ink(style::Role role) const {
    return style_.ink_colour[static_cast<int>(role)];
  }
  void box(double x, double y, double width, double height, style::Rgba colour) {
    out_ += fmt::format(
        "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"{}\"/>\n", x, y,
        width, height, svg_colour(colour));
  }
  void element(std::size_t store, std::uint32_t e, style::Rgba colour) {
    const double inset = cell_ * 0.08;
    box(kEdge + scene_.stores[store].column[e] * cell_ + inset,
        top() + scene_.stores[store].row[e] * cell_ + inset, cell_ - 2 * inset, cell_ - 2 * inset,
        colour);
  }
  void draw_array(std::size_t number) {
    const MatrixArray& array = scene_.arrays[number];
    if (array.part == MatrixPart::Value) {
      const style::Rgba stored =
          svg_blend(style_[style::Role::Active], style_[style::Role::Inactive], 0.5F);
      for (std::uint32_t e = 0; e < scene_.stores[array.store].elements; ++e)
        if (!scene_.stores[array.store].filler[e]) element(array.store, e, stored);
    }
    const bool x = array.part == MatrixPart::X;
    if (!x && array.part != MatrixPart::Y) return;
    const double right = kEdge + cell_ * scene_.columns + kGap;
    if (x)
      box(kEdge, kEdge, cell_ * scene_.columns, kThick, style_[style::Role::Inactive]);
    else
      box(right, top(), kThick, cell_ * scene_.rows, style_[style::Role::Inactive]);
    for (const auto& [index, role] : model_.touched[number])
      box(x ? kEdge + index * cell_ : right, x ? kEdge : top() + index * cell_, x ? cell_ : kThick,
          x ? kThick : cell_, style_[role]);
  }

  const MatrixScene& scene_;
  const MatrixModel& model_;
  style::Style style_;
  double cell_ = 1.0;
  std::string out_;
};

}  // namespace

Result<std::string> matrix_svg(const session::Session& session, bool dark) {
  const Result<MatrixScene> scene = matrix_scene(session);
  if (!scene) return scene.error();
  const MatrixModel model = matrix_model(session, *scene);
  return Drawing(*scene, model, dark).text();
}

}  // namespace lanescope::ui::figures::structures
