// The kept modelled times are what the model says, to the last digit: time is a pure function of
// the code and the run. How far they are from an H200's, test_modelled_time.py tells.
#include "tests/hardware/cycles/modelled.hpp"

#include <cstdlib>
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cuda/toolchain/compiler.hpp"
#include "cuda/toolchain/nvdisasm.hpp"
#include "lab/experiment/file.hpp"
#include "lab/lesson/lesson_reader.hpp"
#include "tests/hardware/cycles/recorded.hpp"
#include "tests/lab/worker.hpp"

namespace lanescope::test {
namespace {

using nlohmann::ordered_json;

// In warp instructions of a case: what takes milliseconds, and what takes a few seconds.
constexpr double kSmall = 1e5, kFeasible = 2e7;
constexpr std::size_t kEvery = 9;  // of the small ones

cuda::toolchain::Compiler make_compiler() {
  cuda::toolchain::Compiler::Options options;
  options.worker_command = worker_command();
  if (const char* images = std::getenv("LANESCOPE_IMAGES"))
    options.read_only_caches.emplace_back(images);
  options.cache_dir = testing::TempDir() + "lanescope_rungs_cache";
  return cuda::toolchain::Compiler(options);
}

class ModelledTime : public ::testing::Test {
 protected:
  void SetUp() override {
    auto lessons = lesson::load_lessons("kernels");
    ASSERT_TRUE(lessons) << lessons.error().text();
    modeller_ = std::make_unique<Modeller>(std::move(*lessons), compiler_, nvdisasm_);
    const auto text = experiment::read_text("tests/hardware/modelled.json");
    ASSERT_TRUE(text) << text.error().text();
    const ordered_json file = ordered_json::parse(*text);
    for (const ordered_json& one : file.at("cases")) kept_[one.at("case")] = one;
    auto recorded = read_recorded("tests/hardware/cycles.json");
    ASSERT_TRUE(recorded) << recorded.error().text();
    recorded_ = std::move(*recorded);
  }

  // Of every so manieth case of at most so many warp instructions.
  std::size_t compare(double most, std::size_t every) {
    std::size_t small = 0, compared = 0;
    for (const RecordedCase& one : recorded_) {
      if (one.instructions > most || small++ % every != 0) continue;
      EXPECT_EQ(modeller_->model(one, most), kept_[one.name()]) << one.name();
      ++compared;
    }
    return compared;
  }

  cuda::toolchain::Compiler compiler_ = make_compiler();
  cuda::toolchain::Nvdisasm nvdisasm_{{}};
  std::unique_ptr<Modeller> modeller_;
  std::vector<RecordedCase> recorded_;
  std::map<std::string, ordered_json> kept_;
};

TEST_F(ModelledTime, HasALineForEachCaseThatWasMeasured) {
  EXPECT_EQ(kept_.size(), recorded_.size());
  for (const RecordedCase& one : recorded_) {
    ASSERT_TRUE(kept_.contains(one.name())) << one.name();
    const ordered_json& line = kept_[one.name()];
    if (line.contains("launches")) {
      EXPECT_EQ(line["launches"].size(), one.launches) << one.name();
    } else {
      EXPECT_NE(line.value("left_out", ""), "") << one.name();
    }
  }
}

TEST_F(ModelledTime, OfSomeSmallCasesIsWhatIsKept) { EXPECT_GT(compare(kSmall, kEvery), 30U); }

// Minutes: ctest runs it among the long tests.
TEST_F(ModelledTime, OfAllThatIsFeasibleIsWhatIsKept) { EXPECT_GT(compare(kFeasible, 1), 600U); }

}  // namespace
}  // namespace lanescope::test
