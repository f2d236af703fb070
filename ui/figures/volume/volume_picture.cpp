#include "ui/figures/volume/volume_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/words/words.hpp"

namespace lanescope::ui::figures::volume {
namespace {

// A sheet's rows lean by this share of a row; its rows are flatter than wide.
constexpr float kLean = 0.55F, kFlat = 0.62F;
// The next sheet stands so many widths and heights further: which way depends on the room, but
// never so that it covers more than a corner.
struct Stacking {
  float aside, up;
};
constexpr std::array<Stacking, 4> kStackings{
    {{0.62F, 0.66F}, {0.82F, 0.45F}, {1.03F, 0.16F}, {0.3F, 0.95F}}};
constexpr float kSigns = 0.52F;  // width of a sign, of its size, about

struct Look {
  style::Role role;
  float fill;
};
Look look_of(PointMark mark) {
  switch (mark) {
    case PointMark::None:
      return {style::Role::Inactive, 0.30F};
    case PointMark::Before:
      return {style::Role::Active, 0.22F};
    case PointMark::Read:
      return {style::Role::Active, 0.5F};
    case PointMark::Written:
      return {style::Role::Store, 0.38F};
    case PointMark::Now:
      return {style::Role::Selected, 0.8F};
    case PointMark::Others:
      return {style::Role::Active, 1.0F};
    case PointMark::Own:
      return {style::Role::Load, 1.0F};
  }
  return {style::Role::Inactive, 0.30F};
}

struct LegendRow {
  PointMark mark;
  const char* words;
};
constexpr std::array<LegendRow, 6> kLegend{{{PointMark::Own, mark("by its own reading")},
                                            {PointMark::Others, mark("by others' reading")},
                                            {PointMark::Now, mark("touched now")},
                                            {PointMark::Read, mark("read in this phase")},
                                            {PointMark::Before, mark("read before")},
                                            {PointMark::Written, mark("written")}}};

class Drawing {
 public:
  Drawing(const VolumeModel& model, const VolumeRoom& room)
      : model_(model), room_(room), line_(std::ceil(room.text * 1.5F)) {}

  VolumePicture draw() {
    // The legend where it leaves the sheets more room.
    const bool wide = room_.width >= room_.text * 32.0F;
    const float list = wide ? room_.text * 13.0F : 0.0F;
    const bool high = room_.height >= room_.text * 9.0F;
    const float below = high ? legend_below(0.0F, false) : 0.0F;
    const float lower = std::max(room_.height - below, line_ * 3.0F);
    const bool beside = wide && (!high || best(room_.width - list, room_.height).cell >
                                              best(room_.width, lower).cell);
    if (beside)
      fit(room_.width - list, room_.height);
    else
      fit(room_.width, lower);
    for (std::uint32_t z = model_.extent.z; z-- > 0;) sheet(z);
    if (beside)
      legend_beside(room_.width - list + room_.text);
    else if (high)
      legend_below(room_.height - below, true);
    return std::move(picture_);
  }

 private:
  struct Fit {
    Stacking stacking{};
    float cell = 0.0F;
  };
  [[nodiscard]] float label_width() const { return room_.text * 4.0F; }
  // Of a sheet, in cells.
  [[nodiscard]] float wide() const {
    return static_cast<float>(model_.extent.x) +
           static_cast<float>(model_.extent.y) * kLean * kFlat;
  }
  [[nodiscard]] float high() const { return static_cast<float>(model_.extent.y) * kFlat; }

  // The way of stacking that lets points be largest.
  [[nodiscard]] Fit best(float width, float height) const {
    const auto more = static_cast<float>(model_.extent.z - 1);
    Fit best;
    for (const Stacking& one : kStackings) {
      const float cell =
          std::min({(width - label_width()) / (wide() * (1.0F + more * one.aside)),
                    (height - line_) / (high() * (1.0F + more * one.up)), 26.0F * room_.scale});
      if (cell > best.cell) best = {one, cell};
    }
    best.cell = std::max(best.cell, 0.5F);
    return best;
  }
  void fit(float width, float height) {
    const auto [stacking, cell] = best(width, height);
    VolumeLayout& l = picture_.layout;
    l.first = model_.first;
    l.extent = model_.extent;
    l.across = {cell, 0.0F};
    l.down = {-cell * kFlat * kLean, cell * kFlat};
    l.next = {wide() * cell * stacking.aside, -high() * cell * stacking.up};
    const auto more = static_cast<float>(model_.extent.z - 1);
    l.origin = {label_width() + high() * cell * kLean, line_ - more * l.next.y};
    // In the middle of what is wider or higher than the sheets.
    const float used = label_width() + wide() * cell * (1.0F + more * stacking.aside);
    l.origin.x += std::max(width - used, 0.0F) * 0.5F;
    l.origin.y +=
        std::max(height - line_ - high() * cell * (1.0F + more * stacking.up), 0.0F) * 0.5F;
  }

