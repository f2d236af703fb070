// The words of this program: each standard term has an entry, and texts link them.

#include "ui/teaching/glossary.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "ui/teaching/term_links.hpp"

namespace lanescope::ui::teaching {
namespace {

std::vector<std::string> found_in(std::string_view text) {
  std::vector<std::string> out;
  for (const TermLink& link : find_terms(text))
    out.push_back(std::string(text.substr(link.begin, link.end - link.begin)) + " → " +
                  std::string(link.term->word));
  return out;
}

using Words = std::vector<std::string>;

// The vocabulary of the CUDA programming guide, the PTX manual and NVIDIA's profiler, as far as
// the panels and lessons use it.
TEST(Glossary, HasEveryStandardTerm) {
  for (const char* word : {"grid",
                           "block",
                           "warp",
                           "lane",
                           "thread",
                           "SM",
                           "launch",
                           "active mask",
                           "predication",
                           "divergence",
                           "divergent branch",
                           "reconvergence",
                           "reconvergence point",
                           "independent thread scheduling",
                           "lockstep",
                           "SIMT efficiency",
                           "barrier",
                           "shared memory",
                           "bank",
                           "bank conflict",
                           "wavefront",
                           "broadcast",
                           "padding",
                           "global memory",
                           "request",
                           "sector",
                           "cache line",
                           "coalescing",
                           "uncoalesced",
                           "stride",
                           "local memory",
                           "spill",
                           "constant memory",
                           "atomic",
                           "shared atomic",
                           "occupancy",
                           "resident",
                           "register",
                           "shuffle",
                           "vote, ballot",
                           "tile",
                           "halo",
                           "coarsening",
                           "privatisation",
                           "pageable memory",
                           "pinned memory",
                           "mapped memory",
                           "managed memory",
                           "page fault",
                           "thrashing",
                           "race",
                           "deadlock",
                           "out of bounds",
                           "misaligned",
                           "PTX",
                           "SASS",
                           "cubin",
                           "NVRTC"}) {
    EXPECT_EQ(std::ranges::count(glossary(), std::string_view(word), &Term::word), 1) << word;
  }
}

TEST(Glossary, EntriesAreWholeAndUnique) {
  for (const Term& term : glossary()) {
    EXPECT_EQ(std::ranges::count(glossary(), term.word, &Term::word), 1) << term.word;
    EXPECT_TRUE(term.meaning.ends_with('.')) << term.word;
    EXPECT_GT(term.meaning.size(), 15U) << term.word;
    // Each term can be met in a text, in the words of its entry.
    if (!term.linked) continue;
    const std::string_view form = term.word.substr(0, term.word.find(','));
    const auto links = find_terms(form);
    ASSERT_EQ(links.size(), 1U) << term.word;
    EXPECT_EQ(links[0].term, &term) << term.word;
    EXPECT_EQ(links[0].end - links[0].begin, form.size()) << term.word;
  }
}

TEST(TermLinks, WholeWordsAndPlurals) {
  EXPECT_EQ(found_in("Two warps wait."), Words{"warps → warp"});
  EXPECT_EQ(found_in("Warps of it."), Words{"Warps → warp"});
  EXPECT_EQ(found_in("(lanes), sectors; halos"),
            (Words{"lanes → lane", "sectors → sector", "halos → halo"}));
  EXPECT_EQ(found_in("The warp's lanes"), (Words{"warp → warp", "lanes → lane"}));
  EXPECT_TRUE(found_in("warped planes, blockade, threadIdx.x, warp_size").empty());
  EXPECT_EQ(found_in("branches"), Words{"branches → branches"});
  EXPECT_EQ(found_in("a branch"), Words{"branch → branches"});
}

TEST(TermLinks, TheLongestTermFirst) {
  EXPECT_EQ(found_in("bank conflicts of a bank"),
            (Words{"bank conflicts → bank conflict", "bank → bank"}));
  EXPECT_EQ(found_in("shared memory"), Words{"shared memory → shared memory"});
  EXPECT_EQ(found_in("a divergent branch"), Words{"divergent branch → divergent branch"});
  EXPECT_EQ(found_in("divergent lanes"), (Words{"divergent → divergence", "lanes → lane"}));
  EXPECT_EQ(found_in("bank\nconflict"), Words{"bank\nconflict → bank conflict"});
  EXPECT_EQ(found_in("bank, conflict"), Words{"bank → bank"});
}

TEST(TermLinks, CapitalsAreThemselves) {
  EXPECT_EQ(found_in("an SM and two SMs"), Words{"SM → SM"});
  EXPECT_TRUE(found_in("sm_90 sm").empty());
  EXPECT_TRUE(found_in("ptx").empty());
}

TEST(TermLinks, EachTermOnceWhereItStandsFirst) {
  const std::string_view text = "a lane, the lanes, one lane";
  const auto links = find_terms(text);
  ASSERT_EQ(links.size(), 1U);
  EXPECT_EQ(links[0].begin, 2U);
  std::vector<const Term*> seen{links[0].term};
  EXPECT_TRUE(find_terms(text, seen).empty());
}

TEST(TermLinks, AnyBytes) {
  EXPECT_TRUE(find_terms("").empty());
  EXPECT_EQ(found_in("\xff\xfe warp \xe2\x80\xa6"), Words{"warp → warp"});
  EXPECT_TRUE(find_terms(std::string(3, '\0')).empty());
  EXPECT_TRUE(find_terms("s es ies").empty());
}

}  // namespace
}  // namespace lanescope::ui::teaching
