#include "ui/panels/findings/findings.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include "ui/figures/gpu_counts.hpp"
#include "ui/teaching/hidden_answer.hpp"
#include "ui/widgets/buttons.hpp"
#include "ui/widgets/click_area.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::findings {
namespace {

using figures::findings::FindingRow;
using figures::findings::FindingsModel;

// "28 of 36 sectors, 78 % · machine code agrees"; where it does not, in the colour of that.
void draw_cost(const Frame& frame, const FindingRow& row) {
  const style::Style& style = frame.style;
  const bool quiet =
      row.machine_role == style::Role::TextSecondary || row.machine_role == style::Role::Equal;
  const bool together = quiet && !row.machine_code.empty();
  widgets::paragraph(style, widgets::small_text(style),
                     together ? fmt::format("{} · {}", row.cost, row.machine_code) : row.cost);
  if (quiet) return;
  widgets::TextLook look = widgets::small_text(style);
  look.colour = style.ink(row.machine_role);
  widgets::paragraph(style, look, row.machine_code);
}

void draw_lesson(Frame& frame, const FindingRow& row) {
  if (row.lesson.empty()) return;
  if (widgets::text_button(frame.style, "###lesson", say("lesson: {}", row.lesson_title), 0.0F,
                           widgets::Emphasis::Quiet)) {
    frame.commands.post(fmt::format("lesson id={}", row.lesson));
  }
}

// The words of a finding; a click on them goes to the moment when its line first runs.
void draw_words(Frame& frame, const FindingRow& row) {
  const style::Style& style = frame.style;
  const ImVec2 begin = ImGui::GetCursorScreenPos();
  widgets::paragraph(style, widgets::bold(style), row.title);
  draw_cost(frame, row);
  widgets::paragraph(style, row.remedy);
  if (row.line == 0) return;
  if (widgets::click_area(style, "###finding", begin,
                          tr("Click to go to the moment when this line first runs."))) {
    frame.commands.post(fmt::format("goto line={}", row.line));
    frame.commands.post(fmt::format("select line={}", row.line));
  }
}

// A stripe in the colour of what is lost, as long as the finding.
void draw_finding(Frame& frame, const FindingRow& row) {
  const style::Style& style = frame.style;
  const ImVec2 begin = ImGui::GetCursorScreenPos();
  ImGui::Indent(widgets::stripe_inset(style));
  draw_words(frame, row);
  draw_lesson(frame, row);
  ImGui::Unindent(widgets::stripe_inset(style));
  widgets::stripe_beside(style, begin, row.role);
  ImGui::Dummy({0, style.gap * 0.6F});
}

}  // namespace

std::string_view FindingsPanel::help() const {
  return tr(
      "What the run loses, the largest share first: the lines, how much of what the run does is "
      "lost there, what helps, the lesson that explains it, and whether the GPU's counters agree. "
      "Shares of lanes, sectors and wavefronts are not times: measure before and after. A click "
      "goes to the moment when the line first runs.");
}

const std::optional<FindingsModel>& FindingsPanel::model(const Frame& frame) {
  return cache_.get(frame.session, figures::gpu_counts_key(frame.session), [&] {
    return figures::findings::findings_model(frame.session,
                                             teaching::HiddenAnswer(frame.session).findings());
  });
}

std::string FindingsPanel::note(const Frame& frame) {
  const auto& shown = model(frame);
  if (!shown || shown->kept_back) return {};
  if (!shown->complete) return tr("still counting…");
  return shown->rows.empty() ? tr("nothing found") : tr("ranked by the share that is lost");
}

void FindingsPanel::draw_content(Frame& frame) {
  const auto& shown = model(frame);
  if (!shown) {
    widgets::empty_state(frame.style,
                         tr("Nothing has run yet. What a run loses is listed here, with what "
                            "helps against it."));
    return;
  }
  if (shown->kept_back) {
    widgets::empty_state(frame.style, tr(teaching::kHiddenAnswerWords));
    return;
  }
  if (shown->complete && shown->rows.empty()) {
    widgets::empty_state(frame.style,
                         tr("Nothing is lost that the model sees: lanes are busy, requests "
                            "coalesced, banks free. What is left is a matter of time: Timings."));
    return;
  }
  for (std::size_t i = 0; i < shown->rows.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    draw_finding(frame, shown->rows[i]);
    ImGui::PopID();
  }
}

}  // namespace lanescope::ui::panels::findings
