// How the words of a lesson are set.

#include "ui/widgets/markdown.hpp"

#include <gtest/gtest.h>

#include "tests/ui/model/studio.hpp"
#include "tests/ui/panels/stage.hpp"
#include "ui/widgets/sentence.hpp"
#include "ui/widgets/text.hpp"

namespace lanescope::ui::widgets {
namespace {

// Draws a text and notes where its last two signs begin.
class TextPanel final : public panels::Panel {
 public:
  explicit TextPanel(std::string_view text) : blocks_(parse_markdown(text)) {}
  [[nodiscard]] std::string_view id() const override { return "text"; }
  [[nodiscard]] std::string_view title() const override { return "Text"; }
  [[nodiscard]] std::string_view help() const override { return "A text."; }
  [[nodiscard]] std::string_view neighbour() const override { return {}; }
  [[nodiscard]] float last() const { return last_; }
  [[nodiscard]] float before() const { return before_; }

 private:
  void draw_content(panels::Frame& frame) override {
    draw_markdown(frame.style, blocks_);
    const auto& vertices = ImGui::GetWindowDrawList()->VtxBuffer;  // four a sign
    if (vertices.Size < 8) return;
    last_ = vertices[vertices.Size - 4].pos.x;
    before_ = vertices[vertices.Size - 8].pos.x;
  }
  std::vector<MarkdownBlock> blocks_;
  float last_ = 0.0F, before_ = 0.0F;
};

// At no width does the sign that ends a sentence begin a line.
void expect_the_end_beside_its_word(std::string_view text) {
  test::Studio studio;
  for (float width = 150.0F; width < 420.0F; width += 3.0F) {
    test::Stage stage({width, 400, 1.0F, true, false});
    TextPanel panel(text);
    stage.draw(panel, studio.session());
    EXPECT_GT(panel.last(), panel.before()) << text << " at " << width;
  }
}

TEST(Markdown, PunctuationStaysWithTheCodeBeforeIt) {
  expect_the_end_beside_its_word("It now serves the pair of number `t`.");
  expect_the_end_beside_its_word("It now serves the pair of number *left*,");
}

TEST(Markdown, AUnitStaysWithItsNumber) {
  expect_the_end_beside_its_word("Of the 128 bytes that were fetched it used 100 %");
  expect_the_end_beside_its_word("Of the 128 bytes that were fetched in 3 µs it used 1,024 kB");
  EXPECT_EQ(keep_together("128 used (100 %). In 3 s,"), "128 used (100\u00a0%). In 3\u00a0s,");
  EXPECT_EQ(keep_together("8 wavefronts, 1 would do. 3 sectors"),
            "8 wavefronts, 1 would do. 3 sectors");
}

// A sentence on its own is wrapped by Dear ImGui.
class SentencePanel final : public panels::Panel {
 public:
  [[nodiscard]] std::string_view id() const override { return "sentence"; }
  [[nodiscard]] std::string_view title() const override { return "Sentence"; }
  [[nodiscard]] std::string_view help() const override { return "A sentence."; }
  [[nodiscard]] std::string_view neighbour() const override { return {}; }
  float last = 0.0F, before = 0.0F;

 private:
  void draw_content(panels::Frame& frame) override {
    sentence(frame.style, "Last request of warp 0: 4 sectors, 128 bytes, of which it used 100 %");
    const auto& vertices = ImGui::GetWindowDrawList()->VtxBuffer;
    if (vertices.Size < 8) return;
    last = vertices[vertices.Size - 4].pos.x;
    before = vertices[vertices.Size - 8].pos.x;
  }
};

TEST(Sentence, AUnitStaysWithItsNumber) {
  test::Studio studio;
  for (float width = 150.0F; width < 420.0F; width += 3.0F) {
    test::Stage stage({width, 300, 1.0F, true, false});
    SentencePanel panel;
    stage.draw(panel, studio.session());
    EXPECT_GT(panel.last, panel.before) << "at " << width;
  }
}

}  // namespace
}  // namespace lanescope::ui::widgets
