// What is said of the PTX and what of the machine code, where a GPU's counters were recorded: the
// reduction by a modulo, whose branches split warps of a block of 64 twelve times in the PTX (that
// of the loop two in each of five steps and one in the last, that of the result one), while an
// H200 counted none.

#include <algorithm>
#include <map>

#include "tests/ui/model/recordings.hpp"
#include "tests/ui/model/studio.hpp"
#include "ui/panels/counters/counters_model.hpp"
#include "ui/teaching/lesson_model.hpp"
#include "ui/teaching/lesson_words.hpp"

namespace lanescope::ui::test {
namespace {

using test::Studio;

panels::counters::CounterRow row_of(const session::Session& session, const std::string& id) {
  const auto model = panels::counters::counters_model(session);
  const auto at = std::ranges::find(model->rows, id, &panels::counters::CounterRow::id);
  if (at != model->rows.end()) return *at;
  ADD_FAILURE() << "there is no row " << id;
  return {};
}

hardware::Measurements counted(std::map<std::string, std::uint64_t> counters) {
  hardware::Measurements file = test::reduction_recording();
  file.points.push_back(
      test::recorded("reduction", "interleaved-modulo", {{"block", 64}, {"n", 64}}, 0.003));
  file.points.back().counters = std::move(counters);
  return file;
}

constexpr const char* kModulo =
    "lesson id=reduction step=2; reveal; to-end; set block=64; set n=64";

TEST(Verdicts, AreOfThePtxWithoutAGpu) {
  Studio studio;
  studio.run(kModulo);
  EXPECT_EQ(row_of(studio.session(), "divergent_branches").remark, "12 too many (PTX)");
  EXPECT_EQ(row_of(studio.session(), "warp_instructions").remark, "in the PTX");
  EXPECT_TRUE(row_of(studio.session(), "simt_efficiency").remark.ends_with("idle (PTX)"));
  EXPECT_EQ(row_of(studio.session(), "shared.load.wavefronts").remark, "") << "no bank is shared";
  const auto lesson = teaching::lesson_model(studio.session());
  ASSERT_TRUE(lesson && lesson->question);
  EXPECT_TRUE(lesson->question->verdict.find(" in the PTX") != std::string::npos)
      << lesson->question->verdict;
  EXPECT_EQ(lesson->question->explanation.find("machine code"), std::string::npos);
}

TEST(Verdicts, AreOfTheMachineCodeWhereItWasCounted) {
  Studio studio;
  studio.session().set_measurements({counted({{"divergent_branches", 0}})});
  studio.run(kModulo);
  panels::counters::CounterRow row = row_of(studio.session(), "divergent_branches");
  EXPECT_EQ(row.model, "12");
  EXPECT_EQ(row.remark, "none in SASS");
  EXPECT_EQ(row.role, style::Role::Equal);
  EXPECT_NE(teaching::lesson_model(studio.session())
                ->question->explanation.find("NVIDIA H200 counted no divergent branch"),
            std::string::npos);
  studio.session().set_measurements({counted({{"divergent_branches", 2}})});
  studio.run("set block=128; set block=64");
  row = row_of(studio.session(), "divergent_branches");
  EXPECT_EQ(row.remark, "2 in SASS");
  EXPECT_EQ(row.role, style::Role::Divergence);
}

TEST(Verdicts, OfMemoryAreOfThePtxWhereTheGpuCountedOthers) {
  Studio studio;
  const std::string strided =
      "lesson id=reduction; rung id=interleaved-stride; set block=256; set n=256";
  studio.run(strided);
  const std::string plain = row_of(studio.session(), "shared.load.wavefronts").remark;
  ASSERT_TRUE(plain.ends_with(" too many")) << plain;
  hardware::Measurements file = test::reduction_recording();
  file.points.push_back(
      test::recorded("reduction", "interleaved-stride", {{"block", 256}, {"n", 256}}, 0.003));
  file.points.back().counters = {{"shared.load.wavefronts", 48}};
  studio.session().set_measurements({file});
  studio.run("set block=128; set block=256");
  EXPECT_EQ(row_of(studio.session(), "shared.load.wavefronts").remark, plain + " (PTX)");
  EXPECT_TRUE(row_of(studio.session(), "shared.load.bank_conflicts").remark.ends_with("(PTX)"));
}

TEST(Checks, AboutThePtxSaySo) {
  EXPECT_EQ(teaching::sentence_about("No warp splits", "divergent_branches"),
            "No warp splits (in the PTX)");
  EXPECT_EQ(teaching::sentence_about("No bank is asked twice", "shared.load.bank_conflicts"),
            "No bank is asked twice");
}

}  // namespace
}  // namespace lanescope::ui::test
