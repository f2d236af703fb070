#include "ui/figures/structures/merge_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/words/words.hpp"

namespace lanescope::ui::figures::structures {
namespace {

constexpr float kSign = 0.62F;  // width of a digit, by its size
constexpr float kReadable = 9.0F;

float width_of(std::size_t signs, float text) {
  return static_cast<float>(signs) * kSign * text + 2.0F;
}

// A cell's sides: square, or where the grid is long and low, up to four times as long as wide.
void fit_cells(MergeLayout& layout, const MergeRoom& room, float text) {
  constexpr float kLongest = 4.0F;
  const float most = text * 2.4F;
  const float width = std::max(room.width - layout.left - layout.lane * 2.6F, 8.0F);
  const float height = std::max(room.height - layout.top - 2.0F, 8.0F);
  layout.across = std::min(width / static_cast<float>(layout.columns), most);
  layout.down = std::min(height / static_cast<float>(layout.rows), most);
  layout.across = std::min(layout.across, layout.down * kLongest);
  layout.down = std::min(layout.down, layout.across * kLongest);
  if (layout.across > text) layout.across = std::floor(layout.across);
  if (layout.down > text) layout.down = std::floor(layout.down);
}

void place_grid(MergeLayout& layout) {
  layout.header = layout.text * 1.3F * static_cast<float>(std::max(layout.lines, 1));
  layout.top = layout.header + layout.lane;
}

}  // namespace

// From the most words to the fewest; cells shrink where there is more beside them, so that what
// fits is looked for twice.
MergeLayout merge_layout(const MergeScene& scene, const MergeRoom& room) {
  MergeLayout layout;
  layout.columns = static_cast<std::uint32_t>(scene.in_b.size());
  layout.rows = static_cast<std::uint32_t>(scene.in_a.size());
  layout.lane = room.text * 1.35F;
  for (const float text : {room.text, std::max(room.text * 0.8F, kReadable * room.scale)}) {
    for (const int lines : {1, 2}) {
      for (const bool numbers : {true, false}) {
        layout.text = text;
        layout.lines = lines;
        layout.numbers = numbers;
        layout.side = numbers ? std::max(width_of(scene.signs_a, text), text * 1.2F) + text * 0.4F
                              : text * 1.6F;
        layout.left = layout.side;
        place_grid(layout);
        fit_cells(layout, room, room.text);
        const bool above =
            width_of(scene.signs_b, text) <= layout.across * static_cast<float>(lines);
        if (above && (!numbers || layout.down >= text * 1.05F)) return layout;
      }
    }
  }
  layout.text = room.text;
  layout.lines = 0;
  layout.side = layout.left = std::max(width_of(scene.signs_a, room.text), room.text * 1.6F);
  layout.numbers = true;
  place_grid(layout);
  fit_cells(layout, room, room.text);
  if (layout.down >= room.text * 1.05F) return layout;
  layout.numbers = false;
  layout.side = layout.left = room.text * 1.6F;
  fit_cells(layout, room, room.text);
  return layout;
}

MergeSpot point_of(const MergeScene& scene, const MergeLayout& layout, std::uint32_t point) {
  const std::uint32_t i = scene.rank[point];
  return {layout.left + static_cast<float>(point - i) * layout.across,
          layout.top + static_cast<float>(i) * layout.down};
}

// Hues, with the owner's number beside them. None that says load or store.
style::Role merge_role(std::uint32_t owner) {
  constexpr std::array kRoles{style::Role::Active, style::Role::Divergence, style::Role::Conflict};
  return kRoles[owner % kRoles.size()];
}

namespace {

void add_ground(MergePicture& picture) {
  constexpr float kSmallest = 5.0F;  // a cell that is told apart
  const MergeLayout& at = picture.layout;
  picture.boxes.push_back(
      {{at.left, at.top}, {at.right(), at.bottom()}, style::Role::Inactive, 0.55F});
  if (std::min(at.across, at.down) < kSmallest) return;
  for (std::uint32_t c = 1; c < at.columns; ++c) {
    const float x = at.left + static_cast<float>(c) * at.across;
    picture.strokes.push_back({{{x, at.top}, {x, at.bottom()}}, style::Role::Panel});
  }
  for (std::uint32_t r = 1; r < at.rows; ++r) {
    const float y = at.top + static_cast<float>(r) * at.down;
    picture.strokes.push_back({{{at.left, y}, {at.right(), y}}, style::Role::Panel});
  }
}

// Where lanes look: the cell of the two elements.
void add_cells(const MergeModel& model, float scale, MergePicture& picture) {
  const MergeLayout& at = picture.layout;
  const float least = 3.0F * scale;
  for (const MergeCell& cell : model.cells) {
    const float x = at.left + (static_cast<float>(cell.j) + 0.5F) * at.across;
    const float y = at.top + (static_cast<float>(cell.i) + 0.5F) * at.down;
    const float half_x = std::max(at.across * 0.5F - 1.0F, least);
    const float half_y = std::max(at.down * 0.5F - 1.0F, least);
    const MergeSpot from{std::clamp(x - half_x, at.left, at.right()), y - half_y};
    const MergeSpot to{std::min(x + half_x, at.right()), y + half_y};
    picture.boxes.push_back({from, to, style::Role::Load, 0.25F});
    picture.boxes.push_back({from, to, style::Role::Load, 0.0F});
  }
}

}  // namespace

MergePicture merge_picture(const MergeScene& scene, const MergeModel& model,
                           const MergeRoom& room) {
  MergePicture picture;
  picture.layout = merge_layout(scene, room);
  add_ground(picture);
  add_cells(model, room.scale, picture);
  add_headers(scene, model, picture);
  add_path(scene, model, room.scale, picture);
  return picture;
}

std::optional<MergeUnder> merge_under(const MergeScene& scene, const MergeModel& model,
                                      const MergeLayout& layout, MergeSpot at) {
  constexpr float kReach = 7.0F;  // pixels beside a step
  const float u = (at.x - layout.left) / layout.across, v = (at.y - layout.top) / layout.down;
  const bool in_x = u >= 0.0F && u < static_cast<float>(layout.columns);
  const bool in_y = v >= 0.0F && v < static_cast<float>(layout.rows);
  if (in_x && at.y >= 0.0F && at.y < layout.header)
    return MergeUnder{{}, MergeElement{MergeSide::B, static_cast<std::uint32_t>(u)}};
  if (in_y && at.x >= 0.0F && at.x < layout.side - 1.0F)
    return MergeUnder{{}, MergeElement{MergeSide::A, static_cast<std::uint32_t>(v)}};
  const float least = std::min(layout.across, layout.down);
  const float reach = std::max(kReach, least * 0.6F);
  const float middle = u + v, far = reach / least + 1.0F;
  const auto last = static_cast<float>(scene.places());
  std::optional<MergeUnder> found;
  float nearest = reach;
  for (auto k = static_cast<std::uint32_t>(std::clamp(middle - far, 0.0F, last));
       k < scene.places() && static_cast<float>(k) <= middle + far; ++k) {
    if (!model.rest && model.owner[k] == MergeModel::kNobody) continue;
    const MergeSpot from = point_of(scene, layout, k), to = point_of(scene, layout, k + 1);
    const float dx = at.x - std::clamp(at.x, from.x, to.x);
    const float dy = at.y - std::clamp(at.y, from.y, to.y);
    const float distance = std::hypot(dx, dy);
    if (distance >= nearest) continue;
    nearest = distance;
    found = MergeUnder{k, {}};
  }
  return found;
}

}  // namespace lanescope::ui::figures::structures
