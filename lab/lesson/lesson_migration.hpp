#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "lab/lesson/lesson.hpp"
#include "lab/run/run_model.hpp"
#include "sim/schedule/migration.hpp"

namespace lanescope::lesson {

class TomlReader;

// A table [[migration]] (kernels/README.md).
[[nodiscard]] LessonMigration read_migration(TomlReader& in);

// The pages of the buffers side by side, and what becomes of them: of each buffer of the run that
// is managed, in whole pages.
struct MigratedPages {
  struct Array {
    std::string name;
    std::size_t first = 0, count = 0;  // of the pages
  };
  std::vector<Array> arrays;
  std::vector<schedule::PageStep> steps;  // as many as the migration has
  schedule::Migration made;
  std::size_t pages = 0;
};
// An Error: the run did not end by itself or takes too long, or has no such buffers or launches.
[[nodiscard]] Result<MigratedPages> migrated_pages(const LessonMigration& migration,
                                                   const run::ModelRun& run);

// The number that a claim about a migration speaks of: an expression over `moves` (copies, too),
// `copies`, `to_gpu`, `to_host`, `bytes` that moved, `faults`, `dropped`, `pages`; and of each
// step, counted from 1, `moves3` and `faults3`.
[[nodiscard]] Result<double> migrated_value(const LessonMigration& migration,
                                            const run::ModelRun& run, std::string_view metric);

}  // namespace lanescope::lesson
