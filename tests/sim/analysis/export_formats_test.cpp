#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/analysis/export.hpp"
#include "tests/sim/analysis/told.hpp"
#include "tests/sim/trace/synthetic.hpp"

namespace lanescope::analysis {
namespace {

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, at);) parts.push_back(part);
  return parts;
}

// A reader of the Kanata log format 0004 as its documentation (docs/kanata-log-format.md of Konata)
// describes it; anything that it does not allow fails.
struct KanataOp {
  std::uint64_t thread = 0, began = 0, retired = 0, retire_id = 0;
  std::string label, detail;
  std::map<std::string, std::string> open;  // stage by lane
  std::vector<std::string> stages;          // "lane:name from-to"
  std::map<std::string, std::uint64_t> since;
  std::vector<std::uint64_t> producers;
  bool is_retired = false;
};
struct Kanata {
  std::map<std::uint64_t, KanataOp> ops;
  std::uint64_t cycle = 0;
};

void start(Kanata& log, KanataOp& op, const std::vector<std::string>& words) {
  ASSERT_FALSE(op.open.contains(words[2])) << "two stages at once on lane " << words[2];
  op.open[words[2]] = words[3];
  op.since[words[2]] = log.cycle;
}

void end(Kanata& log, KanataOp& op, const std::vector<std::string>& words) {
  ASSERT_EQ(op.open[words[2]], words[3]);
  op.stages.push_back(words[2] + ":" + words[3] + " " + std::to_string(op.since[words[2]]) + "-" +
                      std::to_string(log.cycle));
  op.open.erase(words[2]);
}

void take(Kanata& log, const std::vector<std::string>& words) {
  const std::map<std::string, std::size_t> columns{{"C=", 2}, {"C", 2}, {"I", 4}, {"L", 4},
                                                   {"S", 4},  {"E", 4}, {"R", 4}, {"W", 4}};
  ASSERT_TRUE(columns.contains(words.at(0))) << words[0];
  ASSERT_EQ(words.size(), columns.at(words[0])) << words[0];
  const std::uint64_t number = std::stoull(words[1]);
  if (words[0] == "C=") log.cycle = number;
  if (words[0] == "C") log.cycle += number;
  if (words[0] == "I") {
    ASSERT_EQ(number, log.ops.size());  // sequential
    log.ops[number].thread = std::stoull(words[3]);
    log.ops[number].began = log.cycle;
  }
  if (words[0].starts_with('C') || words[0] == "I") return;
  ASSERT_TRUE(log.ops.contains(number)) << "no I before " << words[0];
  KanataOp& op = log.ops[number];
  ASSERT_FALSE(op.is_retired);
  if (words[0] == "L") (words[2] == "0" ? op.label : op.detail) += words[3];
  if (words[0] == "S") start(log, op, words);
  if (words[0] == "E") end(log, op, words);
  if (words[0] == "W") op.producers.push_back(std::stoull(words[2]));
  if (words[0] == "R") {
    op.is_retired = true;
    op.retired = log.cycle;
    op.retire_id = std::stoull(words[2]);
    EXPECT_EQ(words[3], "0");
  }
}

Kanata read_kanata(const trace::Trace& trace) {
  std::ostringstream out;
  write_kanata({}, trace, out);
  const std::vector<std::string> lines = split(out.str(), '\n');
  EXPECT_EQ(lines.at(0), "Kanata\t0004");
  EXPECT_EQ(lines.at(1), "C=\t0");
  Kanata log;
  for (std::size_t i = 1; i < lines.size(); ++i) take(log, split(lines[i], '\t'));
  return log;
}

TEST(KanataExport, EveryStepIsAnInstructionThatRetires) {
  trace::synthetic::Options options;
  options.resident_blocks = 2;
  trace::synthetic::Told told;
  const auto trace = trace::synthetic::record(options, &told);
  const Kanata log = read_kanata(*trace);
  ASSERT_EQ(log.ops.size(), told.steps.size());
  EXPECT_EQ(log.cycle, told.steps.size());
  std::map<std::uint64_t, std::pair<std::uint32_t, std::uint32_t>> warp_of_thread;
  std::vector<bool> retire_ids(log.ops.size());
  for (const auto& [id, op] : log.ops) {
    EXPECT_EQ(op.began, id);
    EXPECT_TRUE(op.is_retired);
    EXPECT_TRUE(op.open.empty());
    EXPECT_FALSE(op.label.empty());
    EXPECT_FALSE(op.stages.empty());
    ASSERT_LT(op.retire_id, retire_ids.size());
    EXPECT_FALSE(retire_ids[op.retire_id]);
    retire_ids[op.retire_id] = true;
    const trace::Step& step = told.steps[id];
    const auto warp = std::pair(step.block.value, step.warp.value);
    EXPECT_EQ(warp_of_thread.try_emplace(op.thread, warp).first->second, warp);
  }
}

