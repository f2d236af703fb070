// What a kernel prints, by line and by moment. Expected by hand: 1_hello.cu prints one line of each
// thread; the threads of a warp in the order of their lanes, as on a GPU.

#include "ui/figures/output/output_model.hpp"

#include <algorithm>
#include <filesystem>

#include "lab/experiment/file.hpp"
#include "tests/ui/model/studio.hpp"
#include "ui/teaching/hidden_answer.hpp"

namespace lanescope::ui::figures::output {
namespace {

using test::Studio;

constexpr std::size_t kWide = 200;

std::string text_of(const engine::Printed& printed, const OutputRow& row) {
  return printed.text.substr(row.begin, row.end - row.begin);
}

struct Hello {
  Hello() { studio.run("lesson id=first-kernel; rung id=hello; set blocks=2; set block=4"); }
  [[nodiscard]] const run::ModelRun& run() { return *studio.session().run(); }
  Studio studio;
};

TEST(OutputModel, EachLineHasItsThread) {
  Hello hello;
  const engine::Printed& printed = hello.run().printed;
  const std::vector<OutputRow> rows = output_rows(printed, kWide);
  ASSERT_EQ(rows.size(), 8U);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t block = i / 4, thread = i % 4;
    EXPECT_EQ(text_of(printed, rows[i]),
              "Hello from thread " + std::to_string(thread) + " of block " + std::to_string(block));
    const auto& part = printed.parts[rows[i].part];
    EXPECT_EQ(output_thread(hello.run(), part),
              "block " + std::to_string(block) + " · thread " + std::to_string(thread));
    EXPECT_EQ(output_place(hello.run(), part), "Thread " + std::to_string(thread) + " of block " +
                                                   std::to_string(block) + ": lane " +
                                                   std::to_string(thread) + " of warp 0, line 6");
  }
}

TEST(OutputModel, WhatIsPrintedGrowsWithTheMoment) {
  Hello hello;
  hello.studio.run("record blocks=all; to-start");
  const std::vector<OutputRow> rows = output_rows(hello.run().printed, kWide);
  const auto begun = [&] { return rows_begun(rows, output_now(hello.studio.session())); };
  EXPECT_EQ(begun(), 0U);
  std::vector<std::size_t> met;
  while (hello.studio.session().next_step()) {
    hello.studio.run("step-forward unit=instruction");
    const OutputNow now = output_now(hello.studio.session());
    const bool more = met.empty() ? rows_begun(rows, now) > 0 : rows_begun(rows, now) != met.back();
    EXPECT_EQ(now.printing.has_value(), more);
    if (more) met.push_back(rows_begun(rows, now));
  }
  EXPECT_EQ(met, (std::vector<std::size_t>{4, 8})) << "a warp of four threads, and the other";
}

TEST(OutputModel, AClickLeadsToTheThreadAndItsMoment) {
  Hello hello;
  hello.studio.run("record blocks=all; to-end");
  const engine::Printed::Part part = hello.run().printed.parts.at(6);  // thread 2 of block 1
  ASSERT_TRUE(was_recorded(hello.run(), part));
  for (const std::string& command : output_commands(hello.run(), part)) hello.studio.run(command);
  const view::Cursor& cursor = hello.studio.session().state().cursor;
  EXPECT_EQ(cursor.selection.block, BlockIndex{1});
  EXPECT_EQ(cursor.selection.warp, WarpIndex{0});
  EXPECT_EQ(cursor.selection.lane, 2U);
  EXPECT_EQ(cursor.selection.line, 6U);
  ASSERT_TRUE(hello.studio.session().last_step());
  EXPECT_EQ(hello.studio.session().last_step()->machine_step, part.machine_step);
  EXPECT_EQ(output_now(hello.studio.session()).printing, part.machine_step);
}

// Signs of several bytes stay whole, empty lines are lines, and a line without an end is one.
TEST(OutputModel, LongLinesGoOn) {
  engine::Printed printed;
  const auto print = [&](std::string_view text) {
    printed.text += text;
    printed.parts.push_back({});
    printed.parts.back().end = printed.text.size();
  };
  print("abcdefgh\n\n");
  print("µµ");
  print("µµ\nx");
  const std::vector<OutputRow> rows = output_rows(printed, 3);
  std::vector<std::string> texts;
  for (const OutputRow& row : rows) texts.push_back((row.first ? "|" : "") + text_of(printed, row));
  EXPECT_EQ(texts, (std::vector<std::string>{"|abc", "def", "gh", "|", "|µµµ", "µ", "|x"}));
  EXPECT_EQ(rows[4].part, 1U);
  EXPECT_EQ(rows[5].part, 2U);
  EXPECT_EQ(rows_begun(rows, {10, {}}), 4U) << "what the first call printed";
}

TEST(OutputModel, KernelsThatPrintAreKnownBeforeTheyRun) {
  Studio studio;
  EXPECT_FALSE(may_print(studio.session()));
  studio.run("lesson id=first-kernel; rung id=hello");
  EXPECT_TRUE(may_print(studio.session()));
  studio.run("rung id=scale");
  EXPECT_FALSE(may_print(studio.session()));
}

// What is printed by the shown moment, and of much the end.
TEST(OutputModel, IsDrawnForSlides) {
  Hello hello;
  hello.studio.run("record blocks=all; reveal; to-start; step-forward unit=instruction");
  while (rows_begun(output_rows(hello.run().printed, kWide), output_now(hello.studio.session())) ==
         0)
    hello.studio.run("step-forward unit=instruction");
  const auto file = std::filesystem::temp_directory_path() / "lanescope_output.svg";
  hello.studio.run("export-picture panel=output file=" + file.string());
  const auto drawing = experiment::read_text(file.string());
  std::filesystem::remove(file);
  ASSERT_TRUE(drawing);
  EXPECT_NE(drawing->find(">Hello from thread 3 of block 0<"), std::string::npos);
  EXPECT_NE(drawing->find(">block 0 · thread 3<"), std::string::npos);
  EXPECT_EQ(drawing->find("of block 1<"), std::string::npos) << "that is printed later";
  EXPECT_NE(drawing->find(">4 of 8 lines so far<"), std::string::npos);
  hello.studio.run("set blocks=16; set block=32; to-end");
  const auto all = output_svg(hello.studio.session(), true);
  ASSERT_TRUE(all);
  EXPECT_NE(all->find(">the last 64 of 512 lines so far<"), std::string::npos);
  hello.studio.run("rung id=scale");
  EXPECT_FALSE(output_svg(hello.studio.session(), true)) << "it prints nothing";
}

TEST(OutputModel, ADrawingKeepsBackWhatTheQuestionAsksFor) {
  Studio studio;
  studio.run("lesson id=first-kernel step=1; to-end");
  ASSERT_TRUE(teaching::HiddenAnswer(studio.session()).counter("printed.lines"));
  EXPECT_FALSE(commands::execute(studio.session(), "export-picture panel=output file=x.svg"));
}

}  // namespace
}  // namespace lanescope::ui::figures::output
