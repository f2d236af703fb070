// Arguments and watched expressions at every size and scale: no words clipped, nothing sticking
// out.

#include "lab/experiment/spec.hpp"
#include "tests/ui/model/studio.hpp"
#include "tests/ui/panels/contract.hpp"
#include "ui/panels/experiment/experiment.hpp"
#include "ui/panels/registers/registers.hpp"

namespace lanescope::ui::test {
namespace {

using test::Studio;

TEST(InputContract, WatchedExpressions) {
  Studio studio;
  studio.run(
      "lesson id=reduction; rung id=sequential; set block=64; set n=64; to-start; "
      "watch expression=n; watch expression=\"s[threadIdx.x]\"; "
      "watch expression=\"in[blockIdx.x * blockDim.x + threadIdx.x] * 1000000.5 - lane\"; "
      "goto phase=2; step-forward");
  const auto draw = [&](const char* state) {
    test::check_everywhere(test::some_panels<panels::registers::RegistersPanel>, studio.session(),
                           state);
  };
  draw("watches");
  studio.run("rung id=launches");  // has no such array
  draw("a watch without a meaning");
  studio.run("to-end");
  draw("the block has ended");
}

TEST(InputContract, Arguments) {
  Studio studio;
  const auto draw = [&](const char* state) {
    test::check_everywhere(test::some_panels<panels::experiment::ExperimentPanel>, studio.session(),
                           state);
  };
  studio.run("lesson id=matrix-product; argument name=a value=\"formula:(i % 7) * (i + 1) / 3\"");
  draw("of a lesson");
  experiment::Experiment experiment;
  experiment.source = {"k.cu",
                       "extern \"C\" __global__ void k(int* out, int number_of_elements) {\n"
                       "  out[threadIdx.x] = number_of_elements;\n}\n",
                       false,
                       {}};
  experiment::LaunchSpec launch;
  launch.grid = {1, 1, 1};
  launch.block = {32, 1, 1};
  for (const char* spec : {"a_rather_long_name_of_a_buffer:i32[1048576]=random:123456%1000000",
                           "number_of_elements:i32=-2147483647"})
    launch.arguments.emplace_back(*experiment::parse_argument(spec));
  experiment.launches.push_back(std::move(launch));
  studio.session().open(std::move(experiment));
  studio.session().settle();
  draw("of a pasted kernel");
}

}  // namespace
}  // namespace lanescope::ui::test
