// How far modelled times are from measured ones: read from a file, and found for a launch.
#include "lab/hardware/time_error.hpp"

#include <tuple>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace lanescope::hardware {
namespace {

using nlohmann::json;

json kinds(int longer, double percent, int shorter, double other) {
  return {{"long", {{"launches", longer}, {"percent", percent}}},
          {"short", {{"launches", shorter}, {"percent", other}}}};
}

json some() {
  return {{"version", 1},
          {"machine", "h200"},
          {"device", "NVIDIA H200"},
          {"driver", "580.159.04"},
          {"date", "2026-11-27"},
          {"overall", kinds(500, 12.5, 600, 9.0)},
          {"lessons", {{"reduction", kinds(40, 8.25, 2, 3.0)}, {"scan", kinds(0, 0, 12, 7.5)}}}};
}

TEST(TimeError, IsTheLessonsOwnByTheLaunchsLength) {
  const auto errors = read_time_errors(some().dump(), "h200.json");
  ASSERT_TRUE(errors) << errors.error().text();
  EXPECT_EQ(errors->machine, "h200");
  EXPECT_EQ(errors->device, "NVIDIA H200");
  EXPECT_EQ(errors->driver, "580.159.04");
  EXPECT_EQ(errors->date, "2026-11-27");
  const TimeError& longer = errors->of("reduction", 10'001);
  EXPECT_EQ(std::tie(longer.launches, longer.percent, longer.lesson),
            std::make_tuple(40U, 8.25, "reduction"));
  const TimeError& shorter = errors->of("scan", 10'000);
  EXPECT_EQ(std::tie(shorter.launches, shorter.percent, shorter.lesson),
            std::make_tuple(12U, 7.5, "scan"));
}

TEST(TimeError, IsThatOfAllLessonsWhereTheLessonHasTooFew) {
  const auto errors = read_time_errors(some().dump(), "h200.json");
  ASSERT_TRUE(errors) << errors.error().text();
  EXPECT_EQ(errors->of("reduction", 4'000).percent, 9.0) << "two launches";
  EXPECT_EQ(errors->of("scan", 1e6).percent, 12.5) << "none";
  EXPECT_EQ(errors->of("merge", 1e6).percent, 12.5) << "a lesson that was not compared";
  EXPECT_EQ(errors->of("", 1e6).launches, 500U);
  EXPECT_EQ(errors->of("", 1e6).lesson, "");
}

TEST(TimeError, WhatIsWrongIsNamed) {
  const std::vector<std::tuple<const char*, json, const char*>> wrong{
      {"/version", 2, "version is 2"},
      {"/machine", 7, "machine is no text"},
      {"/overall", 3, "overall is no object"},
      {"/overall/long/launches", -1, "overall.long.launches is no whole number"},
      {"/overall/short/percent", "9", "overall.short.percent is no number"},
      {"/lessons", 3, "lessons is no object"},
      {"/lessons/scan/long", 3, "lessons.scan.long is no object"},
      {"/lessons/scan/short/percent", -1.0, "lessons.scan.short.percent is negative"}};
  for (const auto& [where, value, words] : wrong) {
    json file = some();
    file[json::json_pointer(where)] = value;
    const auto read = read_time_errors(file.dump(), "bad.json");
    ASSERT_FALSE(read) << words;
    EXPECT_EQ(read.error().place, "bad.json");
    EXPECT_NE(read.error().message.find(words), std::string::npos) << read.error().message;
  }
  EXPECT_FALSE(read_time_errors("{", "bad.json"));
}

TEST(TimeError, OfTheH200IsShipped) {
  const auto errors = load_time_errors("h200");
  ASSERT_TRUE(errors) << errors.error().text();
  EXPECT_EQ(errors->machine, "h200");
  EXPECT_GT(errors->overall.longer.launches, 100U);
  EXPECT_GT(errors->overall.longer.percent, 0.0);
  EXPECT_LT(errors->overall.longer.percent, 100.0);
  EXPECT_EQ(load_time_errors("tiny").error().code, Error::Code::Missing);
}

}  // namespace
}  // namespace lanescope::hardware
