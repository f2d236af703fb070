#include "lab/lesson/lesson_experiment.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "lab/experiment/file.hpp"
#include "lab/experiment/spec.hpp"
#include "lab/experiment/texture.hpp"

namespace lanescope::lesson {
namespace {

// A `repeat_while` that never becomes 0 is a mistake in the lesson.
constexpr std::size_t kMostLaunches = 4096;

class Expander {
 public:
  Expander(const Rung& rung, const ParameterValues& values) : rung_(rung), values_(values) {}

  Result<ExpandedRung> expand() {
    Result<void> ok = read_source();
    if (ok) ok = set_variables();
    if (ok) ok = add_buffers();
    for (const LaunchTemplate& launch : rung_.launches)
      out_.experiment.kernels.push_back(launch.kernel);
    for (std::size_t i = 0; ok && i < rung_.launches.size(); ++i)
      ok = add_launches(rung_.launches[i]);
    if (ok && out_.experiment.launches.empty())
      ok = bad_input("no kernel is launched with these values");
    if (!ok)
      return bad_input(fmt::format("rung {}: {}", rung_.id, ok.error().message), ok.error().place);
    return std::move(out_);
  }

 private:
  Result<void> read_source() {
    Result<std::string> text = experiment::read_text(rung_.file.string());
    if (!text) return text.error();
    // The bare file name, so that an image compiled ahead is found wherever the lesson lies.
    out_.experiment.source = {rung_.file.filename().string(), std::move(*text), false, {}};
    out_.experiment.defines = rung_.defines;
    if (rung_.max_steps > 0) out_.experiment.options.max_steps = rung_.max_steps;
    return {};
  }

  Result<void> set_variables() {
    for (const auto& [name, value] : initial_values(rung_)) {
      out_.variables[name] = static_cast<double>(value);
    }
    for (const auto& [name, value] : values_) {
      if (!out_.variables.contains(name))
        return bad_input(fmt::format("there is no parameter `{}`", name));
      out_.variables[name] = static_cast<double>(value);
    }
    if (const auto seed = out_.variables.find("schedule_seed"); seed != out_.variables.end())
      out_.experiment.options.schedule_seed = static_cast<std::uint64_t>(seed->second);
    return {};
  }

  [[nodiscard]] Result<experiment::BufferValue> value_of(const BufferTemplate& buffer) const {
    const Result<std::int64_t> count = experiment::evaluate_whole(buffer.count, out_.variables);
    if (!count) return count.error();
    if (*count < 1)
      return bad_input(fmt::format("buffer {} would have {} elements", buffer.name, *count));
    const Result<std::string> words = experiment::substitute(buffer.fill, out_.variables);
    if (!words) return words.error();
    Result<experiment::Fill> fill = experiment::parse_fill(*words);
    if (!fill) return fill.error();
    experiment::BufferValue value{buffer.type, static_cast<std::uint64_t>(*count),
                                  std::move(*fill)};
    for (const std::string& expression : buffer.shape) {
      const Result<std::uint32_t> size = extent(expression, out_.variables);
      if (!size) return size.error();
      value.shape.push_back(*size);
    }
    return value;
  }

  Result<void> add_buffers() {
    for (const BufferTemplate& buffer : rung_.buffers) {
      Result<experiment::BufferValue> value = value_of(buffer);
      if (!value) return value.error();
      out_.experiment.buffers.emplace_back(buffer.name, std::move(*value));
      out_.places[buffer.name] = buffer.name;
      now_[buffer.name] = buffer.name;
    }
    for (const BufferTemplate& symbol : rung_.symbols) {
      Result<experiment::BufferValue> value = value_of(symbol);
      if (!value) return value.error();
      out_.experiment.symbols.push_back({symbol.name, std::move(*value)});
    }
    return {};
  }

  Result<std::uint32_t> extent(const std::string& expression,
                               const experiment::Variables& variables) const {
    const Result<std::int64_t> value = experiment::evaluate_whole(expression, variables);
    if (!value) return value.error();
    if (*value < 0 || *value > std::numeric_limits<std::uint32_t>::max()) {
      return bad_input(fmt::format("expression `{}` gives {}", expression, *value));
    }
    return static_cast<std::uint32_t>(*value);
  }

  Result<Dim3> dim3(const std::vector<std::string>& expressions,
                    const experiment::Variables& variables) const {
    std::uint32_t extents[3] = {1, 1, 1};
    for (std::size_t i = 0; i < std::min<std::size_t>(expressions.size(), 3); ++i) {
      const Result<std::uint32_t> value = extent(expressions[i], variables);
      if (!value) return value.error();
      extents[i] = *value;
    }
    return Dim3{extents[0], extents[1], extents[2]};
  }

  // "BUFFER,WIDTHxHEIGHT,…" with expressions in braces; the buffer is now in that place.
  [[nodiscard]] Result<experiment::Argument> texture(const std::string& label,
                                                     const std::string& value,
                                                     const experiment::Variables& variables) const {
    const Result<std::string> words = experiment::substitute(value, variables);
    if (!words) return words.error();
    Result<experiment::TextureValue> texture = experiment::parse_texture(*words);
    if (!texture) return bad_input(fmt::format("texture {}: {}", label, texture.error().message));
    if (const auto at = now_.find(texture->buffer); at != now_.end()) texture->buffer = at->second;
    return experiment::Argument{label, std::move(*texture)};
  }

