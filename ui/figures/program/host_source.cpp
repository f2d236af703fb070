#include "ui/figures/program/host_source.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>

#include "lab/program/saved_program.hpp"
#include "ui/figures/hazards_model.hpp"
#include "ui/figures/program/host_strip.hpp"
#include "ui/figures/program/problem_list.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::program {
namespace {

using lanescope::program::SavedProgram;
using runtime::record::Call;
using runtime::record::HostPlace;

std::string name_of(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

const HostPlace* chosen_place(const session::Session& session) {
  const SavedProgram* program = session.open_program();
  const auto& opened = session.state().program;
  if (program == nullptr) return nullptr;
  const auto& record = program->run.record;
  if (opened.call && *opened.call < record.calls.size()) return &record.calls[*opened.call].place;
  return opened.launch < record.launches.size() ? &record.launches[opened.launch].place : nullptr;
}

std::vector<HostLine> lines_of(const std::string& text) {
  std::vector<HostLine> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    HostLine line;
    line.number = static_cast<std::uint32_t>(lines.size() + 1);
    line.text = text.substr(begin, end - begin);
    lines.push_back(std::move(line));
    begin = end + 1;
  }
  return lines;
}

// Copies that are called asynchronous, but whose memory makes the host wait.
bool waits_for_pageable(const Call& call) {
  return call.name.find("Async") != std::string::npos && call.issue &&
         std::ranges::any_of(call.issue->works, [](const auto& work) { return work.pageable; });
}

class Maker {
 public:
  Maker(const SavedProgram& program, const std::string& file, std::vector<HostLine>& lines)
      : program_(program), file_(name_of(file)), lines_(lines) {}

  void make() {
    add_calls();
    add_launches();
    add_problems();
  }

 private:
  HostLine* line_at(const HostPlace& place) {
    const bool is_here =
        place.line != 0 && place.line <= lines_.size() && name_of(place.file) == file_;
    return is_here ? &lines_[place.line - 1] : nullptr;
  }

  void add_calls() {
    const auto& calls = program_.run.record.calls;
    for (std::size_t i = 0; i < calls.size(); ++i) {
      HostLine* line = line_at(calls[i].place);
      if (line == nullptr) continue;
      if (!line->call) line->call = i;
      if (waits_for_pageable(calls[i])) {
        line->note = tr("pageable: the host waits");
        line->mark = style::Role::Conflict;
      } else if (line->note.empty() && calls[i].bytes != 0) {
        line->note = size_words(calls[i].bytes);
      }
    }
  }

  void add_launches() {
    const auto& launches = program_.run.record.launches;
    std::vector<std::size_t> counts(lines_.size());
    for (std::size_t i = 0; i < launches.size(); ++i) {
      HostLine* line = line_at(launches[i].place);
      if (line == nullptr) continue;
      if (!line->launch) line->launch = i;
      const std::size_t count = ++counts[launches[i].place.line - 1];
      line->note = count == 1 ? say("launch {}", i + 1) : say("{} launches", count);
      line->mark = style::Role::Active;
    }
  }

  // Where a line has several, the first of the gravest: rows come in that order.
  void add_problems() {
    std::vector<bool> told(lines_.size());
    for (const runtime::record::Problem* problem : by_severity()) {
      HostLine* line = line_at(problem->place);
      if (line == nullptr || told[line->number - 1]) continue;
      told[line->number - 1] = true;
      line->note = problem_words(problem->kind);
      line->mark = severity_role(problem->severity);
    }
  }
  std::vector<const runtime::record::Problem*> by_severity() const {
    std::vector<const runtime::record::Problem*> problems;
    for (const auto& problem : program_.run.record.problems) problems.push_back(&problem);
    std::ranges::stable_sort(problems, std::greater<>(),
                             [](const runtime::record::Problem* one) { return one->severity; });
    return problems;
  }

  const SavedProgram& program_;
  std::string file_;
  std::vector<HostLine>& lines_;
};

}  // namespace

std::string host_file(const session::Session& session) {
  const HostPlace* place = chosen_place(session);
  if (place != nullptr && place->line != 0) return place->file;
  if (session.open_program() == nullptr) return {};
  for (const Call& call : session.open_program()->run.record.calls) {
    if (call.place.line != 0) return call.place.file;
  }
  return {};
}

HostSource host_source(const SavedProgram& program, const std::string& file) {
  HostSource source;
  source.file = name_of(file);
  const auto kept = std::ranges::find(program.sources, source.file,
                                      [](const auto& one) { return name_of(one.name); });
  if (kept == program.sources.end()) return source;
  source.lines = lines_of(kept->text);
  Maker(program, file, source.lines).make();
  return source;
}

std::uint32_t host_line(const session::Session& session) {
  const HostPlace* place = chosen_place(session);
  return place == nullptr ? 0 : place->line;
}

}  // namespace lanescope::ui::figures::program
