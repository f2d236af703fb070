// A catalogue of a few texts, made here by gettext's msgfmt, in a language that there is not.
#include "ui/words/words.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

namespace lanescope::ui {
namespace {

constexpr const char* kCatalogue = R"(msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

msgid "Block size"
msgstr "Größe der Blöcke"

msgid "{} of {} lanes"
msgstr "von {1} Bahnen {0}"

msgid "{} block"
msgid_plural "{} blocks"
msgstr[0] "{} Block"
msgstr[1] "{} Blöcke"

msgid "tick {}"
msgstr "Takt {} von {}"
)";

// The language is the process's: chosen once, before the first text.
class Words : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    const std::filesystem::path folder = testing::TempDir() + "lanescope_words";
    const std::filesystem::path place = folder / "qq" / "LC_MESSAGES";
    std::filesystem::create_directories(place);
    std::ofstream(folder / "qq.po") << kCatalogue;
    const std::string command = "msgfmt -o '" + (place / "lanescope.mo").string() + "' '" +
                                (folder / "qq.po").string() + "'";
    ASSERT_EQ(std::system(command.c_str()), 0) << "gettext's msgfmt is needed";
    ::setenv("LC_ALL", "C.UTF-8", 1);
    ::setenv("LANGUAGE", "qq", 1);
    choose_language(folder.string());
  }
};

TEST_F(Words, AreTranslated) {
  EXPECT_STREQ(tr("Block size"), "Größe der Blöcke");
  EXPECT_EQ(say("{} of {} lanes", 3, 32), "von 32 Bahnen 3");
  EXPECT_EQ(say_many(1, "{} block", "{} blocks", 1), "1 Block");
  EXPECT_EQ(say_many(7, "{} block", "{} blocks", 7), "7 Blöcke");
}

TEST_F(Words, AreEnglishWhereTheCatalogueHasNone) {
  EXPECT_STREQ(tr("Grid"), "Grid");
  EXPECT_STREQ(tr(""), "");
  EXPECT_EQ(say("{} warps", 2), "2 warps");
  EXPECT_EQ(say_many(1, "{} pass", "{} passes", 1), "1 pass");
  EXPECT_EQ(say_many(0, "{} pass", "{} passes", 0), "0 passes");
}

// A translator's mistake costs the translation, nothing else.
TEST_F(Words, AreEnglishWhereATranslationDoesNotFit) { EXPECT_EQ(say("tick {}", 5), "tick 5"); }

}  // namespace
}  // namespace lanescope::ui
