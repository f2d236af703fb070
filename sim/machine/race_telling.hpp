#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sim/engine/plan.hpp"
#include "sim/engine/program.hpp"
#include "sim/events/events.hpp"
#include "sim/events/listeners.hpp"
#include "sim/hazards/detector.hpp"

// What the detector finds, as hazards and in words, whichever engine ran the code.
namespace lanescope::machine {

inline constexpr std::size_t kMaxHazards = 1000;  // of a run

// The pairs of instructions of the current launch that have raced.
struct RacePair {
  std::size_t hazard = 0;  // index into the run's hazards
  hazards::Time last = 0;  // the request that was counted last
  bool told = true;        // false: there were too many hazards
};
using RacePairs = std::unordered_map<std::uint64_t, RacePair>;

// What an engine's run has for it.
struct RaceRun {
  const engine::Launch& launch;
  const engine::Program& program;
  std::string_view listing;  // whose lines are told where the source's are not known
  std::uint32_t launch_index = 0, warp_size = 32;
  const hazards::Detector& detector;
  RacePairs& pairs;
  std::vector<events::Hazard>& hazards;
  const events::Listeners& listeners;
};

// The request that meets another one, and who makes it. `owner`: whose shared memory it is.
struct RaceRequest {
  std::uint32_t pc = 0, warp = 0, block = 0;
  Dim3 place, owner;  // blocks in the grid
  hazards::Time now = 0;
  hazards::What what = hazards::What::Load;
  bool strong = false, async = false, shared = false;
};

class RaceTelling {
 public:
  RaceTelling(const RaceRun& run, const RaceRequest& request) : run_(run), request_(request) {}
  RaceTelling(const RaceTelling&) = delete;
  RaceTelling& operator=(const RaceTelling&) = delete;

  void tell(const hazards::Finding& finding);

 protected:
  ~RaceTelling() = default;
  [[nodiscard]] const RaceRequest& request() const { return request_; }

 private:
  // "s[19]": the first byte that both touch.
  [[nodiscard]] virtual std::string address_of(const hazards::Finding& finding) const = 0;
  // Of two stores.
  [[nodiscard]] virtual bool is_same_value(const hazards::Finding& finding) const = 0;
  // Adds a hazard of the run's.
  virtual void report(events::Hazard hazard) = 0;

  void tell_first(const hazards::Finding& finding, events::Severity severity, RacePair& pair);
  void worsen(const hazards::Finding& finding, events::Severity severity, events::Hazard& known);
  [[nodiscard]] events::Severity severity_of(const hazards::Finding& finding) const;
  [[nodiscard]] Dim3 thread(std::uint32_t warp, std::uint32_t lane) const;
  [[nodiscard]] events::Hazard hazard_of(const hazards::Finding& finding,
                                         events::Severity severity) const;
  [[nodiscard]] std::string message_of(const hazards::Finding& finding, events::Severity severity,
                                       const events::Hazard& hazard) const;
  [[nodiscard]] const char* remedy(const hazards::Finding& finding) const;

  const RaceRun run_;
  const RaceRequest request_;
};

// A block has ended before another block's access to its shared memory. `address`: in words.
[[nodiscard]] events::Hazard visit_hazard(const RaceRun& run, const hazards::Detector::Visit& visit,
                                          const Dim3& owner, const std::string& address);
// The launch touches more memory than the detector could look at; of the access at `pc`.
[[nodiscard]] events::Hazard incomplete_hazard(std::uint32_t pc);

}  // namespace lanescope::machine
