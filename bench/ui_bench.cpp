// The budgets of the screen: building a frame ≤ 4 ms of CPU, from a slider to
// its picture ≤ 16 ms and to the whole grid's counters ≤ 100 ms, on a reduction of 65,536.

#include <chrono>
#include <string>
#include <thread>

#include <benchmark/benchmark.h>

#include "bench/screen.hpp"

namespace {

using namespace lanescope;
using bench::Screen;

constexpr const char* kReduction =
    "lesson id=reduction; rung id=interleaved-stride; set n=65536; set block=256; goto "
    "fraction=0.5";

// Nothing changes: what the models cost when their caches hold.
void frame_at_rest(benchmark::State& state) {
  Screen screen(kReduction);
  for (auto _ : state) screen.frame();
}
BENCHMARK(frame_at_rest)->Unit(benchmark::kMillisecond);

// A sorting network of 1,024 elements, whose 28,160 comparators are all in the picture.
void frame_of_a_network(benchmark::State& state) {
  Screen screen(
      "lesson id=bitonic-sort step=3; answer choice=1; reveal; panel id=network; record "
      "blocks=all");
  for (int i = 0; i < 300; ++i) {
    screen.frame();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  for (auto _ : state) screen.frame();
  state.counters["corners"] = ImGui::GetDrawData()->TotalVtxCount;
}
BENCHMARK(frame_of_a_network)->Unit(benchmark::kMillisecond);

// Every frame another tick.
void frame_while_playing(benchmark::State& state) {
  Screen screen(kReduction);
  screen.run("goto phase=1; speed value=60; play");
  for (auto _ : state) {
    if (!screen.session().state().cursor.playing) {
      state.PauseTiming();
      screen.run("goto phase=1; play");
      state.ResumeTiming();
    }
    screen.frame();
  }
}
BENCHMARK(frame_while_playing)->Unit(benchmark::kMillisecond);

// From `set` to the first frame with the new run's focused block; counters: to the whole grid's.
void slider(benchmark::State& state, bool counters) {
  Screen screen(kReduction);
  int block = 256;
  for (auto _ : state) {
    block = block == 256 ? 128 : 256;
    const auto before = screen.session().run()->id;
    (void)ui::commands::execute(screen.session(), "set block=" + std::to_string(block));
    const auto there = [&] {
      const auto& run = screen.session().run();
      return run->id != before && (!counters || (run->complete && !screen.session().busy()));
    };
    while (!there()) {
      screen.session().update(0.0);
      std::this_thread::yield();
    }
    if (!counters) screen.frame();
    state.PauseTiming();
    screen.session().settle();
    state.ResumeTiming();
  }
}
void slider_to_picture(benchmark::State& state) { slider(state, false); }
void slider_to_counters(benchmark::State& state) { slider(state, true); }
BENCHMARK(slider_to_picture)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(slider_to_counters)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
