#include "sim/analysis/export.hpp"

#include <map>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/sim/trace/synthetic.hpp"

namespace lanescope::analysis {
namespace {

nlohmann::json exported(const trace::Trace& trace) {
  std::ostringstream out;
  write_chrome_json({}, trace, out);
  return nlohmann::json::parse(out.str());  // throws on anything that is not JSON
}

// Trace Event Format: complete events have name, ts, dur, pid and tid.
TEST(ChromeExport, EveryStepIsASlice) {
  trace::synthetic::Options options;
  options.resident_blocks = 2;
  trace::synthetic::Told told;
  const auto trace = trace::synthetic::record(options, &told);
  const auto json = exported(*trace);
  std::map<std::string, std::size_t> phases;
  std::uint64_t next = 0;
  for (const auto& event : json.at("traceEvents")) {
    const auto phase = event.at("ph").get<std::string>();
    ++phases[phase];
    if (phase != "X") continue;
    const trace::Step& step = told.steps.at(next);
    EXPECT_EQ(event.at("ts"), next++);
    EXPECT_EQ(event.at("dur"), 1);
    EXPECT_EQ(event.at("pid"), step.block.value + 1);
    EXPECT_EQ(event.at("tid"), step.warp.value + 1);
    EXPECT_EQ(event.at("args").at("pc"), step.pc.value);
    EXPECT_FALSE(event.at("name").get<std::string>().empty());
  }
  EXPECT_EQ(phases["X"], told.steps.size());
  EXPECT_GT(phases["i"], 0U);
  EXPECT_GT(phases["C"], 0U);
  EXPECT_EQ(phases["M"], 4U * (2 + 8));
}

TEST(ChromeExport, TextIsEscaped) {
  trace::Recorder recorder({});
  events::Hazard hazard;
  hazard.message = "a \"quoted\"\\ line\nand \x01 more";
  recorder.on(hazard);
  const auto json = exported(*recorder.finish({}, 0));
  ASSERT_EQ(json.at("traceEvents").size(), 1U);
  EXPECT_EQ(json.at("traceEvents")[0].at("args").at("message"), hazard.message);
}

}  // namespace
}  // namespace lanescope::analysis
