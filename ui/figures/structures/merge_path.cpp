#include <algorithm>
#include <cmath>
#include <tuple>

#include "ui/figures/structures/merge_picture.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::structures {
namespace {

constexpr float kSign = 0.58F;  // width of a letter, by its size
constexpr float kNear = 1.5F;   // pixels that are not told apart

// How a step of the path is drawn.
struct StepLook {
  style::Role role = style::Role::TextSecondary;
  float width = 1.5F, opacity = 0.55F;
  bool shown = true;
  friend bool operator==(const StepLook&, const StepLook&) = default;
};

class Path {
 public:
  Path(const MergeScene& scene, const MergeModel& model, float scale, MergePicture& picture)
      : scene_(scene), model_(model), scale_(scale), picture_(picture), at_(picture.layout) {}

  void draw() {
    if (scene_.told_apart) draw_diagonals();
    draw_chosen();
    draw_steps();
    draw_now();
    if (scene_.co_ranks) draw_points();
    if (scene_.told_apart && !scene_.co_ranks) draw_beginnings();
    if (scene_.told_apart) draw_names();
    draw_diagonal_name();
  }

 private:
  [[nodiscard]] MergeSpot point(std::uint32_t k) const { return point_of(scene_, at_, k); }
  [[nodiscard]] bool written(std::uint32_t k) const {
    return model_.owner[k] != MergeModel::kNobody;
  }
  [[nodiscard]] bool cells_are_seen() const { return std::min(at_.across, at_.down) >= 6.0F; }

  [[nodiscard]] StepLook look_of(std::uint32_t k) const {
    const bool by_points = scene_.co_ranks && cells_are_seen();
    if (!written(k) || by_points) return {.shown = model_.rest};
    if (model_.wrong[k]) return {style::Role::Error, 3.0F, 1.0F, model_.rest};
    return {merge_role(model_.owner[k]), 3.0F, 1.0F};
  }
  // A polyline over places [first, last), without points that lie too close together to be seen.
  [[nodiscard]] MergeStroke stroke(std::uint32_t first, std::uint32_t last,
                                   const StepLook& look) const {
    MergeStroke out{{point(first)}, look.role, look.width * scale_, look.opacity};
    for (std::uint32_t k = first + 1; k < last; ++k) {
      const bool straight = scene_.down(k) == scene_.down(k - 1);
      const MergeSpot now = point(k), before = out.way.back();
      if (!straight && std::hypot(now.x - before.x, now.y - before.y) >= kNear)
        out.way.push_back(now);
    }
    out.way.push_back(point(last));
    return out;
  }
  // Turns of colour that are too close together to be seen are one, but for what is wrong.
  [[nodiscard]] bool goes_on(std::uint32_t from, std::uint32_t k, const StepLook& look) const {
    const StepLook next = look_of(k);
    if (next == look) return true;
    if (next.role == style::Role::Error || look.role == style::Role::Error) return false;
    const MergeSpot a = point(from), b = point(k);
    return b.x - a.x + b.y - a.y < kNear && next.shown == look.shown;
  }
  void draw_steps() {
    for (std::uint32_t k = 0; k < scene_.places();) {
      const StepLook look = look_of(k);
      const std::uint32_t from = k++;
      while (k < scene_.places() && goes_on(from, k, look)) ++k;
      if (look.shown) picture_.strokes.push_back(stroke(from, k, look));
    }
  }
  // The selected thread's own piece: a broad band behind the path.
  void draw_chosen() {
    if (!model_.chosen || scene_.co_ranks) return;
    picture_.strokes.push_back(
        stroke(model_.chosen->first, model_.chosen->last, {style::Role::Selected, 9.0F, 0.45F}));
  }
  void draw_now() {
    if (scene_.co_ranks) return;
    for (const std::uint32_t k : model_.now) {
      const bool wrong = model_.wrong[k];
      if (wrong && !model_.rest) continue;
      const style::Role role = wrong ? style::Role::Error : style::Role::Store;
      picture_.strokes.push_back(stroke(k, k + 1, {role, 4.5F, 1.0F}));
      picture_.dots.push_back({point(k + 1), 3.0F * scale_, role});
    }
  }
  // What stands in each place of an array of co-ranks, as a point of its diagonal.
  void draw_points() {
    if (!cells_are_seen()) return;
    for (std::uint32_t k = 0; k < scene_.places(); ++k) {
      const auto& rank = model_.points[k];
      if (!rank && written(k) && model_.rest)  // what stands there is no point: where one would be
        picture_.dots.push_back({point(k), 3.5F * scale_, style::Role::Error, true});
      if (!rank) continue;
      const MergeSpot spot{at_.left + static_cast<float>(k - *rank) * at_.across,
                           at_.top + static_cast<float>(*rank) * at_.down};
      const bool now = std::ranges::find(model_.now, k) != model_.now.end();
      const style::Role role = model_.wrong[k] ? style::Role::Error
                               : now           ? style::Role::Store
                                               : merge_role(model_.owner[k]);
      picture_.dots.push_back({spot, (now ? 4.5F : 3.5F) * scale_, role, model_.wrong[k]});
    }
  }
  void draw_beginnings() {
    const float apart = 9.0F * scale_;
    MergeSpot last{-apart, -apart};
    const auto dot = [&](std::uint32_t place, bool shown) {
      const MergeSpot at = point(place);
      if (!shown || at.x - last.x + at.y - last.y < apart) return;
      picture_.dots.push_back({at, 3.2F * scale_, style::Role::Text});
      last = at;
    };
    for (const MergePiece& piece : scene_.pieces)
      dot(piece.first, model_.rest || written(piece.first));
    dot(scene_.places(), model_.rest || written(scene_.places() - 1));
  }

