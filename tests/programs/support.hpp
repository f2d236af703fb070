#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cuda/toolchain/toolchain.hpp"
#include "tests/app/process.hpp"

namespace lanescope::programs_test {

using test::Finished;
using Json = nlohmann::json;

inline bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Skips where there is no nvcc.
class Programs : public testing::Test {
 protected:
  void SetUp() override {
    const cuda::toolchain::Toolchain tools = cuda::toolchain::find_toolchain();
    if (!tools.nvcc.found()) GTEST_SKIP() << "nvcc: " << tools.nvcc.remedy;
    if (!tools.host_compiler.found()) GTEST_SKIP() << tools.host_compiler.remedy;
  }
};

inline std::string source(const std::string& name) { return "tests/programs/" + name; }

// `lanescope program NAME WORDS…` of a program of this folder.
inline Finished run(const std::string& name, std::vector<std::string> words = {}) {
  words.insert(words.begin(), {"program", source(name)});
  return test::run_program(words);
}

// The same with its report as JSON.
struct Reported {
  Finished finished;
  Json report;
};
inline Reported run_reported(const std::string& name, std::vector<std::string> words = {}) {
  const std::string file = test::write_file("report.json", "");
  words.insert(words.begin(), {"--report", "json", "--out", file});
  Reported reported;
  reported.finished = run(name, std::move(words));
  reported.report = Json::parse(test::read_file(file), nullptr, false);
  EXPECT_FALSE(reported.report.is_discarded()) << reported.finished.err;
  return reported;
}

}  // namespace lanescope::programs_test
