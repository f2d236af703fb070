#include "ui/figures/phase_svg.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "ui/figures/svg_text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures {
namespace {

constexpr double kLabel = 96, kCell = 26, kHeight = 20, kPitch = 46, kEdge = 16, kFont = 12;

class Drawing {
 public:
  Drawing(const PhasePicture& picture, const SvgOptions& options)
      : picture_(picture),
        style_(style::make_style({options.dark, false, true, 1.0F})),
        columns_(std::min(picture.columns, options.most_columns)) {}

  [[nodiscard]] std::string text() {
    const double width = kEdge * 2 + kLabel + kCell * columns_;
    const double height = kEdge * 2 + kFont * 2 + y(picture_.lines.size()) - y(0);
    out_ = svg_begin(width, height, kFont, style_[style::Role::Panel]);
    for (std::size_t line = 1; line < picture_.lines.size(); ++line) draw_arcs(line);
    for (std::size_t line = 0; line < picture_.lines.size(); ++line) draw_line(line);
    words(kEdge, height - kEdge, phase_caption(picture_, columns_), style::Role::TextSecondary,
          "start");
    return out_ + "</svg>\n";
  }

 private:
  [[nodiscard]] std::string fill(style::Role role) const { return svg_colour(style_[role]); }
  [[nodiscard]] std::string outline(style::Role role) const {
    return svg_colour(style_.outline_colour[static_cast<int>(role)]);
  }
  [[nodiscard]] static double x(double column) { return kEdge + kLabel + column * kCell; }
  [[nodiscard]] static double y(std::size_t line) {
    return kEdge + static_cast<double>(line) * kPitch;
  }

  void words(double at_x, double at_y, const std::string& text, style::Role role,
             const char* anchor) {
    out_ += fmt::format("<text x=\"{:g}\" y=\"{:g}\" fill=\"{}\" text-anchor=\"{}\">{}</text>\n",
                        at_x, at_y, svg_colour(style_.ink_colour[static_cast<int>(role)]), anchor,
                        svg_escaped(text));
  }

  void draw_arcs(std::size_t line) {
    const double top = y(line - 1) + kHeight, bottom = y(line), bend = (bottom - top) * 0.6;
    for (const PhaseArc& arc : picture_.lines[line].arcs) {
      if (arc.from >= columns_ || arc.to >= columns_) continue;
      const double from = x(arc.from + 0.5), to = x(arc.to + 0.5);
      out_ += fmt::format(
          "<path d=\"M{:g} {:g}C{:g} {:g} {:g} {:g} {:g} {:g}\" fill=\"none\" stroke=\"{}\"/>\n",
          from, top, from, top + bend, to, bottom - bend, to, bottom,
          outline(style::Role::TextSecondary));
    }
  }

  void draw_line(std::size_t index) {
    const PhaseLine& line = picture_.lines[index];
    words(kEdge + kLabel - 10, y(index) + kHeight * 0.7, line.label, style::Role::TextSecondary,
          "end");
    for (std::uint32_t column = 0; column < columns_; ++column)
      draw_cell(line, line.cells[column], x(column), y(index));
  }

  void draw_cell(const PhaseLine& line, const PhaseCell& cell, double left, double top) {
    const bool only_read = line.arcs.empty() && cell.read && !cell.written;
    const style::Role role = !cell.written && !only_read ? style::Role::Inactive
                             : cell.computed             ? style::Role::Store
                                                         : style::Role::Load;
    const bool filled = cell.written;
    out_ += fmt::format(
        "<rect x=\"{:g}\" y=\"{:g}\" width=\"{:g}\" height=\"{:g}\" rx=\"4\" fill=\"{}\"{}/>\n",
        left + 1, top, kCell - 2, kHeight, only_read ? "none" : fill(role),
        cell.written || only_read ? fmt::format(" stroke=\"{}\"", outline(role)) : "");
    constexpr std::size_t kRoom = 4;
    if (cell.brief.empty() || cell.brief.size() > kRoom || (!filled && !only_read)) return;
    const style::Rgba ink = only_read ? style_.ink_colour[static_cast<int>(style::Role::Text)]
                                      : style_.on_colour[static_cast<int>(role)];
    out_ += fmt::format(
        "<text x=\"{:g}\" y=\"{:g}\" font-size=\"9\" text-anchor=\"middle\" "
        "fill=\"{}\">{}</text>\n",
        left + kCell / 2, top + kHeight * 0.66, svg_colour(ink), svg_escaped(cell.brief));
  }

  const PhasePicture& picture_;
  style::Style style_;
  std::uint32_t columns_;
  std::string out_;
};

}  // namespace

std::string phase_caption(const PhasePicture& picture, std::uint32_t columns) {
  const std::uint64_t all = picture.fold == 0 ? picture.array.count : picture.fold;
  std::string out = columns < all
                        ? say("{}: the first {} of {} elements", picture.array.name, columns, all)
                        : say("{}: {} elements", picture.array.name, columns);
  if (picture.fold != 0) out += say(", two halves of {} over each other", picture.fold);
  if (picture.hidden_lines != 0)
    out += say(", {} more intervals are not drawn", picture.hidden_lines);
  return out;
}

std::string phase_svg(const PhasePicture& picture, const SvgOptions& options) {
  return Drawing(picture, options).text();
}

}  // namespace lanescope::ui::figures
