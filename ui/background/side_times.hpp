#pragma once

#include <atomic>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ui/background/model_times.hpp"

namespace lanescope::ui::background {

// The modelled time of a run beside the one on screen. Immutable.
struct SideTime {
  WantedTime wanted;
  std::shared_ptr<const run::ModelTime> time;  // null: it has none
  std::string problem;                         // why
};

// Times what runs beside the one on screen, by name: rungs of the ladder, points of a sweep. One at
// a time, in the order in which they are wanted; what was known of a name stays until more is.
class SideTimes {
 public:
  using Wanted = std::vector<std::pair<std::string, WantedTime>>;
  // Which must outlive this.
  explicit SideTimes(const ports::toolchain::Disassembler& disassembler) : reader_(disassembler) {}
  ~SideTimes() { cancel_ = true; }  // the future waits for its thread
  SideTimes(const SideTimes&) = delete;
  SideTimes& operator=(const SideTimes&) = delete;

  // Once a frame: asks for these, as soon as there is nothing else to do (`begin`), stops work on
  // anything else, and forgets other names.
  void update(Wanted wanted, bool begin);
  // It is known already.
  void note(const std::string& name, WantedTime wanted, std::shared_ptr<const run::ModelTime> time);
  // Until all of them are there.
  void wait();
  // Null: nothing is known of it (yet).
  [[nodiscard]] const SideTime* find(const std::string& name) const;

 private:
  [[nodiscard]] bool is_wanted(const std::string& name, const WantedTime& time) const;
  void take();
  void begin_next();
  [[nodiscard]] SideTime make(WantedTime wanted);

  Wanted wanted_;
  std::map<std::string, SideTime, std::less<>> known_;
  run::MachineCodeReader reader_;  // the work's own
  std::string making_;             // the name of the work under way
  WantedTime made_of_;
  std::atomic<bool> cancel_{false};
  std::future<SideTime> work_;
};

}  // namespace lanescope::ui::background
