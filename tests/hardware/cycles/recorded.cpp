#include "tests/hardware/cycles/recorded.hpp"

#include <algorithm>
#include <map>

#include <nlohmann/json.hpp>

#include "lab/experiment/file.hpp"

namespace lanescope::test {
namespace {

using nlohmann::json;

RecordedCase named(const std::string& name) {
  const std::size_t slash = name.find('/'), space = name.find(' ');
  RecordedCase out;
  out.lesson = name.substr(0, slash);
  out.rung = name.substr(slash + 1, space - slash - 1);
  out.size = name.substr(space + 1);
  return out;
}

double instructions_of(const json& launch) {
  const auto counters = launch.find("counters");
  return counters == launch.end() ? 0 : counters->value("instructions", 0.0);
}

}  // namespace

Result<std::vector<RecordedCase>> read_recorded(const std::filesystem::path& file) {
  const Result<std::string> text = experiment::read_text(file.string());
  if (!text) return text.error();
  const json in = json::parse(*text, nullptr, false);
  if (in.is_discarded()) return bad_input("no JSON", file.string());
  std::vector<RecordedCase> cases;
  std::vector<double> largest;
  std::map<std::string, std::size_t> places;
  for (const json& launch : in.at("launches")) {
    const auto name = launch.at("case").get<std::string>();
    const auto [place, is_new] = places.emplace(name, cases.size());
    if (is_new) cases.push_back(named(name));
    if (is_new) largest.push_back(0);
    ++cases[place->second].launches;
    largest[place->second] = std::max(largest[place->second], instructions_of(launch));
  }
  for (std::size_t i = 0; i < cases.size(); ++i)
    cases[i].instructions = largest[i] * cases[i].launches;
  return cases;
}

}  // namespace lanescope::test
