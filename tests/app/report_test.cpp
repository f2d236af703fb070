#include <cmath>
#include <cstring>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/kernels.hpp"
#include "tests/app/process.hpp"

namespace lanescope::test {
namespace {

using Json = nlohmann::json;

std::vector<std::string> add_words(const std::vector<std::string>& more = {}) {
  std::vector<std::string> words{"run",      write_file("add.cu", kAdd),
                                 "--grid",   "2",
                                 "--block",  "32",
                                 "--arg",    "c:f32[64]=zero",
                                 "--arg",    "a:f32[64]=iota",
                                 "--arg",    "b:f32[64]=const:1",
                                 "--arg",    "n:i32=50",
                                 "--report", "json"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

Json report(const std::vector<std::string>& words, int status = 0) {
  const Finished finished = run_program(words);
  EXPECT_EQ(finished.status, status) << finished.err;
  const Json parsed = Json::parse(finished.out, nullptr, false);
  EXPECT_FALSE(parsed.is_discarded()) << finished.out;
  return parsed;
}

// FNV-1a (docs/CONTRACT.md, "JSON report"), written again.
std::string fnv(const std::vector<float>& values) {
  unsigned long long hash = 1469598103934665603ULL;
  for (const float value : values) {
    unsigned char bytes[4];
    std::memcpy(bytes, &value, 4);
    for (const unsigned char byte : bytes) hash = (hash ^ byte) * 1099511628211ULL;
  }
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", hash);
  return text;
}

void expect_keys(const Json& object, const std::vector<const char*>& keys) {
  for (const char* key : keys) EXPECT_TRUE(object.contains(key)) << key << " is missing";
}

void expect_counters(const Json& counters) {
  expect_keys(counters, {"warp_instructions", "thread_instructions", "simt_efficiency", "branches",
                         "divergent_branches", "barriers", "global", "local", "texture", "constant",
                         "shared"});
  for (const char* kind : {"load", "store", "atomic"}) {
    expect_keys(counters.at("global").at(kind), {"requests", "sectors", "ideal_sectors", "bytes"});
    expect_keys(counters.at("shared").at(kind),
                {"requests", "wavefronts", "ideal_wavefronts", "bank_conflicts"});
  }
  for (const char* kind : {"load", "store"}) {
    expect_keys(counters.at("local").at(kind), {"requests", "sectors", "ideal_sectors", "bytes"});
  }
  expect_keys(counters.at("texture").at("load"), {"requests", "sectors", "ideal_sectors", "bytes"});
  expect_keys(counters.at("constant").at("load"), {"requests", "distinct_words"});
}

TEST(Report, HasEveryKeyOfTheSchema) {
  const Json json = report(add_words());
  expect_keys(json, {"schema", "kernel", "arch", "launch", "outcome", "counters", "lines",
                     "occupancy", "hazards", "findings", "buffers", "printf", "model", "gpu"});
  EXPECT_EQ(json.at("schema"), 1);
  EXPECT_EQ(json.at("kernel"), "add");
  EXPECT_EQ(json.at("arch"), "sm_90");
  EXPECT_EQ(json.at("outcome"), "finished");
  EXPECT_TRUE(json.at("gpu").is_null());
  EXPECT_EQ(json.at("launch"), (Json{{"grid", {2, 1, 1}},
                                     {"block", {32, 1, 1}},
                                     {"dynamic_shared_bytes", 0},
                                     {"warp_size", 32}}));
  expect_counters(json.at("counters"));
  ASSERT_FALSE(json.at("lines").empty());
  for (const Json& line : json.at("lines")) {
    expect_keys(line, {"file", "line", "warp_instructions", "counters"});
    expect_counters(line.at("counters"));
  }
  expect_keys(json.at("occupancy"),
              {"registers_per_thread", "local_bytes_per_thread", "shared_bytes_per_block",
               "blocks_per_sm", "warps_per_sm", "theoretical", "limits", "limiters"});
  expect_keys(json.at("occupancy").at("limits"), {"warps", "blocks", "registers", "shared"});
  expect_keys(json.at("model"), {"seconds", "warp_instructions_per_second"});
}

// 64 threads, 50 elements: two warps load twice and store once, the second with 18 lanes; 128 bytes
// are 4 sectors, 72 bytes 3 (docs/CONTRACT.md, "Words and counting rules").
TEST(Report, CountsByTheRules) {
  const Json counters = report(add_words()).at("counters");
  EXPECT_EQ(counters.at("global").at("load"),
            (Json{{"requests", 4}, {"sectors", 14}, {"ideal_sectors", 14}, {"bytes", 400}}));
  EXPECT_EQ(counters.at("global").at("store"),
            (Json{{"requests", 2}, {"sectors", 7}, {"ideal_sectors", 7}, {"bytes", 200}}));
  EXPECT_EQ(counters.at("branches"), 2);
  EXPECT_EQ(counters.at("divergent_branches"), 1);
}

void sum_into(const Json& from, Json* to) {
  for (const auto& [key, value] : from.items()) {
    if (key == "simt_efficiency") continue;
    if (value.is_object()) {
      sum_into(value, &(*to)[key]);
    } else {
      const auto before = to->contains(key) ? to->at(key).get<long long>() : 0;
      (*to)[key] = before + value.get<long long>();
    }
  }
}

TEST(Report, LinesAddUp) {
  const Json json = report(add_words());
  Json sum = Json::object();
  for (const Json& line : json.at("lines")) {
    EXPECT_EQ(line.at("warp_instructions"), line.at("counters").at("warp_instructions"));
    sum_into(line.at("counters"), &sum);
  }
  Json totals = Json::object();
  sum_into(json.at("counters"), &totals);
  EXPECT_EQ(sum, totals);
}

TEST(Report, BuffersAndTheirChecksums) {
  const std::string dump = write_file("c.bin", "");
  const Json buffers = report(add_words({"--dump", "c=" + dump})).at("buffers");
  std::vector<float> a(64), b(64, 1.0F), c(64, 0.0F);
  for (std::size_t i = 0; i < 64; ++i) a[i] = static_cast<float>(i);
  for (std::size_t i = 0; i < 50; ++i) c[i] = a[i] + 1.0F;
  EXPECT_EQ(buffers.size(), 3U);
  EXPECT_EQ(buffers.at("a"), (Json{{"type", "f32"}, {"count", 64}, {"fnv1a64", fnv(a)}}));
  EXPECT_EQ(buffers.at("b").at("fnv1a64"), fnv(b));
  EXPECT_EQ(buffers.at("c").at("fnv1a64"), fnv(c));
  const std::string bytes = read_file(dump);
  EXPECT_EQ(bytes, std::string(reinterpret_cast<const char*>(c.data()), 256));
}

TEST(Report, DumpedNpyIsReadAgain) {
  const std::string dump = write_file("c.npy", "");
  const Json first = report(add_words({"--dump", "c=" + dump}));
  std::vector<std::string> words = add_words();
  for (std::string& word : words) {
    if (word == "a:f32[64]=iota") word = "a:f32[64]=file:" + dump;
  }
  EXPECT_EQ(report(words).at("buffers").at("a").at("fnv1a64"),
            first.at("buffers").at("c").at("fnv1a64"));
}

TEST(Report, StructsAndSymbols) {
  const std::string file = write_file("fill.cu", kStruct);
  const Json json = report({"run", file, "--kernel", "fill", "--grid", "1", "--block", "32",
                            "--arg", "p:{i32=6,f32=2,f32[8]=zero}", "--symbol", "table:f32[4]=iota",
                            "--symbol", "ns::total:i32[1]=const:5", "--report", "json"});
  const Json& buffers = json.at("buffers");
  EXPECT_EQ(buffers.size(), 3U);
  EXPECT_EQ(buffers.at("p.2").at("fnv1a64"), fnv({0, 2, 4, 6, 0, 2, 0, 0}));
  EXPECT_EQ(buffers.at("table").at("count"), 4);
  EXPECT_EQ(buffers.at("ns::total").at("type"), "i32");
  float total = 0.0F;  // the bits of the integer 11
  const int eleven = 11;
  std::memcpy(&total, &eleven, 4);
  EXPECT_EQ(buffers.at("ns::total").at("fnv1a64"), fnv({total}));
}

TEST(Report, KernelNames) {
  const std::string two = write_file("two.cu", kTwo);
  for (const char* name : {"many<3>", "many", "_Z4manyILi3EEvPi", "one"}) {
    const Json json = report({"run", two, "--kernel", name, "--grid", "1", "--block", "1", "--arg",
                              "a:i32[1]=zero", "--report", "json"});
    EXPECT_EQ(json.at("outcome"), "finished") << name;
  }
}

TEST(Report, DynamicSharedMemoryUpToTheOptInLimit) {
  const std::string file = write_file("tile.cu", kShared);
  const Json json = report({"run", file, "--grid", "1", "--block", "64", "--shared", "232448",
                            "--arg", "out:f32[64]=zero", "--report", "json"});
  EXPECT_EQ(json.at("occupancy").at("shared_bytes_per_block"), 232448);
  EXPECT_EQ(json.at("occupancy").at("blocks_per_sm"), 1);
  EXPECT_EQ(json.at("counters").at("barriers"), 2);
  EXPECT_EQ(json.at("counters").at("shared").at("store").at("wavefronts"), 2);
}

TEST(Report, PrintfGoesToTheReportAndToStandardError) {
  const std::string file = write_file("talk.cu", kTalk);
  const Finished finished = run_program(
      {"run", file, "--grid", "1", "--block", "2", "--arg", "out:i32[2]=zero", "--report", "json"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_EQ(Json::parse(finished.out).at("printf"), "thread 0\nthread 1\n");
  EXPECT_NE(finished.err.find("thread 0\nthread 1\n"), std::string::npos);
}

TEST(Report, OutIsWrittenInsteadOfStandardOutput) {
  const std::string path = write_file("report.json", "");
  const Finished finished = run_program(add_words({"--out", path}));
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_EQ(finished.out, "");
  EXPECT_EQ(Json::parse(read_file(path)).at("kernel"), "add");
}

TEST(Report, Recording) {
  const Json none = report(add_words({"--record", "none"}));
  const Json counters = report(add_words());
  const Json full = report(add_words({"--record", "full"}));
  EXPECT_EQ(none.at("counters").at("warp_instructions"),
            counters.at("counters").at("warp_instructions"));
  EXPECT_EQ(none.at("buffers"), counters.at("buffers"));
  EXPECT_EQ(full.at("counters"), counters.at("counters"));
  EXPECT_EQ(full.at("buffers"), counters.at("buffers"));
}

}  // namespace
}  // namespace lanescope::test
