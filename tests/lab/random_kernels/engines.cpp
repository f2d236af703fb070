#include "tests/lab/random_kernels/engines.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "lab/experiment/base64.hpp"
#include "lab/run/machine_code_run.hpp"
#include "lab/run/prepare.hpp"
#include "lab/run/run_model.hpp"
#include "lab/run/saved_run.hpp"
#include "tests/lab/random_kernels/counters.hpp"

namespace lanescope::test::random_kernels {
namespace {

using Run = std::shared_ptr<const run::ModelRun>;

experiment::BufferValue buffer_of(const std::vector<std::uint32_t>& words) {
  experiment::BufferValue buffer;
  buffer.type = experiment::ElementType::U32;
  buffer.count = words.size();
  buffer.fill.kind = experiment::Fill::Kind::Bytes;
  buffer.fill.constant = experiment::to_base64(std::as_bytes(std::span(words)));
  return buffer;
}

experiment::Argument scalar(const char* name, experiment::ElementType type, const char* value) {
  return {name, experiment::ScalarValue{type, value}};
}

experiment::Argument pair_argument() {
  using enum experiment::ElementType;
  experiment::StructValue value;
  value.fields = {{"a", experiment::ScalarValue{U32, "77"}},
                  {"b", experiment::ScalarValue{F32, "0.375"}},
                  {"c", experiment::ScalarValue{F64, "-1.1"}},
                  {"d", experiment::ScalarValue{I16, "-3"}}};
  return {"s0", value};
}

// What atomics change begins as the input does, but that floats begin as 0 (kernel.cpp).
std::vector<std::uint32_t> first_sums(const Kernel& kernel) {
  const std::vector<std::uint32_t> input = make_input(kernel.seed);
  std::vector<std::uint32_t> words(kernel.acc_words);
  for (std::size_t i = 0; i < words.size(); ++i)
    words[i] = i >= 128 && i < 152 ? 0 : input[i % 256];
  return words;
}

void add_launch(const Kernel& kernel, experiment::Experiment* experiment) {
  using enum experiment::ElementType;
  experiment::LaunchSpec launch;
  launch.kernel = kernel.name;
  launch.grid = {kernel.blocks, 1, 1};
  launch.block = {kernel.threads, 1, 1};
  const auto add_buffer = [&](const char* kind, const std::vector<std::uint32_t>& words) {
    const std::string name = fmt::format("{}_{}", kind, kernel.seed);
    experiment->buffers.emplace_back(name, buffer_of(words));
    launch.arguments.emplace_back(experiment::LaunchSpec::BufferRef{name});
  };
  add_buffer("in", make_input(kernel.seed));
  add_buffer("out", std::vector<std::uint32_t>(kernel.out_words));
  add_buffer("acc", first_sums(kernel));
  launch.arguments.emplace_back(scalar("n", I32, "3"));
  launch.arguments.emplace_back(scalar("p2", F32, "1.7"));
  launch.arguments.emplace_back(scalar("p3", F64, "0.3"));
  launch.arguments.emplace_back(pair_argument());
  experiment->launches.push_back(std::move(launch));
}

std::string source_of(const std::string& prelude, const std::vector<Kernel>& kernels) {
  std::string text = prelude;
  for (const Kernel& kernel : kernels) text += "\n" + kernel.text();
  return text;
}

experiment::Experiment experiment_of(std::string source, const std::vector<Kernel>& kernels,
                                     const std::string& arch) {
  experiment::Experiment experiment;
  experiment.arch = arch;
  experiment.source = {"random.cu", std::move(source), false, {}};
  experiment.options.max_steps = 4'000'000;
  for (const Kernel& kernel : kernels) add_launch(kernel, &experiment);
  return experiment;
}

std::string end_of(const char* engine, const run::ModelRun& run) {
  if (run.outcome == engine::Outcome::Finished && run.hazards.empty()) return {};
  std::string text = fmt::format("{} ends with outcome {} {}\n", engine,
                                 static_cast<int>(run.outcome), run.unsupported);
  for (const events::Hazard& hazard : run.hazards) text += "  " + hazard.message + "\n";
  return text;
}

bool waits_in_vain(const run::ModelRun& run) {
  if (run.outcome == engine::Outcome::StepLimit) return true;
  return !run.hazards.empty() && std::ranges::all_of(run.hazards, [](const events::Hazard& hazard) {
    return hazard.kind == events::HazardKind::BarrierDivergence;
  });
}

std::string buffer_difference(const run::BufferResult& ptx, const run::BufferResult& sass) {
  if (ptx.bytes == sass.bytes) return {};
  const auto word = [](const run::BufferResult& of, std::size_t at) {
    std::uint32_t value = 0;
    std::memcpy(&value, of.bytes.data() + at * 4, 4);
    return value;
  };
  std::string text;
  int shown = 0;
  for (std::size_t i = 0; i * 4 < ptx.bytes.size() && shown < 6; ++i) {
    if (word(ptx, i) == word(sass, i)) continue;
    text += fmt::format("{}[{}]: {:08x} by PTX, {:08x} by machine code\n", ptx.name, i,
                        word(ptx, i), word(sass, i));
    ++shown;
  }
  return text;
}

void note_kinds(const run::ModelRun& run, std::set<std::string>* kinds) {
  for (std::size_t launch = 0; launch < run.counters_by_pc.size(); ++launch) {
    const engine::Program& program = *run.plan().launches[launch].program;
    const auto& counters = run.counters_by_pc[launch];
    for (std::uint32_t pc = 0; pc < counters.size(); ++pc) {
      if (counters[pc].warp_instructions == 0) continue;
      std::string text = program.text_at(Pc{pc});
      if (text.starts_with('@')) text.erase(0, text.find(' ') + 1);
      kinds->insert(text.substr(0, text.find_first_of(" ;")));
    }
  }
}

// Of one launch of both runs.
std::string difference(const Kernel& kernel, std::size_t at, const run::ModelRun& ptx,
                       const run::ModelRun& sass) {
  std::string text;
  for (std::size_t i = at * 3; i < at * 3 + 3; ++i)
    text += buffer_difference(ptx.buffers[i], sass.buffers[i]);
  return text + counter_difference(kernel, counters_of(ptx, at), counters_of(sass, at));
}

}  // namespace

Engines::Engines(std::string arch) : arch_(std::move(arch)) {
  std::ifstream file("tests/lab/random_kernels/prelude.cuh");
  std::stringstream text;
  text << file.rdbuf();
  prelude_ = text.str();
}

std::string Engines::missing() const {
  if (!toolchain_.nvrtc.found()) return toolchain_.nvrtc.remedy;
  return toolchain_.nvdisasm.found() ? std::string() : toolchain_.nvdisasm.problem;
}

ports::toolchain::CompileResult Engines::compile(const std::vector<Kernel>& kernels) {
  cuda::toolchain::Job job;
  job.request = run::compile_request(experiment_of(source_of(prelude_, kernels), kernels, arch_));
  job.nvrtc = toolchain_.nvrtc.path;
  job.cuda_include_dirs = toolchain_.include_dirs;
  job.working_dir = job.scratch_dir = std::filesystem::temp_directory_path().string();
  return compiler_.run(job);
}

std::vector<std::string> Engines::one_by_one(const std::vector<Kernel>& kernels) {
  std::vector<std::string> texts;
  for (const Kernel& kernel : kernels) texts.push_back(differences({kernel}).front());
  return texts;
}

Result<std::shared_ptr<const run::Prepared>> Engines::prepare(const std::vector<Kernel>& kernels) {
  ports::toolchain::CompileResult compiled = compile(kernels);
  if (!compiled) return compiled.error();
  const run::PrepareResult prepared =
      run::prepare(experiment_of(source_of(prelude_, kernels), kernels, arch_),
                   std::make_shared<const ports::toolchain::Compiled>(std::move(compiled).value()));
  const auto* plan = std::get_if<std::shared_ptr<const run::Prepared>>(&prepared);
  if (plan == nullptr) return std::get<run::PrepareFailure>(prepared).error;
  return *plan;
}

Result<std::vector<std::byte>> Engines::saved(const Kernel& kernel) {
  const auto plan = prepare({kernel});
  if (!plan) return plan.error();
  run::RunOptions options;
  options.recording = engine::Recording::Full;
  return run::saved_run_bytes(*run::run_model(*plan, options), {});
}

std::vector<std::string> Engines::differences(const std::vector<Kernel>& kernels) {
  const auto all = [&](const std::string& text) {
    return std::vector<std::string>(kernels.size(), text);
  };
  const auto plan = prepare(kernels);
  if (!plan && kernels.size() > 1) return one_by_one(kernels);
  if (!plan) return all(std::string(kDoesNotCompile) + plan.error().text());
  const auto machine_code = run::by_machine_code(**plan, nvdisasm_);
  if (!machine_code) return all("machine code: " + machine_code.error().text());
  const Run ptx = run::run_model(*plan, {});
  const Run sass = run::run_model(*machine_code, {});
  const std::string ended = end_of("PTX", *ptx) + end_of("machine code", *sass);
  if (!ended.empty() && kernels.size() > 1) return one_by_one(kernels);
  if (!ended.empty()) return all(waits_in_vain(*ptx) ? std::string(kNoEnd) + ended : ended);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < kernels.size(); ++i)
    texts.push_back(difference(kernels[i], i, *ptx, *sass));
  if (ptx->printed.text != sass->printed.text)
    for (std::string& text : texts) text += "what is printed differs\n";
  note_kinds(*ptx, &met_.ptx);
  note_kinds(*sass, &met_.sass);
  return texts;
}

}  // namespace lanescope::test::random_kernels
