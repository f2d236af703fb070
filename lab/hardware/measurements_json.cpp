#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lab/hardware/measurements.hpp"
#include "lab/hardware/member_reader.hpp"
#include "lab/hardware/report_gpu.hpp"
#include "lab/hardware/survey_json.hpp"

namespace lanescope::hardware {
namespace {

using Json = nlohmann::ordered_json;
using nlohmann::json;
using L2 = ports::device::GpuTimes::L2;

constexpr std::uint64_t kVersion = 1;

Json point_json(const MeasuredPoint& point) {
  Json out{{"lesson", point.lesson}, {"rung", point.rung}, {"values", point.values}};
  if (point.failure) {
    out["failure"] = *point.failure;
    return out;
  }
  const Spread& time = point.milliseconds;
  out["arch"] = point.arch;
  out["milliseconds"] = spread_json(time);
  out["samples"] = point.samples;
  out["passes"] = point.passes;
  out["l2"] = l2_words(point.l2);
  if (point.compared)
    out["agrees"] = point.agrees;
  else
    out["compared"] = false;
  if (!point.date.empty()) out["date"] = point.date;
  if (!point.counters.empty()) out["counters"] = point.counters;
  if (!point.explained.empty()) out["explained"] = point.explained;
  if (!point.buffers.empty()) out["buffers"] = point.buffers;
  if (point.launch_milliseconds > 0.0) out["launch_milliseconds"] = point.launch_milliseconds;
  if (point.clocks.known()) out["clocks"] = clocks_json(point.clocks);
  return out;
}

Json library_json(const LibraryTime& one) {
  return {{"call", one.call},       {"version", one.version},
          {"values", one.values},   {"milliseconds", spread_json(one.milliseconds)},
          {"samples", one.samples}, {"l2", l2_words(one.l2)}};
}

// Kernels' messages may hold any bytes.
std::string one_line(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool is_date(std::string_view text) {
  constexpr std::string_view kShape = "dddd-dd-dd";
  return std::ranges::equal(text, kShape, [](char c, char shape) {
    return shape == 'd' ? c >= '0' && c <= '9' : c == shape;
  });
}

lesson::ParameterValues read_values(MemberReader& point) {
  lesson::ParameterValues out;
  const json* found = point.find("values");
  if (found == nullptr) return out;
  if (!found->is_object()) point.wrong("values", "is no object");
  for (const auto& [name, value] : found->items()) {
    if (value.is_number_integer())
      out[name] = value.get<std::int64_t>();
    else
      point.wrong("values", fmt::format("has no whole number as '{}'", name));
  }
  return out;
}

L2 read_l2(MemberReader& point) {
  const std::string words = point.text("l2");
  constexpr std::array kAll{L2::Warm, L2::Flushed, L2::Copied};
  const auto* const at = std::ranges::find_if(kAll, [&](L2 one) { return l2_words(one) == words; });
  if (at != kAll.end()) return *at;
  if (point.has("l2")) point.wrong("l2", fmt::format("is '{}', which is unknown", words));
  return L2::Warm;
}

std::map<std::string, std::string> read_texts(MemberReader& point, const char* key) {
  std::map<std::string, std::string> out;
  const json* found = point.has(key) ? point.find(key) : nullptr;
  if (found == nullptr) return out;
  if (!found->is_object()) point.wrong(key, "is no object");
  for (const auto& [name, value] : found->items()) {
    if (value.is_string())
      out[name] = value.get<std::string>();
    else
      point.wrong(key, fmt::format("has no text as '{}'", name));
  }
  return out;
}

std::map<std::string, std::uint64_t> read_counters(MemberReader& point) {
  std::map<std::string, std::uint64_t> out;
  const json* found = point.has("counters") ? point.find("counters") : nullptr;
  if (found == nullptr) return out;
  if (!found->is_object()) point.wrong("counters", "is no object");
  for (const auto& [name, value] : found->items()) {
    if (value.is_number_unsigned())
      out[name] = value.get<std::uint64_t>();
    else
      point.wrong("counters", fmt::format("has no whole number as '{}'", name));
  }
  return out;
}

MeasuredPoint read_point(const json& in, std::size_t index, std::string& why) {
  MemberReader reader(in, fmt::format("points[{}]", index), why);
  MeasuredPoint point;
  point.lesson = reader.text("lesson");
  point.rung = reader.text("rung");
  point.values = read_values(reader);
  if (reader.has("failure")) {
    point.failure = reader.text("failure");
    return point;
  }
  point.arch = reader.text("arch");
  point.milliseconds = read_spread(reader, "milliseconds", why);
  point.samples = reader.count("samples");
  point.passes = reader.count("passes");
  point.l2 = read_l2(reader);
  point.compared = !reader.has("compared") || reader.flag("compared");
  point.agrees = point.compared && reader.flag("agrees");
  if (reader.has("date")) point.date = reader.text("date");
  point.counters = read_counters(reader);
  point.explained = read_texts(reader, "explained");
  point.buffers = read_texts(reader, "buffers");
  if (reader.has("launch_milliseconds"))
    point.launch_milliseconds = reader.number("launch_milliseconds");
  if (reader.has("clocks")) point.clocks = read_clocks(reader, why);
  return point;
}

LibraryTime read_library(const json& in, std::size_t index, std::string& why) {
  MemberReader reader(in, fmt::format("libraries[{}]", index), why);
  LibraryTime one;
  one.call = reader.text("call");
  one.version = reader.text("version");
  one.values = read_values(reader);
  one.milliseconds = read_spread(reader, "milliseconds", why);
  one.samples = reader.count("samples");
  one.l2 = read_l2(reader);
  return one;
}

Measurements read_members(const json& in, std::string& why) {
  MemberReader reader(in, {}, why);
  Measurements out;
  out.device = reader.text("device");
  out.driver_version = reader.small_count("driver_version");
  out.clock_khz = reader.small_count("clock_khz");
  out.memory_clock_khz = reader.small_count("memory_clock_khz");
  out.date = reader.text("date");
  if (!is_date(out.date)) reader.wrong("date", "is no date as 2026-11-22");
  out.program = reader.text("program");
  if (reader.has("survey")) out.survey = read_survey(*reader.find("survey"), "survey", why);
  if (reader.has("libraries")) {
    const json& libraries = *reader.find("libraries");
    if (!libraries.is_array()) reader.wrong("libraries", "is no list");
    for (std::size_t i = 0; libraries.is_array() && i < libraries.size(); ++i)
      out.libraries.push_back(read_library(libraries[i], i, why));
  }
  const json* points = reader.find("points");
  if (points == nullptr) return out;
  if (!points->is_array()) reader.wrong("points", "is no list");
  for (std::size_t i = 0; points->is_array() && i < points->size(); ++i)
    out.points.push_back(read_point((*points)[i], i, why));
  return out;
}

// "file:line:column" of a byte of the text, all counted from 1.
std::string place_of(std::string_view text, std::size_t byte, const std::string& name) {
  const std::string_view before = text.substr(0, byte == 0 ? 0 : byte - 1);
  const auto line = 1 + std::ranges::count(before, '\n');
  const std::size_t begin = before.rfind('\n');
  const std::size_t column =
      begin == std::string_view::npos ? before.size() + 1 : before.size() - begin;
  return fmt::format("{}:{}:{}", name, line, column);
}

Error damaged(const std::string& what, const std::string& place) {
  return bad_input(fmt::format("the recorded measurements are damaged: {}; measure again", what),
                   place);
}

Result<json> parsed(std::string_view text, const std::string& name) {
  try {
    return json::parse(text);
  } catch (const json::parse_error& error) {
    return damaged("this is no JSON", place_of(text, error.byte, name));
  } catch (const json::exception&) {  // a number beyond every range
    return damaged("it holds a number that cannot be", name);
  }
}

}  // namespace

std::string measurements_text(const Measurements& m) {
  Json head{{"version", kVersion},
            {"device", m.device},
            {"driver_version", m.driver_version},
            {"clock_khz", m.clock_khz},
            {"memory_clock_khz", m.memory_clock_khz},
            {"date", m.date},
            {"program", m.program}};
  if (m.survey) head["survey"] = survey_json(*m.survey);
  for (const LibraryTime& one : m.libraries) head["libraries"].push_back(library_json(one));
  std::string out = one_line(head);
  out.pop_back();
  out += ",\"points\":[";
  for (std::size_t i = 0; i < m.points.size(); ++i)
    out += fmt::format("{}\n{}", i == 0 ? "" : ",", one_line(point_json(m.points[i])));
  return out + "\n]}\n";
}

Result<Measurements> read_measurements(std::string_view text, const std::string& name) {
  const Result<json> in = parsed(text, name);
  if (!in) return in.error();
  std::string why;
  const std::uint64_t version = MemberReader(*in, {}, why).count("version");
  if (why.empty() && version > kVersion) {
    return bad_input(fmt::format("the measurements were recorded by a newer Lanescope (version {} "
                                 "of the file, and this one reads {}): update Lanescope",
                                 version, kVersion),
                     name);
  }
  if (why.empty() && version != kVersion) why = "version is 0";
  Measurements out = why.empty() ? read_members(*in, why) : Measurements{};
  if (!why.empty()) return damaged(why, name);
  return out;
}

}  // namespace lanescope::hardware
