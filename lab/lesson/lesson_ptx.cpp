#include "lab/lesson/lesson_ptx.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "lab/lesson/check.hpp"
#include "lab/lesson/lesson_text.hpp"
#include "lab/lesson/metric.hpp"

namespace lanescope::lesson {
namespace {

bool says_ptx(std::string_view text) { return text.find("PTX") != std::string_view::npos; }

// The first claim in `text` that counts instructions of the PTX; empty: none does.
std::string ptx_claim_in(const Lesson& lesson, std::string_view text) {
  for (const Claim& claim : lesson.claims)
    if (counts_ptx(claim.metric) && text.find("{{" + claim.id + "}}") != std::string_view::npos)
      return claim.id;
  return {};
}

class PtxCheck {
 public:
  explicit PtxCheck(const Lesson& lesson) : lesson_(lesson) {}

  void text(const std::string& where, std::string_view words) {
    const std::string claim = ptx_claim_in(lesson_, words);
    if (claim.empty() || says_ptx(words)) return;
    fail(where, fmt::format("`{}` counts the PTX, and the text does not say so", claim));
  }
  void paragraphs(const std::string& where, std::string_view words) {
    for (const std::string_view paragraph : paragraphs_of(words)) text(where, paragraph);
  }
  void question(const LessonStep& step) {
    const Question& asked = *step.question;
    const Claim* claim = lesson_.find_claim(asked.claim);
    if (counts_ptx(claim == nullptr ? asked.metric : claim->metric) && !says_ptx(asked.prompt))
      fail("the question of " + step.id, "its answer counts the PTX, and it does not say so");
    text("the question of " + step.id, asked.prompt);
    text("the answer of " + step.id, asked.explanation);
    for (const std::string& one : asked.misconceptions) text("a misconception of " + step.id, one);
  }
  [[nodiscard]] std::vector<ClaimVerdict> take() { return std::move(verdicts_); }

 private:
  void fail(const std::string& where, std::string problem) {
    verdicts_.push_back({lesson_.id, "PTX in " + where, 0.0, 0.0, false, std::move(problem)});
  }

  const Lesson& lesson_;
  std::vector<ClaimVerdict> verdicts_;
};

}  // namespace

std::vector<ClaimVerdict> check_ptx_is_named(const Lesson& lesson) {
  PtxCheck check(lesson);
  check.paragraphs("the introduction", lesson.introduction);
  check.paragraphs("the notes on teaching", lesson.teaching);
  for (const LessonStep& step : lesson.steps) {
    check.paragraphs("step " + step.id, step.text);
    if (step.question) check.question(step);
  }
  for (const Exercise& exercise : lesson.exercises)
    check.paragraphs("exercise " + exercise.id, exercise.text);
  return check.take();
}

}  // namespace lanescope::lesson
