#include "ui/widgets/strands_figure.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::widgets {
namespace {

struct Plot {
  const style::Style& style;
  const figures::Strands& strands;
  ImVec2 origin;
  float width = 0.0F, pitch = 0.0F;
  float margin = 0.0F, step = 0.0F, curve = 0.0F;  // trunk, from fork to fork, bend of a strand

  [[nodiscard]] float y(std::size_t strand) const {
    return origin.y + (static_cast<float>(strand) + 0.68F) * pitch;
  }
  [[nodiscard]] float y(const figures::Fork& fork) const {
    return (y(fork.first) + y(fork.last - 1)) / 2;
  }
  [[nodiscard]] float fork_x(std::uint32_t depth) const {
    return origin.x + margin + static_cast<float>(depth) * step;
  }
  [[nodiscard]] float join_x(std::uint32_t depth) const {
    return origin.x + width - margin - static_cast<float>(depth) * step;
  }
  // The straight part of a strand.
  [[nodiscard]] float from(const figures::Strand& s) const { return fork_x(s.depth - 1) + curve; }
  [[nodiscard]] float to(const figures::Strand& s) const { return join_x(s.depth - 1) - curve; }
};

Plot plot_of(const style::Style& style, const figures::Strands& strands, float pitch) {
  Plot plot{style, strands, ImGui::GetCursorScreenPos()};
  plot.width = ImGui::GetContentRegionAvail().x - 1.0F;
  plot.pitch = pitch;
  std::uint32_t depth = 1;
  for (const figures::Strand& strand : strands.strands) depth = std::max(depth, strand.depth);
  const float side = plot.width * 0.3F;  // of the figure, for all forks of one side
  plot.margin = std::min(style.text_size * 4.2F, side * 0.6F);
  plot.curve = std::min(style.text_size * 1.6F, side * 0.25F);
  plot.step =
      depth < 2 ? 0.0F : std::min(plot.curve, (side - plot.margin) / static_cast<float>(depth));
  return plot;
}

float thickness(const style::Style& style, LaneMask lanes) {
  return (1.5F + 4.0F * static_cast<float>(std::popcount(lanes)) / 32.0F) * style.scale;
}

void bend(ImDrawList& list, ImVec2 a, ImVec2 b, std::uint32_t colour, float thick) {
  const float middle = (a.x + b.x) / 2;
  list.AddBezierCubic(a, {middle, a.y}, {middle, b.y}, b, colour, thick);
}

// From the trunk, fork by fork, to the strand's own height, and back on the other side.
void draw_strand(ImDrawList& list, const Plot& plot, std::size_t index, double moment) {
  const style::Style& style = plot.style;
  const figures::Strand& strand = plot.strands.strands[index];
  const float thick = thickness(style, strand.lanes), own = plot.y(index);
  const style::Role role = strand.moves    ? style::Role::Active
                           : strand.joined ? style::Role::Waiting
                                           : style::Role::Divergence;
  const std::uint32_t walked = style.outline(role), ahead = style.outline(role, 0.4F);
  for (std::size_t k = 0; k < strand.forks.size(); ++k) {
    const figures::Fork& fork = plot.strands.forks[static_cast<std::size_t>(strand.forks[k])];
    const bool last = k + 1 == strand.forks.size();
    const float y = plot.y(fork);
    const float next =
        last ? own : plot.y(plot.strands.forks[static_cast<std::size_t>(strand.forks[k + 1])]);
    const float left = plot.fork_x(fork.depth), right = plot.join_x(fork.depth);
    bend(list, {left, y}, {left + plot.curve, next}, walked, thick);
    if (fork.has_join) bend(list, {right - plot.curve, next}, {right, y}, ahead, thick);
    if (last) continue;
    const float inner_left = plot.fork_x(fork.depth + 1), inner_right = plot.join_x(fork.depth + 1);
    if (inner_left > left + plot.curve)
      list.AddLine({left + plot.curve, next}, {inner_left, next}, walked, thick);
    if (inner_right < right - plot.curve)
      list.AddLine({inner_right, next}, {right - plot.curve, next}, ahead, thick);
  }
  const float a = plot.from(strand), b = plot.to(strand);
  const float x = a + (b - a) * static_cast<float>(figures::place_at(strand, moment));
  list.AddLine({a, own}, {x, own}, walked, thick);
  list.AddLine({x, own}, {b, own}, ahead, thick);
  const float r = 4.5F * style.scale;
  if (strand.joined) {
    list.AddRectFilled({x - r, own - r}, {x + r, own + r}, style.outline(style::Role::Waiting));
    return;
  }
  list.AddCircleFilled({x, own}, r + 1.5F * style.scale, style.pack(style::Role::Panel));
  if (strand.moves)
    list.AddCircleFilled({x, own}, r, walked);
  else
    list.AddCircle({x, own}, r, walked, 0, 1.75F * style.scale);
}

// The longest words that fit above the strand.
void draw_words(ImDrawList& list, const Plot& plot, std::size_t index) {
  const style::Style& style = plot.style;
  const figures::Strand& strand = plot.strands.strands[index];
  const float a = plot.from(strand), b = plot.to(strand), y = plot.y(index);
  const std::string line = strand.line == 0 ? "" : say("line {}  ", strand.line);
  const std::string choices[] = {
      fmt::format("{}: {}{}, {}", strand.lanes_text, line, strand.text, strand.status),
      fmt::format("{}: {}{}", strand.lanes_text, line, strand.text),
      fmt::format("{}, {}", strand.lanes_text, strand.status), strand.lanes_text};
  TextLook look = small_text(style);
  look.colour = style.ink(strand.moves                           ? style::Role::Text
                          : strand.role == style::Role::Inactive ? style::Role::TextSecondary
                                                                 : strand.role);
  for (const std::string& words : choices) {
    if (measure(style, look, words).x > b - a) continue;
    const float foot = y - thickness(style, strand.lanes) / 2 - 1.0F;
    draw_text_in(list, style, look, {a, std::min(y - plot.pitch * 0.66F, foot - look.size * 1.2F)},
                 {b, foot}, words, 0.0F);
    break;
  }
  tooltip_over(style, {a, y - plot.pitch * 0.68F}, {b, y + plot.pitch * 0.3F},
               fmt::format("{} {}: {}{}.", strand.lanes_text, strand.status, line, strand.text));
}

void draw_trunk(ImDrawList& list, const Plot& plot) {
  const style::Style& style = plot.style;
  const figures::Fork& root = plot.strands.forks.front();
  const float y = plot.y(root), thick = thickness(style, root.lanes);
  const float left = plot.fork_x(0), right = plot.join_x(0);
  const std::uint32_t colour = style.outline(style::Role::TextSecondary);
  list.AddLine({plot.origin.x, y}, {left, y}, colour, thick);
  if (root.has_join)
    list.AddLine({right, y}, {plot.origin.x + plot.width, y},
                 style.outline(style::Role::TextSecondary, 0.4F), thick);
  const auto label = [&](float a, float b, std::uint32_t line) {
    const std::string words = say("line {}", line);
    const TextLook look = small_text(style);
    if (line == 0 || measure(style, look, words).x > b - a) return;
    const float foot = y - thick / 2 - 1.0F;
    draw_text_in(list, style, look, {a, std::min(y - plot.pitch * 0.6F, foot - look.size * 1.2F)},
                 {b, foot}, words);
  };
  label(plot.origin.x, left, root.branch_line);
  if (root.has_join) label(right, plot.origin.x + plot.width, root.join_line);
}

}  // namespace

float strands_height(const style::Style& style, const figures::Strands& strands, float pitch) {
  if (strands.forks.empty()) return 0.0F;
  return static_cast<float>(strands.strands.size()) * pitch + style.gap * 0.5F;
}

void draw_strands(const style::Style& style, const figures::Strands& strands, double moment,
                  float pitch) {
  if (strands.forks.empty()) return;
  const Plot plot = plot_of(style, strands, pitch);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_trunk(list, plot);
  for (std::size_t i = 0; i < strands.strands.size(); ++i) draw_strand(list, plot, i, moment);
  for (std::size_t i = 0; i < strands.strands.size(); ++i) draw_words(list, plot, i);
  ImGui::Dummy({plot.width, strands_height(style, strands, pitch)});
}

}  // namespace lanescope::ui::widgets
