#include "ui/figures/findings/findings_model.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lab/report/findings.hpp"
#include "ui/figures/gpu_counts.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::findings {
namespace {

// Named lines; more would be no place to look at.
constexpr std::size_t kMostLines = 4;

style::Role role_of(report::FindingKind kind) {
  switch (kind) {
    case report::FindingKind::Hazard:
      return style::Role::Error;
    case report::FindingKind::IdleLanes:
    case report::FindingKind::PartialWarps:
      return style::Role::Divergence;
    case report::FindingKind::LoadConflicts:
    case report::FindingKind::StoreConflicts:
    case report::FindingKind::SharedAtomics:
    case report::FindingKind::DivergentConstants:
      return style::Role::Conflict;
    case report::FindingKind::ContendedAtomics:
      return style::Role::Atomic;
    case report::FindingKind::LowOccupancy:
      return style::Role::Limit;
    case report::FindingKind::UncoalescedLoads:
    case report::FindingKind::UncoalescedStores:
    case report::FindingKind::LocalMemory:
      break;
  }
  return style::Role::Wasted;
}

// tr() wants a text that ends with a zero; those of the table do.
std::string translated(std::string_view text) { return tr(text.data()); }

std::string title_of(const report::Finding& finding, const report::FindingWords& words) {
  std::string title = translated(words.title);
  if (finding.lines.empty()) return title;
  if (finding.lines.size() == 1) return say("line {}: {}", finding.lines.front(), title);
  std::vector<std::uint32_t> lines = finding.lines;
  const bool more = lines.size() > kMostLines;
  lines.resize(std::min(lines.size(), kMostLines));
  std::ranges::sort(lines);
  return say("lines {}: {}", fmt::format("{}{}", fmt::join(lines, ", "), more ? ", …" : ""), title);
}

std::string cost_of(const report::Finding& finding, const report::FindingWords& words) {
  if (finding.kind == report::FindingKind::Hazard)
    return say_many(finding.wasted, "{} error", "{} errors", view::with_commas(finding.wasted));
  return say("{} of {} {}, {}", view::with_commas(finding.wasted), view::with_commas(finding.of),
             translated(words.unit), view::percent(finding.share()));
}

void tell_machine_code(const figures::GpuCounts& gpu, const report::FindingWords& words,
                       FindingRow& row) {
  const bool is_of_launch = words.kind == report::FindingKind::PartialWarps ||
                            words.kind == report::FindingKind::LowOccupancy ||
                            words.kind == report::FindingKind::Hazard;
  if (is_of_launch) return;
  if (words.counter.empty()) {
    row.machine_code = tr("of the PTX");
    return;
  }
  const auto count = gpu.of(words.counter);
  if (!count) {
    row.machine_code = tr("no GPU has counted it");
    return;
  }
  row.machine_code = count->role == style::Role::Different
                         ? say("the GPU counts {}", view::with_commas(count->value))
                         : tr("machine code agrees");
  row.machine_role = count->role;
}

// The lesson that is open explains it already.
void name_lesson(const session::Session& session, const report::FindingWords& words,
                 FindingRow& row) {
  if (session.lesson() != nullptr && session.lesson()->id == words.lesson) return;
  const auto& lessons = session.lessons();
  const auto at = std::ranges::find(lessons, words.lesson, &lesson::Lesson::id);
  if (at == lessons.end()) return;
  row.lesson = at->id;
  row.lesson_title = at->title;
}

}  // namespace

std::optional<FindingsModel> findings_model(const session::Session& session, bool kept_back) {
  const auto& run = session.run();
  if (run == nullptr) return std::nullopt;
  FindingsModel model;
  model.complete = run->complete;
  model.kept_back = kept_back;
  if (!model.complete || model.kept_back) return model;
  const figures::GpuCounts gpu(session);
  for (const report::Finding& finding : report::findings(*run)) {
    const report::FindingWords& words = report::words_of(finding.kind);
    FindingRow row;
    row.title = title_of(finding, words);
    row.cost = cost_of(finding, words);
    row.remedy = translated(words.remedy);
    row.role = role_of(finding.kind);
    if (finding.file == run->prepared->experiment.source.file_name && !finding.lines.empty())
      row.line = finding.lines.front();
    tell_machine_code(gpu, words, row);
    name_lesson(session, words, row);
    model.rows.push_back(std::move(row));
  }
  return model;
}

}  // namespace lanescope::ui::figures::findings
