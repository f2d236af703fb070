// A monkey at the studio: commands made up from the one table, and a hand that clicks, drags,
// scrolls and types anywhere. The program must stay alive and the session consistent.
//
//   LANESCOPE_MONKEY_ACTIONS  how many things it does (1,000)
//   LANESCOPE_MONKEY_SEED     which ones
//
// What it does is written to a file as it goes, which stays when it ends badly.

#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <string>

#include <fmt/format.h>

#include "tests/ui/commands/consistency.hpp"
#include "tests/ui/monkey/monkey_commands.hpp"
#include "tests/ui/studio/screen.hpp"

namespace lanescope::ui::test {
namespace {

namespace fs = std::filesystem;
using test::check_moment;
using test::check_run;
using test::check_saved;
using test::check_undo;
using test::MonkeyCommands;

std::uint64_t setting(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

// An edit may make a loop that never ends, and a pasted kernel takes any grid: what runs longer
// than this would take most of the walk's time in a sanitized build.
constexpr std::uint64_t kMostSteps = 100'000;

class Monkey {
 public:
  Monkey(std::uint64_t seed, const fs::path& folder)
      : folder_(folder),
        commands_(seed, folder),
        screen_(1280.0F, 720.0F, test::Screen::Audience::User, kMostSteps) {
    log_.open(folder / "actions.txt");
    screen_.model().run("lesson id=reduction; set block=64; set n=64");
  }
  ~Monkey() { screen_.end(); }
  Monkey(const Monkey&) = delete;
  Monkey& operator=(const Monkey&) = delete;

  // One thing; most of them are awaited, so that a seed tells what happens.
  void act() {
    // Machine code is taken apart by another program, which takes most of the time if it may.
    if (session().state().tools.sass && commands_.below(4) > 0)
      (void)commands::execute(session(), "sass value=off");
    switch (commands_.below(8)) {
      case 0:
        click();
        break;
      case 1:
        drag();
        break;
      case 2:
        press_key();
        break;
      case 3:
        type_or_scroll();
        break;
      default:
        command();
        break;
    }
    screen_.session().update(1.0 / 60.0);
    if (commands_.below(4) > 0) screen_.session().settle();
    if (commands_.below(4) == 0) screen_.frame();
  }
  [[nodiscard]] session::Session& session() { return screen_.session(); }

 private:
  void note(const std::string& action) { log_ << action << '\n' << std::flush; }

  void command() {
    const std::string text = commands_.next(session());
    note(text);
    (void)commands::execute(session(), text);
  }
  ImVec2 somewhere() {
    const auto at = [&](float size) {
      return static_cast<float>(commands_.below(1000)) * size / 1000.0F;
    };
    const auto& panels = session().panels();
    const auto place = commands_.below(3) == 0 || panels.empty()
                           ? std::nullopt
                           : studio::Studio::place_of_panel(commands_.one_of(panels));
    if (!place) return {at(1280.0F), at(720.0F)};
    return {place->x + at(place->width), place->y + at(place->height)};
  }
  void move_to(ImVec2 at) { ImGui::GetIO().AddMousePosEvent(at.x, at.y); }
  void button(int which, bool down) {
    ImGui::GetIO().AddMouseButtonEvent(which, down);
    screen_.frame();
  }
  void click() {
    const ImVec2 at = somewhere();
    const int which = commands_.below(5) == 0 ? 1 : 0;
    const int times = commands_.below(6) == 0 ? 2 : 1;
    note(fmt::format("# click {} at {:.0f}, {:.0f}, {} ×", which, at.x, at.y, times));
    move_to(at);
    screen_.frame();
    for (int i = 0; i < times; ++i) {
      button(which, true);
      button(which, false);
    }
  }
  void drag() {
    const ImVec2 from = somewhere(), to = somewhere();
    note(fmt::format("# drag {:.0f}, {:.0f} to {:.0f}, {:.0f}", from.x, from.y, to.x, to.y));
    move_to(from);
    screen_.frame();
    button(0, true);
    for (int i = 1; i <= 2; ++i) {
      const float share = static_cast<float>(i) / 2.0F;
      move_to({from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share});
      screen_.frame();
    }
    button(0, false);
  }
  void press_key() {
    const auto key =
        static_cast<ImGuiKey>(static_cast<std::size_t>(ImGuiKey_NamedKey_BEGIN) +
                              commands_.below(ImGuiKey_GamepadStart - ImGuiKey_NamedKey_BEGIN));
    const std::size_t mods = commands_.below(6);
    note(fmt::format("# key {} with {}", ImGui::GetKeyName(key), mods));
    ImGuiIO& io = ImGui::GetIO();
    for (const bool down : {true, false}) {
      if (mods == 1 || mods == 3) io.AddKeyEvent(ImGuiMod_Ctrl, down);
      if (mods == 2 || mods == 3) io.AddKeyEvent(ImGuiMod_Shift, down);
      io.AddKeyEvent(key, down);
      screen_.frame();
    }
  }
  void type_or_scroll() {
    ImGuiIO& io = ImGui::GetIO();
    if (commands_.below(2) == 0) {
      const auto turns = static_cast<float>(commands_.below(9)) - 4.0F;
      note(fmt::format("# wheel {}", turns));
      move_to(somewhere());
      io.AddMouseWheelEvent(commands_.below(4) == 0 ? turns : 0.0F, turns);
    } else {
      const std::vector<const char*> words{"goto tick=5", "int x = 1;", "theme", "%r1", "ß✓", "}"};
      const char* text = commands_.one_of(words);
      note(fmt::format("# type {}", text));
      io.AddInputCharactersUTF8(text);
    }
    screen_.frame();
  }

  fs::path folder_;
  MonkeyCommands commands_;
  test::Screen screen_;
  std::ofstream log_;
};

// An own folder for its files and for the list of what it did.
fs::path monkey_folder(std::uint64_t seed) {
  const fs::path folder = fs::temp_directory_path() / fmt::format("lanescope-monkey-{}", seed);
  fs::remove_all(folder);
  fs::create_directories(folder);
  const std::pair<const char*, const char*> files[] = {
      {"numbers.csv", "1,2,3\n4.5,-6,7\n"},
      {"words.txt", "to be or not to be"},
      {"twice.cu",
       "__global__ void twice(float* out, const float* in, int n) {\n"
       "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) out[i] = 2 * in[i];\n}\n"},
      {"broken.png", "\x89PNG\r\n\x1a\n and no more"},
      {"empty.npy", ""}};
  for (const auto& [name, text] : files) std::ofstream(folder / name) << text;
  return folder;
}

TEST(Monkey, LeavesTheStudioAliveAndConsistent) {
  const std::uint64_t seed = setting("LANESCOPE_MONKEY_SEED", 20261121);
  const std::uint64_t actions = setting("LANESCOPE_MONKEY_ACTIONS", 1'000);
  const fs::path folder = monkey_folder(seed);
  fmt::print("seed {}, {} actions, written to {}\n", seed, actions, folder.string());
  std::fflush(stdout);
  // Some buttons write where the program runs.
  const fs::path before = fs::current_path();
  fs::current_path(folder);
  {
    Monkey monkey(seed, folder);
    test::Studio second(kMostSteps);
    const auto all_well = [&](const std::vector<std::string>& faults, std::uint64_t action) {
      for (const std::string& fault : faults) ADD_FAILURE() << "action " << action << ": " << fault;
      return faults.empty();
    };
    for (std::uint64_t i = 1; i <= actions; ++i) {
      monkey.act();
      session::Session& session = monkey.session();
      ASSERT_TRUE(all_well(check_moment(session), i));
      if (i % 50 != 0 && i != actions) continue;
      session.settle();
      ASSERT_TRUE(all_well(check_run(session), i));
      ASSERT_TRUE(all_well(check_undo(session), i));
      ASSERT_TRUE(all_well(
          check_saved(session, second.session(), (folder / "saved.lanescope").string()), i));
      ASSERT_TRUE(all_well(check_moment(second.session()), i));
    }
  }
  fs::current_path(before);
  fs::remove_all(folder);
}

// Arguments are made up for every key that the table names.
TEST(MonkeyCommands, ReadTheTablesKeys) {
  const auto names = [](const char* command) {
    std::vector<std::string> found;
    for (const test::MonkeyKey& key : test::monkey_keys(*commands::find_command(command)))
      found.push_back(key.name);
    return found;
  };
  const auto has = [](const std::vector<std::string>& all, const char* name) {
    return std::find(all.begin(), all.end(), name) != all.end();
  };
  for (const char* key : {"tick", "phase", "launch", "line", "mark", "fraction"})
    EXPECT_TRUE(has(names("goto"), key)) << key;
  for (const char* key : {"warp", "lane", "array", "index", "none"})
    EXPECT_TRUE(has(names("select"), key)) << key;
  for (const char* key : {"rung", "NAME", "pin", "off", "align", "picture"})
    EXPECT_TRUE(has(names("compare"), key)) << key;
}

}  // namespace
}  // namespace lanescope::ui::test
