#include "lab/experiment/experiment_json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lab/experiment/base64.hpp"
#include "lab/experiment/inputs.hpp"
#include "lab/experiment/spec.hpp"
#include "lab/experiment/spec_text.hpp"

namespace lanescope::experiment {
namespace {

using nlohmann::json;

json extents(const Dim3& at) { return {at.x, at.y, at.z}; }

json launch_json(const LaunchSpec& launch) {
  json arguments = json::array();
  for (const auto& argument : launch.arguments) {
    if (const auto* buffer = std::get_if<LaunchSpec::BufferRef>(&argument))
      arguments.push_back({{"buffer", buffer->name}});
    else
      arguments.push_back(argument_text(std::get<Argument>(argument)));
  }
  json all = {{"kernel", launch.kernel},
              {"grid", extents(launch.grid)},
              {"block", extents(launch.block)},
              {"shared", launch.dynamic_shared_bytes},
              {"arguments", std::move(arguments)}};
  if (launch.cluster.x != 0) all["cluster"] = extents(launch.cluster);
  return all;
}

// Reads members of the right type; the first that is wrong is kept as the error.
class Reader {
 public:
  template <typename T>
  T take(const json& in, const char* key) {
    const auto found = in.is_object() ? in.find(key) : in.end();
    if (found == in.end()) {
      fail(fmt::format("'{}' is missing", key));
      return T{};
    }
    return value<T>(*found, key);
  }
  template <typename T>
  T value(const json& in, const char* key) {
    const bool right = std::is_same_v<T, std::string> ? in.is_string()
                       : std::is_same_v<T, bool>      ? in.is_boolean()
                       : std::is_signed_v<T>          ? in.is_number_integer()
                                                      : in.is_number_unsigned();
    if (right) return in.get<T>();
    fail(fmt::format("'{}' is of the wrong kind", key));
    return T{};
  }
  const json& list(const json& in, const char* key) {
    static const json kEmpty = json::array();
    const auto found = in.is_object() ? in.find(key) : in.end();
    if (found != in.end() && found->is_array()) return *found;
    fail(fmt::format("'{}' is no list", key));
    return kEmpty;
  }
  std::vector<std::string> words(const json& in, const char* key) {
    std::vector<std::string> out;
    for (const json& word : list(in, key)) out.push_back(value<std::string>(word, key));
    return out;
  }
  Dim3 dim3(const json& in, const char* key) {
    const json& three = list(in, key);
    if (three.size() != 3) {
      fail(fmt::format("'{}' has three numbers", key));
      return {};
    }
    return {value<std::uint32_t>(three[0], key), value<std::uint32_t>(three[1], key),
            value<std::uint32_t>(three[2], key)};
  }
  void fail(std::string why) {
    if (why_.empty()) why_ = std::move(why);
  }
  [[nodiscard]] const std::string& why() const { return why_; }

