// Every counter of the table (sim/events/counters.def) in the report of a kernel that has all.
#include <algorithm>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "sim/events/counter_table.hpp"
#include "tests/app/kernels.hpp"
#include "tests/app/process.hpp"

namespace lanescope::test {
namespace {

using Json = nlohmann::json;

// Each kind of access, with conflicts and divergence, but for textures, which the model does not
// run (sim/DEVIATIONS.md).
constexpr const char* kEverything = R"(
__constant__ int table[64];
extern "C" __global__ void everything(int* out, const int* in) {
  __shared__ int s[512];
  int lane = threadIdx.x;
  int own[8];
  for (int k = 0; k < 8; ++k)
    own[(k + in[0]) & 7] = in[lane + k];
  s[lane * 4] = in[lane * 3];
  __syncthreads();
  atomicAdd(&s[lane & 4], lane);
  __syncthreads();
  out += 128 * blockIdx.x;
  if (lane % 3 == 0)
    out[lane] = own[lane & 7] + table[lane % 7] + s[lane * 4];
  else
    atomicMax(&out[lane * 2], s[lane & 60]);
}
)";

Json report() {
  const Finished finished =
      run_program({"run", write_file("everything.cu", kEverything), "--grid", "2", "--block", "64",
                   "--arg", "out:i32[256]=zero", "--arg", "in:i32[256]=iota", "--symbol",
                   "table:i32[64]=iota", "--report", "json"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  return Json::parse(finished.out, nullptr, false);
}

std::uint64_t value(const Json& counters, const events::CounterInfo& counter) {
  std::string place = "/" + counter.name;
  std::ranges::replace(place, '.', '/');
  const Json::json_pointer at(place);
  EXPECT_TRUE(counters.contains(at)) << counter.name << " is not in the report";
  return counters.value(at, std::uint64_t{0});
}

std::size_t numbers_in(const Json& counters) {
  std::size_t numbers = 0;
  for (const Json& member : counters) numbers += member.is_object() ? numbers_in(member) : 1;
  return numbers;
}

TEST(ReportedCounters, AreThoseOfTheTable) {
  const Json json = report();
  const Json& totals = json.at("counters");
  EXPECT_EQ(numbers_in(totals), events::counter_table().size() + 1) << "SIMT efficiency is derived";
  for (const events::CounterInfo& counter : events::counter_table()) {
    const std::uint64_t total = value(totals, counter);
    if (counter.group != "texture.load") {
      EXPECT_GT(total, 0U) << counter.name << " says nothing here";
    }
    std::uint64_t lines = 0;
    for (const Json& line : json.at("lines")) lines += value(line.at("counters"), counter);
    EXPECT_EQ(lines, total) << counter.name << ": its lines do not add up";
  }
}

}  // namespace
}  // namespace lanescope::test
