#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "sim/base/utf8.hpp"
#include "ui/figures/output/output_model.hpp"
#include "ui/figures/svg_text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::output {
namespace {

constexpr double kEdge = 24, kLine = 20, kFont = 13, kSign = 7.9, kGap = 20;
constexpr std::size_t kMostRows = 64, kColumns = 80;

class Writer {
 public:
  Writer(const view::View& view, bool dark)
      : run_(*view.run()),
        rows_(output_rows(run_.printed, kColumns)),
        now_(output_now(view)),
        style_(style::make_style({dark, false, true, 1.0F})) {
    const std::size_t begun = rows_begun(rows_, now_);
    first_ = begun - std::min(begun, kMostRows);
    end_ = begun;
  }

  [[nodiscard]] std::string text() {
    std::size_t names = 0;
    for (std::size_t i = first_; i < end_; ++i) names = std::max(names, signs_of(thread(i)));
    const double left = kEdge + static_cast<double>(names) * kSign + kGap;
    const double width = left + kColumns * kSign + kEdge;
    const double height = 2 * kEdge + static_cast<double>(end_ - first_ + 1) * kLine;
    std::string out =
        svg_begin(width, height, kFont, style_[style::Role::Panel], "JetBrains Mono, monospace");
    for (std::size_t i = first_; i < end_; ++i) out += row(i, left);
    return out + line(kEdge, end_, style::Role::TextSecondary, count()) + "</svg>\n";
  }

 private:
  [[nodiscard]] std::string thread(std::size_t row) const {
    return output_thread(run_, run_.printed.parts[rows_[row].part]);
  }
  [[nodiscard]] std::string row(std::size_t index, double left) const {
    const OutputRow& row = rows_[index];
    const std::size_t end = std::min(row.end, now_.bytes);
    const bool prints_now = now_.printing == run_.printed.parts[row.part].machine_step;
    std::string out;
    if (row.first)
      out = line(kEdge, index, prints_now ? style::Role::Active : style::Role::TextSecondary,
                 thread(index));
    return out + line(left, index, style::Role::Text,
                      std::string_view(run_.printed.text).substr(row.begin, end - row.begin));
  }
  [[nodiscard]] std::string line(double x, std::size_t index, style::Role role,
                                 std::string_view words) const {
    if (words.empty()) return {};
    return fmt::format("<text x=\"{:g}\" y=\"{:g}\" fill=\"{}\" xml:space=\"preserve\">{}</text>\n",
                       x, kEdge + (static_cast<double>(index - first_) + 0.7) * kLine,
                       svg_colour(style_.ink_colour[static_cast<int>(role)]), svg_escaped(words));
  }
  // Of how many lines these are the last ones.
  [[nodiscard]] std::string count() const {
    const auto lines = [&](std::size_t from, std::size_t to) {
      return std::ranges::count_if(rows_.begin() + static_cast<std::ptrdiff_t>(from),
                                   rows_.begin() + static_cast<std::ptrdiff_t>(to),
                                   [](const OutputRow& row) { return row.first; });
    };
    const auto shown = lines(first_, end_), printed = lines(0, end_), all = lines(0, rows_.size());
    if (shown < printed) return say("the last {} of {} lines so far", shown, printed);
    return printed < all ? say("{} of {} lines so far", printed, all)
                         : say_many(all, "1 line", "{} lines", all);
  }

  const run::ModelRun& run_;
  std::vector<OutputRow> rows_;
  OutputNow now_;
  style::Style style_;
  std::size_t first_ = 0, end_ = 0;  // of the rows
};

}  // namespace

Result<std::string> output_svg(const view::View& view, bool dark) {
  if (view.run() == nullptr || view.run()->printed.text.empty())
    return bad_input(tr("this kernel has printed nothing"));
  return Writer(view, dark).text();
}

}  // namespace lanescope::ui::figures::output
