#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "lab/lesson/lesson_reader.hpp"

namespace lanescope::lesson::test {

// How lesson.toml begins: one rung, `r`, with one launch.
inline const std::string kOneRung = R"(id = "x"
title = "X"
[[rung]]
id = "r"
title = "R"
file = "r.cu"
  [[rung.launch]]
  kernel = "k"
  grid = ["1"]
  block = ["32"]
)";

// A folder of its own for each test, in which a lesson of one file `r.cu` is written and read.
class LessonFolder : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ / "r.cu") << "";
  }
  void TearDown() override { std::filesystem::remove_all(folder_.parent_path()); }

  Result<Lesson> load(const std::string& toml, const std::string& markdown) {
    std::ofstream(folder_ / "lesson.toml") << toml;
    std::ofstream(folder_ / "lesson.md") << markdown;
    return load_lesson(folder_);
  }

  const std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) /
      (std::string("lanescope_") +
       testing::UnitTest::GetInstance()->current_test_info()->test_suite_name()) /
      "x";
};

}  // namespace lanescope::lesson::test
