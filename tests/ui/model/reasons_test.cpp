// How the reasons of waiting look: each tells itself apart by colour or pattern, and has words.

#include "ui/figures/reasons.hpp"

#include <set>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

namespace lanescope::ui::figures {
namespace {

TEST(Reasons, NoTwoLookAlike) {
  std::set<std::tuple<style::Role, ReasonLook::Pattern>> looks;
  for (int i = 0; i < timing::kReasons; ++i) {
    const ReasonLook look = reason_look(static_cast<timing::Reason>(i));
    EXPECT_TRUE(looks.emplace(look.role, look.pattern).second)
        << reason_title(static_cast<timing::Reason>(i));
    EXPECT_GT(look.height, 0.0F);
    EXPECT_LE(look.height, 1.0F);
  }
}

TEST(Reasons, OnlyAnIssueIsAsHighAsTheRow) {
  for (int i = 0; i < timing::kReasons; ++i) {
    const auto reason = static_cast<timing::Reason>(i);
    EXPECT_EQ(reason_look(reason).height == 1.0F, reason == timing::Reason::selected)
        << reason_title(reason);
  }
}

// Nsight Compute's names, with spaces for underscores; it calls an issue "selected".
TEST(Reasons, TheirTitlesAreTheProfilersNames) {
  for (int i = 0; i < timing::kReasons; ++i) {
    const auto reason = static_cast<timing::Reason>(i);
    if (reason == timing::Reason::selected) continue;
    std::string name(timing::spelling(reason));
    for (char& c : name) c = c == '_' ? ' ' : c;
    EXPECT_EQ(reason_title(reason), name);
    EXPECT_FALSE(std::string(reason_clause(reason)).empty()) << name;
  }
}

}  // namespace
}  // namespace lanescope::ui::figures
