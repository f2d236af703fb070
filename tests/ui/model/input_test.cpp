// Files dragged onto the window, arguments set one by one, expressions watched, runs saved and
// opened again; all by the commands that the window posts.

#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "lab/experiment/element.hpp"
#include "tests/ui/model/studio.hpp"
#include "ui/commands/command_line.hpp"
#include "ui/panels/experiment/argument_rows.hpp"
#include "ui/panels/registers/watch_model.hpp"

namespace lanescope::ui::test {
namespace {

namespace fs = std::filesystem;
using test::Studio;

class Inputs : public ::testing::Test {
 protected:
  Inputs() {
    std::string name = (fs::temp_directory_path() / "lanescope-in-XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) folder_ = name;
  }
  ~Inputs() override {
    std::error_code none;
    fs::remove_all(folder_, none);
  }
  std::string write(const std::string& name, const std::string& text) {
    const std::string path = (folder_ / name).string();
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  void run(const std::string& script) { studio_.run(script); }
  [[nodiscard]] session::Session& session() { return studio_.session(); }
  [[nodiscard]] const view::State& state() { return session().state(); }
  // What a buffer held before the run.
  std::vector<double> input(const std::string& name, std::size_t count) {
    const run::ModelRun& made = *session().run();
    std::vector<double> out;
    for (const run::PlannedBuffer& buffer : made.prepared->buffers) {
      if (buffer.name != name) continue;
      const auto& bytes = made.plan().buffers[buffer.plan_index].initial;
      for (std::size_t i = 0; i < count && bytes != nullptr; ++i)
        out.push_back(experiment::element_value(
            buffer.type, bytes->data() + i * experiment::size_of(buffer.type)));
    }
    return out;
  }
  std::string refused(const std::string& command) {
    const auto done = commands::execute(session(), command);
    EXPECT_FALSE(done) << command;
    session().settle();
    return done ? "" : done.error().text();
  }
  fs::path folder_;
  Studio studio_;
};

using Values = std::vector<double>;

TEST_F(Inputs, ATableBecomesTheInputAndUndoTakesItBack) {
  const std::string table = write("a table.csv", "x\n3\n1\n4\n");
  run("lesson id=reduction; rung id=sequential; set block=64; set n=128");
  const Values before = input("in", 4);
  run("drop path=" + session::quote(table));
  EXPECT_EQ(input("in", 4), (Values{3, 1, 4, 3}));
  EXPECT_EQ(state().experiment.arguments.at("in"), "csv:" + table);
  const auto line = commands::command_line_of(session());
  ASSERT_TRUE(line);
  EXPECT_NE(line->find("--arg '"), std::string::npos) << *line;
  EXPECT_NE(line->find("=csv:" + table), std::string::npos) << *line;
  run("set n=256; rung id=interleaved-modulo");
  EXPECT_EQ(input("in", 4), (Values{3, 1, 4, 3})) << "a slider and another rung keep it";
  run("rung id=sequential; set n=128; undo; undo; undo; undo; undo");
  EXPECT_EQ(input("in", 4), before);
  EXPECT_TRUE(state().experiment.arguments.empty());
}

TEST_F(Inputs, TheSessionFileKeepsThePath) {
  const std::string table = write("t.csv", "7 8");
  run("lesson id=reduction; rung id=sequential; set block=64; set n=128; drop path=" + table +
      "; watch expression=\"lane * 2\"; save file=" + (folder_ / "s.lanescope").string());
  Studio other;
  other.run("lesson id=scan; drop path=" + (folder_ / "s.lanescope").string());
  EXPECT_EQ(other.session().state().experiment.arguments.at("in"), "csv:" + table);
  EXPECT_EQ(other.session().state().marks.watches, std::vector<std::string>{"lane * 2"});
}

TEST_F(Inputs, ABadFileSaysSoOnceAndChangesNothing) {
  run("lesson id=reduction; rung id=sequential; set block=64; set n=128");
  const auto kept = session().run();
  const std::string word = refused("drop path=" + write("bad.csv", "1\ntwo\n"));
  EXPECT_NE(word.find("bad.csv:2: `two` is not a number"), std::string::npos) << word;
  EXPECT_NE(refused("drop path=/nowhere/x.csv").find("/nowhere/x.csv"), std::string::npos);
  EXPECT_NE(refused("drop path=" + folder_.string()).find("folder"), std::string::npos);
  EXPECT_FALSE(refused("drop path=" + write("x.pdf", "%PDF\x01\x02")).empty());
  EXPECT_FALSE(refused("drop path=" + write("x.lanescope", "{\"lanescope_session\":")).empty());
  EXPECT_FALSE(refused("argument name=in value=nothing").empty());
  EXPECT_FALSE(refused("argument name=none value=iota").empty());
  EXPECT_FALSE(refused("argument name=in value=\"[5]=iota\"").empty())
      << "the slider says how many";
  EXPECT_EQ(session().run(), kept);
  EXPECT_TRUE(state().experiment.arguments.empty());
  EXPECT_FALSE(session().failure());
}

TEST_F(Inputs, SeveralArgumentsThatFitAreAskedFor) {
  run("lesson id=matrix-product");
  std::vector<std::string> filled;
  for (const panels::experiment::ArgumentRow& row :
       panels::experiment::argument_rows(session()).rows) {
    if (row.is_buffer && row.words != "all 0") filled.push_back(row.name);
  }
  ASSERT_EQ(filled.size(), 2U) << "two matrices are multiplied";
  const std::string table = write("m.csv", "5");
  run("drop path=" + table);
  ASSERT_TRUE(state().files.dropped);
  EXPECT_EQ(state().files.dropped->fits, filled);
  run("drop path=" + table + " argument=" + filled[1]);
  EXPECT_FALSE(state().files.dropped);
  EXPECT_EQ(input(filled[1], 2), (Values{5, 5}));
  EXPECT_NE(input(filled[0], 2), (Values{5, 5}));
  run("drop path=" + table + "; drop-nothing");
  EXPECT_FALSE(state().files.dropped);
  // The selected one needs no question.
  run("select array=" + filled[0] + " index=0; drop path=" + table);
  EXPECT_FALSE(state().files.dropped);
  EXPECT_EQ(input(filled[0], 2), (Values{5, 5}));
  run("argument name=" + filled[0]);
  EXPECT_NE(input(filled[0], 2), (Values{5, 5})) << "as given";
}

// What a texture reads is changed by its buffer.
TEST_F(Inputs, ATextureIsShownAmongTheArguments) {
  run("lesson id=texture; rung id=linear");
  const auto rows = panels::experiment::argument_rows(session()).rows;
  ASSERT_FALSE(rows.empty());
  EXPECT_EQ(rows.back().name, "picture");
  EXPECT_EQ(rows.back().type, "texture");
  EXPECT_EQ(rows.back().words, "in,96x96,linear");
  EXPECT_TRUE(rows.back().is_fixed);
  EXPECT_FALSE(rows.back().is_buffer);
}

// A PGM of 2 × 2 pixels becomes the picture in the lesson's own size.
TEST_F(Inputs, APictureTakesThePlaceOfTheTestPicture) {
  run("lesson id=image");
  std::string name;
  for (const panels::experiment::ArgumentRow& row :
       panels::experiment::argument_rows(session()).rows) {
    if (row.words == "the test picture") name = row.name;
  }
  ASSERT_FALSE(name.empty());
  run("drop path=" + write("p.pgm", "P5 2 2 255\n" + std::string("\x07\x07\x07\x07", 4)));
  ASSERT_TRUE(state().experiment.arguments.contains(name));
  EXPECT_EQ(input(name, 3), (Values{7, 7, 7}));
  const auto line = commands::command_line_of(session());
  ASSERT_TRUE(line);
  EXPECT_NE(line->find("p.pgm"), std::string::npos) << *line;
}

TEST_F(Inputs, AKernelOpensWithArgumentsThatCanBeChanged) {
  run("lesson id=reduction; drop path=" +
      write("k.cu",
            "__global__ void scale(float* out, const float* in, float by, int n) {\n"
            "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
            "  if (i < n) out[i] = by * in[i];\n}\n"));
  EXPECT_TRUE(state().experiment.lesson.empty());
  EXPECT_EQ(session().run()->outcome, engine::Outcome::Finished);
  EXPECT_TRUE(session().run()->hazards.empty());
  EXPECT_EQ(input("in", 3), (Values{0, 1, 2}));
  run("argument name=by value=3; argument name=in value=\"[2048]=const:2\"; argument name=n "
      "value=64");
  const auto rows = panels::experiment::argument_rows(session()).rows;
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows[1].type, "f32[2,048]");
  EXPECT_EQ(rows[1].words, "all 2");
  EXPECT_TRUE(rows[1].is_changed);
  EXPECT_EQ(rows[2].value, "3");
  const auto& out = session().run()->buffers.front();
  EXPECT_EQ(experiment::element_value(out.type, out.bytes.data()), 6.0);
  EXPECT_EQ(experiment::element_value(out.type, out.bytes.data() + 64 * 4), 0.0);
  EXPECT_FALSE(refused("argument name=n value=many").empty());
  run("undo; undo; undo");
  EXPECT_TRUE(state().experiment.arguments.empty());
}

TEST_F(Inputs, WatchedExpressionsHaveAValueInEachLane) {
  run("lesson id=reduction; rung id=sequential; set block=64; set n=64; to-start");
  for (const char* text : {"threadIdx.x * 2", "n", "in[threadIdx.x]", "s[threadIdx.x]"})
    run("watch expression=" + session::quote(text));
  EXPECT_EQ(state().marks.watches.size(), 4U);
  run("to-end; step-back");
  const auto rows = panels::registers::watch_rows(session(), 8);
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows[0].values[3], "6");
  EXPECT_EQ(rows[1].values[0], "64");
  const Values in = input("in", 64);
  EXPECT_EQ(std::stod(rows[2].values[5]), in[5]);
  double sum = 0;
  for (const double value : in) sum += value;
  EXPECT_EQ(std::stod(rows[3].values[0]), sum) << "the block's sum";
  EXPECT_NE(refused("watch expression=nothing").find("'nothing'"), std::string::npos);
  EXPECT_FALSE(refused("watch expression=\"1 +\"").empty());
  run("unwatch expression=n; unwatch");
  EXPECT_TRUE(state().marks.watches.empty());
  run("undo");
  EXPECT_EQ(state().marks.watches.size(), 3U);
}

TEST_F(Inputs, AStepMarksTheLanesWhoseValueItChanges) {
  run("lesson id=reduction; rung id=sequential; set block=64; set n=64; to-start; "
      "watch expression=\"s[threadIdx.x]\"");
  studio_.step_to("st.shared");
  const auto rows = panels::registers::watch_rows(session(), 8);
  const Values in = input("in", 64);
  LaneMask expected = 0;  // shared memory begins as zeros
  const std::uint32_t first = session().shown_warp().value * 32;
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    if (in[first + lane] != 0) expected |= LaneMask{1} << lane;
  EXPECT_EQ(rows.front().changed, expected);
}

TEST_F(Inputs, ABreakpointsConditionReadsArrays) {
  run("lesson id=reduction; rung id=sequential; set block=64; set n=64; set input=iota; to-start");
  const std::string& text = session().source_text();
  const auto at = text.find("s[t] +=");
  ASSERT_NE(at, std::string::npos);
  const auto line =
      1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  run("break line=" + std::to_string(line) + " if=\"s[0] >= 32\"; next-break");
  run("watch expression=\"s[0]\"");
  const auto rows = panels::registers::watch_rows(session(), 8);
  EXPECT_GE(std::stod(rows.front().values[0]), 32.0);
}

TEST_F(Inputs, ASavedRunOpensAsItWas) {
  const std::string file = (folder_ / "r.lanerun").string();
  const std::string table = write("t.csv", "2\n5");
  run("lesson id=reduction; rung id=sequential; set block=64; set n=256; drop path=" + table +
      "; save-run file=" + file);
  const auto saved = session().run();
  fs::remove(table);
  Studio other;
  other.run("drop path=" + file);
  ASSERT_NE(other.session().run(), nullptr);
  EXPECT_EQ(other.session().run()->trace->digest(), saved->trace->digest());
  EXPECT_EQ(other.session().message(), "");
  EXPECT_EQ(other.session().state().files.recent.front(), file);
  other.run("set block=32");  // the same image serves
  EXPECT_TRUE(other.session().run()->complete);
  std::ofstream(file, std::ios::binary | std::ios::app) << "x";
  EXPECT_NE(refused("open file=" + file).find("damaged"), std::string::npos);
}

TEST_F(Inputs, AnAnimationIsAskedForInWordsThatAreChecked) {
  run("lesson id=reduction; rung id=sequential; set block=64; set n=64");
  for (const char* words : {"file=a.png", "file=a.gif steps=0", "file=a.gif steps=501",
                            "file=a.gif phases=9..99", "file=a.gif phases=3..1",
                            "file=a.gif unit=century", "file=a.gif delay=1", "file=a.gif width=9"})
    EXPECT_FALSE(refused(std::string("export-gif ") + words).empty()) << words;
  EXPECT_EQ(session().requests().waiting<session::AnimationRequest>(), nullptr);
  run("export-gif file=a.gif phases=1..2 unit=phase");
  const auto request = session().take<session::AnimationRequest>();
  ASSERT_TRUE(request);
  EXPECT_LT(request->first, request->last);
}

}  // namespace
}  // namespace lanescope::ui::test
