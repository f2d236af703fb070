#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/analysis/access.hpp"
#include "ui/style/style.hpp"
#include "ui/view/beats.hpp"
#include "ui/view/view.hpp"

namespace lanescope::ui::figures {

// The Shared memory panel: banks as columns, one word a cell; the request of the shown step (or the
// shown warp's last one) flies to its words, one beat a wavefront.
//
//            0   1   2 …  8 …  24 … 31
//   s[0]    [ ] [ ] [ ]  [0]  [1]  [ ]
//   s[32]   [ ] [ ] [ ]  [2]  [3]  [ ]
//   lanes    ■   ■   ■ …
//   8 wavefronts, 1 would do: lanes 0, 2, 4 … 14 all need bank 8.
struct WordCell {
  struct Service {
    std::uint32_t wavefront = 0;
    LaneMask lanes = 0;
  };
  std::uint32_t word = 0;         // byte offset / 4
  LaneMask lanes = 0;             // lanes that touch it in this request
  std::vector<Service> services;  // by wavefront; several only for atomics
  std::string text;               // who touches it: "12", "32×"; empty: nobody
  std::string value;              // as the array's elements say; empty: unknown
  bool selected = false;
};
struct BankRow {
  std::uint32_t first_word = 0;
  std::string label;            // "s[32]" or "byte 128"
  std::vector<WordCell> cells;  // 32
};
struct SharedModel {
  std::vector<BankRow> rows;      // those of the request, and some around them
  std::uint32_t hidden_rows = 0;  // of the request, for which there was no room
  std::uint32_t total_words = 0;
  int lane_count = 32;
  bool has_request = false;
  bool current = false;  // the request is the shown step's own
  trace::Access access;
  analysis::SharedRequest request;
  view::RequestBeats beats;                   // values only while `current`
  std::vector<std::uint32_t> conflict_banks;  // those that are asked for the most words
  style::Role role = style::Role::Load;       // of the access
  std::string instruction;                    // "ld.shared.f32 %f2, [%r19]"
  std::string sentence;
  std::string verdict;  // "8-way conflict", "conflict-free", "broadcast"
};
struct BankRows {
  std::uint32_t usual = 8;  // that many rows if there are as many
  std::uint32_t most = 32;  // of a request that needs more
};
[[nodiscard]] std::optional<SharedModel> shared_model(const view::View& view, BankRows rows = {});
// Whether any launch of the run asks for words of its shared memory; until all is counted, whether
// one has any.
[[nodiscard]] bool uses_shared_memory(const run::ModelRun& run);
// Of a block, in the launch that has the most.
[[nodiscard]] std::uint32_t shared_bytes_of(const run::ModelRun& run);

// How far the service of a word has come at a beat (all settled: the number of wavefronts).
enum class ServiceState : std::uint8_t { None, Pending, Now, Done };
[[nodiscard]] ServiceState service_of(const WordCell& cell, std::uint32_t beat);
// Which of the beats the animation shows; all of them settled: `beats`.
[[nodiscard]] std::uint32_t beat_of(const view::View& view, std::uint32_t beats);

}  // namespace lanescope::ui::figures
