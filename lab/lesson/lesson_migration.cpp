#include "lab/lesson/lesson_migration.hpp"

#include <algorithm>
#include <map>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "lab/experiment/element.hpp"
#include "lab/experiment/expression.hpp"
#include "lab/lesson/toml_reader.hpp"
#include "lab/run/touched_pages.hpp"

namespace lanescope::lesson {
namespace {

using schedule::PageStep;
using schedule::Side;
using Step = LessonMigration::Step;

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

// "3" or "3 11".
std::optional<std::pair<std::size_t, std::size_t>> launches_of(
    const std::vector<std::string>& numbers) {
  if (numbers.empty() || numbers.size() > 2) return std::nullopt;
  const auto first = experiment::parse_unsigned(numbers.front());
  const auto last = experiment::parse_unsigned(numbers.back());
  if (!first || !last || *first > *last) return std::nullopt;
  return std::pair<std::size_t, std::size_t>(*first, *last);
}

// Takes "from=…" and "to=…" out of the words, and leaves the buffers.
bool take_buffers(std::vector<std::string> words, Step* step) {
  for (std::string& word : words) {
    if (word.starts_with("from="))
      step->from = word.substr(5);
    else if (word.starts_with("to="))
      step->to = word.substr(3);
    else
      step->buffers.push_back(std::move(word));
  }
  return !step->buffers.empty();
}

// As kernels/README.md has it.
std::optional<Step> step_of(const std::string& text) {
  std::vector<std::string> words = words_of(text);
  Step step;
  const auto take = [&](std::string_view word) {
    if (words.empty() || words.front() != word) return false;
    words.erase(words.begin());
    return true;
  };
  const bool prefetches = take("prefetch");
  const bool host = take("host");
  step.side = host ? Side::Host : Side::Device;
  if (prefetches) {
    step.kind = PageStep::Kind::Prefetch;
    if (!host && !take("gpu")) return std::nullopt;
    return take_buffers(words, &step) ? std::optional(step) : std::nullopt;
  }
  if (take("launch") || take("launches")) {
    step.launches = launches_of(words);
    return step.launches ? std::optional(step) : std::nullopt;
  }
  if (!host && take("read_mostly"))
    step.kind = PageStep::Kind::ReadMostly;
  else if (host && take("writes"))
    step.writes = true;
  else if (!host || !take("reads"))
    return std::nullopt;
  return take_buffers(words, &step) ? std::optional(step) : std::nullopt;
}

// The steps of a migration with the pages of a run.
class Maker {
 public:
  Maker(const LessonMigration& migration, const run::ModelRun& run)
      : migration_(migration), run_(run) {}

  Result<MigratedPages> make() {
    const auto touched = run::touched_pages(run_, migration_.page_bytes);
    if (!touched) return bad_input("the run did not end, or takes too long for its pages");
    if (Result<void> ok = lay_out(); !ok) return ok.error();
    for (const Step& step : migration_.steps) {
      Result<PageStep> made = step.launches ? of_launches(step, *touched) : of_buffers(step);
      if (!made) return made.error();
      pages_.steps.push_back(std::move(*made));
    }
    pages_.made = schedule::migrate(pages_.pages, pages_.steps);
    return std::move(pages_);
  }

 private:
  Result<void> lay_out() {
    std::vector<std::string> names = migration_.buffers;
    if (names.empty()) {
      for (const run::PlannedBuffer& buffer : run_.prepared->buffers)
        if (!buffer.is_symbol) names.push_back(buffer.name);
    }
    for (const std::string& name : names) {
      const auto buffer =
          std::ranges::find(run_.prepared->buffers, name, &run::PlannedBuffer::name);
      if (buffer == run_.prepared->buffers.end() || buffer->is_symbol)
        return bad_input(fmt::format("the run has no buffer `{}`", name));
      const std::uint64_t bytes = buffer->count * experiment::size_of(buffer->type);
      const auto count =
          static_cast<std::size_t>((bytes + migration_.page_bytes - 1) / migration_.page_bytes);
      of_plan_[buffer->plan_index] = pages_.arrays.size();
      pages_.arrays.push_back({name, pages_.pages, count});
      pages_.pages += count;
    }
    return {};
  }

