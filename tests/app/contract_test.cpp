// What the program really tells is what the contract (docs/CONTRACT.md, "JSON report" and "Command
// line") says.
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/kernels.hpp"
#include "tests/app/process.hpp"

namespace lanescope::test {
namespace {

using Json = nlohmann::json;

// The keys of an object and of what lies in it; those of `buffers` are names of the user's.
void add_keys(const Json& value, std::set<std::string>* keys) {
  if (!value.is_structured()) return;  // items() of a number is the number itself
  for (const auto& [key, member] : value.items()) {
    if (value.is_object()) keys->insert(key);
    if (key == "buffers" && value.is_object()) {
      for (const Json& buffer : member) add_keys(buffer, keys);
    } else {
      add_keys(member, keys);
    }
  }
}

TEST(Contract, NamesEveryKeyOfAReport) {
  const std::string contract = read_file("docs/CONTRACT.md");
  ASSERT_FALSE(contract.empty());
  const Finished finished =
      run_program({"run", write_file("beyond.cu", kBeyond), "--grid", "1", "--block", "32", "--arg",
                   "out:i32[32]=zero", "--arg", "in:i32[32]=iota", "--report", "json"});
  ASSERT_EQ(finished.status, 1) << finished.err;
  const Json report = Json::parse(finished.out, nullptr, false);
  ASSERT_FALSE(report.is_discarded());
  ASSERT_FALSE(report.at("hazards").empty());
  std::set<std::string> keys;
  add_keys(report, &keys);
  EXPECT_GT(keys.size(), 60U);
  for (const std::string& key : keys) {
    const bool told = contract.find(fmt::format("\"{}\"", key)) != std::string::npos ||
                      contract.find(fmt::format("`{}`", key)) != std::string::npos;
    EXPECT_TRUE(told) << key;
  }
}

TEST(Contract, NamesEveryOptionOfEveryCommand) {
  const std::string contract = read_file("docs/CONTRACT.md");
  for (const char* command : {"gui", "run", "sweep", "export", "shot", "handout", "measure",
                              "fetch", "judge", "check", "supported", "program"}) {
    const std::string help = run_program({command, "--help"}).out;
    ASSERT_FALSE(help.empty()) << command;
    int options = 0;
    for (std::size_t at = help.find(" --"); at != std::string::npos;
         at = help.find(" --", at + 3)) {
      const std::size_t end = help.find_first_of(" ,\n", at + 1);
      const std::string option = help.substr(at + 1, end - at - 1);
      EXPECT_NE(contract.find(option), std::string::npos) << command << " " << option;
      ++options;
    }
    EXPECT_EQ(options == 0, std::string_view(command) == "check") << command << " has none yet";
  }
}

}  // namespace
}  // namespace lanescope::test
