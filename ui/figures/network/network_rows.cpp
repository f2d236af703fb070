// What is written beside, in and below the network: numbers of wires, values, distances, stages.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "ui/figures/network/network_picture.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::network {
namespace {

constexpr float kSign = 0.62F;  // width of a letter, by its size

class Rows {
 public:
  Rows(const NetworkScene& scene, const NetworkModel& model, const NetworkRoom& room,
       NetworkPicture& picture)
      : scene_(scene),
        model_(model),
        scale_(room.scale),
        width_(room.width),
        picture_(picture),
        at_(picture.layout) {}

  void draw() {
    draw_numbers();
    draw_values();
    draw_distances();
    if (at_.stages > 0.0F) draw_stages();
  }

 private:
  void draw_numbers() {
    for (std::uint32_t wire = 0; wire < scene_.wires(); wire += at_.every) {
      NetworkLabel label;
      const float y = at_.wire(wire), half = at_.text * 0.6F;
      label.from = {0.0F, std::max(y - half, 0.0F)};
      label.to = {at_.left - 5.0F * scale_, std::max(y - half, 0.0F) + 2.0F * half};
      label.text = fmt::format("{}", wire);
      label.align = 1.0F;
      label.size = at_.text;
      label.number = true;
      if (model_.wire == wire) label.ink = style::Role::Text;
      picture_.labels.push_back(std::move(label));
    }
  }
  // In front of the column that comes next, on a ground that parts the wires.
  void draw_values() {
    if (at_.values_width <= 0.0F) return;
    const float left = at_.values_at, right = left + at_.values_width;
    picture_.boxes.push_back({{left, at_.top}, {right, at_.bottom}, style::Role::Inactive, 0.6F});
    const auto now = [&](std::uint32_t wire) {
      if (!model_.chosen) return false;
      const analysis::Comparator& one = scene_.network.comparators[*model_.chosen];
      return one.first == wire || one.second == wire;
    };
    for (std::uint32_t wire = 0; wire < scene_.wires(); ++wire) {
      NetworkLabel label;
      const float half = std::max(at_.pitch * 0.5F, at_.values_text * 0.55F);
      label.from = {left, at_.wire(wire) - half};
      label.to = {right - 0.4F * at_.values_text, at_.wire(wire) + half};
      label.text = model_.values[wire];
      label.align = 1.0F;
      label.ink = now(wire) || !model_.chosen ? style::Role::Text : style::Role::TextSecondary;
      label.size = at_.values_text;
      label.number = true;
      picture_.labels.push_back(std::move(label));
    }
  }

  void draw_row_name(float y, const char* words) {
    if (at_.left < at_.text * 8.0F * kSign) return;
    NetworkLabel label;
    label.from = {0.0F, y};
    label.to = {at_.left, y + at_.text * 1.3F};
    label.text = words;
    label.align = 0.0F;
    label.size = at_.text;
    picture_.labels.push_back(std::move(label));
  }
  // The current column's always, the others where they have room beside each other.
  void draw_distances() {
    draw_row_name(at_.distances, tr("distance"));
    std::vector<std::pair<float, float>> taken;
    if (model_.column) draw_distance(*model_.column, taken);
    for (std::uint32_t c = 0; c < scene_.network.columns.size(); ++c)
      if (c != model_.column) draw_distance(c, taken);
  }
  void draw_distance(std::uint32_t column, std::vector<std::pair<float, float>>& taken) {
    const analysis::NetworkColumn& of = scene_.network.columns[column];
    NetworkLabel label;
    label.text = distance_words(of);
    const float half = (static_cast<float>(label.text.size()) * kSign * at_.text) * 0.5F + 1.5F;
    const float middle = std::clamp(at_.column[column] + at_.width_of(scene_.lanes[column]) * 0.5F,
                                    std::min(half, width_ - half), width_ - half - 1.0F);
    const float apart = at_.text * 0.25F;
    for (const auto& [from, to] : taken)
      if (middle - half < to + apart && middle + half > from - apart) return;
    taken.emplace_back(middle - half, middle + half);
    label.from = {middle - half, at_.distances};
    label.to = {middle + half, at_.distances + at_.text * 1.3F};
    label.ink = column == model_.column          ? style::Role::Store
                : model_.counted && of.split > 0 ? style::Role::Divergence
                                                 : style::Role::TextSecondary;
    label.size = at_.text;
    picture_.labels.push_back(std::move(label));
  }
  void draw_stages() {
    draw_row_name(at_.stages, tr("stage"));
    const auto& columns = scene_.network.columns;
    float last = 0.0F;
    for (std::uint32_t first = 0; first < columns.size();) {
      std::uint32_t behind = first;
      while (behind < columns.size() && columns[behind].stage == columns[first].stage) ++behind;
      const float from = at_.column[first] - at_.lane * 0.4F;
      const float to =
          at_.column[behind - 1] + at_.width_of(scene_.lanes[behind - 1]) + at_.lane * 0.4F;
      picture_.strokes.push_back(
          {{from, at_.stages}, {to, at_.stages}, style::Role::TextSecondary, scale_, 0.7F});
      NetworkLabel label;
      label.text = fmt::format("{}", columns[first].stage + 1);
      const float half = static_cast<float>(label.text.size()) * kSign * at_.text * 0.5F + 1.5F;
      const float middle = std::min((from + to) * 0.5F, width_ - half - 1.0F);
      if (middle - half >= last) {
        label.from = {middle - half, at_.stages + 1.0F};
        label.to = {middle + half, at_.stages + 1.0F + at_.text * 1.3F};
        label.size = at_.text;
        last = middle + half + at_.text * 0.25F;
        picture_.labels.push_back(std::move(label));
      }
      first = behind;
    }
  }

  const NetworkScene& scene_;
  const NetworkModel& model_;
  float scale_, width_;
  NetworkPicture& picture_;
  const NetworkLayout& at_;
};

}  // namespace

void add_rows(const NetworkScene& scene, const NetworkModel& model, const NetworkRoom& room,
              NetworkPicture& picture) {
  Rows(scene, model, room, picture).draw();
}

}  // namespace lanescope::ui::figures::network
