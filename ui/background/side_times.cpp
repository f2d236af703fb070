#include "ui/background/side_times.hpp"

#include <algorithm>
#include <chrono>

namespace lanescope::ui::background {

bool SideTimes::is_wanted(const std::string& name, const WantedTime& time) const {
  return std::ranges::find(wanted_, std::pair(name, time)) != wanted_.end();
}

void SideTimes::take() {
  SideTime made = work_.get();
  if (!cancel_) known_[making_] = std::move(made);
}

void SideTimes::update(Wanted wanted, bool begin) {
  wanted_ = std::move(wanted);
  std::erase_if(known_, [&](const auto& known) {
    return std::ranges::find(wanted_, known.first, &Wanted::value_type::first) == wanted_.end();
  });
  if (work_.valid()) {
    if (!is_wanted(making_, made_of_)) cancel_ = true;
    if (work_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
    take();
  }
  if (begin) begin_next();
}

void SideTimes::begin_next() {
  const auto next = std::ranges::find_if(wanted_, [&](const auto& one) {
    const SideTime* known = find(one.first);
    return known == nullptr || known->wanted != one.second;
  });
  if (next == wanted_.end()) return;
  making_ = next->first;
  made_of_ = next->second;
  cancel_ = false;
  work_ = std::async(std::launch::async, [this, wanted = made_of_] { return make(wanted); });
}

SideTime SideTimes::make(WantedTime wanted) {
  SideTime made{wanted, nullptr, {}};
  if (!run::is_machine_code(*wanted.prepared)) {
    auto read = reader_.by_machine_code(*wanted.prepared);
    if (!read) return made.problem = read.error().text(), made;
    wanted.prepared = std::move(*read);
  }
  const auto work =
      run::record_work(*wanted.prepared, wanted.machine, sass::timed::kMostBlocks, &cancel_);
  if (!work) return made.problem = work.error().text(), made;
  if (!cancel_)
    made.time =
        std::make_shared<const run::ModelTime>(run::time_of(**work, wanted.caches, wanted.changes));
  return made;
}

void SideTimes::note(const std::string& name, WantedTime wanted,
                     std::shared_ptr<const run::ModelTime> time) {
  known_[name] = {std::move(wanted), std::move(time), {}};
}

void SideTimes::wait() {
  while (true) {
    if (work_.valid()) {
      work_.wait();
      take();
    }
    begin_next();
    if (!work_.valid()) return;
  }
}

const SideTime* SideTimes::find(const std::string& name) const {
  const auto found = known_.find(name);
  return found == known_.end() ? nullptr : &found->second;
}

}  // namespace lanescope::ui::background
