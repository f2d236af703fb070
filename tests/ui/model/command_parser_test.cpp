// Scripts as text: names, keys, quotes, separators, comments, and what is no script.

#include <algorithm>
#include <iterator>

#include <gtest/gtest.h>

#include "ui/commands/commands.hpp"
#include "ui/view/fuzzy.hpp"
#include "ui/view/layout.hpp"

namespace lanescope::ui::test {
namespace {

TEST(CommandParser, ReadsNamesAndArguments) {
  const auto command = session::parse_command("select array=s index=17");
  ASSERT_TRUE(command);
  EXPECT_EQ(command->name, "select");
  EXPECT_EQ(command->arguments,
            (std::map<std::string, std::string>{{"array", "s"}, {"index", "17"}}));
}

TEST(CommandParser, QuotesHoldAnything) {
  const auto command = session::parse_command(R"(edit text="a = \"b\"; // c\nd \\")");
  ASSERT_TRUE(command);
  EXPECT_EQ(command->arguments.at("text"), "a = \"b\"; // c\nd \\");
}

TEST(CommandParser, QuoteIsReadBack) {
  const std::string text = "x = \"1\";\n\t\\ # ; done";
  const auto command = session::parse_command("edit text=" + session::quote(text));
  ASSERT_TRUE(command);
  EXPECT_EQ(command->arguments.at("text"), text);
}

TEST(CommandParser, SeparatorsAndComments) {
  const auto script = session::parse_script(
      "to-start; step-forward count=3 # three\n\n# nothing here\nplay ;; pause");
  ASSERT_TRUE(script);
  ASSERT_EQ(script->size(), 4U);
  EXPECT_EQ((*script)[1].arguments.at("count"), "3");
  EXPECT_EQ((*script)[3].name, "pause");
}

TEST(CommandParser, WordsWithoutValues) {
  const auto command = session::parse_command("select none");
  ASSERT_TRUE(command);
  EXPECT_EQ(command->arguments.count("none"), 1U);
}

TEST(CommandParser, ComplainsInsteadOfGuessing) {
  EXPECT_FALSE(session::parse_command("edit text=\"never closed"));
  EXPECT_FALSE(session::parse_command(""));
  EXPECT_FALSE(session::parse_command("a; b"));
  EXPECT_FALSE(session::parse_script("step-forward =3"));
}

TEST(CommandTable, RowsAreWholeAndUnique) {
  std::map<std::string_view, int> names, keys;
  for (const commands::CommandRow& row : commands::command_table()) {
    EXPECT_EQ(++names[row.name], 1) << row.name;
    if (!row.shortcut.empty()) {
      EXPECT_EQ(++keys[row.shortcut], 1) << row.shortcut;
    }
    EXPECT_FALSE(row.title.empty()) << row.name;
    EXPECT_TRUE(row.help.ends_with('.')) << row.name;
    EXPECT_FALSE(row.group.empty()) << row.name;
    EXPECT_NE(row.run, nullptr) << row.name;
    EXPECT_NE(row.enabled, nullptr) << row.name;
    EXPECT_EQ(commands::find_command(row.name), &row);
  }
  EXPECT_EQ(commands::find_command("no-such-command"), nullptr);
}

// The keys that README.md names.
TEST(CommandTable, KeysOfReadme) {
  EXPECT_EQ(commands::find_command("play-pause")->shortcut, "Space");
  EXPECT_EQ(commands::find_command("step-forward")->shortcut, "Right");
  EXPECT_EQ(commands::find_command("step-back")->shortcut, "Left");
  EXPECT_EQ(commands::find_command("palette")->shortcut, "Ctrl+P");
  EXPECT_EQ(commands::find_command("presenter")->shortcut, "F11");
}

TEST(Fuzzy, LettersInOrder) {
  EXPECT_FALSE(view::fuzzy_score("xz", "Step forward"));
  EXPECT_FALSE(view::fuzzy_score("pets", "Step"));
  EXPECT_TRUE(view::fuzzy_score("sf", "Step forward"));
  EXPECT_EQ(view::fuzzy_score("", "anything"), 0);
  EXPECT_GT(*view::fuzzy_score("step", "Step forward"),
            *view::fuzzy_score("step", "Set the order, please"));
  EXPECT_GT(*view::fuzzy_score("nb", "Next barrier"), *view::fuzzy_score("nb", "unable"));
}

TEST(Layout, ReadsATreeOfSplits) {
  const auto layout = view::parse_layout("t", R"({"columns": [{"share": 0.3, "tabs": ["a", "b"]},
      {"rows": [{"tabs": ["c"]}, {"share": 2, "tabs": ["d"]}]}]})");
  ASSERT_TRUE(layout) << layout.error().text();
  ASSERT_EQ(layout->root.children.size(), 2U);
  EXPECT_DOUBLE_EQ(layout->root.children[0].share, 0.3);
  EXPECT_EQ(layout->root.children[1].kind, view::LayoutNode::Kind::Rows);
  EXPECT_EQ(view::panels_of(*layout), (std::vector<std::string>{"a", "b", "c", "d"}));
}

