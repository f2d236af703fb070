#include <cstring>

#include <gtest/gtest.h>

#include "sim/code/program.hpp"
#include "sim/engine/plan.hpp"
#include "sim/machine/execution.hpp"
#include "sim/ptx/parser.hpp"
#include "tests/sim/isa/row_file.hpp"

// Every row's instruction test, run by the machine under each policy.
namespace lanescope::isa_test {
namespace {

struct Param {
  std::string row;
  engine::Policy policy;
};

std::vector<Param> params() {
  std::vector<Param> all;
  for (const std::string& row : row_files()) {
    for (const engine::Policy policy :
         {engine::Policy::Its, engine::Policy::Ipdom, engine::Policy::MinPc}) {
      all.push_back({row, policy});
    }
  }
  return all;
}

std::string name_of(const testing::TestParamInfo<Param>& info) {
  constexpr std::array kPolicies{"its", "ipdom", "min_pc"};
  std::string name = info.param.row + "_" + kPolicies[static_cast<std::size_t>(info.param.policy)];
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
}

std::shared_ptr<const engine::Plan> plan_of(const RowFile& file, engine::Policy policy,
                                            std::shared_ptr<const code::Program> program) {
  auto plan = std::make_shared<engine::Plan>();
  auto input = std::make_shared<std::vector<std::byte>>(file.input_bytes());
  plan->buffers.push_back({"in", input->size(), 8, input, false});
  plan->buffers.push_back({"out", file.output_bytes(), 8, nullptr, false});
  engine::Launch launch;
  launch.program = std::move(program);
  launch.block = {file.threads, 1, 1};
  const std::array<std::uint64_t, 2> parameters{plan->address_of(0).value,
                                                plan->address_of(1).value};
  launch.parameters.resize(sizeof parameters);
  std::memcpy(launch.parameters.data(), parameters.data(), sizeof parameters);
  plan->launches.push_back(std::move(launch));
  plan->options.policy = policy;
  plan->options.max_steps = 1'000'000;
  return plan;
}

class Machine : public testing::TestWithParam<Param> {};

TEST_P(Machine, GivesTheExpectedValues) {
  const Result<RowFile> file = read_row_file(path_of(GetParam().row));
  ASSERT_TRUE(file.ok()) << file.error().text();
  const auto module = std::make_shared<const ptx::Module>(ptx::parse(file->text));
  const auto program = code::Program::decode(module, "test");
  ASSERT_TRUE(program.ok()) << program.error().text();
  const auto plan = plan_of(*file, GetParam().policy, *program);
  const Result<void> valid = engine::validate(*plan);
  ASSERT_TRUE(valid.ok()) << valid.error().text();
  machine::Execution execution(plan, {});
  const machine::Outcome outcome = execution.run();
  ASSERT_EQ(outcome, machine::Outcome::Finished) << execution.unsupported();
  const std::span<const std::byte> output = execution.buffer(1);
  EXPECT_EQ(compare(*file, {output.begin(), output.end()}), "");
}

INSTANTIATE_TEST_SUITE_P(Rows, Machine, testing::ValuesIn(params()), name_of);

}  // namespace
}  // namespace lanescope::isa_test