// Warp 0 arrives at tick 1 and waits for warp 1, which arrives at tick 3 and wakes it.
TEST(KanataExport, ABarrierIsAStallAndAWakeUp) {
  told::Teller teller({1, 1, 1}, {64, 1, 1});
  teller.step(told::kAll, 0);
  teller.step(told::kAll, 0);
  const events::Wait wait{BlockIndex{0}, WarpIndex{0}, told::kAll, events::WaitReason::Barrier, 0};
  teller.listener().on(wait);
  teller.step(told::kAll, 1);
  teller.step(told::kAll, 1);
  teller.barrier();
  teller.step(told::kAll, 1);
  teller.step(told::kAll, 0);
  teller.end_block();
  const Kanata log = read_kanata(*teller.finish());
  ASSERT_EQ(log.ops.size(), 6U);
  EXPECT_EQ(log.ops.at(0).stages, (std::vector<std::string>{"0:X 0-1"}));
  EXPECT_EQ(log.ops.at(1).stages, (std::vector<std::string>{"0:X 1-2", "1:wB 2-4"}));
  EXPECT_EQ(log.ops.at(1).retired, 4U);
  EXPECT_NE(log.ops.at(1).detail.find("waits 2 ticks at a barrier"), std::string::npos);
  EXPECT_EQ(log.ops.at(5).producers, (std::vector<std::uint64_t>{3}));
  EXPECT_TRUE(log.ops.at(4).producers.empty());
}

// The fields of the first lines of CSV (RFC 4180; these have no quotes).
std::vector<std::map<std::string, std::string>> read_csv(const trace::Trace& trace) {
  std::ostringstream out;
  write_csv({}, trace, out);
  const std::vector<std::string> lines = split(out.str(), '\n');
  const std::vector<std::string> heading = split(lines.at(0), ',');
  std::vector<std::map<std::string, std::string>> rows;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    std::vector<std::string> fields = split(lines[i] + ",end", ',');
    fields.pop_back();
    EXPECT_EQ(fields.size(), heading.size()) << lines[i];
    std::map<std::string, std::string> row;
    for (std::size_t f = 0; f < std::min(fields.size(), heading.size()); ++f)
      row[heading[f]] = fields[f];
    rows.push_back(row);
  }
  return rows;
}

// Sectors and wavefronts by docs/CONTRACT.md, "Words and counting rules": a stride of 8 bytes over
// 32 lanes is 8 sectors where 4 would do; a stride of two words in shared memory has two distinct
// words in each used bank.
TEST(CsvExport, ALineForEachWarpInstruction) {
  told::Teller teller({2, 1, 1}, {64, 1, 1});
  teller.step(0xffff, 1, 1, 7);
  const auto two_apart = [](std::uint64_t lane) { return 2 * lane; };
  teller.access(events::Space::Global, events::Access::Load, two_apart, told::kAll, 0, 0,
                1U << 20U);
  teller.store(two_apart);
  teller.branch(0xff, 0xffffff00, 3);
  const auto rows = read_csv(*teller.finish());
  ASSERT_EQ(rows.size(), 4U);
  const auto expect = [&](std::size_t row, const std::map<std::string, std::string>& wanted) {
    for (const auto& [column, value] : wanted) EXPECT_EQ(rows[row].at(column), value) << column;
  };
  expect(0, {{"tick", "0"}, {"block_x", "1"}, {"warp", "1"}, {"pc", "7"}, {"active", "0xffff"}});
  expect(0, {{"active_lanes", "16"}, {"space", ""}, {"sectors", ""}, {"divergent", ""}});
  expect(1, {{"space", "global"}, {"access", "load"}, {"bytes_per_lane", "4"}, {"sectors", "8"}});
  expect(1, {{"ideal_sectors", "4"}, {"wavefronts", "0"}, {"tick", "1"}});
  expect(2, {{"space", "shared"}, {"access", "store"}, {"wavefronts", "2"}});
  expect(2, {{"bank_conflicts", "1"}, {"sectors", "0"}});
  expect(3, {{"divergent", "1"}, {"taken", "0xff"}, {"not_taken", "0xffffff00"}, {"space", ""}});
}

}  // namespace
}  // namespace lanescope::analysis
