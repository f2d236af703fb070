#include "lab/lesson/agreement.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "lab/experiment/element.hpp"
#include "lab/lesson/lesson_experiment.hpp"
#include "lab/references/reference.hpp"
#include "lab/run/prepare.hpp"

namespace lanescope::lesson {
namespace {

using references::Expectation;
using references::Numbers;
using references::Reference;
using references::ReferenceInput;

std::vector<Reference> all_references() {
  std::vector<Reference> all;
#define LANESCOPE_REFERENCES(topic) \
  std::ranges::move(references::topic##_references(), std::back_inserter(all));
#include "lab/references/topics.def"
#undef LANESCOPE_REFERENCES
  return all;
}

Numbers numbers(experiment::ElementType type, std::uint64_t count,
                const std::vector<std::byte>* bytes) {
  Numbers out(count, 0.0);
  const std::uint32_t size = experiment::size_of(type);
  for (std::uint64_t i = 0; bytes != nullptr && i < count && (i + 1) * size <= bytes->size(); ++i) {
    out[i] = experiment::element_value(type, bytes->data() + i * size);
  }
  return out;
}

Numbers filled(const run::ModelRun& run, const std::string& name) {
  const auto& planned = run.prepared->buffers;
  const auto at = std::ranges::find(planned, name, &run::PlannedBuffer::name);
  if (at == planned.end()) return {};
  const auto& bytes = at->is_symbol ? run.plan().symbols[at->plan_index].bytes
                                    : run.plan().buffers[at->plan_index].initial;
  return numbers(at->type, at->count, bytes.get());
}

Numbers final_values(const run::ModelRun& run, const std::string& name) {
  const auto at = std::ranges::find(run.buffers, name, &run::BufferResult::name);
  return at == run.buffers.end() ? Numbers{} : numbers(at->type, at->count, &at->bytes);
}

bool close(double wanted, double found, double tolerance) {
  if (wanted == found || (std::isnan(wanted) && std::isnan(found))) return true;
  return std::abs(wanted - found) <= tolerance * std::max(std::abs(wanted), std::abs(found));
}

Result<void> compare(const Expectation& expected, const std::string& place, const Numbers& found,
                     double tolerance) {
  if (found.size() < expected.values.size()) {
    return bad_input(fmt::format("{} holds {} elements, and {} are wanted", place, found.size(),
                                 expected.values.size()));
  }
  for (std::size_t i = 0; i < expected.values.size(); ++i) {
    if (!close(expected.values[i], found[i], tolerance)) {
      return bad_input(fmt::format("{}[{}] is {}, and a plain computation gives {}", place, i,
                                   found[i], expected.values[i]));
    }
  }
  return {};
}

}  // namespace

std::vector<std::string> reference_argument_names(std::string_view reference) {
  for (const Reference& row : all_references()) {
    if (row.name == reference) return row.arguments;
  }
  return {};
}

Result<void> check_reference(const Rung& rung, const ParameterValues& values,
                             const run::ModelRun& run) {
  if (rung.reference.empty()) return {};
  if (run.outcome != engine::Outcome::Finished) return bad_input("the run did not finish");
  const Result<ExpandedRung> expanded = expand(rung, values);
  if (!expanded) return expanded.error();
  const auto argument = [&rung](const char* name) {
    const auto at = rung.reference_arguments.find(name);
    return at == rung.reference_arguments.end() ? std::string{} : at->second;
  };
  const auto place = [&](const char* name) {
    const auto at = expanded->places.find(argument(name));
    return at == expanded->places.end() ? argument(name) : at->second;
  };
  std::optional<Error> wrong;
  const ReferenceInput input{[&](const char* name) { return filled(run, argument(name)); },
                             [&](const char* name) { return final_values(run, place(name)); },
                             [&](const char* name) {
                               const Result<std::int64_t> value =
                                   experiment::evaluate_whole(argument(name), expanded->variables);
                               if (!value && !wrong) wrong = value.error();
                               return value && *value > 0 ? static_cast<std::size_t>(*value)
                                                          : std::size_t{1};
                             }};
  const std::vector<Reference> rows = all_references();
  const auto row = std::ranges::find(rows, rung.reference, &Reference::name);
  if (row == rows.end())
    return bad_input(fmt::format("there is no reference `{}`", rung.reference));
  const std::vector<Expectation> expectations = row->compute(input);
  if (wrong) return *wrong;
  for (const Expectation& expected : expectations) {
    Result<void> same =
        compare(expected, place(expected.result), input.after(expected.result), rung.tolerance);
    if (!same) return same;
  }
  return {};
}

Result<void> check_hazards(const Rung& rung, const run::ModelRun& run) {
  std::vector<events::HazardKind> missing = rung.expect;
  for (const events::Hazard& hazard : run.hazards) {
    if (hazard.severity != events::Severity::Error) continue;
    const auto is_in = [&](const auto& kinds) {
      return std::ranges::find(kinds, hazard.kind) != kinds.end();
    };
    if (!is_in(rung.expect) && !is_in(rung.may_show)) return bad_input(hazard.message);
    std::erase(missing, hazard.kind);
  }
  if (missing.empty()) return {};
  return bad_input(
      fmt::format("the run shows no {}, which is expected", events::spelling(missing.front())));
}

}  // namespace lanescope::lesson