  // A buffer's place, "label:type=expression" or "label:texture=BUFFER,…".
  Result<std::variant<experiment::LaunchSpec::BufferRef, experiment::Argument>> argument(
      const std::string& words, const experiment::Variables& variables) {
    if (const auto at = now_.find(words); at != now_.end()) {
      out_.places[words] = at->second;
      return std::variant<experiment::LaunchSpec::BufferRef, experiment::Argument>(
          experiment::LaunchSpec::BufferRef{at->second});
    }
    const std::size_t equals = words.find('=');
    const std::size_t colon = words.rfind(':', equals);
    if (equals == std::string::npos || colon == std::string::npos) {
      return bad_input(
          fmt::format("argument `{}` is no buffer, and not label:type=expression", words));
    }
    if (words.substr(colon + 1, equals - colon - 1) == "texture") {
      Result<experiment::Argument> made =
          texture(words.substr(0, colon), words.substr(equals + 1), variables);
      if (!made) return made.error();
      return std::variant<experiment::LaunchSpec::BufferRef, experiment::Argument>(
          std::move(*made));
    }
    const auto type = experiment::element_type(words.substr(colon + 1, equals - colon - 1));
    if (!type) return bad_input(fmt::format("argument `{}` has no known type", words));
    const Result<std::string> value =
        experiment::substitute(fmt::format("{{{}}}", words.substr(equals + 1)), variables);
    if (!value) return value.error();
    return std::variant<experiment::LaunchSpec::BufferRef, experiment::Argument>(
        experiment::Argument{words.substr(0, colon), experiment::ScalarValue{*type, *value}});
  }

  Result<void> add_launch(const LaunchTemplate& launch, const experiment::Variables& variables) {
    experiment::LaunchSpec spec;
    spec.kernel = launch.kernel;
    const Result<Dim3> grid = dim3(launch.grid, variables);
    const Result<Dim3> block = dim3(launch.block, variables);
    const Result<std::uint32_t> shared = extent(launch.shared, variables);
    if (!grid) return grid.error();
    if (!block) return block.error();
    if (!shared) return shared.error();
    spec.grid = *grid;
    spec.block = *block;
    spec.dynamic_shared_bytes = *shared;
    for (const std::string& words : launch.arguments) {
      auto bound = argument(words, variables);
      if (!bound) return bound.error();
      spec.arguments.push_back(std::move(*bound));
    }
    out_.experiment.launches.push_back(std::move(spec));
    return {};
  }

  Result<void> swap_places(const LaunchTemplate& launch) {
    for (const auto& [a, b] : launch.swap) {
      if (!now_.contains(a) || !now_.contains(b)) {
        return bad_input(fmt::format("`swap` names {} and {}, and not both are buffers", a, b));
      }
      std::swap(now_[a], now_[b]);
    }
    return {};
  }

  Result<void> add_launches(const LaunchTemplate& launch) {
    experiment::Variables variables = out_.variables;
    for (const auto& [name, first] : launch.state) {
      const Result<double> value = experiment::evaluate(first, out_.variables);
      if (!value) return value.error();
      variables[name] = *value;
    }
    if (launch.repeat_while.empty()) {
      if (Result<void> ok = add_launch(launch, variables); !ok) return ok;
      return swap_places(launch);
    }
    while (true) {
      const Result<double> more = experiment::evaluate(launch.repeat_while, variables);
      if (!more) return more.error();
      if (*more == 0.0) return {};
      if (out_.experiment.launches.size() == kMostLaunches) {
        return bad_input(
            fmt::format("`repeat_while` still holds after {} launches", kMostLaunches));
      }
      Result<void> ok = add_launch(launch, variables);
      if (ok) ok = swap_places(launch);
      if (!ok) return ok;
      experiment::Variables next = variables;
      for (const auto& [name, expression] : launch.update) {
        const Result<double> value = experiment::evaluate(expression, variables);
        if (!value) return value.error();
        next[name] = *value;
      }
      variables = std::move(next);
    }
  }

  const Rung& rung_;
  const ParameterValues& values_;
  ExpandedRung out_;
  std::map<std::string, std::string> now_;  // place -> buffer
};

}  // namespace

ParameterValues large_values(const Rung& rung) {
  ParameterValues values = initial_values(rung);
  bool any = false;
  for (const Parameter& parameter : rung.parameters) {
    if (parameter.large == 0) continue;
    values[parameter.name] = parameter.large;
    any = true;
  }
  return any ? values : ParameterValues{};
}

ParameterValues initial_values(const Rung& rung) {
  ParameterValues values;
  for (const Parameter& parameter : rung.parameters) values[parameter.name] = parameter.initial;
  return values;
}

Result<ExpandedRung> expand(const Rung& rung, const ParameterValues& values) {
  return Expander(rung, values).expand();
}

Result<experiment::Experiment> make_experiment(const Rung& rung, const ParameterValues& values) {
  Result<ExpandedRung> expanded = expand(rung, values);
  if (!expanded) return expanded.error();
  return std::move(expanded->experiment);
}

}  // namespace lanescope::lesson
