#include "ui/figures/cycles/sms_picture.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace lanescope::ui::figures::cycles {
namespace {

constexpr auto kPlain = ReasonLook::Pattern::Plain;
constexpr float kLeastRow = 4.0F, kLeastPlace = 5.0F, kColumn = 3.0F;  // pixels

// Of a place in a row, the gap below it included.
float place_height(const SmsModel& model, const Plot& plot) {
  return plot.bar / static_cast<float>(model.places);
}

float top_of(const SmsModel& model, const Plot& plot, std::size_t row, std::uint32_t place) {
  return plot.y(row) + (plot.pitch - plot.bar) / 2 +
         static_cast<float>(place) * place_height(model, plot);
}

void add_blocks(const SmsModel& model, const Room& room, std::size_t row, Picture& picture) {
  const Plot& plot = picture.plot;
  for (const BlockBar& one : model.rows[row].blocks) {
    const float top = top_of(model, plot, row, one.place);
    const float bottom = top + place_height(model, plot) - room.scale;
    const float left = plot.x(one.begin);
    const float right = std::max(plot.x(one.end) - room.scale, left + 0.5F * room.scale);
    picture.boxes.push_back({left, top, right, bottom, style::Role::Active, kPlain, true});
    const std::string number = fmt::format("{}", one.block.value);
    if (bottom - top > room.small * 1.15F && right - left > width_of(number, room.small) + 4.0F)
      picture.labels.push_back({left, top, right, bottom, number, 0.5F, style::Role::Active, true});
  }
}

// Column by column as high as there are blocks.
void add_load(const SmsModel& model, const Room& room, std::size_t row, Picture& picture) {
  const Plot& plot = picture.plot;
  const SmRow& one = model.rows[row];
  const auto columns =
      static_cast<std::size_t>(std::max(1.0F, (plot.right - plot.left) / (kColumn * room.scale)));
  std::vector<double> cycles(columns + 1, 0.0);
  const auto span = static_cast<double>(model.window.span()) / static_cast<double>(columns);
  for (const BlockBar& bar : one.blocks) {
    const auto begin = static_cast<double>(bar.begin), end = static_cast<double>(bar.end);
    for (auto i = static_cast<std::size_t>(begin / span); i < columns; ++i) {
      const double from = static_cast<double>(i) * span;
      if (from >= end) break;
      cycles[i] += std::min(end, from + span) - std::max(begin, from);
    }
  }
  const float bottom = plot.y(row) + (plot.pitch + plot.bar) / 2;
  const float wide = (plot.right - plot.left) / static_cast<float>(columns);
  for (std::size_t i = 0; i < columns; ++i) {
    const double share = cycles[i] / (span * model.places);
    if (share <= 0.0) continue;
    const float left = plot.left + static_cast<float>(i) * wide;
    const float high = std::max(plot.bar * static_cast<float>(share), 0.5F * room.scale);
    picture.boxes.push_back(
        {left, bottom - high, left + wide, bottom, style::Role::Active, kPlain, true});
  }
}

void add_ground(std::size_t row, Picture& picture) {
  const Plot& plot = picture.plot;
  const float top = plot.y(row) + (plot.pitch - plot.bar) / 2;
  picture.boxes.push_back(
      {plot.left, top, plot.right, top + plot.bar, style::Role::Inactive, kPlain, false});
}

// A bracket below the rows: what Cycles shows of all this.
void add_bracket(const SmsModel& model, const Room& room, Picture& picture) {
  if (model.in_cycles.span() >= model.window.span()) return;
  const Plot& plot = picture.plot;
  const float left = plot.x(model.in_cycles.first);
  const float right = std::max(plot.x(model.in_cycles.last), left + 2.0F * room.scale);
  picture.boxes.push_back({left, plot.bottom, right, plot.bottom + 2.0F * room.scale,
                           style::Role::Accent, kPlain, false});
}

}  // namespace

std::size_t most_sm_rows(const Room& room) {
  const float rows = (room.height - axis_height(room)) / (kLeastRow * room.scale);
  return static_cast<std::size_t>(std::max(rows, 1.0F));
}

bool shows_blocks(const SmsModel& model, const Plot& plot, const Room& room) {
  return place_height(model, plot) >= kLeastPlace * room.scale;
}

Picture sms_picture(const SmsModel& model, const Room& room) {
  Picture picture;
  RowNames names;
  for (const SmRow& row : model.rows) {
    names.names.push_back(sm_title(row));
    names.brief.push_back(fmt::format("{}", row.sm));
  }
  picture.plot = plot_rows(room, names, model.window, axis_height(room) + 2 * room.scale);
  for (std::size_t row = 0; row < model.rows.size(); ++row) {
    add_ground(row, picture);
    if (shows_blocks(model, picture.plot, room))
      add_blocks(model, room, row, picture);
    else
      add_load(model, room, row, picture);
  }
  add_axis(room, picture);
  add_bracket(model, room, picture);
  add_moment(room, model.moment, picture);
  add_names(room, names, picture);
  picture.height = picture.plot.bottom + axis_height(room);
  return picture;
}

const BlockBar* block_at(const SmsModel& model, const Plot& plot, float x, float y) {
  const std::size_t row = plot.row_at(y);
  if (y < plot.top || row >= model.rows.size()) return nullptr;
  const auto cycle = static_cast<std::int64_t>(plot.cycle_at(x));
  for (const BlockBar& one : model.rows[row].blocks) {
    const float top = top_of(model, plot, row, one.place);
    if (y >= top && y < top + place_height(model, plot) && cycle >= one.begin && cycle < one.end)
      return &one;
  }
  return nullptr;
}

}  // namespace lanescope::ui::figures::cycles
