#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/events/counters.hpp"

// The rows of counters.def, for whoever goes through all counters or looks one up by its name.
namespace lanescope::events {

enum class CounterUnit : std::uint8_t {
  Instructions,
  Branches,
  Barriers,
  Requests,
  Sectors,  // of 32 bytes
  Bytes,
  Words,  // of 4 bytes
  Wavefronts,
  Conflicts
};
enum class CounterLevel : std::uint8_t { Main, Detail };  // Detail: in the report only
enum class Better : std::uint8_t { Fewer, More, Neither };

struct CounterInfo {
  std::size_t index = 0;   // in CounterValues
  std::string name;        // "shared.load.bank_conflicts": in the report
  std::string_view group;  // "shared.load"; "branches" of executing, where it is in no name
  std::string_view field;  // "bank_conflicts"
  CounterUnit unit = CounterUnit::Instructions;
  CounterLevel level = CounterLevel::Main;
  Better better = Better::Neither;
  std::string ideal;        // name of a counter, "0", or empty: none is defined
  const char* group_title;  // "Shared load"; empty of executing. English, as all texts here
  const char* title;        // "{} bank conflicts", {} being the group's
  const char* rule;         // section of the contract (docs/)
  const char* meaning;      // a sentence or two
  const char* ncu = "";     // metrics, " + " between those whose sum it is; empty: none
  const char* cupti = "";   // the same, of each machine instruction

  [[nodiscard]] std::uint64_t value(const Counters& counters) const;
  [[nodiscard]] bool is_of_memory() const { return *group_title != '\0'; }
};
// In the order of the report, which is the members' too.
[[nodiscard]] std::span<const CounterInfo> counter_table();
[[nodiscard]] const CounterInfo* find_counter(std::string_view name);  // null: there is none
// Those of each kind of access to memory, its requests first.
[[nodiscard]] std::vector<std::span<const CounterInfo>> counter_groups();

// One counter, or, as "shared.wavefronts", those of loads, stores and atomics of a space; empty:
// there is none of this name.
[[nodiscard]] std::vector<const CounterInfo*> find_counters(std::string_view name);
[[nodiscard]] std::uint64_t sum_of(const Counters& counters, std::string_view name);

}  // namespace lanescope::events