  [[nodiscard]] std::array<Spot, 4> corners(std::uint32_t x, std::uint32_t y, std::uint32_t z,
                                            float inset) const {
    const VolumeLayout& l = picture_.layout;
    const auto at = [&](float dx, float dy) {
      const Spot corner = l.corner(x, y, z);
      return Spot{corner.x + l.across.x * dx + l.down.x * dy,
                  corner.y + l.across.y * dx + l.down.y * dy};
    };
    const float last = 1.0F - inset;
    return {at(inset, inset), at(last, inset), at(last, last), at(inset, last)};
  }

  void sheet(std::uint32_t z) {
    const bool of_focus = model_.has_focus && model_.first.z + z == model_.focus.z;
    for (std::uint32_t y = 0; y < model_.extent.y; ++y)
      for (std::uint32_t x = 0; x < model_.extent.x; ++x) point(x, y, z);
    const Spot corner = picture_.layout.corner(0, 0, z);
    picture_.labels.push_back({{corner.x - room_.text * 0.5F, corner.y - line_},
                               {corner.x + room_.text * 4.0F, corner.y},
                               say("z = {}", model_.first.z + z),
                               0.0F,
                               of_focus ? style::Role::Text : style::Role::TextSecondary});
  }

  void point(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    const Point& one = model_.at(x, y, z);
    const Look look = look_of(one.mark);
    const float line = 1.6F * room_.scale;
    if (one.later)
      picture_.shapes.push_back({corners(x, y, z, 0.12F), look.role, 0.0F, line});
    else
      picture_.shapes.push_back({corners(x, y, z, 0.06F), look.role, look.fill, 0.0F});
    if (one.focus)
      picture_.shapes.push_back({corners(x, y, z, 0.0F), style::Role::Store, 0.0F, line * 1.5F});
  }

  void legend_row(const LegendRow& row, float x, float y, float width) {
    const Look look = look_of(row.mark);
    const float side = room_.text * 0.85F, top = y + (line_ - side) * 0.5F;
    picture_.shapes.push_back(
        {{Spot{x, top}, Spot{x + side, top}, Spot{x + side, top + side}, Spot{x, top + side}},
         look.role,
         look.fill,
         0.0F});
    picture_.labels.push_back({{x + side * 1.6F, y}, {x + width, y + line_}, tr(row.words)});
  }
  void legend_beside(float x) {
    float y = room_.height - line_ * static_cast<float>(kLegend.size());
    for (const LegendRow& row : kLegend) {
      legend_row(row, x, y, room_.width - x);
      y += line_;
    }
  }
  // In lines; how high they are.
  float legend_below(float top, bool drawn) {
    float x = 0.0F, y = top;
    for (const LegendRow& row : kLegend) {
      const auto signs = static_cast<float>(std::string_view(tr(row.words)).size());
      const float width = std::min(room_.text * (signs * kSigns + 2.0F), room_.width);
      if (x > 0.0F && x + width > room_.width) {
        x = 0.0F;
        y += line_;
      }
      if (drawn) legend_row(row, x, y, width);
      x += width;
    }
    return y + line_ - top;
  }

  const VolumeModel& model_;
  VolumeRoom room_;
  float line_;
  VolumePicture picture_;
};

}  // namespace

Spot VolumeLayout::corner(std::uint32_t x, std::uint32_t y, std::uint32_t z) const {
  const auto a = static_cast<float>(x), b = static_cast<float>(y), c = static_cast<float>(z);
  return {origin.x + across.x * a + down.x * b + next.x * c,
          origin.y + across.y * a + down.y * b + next.y * c};
}

bool is_low(const VolumeRoom& room) { return room.height < room.text * 20.0F; }

VolumePicture volume_picture(const VolumeModel& model, const VolumeRoom& room) {
  return Drawing(model, room).draw();
}

std::optional<std::uint32_t> point_at(const VolumeModel& model, const VolumeLayout& layout,
                                      Spot at) {
  for (std::uint32_t z = 0; z < model.extent.z; ++z) {
    const Spot corner = layout.corner(0, 0, z);
    // Rows lie level, so y tells the row.
    const float row = (at.y - corner.y) / layout.down.y;
    const float column = (at.x - corner.x - row * layout.down.x) / layout.across.x;
    if (row < 0.0F || column < 0.0F || row >= static_cast<float>(model.extent.y) ||
        column >= static_cast<float>(model.extent.x))
      continue;
    const std::uint32_t x = model.first.x + static_cast<std::uint32_t>(column);
    const std::uint32_t y = model.first.y + static_cast<std::uint32_t>(row);
    return ((model.first.z + z) * model.shape.height + y) * model.shape.width + x;
  }
  return std::nullopt;
}

}  // namespace lanescope::ui::figures::volume
