#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "ui/figures/reasons.hpp"
#include "ui/figures/stalls/stalls_model.hpp"
#include "ui/figures/stalls/stalls_rows.hpp"
#include "ui/figures/svg_text.hpp"

namespace lanescope::ui::figures::stalls {
namespace {

constexpr double kWidth = 720, kEdge = 24, kName = 236, kValue = 52, kRow = 26, kBar = 13,
                 kFont = 13;
constexpr std::size_t kNameSigns = 34, kSigns = 100;  // of a line

class Writer {
 public:
  explicit Writer(bool dark) : style_(style::make_style({dark, false, true, 1.0F})) {}

  [[nodiscard]] std::string text(const StallsModel& model) {
    const double most = model.rows.empty() ? 1.0 : model.rows.front().share;
    for (const StallRow& row : model.rows) bar(row, most);
    y_ += kFont;
    for (const std::string& line : svg_lines(model.sentence, kSigns)) {
      words(kEdge, "start", style::Role::Text, line);
      y_ += kFont * 1.4;
    }
    return svg_begin(kWidth, y_ + kEdge, kFont, style_[style::Role::Panel]) + out_ + "</svg>\n";
  }

 private:
  void bar(const StallRow& row, double most) {
    std::string name = row.line == 0 ? row.name : fmt::format("{}  {}", row.line, row.name);
    name = svg_lines(name, kNameSigns).front();
    words(kEdge, "start", style::Role::TextSecondary, name);
    double x = kEdge + kName;
    const double room = kWidth - 2 * kEdge - kName - kValue;
    for (const timing::ReasonPart& part : row.parts) {
      const double share = row.share * static_cast<double>(part.cycles) /
                           static_cast<double>(std::max<std::int64_t>(row.cycles, 1));
      const double width = room * share / most;
      out_ += fmt::format(
          "<rect x=\"{:.2f}\" y=\"{:g}\" width=\"{:.2f}\" height=\"{:g}\" fill=\"{}\"/>\n", x,
          y_ + (kRow - kBar) / 2, std::max(width, 0.5), kBar,
          svg_colour(style_[reason_look(part.reason).role]));
      x += width;
    }
    words(kWidth - kEdge, "end", style::Role::Text, percent(row.share));
    y_ += kRow;
  }
  void words(double x, std::string_view anchor, style::Role role, std::string_view text) {
    out_ += fmt::format("<text x=\"{:g}\" y=\"{:g}\" fill=\"{}\" text-anchor=\"{}\">{}</text>\n", x,
                        y_ + kRow * 0.66, svg_colour(style_.ink_colour[static_cast<int>(role)]),
                        anchor, svg_escaped(text));
  }

  style::Style style_;
  std::string out_;
  double y_ = kEdge;
};

}  // namespace

std::string stalls_svg(const StallsModel& model, bool dark) { return Writer(dark).text(model); }

}  // namespace lanescope::ui::figures::stalls
