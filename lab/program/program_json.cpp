#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lab/program/program_report.hpp"
#include "lab/report/report_json.hpp"
#include "lab/run/report_counters.hpp"
#include "runtime/timeline/timeline.hpp"

namespace lanescope::program {
namespace {

using Json = nlohmann::ordered_json;
using runtime::record::HostPlace;
using runtime::timeline::Timeline;

Json json(const HostPlace& place) { return {{"file", place.file}, {"line", place.line}}; }

Json launches_json(const ProgramRun& program) {
  Json all = Json::array();
  for (const LaunchRun& launch : program.launches) {
    Json report{{"index", all.size()}, {"stream", launch.stream}, {"host", json(launch.place)}};
    const auto& parent = program.record.launches[launch.index].parent;
    if (parent) report["parent"] = *parent;
    report.update(Json::parse(report::report_json(*launch.run, nullptr)));
    if (launch.run->outcome == engine::Outcome::Running) report["outcome"] = "interrupted";
    if (launch.gpu_milliseconds) report["gpu_milliseconds"] = *launch.gpu_milliseconds;
    all.push_back(std::move(report));
  }
  return all;
}

Json calls_json(const ProgramRun& program) {
  Json all = Json::array();
  for (const runtime::record::Call& call : program.record.calls) {
    all.push_back({{"name", call.name},
                   {"file", call.place.file},
                   {"line", call.place.line},
                   {"result", call.result},
                   {"bytes", call.bytes}});
  }
  return all;
}

// Of all launches and of the host's part, each with what the other has as null.
Json hazards_json(const ProgramRun& program) {
  Json all = Json::array();
  for (std::size_t i = 0; i < program.launches.size(); ++i) {
    const run::ModelRun& run = *program.launches[i].run;
    for (const events::Hazard& hazard : run.hazards) {
      const run::ReportPlace place = run::report_place(run, 0, hazard.pc);
      all.push_back({{"kind", events::spelling(hazard.kind)},
                     {"severity", events::spelling(hazard.severity)},
                     {"file", place.file},
                     {"line", place.line},
                     {"launch", i},
                     {"count", hazard.count},
                     {"message", hazard.message}});
    }
  }
  for (const runtime::record::Problem& problem : program.record.problems) {
    all.push_back({{"kind", runtime::record::spelling(problem.kind)},
                   {"severity", events::spelling(problem.severity)},
                   {"file", problem.place.file},
                   {"line", problem.place.line},
                   {"launch", nullptr},
                   {"count", 1},
                   {"message", problem.message}});
  }
  return all;
}

Json sums_json(double end, const schedule::Busy& busy) {
  return {{"end", end}, {"busy", busy.busy}, {"overlapped", busy.overlapped}};
}

// On two copy engines, with the sums of one beside it.
Json timeline_json(const ProgramRun& program, const Lengths& lengths) {
  const Timeline timeline = timeline_of(program.record, lengths, 2);
  Json all{{"device", nullptr}, {"unit", "unit"}};
  if (!lengths.device().empty()) all = {{"device", lengths.device()}, {"unit", "microsecond"}};
  const schedule::Schedule one = timeline_of(program.record, lengths, 1).schedule;
  all["two_copy_engines"] = sums_json(timeline.schedule.end, timeline.schedule);
  all["one_copy_engine"] = sums_json(one.end, one);
  Json works = Json::array();
  for (const schedule::Placed& placed : timeline.schedule.works) {
    if (placed.engine == schedule::Engine::None) continue;
    const Timeline::Piece& piece = timeline.pieces[placed.call][placed.work];
    const std::size_t stream = timeline.program.calls[placed.call].stream;
    works.push_back({{"kind", spelling(piece.work.kind)},
                     {"call", placed.call},
                     {"launch", piece.launch ? Json(*piece.launch) : Json()},
                     {"stream", std::stoull(timeline.program.streams[stream].name)},
                     {"begin", placed.begin},
                     {"end", placed.end}});
  }
  all["works"] = std::move(works);
  return all;
}

// Null where CUPTI told nothing.
Json activities_json(const std::vector<GpuActivity>& activities) {
  if (activities.empty()) return nullptr;
  const GpuSums sums = sums_of(activities);
  Json works = Json::array();
  for (const GpuActivity& one : activities) {
    Json work{{"kind", spelling(one.kind)},
              {"stream", one.stream},
              {"begin", one.begin},
              {"end", one.end}};
    if (one.kind == GpuActivity::Kind::Kernel) {
      work["kernel"] = one.kernel;
      work["launch"] = one.launch ? Json(*one.launch) : Json();
    } else {
      work["bytes"] = one.bytes;
    }
    works.push_back(std::move(work));
  }
  Json all{{"unit", "microsecond"}};
  all.update(sums_json(sums.span, sums));
  all["works"] = std::move(works);
  return all;
}

Json gpu_json(const ProgramRun& program) {
  if (!program.gpu) return nullptr;
  return {{"device", program.gpu->device},
          {"program", program.gpu->ending.status},
          {"signal", program.gpu->ending.signal},
          {"output", program.gpu->same_output ? "equal" : "different"},
          {"timeline", activities_json(program.gpu->times.activities)}};
}

}  // namespace

std::string program_json(const ProgramRun& program, const Lengths& lengths) {
  const Json report{{"schema", 1},
                    {"files", program.files},
                    {"engine", program.engine},
                    {"arch", program.arch},
                    {"exit",
                     {{"program", program.ending.status},
                      {"signal", program.ending.signal},
                      {"model", model_status(program)}}},
                    {"gpu", gpu_json(program)},
                    {"launches", launches_json(program)},
                    {"calls", calls_json(program)},
                    {"calls_left_out", program.record.calls_left_out},
                    {"hazards", hazards_json(program)},
                    {"timeline", timeline_json(program, lengths)}};
  return report.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace lanescope::program
