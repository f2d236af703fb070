#include "ui/figures/network/network_picture.hpp"

#include <algorithm>
#include <utility>

namespace lanescope::ui::figures::network {
namespace {

constexpr float kToldApart = 3.0F;  // wires

struct Look {
  style::Role role = style::Role::Active;
  float width = 1.6F, opacity = 1.0F;
  friend bool operator==(const Look&, const Look&) = default;
};
Look look_of(Progress progress) {
  switch (progress) {
    case Progress::Done:
      return {style::Role::Active, 1.5F, 0.9F};
    case Progress::Now:
      return {style::Role::Store, 1.9F, 1.0F};
    case Progress::Later:
      break;
  }
  return {style::Role::TextSecondary, 1.3F, 0.55F};
}

class Drawing {
 public:
  Drawing(const NetworkScene& scene, const NetworkModel& model, const NetworkRoom& room,
          NetworkPicture& picture)
      : scene_(scene), model_(model), scale_(room.scale), picture_(picture), at_(picture.layout) {}

  void draw() {
    draw_wires();
    for (std::uint32_t c = 0; c < scene_.network.columns.size(); ++c) draw_column(c);
    if (model_.chosen) draw_chosen(*model_.chosen);
  }

 private:
  void draw_wires() {
    const float end = at_.right;
    if (at_.pitch < kToldApart * scale_) {
      picture_.boxes.push_back(
          {{at_.left, at_.top}, {end, at_.bottom}, style::Role::Inactive, 0.5F});
    } else {
      for (std::uint32_t wire = 0; wire < scene_.wires(); ++wire)
        picture_.strokes.push_back({{at_.left, at_.wire(wire)},
                                    {end, at_.wire(wire)},
                                    style::Role::Line,
                                    std::max(1.0F, scale_)});
    }
    if (model_.wire)
      picture_.strokes.push_back({{at_.left, at_.wire(*model_.wire)},
                                  {end, at_.wire(*model_.wire)},
                                  style::Role::Selected,
                                  1.2F * scale_,
                                  0.8F});
  }

  [[nodiscard]] float x_of(std::uint32_t column, std::uint32_t slot) const {
    return at_.column[column] + static_cast<float>(slot) * at_.lane;
  }
  [[nodiscard]] style::Role end_role(std::uint32_t one, const Look& look) const {
    const bool marked = model_.counted && scene_.network.comparators[one].split;
    return marked && model_.progress[one] != Progress::Later ? style::Role::Divergence : look.role;
  }
  // Ends that are too close together to be seen are left out, and so are the gaps of a lane.
  void draw_column(std::uint32_t column) {
    const analysis::NetworkColumn& of = scene_.network.columns[column];
    std::vector<std::vector<std::uint32_t>> slots(std::min(scene_.lanes[column], at_.most_lanes));
    for (std::uint32_t one = of.begin; one < of.end; ++one)
      if (const auto slot = at_.slot(scene_.lanes[column], scene_.lane[one]))
        slots[*slot].push_back(one);
    for (std::uint32_t slot = 0; slot < slots.size(); ++slot)
      draw_lane(slots[slot], x_of(column, slot));
  }
  void draw_lane(const std::vector<std::uint32_t>& ones, float x) {
    constexpr float kSeen = 9.0F, kGap = 1.5F;
    std::optional<std::pair<NetworkStroke, Look>> run;
    for (const std::uint32_t one : ones) {
      const analysis::Comparator& comparator = scene_.network.comparators[one];
      const float from = at_.wire(comparator.first), to = at_.wire(comparator.second);
      const Look look = look_of(model_.progress[one]);
      if (to - from >= kSeen * scale_) {
        draw_comparator(one, x, look);
        continue;
      }
      if (run && run->second == look && from - run->first.to.y < kGap * scale_ + at_.pitch) {
        run->first.to.y = to;
        continue;
      }
      if (run) picture_.strokes.push_back(run->first);
      run.emplace(NetworkStroke{{x, from}, {x, to}, look.role, thin(look.width), look.opacity},
                  look);
    }
    if (run) picture_.strokes.push_back(run->first);
  }
  // No wider than the room beside it.
  [[nodiscard]] float thin(float width) const {
    return std::min(width * scale_, std::max(at_.lane * 0.4F, 1.0F));
  }
  void draw_comparator(std::uint32_t one, float x, const Look& look) {
    const analysis::Comparator& comparator = scene_.network.comparators[one];
    const NetworkSpot from{x, at_.wire(comparator.first)}, to{x, at_.wire(comparator.second)};
    const float length = to.y - from.y;
    const float radius =
        std::min({2.4F * scale_, at_.lane * 0.34F, length * 0.3F, at_.pitch * 0.3F + 0.6F});
    const float size = std::min({5.0F * scale_, std::max(at_.lane * 0.62F, 2.2F * scale_),
                                 length * 0.55F, std::max(at_.pitch * 0.5F, 2.6F * scale_)});
    picture_.strokes.push_back({from, to, look.role, thin(look.width), look.opacity});
    const style::Role ends = end_role(one, look);
    const Larger larger = model_.told ? scene_.larger[one] : Larger::Unknown;
    for (const bool second : {false, true}) {
      const NetworkSpot& end = second ? to : from;
      if (larger == (second ? Larger::Second : Larger::First))
        picture_.arrows.push_back({end, size, second, look.role, look.opacity});
      else if (radius >= 0.8F && at_.pitch >= kToldApart * scale_)
        picture_.dots.push_back({end, radius, ends, look.opacity});
    }
  }
  void draw_chosen(std::uint32_t one) {
    const std::uint32_t column = scene_.network.comparators[one].column;
    const std::uint32_t slot = at_.nearest_slot(scene_.lanes[column], scene_.lane[one]);
    const analysis::Comparator& comparator = scene_.network.comparators[one];
    const float x = x_of(column, slot);
    const NetworkSpot from{x, at_.wire(comparator.first)}, to{x, at_.wire(comparator.second)};
    const float size = std::clamp((to.y - from.y) * 0.6F, 3.0F * scale_, 7.0F * scale_);
    picture_.strokes.push_back({from, to, style::Role::Selected, 3.0F * scale_});
    const Larger larger = model_.told ? scene_.larger[one] : Larger::Unknown;
    for (const bool second : {false, true}) {
      const NetworkSpot& end = second ? to : from;
      if (larger == (second ? Larger::Second : Larger::First))
        picture_.arrows.push_back({end, size, second, style::Role::Selected});
      else
        picture_.dots.push_back({end, 3.2F * scale_, style::Role::Selected});
    }
  }

  const NetworkScene& scene_;
  const NetworkModel& model_;
  float scale_;
  NetworkPicture& picture_;
  const NetworkLayout& at_;
};

}  // namespace

NetworkPicture network_picture(const NetworkScene& scene, const NetworkModel& model,
                               const NetworkRoom& room) {
  NetworkPicture picture;
  picture.layout = network_layout(scene, model, room);
  Drawing(scene, model, room, picture).draw();
  add_rows(scene, model, room, picture);
  return picture;
}

}  // namespace lanescope::ui::figures::network
