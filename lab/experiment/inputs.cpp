#include "lab/experiment/inputs.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "lab/experiment/element.hpp"
#include "lab/experiment/file_fill.hpp"
#include "lab/experiment/spec.hpp"

namespace lanescope::experiment {
namespace {

void add_fields(const std::string& name, StructValue& value, std::vector<Input>& out) {
  for (std::size_t i = 0; i < value.fields.size(); ++i) {
    Input input{fmt::format("{}.{}", name, i), nullptr, nullptr, false};
    input.buffer = std::get_if<BufferValue>(&value.fields[i].value);
    input.scalar = std::get_if<ScalarValue>(&value.fields[i].value);
    out.push_back(std::move(input));
  }
}

std::vector<Input> inputs_of_launch(LaunchSpec& launch) {
  std::vector<Input> out;
  for (auto& entry : launch.arguments) {
    auto* argument = std::get_if<Argument>(&entry);
    if (argument == nullptr) continue;
    if (auto* fields = std::get_if<StructValue>(&argument->value)) {
      add_fields(argument->name, *fields, out);
      continue;
    }
    if (std::holds_alternative<TextureValue>(argument->value)) continue;
    out.push_back({argument->name, std::get_if<BufferValue>(&argument->value),
                   std::get_if<ScalarValue>(&argument->value), false});
  }
  return out;
}

// "iota", or with another number of elements "[64]=iota".
Result<void> set_fill(BufferValue& value, std::string_view text) {
  if (const std::size_t end = text.find("]="); text.starts_with('[') && end != text.npos) {
    const auto count = parse_unsigned(text.substr(1, end - 1));
    if (!count || *count == 0)
      return bad_input(fmt::format("`{}` is no number of elements", text.substr(1, end - 1)));
    if (*count != value.count) value.shape.clear();
    value.count = *count;
    text.remove_prefix(end + 2);
  }
  Result<Fill> fill = parse_fill(text);
  if (!fill) return fill.error();
  if (fill->kind == Fill::Kind::Constant) {
    if (const auto bytes = element_bytes(value.type, fill->constant); !bytes) return bytes.error();
  }
  const std::uint64_t width_before = value.fill.width;
  value.fill = std::move(*fill);
  const bool image =
      value.fill.kind >= Fill::Kind::Image && value.fill.kind <= Fill::Kind::ImagePlanes;
  if (image && value.fill.width == 0)
    value.fill.width = width_before != 0 ? width_before : natural_width(value);
  return {};
}

Result<void> set_value(const Input& input, std::string_view text) {
  if (input.buffer != nullptr) return set_fill(*input.buffer, text);
  if (const auto bytes = element_bytes(input.scalar->type, text); !bytes) return bytes.error();
  input.scalar->value = text;
  return {};
}

}  // namespace

std::vector<Input> inputs_of(Experiment& experiment) {
  std::vector<Input> out;
  for (auto& [name, value] : experiment.buffers) out.push_back({name, &value, nullptr, false});
  if (!experiment.launches.empty()) {
    for (Input& input : inputs_of_launch(experiment.launches.front()))
      out.push_back(std::move(input));
  }
  for (Symbol& symbol : experiment.symbols)
    out.push_back({symbol.name, &symbol.value, nullptr, true});
  return out;
}

Result<void> set_input(Experiment& experiment, std::string_view name, std::string_view text) {
  std::vector<Input> all = inputs_of(experiment);
  for (std::size_t i = 1; i < experiment.launches.size(); ++i) {
    for (Input& input : inputs_of_launch(experiment.launches[i])) all.push_back(std::move(input));
  }
  bool found = false;
  for (const Input& input : all) {
    if (input.name != name) continue;
    found = true;
    if (auto set = set_value(input, text); !set)
      return bad_input(fmt::format("{}: {}", name, set.error().message));
  }
  if (found) return {};
  return bad_input(fmt::format("there is no argument `{}`", name));
}

}  // namespace lanescope::experiment