TEST(Layout, SaysWhatIsWrong) {
  for (const char* text :
       {"", "{}", "[]", R"({"tabs": []})", R"({"tabs": [1]})", R"({"columns": []})",
        R"({"share": 0, "tabs": ["a"]})", R"({"rows": [{"share": "x", "tabs": ["a"]}]})"}) {
    EXPECT_FALSE(view::parse_layout("t", text)) << text;
  }
}

// 0.2 of 1,000 pixels are less than the 300 that the first column needs; of 2,000 they are enough.
TEST(Layout, SmallWindowsGiveColumnsWhatTheyNeed) {
  const auto layout =
      view::parse_layout("t", R"({"columns": [{"share": 0.2, "least": 300, "tabs": ["a"]},
                           {"share": 0.4, "tabs": ["b"]}, {"share": 0.4, "tabs": ["c"]}]})");
  ASSERT_TRUE(layout) << layout.error().text();
  const auto small = view::shares_of(layout->root, 1000.0),
             large = view::shares_of(layout->root, 2000.0);
  ASSERT_EQ(small.size(), 3U);
  EXPECT_DOUBLE_EQ(small[0], 0.3);
  EXPECT_DOUBLE_EQ(small[1], 0.35);
  EXPECT_DOUBLE_EQ(large[0], 0.2);
  EXPECT_DOUBLE_EQ(large[2], 0.4);
  EXPECT_DOUBLE_EQ(view::shares_of(layout->root, 100.0)[0], 0.75)
      << "others are never squeezed out";
  EXPECT_FALSE(view::parse_layout("t", R"({"least": -1, "tabs": ["a"]})"));
  EXPECT_FALSE(view::parse_layout("t", R"({"low": 1.5, "tabs": ["a"]})"));
  const auto low = view::parse_layout(
      "t",
      R"({"rows": [{"share": 0.5, "tabs": ["a"]}, {"share": 0.5, "low": 0.7, "tabs": ["b"]}]})");
  ASSERT_TRUE(low);
  EXPECT_DOUBLE_EQ(view::shares_of(low->root, 600.0)[1], 0.7) << "little room";
  EXPECT_DOUBLE_EQ(view::shares_of(low->root, 1000.0)[1], 0.5);
}

std::vector<std::string> with_neighbours(const std::string& text,
                                         const std::vector<view::PanelHome>& panels) {
  auto layout = view::parse_layout("t", text);
  if (!layout) return {layout.error().text()};
  view::add_neighbours(*layout, panels);
  return view::panels_of(*layout);
}

// A layout says where a panel stands only where it is not behind its neighbour.
TEST(Layout, PanelsThatItDoesNotNameStandBehindTheirNeighbours) {
  using Ids = std::vector<std::string>;
  const std::vector<view::PanelHome> panels{{"a", ""},  {"b", "a"}, {"c", "a"}, {"e", "d"},
                                            {"d", "a"}, {"x", ""},  {"y", "x"}};
  EXPECT_EQ(with_neighbours(R"({"tabs": ["a", "x"]})", panels),
            (Ids{"a", "b", "c", "d", "e", "x", "y"}));
  const auto text = R"({"rows": [{"tabs": ["x", "a"]}, {"tabs": ["d"]}]})";
  EXPECT_EQ(with_neighbours(text, panels), (Ids{"x", "y", "a", "b", "c", "d", "e"}));
  EXPECT_EQ(with_neighbours(R"({"tabs": ["c", "a"]})", panels), (Ids{"c", "a", "b", "d", "e"}))
      << "c stands where it is named, and the neighbour of y is not shown";
  EXPECT_EQ(with_neighbours(R"({"tabs": ["a"], "without": ["c", "d"]})", panels), (Ids{"a", "b"}));
  EXPECT_EQ(with_neighbours(R"({"tabs": ["x"]})", {{"p", "q"}, {"q", "p"}, {"r", "r"}}), Ids{"x"});
  EXPECT_FALSE(view::parse_layout("t", R"({"tabs": ["a"], "without": [1]})"));
}

}  // namespace
}  // namespace lanescope::ui::test
