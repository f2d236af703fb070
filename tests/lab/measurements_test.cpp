// Recorded times as files: what is written is read again, and what is damaged is named.
#include "lab/hardware/measurements.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <tuple>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "lab/experiment/file.hpp"

namespace lanescope::hardware {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

MeasuredPoint point_of(std::int64_t block, double median) {
  MeasuredPoint point;
  point.lesson = "reduction";
  point.rung = "sequential";
  point.values = {{"block", block}, {"n", 4096}};
  point.arch = "sm_90";
  point.milliseconds = {median, median * 0.5, median * 2.0};
  point.samples = 21;
  point.passes = 64;
  point.l2 = ports::device::GpuTimes::L2::Flushed;
  point.agrees = true;
  if (block == 64) {
    point.counters = {{"global.load.sectors", 512}, {"warp_instructions", 9}};
    point.explained = {{"warp_instructions", "machine code"}};
    point.buffers = {{"out", "491e275dc8533c7b"}};
  }
  return point;
}

Measurements some() {
  Measurements m{"NVIDIA H200", 13000, 1980000, 3201000, "2026-11-22", "0.1.0", {}};
  m.points = {point_of(64, 0.0033), point_of(128, 0.1)};
  m.points.emplace_back();
  m.points.back().lesson = "barriers";
  m.points.back().rung = "half-waits";
  m.points.back().failure = "it \"never\" ends\nat all";
  return m;
}

void expect_same(const MeasuredPoint& a, const MeasuredPoint& b) {
  EXPECT_EQ(std::tie(a.lesson, a.rung, a.values, a.arch),
            std::tie(b.lesson, b.rung, b.values, b.arch));
  EXPECT_EQ(std::tie(a.counters, a.explained, a.buffers),
            std::tie(b.counters, b.explained, b.buffers));
  EXPECT_EQ(a.milliseconds.median, b.milliseconds.median);
  EXPECT_EQ(a.milliseconds.min, b.milliseconds.min);
  EXPECT_EQ(a.milliseconds.max, b.milliseconds.max);
  EXPECT_EQ(std::tie(a.samples, a.passes, a.l2, a.agrees, a.failure),
            std::tie(b.samples, b.passes, b.l2, b.agrees, b.failure));
}

TEST(Measurements, WhatIsWrittenIsRead) {
  const Measurements before = some();
  const std::string text = measurements_text(before);
  const auto after = read_measurements(text, "h200.json");
  ASSERT_TRUE(after) << after.error().text();
  EXPECT_EQ(std::tie(after->device, after->driver_version, after->clock_khz,
                     after->memory_clock_khz, after->date, after->program),
            std::tie(before.device, before.driver_version, before.clock_khz,
                     before.memory_clock_khz, before.date, before.program));
  ASSERT_EQ(after->points.size(), before.points.size());
  for (std::size_t i = 0; i < before.points.size(); ++i)
    expect_same(after->points[i], before.points[i]);
  EXPECT_EQ(measurements_text(*after), text);
  EXPECT_EQ(std::ranges::count(text, '\n'), 5) << "one point a line:\n" << text;
}

TEST(Measurements, LibrariesAreReadAndFoundByTheirSizes) {
  Measurements before = some();
  before.libraries = {{"cublasSgemm",
                       "13.0.0",
                       {{"n", 1024}},
                       {0.1, 0.09, 0.2},
                       21,
                       ports::device::GpuTimes::L2::Copied},
                      {"cublasSgemm", "13.0.0", {{"n", 4096}}, {2.5, 2.4, 3.0}, 21, {}}};
  const std::string text = measurements_text(before);
  const auto after = read_measurements(text, "h200.json");
  ASSERT_TRUE(after) << after.error().text();
  EXPECT_EQ(measurements_text(*after), text);
  const LibraryTime* found = after->find_library("cublasSgemm", {{"n", 4096}, {"tile", 16}});
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->milliseconds.median, 2.5);
  EXPECT_EQ(after->find_library("cublasSgemm", {{"n", 512}}), nullptr);
  EXPECT_EQ(after->find_library("cublasSdot", {{"n", 4096}}), nullptr);
  json damaged = json::parse(text);
  damaged["libraries"][1]["values"]["n"] = "many";
  EXPECT_NE(read_measurements(damaged.dump(), "h").error().message.find("libraries[1].values"),
            std::string::npos);
}

