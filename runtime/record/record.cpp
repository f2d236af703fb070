#include "runtime/record/record.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "runtime/record/issue_json.hpp"
#include "runtime/record/machine_code_json.hpp"

namespace lanescope::runtime::record {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 11> kProblemKinds = {
    "bad_call",    "bad_copy", "use_after_free", "unchecked_error", "lost_output",    "leak",
    "host_access", "crash",    "not_supported",  "no_ptx",          "no_machine_code"};

// The number of one of an enum's values, up to the last one.
template <typename Enum>
Enum value_of(const Json& json, Enum last) {
  const int value = json.get<int>();
  if (value < 0 || value > static_cast<int>(last)) throw std::out_of_range("no such value");
  return static_cast<Enum>(value);
}

std::string line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json json(const Dim3& d) { return Json::array({d.x, d.y, d.z}); }
Dim3 dim3(const Json& json) {
  return {json.at(0).get<std::uint32_t>(), json.at(1).get<std::uint32_t>(),
          json.at(2).get<std::uint32_t>()};
}

Json json(const HostPlace& place) { return Json::array({place.file, place.line}); }
HostPlace place(const Json& json) {
  return {json.at(0).get<std::string>(), json.at(1).get<std::uint32_t>()};
}

Json json(const events::Hazard& hazard) {
  Json threads = Json::array();
  for (const Dim3& thread : hazard.threads) threads.push_back(json(thread));
  return Json::array({static_cast<int>(hazard.kind), static_cast<int>(hazard.severity),
                      hazard.count, hazard.pc.value, hazard.other_pc.value, hazard.space,
                      json(hazard.block), json(hazard.other_block), threads, hazard.address,
                      hazard.machine_step.value, hazard.other_machine_step.value,
                      json(hazard.other_thread), hazard.message});
}
events::Hazard hazard(const Json& json) {
  events::Hazard hazard;
  hazard.kind = value_of(json.at(0), events::HazardKind::StepLimit);
  hazard.severity = value_of(json.at(1), events::Severity::Error);
  hazard.count = json.at(2).get<std::uint64_t>();
  hazard.pc = Pc{json.at(3).get<std::uint32_t>()};
  hazard.other_pc = Pc{json.at(4).get<std::uint32_t>()};
  hazard.space = json.at(5).get<std::string>();
  hazard.block = dim3(json.at(6));
  hazard.other_block = dim3(json.at(7));
  for (const Json& thread : json.at(8)) hazard.threads.push_back(dim3(thread));
  hazard.address = json.at(9).get<std::string>();
  hazard.machine_step = MachineStep{json.at(10).get<std::uint64_t>()};
  hazard.other_machine_step = MachineStep{json.at(11).get<std::uint64_t>()};
  hazard.other_thread = dim3(json.at(12));
  hazard.message = json.at(13).get<std::string>();
  return hazard;
}

// Of each pc with its number, index and value of what is not 0.
Json json(const std::map<std::uint32_t, events::Counters>& counters) {
  Json all = Json::array();
  for (const auto& [pc, counted] : counters) {
    const auto values = std::bit_cast<events::CounterValues>(counted);
    Json one = Json::array({pc});
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i] != 0) one.insert(one.end(), {Json(i), Json(values[i])});
    }
    all.push_back(std::move(one));
  }
  return all;
}
std::map<std::uint32_t, events::Counters> counters(const Json& json) {
  std::map<std::uint32_t, events::Counters> all;
  for (const Json& one : json) {
    events::CounterValues values{};
    for (std::size_t i = 1; i + 1 < one.size(); i += 2)
      values.at(one.at(i).get<std::size_t>()) = one.at(i + 1).get<std::uint64_t>();
    all[one.at(0).get<std::uint32_t>()] = std::bit_cast<events::Counters>(values);
  }
  return all;
}

