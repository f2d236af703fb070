#include "ui/figures/program/program_lists.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "lab/program/saved_program.hpp"
#include "lab/run/report_counters.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::program {
namespace {

using lanescope::program::SavedProgram;

std::string extents(const Dim3& d) {
  if (d.z > 1) return fmt::format("{}×{}×{}", d.x, d.y, d.z);
  return d.y > 1 ? fmt::format("{}×{}", d.x, d.y) : fmt::format("{}", d.x);
}

style::Role role_of(events::Severity severity) {
  return severity == events::Severity::Error     ? style::Role::Error
         : severity == events::Severity::Warning ? style::Role::Conflict
                                                 : style::Role::TextSecondary;
}

const runtime::record::HostPlace* chosen_place(const session::Session& session) {
  const SavedProgram* program = session.open_program();
  const auto& opened = session.state().program;
  if (program == nullptr) return nullptr;
  const auto& record = program->run.record;
  if (opened.call && *opened.call < record.calls.size()) return &record.calls[*opened.call].place;
  return opened.launch < record.launches.size() ? &record.launches[opened.launch].place : nullptr;
}

}  // namespace

std::vector<LaunchRow> launch_rows(const SavedProgram& program) {
  std::vector<LaunchRow> rows;
  std::map<std::string, int> counts;
  for (const runtime::record::Launch& launch : program.run.record.launches) {
    const std::string title = lanescope::program::kernel_title(launch);
    rows.push_back({fmt::format("{} #{}", title, ++counts[title]),
                    extents(launch.grid) + " · " + extents(launch.block), launch.stream,
                    view::with_commas(launch.steps), launch.place.text(), false});
  }
  for (const auto& launch : program.run.launches) {
    rows[launch.index].wrong = std::ranges::any_of(
        launch.run->hazards,
        [](const events::Hazard& hazard) { return hazard.severity == events::Severity::Error; });
  }
  return rows;
}

std::vector<ProblemRow> problem_rows(const SavedProgram& program) {
  std::vector<ProblemRow> rows;
  std::vector<events::Severity> severities;
  const auto add = [&](events::Severity severity, std::string_view kind, ProblemRow row) {
    row.heading = fmt::format("{}: {}", events::spelling(severity), kind);
    row.role = role_of(severity);
    const auto at = std::ranges::upper_bound(severities, severity, std::greater<>());
    rows.insert(rows.begin() + (at - severities.begin()), std::move(row));
    severities.insert(at, severity);
  };
  for (const runtime::record::Problem& problem : program.run.record.problems)
    add(problem.severity, runtime::record::spelling(problem.kind),
        {{}, problem.message, problem.place.text(), {}, {}});
  for (const auto& launch : program.run.launches) {
    for (const events::Hazard& hazard : launch.run->hazards) {
      const run::ReportPlace place = run::report_place(*launch.run, 0, hazard.pc);
      add(hazard.severity, events::spelling(hazard.kind),
          {{},
           hazard.message,
           place.line == 0 ? std::string() : fmt::format("{}:{}", place.file, place.line),
           {},
           launch.index});
    }
  }
  return rows;
}

std::vector<HostLine> host_lines(const session::Session& session, std::uint32_t around) {
  const runtime::record::HostPlace* place = chosen_place(session);
  std::vector<HostLine> lines;
  if (place == nullptr || place->line == 0) return lines;
  const auto name = std::filesystem::path(place->file).filename();
  for (const auto& source : session.open_program()->sources) {
    if (std::filesystem::path(source.name).filename() != name) continue;
    std::uint32_t number = 1;
    for (std::size_t begin = 0; begin < source.text.size(); ++number) {
      const std::size_t end = std::min(source.text.find('\n', begin), source.text.size());
      if (number + around >= place->line && number <= place->line + around)
        lines.push_back({number, source.text.substr(begin, end - begin), number == place->line});
      begin = end + 1;
    }
    return lines;
  }
  return lines;
}

std::string ending_words(const SavedProgram& program) {
  if (program.run.ending.signal != 0) return say("ended by signal {}", program.run.ending.signal);
  return say("exit status {}", program.run.ending.status);
}

std::string program_title(const session::Session& session) {
  const SavedProgram* program = session.open_program();
  if (program == nullptr) return {};
  const std::size_t count = program->run.record.launches.size();
  if (count == 0) return tr("it launched nothing");
  if (!session.shows_launch()) return say_many(count, "1 launch", "{} launches", count);
  return say("launch {} of {}", session.state().program.launch + 1, count);
}

}  // namespace lanescope::ui::figures::program
