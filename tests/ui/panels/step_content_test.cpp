// Every panel that a step of the course shows has something to show there, before its question is
// answered and after it; what the question asks for may be kept back.

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>

#include <fmt/format.h>

#include "lab/hardware/measurements.hpp"
#include "tests/ui/model/studio.hpp"
#include "tests/ui/panels/contract.hpp"
#include "ui/teaching/hidden_answer.hpp"

namespace lanescope::ui::test {
namespace {

// The step's panels, and those that its commands, or its answer's, ask for.
std::vector<std::string> shown_by(const std::vector<std::string>& panels,
                                  const std::vector<std::string>& scripts) {
  std::vector<std::string> all = panels;
  for (const std::string& script : scripts) {
    const auto commands = session::parse_script(script);
    if (!commands) continue;
    for (const session::Command& command : *commands)
      for (const auto& [key, value] : command.arguments)
        if (command.name == "panel" && key == "id") all.push_back(value);
  }
  return all;
}

class StepContent : public testing::Test {
 protected:
  StepContent() { studio_.session().set_measurements(hardware::load_measurements().files); }

  void look_at(const std::string& id, const std::string& where) {
    const auto panel = std::ranges::find(panels_, id, [](const auto& one) { return one->id(); });
    ASSERT_NE(panel, panels_.end()) << where << ": " << id;
    stage_.draw(**panel, studio_.session());
    for (int i = 0; i < 500 && (*panel)->is_waiting(); ++i) {  // made beside the frames
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      stage_.frame(**panel, studio_.session());
    }
    for (const std::string& words : stage_.labels().empty())
      EXPECT_EQ(words, teaching::kHiddenAnswerWords) << where << ": " << id << " is empty";
  }

  Studio studio_;
  Stage stage_{StageOptions{700, 400, 1.0F, true, false}};
  Panels panels_ = studio::make_panels();
};

TEST_F(StepContent, IsInEveryPanelOfTheStep) {
  for (const lesson::Lesson& lesson : studio_.session().lessons()) {
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      const lesson::LessonStep& step = lesson.steps[i];
      const std::string where = fmt::format("{}, step {}", lesson.id, step.id);
      studio_.run(fmt::format("lesson id={} step={}", lesson.id, i + 1));
      for (const std::string& id : shown_by(step.panels, step.commands)) look_at(id, where);
      if (!step.question) continue;
      studio_.run("reveal");
      for (const std::string& id : shown_by(step.panels, step.question->commands))
        look_at(id, where + ", revealed");
    }
  }
}

}  // namespace
}  // namespace lanescope::ui::test
