// Sessions saved, opened, damaged; undo and redo; autosave; the command line that says the same.

#include <filesystem>

#include <sys/wait.h>
#include <unistd.h>

#include "lab/experiment/file.hpp"
#include "lab/experiment/spec.hpp"
#include "tests/ui/model/studio.hpp"
#include "ui/commands/command_line.hpp"
#include "ui/session/saved_session.hpp"
#include "ui/session/user_files.hpp"

namespace lanescope::ui::session {
namespace {

namespace fs = std::filesystem;
using test::Studio;

// A folder of its own, gone afterwards.
class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "lanescope-XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~Folder() {
    std::error_code none;
    fs::remove_all(path_, none);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] std::string file(const std::string& name) const { return (path_ / name).string(); }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

experiment::Experiment pasted() {
  experiment::Experiment experiment;
  experiment.source = {
      "twice.cu",
      "extern \"C\" __global__ void twice(int* out, int by) {\n"
      "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n  out[i] = by * i;\n}\n",
      false,
      {}};
  experiment.options.order = engine::Order::RoundRobin;
  experiment::LaunchSpec launch;
  launch.kernel = "twice";
  launch.grid = {2, 1, 1};
  launch.block = {64, 1, 1};
  for (const char* spec : {"out:i32[128]=zero", "by:i32=2"})
    launch.arguments.emplace_back(*experiment::parse_argument(spec));
  experiment.launches.push_back(launch);
  return experiment;
}

constexpr const char* kSetUp =
    "lesson id=reduction; rung id=sequential; set block=64; set n=128; set policy=ipdom; set "
    "input=const:2; record blocks=2; goto tick=33; bookmark note=\"a \\\"quoted\\\" note\"; break "
    "line=12; theme "
    "value=light; show-array name=s; heat counter=bank-conflicts; grid-view value=on";

TEST(SessionFile, EverythingComesBack) {
  const Folder folder;
  Studio first;
  first.run(kSetUp);
  std::string text = first.session().source_text();
  text.insert(0, "// mine\n");
  first.run("edit text=" + quote(text) + "; save file=" + folder.file("a.lanescope"));
  const view::State& saved = first.session().state();

  Studio second;
  second.run("lesson id=scan; open file=" + folder.file("a.lanescope"));
  const view::State& opened = second.session().state();
  EXPECT_EQ(opened.experiment.rung, "sequential");
  EXPECT_EQ(opened.experiment.values, saved.experiment.values);
  EXPECT_EQ(opened.experiment.machine.policy, engine::Policy::Ipdom);
  EXPECT_EQ(opened.experiment.input, "const:2");
  EXPECT_EQ(opened.experiment.edited_source(), text);
  EXPECT_EQ(opened.marks.bookmarks, saved.marks.bookmarks);
  EXPECT_EQ(opened.marks.breakpoints, saved.marks.breakpoints);
  EXPECT_EQ(opened.appearance.theme, view::Theme::Light);
  EXPECT_EQ(opened.appearance.heat, "shared.bank_conflicts");
  EXPECT_TRUE(opened.appearance.grid_view);
  EXPECT_EQ(opened.appearance.array, "s");
  EXPECT_EQ(opened.cursor.tick, saved.cursor.tick);
  EXPECT_EQ(opened.experiment.window.count, 2U);
  EXPECT_EQ(second.session().run()->counters().warp_instructions,
            first.session().run()->counters().warp_instructions);
  EXPECT_EQ(session_text(saved_session(second.session())),
            session_text(saved_session(first.session())));
}

TEST(SessionFile, PastedKernelsToo) {
  const Folder folder;
  Studio first;
  first.session().open(pasted());
  first.session().settle();
  first.run("set block=32; goto tick=3; save file=" + folder.file("p.lanescope"));
  Studio second;
  second.run("open file=" + folder.file("p.lanescope"));
  ASSERT_NE(second.session().pasted(), nullptr);
  EXPECT_EQ(second.session().run()->plan().launches.front().block.x, 32U);
  EXPECT_EQ(second.session().source_text(), pasted().source.text);
  EXPECT_EQ(second.session().state().cursor.tick, Tick{3});
}

// Cut anywhere, or with a byte changed: a message that names the file, and the session as it was.
TEST(SessionFile, DamagedFilesAreRefusedInWords) {
  const Folder folder;
  Studio studio;
  studio.run(kSetUp);
  const std::string whole = session_text(saved_session(studio.session()));
  for (std::size_t length = 0; length + 3 < whole.size(); length += 11) {
    const auto read = read_session(whole.substr(0, length), "cut.lanescope");
    ASSERT_FALSE(read) << length;
    EXPECT_NE(read.error().text().find("cut.lanescope"), std::string::npos);
  }
  const std::pair<const char*, const char*> wrong[] = {
      {"[1, 2]", "not a Lanescope session"},
      {"{\"lanescope_session\": 99}", "newer"},
      {"{\"lanescope_session\": 1}", "names no kernel"},
      {"{\"lanescope_session\": 1, \"experiment\": {\"lesson\": 3}}", "lesson"},
      {"{\"lanescope_session\": 1, \"experiment\": {\"lesson\": \"a\", \"warp_size\": 7}}",
       "warp_size"},
      {"{\"lanescope_session\": 1, \"experiment\": {\"lesson\": \"a\", \"blocks\": 0}}", "blocks"},
      {"{\"lanescope_session\": 1, \"experiment\": {\"lesson\": \"a\", \"policy\": 8}}", "policy"}};
  for (const auto& [text, words] : wrong) {
    const auto read = read_session(text, "x");
    ASSERT_FALSE(read) << text;
    EXPECT_NE(read.error().text().find(words), std::string::npos) << read.error().text();
  }
  ASSERT_TRUE(experiment::write_text(folder.file("bad"), whole.substr(0, 100)));
  const view::State before = studio.session().state();
  EXPECT_FALSE(commands::execute(studio.session(), "open file=" + folder.file("bad")));
  EXPECT_NE(studio.session().message().find("bad"), std::string::npos);
  EXPECT_EQ(studio.session().state().experiment.rung, before.experiment.rung);
  EXPECT_EQ(studio.session().state().cursor.tick, before.cursor.tick);
  EXPECT_FALSE(commands::execute(studio.session(), "open file=/nowhere/at/all"));
  EXPECT_FALSE(commands::execute(studio.session(), "save file=/nowhere/at/all"));
}

// Written as numbers before any counter could be chosen.
TEST(SessionFile, TheHeatOfOlderFilesIsANumber) {
  const auto heat = [](const std::string& view) -> std::string {
    const auto read = read_session(
        R"({"lanescope_session": 1, "experiment": {"lesson": "scan"}, "view": {)" + view + "}}",
        "x");
    return read ? read->appearance.heat : "refused";
  };
  EXPECT_EQ(heat(""), "") << "chosen from the run";
  EXPECT_EQ(heat(R"("heat": "")"), "");
  EXPECT_EQ(heat(R"("heat": 0)"), "warp_instructions");
  EXPECT_EQ(heat(R"("heat": 1)"), "shared.wavefronts");
  EXPECT_EQ(heat(R"("heat": 2)"), "shared.bank_conflicts");
  EXPECT_EQ(heat(R"("heat": 3)"), "global.sectors");
  EXPECT_EQ(heat(R"("heat": 4)"), "divergent_branches");
  EXPECT_EQ(heat(R"("heat": "local.load.bytes")"), "local.load.bytes");
  for (const char* wrong : {R"("heat": 5)", R"("heat": "love")", R"("heat": -1)", R"("heat": [])"})
    EXPECT_EQ(heat(wrong), "refused") << wrong;
}

TEST(SessionFile, RecentFilesAreKeptInOrder) {
  const Folder folder;
  Studio studio;
  UserFiles files;
  files.folder = folder.path();
  studio.session().take_up(files);
  studio.run("lesson id=scan");
  for (const char* name : {"1", "2", "1"}) studio.run("save file=" + folder.file(name));
  const std::vector<std::string> expected{folder.file("1"), folder.file("2")};
  EXPECT_EQ(studio.session().state().files.recent, expected);
  EXPECT_EQ(read_recent(folder.path()), expected);
  fs::remove(folder.file("1"));
  EXPECT_EQ(read_recent(folder.path()).size(), 1U) << "what is gone is not offered";
  studio.run("save");
  EXPECT_TRUE(fs::exists(folder.file("1"))) << "to the file before";
}

std::optional<DialogRequest::For> asked(Studio& studio) {
  const auto request = studio.session().take<DialogRequest>();
  return request ? std::optional(request->purpose) : std::nullopt;
}

TEST(SessionFile, WithoutAFileTheDialogIsAskedFor) {
  Studio studio;
  studio.run("lesson id=scan; save");
  EXPECT_EQ(asked(studio), DialogRequest::For::Save);
  studio.run("open");
  EXPECT_EQ(asked(studio), DialogRequest::For::Open);
}

TEST(Autosave, ComesBackAfterACrashOnly) {
  const Folder folder;
  // A process that ends without a word, and leaves its file.
  const pid_t child = fork();
  if (child == 0) _exit(0);
  ASSERT_GT(child, 0);
  ASSERT_EQ(waitpid(child, nullptr, 0), child);
  Studio studio;
  studio.run(kSetUp);
  {
    Autosave autosave(folder.path());
    autosave.update(studio.session(), 0.5);
    EXPECT_FALSE(fs::exists(autosave.file())) << "now and then, not every frame";
    autosave.update(studio.session(), 5.0);
    ASSERT_TRUE(fs::exists(autosave.file()));
    EXPECT_TRUE(left_behind(folder.path()).empty()) << "its process lives";
    fs::copy(autosave.file(), folder.file("autosave-" + std::to_string(child) + ".json"));
  }
  EXPECT_FALSE(fs::exists(folder.file("autosave-" + std::to_string(getpid()) + ".json")));
  const fs::path left = left_behind(folder.path());
  ASSERT_EQ(left, folder.file("autosave-" + std::to_string(child) + ".json"));
  Studio next;
  next.run("lesson id=scan");
  EXPECT_FALSE(commands::execute(next.session(), "recover"));
  UserFiles files;
  files.recovery = left.string();
  next.session().take_up(files);
  next.run("recover");
  EXPECT_EQ(next.session().state().experiment.rung, "sequential");
  EXPECT_EQ(next.session().state().marks.bookmarks.size(), 1U);
  EXPECT_TRUE(next.session().state().files.recovery.empty());
  EXPECT_FALSE(fs::exists(left));
}

TEST(Undo, TakesChangesOfTheExperimentBack) {
  Studio studio;
  const view::State& s = studio.session().state();
  studio.run("lesson id=reduction; rung id=sequential");
  const auto block = s.experiment.values.at("block");
  studio.run("set block=512; set n=2048; goto tick=9; set policy=ipdom; break line=12; bookmark");
  studio.run("undo");
  EXPECT_TRUE(s.marks.bookmarks.empty());
  studio.run("undo");
  EXPECT_TRUE(s.marks.breakpoints.empty());
  studio.run("undo");
  EXPECT_EQ(s.experiment.machine.policy, engine::Policy::Its);
  EXPECT_EQ(studio.session().run()->plan().options.policy, engine::Policy::Its);
  EXPECT_EQ(s.cursor.tick, Tick{9}) << "moving through time is no change";
  studio.run("redo");
  EXPECT_EQ(studio.session().run()->plan().options.policy, engine::Policy::Ipdom);
  studio.run("undo; undo");
  EXPECT_NE(s.experiment.values.at("n"), 2048);
  EXPECT_EQ(s.experiment.values.at("block"), 512);
  studio.run("undo; undo");
  EXPECT_NE(s.experiment.rung, "sequential");
  EXPECT_NE(s.experiment.values.at("block"), 512);
  studio.run("redo");
  EXPECT_EQ(s.experiment.rung, "sequential");
  EXPECT_EQ(s.experiment.values.at("block"), block);
  studio.run("set block=64");
  EXPECT_FALSE(commands::execute(studio.session(), "redo")) << "a new change ends the way forwards";
}

TEST(Undo, OneGestureIsOneChange) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=sequential; set block=128");
  const auto past = std::chrono::steady_clock::now();
  for (const char* step : {"set n=512", "set n=1024", "set n=2048"})
    ASSERT_TRUE(commands::execute(studio.session(), step));
  studio.session().settle();
  ASSERT_LT(std::chrono::steady_clock::now() - past, std::chrono::seconds(30));
  const auto before = studio.session().state().experiment.values.at("n");
  EXPECT_EQ(before, 2048);
  studio.run("undo");
  EXPECT_NE(studio.session().state().experiment.values.at("n"), 512);
  EXPECT_NE(studio.session().state().experiment.values.at("n"), 1024);
  EXPECT_EQ(studio.session().state().experiment.values.at("block"), 128);
}

