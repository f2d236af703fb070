#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/lab/program_sample.hpp"
#include "tests/ui/model/studio.hpp"

namespace lanescope::ui::test {

// A studio, and a saved program for it to open, so that no nvcc is asked.
class SavedProgramOnScreen : public ::testing::Test {
 protected:
  void SetUp() override { save(lanescope::test::saved_add_program()); }
  void save(const std::vector<std::byte>& bytes) const {
    std::ofstream(file_).write(reinterpret_cast<const char*>(bytes.data()),
                               static_cast<std::streamsize>(bytes.size()));
  }
  void TearDown() override { std::filesystem::remove(file_); }
  void open() { studio_.run("open file=" + session::quote(file_)); }

  Studio studio_;
  std::string file_ =
      ::testing::TempDir() + "lanescope-" + std::to_string(::getpid()) + ".laneprogram";
};

}  // namespace lanescope::ui::test
