#include "lab/lesson/claim_reader.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace lanescope::lesson {
namespace {

// Of a claim about what was recorded: `rung` stands here, beside the one that it is compared with.
void read_recorded(TomlReader& in, const Lesson& lesson, Claim* claim) {
  Claim::Recorded recorded;
  recorded.peaks = in.text("peaks", "");
  recorded.library = in.text("library", "");
  if (!recorded.library.empty()) {
    recorded.over = in.text("over", "");
    if (!recorded.peaks.empty()) in.fail("`peaks` are of no library");
    if (claim->set.empty()) in.fail("a library's sizes are `set`");
    if (!recorded.over.empty() && recorded.over.find('/') == std::string::npos)
      in.fail("beside a library `over` is LESSON/RUNG");
  } else if (recorded.peaks.empty()) {
    claim->rung = in.text("rung");
    recorded.over = in.text("over", "");
    recorded.rate = in.text("rate", "");
    if (!recorded.over.empty() && !recorded.rate.empty()) in.fail("`rate` is of one rung");
    const std::string at = in.text("at", "set");
    recorded.at_large = at == "large";
    if (!recorded.at_large && at != "set") in.fail("`at` is `large` or `set`");
    if (recorded.at_large && !claim->set.empty()) in.fail("large values are not `set`");
    check_rung(in, lesson, claim->rung, claim->set);
    if (!recorded.over.empty()) check_rung(in, lesson, recorded.over, {});  // takes what it has
  }
  claim->recorded = std::move(recorded);
}

// Each of both has the claim's rung and values where it stands for none of its own.
void read_over(TomlReader& in, const Lesson& lesson, Claim* claim) {
  Claim::Over over;
  over.rung = in.text("rung", claim->rung);
  over.set = in.has("set") ? in.whole_map("set") : claim->set;
  if (over.rung == claim->rung && over.set == claim->set) in.fail("`over` is another run");
  check_rung(in, lesson, over.rung, over.set);
  claim->over = std::move(over);
}

}  // namespace

engine::Policy read_policy(TomlReader& in, const std::string& name) {
  if (name == "ipdom") return engine::Policy::Ipdom;
  if (name == "min_pc") return engine::Policy::MinPc;
  if (name != "its") in.fail(fmt::format("`{}` is no policy: its, ipdom or min_pc", name));
  return engine::Policy::Its;
}

void check_values(TomlReader& in, const Rung& rung, const ParameterValues& set) {
  for (const auto& [name, value] : set) {
    if (std::ranges::find(rung.parameters, name, &Parameter::name) == rung.parameters.end())
      in.fail(fmt::format("rung `{}` has no parameter `{}`", rung.id, name));
  }
}

void check_rung(TomlReader& in, const Lesson& lesson, const std::string& id,
                const ParameterValues& set) {
  const Rung* rung = lesson.find_rung(id);
  if (rung == nullptr) {
    in.fail(fmt::format("there is no rung `{}`", id));
    return;
  }
  check_values(in, *rung, set);
}

Claim read_claim(TomlReader& in, const Lesson& lesson) {
  Claim claim;
  claim.id = in.text("id");
  claim.set = in.whole_map("set");
  in.each("recorded", [&](TomlReader& one) { read_recorded(one, lesson, &claim); });
  claim.schedule = in.text("schedule", "");
  if (!claim.schedule.empty()) {
    claim.metric = in.text("metric");
    if (claim.recorded || !claim.set.empty() || lesson.find_schedule(claim.schedule) == nullptr)
      in.fail(fmt::format("`{}` is no schedule of the lesson, or the claim is about a run, too",
                          claim.schedule));
  } else if (!claim.recorded) {
    claim.rung = in.text("rung");
    claim.policy = read_policy(in, in.text("policy", "its"));
    claim.metric = in.text("metric");
    check_rung(in, lesson, claim.rung, claim.set);
    in.each("over", [&](TomlReader& one) { read_over(one, lesson, &claim); });
    claim.migration = in.text("migration", "");
    if (!claim.migration.empty() && lesson.find_migration(claim.migration) == nullptr)
      in.fail(fmt::format("there is no migration `{}`", claim.migration));
  }
  claim.value = in.number("value");
  claim.tolerance = in.number("tolerance", 0.0);
  claim.source = claim.recorded ? in.text("source", "") : in.text("source");
  return claim;
}

}  // namespace lanescope::lesson