TEST(Undo, AlsoOfEdits) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=sequential");
  const std::string shipped = studio.session().source_text();
  studio.run("edit text=" + quote("// one\n" + shipped));
  EXPECT_NE(studio.session().source_text(), shipped);
  studio.run("undo");
  EXPECT_EQ(studio.session().source_text(), shipped);
  studio.run("redo");
  EXPECT_EQ(studio.session().source_text(), "// one\n" + shipped);
}

TEST(CopyCommand, SaysTheSameInALine) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=sequential; set block=64; set n=128; copy-command");
  const auto copied = [&] {
    const auto request = studio.session().take<CopyRequest>();
    return request ? request->text : "nothing";
  };
  const std::string first = copied();
  EXPECT_EQ(copied(), "nothing") << "it is copied once";
  EXPECT_TRUE(first.starts_with("lanescope run reduction/sequential ")) << first;
  for (const char* words : {" --set block=64", " --set n=128", " --order round_robin"})
    EXPECT_NE(first.find(words), std::string::npos) << first;
  EXPECT_EQ(first.find("--policy"), std::string::npos) << "defaults are left out";
  studio.run("set policy=min_pc input=random:7%10; copy-command");
  const std::string second = copied();
  EXPECT_NE(second.find(" --policy min_pc"), std::string::npos);
  EXPECT_NE(second.find("=random:7%10"), std::string::npos) << second;
  studio.run("edit text=" + quote("// x\n" + studio.session().source_text()));
  EXPECT_FALSE(commands::execute(studio.session(), "copy-command"));
}

