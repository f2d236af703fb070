#include "app/lesson_run.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/experiment.hpp"
#include "lab/experiment/element.hpp"
#include "lab/experiment/spec.hpp"
#include "lab/lesson/lesson.hpp"
#include "lab/lesson/lesson_experiment.hpp"
#include "lab/lesson/lesson_reader.hpp"
#include "lab/lesson/paths.hpp"

namespace lanescope::app {
namespace {

template <typename T>
std::string ids(const std::vector<T>& all) {
  std::string list;
  for (const T& one : all) list += (list.empty() ? "" : ", ") + one.id;
  return list;
}

Result<lesson::Lesson> find_lesson(const std::string& id) {
  std::vector<lesson::BrokenLesson> broken;
  Result<std::vector<lesson::Lesson>> lessons =
      lesson::load_lessons(lesson::kernels_folder(), &broken);
  if (!lessons) return lessons.error();
  const auto unread = std::ranges::find(broken, id, &lesson::BrokenLesson::id);
  if (unread != broken.end()) return unread->error;
  const auto at = std::ranges::find(*lessons, id, &lesson::Lesson::id);
  if (at == lessons->end()) {
    return bad_input(
        fmt::format("{}: no such file, and no such lesson (there are: {})", id, ids(*lessons)));
  }
  return std::move(*at);
}

bool has_parameter(const lesson::Rung& rung, const std::string& name) {
  return std::ranges::find(rung.parameters, name, &lesson::Parameter::name) !=
         rung.parameters.end();
}

Result<std::int64_t> whole(const std::string& text, const std::string& option) {
  const bool negative = text.starts_with('-');
  const Result<std::uint64_t> value = experiment::parse_unsigned(negative ? text.substr(1) : text);
  if (!value || *value >> 62U != 0)
    return bad_input(fmt::format("{}: `{}` is not a whole number", option, text));
  const auto magnitude = static_cast<std::int64_t>(*value);
  return negative ? -magnitude : magnitude;
}

Result<void> add_parameter(const lesson::Rung& rung, const std::string& words,
                           lesson::ParameterValues* values) {
  const std::size_t equals = words.find('=');
  const std::string name = words.substr(0, equals);
  if (equals == std::string::npos || !has_parameter(rung, name)) {
    std::string list;
    for (const lesson::Parameter& parameter : rung.parameters) list += " " + parameter.name;
    return bad_input(fmt::format("--set {}: NAME=VALUE is wanted, of:{}", words, list));
  }
  const Result<std::int64_t> value = whole(words.substr(equals + 1), "--set " + words);
  if (!value) return value.error();
  (*values)[name] = *value;
  return {};
}

// --set, --block and scalars of --arg that are parameters of the rung.
Result<lesson::ParameterValues> parameter_values(const lesson::Rung& rung,
                                                 const RunArguments& arguments) {
  lesson::ParameterValues values;
  for (const std::string& words : arguments.parameters) {
    if (Result<void> ok = add_parameter(rung, words, &values); !ok) return ok.error();
  }
  if (arguments.block && has_parameter(rung, "block")) {
    const Result<Dim3> block = parse_dim3(*arguments.block, "--block");
    if (!block) return block.error();
    if (block->y == 1 && block->z == 1) values["block"] = block->x;
  }
  for (const std::string& spec : arguments.arguments) {
    const Result<experiment::Argument> argument = experiment::parse_argument(spec);
    if (!argument) return argument.error();
    const auto* scalar = std::get_if<experiment::ScalarValue>(&argument->value);
    if (scalar == nullptr || !has_parameter(rung, argument->name)) continue;
    const Result<std::int64_t> value = whole(scalar->value, "--arg " + spec);
    if (!value) return value.error();
    values[argument->name] = *value;
  }
  return values;
}

// A buffer's value, or a scalar in every launch, by its name.
Result<void> replace_argument(const lesson::Rung& rung, const std::string& spec,
                              experiment::Experiment* experiment) {
  Result<experiment::Argument> given = experiment::parse_argument(spec);
  if (!given) return given.error();
  if (auto* buffer = std::get_if<experiment::BufferValue>(&given->value)) {
    for (auto& [name, value] : experiment->buffers) {
      if (name != given->name) continue;
      if (buffer->count == value.count) buffer->shape = value.shape;
      value = *buffer;
      return {};
    }
  }
  bool found = has_parameter(rung, given->name);
  for (experiment::LaunchSpec& launch : experiment->launches) {
    for (auto& entry : launch.arguments) {
      auto* argument = std::get_if<experiment::Argument>(&entry);
      if (argument == nullptr || argument->name != given->name) continue;
      if (!has_parameter(rung, given->name)) *argument = *given;
      found = true;
    }
  }
  if (found) return {};
  return bad_input(fmt::format("--arg {}: rung {} has no argument or parameter `{}`", spec, rung.id,
                               given->name));
}

Result<void> replace_dimensions(const RunArguments& arguments,
                                const lesson::ParameterValues& values,
                                experiment::Experiment* experiment) {
  for (experiment::LaunchSpec& launch : experiment->launches) {
    if (arguments.grid) {
      const Result<Dim3> grid = parse_dim3(*arguments.grid, "--grid");
      if (!grid) return grid.error();
      launch.grid = *grid;
    }
    if (arguments.block && !values.contains("block")) {
      const Result<Dim3> block = parse_dim3(*arguments.block, "--block");
      if (!block) return block.error();
      launch.block = *block;
    }
    if (arguments.shared) launch.dynamic_shared_bytes = *arguments.shared;
    if (arguments.kernel) launch.kernel = *arguments.kernel;
  }
  if (arguments.kernel) experiment->kernels.clear();
  return {};
}

}  // namespace

Result<experiment::Experiment> from_lesson(const RunArguments& arguments) {
  const std::size_t slash = arguments.target.find('/');
  const Result<lesson::Lesson> lesson = find_lesson(arguments.target.substr(0, slash));
  if (!lesson) return lesson.error();
  const lesson::Rung* rung =
      slash == std::string::npos ? nullptr : lesson->find_rung(arguments.target.substr(slash + 1));
  if (rung == nullptr) {
    return bad_input(fmt::format("{}: name a rung as {}/RUNG, one of: {}", arguments.target,
                                 lesson->id, ids(lesson->rungs)));
  }
  const Result<lesson::ParameterValues> values = parameter_values(*rung, arguments);
  if (!values) return values.error();
  Result<experiment::Experiment> experiment = lesson::make_experiment(*rung, *values);
  if (!experiment) return experiment.error();
  for (const std::string& spec : arguments.arguments) {
    if (Result<void> ok = replace_argument(*rung, spec, &*experiment); !ok) return ok.error();
  }
  if (Result<void> ok = replace_dimensions(arguments, *values, &*experiment); !ok)
    return ok.error();
  experiment->source.include_dirs = arguments.includes;
  return experiment;
}

}  // namespace lanescope::app
