#include "lab/lesson/later_subjects.hpp"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "lab/lesson/toml_reader.hpp"

namespace lanescope::lesson {

Result<std::vector<LaterSubject>> later_subjects(const std::filesystem::path& folder) {
  const std::string file = (folder / "later.toml").string();
  std::vector<LaterSubject> subjects;
  if (!std::filesystem::exists(file)) return subjects;
  std::optional<Error> error;
  try {
    const toml::table table = toml::parse_file(file);
    TomlReader in(table, file, &error);
    in.each("subject", [&](TomlReader& one) {
      subjects.push_back(
          {one.text("behind"), one.text("title"), one.text("about"), one.text("now", "")});
    });
  } catch (const toml::parse_error& problem) {
    return bad_input(
        std::string(problem.description()),
        fmt::format("{}:{}:{}", file, problem.source().begin.line, problem.source().begin.column));
  }
  if (error) return *error;
  return subjects;
}

}  // namespace lanescope::lesson
