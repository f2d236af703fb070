#include "ui/figures/cycles/cycles_picture.hpp"

#include <algorithm>

namespace lanescope::ui::figures::cycles {
namespace {

using Pattern = ReasonLook::Pattern;

using Entry = CyclesPicture::Entry;

float swatch(const Room& room) { return room.small * 0.8F; }
float line(const Room& room) { return room.small * 1.6F; }

// Broken into lines, from a corner of its own; none where the panel is too low to have it.
std::vector<Entry> legend_of(const CyclesModel& model, const Room& room) {
  std::vector<Entry> entries;
  if (room.height < room.text * 8) return entries;
  float left = 0.0F, top = 0.0F;
  for (const ReasonShare& one : model.reasons) {
    const float width =
        swatch(room) + room.small * 0.5F + width_of(reason_title(one.reason), room.small);
    if (left > 0.0F && left + width > room.width) {
      left = 0.0F;
      top += line(room);
    }
    entries.push_back({one, left, top, std::min(left + width, room.width), top + line(room)});
    left += width + room.small * 1.3F;
  }
  return entries;
}

float height_of(const std::vector<Entry>& legend, const Room& room) {
  return legend.empty() ? 0.0F : legend.back().bottom + room.small * 0.6F;
}

void add_bar(const Room& room, const CycleBar& bar, std::size_t row, Picture& picture) {
  const Plot& plot = picture.plot;
  const ReasonLook look = reason_look(bar.reason);
  const float middle = plot.y(row) + plot.pitch / 2;
  const float half = std::max(plot.bar * look.height / 2, 0.5F * room.scale);
  float right = plot.x(bar.end);
  const float left = plot.x(bar.begin);
  if (right - left > 5.0F * room.scale) right -= room.scale;
  picture.boxes.push_back(
      {left, middle - half, right, middle + half, look.role, look.pattern, true});
  const std::string title = reason_title(bar.reason);
  const bool fits = right - left > width_of(title, room.small) + room.small &&
                    2 * half > room.small * 1.2F && look.pattern == Pattern::Plain;
  if (fits)
    picture.labels.push_back(
        {left, middle - half, right, middle + half, title, 0.5F, look.role, true});
}

void add_arrivals(const Room& room, const CycleRow& row, std::size_t number, Picture& picture) {
  const Plot& plot = picture.plot;
  for (const std::int64_t at : row.arrivals) {
    const float x = plot.x(at);
    picture.boxes.push_back({x - room.scale, plot.y(number), x + room.scale,
                             plot.y(number) + plot.pitch, style::Role::TextSecondary,
                             Pattern::Plain, false});
  }
}

void add_legend(const Room& room, CyclesPicture& picture) {
  const float top = picture.plot.bottom + axis_height(room) + room.small * 0.3F;
  for (Entry& one : picture.legend) {
    one.top += top;
    one.bottom += top;
    const ReasonLook look = reason_look(one.reason.reason);
    const float side = swatch(room), middle = (one.top + one.bottom) / 2;
    const float half = side * look.height / 2;
    picture.boxes.push_back(
        {one.left, middle - half, one.left + side, middle + half, look.role, look.pattern, true});
    picture.labels.push_back({one.left + side + room.small * 0.5F, one.top, one.right + 2.0F,
                              one.bottom, reason_title(one.reason.reason), 0.0F,
                              style::Role::TextSecondary, false});
  }
}

}  // namespace

CyclesPicture cycles_picture(const CyclesModel& model, const Room& room) {
  CyclesPicture picture;
  RowNames names;
  for (std::size_t row = 0; row < model.rows.size(); ++row) {
    names.names.push_back(model.rows[row].name);
    names.brief.push_back(model.rows[row].brief);
    if (model.rows[row].selected) names.selected = row;
  }
  picture.legend = legend_of(model, room);
  const float legend = height_of(picture.legend, room);
  picture.plot = plot_rows(room, names, model.window, axis_height(room) + legend + 2 * room.scale);
  add_axis(room, picture);
  for (std::size_t row = 0; row < model.rows.size(); ++row) {
    for (const CycleBar& bar : model.rows[row].bars) add_bar(room, bar, row, picture);
    add_arrivals(room, model.rows[row], row, picture);
  }
  add_moment(room, model.moment, picture);
  add_names(room, names, picture);
  add_legend(room, picture);
  picture.height = picture.plot.bottom + axis_height(room) + legend;
  return picture;
}

const ReasonShare* CyclesPicture::legend_at(float x, float y) const {
  const auto at = std::ranges::find_if(legend, [&](const Entry& one) {
    return x >= one.left && x < one.right && y >= one.top && y < one.bottom;
  });
  return at == legend.end() ? nullptr : &at->reason;
}

}  // namespace lanescope::ui::figures::cycles
