#include "ui/figures/cycles/picture.hpp"

#include <algorithm>
#include <cmath>

#include "sim/base/utf8.hpp"
#include "ui/figures/cycles/cycle_words.hpp"

namespace lanescope::ui::figures::cycles {
namespace {

constexpr float kSign = 0.58F;  // of a sign's size: how wide it is, about

float longest(const std::vector<std::string>& names, float size) {
  float width = 0.0F;
  for (const std::string& name : names) width = std::max(width, width_of(name, size));
  return width;
}

bool has_long_names(const Room& room) { return room.width > room.text * 24; }

// 1, 2 or 5 with zeros behind.
std::int64_t round_step(double least) {
  std::int64_t step = 1;
  while (true) {
    for (const std::int64_t times : {1, 2, 5})
      if (static_cast<double>(step * times) >= least) return step * times;
    step *= 10;
  }
}

}  // namespace

float Plot::x(std::int64_t cycle) const {
  const double share = static_cast<double>(cycle - window.first) /
                       static_cast<double>(std::max<std::int64_t>(window.span(), 1));
  return left + static_cast<float>(share * static_cast<double>(right - left));
}

double Plot::cycle_at(float at) const {
  const double share = static_cast<double>(at - left) / static_cast<double>(right - left);
  return static_cast<double>(window.first) + share * static_cast<double>(window.span());
}

std::size_t Plot::row_at(float at) const {
  return static_cast<std::size_t>(std::max(0.0F, (at - top) / pitch));
}

float width_of(const std::string& words, float size) {
  std::size_t signs = 0;
  for (const char c : words)
    if (begins_sign(c)) ++signs;
  return static_cast<float>(signs) * size * kSign;
}

Plot plot_rows(const Room& room, const RowNames& names, Window window, float below) {
  Plot plot;
  plot.window = window;
  const float name = longest(has_long_names(room) ? names.names : names.brief, room.small);
  plot.left = std::min(name + room.small * 0.8F, room.width * 0.4F);
  plot.right = std::max(room.width - 1.0F, plot.left + 1.0F);
  const auto rows = static_cast<float>(std::max<std::size_t>(names.names.size(), 1));
  const float fits = (room.height - below - 3.0F * room.scale) / rows;
  plot.top = 3.0F * room.scale;
  plot.pitch = std::clamp(fits, 1.5F * room.scale, room.text * 2.2F);
  plot.bar = plot.pitch > 6.0F * room.scale ? plot.pitch * 0.78F : plot.pitch * 0.85F;
  plot.bottom = plot.top + plot.pitch * rows;
  return plot;
}

void add_names(const Room& room, const RowNames& names, Picture& picture) {
  const Plot& plot = picture.plot;
  const float needed = room.small * 1.15F;
  const auto every = static_cast<std::size_t>(std::max(1.0F, std::ceil(needed / plot.pitch)));
  const std::vector<std::string>& words = has_long_names(room) ? names.names : names.brief;
  for (std::size_t row = 0; row < words.size(); row += every) {
    const float middle = plot.y(row) + plot.pitch / 2;
    picture.labels.push_back(
        {0.0F, middle - needed, plot.left - room.small * 0.5F, middle + needed, words[row], 1.0F,
         row == names.selected ? style::Role::Text : style::Role::TextSecondary, false});
  }
}

float axis_height(const Room& room) { return room.small * 1.7F; }

void add_axis(const Room& room, Picture& picture) {
  const Plot& plot = picture.plot;
  const float label = width_of(cycle_text(plot.window.last), room.small) + room.small * 2;
  const auto across = static_cast<double>(std::max((plot.right - plot.left) / label, 1.0F));
  const std::int64_t step = round_step(static_cast<double>(plot.window.span()) / across);
  const float top = plot.bottom + room.small * 0.25F;
  for (std::int64_t at = (plot.window.first + step - 1) / step * step; at <= plot.window.last;
       at += step) {
    const float x = plot.x(at);
    picture.boxes.push_back({x - 0.5F, plot.top, x + 0.5F, plot.bottom + room.small * 0.2F,
                             style::Role::Line, ReasonLook::Pattern::Plain, false});
    const std::string words = cycle_text(at);
    const float half = width_of(words, room.small) / 2 + 2.0F;
    const float middle = std::clamp(x, half, std::max(half, room.width - half));
    picture.labels.push_back({middle - half, top, middle + half, top + room.small * 1.4F, words,
                              0.5F, style::Role::TextSecondary, false});
  }
}

void add_moment(const Room& room, std::int64_t cycle, Picture& picture) {
  const Plot& plot = picture.plot;
  if (cycle < plot.window.first || cycle > plot.window.last) return;
  const float x = plot.x(cycle), half = room.scale;
  picture.boxes.push_back({x - half, plot.top - 2 * room.scale, x + half,
                           plot.bottom + 2 * room.scale, style::Role::Selected,
                           ReasonLook::Pattern::Plain, false});
}

}  // namespace lanescope::ui::figures::cycles
