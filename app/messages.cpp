#include "app/messages.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fmt/format.h>

#include "lab/experiment/file.hpp"
#include "lab/run/report_counters.hpp"
#include "sim/timing/machine.hpp"

namespace lanescope::app {
namespace {

constexpr std::size_t kMostHazardMessages = 20;

constexpr const char* kNoGpu =
    "--gpu: this command works on the model alone; `run`, `sweep` and `program` with --gpu run on "
    "both";

// Compilers count columns from 1; .loc has a 0 where it knows none. Instructions that a compiler
// has added have no line at all.
std::string where(const run::ModelRun& run, const events::Hazard& hazard) {
  const run::ReportPlace place = run::report_place(run, hazard.launch, hazard.pc);
  if (place.file.empty()) return run.prepared->experiment.source.file_name;
  return fmt::format("{}:{}:{}", place.file, place.line, std::max(place.column, 1U));
}

}  // namespace

void tell_text(std::string_view text) {
  // Nobody is left to hear of a failure.
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
}

void tell_run(const run::ModelRun& run) {
  tell_text(run.printed.text);
  if (!run.printed.text.empty() && run.printed.text.back() != '\n') tell_text("\n");
  const std::size_t shown = std::min(run.hazards.size(), kMostHazardMessages);
  for (std::size_t i = 0; i < shown; ++i) {
    const events::Hazard& hazard = run.hazards[i];
    tell("{}: {}: {}{}\n", where(run, hazard), events::spelling(hazard.severity), hazard.message,
         hazard.count > 1 ? fmt::format(" ({} times)", hazard.count) : "");
  }
  if (run.hazards.size() > shown)
    tell("lanescope: and {} more hazards, in the report\n", run.hazards.size() - shown);
  // It begins with its place in the source where it has one.
  if (run.unsupported.starts_with("PTX line")) tell_text("lanescope: ");
  if (!run.unsupported.empty()) tell("{}\n", run.unsupported);
}

int complain(const Error& error) {
  const Error shown{error.code, error.message, error.place.empty() ? "lanescope" : error.place};
  tell("{}\n", shown.text());
  return static_cast<int>(error.code);
}

void warn(const std::vector<ports::toolchain::Diagnostic>& diagnostics) {
  for (const ports::toolchain::Diagnostic& diagnostic : diagnostics) {
    const std::string_view severity =
        diagnostic.severity == ports::toolchain::Diagnostic::Severity::Error     ? ""
        : diagnostic.severity == ports::toolchain::Diagnostic::Severity::Warning ? "warning: "
                                                                                 : "note: ";
    const std::string place = diagnostic.place();
    tell("{}: {}{}\n", place.empty() ? "lanescope" : place, severity, diagnostic.message);
  }
}

int complain(const run::PrepareFailure& failure) {
  bool told = false;
  for (const ports::toolchain::Diagnostic& diagnostic : failure.diagnostics) {
    told = told || diagnostic.severity == ports::toolchain::Diagnostic::Severity::Error;
  }
  warn(failure.diagnostics);
  return told ? static_cast<int>(failure.error.code) : complain(failure.error);
}

Result<void> check_engine(const EngineArguments& arguments) {
  if (arguments.time && arguments.engine == "ptx")
    return bad_input("--time is that of machine code: leave --engine ptx out");
  const auto machine = timing::machine(arguments.machine);
  return machine ? Result<void>() : machine.error();
}

Result<void> check_gpu(const RunArguments& arguments) {
  if (arguments.on_gpu()) return missing(kNoGpu);
  return {};
}

Result<void> write_output(const std::string& path, const std::string& text) {
  if (!path.empty() && path != "-") return experiment::write_text(path, text);
  const bool whole = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (whole && std::fflush(stdout) == 0) return {};
  return bad_input(fmt::format("cannot be written: {}", std::strerror(errno)), "standard output");
}

}  // namespace lanescope::app