 private:
  std::string why_;
};

Source read_source(Reader& reader, const json& in) {
  return {reader.take<std::string>(in, "file"), reader.take<std::string>(in, "text"),
          reader.take<bool>(in, "ptx"), reader.words(in, "include")};
}

LaunchSpec read_launch(Reader& reader, const json& in) {
  LaunchSpec launch;
  launch.kernel = reader.take<std::string>(in, "kernel");
  launch.grid = reader.dim3(in, "grid");
  launch.block = reader.dim3(in, "block");
  launch.dynamic_shared_bytes = reader.take<std::uint32_t>(in, "shared");
  if (in.contains("cluster")) launch.cluster = reader.dim3(in, "cluster");
  for (const json& argument : reader.list(in, "arguments")) {
    if (argument.is_object()) {
      launch.arguments.emplace_back(
          LaunchSpec::BufferRef{reader.take<std::string>(argument, "buffer")});
      continue;
    }
    auto parsed = parse_argument(reader.value<std::string>(argument, "arguments"));
    if (parsed)
      launch.arguments.emplace_back(std::move(*parsed));
    else
      reader.fail(parsed.error().message);
  }
  return launch;
}

// Files of older versions have none.
void read_shapes(Reader& reader, const json& in, Experiment& experiment) {
  if (!in.is_object()) return;
  for (const Input& input : inputs_of(experiment)) {
    if (input.buffer == nullptr || !in.contains(input.name)) continue;
    for (const json& size : reader.list(in, input.name.c_str()))
      input.buffer->shape.push_back(reader.value<std::uint64_t>(size, "shapes"));
  }
}

json kept_json(const KeptMemory& kept) {
  json undefined = json::array();
  for (const engine::ByteRange& part : kept.undefined) undefined.push_back({part.begin, part.end});
  return {{"address", kept.address},
          {"bytes", to_base64(kept.bytes)},
          {"undefined", std::move(undefined)}};
}

// Only the launches of programs have any.
void read_kept(Reader& reader, const json& in, Experiment& experiment) {
  if (!in.is_object()) return;
  for (const Input& input : inputs_of(experiment)) {
    if (input.buffer == nullptr || !in.contains(input.name)) continue;
    const json& one = in.at(input.name);
    KeptMemory kept;
    kept.address = reader.take<std::uint64_t>(one, "address");
    auto bytes = from_base64(reader.take<std::string>(one, "bytes"));
    if (!bytes) reader.fail("what was kept is no base64");
    if (bytes) kept.bytes = std::move(*bytes);
    for (const json& part : reader.list(one, "undefined")) {
      if (!part.is_array() || part.size() != 2) {
        reader.fail("'undefined' has pairs");
        continue;
      }
      kept.undefined.push_back({reader.value<std::uint64_t>(part[0], "undefined"),
                                reader.value<std::uint64_t>(part[1], "undefined")});
    }
    input.buffer->kept = std::make_shared<const KeptMemory>(std::move(kept));
  }
}

engine::MachineOptions read_machine(Reader& reader, const json& in) {
  engine::MachineOptions options;
  options.warp_size = reader.take<int>(in, "warp_size");
  const auto policy = reader.take<std::uint32_t>(in, "policy");
  const auto order = reader.take<std::uint32_t>(in, "order");
  if (policy > static_cast<std::uint32_t>(engine::Policy::MinPc) || order > 1)
    reader.fail("the machine's policy or order is unknown");
  options.policy = static_cast<engine::Policy>(policy);
  options.order = static_cast<engine::Order>(order);
  options.schedule_seed = reader.take<std::uint64_t>(in, "schedule_seed");
  options.max_steps = reader.take<std::uint64_t>(in, "max_steps");
  options.max_memory = reader.take<std::uint64_t>(in, "max_memory");
  return options;
}

}  // namespace

std::string experiment_json(const Experiment& experiment) {
  json buffers = json::array(), symbols = json::array(), launches = json::array();
  for (const auto& [name, value] : experiment.buffers) buffers.push_back(buffer_text(name, value));
  for (const Symbol& symbol : experiment.symbols) symbols.push_back(symbol_text(symbol));
  for (const LaunchSpec& launch : experiment.launches) launches.push_back(launch_json(launch));
  const engine::MachineOptions& options = experiment.options;
  json shapes = json::object(), kept = json::object();
  Experiment named = experiment;
  for (const Input& input : inputs_of(named)) {
    if (input.buffer != nullptr && !input.buffer->shape.empty())
      shapes[input.name] = input.buffer->shape;
    if (input.buffer != nullptr && input.buffer->kept)
      kept[input.name] = kept_json(*input.buffer->kept);
  }
  const json out = {{"source",
                     {{"file", experiment.source.file_name},
                      {"text", experiment.source.text},
                      {"ptx", experiment.source.is_ptx},
                      {"include", experiment.source.include_dirs}}},
                    {"arch", experiment.arch},
                    {"defines", experiment.defines},
                    {"buffers", std::move(buffers)},
                    {"symbols", std::move(symbols)},
                    {"shapes", std::move(shapes)},
                    {"kept", std::move(kept)},
                    {"launches", std::move(launches)},
                    {"kernels", experiment.kernels},
                    {"machine_code", experiment.machine_code},
                    {"machine",
                     {{"warp_size", options.warp_size},
                      {"policy", static_cast<std::uint32_t>(options.policy)},
                      {"order", static_cast<std::uint32_t>(options.order)},
                      {"schedule_seed", options.schedule_seed},
                      {"max_steps", options.max_steps},
                      {"max_memory", options.max_memory}}}};
  return out.dump(1, ' ', false, json::error_handler_t::replace);
}

Result<Experiment> read_experiment_json(std::string_view text) {
  const json in = json::parse(text, nullptr, false);
  if (in.is_discarded() || !in.is_object()) return bad_input("the experiment is no JSON object");
  Reader reader;
  Experiment experiment;
  experiment.source = read_source(reader, in.value("source", json{}));
  if (const json engine = in.value("machine_code", json(false)); engine.is_boolean())
    experiment.machine_code = engine.get<bool>();
  else
    reader.fail("'machine_code' is true or false");
  experiment.arch = reader.take<std::string>(in, "arch");
  experiment.defines = reader.words(in, "defines");
  for (const std::string& spec : reader.words(in, "buffers")) {
    auto parsed = parse_symbol(spec);  // written alike
    if (!parsed) return parsed.error();
    experiment.buffers.emplace_back(std::move(parsed->name), std::move(parsed->value));
  }
  for (const std::string& spec : reader.words(in, "symbols")) {
    auto parsed = parse_symbol(spec);
    if (!parsed) return parsed.error();
    experiment.symbols.push_back(std::move(*parsed));
  }
  for (const json& launch : reader.list(in, "launches"))
    experiment.launches.push_back(read_launch(reader, launch));
  // Files of older versions have none.
  if (in.contains("kernels")) experiment.kernels = reader.words(in, "kernels");
  experiment.options = read_machine(reader, in.value("machine", json{}));
  read_shapes(reader, in.value("shapes", json{}), experiment);
  read_kept(reader, in.value("kept", json{}), experiment);
  if (experiment.launches.empty()) reader.fail("there is no launch");
  if (!reader.why().empty()) return bad_input(reader.why());
  return experiment;
}

}  // namespace lanescope::experiment
