#include "lab/run/saved_run.hpp"

#include <array>
#include <cstring>

#include <fmt/format.h>

#include "lab/experiment/base64.hpp"
#include "lab/experiment/experiment_json.hpp"
#include "lab/experiment/fill.hpp"
#include "lab/experiment/inputs.hpp"
#include "ports/images/compiled_bytes.hpp"
#include "sim/base/hash.hpp"

namespace lanescope::run {
namespace {

// As PNG's: a transfer that changes line ends or cuts the eighth bit is found at once.
constexpr std::array<unsigned char, 8> kMagic{0x89, 'L', 'N', 'R', 0x0D, 0x0A, 0x1A, 0x0A};
constexpr std::uint64_t kVersion = 1;
constexpr std::size_t kHeadBytes = kMagic.size() + 3 * 8;
constexpr std::string_view kAgain = "save it again with the Lanescope that has the run";

// Inputs that come from files, as their bytes.
Result<void> take_files_in(experiment::Experiment& experiment) {
  for (const experiment::Input& input : experiment::inputs_of(experiment)) {
    if (input.buffer == nullptr || input.buffer->fill.path.empty()) continue;
    const auto bytes = experiment::fill_bytes(*input.buffer);
    if (!bytes) return bytes.error();
    experiment::Fill inside;
    inside.kind = experiment::Fill::Kind::Bytes;
    inside.constant = experiment::to_base64(*bytes);
    input.buffer->fill = std::move(inside);
  }
  return {};
}

Error damaged(const std::string& name, const std::string& what) {
  return bad_input(fmt::format("the saved run is damaged: {}; {}", what, kAgain), name);
}

void write_window(ports::images::ByteWriter& out, const trace::Window& window) {
  out.number(window.first.value);
  out.number(window.count);
  out.number(window.max_ticks);
}

trace::Window read_window(ports::images::ByteReader& in) {
  trace::Window window;
  window.first = BlockIndex{static_cast<decltype(window.first.value)>(in.number())};
  window.count = static_cast<std::uint32_t>(in.number());
  window.max_ticks = in.number();
  return window;
}

// The payload, or what is wrong with the head.
Result<std::span<const std::byte>> payload_of(std::span<const std::byte> bytes,
                                              const std::string& name) {
  if (!is_saved_run(bytes)) return bad_input("this is no saved run of Lanescope", name);
  if (bytes.size() < kHeadBytes)
    return damaged(name, fmt::format("it ends after {} bytes, in its head", bytes.size()));
  ports::images::ByteReader head(bytes.subspan(kMagic.size(), kHeadBytes - kMagic.size()));
  const std::uint64_t version = head.number();
  if (version > kVersion) {
    return bad_input(fmt::format("the run was saved by a newer Lanescope (version {} of the file, "
                                 "and this one reads {}): update Lanescope",
                                 version, kVersion),
                     name);
  }
  if (version != kVersion) return damaged(name, "its version is 0");
  const std::uint64_t length = head.number();
  const std::uint64_t checksum = head.number();
  const auto payload = bytes.subspan(kHeadBytes);
  if (payload.size() != length) {
    return damaged(name, fmt::format("it should have {} bytes after its head and has {}", length,
                                     payload.size()));
  }
  if (fnv1a64(payload) != checksum) return damaged(name, "its checksum is wrong");
  return payload;
}

}  // namespace

Result<std::vector<std::byte>> saved_run_bytes(const ModelRun& run, const trace::Window& window) {
  if (!run.complete || run.trace == nullptr)
    return bad_input("the run is not complete yet: wait until its counters are there");
  experiment::Experiment experiment = run.prepared->experiment;
  if (auto taken = take_files_in(experiment); !taken) return taken.error();
  ports::images::ByteWriter body;
  body.text(experiment::experiment_json(experiment));
  ports::images::write(body, *run.prepared->compiled);
  write_window(body, window);
  body.number(run.machine_steps);
  body.number(run.trace->tick_count());
  body.number(run.trace->digest());
  ports::images::ByteWriter head;
  head.number(kVersion);
  head.number(body.data().size());
  head.number(fnv1a64(body.data()));
  std::vector<std::byte> file(kHeadBytes);
  std::memcpy(file.data(), kMagic.data(), kMagic.size());
  std::memcpy(file.data() + kMagic.size(), head.data().data(), head.data().size());
  file.insert(file.end(), body.data().begin(), body.data().end());
  return file;
}

bool is_saved_run(std::span<const std::byte> bytes) {
  return bytes.size() >= kMagic.size() &&
         std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) == 0;
}

Result<SavedRun> read_saved_run(std::span<const std::byte> bytes, const std::string& name) {
  const auto payload = payload_of(bytes, name);
  if (!payload) return payload.error();
  ports::images::ByteReader in(*payload);
  SavedRun saved;
  const std::string text = in.text();
  auto compiled = std::make_shared<ports::toolchain::Compiled>(ports::images::read_compiled(in));
  saved.window = read_window(in);
  saved.machine_steps = in.number();
  saved.ticks = in.number();
  saved.digest = in.number();
  if (!in.at_end()) return damaged(name, "its parts do not add up");
  auto experiment = experiment::read_experiment_json(text);
  if (!experiment) return damaged(name, experiment.error().message);
  saved.experiment = std::move(*experiment);
  saved.compiled = std::move(compiled);
  return saved;
}

std::string difference(std::uint64_t recorded_digest, std::uint64_t recorded_steps,
                       const ModelRun& run) {
  const bool as_many = run.machine_steps == recorded_steps;
  if (as_many && run.trace != nullptr && run.trace->has_digest(recorded_digest)) return {};
  if (as_many)
    return fmt::format(
        "this is not the recorded run: another version of Lanescope recorded as many warp "
        "instructions, {}, but told something else of them; what is shown is this one's",
        recorded_steps);
  return fmt::format(
      "this is not the recorded run: another version of Lanescope recorded {} warp instructions, "
      "and this one runs {}; what is shown is this one's",
      recorded_steps, run.machine_steps);
}

}  // namespace lanescope::run
