// The panels in a language that there is not: the catalogue's texts with other vowels, each written
// twice, which makes them about a third longer. What is still in plain English was drawn past the
// catalogue; what is too wide for its place would be clipped in a language that needs more room.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <string>

#include "tests/ui/model/recordings.hpp"
#include "tests/ui/model/studio.hpp"
#include "tests/ui/panels/contract.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::session {
namespace {

using test::Studio;

// Those left out show what others wrote: lessons, sources, messages, names of machines.
test::Panels panels() {
  return test::panels_except(
      {"experiment", "lesson", "source", "notes", "help", "hazards", "device", "image"});
}

// The language is the process's: chosen once, before the first text.
class Language : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    const std::string folder = testing::TempDir() + "lanescope_language";
    std::filesystem::create_directories(folder + "/qq/LC_MESSAGES");
    // None of these vowels is a format's type, so fields stay what they are.
    const std::string command =
        "msgen --no-wrap ui/words/lanescope.pot |"
        " sed -e 's/nplurals=INTEGER; plural=EXPRESSION/nplurals=2; plural=n != 1/' |"
        " msgfilter --keep-header --no-wrap sed -e 's/a/áá/g;s/i/íí/g;s/o/öö/g;s/u/üü/g' |"
        " msgfmt -o '" +
        folder + "/qq/LC_MESSAGES/lanescope.mo' -";
    ASSERT_EQ(std::system(command.c_str()), 0) << "gettext's tools are needed";
    ::setenv("LC_ALL", "C.UTF-8", 1);
    ::setenv("LANGUAGE", "qq", 1);
    choose_language(folder);
    ASSERT_STREQ(tr("Warps"), "Wáárps");
  }
};

// A sentence with vowels of which none is the language's own.
bool is_english(const std::string& text) {
  static const std::regex kSentence("[a-z]{2,} [a-z]{2,} [a-z]{2,}");
  const auto holds = [&](const char* part) { return text.find(part) != std::string::npos; };
  const bool translated = holds("á") || holds("í") || holds("ö") || holds("ü");
  return !translated && text.find_first_of("aiou") != std::string::npos &&
         std::regex_search(text, kSentence);
}

// Lessons are data, in English; a title may be shortened, or have its number before it.
bool is_of_lesson(const Session& session, std::string text) {
  if (const std::size_t gap = text.find("  "); gap != std::string::npos) text.erase(0, gap + 2);
  if (const std::size_t cut = text.find("…"); cut != std::string::npos) text.resize(cut);
  if (session.lesson() == nullptr) return false;
  return std::ranges::any_of(session.lesson()->rungs, [&](const lesson::Rung& rung) {
    return rung.title.starts_with(text);
  });
}

void check_language(const Session& session, const std::string& state) {
  for (const test::StageOptions& shape : test::contract_shapes()) {
    test::Stage stage(shape);
    for (const auto& panel : panels()) {
      stage.draw(*panel, session);
      const std::string where = std::string(panel->id()) + ", " + state;
      test::check_contract(stage, where);
      for (const widgets::Label& label : stage.labels().labels())
        EXPECT_TRUE(!is_english(label.text) || is_of_lesson(session, label.text))
            << where << ": " << label.text;
    }
  }
}

TEST_F(Language, IsSpokenEverywhere) {
  Studio studio;
  check_language(studio.session(), "no run");
  studio.run("lesson id=reduction; rung id=interleaved-stride; set block=256; to-start");
  check_language(studio.session(), "start");
  studio.run("compare rung=sequential; goto phase=4 launch=0");
  studio.step_to("ld.shared");
  check_language(studio.session(), "conflict");
  studio.run("beat value=0.4; phase-view value=off; select lane=3; sweep parameter=block");
  check_language(studio.session(), "beat");
  studio.session().complete_ladder();
  studio.run("to-end");
  check_language(studio.session(), "end");
  studio.session().set_measurements({test::recording_with_peaks()});
  studio.run("rung id=sequential; set n=4096; set block=64; sweep counter=roofline:0");
  studio.session().complete_ladder();
  check_language(studio.session(), "roofline");
  studio.run("lesson id=divergence; rung id=odd-even; goto mark=divergence; step-forward count=3");
  check_language(studio.session(), "diverged");
}

}  // namespace
}  // namespace lanescope::ui::session
