// Writes what cycles.py runs on a GPU: each shipped rung with its first values, with those that
// fill a GPU, and with some between; the kernels as cubins, the launches and buffers as JSON.
//     cycles_cases FOLDER [LESSON]
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cuda/device/equipment.hpp"
#include "cuda/toolchain/worker_loop.hpp"
#include "lab/lesson/lesson_experiment.hpp"
#include "lab/lesson/lesson_reader.hpp"
#include "lab/lesson/paths.hpp"
#include "lab/run/grid_barrier.hpp"
#include "lab/run/prepare.hpp"
#include "sim/base/hash.hpp"
#include "tests/hardware/cycles/sizes.hpp"

namespace lanescope::test {
namespace {

using nlohmann::ordered_json;
using Fill = experiment::Fill;

// What else fills a buffer goes along as bytes, up to so many.
constexpr std::size_t kMostBytes = std::size_t{1} << 20U;

class Writer {
 public:
  explicit Writer(std::filesystem::path folder) : folder_(std::move(folder)) {}

  std::string keep(const std::vector<std::byte>& bytes, const char* ending) const {
    const std::string name = fmt::format("{:016x}.{}", fnv1a64(bytes), ending);
    std::ofstream(folder_ / name, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    return name;
  }
  void add(ordered_json one) { cases_.push_back(std::move(one)); }
  void close() const { std::ofstream(folder_ / "cases.json") << cases_.dump(1) << '\n'; }

 private:
  std::filesystem::path folder_;
  ordered_json cases_ = ordered_json::array();
};

std::vector<std::uint32_t> three(const Dim3& d) { return {d.x, d.y, d.z}; }

ordered_json fill_of(const Fill& fill) {
  switch (fill.kind) {
    case Fill::Kind::Zero:
    case Fill::Kind::None:
      return {{"kind", "zero"}};
    case Fill::Kind::Iota:
      return {{"kind", "iota"}};
    case Fill::Kind::Constant:
      return {{"kind", "constant"}, {"value", fill.constant}};
    case Fill::Kind::Random: {
      ordered_json out{{"kind", "random"}, {"seed", fill.seed}};
      if (fill.modulus) out["modulus"] = *fill.modulus;
      return out;
    }
    default:
      return nullptr;
  }
}

struct Made {
  experiment::Experiment experiment;
  std::shared_ptr<const ports::toolchain::Compiled> compiled;
  std::shared_ptr<const run::Prepared> prepared;  // once needed
};

// The bytes that the model starts with.
std::optional<std::vector<std::byte>> bytes_of(Made& made, const std::string& name) {
  if (!made.prepared) {
    auto result = run::prepare(made.experiment, made.compiled);
    if (auto* ok = std::get_if<std::shared_ptr<const run::Prepared>>(&result)) made.prepared = *ok;
  }
  if (!made.prepared) return std::nullopt;
  for (const engine::Buffer& b : made.prepared->plan->buffers)
    if (b.name == name && b.initial && b.initial->size() <= kMostBytes) return *b.initial;
  for (const engine::SymbolValue& s : made.prepared->plan->symbols)
    if (s.name == name) return *s.bytes;
  return std::nullopt;
}

// False: it can't be told.
bool add_buffer(Made& made, const Writer& writer, const std::string& name,
                const experiment::BufferValue& value, ordered_json& to) {
  ordered_json one{
      {"name", name}, {"type", experiment::spelling(value.type)}, {"count", value.count}};
  one["fill"] = fill_of(value.fill);
  if (one["fill"].is_null()) {
    const auto bytes = bytes_of(made, name);
    if (!bytes) return false;
    one["fill"] = {{"kind", "file"}, {"file", writer.keep(*bytes, "data")}};
  }
  to.push_back(std::move(one));
  return true;
}

ordered_json scalar_of(const experiment::ScalarValue& value) {
  return {{"type", experiment::spelling(value.type)}, {"value", value.value}};
}

ordered_json argument_of(
    const std::variant<experiment::LaunchSpec::BufferRef, experiment::Argument>& given) {
  if (const auto* buffer = std::get_if<experiment::LaunchSpec::BufferRef>(&given))
    return {{"buffer", buffer->name}};
  const auto& argument = std::get<experiment::Argument>(given);
  if (const auto* scalar = std::get_if<experiment::ScalarValue>(&argument.value))
    return scalar_of(*scalar);
  const auto* fields = std::get_if<experiment::StructValue>(&argument.value);
  if (fields == nullptr) return nullptr;
  ordered_json parts = ordered_json::array();
  for (const auto& field : fields->fields) {
    const auto* scalar = std::get_if<experiment::ScalarValue>(&field.value);
    if (scalar == nullptr) return nullptr;
    parts.push_back(scalar_of(*scalar));
  }
  return {{"fields", std::move(parts)}};
}

bool add_launch(const Made& made, const experiment::LaunchSpec& launch, ordered_json& to) {
  const auto image = ports::toolchain::find_kernel(*made.compiled, launch.kernel);
  if (!image || launch.cluster.x != 0) return false;
  ordered_json arguments = ordered_json::array();
  for (const auto& given : launch.arguments) {
    arguments.push_back(argument_of(given));
    if (arguments.back().is_null()) return false;
  }
  to.push_back({{"kernel", (*image)->mangled},
                {"grid", three(launch.grid)},
                {"block", three(launch.block)},
                {"shared", launch.dynamic_shared_bytes},
                {"arguments", std::move(arguments)}});
  return true;
}

bool add_case(Made& made, Writer& writer, ordered_json head) {
  head["cubin"] = writer.keep(made.compiled->cubin, "cubin");
  head["cooperative"] = made.compiled->ptx.find("%envreg") != std::string::npos;
  ordered_json buffers = ordered_json::array(), symbols = buffers, launches = buffers;
  for (const auto& [name, value] : made.experiment.buffers)
    if (!add_buffer(made, writer, name, value, buffers)) return false;
  for (const experiment::Symbol& symbol : made.experiment.symbols)
    if (!add_buffer(made, writer, symbol.name, symbol.value, symbols)) return false;
  for (const experiment::LaunchSpec& launch : made.experiment.launches)
    if (!add_launch(made, launch, launches)) return false;
  head["buffers"] = std::move(buffers);
  head["symbols"] = std::move(symbols);
  head["launches"] = std::move(launches);
  writer.add(std::move(head));
  return true;
}

class Maker {
 public:
  explicit Maker(std::filesystem::path folder)
      : writer_(std::move(folder)), equipment_({}), compiler_(equipment_.compiler()) {}

