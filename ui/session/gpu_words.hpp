#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "lab/hardware/gpu_run.hpp"
#include "ui/session/session.hpp"
#include "ui/view/counter_list.hpp"

namespace lanescope::ui::session {

// "3.31 µs", "1.2 ms".
[[nodiscard]] std::string time_words(double milliseconds);
// "SMs 1,980 MHz, memory 3,201 MHz", of clocks that are known.
[[nodiscard]] std::string clock_words(const ports::device::GpuClocks& clocks);
// Of a run (ModelRun::id), in milliseconds; nullopt: not measured (yet), or it failed.
[[nodiscard]] std::optional<hardware::Spread> gpu_time(const Session& session, std::uint64_t run);
// How b compares with a: "1.8 × faster"; neither is better where their samples overlap.
[[nodiscard]] view::CounterChange time_change(const hardware::Spread& a, const hardware::Spread& b);
// What the GPU gave for the run on screen, in sentences: its time and how it was measured, and
// where its results differ from the model's; or why there is nothing of it.
[[nodiscard]] std::string gpu_sentences(const Session& session);
// gpu_sentences in few words, for the top bar; `trouble`: it failed, or its results differ.
struct GpuChip {
  std::string words;
  bool measured = false, trouble = false;
};
[[nodiscard]] GpuChip gpu_chip(const Session& session);
// What the kernel of the run on screen printed on the GPU; empty: nothing, or it has not run there.
[[nodiscard]] std::string gpu_printed(const Session& session);

}  // namespace lanescope::ui::session
