// Every row of counters.def, through the table that is made of it.
#include "sim/events/counter_table.hpp"

#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace lanescope::events {
namespace {

TEST(CounterTable, HasARowForEachNumber) {
  ASSERT_EQ(counter_table().size(), CounterValues{}.size());
  std::set<std::string> names;
  for (const CounterInfo& counter : counter_table()) {
    EXPECT_TRUE(names.insert(counter.name).second) << counter.name << " twice";
    EXPECT_EQ(find_counter(counter.name), &counter);
    EXPECT_EQ(&counter_table()[counter.index], &counter);
  }
  EXPECT_EQ(find_counter("global.load"), nullptr);
}

// The names reach the members that they name: looked up by hand, since no row tells it twice.
TEST(CounterTable, NamesReachTheirMembers) {
  Counters c;
  c.warp_instructions = 1;
  c.divergent_branches = 2;
  c.barriers = 3;
  c.global_load.requests = 4;
  c.global_atomic.ideal_sectors = 5;
  c.local_store.bytes = 6;
  c.texture_load.sectors = 7;
  c.constant_load.distinct_words = 8;
  c.shared_load.wavefronts = 9;
  c.shared_store.ideal_wavefronts = 10;
  c.shared_atomic.bank_conflicts = 11;
  const char* names[] = {"warp_instructions",
                         "divergent_branches",
                         "barriers",
                         "global.load.requests",
                         "global.atomic.ideal_sectors",
                         "local.store.bytes",
                         "texture.load.sectors",
                         "constant.load.distinct_words",
                         "shared.load.wavefronts",
                         "shared.store.ideal_wavefronts",
                         "shared.atomic.bank_conflicts"};
  std::uint64_t expected = 0;
  for (const char* name : names) EXPECT_EQ(find_counter(name)->value(c), ++expected) << name;
  std::uint64_t sum = 0;
  for (const CounterInfo& counter : counter_table()) sum += counter.value(c);
  EXPECT_EQ(sum, 66U);
}

TEST(CounterTable, EveryRowIsTold) {
  for (const CounterInfo& counter : counter_table()) {
    const std::string meaning = counter.meaning;
    EXPECT_TRUE(meaning.ends_with('.') && meaning.size() > 20) << counter.name << ": " << meaning;
    EXPECT_FALSE(std::string(counter.rule).empty()) << counter.name;
    const bool has_place = std::string(counter.title).find("{}") != std::string::npos;
    EXPECT_EQ(has_place, counter.is_of_memory()) << counter.name << ": " << counter.title;
    EXPECT_EQ(counter.name.find('.') != std::string::npos, counter.is_of_memory()) << counter.name;
    if (counter.ideal.empty() || counter.ideal == "0") continue;
    const CounterInfo* ideal = find_counter(counter.ideal);
    ASSERT_NE(ideal, nullptr) << counter.name << ": " << counter.ideal;
    EXPECT_EQ(ideal->group, counter.group);
    EXPECT_EQ(counter.better, Better::Fewer) << counter.name;
  }
}

// Groups tell by their first counter whether they were used.
TEST(CounterTable, GroupsBeginWithTheirRequests) {
  const auto groups = counter_groups();
  EXPECT_EQ(groups.size(), 10U);
  for (const auto group : groups) {
    EXPECT_EQ(group.front().unit, CounterUnit::Requests) << group.front().name;
    EXPECT_EQ(group.front().name, std::string(group.front().group) + ".requests");
  }
}

TEST(CounterTable, HardwaresRowsAreOfCounters) {
  const std::pair<const char*, bool> rows[] = {
#define LANESCOPE_HARDWARE_COUNTER(name, ncu, cupti) \
  {name, std::string(ncu) != "" || std::string(cupti) != ""},
#include "sim/events/counters.def"
  };
  std::set<std::string> names;
  for (const auto& [name, has_metric] : rows) {
    EXPECT_NE(find_counter(name), nullptr) << name;
    EXPECT_TRUE(has_metric) << name;
    EXPECT_TRUE(names.insert(name).second) << name << " twice";
  }
  for (const CounterInfo& counter : counter_table())
    EXPECT_EQ(*counter.ncu != '\0' || *counter.cupti != '\0', names.contains(counter.name))
        << counter.name;
}

TEST(CounterTable, CountersOfASpaceAddUp) {
  Counters c;
  c.shared_load.wavefronts = 1;
  c.shared_store.wavefronts = 20;
  c.shared_atomic.wavefronts = 300;
  c.shared_atomic.ideal_wavefronts = 5000;
  EXPECT_EQ(sum_of(c, "shared.wavefronts"), 321U);
  EXPECT_EQ(sum_of(c, "shared.store.wavefronts"), 20U);
  EXPECT_EQ(find_counters("global.sectors").size(), 3U);
  EXPECT_TRUE(find_counters("global").empty());
  EXPECT_TRUE(find_counters("glob.sectors").empty());
  EXPECT_TRUE(find_counters("branches.branches").empty());
  EXPECT_EQ(sum_of(c, "nothing"), 0U);
}

}  // namespace
}  // namespace lanescope::events
