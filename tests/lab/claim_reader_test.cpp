// Claims that are divided by another run's number, and who may ask for modelled time.

#include "lab/lesson/claim_reader.hpp"

#include "tests/lab/lesson_folder.hpp"

namespace lanescope::lesson {
namespace {

const std::string kClaimAndStep = test::kOneRung + R"([[claim]]
id = "c"
rung = "r"
metric = "barriers"
value = 0
source = "by hand"
[[step]]
id = "s"
rung = "r"
)";

class ClaimReader : public test::LessonFolder {
 protected:
  std::string error(const std::string& from, const std::string& to,
                    std::string toml = kClaimAndStep) {
    toml.replace(toml.find(from), from.size(), to);
    const Result<Lesson> lesson = load(toml, "# X\n## S {#s}\nText.\n");
    return lesson ? "" : lesson.error().text();
  }
};

// Divided by another run's number: what `over` does not say is the claim's own.
TEST_F(ClaimReader, AClaimMayBeDividedByAnotherRun) {
  const auto with = [&](const std::string& over) {
    return error("metric =", "over = " + over + "\nmetric =");
  };
  EXPECT_NE(with("{ rung = \"r\" }").find("`over` is another run"), std::string::npos);
  EXPECT_NE(with("{ rung = \"q\" }").find("there is no rung `q`"), std::string::npos);
  EXPECT_NE(with("{ set = { n = 2 } }").find("no parameter `n`"), std::string::npos);
  const auto latency = load_lesson("kernels/latency");
  ASSERT_TRUE(latency) << latency.error().text();
  const Claim* claim = latency->find_claim("ahead-faster");
  ASSERT_TRUE(claim != nullptr && claim->over);
  EXPECT_EQ(claim->over->rung, "work");
  EXPECT_EQ(claim->over->set, claim->set);
}

// The run on screen need not have a time: a question takes a claim's number, and no check is about
// one.
TEST_F(ClaimReader, TimeIsAskedForByClaims) {
  const std::string step = "id = \"s\"\nrung = \"r\"\n";
  const auto asking = [&](const std::string& of) {
    return error(
        step,
        step + "  [step.question]\n  prompt = \"?\"\n  choices = [\"1\", \"2\"]\n  " + of + "\n");
  };
  EXPECT_NE(asking("metric = \"time.cycles\"").find("takes a `claim`"), std::string::npos);
  EXPECT_EQ(asking("claim = \"c\""), "");
  std::string timed = kClaimAndStep;
  timed.replace(timed.find("\"barriers\""), 10, "\"time.cycles\"");
  EXPECT_EQ(error(step, step, timed), "");
  EXPECT_NE(error(step, step + "checks = [\"c: So many\"]\n", timed).find("counts"),
            std::string::npos);
}

}  // namespace
}  // namespace lanescope::lesson
