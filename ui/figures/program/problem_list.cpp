#include "ui/figures/program/problem_list.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "lab/run/report_counters.hpp"
#include "ui/figures/hazards_model.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::program {
namespace {

using lanescope::program::SavedProgram;

// Rows in the order of severity.
class Rows {
 public:
  void add(events::Severity severity, ProblemRow row) {
    row.severity = severity_words(severity);
    row.role = severity_role(severity);
    const auto at = std::ranges::upper_bound(severities_, severity, std::greater<>());
    rows_.insert(rows_.begin() + (at - severities_.begin()), std::move(row));
    severities_.insert(at, severity);
  }
  std::vector<ProblemRow> take() { return std::move(rows_); }

 private:
  std::vector<ProblemRow> rows_;
  std::vector<events::Severity> severities_;
};

std::optional<std::size_t> call_at(const SavedProgram& program,
                                   const runtime::record::HostPlace& place) {
  if (place.line == 0) return std::nullopt;
  const auto& calls = program.run.record.calls;
  const auto found = std::ranges::find_if(calls, [&](const runtime::record::Call& call) {
    return call.place.line == place.line && call.place.file == place.file;
  });
  if (found == calls.end()) return std::nullopt;
  return static_cast<std::size_t>(found - calls.begin());
}

}  // namespace

std::vector<ProblemRow> problem_rows(const SavedProgram& program) {
  Rows rows;
  for (const runtime::record::Problem& problem : program.run.record.problems) {
    ProblemRow row;
    row.what = problem_words(problem.kind);
    row.message = problem.message;
    row.place = problem.place.text();
    row.call = call_at(program, problem.place);
    rows.add(problem.severity, std::move(row));
  }
  for (const auto& launch : program.run.launches) {
    for (const events::Hazard& hazard : launch.run->hazards) {
      const run::ReportPlace place = run::report_place(*launch.run, 0, hazard.pc);
      ProblemRow row;
      row.what = hazard_words(hazard.kind);
      row.message = hazard.message;
      if (place.line != 0) row.place = fmt::format("{}:{}", place.file, place.line);
      row.launch = launch.index;
      rows.add(hazard.severity, std::move(row));
    }
  }
  return rows.take();
}

std::string problem_words(runtime::record::ProblemKind kind) {
  using Kind = runtime::record::ProblemKind;
  switch (kind) {
    case Kind::BadCall:
      return tr("refused by CUDA");
    case Kind::BadCopy:
      return tr("a copy of the wrong bytes");
    case Kind::UseAfterFree:
      return tr("used after it was freed");
    case Kind::UncheckedError:
      return tr("an error that nobody asked for");
    case Kind::LostOutput:
      return tr("output that was lost");
    case Kind::Leak:
      return tr("never freed");
    case Kind::HostAccess:
      return tr("the host touches the GPU's memory");
    case Kind::Crash:
      return tr("the host's part crashed");
    case Kind::NotSupported:
      return tr("not supported");
    case Kind::NoPtx:
      return tr("no PTX in the executable");
    case Kind::NoMachineCode:
      return tr("no machine code to be executed");
  }
  return {};
}

std::string ending_words(const SavedProgram& program) {
  if (program.run.ending.signal != 0) return say("ended by signal {}", program.run.ending.signal);
  return say("exit status {}", program.run.ending.status);
}

}  // namespace lanescope::ui::figures::program
