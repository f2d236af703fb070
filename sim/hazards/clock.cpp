#include "sim/hazards/clock.hpp"

#include <algorithm>

namespace lanescope::hazards {

void ReleaseLog::add(const ClockEntry& known, std::uint32_t within, Time now) {
  newest_ = now;
  const std::uint32_t index = size();
  const auto [at, fresh] = last_.try_emplace(known.key, index);
  items_.push_back({known, within, fresh ? kAll : at->second});
  at->second = index;
}

void ReleaseLog::add(const Reading& reading, std::uint32_t within, Time now) {
  newest_ = now;
  readings_.push_back({reading, size(), within});
  items_.push_back({});
}

bool ReleaseLog::holds(std::uint64_t key, Time time, std::uint32_t until,
                       std::uint32_t reader) const {
  const auto at = last_.find(key);
  if (at == last_.end()) return false;
  for (std::uint32_t i = at->second; i != kAll; i = items_[i].previous) {
    const Item& item = items_[i];
    if (i < until && item.known.time >= time && may_use(item.within, reader)) return true;
  }
  return false;
}

bool ReleaseLog::holds(const Deed& deed, std::uint32_t until, std::uint32_t reader,
                       std::vector<Reading>& open) const {
  if (holds(key_of(deed.block, deed.warp, deed.lane), deed.time, until, reader)) return true;
  if (!deed.of_copies() && (holds(key_of(deed.block, deed.warp), deed.time, until, reader) ||
                            holds(key_of(deed.block), deed.time, until, reader)))
    return true;
  pass_on(until, reader, open);
  return false;
}

void ReleaseLog::pass_on(std::uint32_t until, std::uint32_t reader,
                         std::vector<Reading>& open) const {
  for (const Passed& passed : readings_) {
    if (passed.item >= until) break;
    if (may_use(passed.within, reader)) open.push_back(passed.reading);
  }
}

namespace {

bool covers(const Reading& a, const Reading& b) {
  return a.log == b.log && a.reader == b.reader && a.until >= b.until;
}

// Whether one of the places that were read, or a place that was read before something was released
// at one of them, and so on, tells of the deed. A log that is older than the deed does not.
bool tell(std::vector<Reading> open, const Deed& deed) {
  std::vector<Reading> seen;
  while (!open.empty()) {
    const Reading reading = open.back();
    open.pop_back();
    if (reading.log->newest() < deed.time) continue;
    if (std::any_of(seen.begin(), seen.end(), [&](const Reading& s) { return covers(s, reading); }))
      continue;
    seen.push_back(reading);
    if (reading.log->holds(deed, reading.until, reading.reader, open)) return true;
  }
  return false;
}

void tidy(std::vector<ClockEntry>& known) {
  std::sort(known.begin(), known.end(), [](const ClockEntry& a, const ClockEntry& b) {
    return a.key != b.key ? a.key < b.key : a.time > b.time;
  });
  known.erase(std::unique(known.begin(), known.end(),
                          [](const ClockEntry& a, const ClockEntry& b) { return a.key == b.key; }),
              known.end());
}

// Of the logs of one owner the latest one is enough.
void add_reading(std::vector<Reading>& readings, const Reading& reading) {
  for (Reading& known : readings) {
    if (known.reader != reading.reader) continue;
    const bool same = known.log == reading.log;
    if (!same &&
        (reading.log->owner() == ReleaseLog::kNobody || known.log->owner() != reading.log->owner()))
      continue;
    const bool later =
        same ? known.until < reading.until : known.log->newest() < reading.log->newest();
    if (later) known = reading;
    return;
  }
  readings.push_back(reading);
}

}  // namespace

bool Clock::knows(const Deed& deed) const {
  if (std::any_of(known.begin(), known.end(), [&](const ClockEntry& k) { return deed.is_in(k); }))
    return true;
  return !readings.empty() && tell(readings, deed);
}

bool Clock::has(const Reading& reading) const {
  return std::any_of(readings.begin(), readings.end(),
                     [&](const Reading& had) { return covers(had, reading); });
}

// Of one owner's logs only the latest reading is kept.
bool Clock::has_read(const ReleaseLog& log) const {
  std::vector<Reading> open = readings, seen;
  while (!open.empty()) {
    const Reading reading = open.back();
    open.pop_back();
    const ReleaseLog& read = *reading.log;
    const bool of_owner = log.owner() != ReleaseLog::kNobody && read.owner() == log.owner();
    if (&read == &log || (of_owner && read.newest() >= log.newest())) return true;
    if (std::any_of(seen.begin(), seen.end(), [&](const Reading& s) { return covers(s, reading); }))
      continue;
    seen.push_back(reading);
    read.pass_on(reading.until, reading.reader, open);
  }
  return false;
}

ClockPtr join(const ClockPtr& a, const ClockPtr& b) {
  if (a == b || b == nullptr) return a;
  if (a == nullptr) return b;
  auto both = std::make_shared<Clock>(*a);
  both->known.insert(both->known.end(), b->known.begin(), b->known.end());
  tidy(both->known);
  for (const Reading& reading : b->readings) add_reading(both->readings, reading);
  return both;
}

ClockPtr clock_with(const ClockPtr& a, std::vector<ClockEntry> more) {
  auto clock = a == nullptr ? std::make_shared<Clock>() : std::make_shared<Clock>(*a);
  clock->known.insert(clock->known.end(), more.begin(), more.end());
  tidy(clock->known);
  return clock;
}

ClockPtr clock_with(const ClockPtr& a, const Reading& reading) {
  auto clock = a == nullptr ? std::make_shared<Clock>() : std::make_shared<Clock>(*a);
  add_reading(clock->readings, reading);
  return clock;
}

ClockPtr without(const ClockPtr& a, std::uint32_t block, Time time) {
  if (a == nullptr) return nullptr;
  const auto is_old = [&](const ClockEntry& known) {
    return known.key >> 32U == block && known.time <= time && !is_of_copies(known.key);
  };
  if (std::none_of(a->known.begin(), a->known.end(), is_old)) return a;
  auto clock = std::make_shared<Clock>(*a);
  std::erase_if(clock->known, is_old);
  return clock->known.empty() && clock->readings.empty() ? nullptr : ClockPtr(std::move(clock));
}

}  // namespace lanescope::hazards
