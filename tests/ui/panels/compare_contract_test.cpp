// Compare, Timings, Device and Source's machine code, with nothing run, at the start, in the midst,
// at the end, after a fault and with a run that cannot be made.

#include <string>

#include "lab/experiment/spec.hpp"
#include "tests/ui/model/recordings.hpp"
#include "tests/ui/model/studio.hpp"
#include "tests/ui/panels/contract.hpp"
#include "ui/panels/compare/compare.hpp"
#include "ui/panels/device/device.hpp"
#include "ui/panels/source/source.hpp"
#include "ui/panels/timings/timings.hpp"

namespace lanescope::ui::test {
namespace {

using test::Studio;

test::Panels panels() {
  return test::some_panels<panels::compare::ComparePanel, panels::timings::TimingsPanel,
                           panels::device::DevicePanel>();
}

void draw_all(const session::Session& session, const std::string& state) {
  test::check_everywhere(panels, session, state);
}

TEST(CompareContract, NothingHasRun) {
  Studio studio;
  draw_all(studio.session(), "no run");
  test::check_help(panels());
}

TEST(CompareContract, FromTheStartToTheEnd) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=interleaved-stride; set block=256; set n=4096");
  draw_all(studio.session(), "nothing chosen");
  studio.run("compare rung=sequential; to-start");
  draw_all(studio.session(), "start");
  studio.run("step-forward unit=instruction");
  draw_all(studio.session(), "one step");
  studio.run("goto phase=4 launch=0");
  studio.step_to("ld.shared");
  draw_all(studio.session(), "conflict");
  studio.run("beat value=0.4");
  draw_all(studio.session(), "beat");
  studio.run("compare picture=phases; select warp=2; select lane=3");
  draw_all(studio.session(), "phases");
  studio.run("to-end; compare align=fraction");
  draw_all(studio.session(), "end");
  studio.run("compare rung=launches block=64; goto tick=40");
  draw_all(studio.session(), "many launches");
}

TEST(CompareContract, Sweeps) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=sequential; set n=4096; sweep parameter=block");
  draw_all(studio.session(), "begun");
  studio.session().complete_ladder();
  draw_all(studio.session(), "swept");
  studio.run("sweep parameter=n counter=simt_efficiency");
  studio.session().complete_ladder();
  draw_all(studio.session(), "shares");
  studio.run("sweep counter=global.atomic.sectors; set block=32");
  draw_all(studio.session(), "all zero, begun again");
}

// On the tests' own driver, whose kernel `ones` does the same.
TEST(CompareContract, TimesOnAGpu) {
  Studio studio(0, LANESCOPE_GPU_TEST_WORKER);
  experiment::Experiment ones = test::pasted(
      "extern \"C\" __global__ void ones(int* out, int n) {\n"
      "  if (threadIdx.x < n) out[threadIdx.x] = 1;\n}\n",
      "out:i32[64]=iota", {64, 1, 1});
  ones.launches.front().kernel = "ones";
  ones.launches.front().arguments.emplace_back(*experiment::parse_argument("n:i32=64"));
  studio.open(ones);
  draw_all(studio.session(), "measured");
  studio.run("sweep parameter=block counter=gpu_time");
  draw_all(studio.session(), "sweep begun");
  studio.session().complete_ladder();
  draw_all(studio.session(), "times swept");
}

// As above, with a recording of another GPU, which is longer in words.
TEST(CompareContract, RecordedTimes) {
  Studio studio;
  hardware::Measurements file = test::reduction_recording();
  file.device = "NVIDIA GeForce RTX 4090 Laptop GPU";
  studio.session().set_measurements({file});
  studio.run("lesson id=reduction; rung id=sequential; set n=4096; set block=64");
  draw_all(studio.session(), "recordings to choose");
  studio.run("sweep counter=recorded:0");
  draw_all(studio.session(), "recorded");
  studio.run("set n=8192");
  draw_all(studio.session(), "nothing recorded");
  studio.run("rung id=first-add; set n=4096; sweep parameter=n");
  draw_all(studio.session(), "another rung");
}

// Rungs far below the roofs, near one another, and with words that are longer.
TEST(CompareContract, Rooflines) {
  Studio studio;
  hardware::Measurements file = test::recording_with_peaks();
  file.device = "NVIDIA GeForce RTX 4090 Laptop GPU";
  studio.session().set_measurements({file});
  studio.run("lesson id=reduction; rung id=sequential; set n=4096; set block=64");
  studio.session().complete_ladder();
  studio.run("sweep counter=roofline:0");
  draw_all(studio.session(), "roofline");
  studio.run("lesson id=transpose; sweep counter=roofline:0");
  draw_all(studio.session(), "no points");
  studio.session().set_measurements({test::reduction_recording()});
  draw_all(studio.session(), "no peaks");
}

TEST(CompareContract, TheRooflineOfAGpu) {
  Studio studio(0, LANESCOPE_GPU_TEST_WORKER);
  experiment::Experiment ones = test::pasted(
      "extern \"C\" __global__ void ones(double* out, int n) {\n"
      "  out[threadIdx.x] = out[threadIdx.x] * 2.0;\n}\n",
      "out:f64[64]=iota", {64, 1, 1});
  ones.launches.front().kernel = "ones";
  ones.launches.front().arguments.emplace_back(*experiment::parse_argument("n:i32=64"));
  studio.open(ones);
  studio.run("sweep counter=roofline");
  draw_all(studio.session(), "roofline of the GPU");
}

// The driver does not know the kernel: of its times there are none, of the other GPU's some.
TEST(CompareContract, RecordedTimesBesideAGpu) {
  Studio studio(0, LANESCOPE_GPU_TEST_WORKER);
  studio.session().set_measurements({test::reduction_recording()});
  studio.run("lesson id=reduction; rung id=sequential; set n=4096; set block=64");
  studio.run("sweep parameter=block counter=gpu_time");
  studio.session().complete_ladder();
  draw_all(studio.session(), "two curves");
}

TEST(CompareContract, AFaultAndARunThatCannotBeMade) {
  Studio studio;
  studio.open(test::pasted(test::kOutOfBounds, "out:i32[32]=zero", {32, 2, 1}));
  studio.run("compare pin; to-end; sweep parameter=block");
  studio.session().complete_ladder();
  draw_all(studio.session(), "fault");
  studio.run("compare block=1024");
  draw_all(studio.session(), "refused");
}

TEST(SassContract, BesideTheSource) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=interleaved-stride; sass value=on; select line=12");
  auto shapes = test::contract_shapes();
  shapes.push_back({1200, 400, 1.0F, true, false});
  test::check_everywhere(test::some_panels<panels::source::SourcePanel>, studio.session(),
                         "machine code", shapes);
}

}  // namespace
}  // namespace lanescope::ui::test
