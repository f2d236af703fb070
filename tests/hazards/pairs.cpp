#include "tests/hazards/pairs.hpp"

#include <cstdio>
#include <cstdlib>
#include <sstream>

#include <toml++/toml.h>

#include "lab/experiment/file.hpp"
#include "lab/experiment/spec.hpp"

namespace lanescope::test {
namespace {

template <typename T>
T or_exit(Result<T> result) {
  if (result) return std::move(*result);
  std::fprintf(stderr, "%s\n", result.error().text().c_str());
  std::exit(1);
}

Dim3 sizes_of(const toml::table& row, const char* key) {
  const toml::array* sizes = row[key].as_array();
  const auto at = [&](std::size_t i) {
    return sizes != nullptr && i < sizes->size() ? (*sizes)[i].value_or(std::uint32_t{1})
                                                 : std::uint32_t{1};
  };
  return {at(0), at(1), at(2)};
}

std::vector<experiment::Argument> arguments_of(const toml::table& row, const char* key) {
  std::vector<experiment::Argument> arguments;
  if (const toml::array* specs = row[key].as_array()) {
    for (const toml::node& spec : *specs)
      arguments.push_back(or_exit(experiment::parse_argument(spec.value_or(std::string()))));
  }
  return arguments;
}

// The value of an enumeration that is spelt so; a wrong spelling ends the program.
template <typename Enum>
Enum spelt(const std::string& word, Enum last) {
  for (int i = 0; i <= static_cast<int>(last); ++i)
    if (events::spelling(static_cast<Enum>(i)) == word) return static_cast<Enum>(i);
  std::fprintf(stderr, "pairs.toml: `%s` is not known\n", word.c_str());
  std::exit(1);
}

std::vector<engine::Policy> policies_of(const toml::table& row) {
  std::vector<engine::Policy> policies{engine::Policy::Its, engine::Policy::Ipdom};
  if (!row["ends_under_min_pc"].value_or(false)) policies.push_back(engine::Policy::MinPc);
  return policies;
}

HazardPair pair_of(const toml::table& row) {
  HazardPair pair;
  pair.name = row["name"].value_or(std::string());
  pair.kind = spelt(row["kind"].value_or(std::string()), events::HazardKind::StepLimit);
  pair.severity = spelt(row["severity"].value_or(std::string("error")), events::Severity::Error);
  pair.space = row["space"].value_or(std::string());
  pair.policies = policies_of(row);
  pair.launch.kernel = std::string("k");
  pair.launch.grid = sizes_of(row, "grid");
  pair.launch.block = sizes_of(row, "block");
  pair.launch.dynamic_shared_bytes = row["shared"].value_or(std::uint32_t{0});
  for (experiment::Argument& argument : arguments_of(row, "arguments"))
    pair.launch.arguments.emplace_back(std::move(argument));
  pair.result = arguments_of(row, "result");
  return pair;
}

}  // namespace

std::vector<HazardPair> read_hazard_pairs(const std::string& folder) {
  const toml::table file = toml::parse(or_exit(experiment::read_text(folder + "/pairs.toml")));
  std::vector<HazardPair> pairs;
  for (const toml::node& row : *file["pair"].as_array()) pairs.push_back(pair_of(*row.as_table()));
  return pairs;
}

experiment::Experiment experiment_of(const HazardPair& pair, Twin twin, const std::string& folder) {
  const std::string file = pair.name + (twin == Twin::Faulty ? ".faulty.cu" : ".clean.cu");
  experiment::Experiment experiment;
  experiment.source = {
      file, or_exit(experiment::read_text(folder + "/kernels/" + file)), false, {}};
  experiment.launches.push_back(pair.launch);
  experiment.arch = pair.arch;
  return experiment;
}

std::vector<int> marked_lines(const experiment::Source& source, const std::string& marker) {
  std::vector<int> lines;
  std::istringstream text(source.text);
  int number = 1;
  for (std::string line; std::getline(text, line); ++number)
    if (line.find(marker) != std::string::npos) lines.push_back(number);
  return lines;
}

}  // namespace lanescope::test
