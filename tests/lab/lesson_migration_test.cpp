// Migrations of lessons: read, and what claims say of them.

#include "lab/lesson/lesson_migration.hpp"

#include <gtest/gtest.h>

#include "lab/run/run_model.hpp"
#include "tests/lab/lesson_folder.hpp"
#include "tests/lab/ptx_kernels.hpp"

namespace lanescope::lesson {
namespace {

class LessonMigrations : public test::LessonFolder {};

constexpr const char* kMarkdown = "# X\n## S {#s}\nText {{c}}.\n";

// A lesson with a claim about a migration, and a step that shows it.
std::string with_migration(const std::string& migration) {
  return test::kOneRung + R"([[migration]]
id = "m"
title = "T"
)" + migration +
         R"(
[[claim]]
id = "c"
rung = "r"
migration = "m"
metric = "moves"
value = 0
source = "by hand"
[[step]]
id = "s"
rung = "r"
migration = "m"
)";
}

// 2,048 numbers each of a, b and c = a + b: two pages of 4 KiB each; the launch of 32 blocks adds
// the first half.
std::shared_ptr<const run::ModelRun> added() {
  const auto prepared =
      run::prepare(lanescope::test::add_experiment(32, 2048),
                   lanescope::test::compiled_ptx(lanescope::test::kAddPtx, "add"));
  const auto* ready = std::get_if<std::shared_ptr<const run::Prepared>>(&prepared);
  return ready == nullptr ? nullptr : run::run_model(*ready, {});
}

TEST_F(LessonMigrations, AClaimCountsWhatMoves) {
  const auto run = added();
  ASSERT_NE(run, nullptr);
  const auto value = [&](const std::string& migration, const char* metric) {
    const auto lesson = load(with_migration(migration), kMarkdown);
    EXPECT_TRUE(lesson) << lesson.error().text();
    if (!lesson) return -1.0;
    EXPECT_EQ(lesson->claims.front().migration, "m");
    EXPECT_EQ(lesson->steps.front().migration, "m");
    const auto found = migrated_value(lesson->migrations.front(), *run, metric);
    EXPECT_TRUE(found) << found.error().text();
    return found ? *found : -1.0;
  };
  // The host fills four pages, the launch takes a page of each, and makes the one of c.
  const std::string once = R"(steps = ["host writes a b", "launch 0", "host reads c"])";
  EXPECT_EQ(value(once, "pages"), 6);
  EXPECT_EQ(value(once, "moves"), 3);
  EXPECT_EQ(value(once, "to_gpu"), 2);
  EXPECT_EQ(value(once, "to_host"), 1);
  EXPECT_EQ(value(once, "bytes"), 3 * 4096);
  EXPECT_EQ(value(once, "moves2 + 10 * moves3"), 12);
  EXPECT_EQ(value(once, "faults1 * 100 + faults2 * 10 + faults3"), 4 * 100 + 3 * 10 + 2);
  EXPECT_EQ(value(once, "copies + dropped"), 0);
  EXPECT_EQ(value("page = 65536\n" + once, "moves + 10 * pages"), 3 + 30);
  EXPECT_EQ(value("page = 1024\n" + once, "moves"), 12) << "4 of each";
  EXPECT_EQ(value("buffers = [\"b\"]\nsteps = [\"host writes b\", \"launch 0\"]", "moves"), 1);
  // Element 1023 is the last of the first page.
  const std::string part = R"(steps = ["launch 0", "host writes c from=)";
  EXPECT_EQ(value(part + R"(count/2"])", "moves"), 0) << "a page that nobody had";
  EXPECT_EQ(value(part + R"(count/2-1 to=count/2"])", "moves"), 1);
  EXPECT_EQ(value(R"(steps = ["launch 0", "host launches 0 0", "launch 0"])", "moves"), 6);
  EXPECT_EQ(value(R"(steps = ["host writes a", "read_mostly a", "prefetch gpu a", "launch 0",
                        "prefetch host a", "host writes a"])",
                  "10 * copies + dropped"),
            22);
}

TEST_F(LessonMigrations, MistakesOfAMigrationAreNamed) {
  const auto wrong = [&](const std::string& migration, const char* of) {
    const auto read = load(with_migration(migration), kMarkdown);
    ASSERT_FALSE(read) << migration;
    EXPECT_NE(read.error().text().find(of), std::string::npos) << read.error().text();
  };
  wrong("", "a migration has `steps`");
  for (const char* step : {"gpu writes a", "host moves a", "host writes", "launch", "launch a",
                           "launches 2 1", "prefetch a", "prefetch gpu", "host read_mostly a"})
    wrong("steps = [\"" + std::string(step) + "\"]", step);
  wrong("page = 1\nsteps = [\"launch 0\"]", "`page` is the bytes of a page");
  std::string other = with_migration("steps = [\"launch 0\"]");
  other.replace(other.rfind("\"m\""), 3, "\"n\"");
  const auto read = load(other, kMarkdown);
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().text().find("there is no migration `n`"), std::string::npos);
}

TEST_F(LessonMigrations, WhatTheRunHasNotIsNamed) {
  const auto run = added();
  ASSERT_NE(run, nullptr);
  const auto problem = [&](const char* step) {
    const auto lesson = load(with_migration("steps = [\"" + std::string(step) + "\"]"), kMarkdown);
    if (!lesson) return lesson.error().text();
    const auto pages = migrated_pages(lesson->migrations.front(), *run);
    return pages ? std::string() : pages.error().message;
  };
  EXPECT_EQ(problem("launch 1"), "the run has no launch 1");
  EXPECT_EQ(problem("host reads d"), "`d` is no managed buffer");
  EXPECT_EQ(problem("host reads c from=4 to=4"), "`c` has no elements from 4 to 4");
  EXPECT_EQ(problem("host reads c to=count+1"), "`c` has no elements from 0 to 2049");
}

}  // namespace
}  // namespace lanescope::lesson
