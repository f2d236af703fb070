#include "lab/run/saved_run.hpp"

#include <fmt/format.h>

#include "lab/experiment/base64.hpp"
#include "lab/experiment/experiment_json.hpp"
#include "lab/experiment/fill.hpp"
#include "lab/experiment/inputs.hpp"
#include "lab/run/sealed_file.hpp"
#include "ports/images/compiled_bytes.hpp"

namespace lanescope::run {
namespace {

// As PNG's: a transfer that changes line ends or cuts the eighth bit is found at once.
constexpr SealedKind kSavedRun{{0x89, 'L', 'N', 'R', 0x0D, 0x0A, 0x1A, 0x0A},
                               1,
                               "run",
                               "saved",
                               "save it again with the Lanescope that has the run"};

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
  return seal(body.data(), kSavedRun);
}

bool is_saved_run(std::span<const std::byte> bytes) { return is_sealed(bytes, kSavedRun); }

Result<SavedRun> read_saved_run(std::span<const std::byte> bytes, const std::string& name) {
  const auto payload = content_of(bytes, kSavedRun, name);
  if (!payload) return payload.error();
  ports::images::ByteReader in(*payload);
  SavedRun saved;
  const std::string text = in.text();
  auto compiled = std::make_shared<ports::toolchain::Compiled>(ports::images::read_compiled(in));
  saved.window = read_window(in);
  saved.machine_steps = in.number();
  saved.ticks = in.number();
  saved.digest = in.number();
  if (!in.at_end()) return damaged(kSavedRun, name, "its parts do not add up");
  auto experiment = experiment::read_experiment_json(text);
  if (!experiment) return damaged(kSavedRun, name, experiment.error().message);
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
