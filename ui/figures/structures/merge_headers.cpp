#include <algorithm>

#include "ui/figures/structures/merge_picture.hpp"

namespace lanescope::ui::figures::structures {
namespace {

// The elements of one array beside the grid.
class Header {
 public:
  Header(const MergeScene& scene, const MergeModel& model, MergeSide side, MergePicture& picture)
      : model_(model),
        side_(side),
        values_(side == MergeSide::A ? scene.in_a : scene.in_b),
        touched_(side == MergeSide::A ? model.touched_a : model.touched_b),
        picture_(picture),
        at_(picture.layout) {}

  void draw() {
    if (!numbers()) draw_bar();
    for (std::uint32_t i = 0; i < values_.size() && numbers(); ++i) draw_number(i);
    if (numbers()) return;
    for (const auto& [index, role] : touched_) mark(index, role, 1.0F);
    if (model_.selected && model_.selected->side == side_)
      mark(model_.selected->index, style::Role::Selected, 0.0F);
  }

 private:
  [[nodiscard]] bool numbers() const { return side_ == MergeSide::A ? at_.numbers : at_.lines > 0; }
  // Of an element: in a bar at least so wide that it can be seen.
  [[nodiscard]] std::pair<MergeSpot, MergeSpot> place(std::uint32_t index) const {
    constexpr float kLeast = 2.0F;
    const auto n = static_cast<float>(index);
    if (side_ == MergeSide::A) {
      const float y = at_.top + n * at_.down;
      return {{0.0F, y}, {at_.left - 2.0F, y + std::max(at_.down, kLeast)}};
    }
    const float x = at_.left + n * at_.across;
    if (at_.lines < 2) return {{x, 0.0F}, {x + std::max(at_.across, kLeast), at_.header}};
    // In two lines, by turns: each reaches over half of its neighbours.
    const float line = at_.header / 2.0F, y = index % 2 == 0 ? 0.0F : line;
    const float from = std::max(x - at_.across * 0.5F, 0.0F);
    return {{from, y}, {x + at_.across * 1.5F, y + line}};
  }
  void draw_bar() {
    if (side_ == MergeSide::A)
      picture_.boxes.push_back(
          {{at_.left * 0.5F, at_.top}, {at_.left - 3.0F, at_.bottom()}, style::Role::Inactive});
    else
      picture_.boxes.push_back(
          {{at_.left, at_.header * 0.4F}, {at_.right(), at_.header}, style::Role::Inactive});
  }
  void mark(std::uint32_t index, style::Role role, float fill) {
    auto [from, to] = place(index);
    if (!numbers())
      (side_ == MergeSide::A ? from.x : from.y) =
          side_ == MergeSide::A ? at_.left * 0.5F : at_.header * 0.4F;
    picture_.boxes.push_back({from, to, role, fill});
  }
  void draw_number(std::uint32_t index) {
    auto [from, to] = place(index);
    const auto touched = touched_.find(index);
    MergeLabel label;
    label.from = from;
    label.to = to;
    label.text = merge_number(values_[index]);
    label.number = true;
    label.ink = style::Role::Text;
    if (side_ == MergeSide::A) {
      label.align = 1.0F;
      label.to.x -= at_.text * 0.25F;
    }
    if (touched != touched_.end()) {
      picture_.boxes.push_back(
          {{from.x + 0.5F, from.y + 0.5F}, {to.x - 0.5F, to.y - 0.5F}, touched->second});
      label.ground = touched->second;
    }
    if (model_.selected == MergeElement{side_, index})
      picture_.boxes.push_back({from, to, style::Role::Selected, 0.0F});
    picture_.labels.push_back(std::move(label));
  }

  const MergeModel& model_;
  MergeSide side_;
  const std::vector<double>& values_;
  const std::map<std::uint32_t, style::Role>& touched_;
  MergePicture& picture_;
  const MergeLayout& at_;
};

}  // namespace

void add_headers(const MergeScene& scene, const MergeModel& model, MergePicture& picture) {
  Header(scene, model, MergeSide::B, picture).draw();
  Header(scene, model, MergeSide::A, picture).draw();
  const MergeLayout& at = picture.layout;
  // The names stand in the corner: b at the end of its line, a above its column.
  const float split = std::max(at.header - at.text * 1.3F, 0.0F);
  const auto name = [&](float from, float to, const std::string& words) {
    MergeLabel label;
    label.from = {0.0F, from};
    label.to = {at.left - 4.0F, to};
    label.text = words;
    label.align = 1.0F;
    picture.labels.push_back(std::move(label));
  };
  name(split, split + at.text * 1.3F, scene.b.name);
  name(at.header, at.top, scene.a.name);
}

}  // namespace lanescope::ui::figures::structures