  Result<PageStep> of_launches(const Step& step,
                               const std::vector<std::vector<run::TouchedPage>>& touched) {
    if (step.launches->second >= touched.size())
      return bad_input(fmt::format("the run has no launch {}", step.launches->second));
    std::map<std::size_t, schedule::PageTouch> all;
    for (std::size_t i = step.launches->first; i <= step.launches->second; ++i) {
      for (const run::TouchedPage& page : touched[i]) {
        const auto array = of_plan_.find(page.buffer);
        if (array == of_plan_.end()) continue;  // not managed
        const std::size_t number =
            pages_.arrays[array->second].first + static_cast<std::size_t>(page.page);
        schedule::PageTouch& touch = all[number];
        touch = {number, touch.read || page.read, touch.written || page.written};
      }
    }
    PageStep made{step.kind, step.side, {}};
    for (const auto& [number, touch] : all) made.touches.push_back(touch);
    return made;
  }

  Result<PageStep> of_buffers(const Step& step) const {
    PageStep made{step.kind, step.side, {}};
    for (const std::string& name : step.buffers) {
      const auto array = std::ranges::find(pages_.arrays, name, &MigratedPages::Array::name);
      if (array == pages_.arrays.end())
        return bad_input(fmt::format("`{}` is no managed buffer", name));
      const auto& buffer =
          *std::ranges::find(run_.prepared->buffers, name, &run::PlannedBuffer::name);
      const experiment::Variables count{{"count", static_cast<double>(buffer.count)}};
      const auto from = experiment::evaluate_whole(step.from, count);
      const auto to = experiment::evaluate_whole(step.to, count);
      if (!from || !to) return from ? to.error() : from.error();
      if (*from < 0 || *from >= *to || *to > static_cast<std::int64_t>(buffer.count))
        return bad_input(fmt::format("`{}` has no elements from {} to {}", name, *from, *to));
      const std::uint64_t each = experiment::size_of(buffer.type);
      const auto first = static_cast<std::uint64_t>(*from) * each / migration_.page_bytes;
      const auto last = (static_cast<std::uint64_t>(*to) * each - 1) / migration_.page_bytes;
      for (std::uint64_t page = first; page <= last; ++page)
        made.touches.push_back(
            {array->first + static_cast<std::size_t>(page), !step.writes, step.writes});
    }
    return made;
  }

  const LessonMigration& migration_;
  const run::ModelRun& run_;
  MigratedPages pages_;
  std::map<std::uint32_t, std::size_t> of_plan_;  // by the plan's buffer: its place in arrays
};

experiment::Variables variables_of(const LessonMigration& migration, const MigratedPages& pages) {
  const auto& moves = pages.made.moves;
  const auto number = [](auto value) { return static_cast<double>(value); };
  double faults = 0.0;
  experiment::Variables all;
  for (std::size_t i = 0; i < pages.steps.size(); ++i) {
    all[fmt::format("moves{}", i + 1)] =
        number(std::ranges::count(moves, i, &schedule::PageMove::step));
    all[fmt::format("faults{}", i + 1)] = number(pages.made.faults[i]);
    faults += number(pages.made.faults[i]);
  }
  all["moves"] = number(moves.size());
  all["copies"] = number(std::ranges::count(moves, true, &schedule::PageMove::copied));
  all["to_gpu"] = number(std::ranges::count(moves, Side::Device, &schedule::PageMove::to));
  all["to_host"] = number(std::ranges::count(moves, Side::Host, &schedule::PageMove::to));
  all["bytes"] = number(moves.size()) * number(migration.page_bytes);
  all["faults"] = faults;
  all["dropped"] = number(pages.made.dropped);
  all["pages"] = number(pages.pages);
  return all;
}

}  // namespace

LessonMigration read_migration(TomlReader& in) {
  LessonMigration made;
  made.id = in.text("id");
  made.title = in.text("title");
  const std::int64_t bytes = in.whole("page", 4096);
  if (bytes < 64 || bytes > (std::int64_t{1} << 21U))
    in.fail("`page` is the bytes of a page, from 64 to 2097152");
  else
    made.page_bytes = static_cast<std::uint64_t>(bytes);
  made.buffers = in.texts("buffers");
  for (const std::string& text : in.texts("steps")) {
    auto step = step_of(text);
    if (!step) {
      in.fail(fmt::format("`{}` is no step of a migration (kernels/README.md)", text));
      continue;
    }
    made.steps.push_back(std::move(*step));
  }
  if (made.steps.empty()) in.fail("a migration has `steps`");
  return made;
}

Result<MigratedPages> migrated_pages(const LessonMigration& migration, const run::ModelRun& run) {
  return Maker(migration, run).make();
}

Result<double> migrated_value(const LessonMigration& migration, const run::ModelRun& run,
                              std::string_view metric) {
  const auto pages = migrated_pages(migration, run);
  if (!pages) return pages.error();
  return experiment::evaluate(metric, variables_of(migration, *pages));
}

}  // namespace lanescope::lesson
