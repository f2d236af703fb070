#include "ui/session/source_model.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "lab/run/machine_code_run.hpp"
#include "sim/analysis/lines.hpp"
#include "sim/events/counter_table.hpp"
#include "ui/session/line_cycles.hpp"
#include "ui/view/heat_choice.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::session {
namespace {

const std::string kNoFile;

std::string without_tabs(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\t')
      out.append(4 - out.size() % 4, ' ');
    else if (c != '\r')
      out += c;
  }
  return out;
}

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// The run's heat belongs to the text that it was compiled from.
bool shows_source_of_run(const Session& session) {
  return session.run() != nullptr &&
         session.run()->prepared->experiment.source.text == session.source_text();
}

void add_cycles(const Session& session, SourceModel& model) {
  for (const LineCycles& line : cycles_by_line(session))
    if (line.line != 0 && line.line <= model.lines.size())
      model.lines[line.line - 1].heat = static_cast<std::uint64_t>(line.cycles.sum());
}

void add_heat(const Session& session, SourceModel& model) {
  const run::ModelRun& run = *session.run();
  const auto& launches = run.plan().launches;
  const auto counters = events::find_counters(view::shown_heat(session));
  std::map<const engine::Program*, std::vector<std::uint32_t>> line_of_pc;
  for (std::size_t l = 0; l < launches.size(); ++l) {
    const engine::Program& program = *launches[l].program;
    auto& lines = line_of_pc[&program];
    for (std::uint32_t pc = static_cast<std::uint32_t>(lines.size()); pc < program.size(); ++pc) {
      lines.push_back(analysis::line_in_file(program, Pc{pc}, compiled_file(session)));
    }
    for (std::uint32_t pc = 0; pc < lines.size(); ++pc) {
      if (lines[pc] == 0 || lines[pc] > model.lines.size()) continue;
      SourceLine& line = model.lines[lines[pc] - 1];
      line.has_code = true;
      if (l < run.counters_by_pc.size() && pc < run.counters_by_pc[l].size()) {
        for (const events::CounterInfo* counter : counters)
          line.heat += counter->value(run.counters_by_pc[l][pc]);
      }
    }
  }
  if (view::shown_heat(session) == view::kCyclesHeat) add_cycles(session, model);
  std::uint64_t hottest = 1;
  for (const SourceLine& line : model.lines) hottest = std::max(hottest, line.heat);
  for (SourceLine& line : model.lines) {
    line.share = static_cast<double>(line.heat) / static_cast<double>(hottest);
  }
}

// Declarations and line marks say nothing to a reader who follows the instructions.
bool is_noise(std::string_view line) {
  const std::size_t at = line.find_first_not_of(" \t");
  if (at == std::string_view::npos) return true;
  const std::string_view text = line.substr(at);
  constexpr std::array<std::string_view, 8> kNoise{".loc", ".reg",    "//",     "{",
                                                   "}",    ".pragma", ".local", ".shared"};
  return std::any_of(kNoise.begin(), kNoise.end(),
                     [&](std::string_view n) { return text.starts_with(n); });
}

void add_machine_code(const Session& session, const engine::Program& program, SourceModel& model) {
  for (std::uint32_t pc = 0; pc < program.size(); ++pc)
    model.code.push_back({program.text_at(Pc{pc}), Pc{pc},
                          analysis::line_in_file(program, Pc{pc}, compiled_file(session))});
}

void add_code(const Session& session, SourceModel& model) {
  const engine::Program* program = session.program();
  if (program == nullptr || program->size() == 0) return;
  if (run::is_machine_code(*session.run()->prepared))
    return add_machine_code(session, *program, model);
  std::map<std::uint32_t, Pc> pc_of_line;
  for (std::uint32_t pc = 0; pc < program->size(); ++pc)
    pc_of_line.emplace(program->at(Pc{pc}).line, Pc{pc});
  const auto lines = split_lines(session.run()->prepared->compiled->ptx);
  const std::uint32_t first = std::max(pc_of_line.begin()->first, 1U),
                      last = pc_of_line.rbegin()->first;
  for (std::uint32_t number = first; number <= last && number <= lines.size(); ++number) {
    const std::string_view text = lines[number - 1];
    const auto found = pc_of_line.find(number);
    if (found == pc_of_line.end() && is_noise(text)) continue;
    CodeLine line;
    std::string clean = without_tabs(text);
    clean.erase(0, std::min(clean.find_first_not_of(' '), clean.size()));
    line.text = std::move(clean);
    if (found != pc_of_line.end()) {
      line.pc = found->second;
      line.source_line = analysis::line_in_file(*program, found->second, compiled_file(session));
    }
    model.code.push_back(std::move(line));
  }
}

void add_errors(const Session& session, SourceModel& model) {
  const auto& failure = session.failure();
  if (!failure) return;
  bool placed = false;
  for (const auto& diagnostic : failure->diagnostics) {
    if (diagnostic.line < 1 || static_cast<std::size_t>(diagnostic.line) > model.lines.size())
      continue;
    std::string& error = model.lines[static_cast<std::size_t>(diagnostic.line) - 1].error;
    if (error.empty()) error = diagnostic.message;
    placed = true;
  }
  if (!placed) model.problem = failure->error.text();
}

}  // namespace

const std::string& compiled_file(const Session& session) {
  return session.run() == nullptr ? kNoFile : session.run()->prepared->experiment.source.file_name;
}

SourceModel source_model(const Session& session) {
  SourceModel model;
  std::uint32_t number = 0;
  for (const std::string_view text : split_lines(session.source_text())) {
    SourceLine line;
    line.number = ++number;
    line.text = without_tabs(text);
    model.lines.push_back(std::move(line));
  }
  if (shows_source_of_run(session)) add_heat(session, model);
  if (session.run() != nullptr) add_code(session, model);
  add_errors(session, model);
  return model;
}

std::uint64_t source_key(const Session& session) {
  const std::uint64_t run = session.run() == nullptr ? 0 : session.run()->id;
  std::uint64_t key =
      std::hash<std::string>{}(session.source_text()) ^ (run * 0x9E3779B97F4A7C15ULL);
  key = key * 31 + std::hash<std::string>{}(session.state().appearance.heat);
  key = key * 31 + session.state().cursor.selection.launch;
  key = key * 31 + cycles_key(session);
  if (session.failure())
    key = key * 31 + std::hash<std::string>{}(session.failure()->error.text()) + 1;
  return key;
}

SourceNow source_now(const Session& session) {
  SourceNow now;
  const view::Selection& selection = session.state().cursor.selection;
  now.selected_line = selection.line.value_or(0);
  now.selected_pc = selection.pc;
  const auto step = session.shown_step();
  if (!step || session.program() == nullptr) return now;
  now.pc = step->pc;
  now.line = analysis::line_in_file(*session.program(), step->pc, compiled_file(session));
  return now;
}

}  // namespace lanescope::ui::session
