// From nothing to the first frame that shows a run, off screen through EGL, with a warm compile
// cache (budget: 0.5 s); the same of the run alone, of a file whose 200 kernels nobody has compiled
// yet, by PTX alone and with machine code; and the most memory that a lesson takes, all of its
// rungs having been shown (≤ 500 MB). The memory is that of the program itself, Mesa's software
// renderer included.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <GL/glew.h>
#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cuda/device/equipment.hpp"
#include "lab/experiment/spec.hpp"
#include "lab/lesson/lesson.hpp"
#include "lab/lesson/lesson_reader.hpp"
#include "lab/lesson/paths.hpp"
#include "lab/lesson/runner.hpp"
#include "ui/gl/imgui_context.hpp"
#include "ui/gl/offscreen.hpp"
#include "ui/gl/studio_session.hpp"
#include "ui/studio/studio.hpp"

namespace {

using namespace lanescope;

[[noreturn]] void fail(const std::string& why) {
  std::fprintf(stderr, "bench_start: %s\n", why.c_str());
  std::exit(1);
}

void draw_until_a_run_shows(ui::session::Session& session, const ui::gl::Offscreen& target) {
  const ui::gl::ImGuiContextGuard context;
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(target.width()), static_cast<float>(target.height())};
  ImGui_ImplOpenGL3_Init("#version 330");
  {
    ui::studio::Studio studio(session);
    bool shown = false;
    while (!shown) {
      shown = session.run() != nullptr;
      io.DeltaTime = 1.0F / 60.0F;
      studio.begin(1.0 / 60.0);
      ImGui_ImplOpenGL3_NewFrame();
      ImGui::NewFrame();
      studio.draw();
      ImGui::Render();
      studio.end();
      ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
      glFinish();
    }
  }
  ImGui_ImplOpenGL3_Shutdown();
}

void start_to_first_frame(benchmark::State& state) {
  for (auto _ : state) {
    cuda::device::Equipment::Options options;
    options.compiler.worker_command = {LANESCOPE_EXECUTABLE, "worker"};
    const cuda::device::Equipment equipment(options);
    auto opened = ui::gl::open_session({}, equipment);
    if (!opened) fail(opened.error().text());
    auto target = ui::gl::Offscreen::create(1600, 900);
    if (!target) fail(target.error().text());
    draw_until_a_run_shows(*opened->session, **target);
  }
}
BENCHMARK(start_to_first_frame)->Unit(benchmark::kMillisecond)->UseRealTime();

experiment::Experiment many_kernels() {
  std::string text =
      "template <int N> __global__ void work(float* a) {\n"
      "  float x = a[threadIdx.x];\n"
      "#pragma unroll\n"
      "  for (int i = 0; i < N; ++i) x = x * a[i * N] + sqrtf(x + a[i]);\n"
      "  a[threadIdx.x] = x;\n"
      "}\n";
  for (int n = 1; n <= 200; ++n)
    text += "template __global__ void work<" + std::to_string(n) + ">(float*);\n";
  experiment::Experiment experiment;
  experiment.source = {"many.cu", text, false, {}};
  experiment::LaunchSpec launch;
  launch.kernel = "work<2>";
  launch.grid = {1, 1, 1};
  launch.block = {32, 1, 1};
  launch.arguments.emplace_back(*experiment::parse_argument("a:f32[64]=iota"));
  experiment.launches.push_back(std::move(launch));
  return experiment;
}

void many_kernels_to_first_run(benchmark::State& state, run::Need need) {
  cuda::device::Equipment::Options options;
  options.compiler.worker_command = {LANESCOPE_EXECUTABLE, "worker"};
  options.compiler.use_cache = false;
  const cuda::device::Equipment equipment(options);
  for (auto _ : state) {
    const auto compiler = equipment.compiler();
    lesson::Runner runner(*compiler);
    static_cast<void>(runner.submit(many_kernels(), {}, need));
    runner.wait();
    const auto update = runner.poll();
    if (!update || update->result.index() != 0) fail("many.cu did not run");
  }
}
BENCHMARK_CAPTURE(many_kernels_to_first_run, ptx, run::Need::Ptx)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(many_kernels_to_first_run, machine_code, run::Need::MachineCode)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

// The whole program: its loading, and six frames written to a file with the lesson's ladder run.
rusage run_program(const std::vector<std::string>& arguments) {
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  if (posix_spawn(&child, argv[0], &quiet, nullptr, argv.data(), environ) != 0)
    fail("the program does not start");
  posix_spawn_file_actions_destroy(&quiet);
  int status = 0;
  rusage used{};
  if (wait4(child, &status, 0, &used) != child || status != 0) fail("the program failed");
  return used;
}

void memory_of(benchmark::State& state, const lesson::Lesson& lesson, const std::string& file) {
  std::string script;
  for (const lesson::Rung& rung : lesson.rungs) script += "rung id=" + rung.id + "; to-end; ";
  for (auto _ : state) {
    const rusage used = run_program(
        {LANESCOPE_EXECUTABLE, "shot", "--lesson", lesson.id, "--do", script, "--out", file});
    state.counters["peak_MB"] = static_cast<double>(used.ru_maxrss) / 1024.0;
  }
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  const auto lessons = lesson::load_lessons(lesson::kernels_folder());
  if (!lessons) fail(lessons.error().text());
  const std::filesystem::path folder = std::filesystem::temp_directory_path();
  const std::string file = (folder / ("bench_start_" + std::to_string(getpid()) + ".png")).string();
  for (const lesson::Lesson& lesson : *lessons)
    benchmark::RegisterBenchmark(("memory/" + lesson.id).c_str(), memory_of, lesson, file)
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
  benchmark::RunSpecifiedBenchmarks();
  std::error_code none;
  std::filesystem::remove(file, none);
}