Survey some_survey() {
  Survey survey;
  survey.transfers = {
      {ports::device::GpuSurvey::Memory::Pinned, true, 65536, {12.5, 11.0, 13.25}},
      {ports::device::GpuSurvey::Memory::Managed, false, 1048576, {0.1, 0.05, 0.3}}};
  survey.copy_bytes = 268435456;
  survey.copy = {4012.5, 3990.0, 4100.0};
  survey.f32 = {60000.0, 59000.0, 61000.0};
  survey.f64 = {30000.0, 29000.0, 31000.0};
  survey.clocks = {1980, 3201};
  return survey;
}

bool same(const Spread& a, const Spread& b) {
  return a.median == b.median && a.min == b.min && a.max == b.max;
}

TEST(Measurements, TheSurveyAndTheClocksAreReadToo) {
  Measurements before = some();
  before.survey = some_survey();
  before.points[0].clocks = {1755, 2619};
  before.points[0].launch_milliseconds = 0.00392;
  const std::string text = measurements_text(before);
  const auto after = read_measurements(text, "h200.json");
  ASSERT_TRUE(after) << after.error().text();
  ASSERT_TRUE(after->survey);
  const Survey &a = *before.survey, &b = *after->survey;
  ASSERT_EQ(b.transfers.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(std::tie(a.transfers[i].memory, a.transfers[i].to_gpu, a.transfers[i].bytes),
              std::tie(b.transfers[i].memory, b.transfers[i].to_gpu, b.transfers[i].bytes));
    EXPECT_TRUE(same(a.transfers[i].gb_per_s, b.transfers[i].gb_per_s));
  }
  EXPECT_EQ(b.copy_bytes, 268435456U);
  EXPECT_TRUE(same(a.copy, b.copy) && same(a.f32, b.f32) && same(a.f64, b.f64));
  EXPECT_EQ(b.clocks, (ports::device::GpuClocks{1980, 3201}));
  EXPECT_EQ(after->points[0].clocks, (ports::device::GpuClocks{1755, 2619}));
  EXPECT_EQ(after->points[0].launch_milliseconds, 0.00392);
  EXPECT_FALSE(after->points[1].clocks.known());
  EXPECT_EQ(after->points[1].launch_milliseconds, 0.0);
  EXPECT_EQ(measurements_text(*after), text);
  EXPECT_EQ(std::ranges::count(text, '\n'), 5) << "the head is one line:\n" << text;
}

// As files were before there were surveys; and with a survey that has parts only.
TEST(Measurements, WhatWasNotMeasuredIsLeftOut) {
  const json old = json::parse(measurements_text(some()));
  EXPECT_FALSE(old.contains("survey"));
  EXPECT_FALSE(old["points"][0].contains("clocks"));
  EXPECT_FALSE(read_measurements(old.dump(), "old.json")->survey);
  Measurements part = some();
  part.survey.emplace();
  part.survey->f32 = {2.0, 1.0, 3.0};
  const auto read = read_measurements(measurements_text(part), "part.json");
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(read->survey->f32.median, 2.0);
  EXPECT_EQ(read->survey->copy.max, 0.0);
  EXPECT_EQ(read->survey->copy_bytes, 0U);
  EXPECT_FALSE(read->survey->clocks.known());
  EXPECT_TRUE(read->survey->transfers.empty());
}

void expect_damage(const json& file, const std::string& words);

TEST(Measurements, ADamagedSurveyIsNamed) {
  Measurements with = some();
  with.survey = some_survey();
  const json whole = json::parse(measurements_text(with));
  const std::vector<std::tuple<const char*, json, const char*>> wrong{
      {"/survey", 3, "survey is no object"},
      {"/survey/clocks/sm_mhz", "fast", "survey.clocks.sm_mhz is no whole number"},
      {"/survey/copy/bytes", -1, "survey.copy.bytes is no whole number"},
      {"/survey/copy/gb_per_s/min", -1.0, "survey.copy.gb_per_s.min is negative"},
      {"/survey/f32/gflop_per_s", 3, "survey.f32.gflop_per_s is no object"},
      {"/survey/f64/gflop_per_s/median", 1e9, "median does not lie between min and max"},
      {"/survey/transfers", "x", "survey.transfers is no list"},
      {"/survey/transfers/1/memory", "borrowed", "survey.transfers[1].memory is 'borrowed'"},
      {"/survey/transfers/0/to_gpu", 1, "survey.transfers[0].to_gpu is neither"},
      {"/points/0/clocks", 7, "points[0].clocks is no object"},
      {"/points/0/launch_milliseconds", "none", "points[0].launch_milliseconds is no number"},
  };
  for (const auto& [where, value, words] : wrong) {
    json file = whole;
    file[json::json_pointer(where)] = value;
    expect_damage(file, words);
  }
}

