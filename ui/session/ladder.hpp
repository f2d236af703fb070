#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "lab/lesson/lesson.hpp"
#include "lab/lesson/runner.hpp"
#include "lab/run/run_model.hpp"
#include "ui/view/counter_list.hpp"

namespace lanescope::ui::session {

class Session;

// What a rung gave when it was last run.
struct LadderEntry {
  std::optional<view::RunNumbers> numbers;        // empty: it does not run with these values
  std::map<std::string, double> quantities;       // of the lesson, as far as they can be computed
  std::string settings;                           // what it was run with
  std::shared_ptr<const run::Prepared> prepared;  // null: as `numbers`
};

// The rungs of the open lesson, beside the one on screen, run with its values. One at a time; what
// a newer request overtakes is made again later.
class Ladder {
 public:
  // Null: the rung has not been run.
  [[nodiscard]] const LadderEntry* find(const std::string& rung) const;
  // The request under way; 0: none.
  [[nodiscard]] std::uint64_t request() const { return request_; }

  // Asks the runner for the next rung; false: all are there.
  bool begin_next(const Session& session, lesson::Runner& runner);
  void take(const Session& session, const lesson::Runner::Update& update);
  // The run on screen, of the session's rung.
  void note(const Session& session, const run::ModelRun& run);
  void drop();                  // overtaken
  void end() { request_ = 0; }  // the request gives nothing more
  void clear();

 private:
  std::map<std::string, LadderEntry> entries_;  // by rung
  std::uint64_t request_ = 0;
  std::string rung_;  // whose request it is
};

}  // namespace lanescope::ui::session