  // i + j = k, from the upper or right edge to the lower or left one.
  [[nodiscard]] std::pair<MergeSpot, MergeSpot> ends(std::uint32_t k) const {
    const auto at = [&](std::uint32_t i) {
      return MergeSpot{at_.left + static_cast<float>(k - i) * at_.across,
                       at_.top + static_cast<float>(i) * at_.down};
    };
    return {at(k > at_.columns ? k - at_.columns : 0), at(std::min(k, at_.rows))};
  }
  void draw_diagonals() {
    const float apart = 9.0F * scale_;
    float last = -apart;
    for (const MergePiece& piece : scene_.pieces) {
      const float here = static_cast<float>(piece.first) * std::min(at_.across, at_.down);
      if (piece.first == 0 || here - last < apart) continue;
      last = here;
      const auto [from, to] = ends(piece.first);
      picture_.strokes.push_back({{from, to}, style::Role::Waiting, 1.0F * scale_, 0.6F, true});
    }
  }
  // "k = 6", at the upper or right end.
  void draw_diagonal_name() {
    if (!model_.diagonal || *model_.diagonal > scene_.places()) return;
    const auto [from, to] = ends(*model_.diagonal);
    picture_.strokes.push_back({{from, to}, style::Role::Waiting, 1.6F * scale_, 1.0F, true});
    const std::string words = say("k = {}", *model_.diagonal);
    const float size = at_.lane / 1.35F;
    const float half = (static_cast<float>(words.size()) * kSign * size) * 0.5F + 2.0F;
    const bool above = *model_.diagonal <= at_.columns;
    MergeLabel label;
    label.text = words;
    label.ink = style::Role::Waiting;
    if (above) {
      const float x = std::max(from.x, half);
      label.from = {x - half, at_.header};
      label.to = {x + half, at_.top - 1.0F};
    } else {
      label.from = {from.x + 4.0F * scale_, from.y - at_.lane * 0.5F};
      label.to = {from.x + at_.lane * 2.6F, from.y + at_.lane * 0.5F};
      label.align = 0.0F;
    }
    picture_.labels.push_back(std::move(label));
  }
  // Above the middle of each piece that is long enough, at its right: no path runs there.
  void draw_names() {
    const float size = at_.lane / 1.35F;
    MergeSpot last_from, last_to;
    for (const MergePiece& piece : scene_.pieces) {
      const std::uint32_t middle = piece.first + (piece.last - piece.first) / 2;
      if (!model_.rest && !(written(piece.first) && written(piece.last - 1))) continue;
      if (scene_.co_ranks && !model_.rest) continue;
      const MergeSpot a = point(piece.first), b = point(piece.last), at = point(middle);
      if (b.x - a.x + b.y - a.y < size * 3.0F) continue;
      const std::string words = merge_owner_words(scene_, piece.owner);
      const float width = static_cast<float>(words.size()) * kSign * size + 4.0F;
      const MergeSpot from{at.x + 5.0F * scale_, at.y - size * 1.5F};
      const MergeSpot to{from.x + width, from.y + size * 1.3F};
      const bool covers = from.x < last_to.x && from.y < last_to.y && to.y > last_from.y;
      if (to.x > at_.right() + at_.lane * 2.0F || from.y < at_.top - size * 0.7F || covers)
        continue;
      std::tie(last_from, last_to) = std::pair(from, to);
      MergeLabel label;
      label.from = from;
      label.to = to;
      label.text = words;
      label.align = 0.0F;
      const bool done = written(piece.first) && written(piece.last - 1);
      label.ink = done ? merge_role(piece.owner) : style::Role::TextSecondary;
      picture_.labels.push_back(std::move(label));
    }
  }

  const MergeScene& scene_;
  const MergeModel& model_;
  float scale_;
  MergePicture& picture_;
  const MergeLayout& at_;
};

}  // namespace

void add_path(const MergeScene& scene, const MergeModel& model, float scale,
              MergePicture& picture) {
  Path(scene, model, scale, picture).draw();
}

}  // namespace lanescope::ui::figures::structures
