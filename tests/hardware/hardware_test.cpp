// Runs each kernel of tests/hardware/kernels on the model, through the command line, and compares
// outputs and counters with what real GPUs gave (h200.json and h100.json, written by measure.py).
// explained.json lists the counters and buffers that differ for a known reason, with both values:
// these must be the values, so that the list stays true. Whether the reasons hold is
// validation.py's.

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "sim/events/counter_table.hpp"
#include "tests/sanitized.hpp"

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

const fs::path kFolder = LANESCOPE_HARDWARE_TESTS;

json read_json(const fs::path& path) {
  std::ifstream in(path);
  return json::parse(in);
}

constexpr std::string_view kHead = "// run: ";

// A launch of a kernel: `name` is the first line of its file, `name/2` the second.
struct Case {
  fs::path kernel;
  int line = 1;
};
Case case_of(const std::string& name) {
  const std::size_t slash = name.find('/');
  return {kFolder / "kernels" / (name.substr(0, slash) + ".cu"),
          slash == std::string::npos ? 1 : std::stoi(name.substr(slash + 1))};
}

// "--grid 8 --block 128 …" of the launch's line, each word quoted for the shell.
std::string arguments_of(const Case& launch) {
  std::ifstream in(launch.kernel);
  std::string line;
  for (int i = 0; i < launch.line; ++i) std::getline(in, line);
  line.erase(0, kHead.size());
  std::string quoted;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t end = std::min(line.find(' ', at), line.size());
    quoted += " '" + line.substr(at, end - at) + "'";
    at = end + 1;
  }
  return quoted;
}

json run_on_model(const Case& launch, const std::string& options = {}) {
  const std::string command = std::string("'") + LANESCOPE_EXECUTABLE + "' run '" +
                              launch.kernel.string() + "'" + arguments_of(launch) + options +
                              " --report json";
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string text;
  std::array<char, 4096> part{};
  while (const std::size_t n = std::fread(part.data(), 1, part.size(), pipe.get()))
    text.append(part.data(), n);
  return json::parse(text, nullptr, false);
}

// Key of the measurements -> the model's figure; atom and red are one kind in the report.
std::vector<std::pair<std::string, std::uint64_t>> comparable(const json& counters) {
  std::vector<std::pair<std::string, std::uint64_t>> values;
  for (const lanescope::events::CounterInfo& counter : lanescope::events::counter_table()) {
    if (*counter.ncu == '\0' || !counter.is_of_memory()) continue;
    std::string place = "/" + counter.name;
    std::ranges::replace(place, '.', '/');
    values.emplace_back(counter.name, counters.at(json::json_pointer(place)).get<std::uint64_t>());
  }
  return values;
}

std::uint64_t measured(const json& counters, const std::string& key) {
  const std::string prefix = "global.atomic.";
  if (key.rfind(prefix, 0) != 0) return counters.value(key, std::uint64_t{0});
  const std::string name = key.substr(prefix.size());
  return counters.value("global.atom." + name, std::uint64_t{0}) +
         counters.value("global.red." + name, std::uint64_t{0});
}

// Equal, or as different as explained.json says.
void expect_as_known(const json& model, const json& gpu, const json& explained,
                     const std::string& key) {
  if (!explained.contains(key)) {
    EXPECT_EQ(model, gpu) << key;
    return;
  }
  const json& known = explained.at(key);
  EXPECT_NE(model, gpu) << key << " agrees: delete it from explained.json";
  EXPECT_EQ(model, known.at("model")) << key << " of the model is another now";
  EXPECT_EQ(gpu, known.at("gpu")) << key << " of the GPU is another than was measured";
}

class Hardware : public testing::TestWithParam<json> {};

TEST_P(Hardware, OutputsAndCountersAgree) {
  const json& expected = GetParam();
  const std::string name = expected.at("case");
  const json report = run_on_model(case_of(name));
  ASSERT_FALSE(report.is_discarded()) << "no report";
  EXPECT_EQ(report.at("outcome"), "finished");
  const json explained = read_json(kFolder / "explained.json").value(name, json::object());
  for (const auto& [buffer, sum] : expected.at("buffers").items())
    expect_as_known(report.at("buffers").at(buffer).at("fnv1a64"), sum, explained,
                    "buffers." + buffer);
  EXPECT_EQ(report.at("occupancy").at("blocks_per_sm"), expected.at("blocks_per_sm"));
  for (const auto& [key, model] : comparable(report.at("counters")))
    expect_as_known(model, measured(expected.at("counters"), key), explained, key);
}

class HeldOut : public testing::TestWithParam<json> {};

// A comparison with a GPU says something of clean kernels only, whose outputs don't hang on an
// order.
TEST_P(HeldOut, IsCleanInEveryOrder) {
  const Case launch = case_of(GetParam().at("case"));
  json first;
  for (const char* machine : {"", " --schedule-seed 3 --order round_robin", " --policy ipdom"}) {
    const json report = run_on_model(launch, machine);
    ASSERT_FALSE(report.is_discarded()) << machine;
    EXPECT_EQ(report.at("outcome"), "finished") << machine;
    EXPECT_EQ(report.at("hazards"), json::array()) << machine;
    if (first.is_null()) first = report.at("buffers");
    EXPECT_EQ(report.at("buffers"), first) << machine;
    if (lanescope::test::kSanitized) break;
  }
}

// The model's speed is all that may differ.
TEST_P(HeldOut, TellsTheSameOnFourCores) {
  const Case launch = case_of(GetParam().at("case"));
  json one = run_on_model(launch, " --cores 1"), four = run_on_model(launch, " --cores 4");
  ASSERT_FALSE(one.is_discarded()) << "no report";
  ASSERT_FALSE(four.is_discarded()) << "no report";
  one.erase("model");
  four.erase("model");
  EXPECT_EQ(one, four);
}

std::vector<json> cases(const char* file) {
  return read_json(kFolder / file).at("cases").get<std::vector<json>>();
}

// Of the held-out kernels, which are of every kind.
std::vector<json> held_out_cases() {
  std::vector<json> some = cases("h200.json");
  std::erase_if(some, [](const json& one) {
    return !one.at("case").get<std::string>().starts_with("later_");
  });
  return some;
}

std::string case_name(const testing::TestParamInfo<json>& row) {
  auto name = row.param.at("case").get<std::string>();
  std::ranges::replace(name, '/', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(H200, Hardware, testing::ValuesIn(cases("h200.json")), case_name);
INSTANTIATE_TEST_SUITE_P(H100, Hardware, testing::ValuesIn(cases("h100.json")), case_name);
INSTANTIATE_TEST_SUITE_P(H200, HeldOut, testing::ValuesIn(held_out_cases()), case_name);
INSTANTIATE_TEST_SUITE_P(H100, HeldOut, testing::ValuesIn(cases("h100.json")), case_name);

std::size_t launches_in(const fs::path& folder) {
  std::size_t launches = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line) && line.starts_with(kHead);) ++launches;
  }
  return launches;
}

TEST(Hardware, EveryLaunchWasMeasured) {
  EXPECT_EQ(launches_in(kFolder / "kernels"), cases("h200.json").size() + cases("h100.json").size())
      << "run measure.py again";
}

}  // namespace
