#include "ui/figures/cycles/schedulers_picture.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "ui/words/words.hpp"

namespace lanescope::ui::figures::cycles {
namespace {

constexpr auto kPlain = ReasonLook::Pattern::Plain;

struct Heights {
  float top = 0.0F, bottom = 0.0F;
};
Heights heights_of(const Plot& plot, std::size_t row) {
  const float middle = plot.y(row) + plot.pitch / 2;
  return {middle - plot.bar / 2, middle + plot.bar / 2};
}

// Where slots are wide enough they stand apart, and else are one ground.
void add_ground(const SchedulersModel& model, const Room& room, std::size_t row, Picture& picture) {
  const Plot& plot = picture.plot;
  const Heights at = heights_of(plot, row);
  const float wide = plot.x(model.window.first + 1) - plot.left;
  if (model.slot > 1 || wide < 4.0F * room.scale) {
    picture.boxes.push_back(
        {plot.left, at.top, plot.right, at.bottom, style::Role::Inactive, kPlain, false});
    return;
  }
  for (std::int64_t cycle = model.window.first; cycle < model.window.last; ++cycle)
    picture.boxes.push_back({plot.x(cycle), at.top, plot.x(cycle + 1) - room.scale, at.bottom,
                             style::Role::Inactive, kPlain, false});
}

void add_slots(const SchedulersModel& model, const Room& room, std::size_t row, Picture& picture) {
  const Plot& plot = picture.plot;
  const Heights at = heights_of(plot, row);
  for (const UsedSlot& one : model.rows[row].used) {
    float right = plot.x(one.end);
    const float left = plot.x(one.begin);
    if (model.slot == 1 && right - left >= 2.5F * room.scale) right -= room.scale;
    const float high = std::max((at.bottom - at.top) * static_cast<float>(one.share), room.scale);
    picture.boxes.push_back(
        {left, at.bottom - high, right, at.bottom, style::Role::Active, kPlain, true});
  }
}

}  // namespace

Picture schedulers_picture(const SchedulersModel& model, const Room& room) {
  Picture picture;
  RowNames names;
  for (std::size_t row = 0; row < model.rows.size(); ++row) {
    names.names.push_back(say("scheduler {}", row));
    names.brief.push_back(fmt::format("{}", row));
  }
  names.selected = model.spoken_of;
  picture.plot = plot_rows(room, names, model.window, axis_height(room) + 2 * room.scale);
  for (std::size_t row = 0; row < model.rows.size(); ++row) {
    add_ground(model, room, row, picture);
    add_slots(model, room, row, picture);
  }
  add_axis(room, picture);
  add_moment(room, model.moment, picture);
  add_names(room, names, picture);
  picture.height = picture.plot.bottom + axis_height(room);
  return picture;
}

}  // namespace lanescope::ui::figures::cycles
