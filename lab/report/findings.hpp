#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lab/run/run_model.hpp"

namespace lanescope::report {

// What a run does that costs more than it need, and the remedy: the engineer's first look.
enum class FindingKind : std::uint8_t {
  Hazard,              // an error: what is wrong comes before what is slow
  IdleLanes,           // lanes of issued instructions that did nothing
  UncoalescedLoads,    // sectors beyond those that the bytes would fill
  UncoalescedStores,   //
  ContendedAtomics,    // sectors of global atomics: a turn for each lane on one word
  LoadConflicts,       // wavefronts of shared memory that wait for a bank
  StoreConflicts,      //
  SharedAtomics,       //
  DivergentConstants,  // words of constant memory beyond one a request
  LocalMemory,         // sectors of local memory: arrays by index, and what has no register
  PartialWarps,        // lanes that no thread has, since blocks are no whole number of warps
  LowOccupancy,        // warps that an SM could hold beside those that it does
};

struct Finding {
  FindingKind kind = FindingKind::Hazard;
  std::string file;                  // empty: of the whole launch
  std::vector<std::uint32_t> lines;  // of `file`, the dearest first
  std::uint64_t wasted = 0,
                of = 0;  // in the unit of the kind (FindingWords::unit); `of`: the run's
  [[nodiscard]] double share() const {
    return of == 0 ? 1.0 : static_cast<double>(wasted) / static_cast<double>(of);
  }
};

// Hazards first; then by the share of what the run does in that unit, largest first. Shares of
// different units don't compare exactly: they say how much of one resource is lost, and not how
// much time, which the model does not know. What is below kLeastShare is left out.
inline constexpr double kLeastShare = 0.05;
[[nodiscard]] std::vector<Finding> findings(const run::ModelRun& run);

// The texts of a kind, in English, for translators too.
struct FindingWords {
  FindingKind kind;
  std::string_view id;       // in reports: "idle_lanes"
  std::string_view title;    // "Lanes are idle"
  std::string_view unit;     // of `wasted`: "lane slots"
  std::string_view remedy;   // a sentence
  std::string_view lesson;   // that explains it; empty: none
  std::string_view counter;  // of the report, which a GPU counts too; empty: none
};
[[nodiscard]] const FindingWords& words_of(FindingKind kind);
[[nodiscard]] std::span<const FindingWords> all_finding_words();

}  // namespace lanescope::report
