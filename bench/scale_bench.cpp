// A run of 10 million recorded warp instructions on screen: building a frame, whose budget is 4 ms
// of CPU, zoomed out and in, while it moves and while it is animated. `worst_ms` is the longest
// frame of all, the hitch that would be seen.
#include <chrono>
#include <cmath>
#include <random>
#include <string>

#include <benchmark/benchmark.h>

#include "bench/screen.hpp"
#include "lab/experiment/spec.hpp"

namespace {

using namespace lanescope;
using bench::Screen;

constexpr std::uint64_t kTicks = 10'000'000;

// 32 warps, two barriers, a divergent branch and a bank conflict a turn.
constexpr const char* kKernel = R"(extern "C" __global__ void turns(float* out, int n) {
  __shared__ float s[1024];
  unsigned t = threadIdx.x;
  s[t] = t;
#pragma unroll 1
  for (int i = 0; i < n; ++i) {
    __syncthreads();
    float x = s[(t * 2 + i) & 1023];
    if (t & 1) {
      for (int k = 0; k < (t & 3); ++k) x += s[(t + k) & 1023];
    }
    __syncthreads();
    s[t] = x * 0.5f;
  }
  out[t] = s[t];
}
)";

experiment::Experiment long_run() {
  experiment::Experiment e;
  e.source = {"turns.cu", kKernel, false, {}};
  const auto out = experiment::parse_argument("out:f32[1024]=zero");
  const auto n = experiment::parse_argument("n:i32=12000");
  if (!out || !n) Screen::fail("arguments");
  e.buffers.emplace_back("out", std::get<experiment::BufferValue>(out->value));
  experiment::LaunchSpec launch;
  launch.kernel = "turns";
  launch.grid = {1, 1, 1};
  launch.block = {1024, 1, 1};
  launch.arguments = {experiment::LaunchSpec::BufferRef{"out"}, *n};
  e.launches.push_back(std::move(launch));
  return e;
}

// One for all benchmarks: it takes seconds to make.
Screen& screen() {
  static Screen made(long_run(), 2 * kTicks);
  static const bool kChecked = [] {
    if (made.session().trace() == nullptr || made.session().trace()->tick_count() < kTicks)
      Screen::fail("the run is too short");
    // The timeline is prepared beside the frames.
    for (int i = 0; i < 600; ++i) {
      made.frame();
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return true;
  }();
  (void)kChecked;
  return made;
}

void time_frame(benchmark::State& state, Screen& shown, double& worst) {
  const auto before = std::chrono::steady_clock::now();
  shown.frame();
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - before;
  worst = std::max(worst, took.count());
  state.counters["worst_ms"] = worst;
  state.counters["vertices"] = ImGui::GetDrawData()->TotalVtxCount;
}

void frames_at_rest(benchmark::State& state) {
  Screen& shown = screen();
  shown.run("pause; goto fraction=0.5");
  double worst = 0.0;
  for (auto _ : state) time_frame(state, shown, worst);
  state.counters["ticks"] = static_cast<double>(shown.session().trace()->tick_count());
}
BENCHMARK(frames_at_rest)->Unit(benchmark::kMillisecond);

// The wheel over Timeline: from the whole run to a few instructions and back.
void frames_zooming(benchmark::State& state) {
  Screen& shown = screen();
  shown.run("pause; goto fraction=0.5");
  ImGuiIO& io = ImGui::GetIO();
  double worst = 0.0;
  int n = 0;
  for (auto _ : state) {
    const ImVec2 at = Screen::inside("Timeline###timeline", {0.6F, 0.5F});
    io.AddMousePosEvent(at.x, at.y);
    io.AddMouseWheelEvent(0.0F, n++ / 60 % 2 == 0 ? 1.0F : -1.0F);
    time_frame(state, shown, worst);
  }
}
BENCHMARK(frames_zooming)->Unit(benchmark::kMillisecond)->Iterations(480);

// Dragging it along, zoomed in so that a part of it is seen.
void frames_panning(benchmark::State& state) {
  Screen& shown = screen();
  shown.run("pause; goto fraction=0.5");
  ImGuiIO& io = ImGui::GetIO();
  const ImVec2 at = Screen::inside("Timeline###timeline", {0.5F, 0.5F});
  io.AddMousePosEvent(at.x, at.y);
  for (int i = 0; i < 30; ++i) {
    if (i < static_cast<int>(state.range(0))) io.AddMouseWheelEvent(0.0F, 1.0F);
    shown.frame();
  }
  io.AddMouseButtonEvent(0, true);
  shown.frame();
  double worst = 0.0;
  int n = 0;
  for (auto _ : state) {
    const float by = 300.0F * std::sin(static_cast<float>(n++) * 0.1F);
    io.AddMousePosEvent(at.x + by, at.y);
    time_frame(state, shown, worst);
  }
  io.AddMouseButtonEvent(0, false);
  shown.frame();
}
BENCHMARK(frames_panning)->Arg(4)->Arg(25)->Unit(benchmark::kMillisecond)->Iterations(400);

// In beats, and faster than beats.
void frames_playing(benchmark::State& state) {
  Screen& shown = screen();
  shown.run("goto fraction=0.5; speed value=" + std::to_string(state.range(0)) + "; play");
  double worst = 0.0;
  for (auto _ : state) time_frame(state, shown, worst);
  shown.run("pause");
}
BENCHMARK(frames_playing)
    ->Arg(4)
    ->Arg(60)
    ->Arg(10'000)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(300);

// The scrubber dragged across the whole run: a jump with every frame.
void frames_scrubbing(benchmark::State& state) {
  Screen& shown = screen();
  shown.run("pause");
  std::mt19937_64 random(1);
  double worst = 0.0;
  for (auto _ : state) {
    const auto tick = random() % shown.session().trace()->tick_count();
    (void)ui::commands::execute(shown.session(), "goto tick=" + std::to_string(tick));
    time_frame(state, shown, worst);
  }
}
BENCHMARK(frames_scrubbing)->Unit(benchmark::kMillisecond)->Iterations(200);

}  // namespace
