// How the words of a lesson are set.

#include "ui/widgets/markdown/markdown.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "tests/ui/model/studio.hpp"
#include "tests/ui/panels/stage.hpp"
#include "ui/widgets/markdown/markdown_html.hpp"
#include "ui/widgets/markdown/markdown_table.hpp"
#include "ui/widgets/sentence.hpp"
#include "ui/widgets/text.hpp"

namespace lanescope::ui::widgets::markdown {
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
  [[nodiscard]] float right() const { return right_; }
  [[nodiscard]] float edge() const { return edge_; }
  [[nodiscard]] std::size_t signs() const { return signs_; }

 private:
  void draw_content(panels::Frame& frame) override {
    edge_ = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
    const int first = ImGui::GetWindowDrawList()->VtxBuffer.Size;
    draw_markdown(frame.style, blocks_);
    const auto& vertices = ImGui::GetWindowDrawList()->VtxBuffer;  // four a sign
    signs_ = static_cast<std::size_t>(vertices.Size - first) / 4;
    right_ = 0.0F;
    for (int i = first; i < vertices.Size; ++i) right_ = std::max(right_, vertices[i].pos.x);
    if (vertices.Size < 8) return;
    last_ = vertices[vertices.Size - 4].pos.x;
    before_ = vertices[vertices.Size - 8].pos.x;
  }
  std::vector<MarkdownBlock> blocks_;
  float last_ = 0.0F, before_ = 0.0F, right_ = 0.0F, edge_ = 0.0F;
  std::size_t signs_ = 0;
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

constexpr const char* kTable =
    "Before.\n\n| Qualifier | Seen by |\n|---|---|\n| `__shared__` | a block |\n| none | a "
    "*thread* |\n\nAfter.";

TEST(Markdown, TablesHaveHeadsAndRows) {
  const auto blocks = parse_markdown(kTable);
  ASSERT_EQ(blocks.size(), 3U);
  const MarkdownBlock& table = blocks[1];
  ASSERT_EQ(table.rows.size(), 3U);
  for (const auto& row : table.rows) ASSERT_EQ(row.size(), 2U);
  EXPECT_EQ(table.rows[0][1].at(0).text, "Seen by");
  EXPECT_TRUE(table.rows[1][0].at(0).code);
  EXPECT_EQ(table.rows[2][1].size(), 2U);
  EXPECT_EQ(blocks[2].spans.at(0).text, "After.");
  EXPECT_EQ(html_of({table}),
            "<table>\n<tr><th>Qualifier</th><th>Seen by</th></tr>\n"
            "<tr><td><code>__shared__</code></td><td>a block</td></tr>\n"
            "<tr><td>none</td><td>a <em>thread</em></td></tr>\n</table>\n");
}

TEST(Markdown, ColumnsShareTheRoom) {
  const std::vector<ColumnNeed> needs{{40.0F, 60.0F}, {30.0F, 130.0F}};
  EXPECT_EQ(column_widths(needs, 200.0F), (std::vector<float>{60.0F, 130.0F})) << "whole";
  EXPECT_EQ(column_widths(needs, 130.0F), (std::vector<float>{50.0F, 80.0F})) << "half of the rest";
  EXPECT_EQ(column_widths(needs, 70.0F), (std::vector<float>{40.0F, 30.0F})) << "words alone";
  EXPECT_EQ(column_widths(needs, 69.0F), std::nullopt);
}

// Side by side or stacked: no sign of a table passes the panel's edge, nothing gets lost.
TEST(Markdown, TablesKeepToTheirWidth) {
  test::Studio studio;
  for (float width = 110.0F; width < 520.0F; width += 7.0F) {
    test::Stage stage({width, 600, 1.0F, true, false});
    TextPanel panel(kTable);
    stage.draw(panel, studio.session());
    EXPECT_LE(panel.right(), panel.edge() + 1.0F) << "at " << width;
    EXPECT_GE(panel.signs(), std::string_view("Before.__shared__ablocknoneathreadAfter.").size());
  }
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

// Lines of words, in a window that its height cuts anywhere: none is drawn in part.
class LinesPanel final : public panels::Panel {
 public:
  explicit LinesPanel(bool markdown) : markdown_(markdown) {}
  [[nodiscard]] std::string_view id() const override { return "lines"; }
  [[nodiscard]] std::string_view title() const override { return "Lines"; }
  [[nodiscard]] std::string_view help() const override { return "Lines."; }
  [[nodiscard]] std::string_view neighbour() const override { return {}; }
  float lines = 0.0F;  // down to the lowest pixel of a word that is seen
  float room = 0.0F;   // in lines
  bool scrolls = false;

 private:
  void draw_content(panels::Frame& frame) override {
    const ImDrawList& list = *ImGui::GetWindowDrawList();
    const unsigned int before = static_cast<unsigned int>(list.IdxBuffer.Size);
    const float top = ImGui::GetCursorScreenPos().y;
    std::string words;
    for (int i = 0; i < 60; ++i) words += "xgx ";
    if (markdown_)
      draw_markdown(frame.style, parse_markdown(words));
    else
      paragraph(frame.style, words);
    const float line = frame.style.text_size * (markdown_ ? 1.5F : 1.0F);
    float lowest = top;
    for (const ImDrawCmd& command : list.CmdBuffer)
      for (unsigned int i = std::max(before, command.IdxOffset);
           i < command.IdxOffset + command.ElemCount; ++i) {
        const ImDrawVert& corner = list.VtxBuffer[static_cast<int>(
            command.VtxOffset + list.IdxBuffer[static_cast<int>(i)])];
        lowest = std::max(lowest, std::min(corner.pos.y, command.ClipRect.w));
      }
    lines = (lowest - top) / line;
    room = (list.GetClipRectMax().y - top) / line;
    scrolls = ImGui::GetScrollMaxY() > 0.0F;
  }
  bool markdown_;
};

TEST(ScrollEdges, NoLineIsCut) {
  test::Studio studio;
  for (const bool markdown : {false, true})
    for (float height = 90.0F; height < 130.0F; height += 1.0F) {
      test::Stage stage({200, height, 1.0F, true, false});
      LinesPanel panel(markdown);
      stage.draw(panel, studio.session());
      ASSERT_TRUE(panel.scrolls) << height;
      // The lower end of letters, or of the line.
      const float part = panel.lines - std::floor(panel.lines);
      EXPECT_TRUE(part < 0.12F || part > 0.6F) << panel.lines << " lines at " << height;
      EXPECT_GT(panel.lines, panel.room - 1.5F) << "as many as there is room for";
    }
}

}  // namespace
}  // namespace lanescope::ui::widgets::markdown
