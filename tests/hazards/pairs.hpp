#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "lab/experiment/experiment.hpp"
#include "sim/events/hazard.hpp"

namespace lanescope::test {

// A faulty kernel and its clean twin: a row of pairs.toml, which tells the meaning of the keys.
struct HazardPair {
  std::string name;
  events::HazardKind kind = events::HazardKind::Race;
  events::Severity severity = events::Severity::Error;
  std::string space;
  experiment::LaunchSpec launch;
  std::vector<experiment::Argument> result;
  std::vector<engine::Policy> policies;  // under which the mistake shows
  std::string arch = "sm_90";            // what it is compiled for
};

inline std::ostream& operator<<(std::ostream& out, const HazardPair& pair) {
  return out << pair.name;
}

enum class Twin { Faulty, Clean };

// A file that cannot be read ends the program with its message.
[[nodiscard]] std::vector<HazardPair> read_hazard_pairs(const std::string& folder);
[[nodiscard]] experiment::Experiment experiment_of(const HazardPair& pair, Twin twin,
                                                   const std::string& folder);
// The lines of the source that hold `marker`.
[[nodiscard]] std::vector<int> marked_lines(const experiment::Source& source,
                                            const std::string& marker);

}  // namespace lanescope::test