TEST(Measurements, NoPointsAreAFileToo) {
  Measurements none = some();
  none.points.clear();
  const auto read = read_measurements(measurements_text(none), "none.json");
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_TRUE(read->points.empty());
}

void expect_damage(const json& file, const std::string& words) {
  const auto read = read_measurements(file.dump(), "bad.json");
  ASSERT_FALSE(read) << words;
  EXPECT_EQ(read.error().place, "bad.json");
  EXPECT_NE(read.error().message.find(words), std::string::npos) << read.error().message;
}

// Every member that is written must be there, and is named when it is not.
TEST(Measurements, AMissingMemberIsNamed) {
  const json whole = json::parse(measurements_text(some()));
  for (const auto& [key, value] : whole.items()) {
    json file = whole;
    file.erase(key);
    expect_damage(file, key + " is missing");
  }
  for (const auto& [key, value] : whole["points"][1].items()) {
    json file = whole;
    file["points"][1].erase(key);
    expect_damage(file, "points[1]." + key + " is missing");
  }
  for (const char* key : {"median", "min", "max"}) {
    json file = whole;
    file["points"][0]["milliseconds"].erase(key);
    expect_damage(file, std::string("points[0].milliseconds.") + key + " is missing");
  }
}

TEST(Measurements, AMemberOfTheWrongKindIsNamed) {
  const json whole = json::parse(measurements_text(some()));
  const std::vector<std::tuple<const char*, json, const char*>> wrong{
      {"/version", 0, "version is 0"},
      {"/version", "1", "version is no whole number"},
      {"/device", 7, "device is no text"},
      {"/device", "", "device is no text"},
      {"/driver_version", -1, "driver_version is no whole number"},
      {"/clock_khz", 5e12, "clock_khz is no whole number"},
      {"/clock_khz", 5'000'000'000, "clock_khz is too large"},
      {"/date", "22.11.2026", "date is no date"},
      {"/points", 3, "points is no list"},
      {"/points/0", "x", "points[0] is no object"},
      {"/points/0/lesson", json(), "points[0].lesson is no text"},
      {"/points/0/values", 3, "points[0].values is no object"},
      {"/points/0/values/n", 1.5, "points[0].values has no whole number as 'n'"},
      {"/points/0/milliseconds", 3, "points[0].milliseconds is no object"},
      {"/points/0/milliseconds/max", "3", "points[0].milliseconds.max is no number"},
      {"/points/0/milliseconds/max", 0.0, "points[0].milliseconds.median does not lie between"},
      {"/points/0/milliseconds/min", -1.0, "points[0].milliseconds.min is negative"},
      {"/points/0/l2", "cold", "points[0].l2 is 'cold', which is unknown"},
      {"/points/0/agrees", 1, "points[0].agrees is neither true nor false"},
      {"/points/0/counters", 3, "points[0].counters is no object"},
      {"/points/0/counters/warp_instructions", -1,
       "points[0].counters has no whole number as 'warp_instructions'"},
      {"/points/0/buffers", 3, "points[0].buffers is no object"},
      {"/points/0/explained", 3, "points[0].explained is no object"},
      {"/points/0/explained/warp_instructions", 3,
       "points[0].explained has no text as 'warp_instructions'"},
      {"/points/2/failure", false, "points[2].failure is no text"}};
  for (const auto& [path, value, words] : wrong) {
    json file = whole;
    file[json::json_pointer(path)] = value;
    expect_damage(file, words);
  }
}

TEST(Measurements, WhatIsNoJsonIsPlaced) {
  const std::string text = measurements_text(some());
  const auto cut = read_measurements(text.substr(0, text.size() - 4), "cut.json");
  ASSERT_FALSE(cut);
  EXPECT_TRUE(cut.error().place.starts_with("cut.json:4:")) << cut.error().text();
  EXPECT_EQ(read_measurements("{\n  \"version\": oops}", "a").error().place, "a:2:14");
  for (const char* other : {"", "[]", "null", "7", "{\"version\": 1e999}", "\xff\xfe"})
    EXPECT_FALSE(read_measurements(other, "a")) << other;
}

TEST(Measurements, ANewerFileAsksForANewerLanescope) {
  const auto read = read_measurements(R"({"version": 2, "unknown": true})", "new.json");
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().message.find("newer Lanescope (version 2"), std::string::npos)
      << read.error().message;
}