Json json(const Inputs& inputs) {
  Json arrays = Json::array();
  for (const KeptArray& array : inputs.arrays) {
    Json undefined = Json::array();
    for (const engine::ByteRange& part : array.undefined)
      undefined.insert(undefined.end(), {Json(part.begin), Json(part.end)});
    arrays.push_back(
        Json::array({array.name, array.is_variable, array.address, array.bytes, array.element_bytes,
                     json(array.place), array.content, std::move(undefined)}));
  }
  return {{"parameters", hex(inputs.parameters)}, {"arrays", std::move(arrays)}};
}
KeptArray kept_array(const Json& json) {
  KeptArray array;
  array.name = json.at(0).get<std::string>();
  array.is_variable = json.at(1).get<bool>();
  array.address = json.at(2).get<std::uint64_t>();
  array.bytes = json.at(3).get<std::uint64_t>();
  array.element_bytes = json.at(4).get<std::uint32_t>();
  array.place = place(json.at(5));
  array.content = json.at(6).get<std::uint32_t>();
  const Json& undefined = json.at(7);
  for (std::size_t i = 0; i + 1 < undefined.size(); i += 2)
    array.undefined.push_back(
        {undefined.at(i).get<std::uint64_t>(), undefined.at(i + 1).get<std::uint64_t>()});
  return array;
}
Inputs inputs(const Json& json) {
  Inputs inputs;
  inputs.parameters = from_hex(json.at("parameters").get<std::string>());
  for (const Json& one : json.at("arrays")) inputs.arrays.push_back(kept_array(one));
  return inputs;
}

Json json(const std::vector<Moved>& moved) {
  Json all = Json::array();
  for (const Moved& one : moved) all.push_back(Json::array({one.to, one.from, one.bytes}));
  return all;
}
Call call(const Json& json) {
  Call call{json.at("name").get<std::string>(), place(json.at("place")),
            json.at("result").get<std::string>(), json.at("bytes").get<std::uint64_t>()};
  if (json.contains("issue")) call.issue = issue_of(json.at("issue"));
  if (!json.contains("moved")) return call;
  for (const Json& one : json.at("moved"))
    call.moved.push_back({one.at(0).get<std::uint64_t>(), one.at(1).get<std::uint64_t>(),
                          one.at(2).get<std::uint64_t>()});
  return call;
}

Launch launch(const Json& json, Counted counted) {
  Launch launch;
  launch.kernel = json.at("kernel").get<std::string>();
  launch.module = json.at("module").get<std::uint32_t>();
  launch.grid = dim3(json.at("grid"));
  launch.block = dim3(json.at("block"));
  launch.dynamic_shared_bytes = json.at("shared").get<std::uint32_t>();
  launch.stream = json.at("stream").get<std::uint64_t>();
  if (json.contains("parent")) launch.parent = json.at("parent").get<std::uint64_t>();
  if (json.contains("cluster")) launch.cluster = dim3(json.at("cluster"));
  launch.place = place(json.at("place"));
  launch.outcome = value_of(json.at("outcome"), engine::Outcome::Unsupported);
  launch.unsupported = json.at("unsupported").get<std::string>();
  launch.printed = json.at("printed").get<std::string>();
  launch.seconds = json.at("seconds").get<double>();
  launch.steps = json.at("steps").get<std::uint64_t>();
  for (const Json& one : json.at("hazards")) launch.hazards.push_back(hazard(one));
  auto by_pc = counters(json.at("counters"));
  for (const auto& [pc, one] : by_pc) launch.total += one;
  if (counted == Counted::ByPc) {
    launch.counted = json.at("counted").get<bool>();
    launch.counters = std::move(by_pc);
  }
  launch.call = json.at("call").get<std::uint64_t>();
  if (json.contains("inputs")) launch.inputs = inputs(json.at("inputs"));
  if (json.contains("time")) launch.time = time_of(json.at("time"));
  return launch;
}

void read_line(const Json& json, Counted counted, Record& record) {
  const std::string what = json.at("t").get<std::string>();
  if (what == "module") {
    record.modules.push_back(
        {json.at("id").get<std::uint32_t>(), json.at("ptx").get<std::string>()});
  } else if (what == "machine_code") {
    record.machine_code.push_back(machine_code_of(json));
  } else if (what == "launch") {
    record.launches.push_back(launch(json, counted));
  } else if (what == "call") {
    record.calls.push_back(call(json));
  } else if (what == "content") {
    record.contents.push_back({json.at("id").get<std::uint32_t>(),
                               json.at("bytes").get<std::uint64_t>(),
                               json.at("chunks").get<std::vector<std::uint64_t>>()});
  } else if (what == "problem") {
    const auto kind = std::ranges::find(kProblemKinds, json.at("kind").get<std::string>());
    if (kind == kProblemKinds.end()) return;
    record.problems.push_back({static_cast<ProblemKind>(kind - kProblemKinds.begin()),
                               value_of(json.at("severity"), events::Severity::Error),
                               place(json.at("place")), json.at("message").get<std::string>()});
  } else if (what == "left_out") {
    record.calls_left_out = json.at("calls").get<std::uint64_t>();
  }
}

}  // namespace

