#include "sim/events/counter_table.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace lanescope::events {
namespace {

struct Field {
  const char* name;
  CounterUnit unit;
  CounterLevel level;
  Better better;
  std::string_view ideal;
  const char *title, *rule, *meaning;
};
#define LANESCOPE_FIELD(name, unit, level, better, ideal, ...) \
  Field{#name, CounterUnit::unit, CounterLevel::level, Better::better, ideal, __VA_ARGS__},
constexpr Field kSectorFields[] = {
#define LANESCOPE_SECTOR_COUNTER LANESCOPE_FIELD
#include "sim/events/counters.def"
};
constexpr Field kConstantFields[] = {
#define LANESCOPE_CONSTANT_COUNTER LANESCOPE_FIELD
#include "sim/events/counters.def"
};
constexpr Field kBankFields[] = {
#define LANESCOPE_BANK_COUNTER LANESCOPE_FIELD
#include "sim/events/counters.def"
};

// `prefix`: of names, "shared.load.".
void add(std::vector<CounterInfo>& table, const Field& field, std::string_view group,
         const char* group_title, const std::string& prefix) {
  CounterInfo info;
  info.index = table.size();
  info.name = prefix + field.name;
  info.group = group;
  info.field = field.name;
  info.unit = field.unit;
  info.level = field.level;
  info.better = field.better;
  info.ideal = field.ideal;
  if (!field.ideal.empty() && field.ideal != "0") info.ideal.insert(0, prefix);
  info.group_title = group_title;
  info.title = field.title;
  info.rule = field.rule;
  info.meaning = field.meaning;
  table.push_back(std::move(info));
}

void add_group(std::vector<CounterInfo>& table, std::string_view name, const char* title,
               std::span<const Field> fields) {
  for (const Field& field : fields) add(table, field, name, title, std::string(name) + ".");
}

void add_hardware(std::vector<CounterInfo>& table, std::string_view name, const char* ncu,
                  const char* cupti) {
  const auto row = std::ranges::find(table, name, &CounterInfo::name);
  if (row == table.end()) return;
  row->ncu = ncu;
  row->cupti = cupti;
}

std::vector<CounterInfo> made() {
  std::vector<CounterInfo> table;
  for (const auto& [group, field] : {
#define LANESCOPE_COUNTER(member, group, ...) \
  std::pair<std::string_view, Field>{group, LANESCOPE_FIELD(member, __VA_ARGS__)},
#include "sim/events/counters.def"
       })
    add(table, field, group, "", "");
#define LANESCOPE_SECTOR_GROUP(member, name, title) add_group(table, name, title, kSectorFields);
#define LANESCOPE_CONSTANT_GROUP(member, name, title) \
  add_group(table, name, title, kConstantFields);
#define LANESCOPE_BANK_GROUP(member, name, title) add_group(table, name, title, kBankFields);
#include "sim/events/counters.def"
#define LANESCOPE_HARDWARE_COUNTER(name, ncu, cupti) add_hardware(table, name, ncu, cupti);
#include "sim/events/counters.def"
  return table;
}
#undef LANESCOPE_FIELD

}  // namespace

std::uint64_t CounterInfo::value(const Counters& counters) const {
  return std::bit_cast<CounterValues>(counters)[index];
}

std::span<const CounterInfo> counter_table() {
  static const std::vector<CounterInfo> kTable = made();
  return kTable;
}

const CounterInfo* find_counter(std::string_view name) {
  const auto found = std::ranges::find(counter_table(), name, &CounterInfo::name);
  return found == counter_table().end() ? nullptr : &*found;
}

std::vector<std::span<const CounterInfo>> counter_groups() {
  std::vector<std::span<const CounterInfo>> groups;
  for (auto rest = counter_table(); !rest.empty();) {
    const auto next = std::ranges::find_if(
        rest, [&](const CounterInfo& counter) { return counter.group != rest.front().group; });
    const auto size = static_cast<std::size_t>(next - rest.begin());
    if (rest.front().is_of_memory()) groups.push_back(rest.first(size));
    rest = rest.subspan(size);
  }
  return groups;
}

std::vector<const CounterInfo*> find_counters(std::string_view name) {
  if (const CounterInfo* one = find_counter(name)) return {one};
  std::vector<const CounterInfo*> found;
  const std::size_t dot = name.find('.');
  if (dot == std::string_view::npos) return found;
  for (const CounterInfo& counter : counter_table())
    if (counter.is_of_memory() && counter.group.starts_with(name.substr(0, dot + 1)) &&
        counter.field == name.substr(dot + 1))
      found.push_back(&counter);
  return found;
}

std::uint64_t sum_of(const Counters& counters, std::string_view name) {
  std::uint64_t sum = 0;
  for (const CounterInfo* counter : find_counters(name)) sum += counter->value(counters);
  return sum;
}

}  // namespace lanescope::events