TEST(CopyProgram, IsTheKernelWithItsHost) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=sequential; set block=64; set n=128; copy-program");
  const auto copied = studio.session().take<CopyRequest>();
  ASSERT_TRUE(copied);
  EXPECT_NE(copied->text.find(studio.session().source_text()), std::string::npos);
  EXPECT_NE(copied->text.find("<<<dim3(1, 1, 1), dim3(64, 1, 1), 256>>>"), std::string::npos)
      << copied->text;
  const std::string file = ::testing::TempDir() + "program.cu";
  studio.run("copy-program file=" + file);
  EXPECT_FALSE(studio.session().take<CopyRequest>()) << "it went into the file";
  EXPECT_EQ(*experiment::read_text(file), copied->text);
}

TEST(CopyCommand, OfAPastedKernel) {
  Studio studio;
  studio.session().open(pasted());
  studio.session().settle();
  studio.run("set block=32; copy-command");
  EXPECT_EQ(studio.session().take<CopyRequest>()->text,
            "lanescope run twice.cu --kernel twice --grid 2 --block 32 --arg "
            "'out:i32[128]=zero' --arg by:i32=2 --order round_robin");
}

TEST(PhaseSvg, IsWrittenWithItsArcs) {
  const Folder folder;
  Studio studio;
  studio.run("lesson id=reduction; rung id=sequential; set block=32; set n=32; show-array name=s");
  studio.run("export-picture panel=arrays file=" + folder.file("p.svg"));
  const auto svg = experiment::read_text(folder.file("p.svg"));
  ASSERT_TRUE(svg);
  EXPECT_TRUE(svg->starts_with("<svg "));
  EXPECT_TRUE(svg->ends_with("</svg>\n"));
  const auto count = [&](const std::string& what) {
    std::size_t found = 0;
    for (auto at = svg->find(what); at != std::string::npos; at = svg->find(what, at + 1)) ++found;
    return found;
  };
  // A tree over 32 elements has 31 sums, each of two elements.
  EXPECT_EQ(count("<path "), 62U);
  EXPECT_GE(count("<rect "), 32U * 6U);
  EXPECT_FALSE(commands::execute(studio.session(), "export-picture file=x.gif"));
  studio.run("export-picture");
  EXPECT_EQ(asked(studio), DialogRequest::For::SavePhases) << "it asks where";
  EXPECT_FALSE(commands::execute(studio.session(), "export-picture panel=warps file=x.svg"));
  studio.run("export-picture panel=warps file=x.png");
  const PictureRequest* picture = studio.session().requests().waiting<PictureRequest>();
  ASSERT_NE(picture, nullptr) << "the next frame takes it";
  EXPECT_EQ(picture->panel, "warps");
}

}  // namespace
}  // namespace lanescope::ui::session