TEST(Measurements, APointIsFoundByItsValues) {
  const Measurements m = some();
  const lesson::ParameterValues values{{"block", 128}, {"n", 4096}};
  ASSERT_NE(m.find("reduction", "sequential", values), nullptr);
  EXPECT_EQ(m.find("reduction", "sequential", values)->milliseconds.median, 0.1);
  EXPECT_EQ(m.find("reduction", "sequential", {{"block", 128}, {"n", 4097}}), nullptr);
  EXPECT_EQ(m.find("reduction", "sequential", {{"block", 128}}), nullptr);
  EXPECT_EQ(m.find("reduction", "launches", values), nullptr);
  EXPECT_EQ(m.find("scan", "sequential", values), nullptr);
  EXPECT_TRUE(m.has("barriers", "half-waits"));
  EXPECT_FALSE(m.has("barriers", "sequential"));
}

TEST(Measurements, AReportBecomesAPoint) {
  GpuRun run;
  run.arch = "sm_90";
  run.times.milliseconds = {3.0, 1.0, 2.0};
  run.times.passes_per_sample = 8;
  run.times.l2 = ports::device::GpuTimes::L2::Copied;
  run.buffers.resize(1);
  const MeasuredPoint point = measured_point("l", "r", {{"n", 1}}, run, true);
  EXPECT_EQ(point.milliseconds.median, 2.0);
  EXPECT_EQ(std::tie(point.samples, point.passes), std::tuple(3U, 8U));
  EXPECT_EQ(point.l2, ports::device::GpuTimes::L2::Copied);
  EXPECT_TRUE(point.agrees);
  EXPECT_FALSE(measured_point("l", "r", {}, run, false).agrees);
  run.buffers.front().agrees = false;
  EXPECT_FALSE(measured_point("l", "r", {}, run, true).agrees);
  const auto failed =
      measured_point("l", "r", {}, ports::device::GpuFailure{bad_input("no"), true}, true);
  EXPECT_EQ(failed.failure, "no");
}

// One file of two is damaged: the other one is there, and the first is told.
TEST(Measurements, AFolderOfFiles) {
  const fs::path data = fs::path(testing::TempDir()) / "lanescope_measurements_test";
  const fs::path folder = data / "lanescope" / "measurements";
  fs::remove_all(data);
  fs::create_directories(folder);
  Measurements other = some();
  other.device = "Another";
  ASSERT_TRUE(experiment::write_text((folder / "b.json").string(), measurements_text(some())));
  ASSERT_TRUE(experiment::write_text((folder / "a.json").string(), measurements_text(other)));
  ASSERT_TRUE(experiment::write_text((folder / "c.json").string(), "{}"));
  ASSERT_TRUE(experiment::write_text((folder / "notes.txt").string(), "not read"));
  const LoadedMeasurements loaded = load_measurements({folder, data / "not-there"});
  ASSERT_EQ(loaded.files.size(), 2U);
  EXPECT_EQ(loaded.files[0].device, "Another");
  ASSERT_EQ(loaded.problems.size(), 1U);
  EXPECT_EQ(loaded.problems[0].place, (folder / "c.json").string());
  ::setenv("XDG_DATA_HOME", data.c_str(), 1);
  const LoadedMeasurements own = load_measurements();
  ::unsetenv("XDG_DATA_HOME");
  EXPECT_EQ(std::ranges::count(own.files, "Another", &Measurements::device), 1);
  EXPECT_EQ(own.problems.size(), 1U);
  fs::remove_all(data);
}

TEST(Measurements, TheFloorIsMeasuredElseTheShortest) {
  Measurements m = some();
  EXPECT_DOUBLE_EQ(m.floor_milliseconds(), 0.0033);
  m.survey.emplace();
  EXPECT_DOUBLE_EQ(m.floor_milliseconds(), 0.0033) << "the survey has none";
  m.survey->launch = {0.0021, 0.002, 0.0022};
  EXPECT_DOUBLE_EQ(m.floor_milliseconds(), 0.0021);
  EXPECT_DOUBLE_EQ(Measurements{}.floor_milliseconds(), 0.0);
  const auto again = read_measurements(measurements_text(m), "file.json");
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_DOUBLE_EQ(again->survey->launch.max, 0.0022);
}

TEST(Measurements, WhatWasTooLargeForTheModelSaysSo) {
  Measurements m = some();
  m.points[0].compared = false;
  m.points[0].date = "2026-11-24";
  const std::string text = measurements_text(m);
  EXPECT_NE(text.find("\"compared\":false"), std::string::npos);
  const auto again = read_measurements(text, "file.json");
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_FALSE(again->points[0].compared || again->points[0].agrees);
  EXPECT_EQ(again->points[0].date, "2026-11-24");
  EXPECT_TRUE(again->points[1].compared && again->points[1].agrees);
}

}  // namespace
}  // namespace lanescope::hardware