  void add(const lesson::Lesson& lesson, const lesson::Rung& rung) {
    for (const auto& [size, values] : sizes_of(rung)) {
      const std::string name = lesson.id + "/" + rung.id + " " + size;
      const auto experiment = lesson::make_experiment(rung, values);
      if (!experiment) {
        std::printf("%s: %s\n", name.c_str(), experiment.error().text().c_str());
        continue;
      }
      Made made{*experiment, compiled(*experiment), nullptr};
      if (!made.compiled || made.compiled->cubin.empty()) {
        std::printf("%s: not compiled\n", name.c_str());
        continue;
      }
      ordered_json head{{"rung", lesson.id + "/" + rung.id}, {"size", size}, {"values", values}};
      if (!add_case(made, writer_, std::move(head))) std::printf("%s: left out\n", name.c_str());
    }
  }
  void close() const { writer_.close(); }

 private:
  std::shared_ptr<const ports::toolchain::Compiled> compiled(
      const experiment::Experiment& experiment) {
    const auto request = run::compile_request(experiment);
    if (last_ && run::same_image(request, last_request_)) return last_;
    auto result = compiler_->compile(request);
    last_request_ = request;
    last_ = result ? std::make_shared<const ports::toolchain::Compiled>(result.value()) : nullptr;
    return last_;
  }

  Writer writer_;
  cuda::device::Equipment equipment_;
  std::unique_ptr<ports::toolchain::Compiler> compiler_;
  ports::toolchain::CompileRequest last_request_;
  std::shared_ptr<const ports::toolchain::Compiled> last_;
};

int run_all(int argc, char** argv) {
  std::filesystem::create_directories(argv[1]);
  Maker maker(argv[1]);
  const auto lessons = lesson::load_lessons(lesson::kernels_folder());
  if (!lessons) {
    std::printf("%s\n", lessons.error().text().c_str());
    return 1;
  }
  for (const lesson::Lesson& one : *lessons)
    if (argc < 3 || one.id == argv[2])
      for (const lesson::Rung& rung : one.rungs) maker.add(one, rung);
  maker.close();
  return 0;
}

}  // namespace
}  // namespace lanescope::test

int main(int argc, char** argv) {
  // The compiler runs in a process of its own: this program once more.
  if (argc >= 2 && std::string_view(argv[1]) == "worker")
    return lanescope::cuda::toolchain::run_worker();
  if (argc >= 2) return lanescope::test::run_all(argc, argv);
  std::printf("usage: cycles_cases FOLDER [LESSON]\n");
  return 2;
}