void Launch::count(const std::vector<events::Counters>& by_pc) {
  counted = true;
  for (std::size_t pc = 0; pc < by_pc.size(); ++pc) {
    if (by_pc[pc] == events::Counters{}) continue;
    counters[static_cast<std::uint32_t>(pc)] = by_pc[pc];
    total += by_pc[pc];
  }
}

std::vector<events::Counters> Launch::counters_by_pc(std::size_t pcs) const {
  std::vector<events::Counters> all(counted ? pcs : 0);
  for (const auto& [pc, one] : counters) {
    if (pc < all.size()) all[pc] = one;
  }
  return all;
}

std::string HostPlace::text() const {
  return line == 0 ? std::string() : file + ":" + std::to_string(line);
}

std::string_view spelling(ProblemKind kind) {
  return kProblemKinds.at(static_cast<std::size_t>(kind));
}

std::string line_of(const Module& module) {
  return line({{"t", "module"}, {"id", module.id}, {"ptx", module.ptx}});
}

std::string line_of(const MachineCode& code) {
  Json all = to_json(code);
  all["t"] = "machine_code";
  return line(all);
}

std::string line_of(const Content& content) {
  return line(
      {{"t", "content"}, {"id", content.id}, {"bytes", content.bytes}, {"chunks", content.chunks}});
}

std::string line_of(const Launch& launch) {
  Json hazards = Json::array();
  for (const events::Hazard& one : launch.hazards) hazards.push_back(json(one));
  Json all = {{"t", "launch"},
              {"kernel", launch.kernel},
              {"module", launch.module},
              {"grid", json(launch.grid)},
              {"block", json(launch.block)},
              {"shared", launch.dynamic_shared_bytes},
              {"stream", launch.stream},
              {"place", json(launch.place)},
              {"outcome", static_cast<int>(launch.outcome)},
              {"unsupported", launch.unsupported},
              {"printed", launch.printed},
              {"seconds", launch.seconds},
              {"steps", launch.steps},
              {"hazards", std::move(hazards)},
              {"counted", launch.counted},
              {"counters", json(launch.counters)},
              {"call", launch.call}};
  if (launch.parent) all["parent"] = *launch.parent;
  if (launch.cluster.x != 0) all["cluster"] = json(launch.cluster);
  if (launch.inputs) all["inputs"] = json(*launch.inputs);
  if (launch.time) all["time"] = to_json(*launch.time);
  return line(all);
}

std::string line_of(const Call& call) {
  Json all = {{"t", "call"},
              {"name", call.name},
              {"place", json(call.place)},
              {"result", call.result},
              {"bytes", call.bytes}};
  if (!call.moved.empty()) all["moved"] = json(call.moved);
  if (call.issue) all["issue"] = to_json(*call.issue);
  return line(all);
}

std::string line_of(const Problem& problem) {
  return line({{"t", "problem"},
               {"kind", spelling(problem.kind)},
               {"severity", static_cast<int>(problem.severity)},
               {"place", json(problem.place)},
               {"message", problem.message}});
}

std::string line_of_calls_left_out(std::uint64_t count) {
  return line({{"t", "left_out"}, {"calls", count}});
}

const Module* Record::find_module(std::uint32_t id) const {
  const auto found = std::ranges::find(modules, id, &Module::id);
  return found == modules.end() ? nullptr : &*found;
}

const MachineCode* Record::find_machine_code(std::uint32_t id) const {
  const auto found = std::ranges::find(machine_code, id, &MachineCode::id);
  return found == machine_code.end() ? nullptr : &*found;
}

bool Record::has_times() const {
  return std::ranges::any_of(launches,
                             [](const Launch& launch) { return launch.time.has_value(); });
}

const Content* Record::find_content(std::uint32_t id) const {
  // They are numbered in the order in which they stand there.
  if (id < contents.size() && contents[id].id == id) return &contents[id];
  const auto found = std::ranges::find(contents, id, &Content::id);
  return found == contents.end() ? nullptr : &*found;
}

Record read(std::string_view text, Counted counted) {
  Record record;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const Json json = Json::parse(text.substr(0, end), nullptr, false);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (json.is_discarded()) continue;
    try {
      read_line(json, counted, record);
    } catch (const Json::exception&) {
      continue;
    } catch (const std::out_of_range&) {
      continue;
    }
  }
  return record;
}

}  // namespace lanescope::runtime::record
