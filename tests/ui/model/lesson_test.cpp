// What Experiment, Lesson and Source draw, on the reduction.

#include <algorithm>

#include "tests/ui/model/studio.hpp"
#include "ui/panels/experiment/block_words.hpp"
#include "ui/panels/experiment/experiment_model.hpp"
#include "ui/session/source_model.hpp"
#include "ui/teaching/glossary.hpp"
#include "ui/teaching/lesson_model.hpp"
#include "ui/teaching/lesson_words.hpp"
#include "ui/view/array_info.hpp"

namespace lanescope::ui::test {
namespace {

using test::Studio;

TEST(Sliders, SnapToWhatTheRungAllows) {
  panels::experiment::SliderRow powers{"n", "", "", 64, 32, 1024, 1, true};
  EXPECT_DOUBLE_EQ(powers.share(), 0.2);
  EXPECT_EQ(powers.value_at(0.0), 32);
  EXPECT_EQ(powers.value_at(0.29), 64);
  EXPECT_EQ(powers.value_at(1.0), 1024);
  EXPECT_EQ(powers.value_at(7.0), 1024);
  const panels::experiment::SliderRow steps{"k", "", "", 10, 0, 20, 5, false};
  EXPECT_DOUBLE_EQ(steps.share(), 0.5);
  EXPECT_EQ(steps.value_at(0.4), 10);
  EXPECT_EQ(steps.value_at(-1.0), 0);
}

TEST(Questions, ShowCodeWithoutItsMarks) {
  EXPECT_EQ(teaching::without_code_marks("What does `distance[21]` hold?"),
            "What does distance[21] hold?");
  Studio studio;
  studio.run("lesson id=bfs step=1");
  EXPECT_EQ(teaching::lesson_model(studio.session())->question->prompt.find('`'),
            std::string::npos);
  EXPECT_EQ(teaching::sentence_about("`out[10]` is 2", "buffer.out[10]"), "out[10] is 2");
  studio.run("lesson id=merge step=2; reveal");
  const auto merge = teaching::lesson_model(studio.session());
  ASSERT_FALSE(merge->checks.empty());
  for (const teaching::CheckModel& check : merge->checks)
    EXPECT_EQ(check.sentence.find('`'), std::string::npos) << check.sentence;
}

TEST(ExperimentModel, ListsTheLadderAndTheValues) {
  Studio studio;
  EXPECT_TRUE(panels::experiment::experiment_model(studio.session()).choices.empty());
  studio.run("lesson id=reduction; rung id=interleaved-stride; set block=256");
  const panels::experiment::ExperimentModel model =
      panels::experiment::experiment_model(studio.session());
  ASSERT_EQ(model.ladder.size(), studio.session().lesson()->rungs.size());
  for (const panels::experiment::LadderRow& row : model.ladder)
    EXPECT_EQ(row.here, row.id == "interleaved-stride");
  ASSERT_FALSE(model.sliders.empty());
  EXPECT_EQ(model.sliders.front().value_text, "256 = 8 warps");
  EXPECT_EQ(model.choices.size(), 6U);
  for (const panels::experiment::ChoiceRow& row : model.choices)
    EXPECT_FALSE(row.words().empty()) << row.name;
  EXPECT_FALSE(model.edited);
  studio.run("lesson id=coalescing; rung id=offset; set offset=1");
  const panels::experiment::ExperimentModel shifted =
      panels::experiment::experiment_model(studio.session());
  const auto offset =
      std::ranges::find(shifted.sliders, "offset", &panels::experiment::SliderRow::name);
  ASSERT_NE(offset, shifted.sliders.end());
  EXPECT_EQ(offset->value_text, "1 float");
}

// What a lesson's rungs are compared by is the lesson's own.
TEST(ExperimentModel, TheLadderSaysWhatItCompares) {
  Studio studio;
  studio.run("lesson id=bank-conflicts");
  studio.session().complete_ladder();
  const panels::experiment::ExperimentModel model =
      panels::experiment::experiment_model(studio.session());
  ASSERT_EQ(model.compared.front(), "Shared wavefronts");
  double largest = 0.0;
  for (const panels::experiment::LadderRow& row : model.ladder)
    largest = std::max(largest, row.bars.front().value.value_or(0.0));
  for (const panels::experiment::LadderRow& row : model.ladder) {
    const panels::experiment::LadderBar& bar = row.bars.front();
    ASSERT_TRUE(bar.value) << row.id;
    EXPECT_DOUBLE_EQ(bar.share, *bar.value / largest) << row.id;
  }
  for (const lesson::Lesson& lesson : studio.session().lessons()) {
    EXPECT_LE(lesson.ladder.size(), 2U) << lesson.id << ": more would be small";
    for (const std::string& id : lesson.ladder) {
      const auto& own = lesson.quantities;
      EXPECT_TRUE(view::find_counter(id) != nullptr ||
                  std::ranges::find(own, id, &lesson::Quantity::id) != own.end())
          << lesson.id << ": " << id;
    }
  }
}

// By formulas of the notes: n - 1 additions by pairs, n log2 n - (n - 1) by Hillis and Steele, on
// their own copies or on one, 2 (n - 1) by Blelloch, n (n - 1) / 2 where each adds for itself.
TEST(ExperimentModel, TheLadderShowsWorkBesideSteps) {
  Studio studio;
  studio.run("lesson id=work-and-steps step=6; reveal; set n=256");
  studio.session().complete_ladder();
  const auto model = panels::experiment::experiment_model(studio.session());
  EXPECT_EQ(model.compared, (std::vector<std::string>{"Additions", "Steps"}));
  const std::map<std::string, std::pair<double, double>> expected{{"pairs", {255, 8}},
                                                                  {"naive", {32'640, 255}},
                                                                  {"hillis-steele", {1'793, 8}},
                                                                  {"horn", {1'793, 8}},
                                                                  {"blelloch", {510, 16}}};
  for (const auto& [rung, numbers] : expected) {
    const auto row = std::ranges::find(model.ladder, rung, &panels::experiment::LadderRow::id);
    ASSERT_NE(row, model.ladder.end());
    ASSERT_EQ(row->bars.size(), 2U);
    EXPECT_EQ(row->bars[0].value, numbers.first) << rung;
    EXPECT_EQ(row->bars[1].value, numbers.second) << rung;
    EXPECT_DOUBLE_EQ(row->bars[1].share, numbers.second / 255) << rung;
  }
}

// What a question asks for is in one of the two columns: that one is empty for all rungs.
TEST(ExperimentModel, TheLadderKeepsBackTheWorkThatIsAskedFor) {
  Studio studio;
  studio.run("lesson id=work-and-steps step=3");
  studio.session().complete_ladder();
  const auto asked = panels::experiment::experiment_model(studio.session());
  for (const panels::experiment::LadderRow& row : asked.ladder) {
    EXPECT_FALSE(row.bars[0].value) << row.id;
    EXPECT_TRUE(row.bars[1].value) << row.id;
  }
  studio.run("reveal");
  for (const panels::experiment::LadderRow& row :
       panels::experiment::experiment_model(studio.session()).ladder)
    EXPECT_TRUE(row.bars[0].value) << row.id;
}

// Threads are the product of the extents; a warp that is not full is one.
TEST(ExperimentModel, SaysABlocksThreadsAndWarps) {
  EXPECT_EQ(panels::experiment::block_words({256, 1, 1}, 32), "256 = 8 warps");
  EXPECT_EQ(panels::experiment::block_words({32, 1, 1}, 32), "32 = 1 warp");
  EXPECT_EQ(panels::experiment::block_words({100, 1, 1}, 32), "100 threads, 4 warps");
  EXPECT_EQ(panels::experiment::block_words({1, 1, 1}, 32), "1 thread, 1 warp");
  EXPECT_EQ(panels::experiment::block_words({16, 16, 1}, 32), "16 × 16 = 256 threads, 8 warps");
  EXPECT_EQ(panels::experiment::block_words({7, 5, 1}, 32), "7 × 5 = 35 threads, 2 warps");
  EXPECT_EQ(panels::experiment::block_words({8, 4, 2}, 32), "8 × 4 × 2 = 64 threads, 2 warps");
  EXPECT_EQ(panels::experiment::block_words({16, 1, 3}, 64), "16 × 1 × 3 = 48 threads, 1 warp");
}

std::string slider_text(const session::Session& session, const std::string& name) {
  for (const panels::experiment::SliderRow& row :
       panels::experiment::experiment_model(session).sliders)
    if (row.name == name) return row.value_text;
  return "no such slider";
}

TEST(ExperimentModel, SlidersTellTheWholeBlock) {
  Studio studio;
  studio.open(test::pasted("extern \"C\" __global__ void k(int* out) { out[threadIdx.x] = 1; }",
                           "out:i32[64]=zero", {16, 16, 1}));
  EXPECT_EQ(slider_text(studio.session(), "block"), "16 × 16 = 256 threads, 8 warps");
  studio.run("set block=5");
  EXPECT_EQ(slider_text(studio.session(), "block"), "5 × 16 = 80 threads, 3 warps");
  studio.run("lesson id=matrix-product; rung id=tiled; set tile=8");
  EXPECT_EQ(slider_text(studio.session(), "tile"), "8 × 8 = 64 threads, 2 warps");
  studio.run("lesson id=transpose; set rows=4");
  EXPECT_EQ(slider_text(studio.session(), "rows"), "32 × 4 = 128 threads, 4 warps");
  studio.run("lesson id=reduction; rung id=sequential; set n=4096");
  EXPECT_EQ(slider_text(studio.session(), "n"), "4,096 floats") << "not of the block";
}

// The block of 256 of the lesson's third step: line 12 loads twice an iteration; the lesson's
// choices hold the run's number, and only one of them does.
TEST(LessonModel, TheAnswerComesFromTheRun) {
  Studio studio;
  studio.run("lesson id=reduction step=3");
  auto model = teaching::lesson_model(studio.session());
  ASSERT_TRUE(model && model->question);
  EXPECT_FALSE(model->question->found) << "nothing is told before the reveal";
  EXPECT_EQ(model->text.find("{{"), std::string::npos);
  studio.run("answer choice=0; reveal");
  model = teaching::lesson_model(studio.session());
  ASSERT_TRUE(model->question->found);
  int correct = 0;
  for (const teaching::ChoiceMark& choice : model->question->choices)
    correct += choice.correct ? 1 : 0;
  EXPECT_EQ(correct, 1);
  EXPECT_FALSE(model->question->explanation.empty());
}

TEST(LessonModel, ChoicesAreWrittenAsTheTextsWriteNumbers) {
  Studio studio;
  studio.run("lesson id=matrix-product step=1");
  const std::size_t steps = studio.session().lesson()->steps.size();
  std::vector<std::string> words;
  for (std::size_t step = 1; step <= steps; ++step) {
    studio.run("lesson id=matrix-product step=" + std::to_string(step));
    const auto model = teaching::lesson_model(studio.session());
    if (!model->question) continue;
    for (const teaching::ChoiceMark& choice : model->question->choices)
      words.push_back(choice.text);
  }
  EXPECT_NE(std::find(words.begin(), words.end(), "65,536"), words.end());
  EXPECT_EQ(std::find(words.begin(), words.end(), "65536"), words.end());
}

// Every question of every lesson has exactly one choice that its run confirms.
TEST(LessonModel, EveryQuestionHasItsAnswer) {
  Studio studio;
  for (const lesson::Lesson& lesson : studio.session().lessons()) {
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      if (!lesson.steps[i].question) continue;
      studio.run("lesson id=" + lesson.id + " step=" + std::to_string(i + 1) + "; reveal");
      const auto model = teaching::lesson_model(studio.session());
      ASSERT_TRUE(model && model->question);
      const teaching::QuestionModel& question = *model->question;
      EXPECT_TRUE(question.found) << lesson.id << ", step " << i + 1;
      const auto correct =
          std::ranges::count(question.choices, true, &teaching::ChoiceMark::correct);
      EXPECT_EQ(correct, question.answer_by == lesson::AnswerBy::Choice ? 1 : 0)
          << lesson.id << ", step " << i + 1 << ": " << question.verdict;
    }
  }
}

// The run on screen has no time of its own: what is told is the number that `check` recomputes.
TEST(LessonModel, ModelledTimeIsTheClaims) {
  Studio studio;
  studio.run("lesson id=latency step=6; reveal");
  const auto model = teaching::lesson_model(studio.session());
  ASSERT_TRUE(model && model->question);
  EXPECT_EQ(model->question->found, 6.0);
  EXPECT_TRUE(model->question->verdict.starts_with("The modelled GPU gives 6"))
      << model->question->verdict;
}

TEST(LessonModel, ChecksAskTheRunOnScreen) {
  Studio studio;
  studio.run("lesson id=reduction step=2");
  auto model = teaching::lesson_model(studio.session());
  ASSERT_TRUE(model && model->question);
  EXPECT_TRUE(model->checks.empty()) << "a check tells what the question asks";
  studio.run("reveal");
  model = teaching::lesson_model(studio.session());
  ASSERT_TRUE(model && !model->checks.empty());
  studio.run("rung id=shuffles");
  model = teaching::lesson_model(studio.session());
  EXPECT_FALSE(model->checks.front().holds) << "another kernel was not asked";
}

TEST(LessonModel, TheRevealPlaysWhatTheQuestionSays) {
  Studio studio;
  studio.run("lesson id=coalescing step=2");
  const std::uint64_t before = studio.session().state().cursor.tick.value;
  studio.run("reveal");
  EXPECT_EQ(studio.session().state().cursor.tick.value, before + 1) << "the load is played";
  studio.run("reveal");
  EXPECT_EQ(studio.session().state().cursor.tick.value, before + 1) << "but only once";
}

TEST(LessonModel, NumbersReadAsInText) {
  EXPECT_EQ(teaching::claim_number(53'248), "53,248");
  EXPECT_EQ(teaching::claim_number(0.75), "0.75");
  EXPECT_EQ(teaching::claim_number(-1), "-1");
}

TEST(SourceModel, LinksSourceAndPtx) {
  Studio studio;
  studio.run(
      "lesson id=reduction; rung id=interleaved-modulo; set block=64; set n=64; heat "
      "counter=divergent-branches");
  const session::SourceModel model = session::source_model(studio.session());
  ASSERT_GE(model.lines.size(), 18U);
  EXPECT_NE(model.lines[10].text.find("if (t % (2 * k) == 0)"), std::string::npos);
  EXPECT_GT(model.lines[10].heat, 0U) << "line 11 diverges";
  EXPECT_EQ(model.lines[0].heat, 0U);
  EXPECT_FALSE(model.lines[0].has_code);
  const auto load = std::find_if(
      model.code.begin(), model.code.end(),
      [](const session::CodeLine& line) { return line.text.starts_with("ld.shared"); });
  ASSERT_NE(load, model.code.end());
  EXPECT_EQ(load->source_line, 12U);
  ASSERT_TRUE(load->pc);
  for (const session::CodeLine& line : model.code) EXPECT_FALSE(line.text.starts_with(".loc"));
}

TEST(Arrays, SharedAndGlobalByName) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=interleaved-modulo; set block=64; set n=64");
  const auto s = view::find_array(studio.session(), "s");
  ASSERT_TRUE(s);
  EXPECT_EQ(s->space, events::Space::Shared);
  EXPECT_EQ(s->type, experiment::ElementType::F32);
  EXPECT_EQ(s->count, 64U);
  const auto in = view::find_array(studio.session(), "in");
  ASSERT_TRUE(in);
  const auto arrays = view::arrays_of(studio.session());
  const auto found = view::element_at(arrays, events::Space::Global, in->base + 12);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->array, "in");
  EXPECT_EQ(found->index, 3U);
  EXPECT_FALSE(view::element_at(arrays, events::Space::Global, 16));
}

// Every word of the counting rules has an entry.
TEST(Glossary, HoldsTheWordsOfTheCountingRules) {
  for (const char* word :
       {"request", "sector", "ideal sectors", "local memory", "space", "wavefront", "bank conflict",
        "ideal wavefronts", "shared atomic", "bytes", "branches", "divergent branch", "barrier",
        "SIMT efficiency", "occupancy", "warp", "lane", "phase", "tick"}) {
    const auto all = teaching::glossary();
    const auto term = std::ranges::find(all, std::string_view(word), &teaching::Term::word);
    ASSERT_NE(term, all.end()) << word;
    EXPECT_TRUE(term->meaning.ends_with('.')) << word;
  }
}

}  // namespace
}  // namespace lanescope::ui::test
