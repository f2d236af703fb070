#include <string_view>

#include <fmt/format.h>

#include "ui/figures/findings/findings_model.hpp"
#include "ui/figures/svg_text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::findings {
namespace {

constexpr double kWidth = 720, kEdge = 24, kStripe = 5, kInset = 16, kLine = 19, kGap = 16,
                 kFont = 13;
constexpr std::size_t kTitleSigns = 84, kSigns = 100;  // of a line

class Writer {
 public:
  explicit Writer(bool dark) : style_(style::make_style({dark, false, true, 1.0F})) {}

  [[nodiscard]] std::string text(const FindingsModel& model) {
    y_ = kEdge;
    if (model.rows.empty()) words(tr("nothing found"), kSigns, style::Role::Text, "");
    for (const FindingRow& row : model.rows) finding(row);
    const double height = y_ + kEdge - (model.rows.empty() ? 0.0 : kGap);
    return svg_begin(kWidth, height, kFont, style_[style::Role::Panel]) + out_ + "</svg>\n";
  }

 private:
  // As in the panel: a stripe in the colour of what is lost, as long as the finding.
  void finding(const FindingRow& row) {
    const double top = y_;
    words(row.title, kTitleSigns, style::Role::Text, " font-weight=\"bold\"");
    words(row.cost, kSigns, style::Role::TextSecondary, "");
    words(row.machine_code, kSigns, row.machine_role, "");
    words(row.remedy, kSigns, style::Role::Text, "");
    out_ += fmt::format(
        "<rect x=\"{:g}\" y=\"{:g}\" width=\"{:g}\" height=\"{:g}\" rx=\"2\" fill=\"{}\"/>\n",
        kEdge, top, kStripe, y_ - top, svg_colour(style_[row.role]));
    y_ += kGap;
  }
  void words(std::string_view text, std::size_t signs, style::Role role, std::string_view look) {
    for (const std::string& line : svg_lines(text, signs)) {
      out_ += fmt::format("<text x=\"{:g}\" y=\"{:g}\" fill=\"{}\"{}>{}</text>\n", kEdge + kInset,
                          y_ + kLine * 0.7, svg_colour(style_.ink_colour[static_cast<int>(role)]),
                          look, svg_escaped(line));
      y_ += kLine;
    }
  }

  style::Style style_;
  std::string out_;
  double y_ = 0.0;
};

}  // namespace

std::string findings_svg(const FindingsModel& model, bool dark) { return Writer(dark).text(model); }

}  // namespace lanescope::ui::figures::findings
