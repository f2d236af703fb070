#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/messages.hpp"
#include "app/program_on_gpu.hpp"
#include "app/program_process.hpp"
#include "app/temporary_file.hpp"
#include "cuda/toolchain/toolchain.hpp"
#include "cuda/toolchain/whole_program.hpp"
#include "lab/experiment/file.hpp"
#include "lab/hardware/measurements.hpp"
#include "lab/lesson/paths.hpp"
#include "lab/program/program_report.hpp"
#include "lab/program/recorded_lengths.hpp"
#include "lab/program/saved_program.hpp"
#include "ports/images/cache.hpp"
#include "ports/toolchain/library_calls.hpp"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;

// The folder of our libcudart.so.13.
std::string runtime_folder() {
  if (const char* wanted = std::getenv("LANESCOPE_RUNTIME_FOLDER")) return wanted;
  return library_folder("cuda", "libcudart.so.13");
}

bool is_source(const std::string& file) {
  const std::string extension = fs::path(file).extension().string();
  return extension == ".cu" || extension == ".cpp" || extension == ".cc" || extension == ".c";
}

// A built executable must load our library, and no other.
Result<std::string> given_executable(const std::string& file) {
  const Result<std::vector<std::byte>> bytes = experiment::read_file(file);
  if (!bytes) return bytes.error();
  const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  if (!text.starts_with("\x7f"
                        "ELF"))
    return bad_input("it is neither a source (.cu, .cpp, .c) nor an executable", file);
  if (text.find("libcudart.so.13") == std::string_view::npos &&
      text.find("libcuda.so.1") == std::string_view::npos) {
    return missing(
        "it does not load CUDA 13's libcudart.so.13; build it with nvcc 13 and `-cudart shared`, "
        "or give its sources",
        file);
  }
  if (const auto closed = ports::toolchain::loaded_libraries(text, file); !closed.empty())
    return ports::toolchain::closed_libraries(closed, {file});
  return fs::absolute(file).string();
}

// What the sources call of libraries that cannot run on the model. They are looked at where nvcc
// fails, since it knows which calls are compiled at all.
std::vector<ports::toolchain::LibraryCall> closed_calls(const std::vector<std::string>& files) {
  std::vector<ports::toolchain::LibraryCall> all;
  for (const std::string& file : files) {
    const auto text = experiment::read_text(file);
    if (!text) continue;
    auto calls = ports::toolchain::library_calls(*text, file);
    all.insert(all.end(), calls.begin(), calls.end());
  }
  return all;
}

struct Executable {
  std::string path;
  int status = 0;  // not 0: there is none, and it has been told
};

// What was built or given, if the model can run it.
Executable checked(const std::string& file) {
  const Result<std::string> path = given_executable(file);
  if (path) return {*path, 0};
  const int status = complain(path.error());
  return {{}, path.error().code == Error::Code::Missing ? program::kMissing : status};
}

Executable executable_of(const ProgramArguments& wanted, const std::string& runtime) {
  const auto sources = std::ranges::count_if(wanted.files, is_source);
  if (sources == 0 && wanted.files.size() == 1) return checked(wanted.files.front());
  if (static_cast<std::size_t>(sources) != wanted.files.size())
    return {{}, complain(bad_input("sources (.cu, .cpp, .c) or one executable are wanted"))};
  cuda::toolchain::ProgramRequest request;
  request.sources = wanted.files;
  request.include_dirs = wanted.includes;
  request.defines = wanted.defines;
  request.standard = wanted.standard;
  request.arch = wanted.arch;
  request.machine_code = wanted.by_machine_code();
  request.options = wanted.nvcc_options;
  request.runtime_folder = runtime;
  request.cache_folder = ports::images::default_cache_dir();
  const Result<cuda::toolchain::BuiltProgram> built = cuda::toolchain::build_program(request);
  if (built) {
    tell_text(built->messages);
    return checked(built->path);
  }
  if (built.error().code == Error::Code::Missing) {
    complain(built.error());
    return {{}, program::kMissing};
  }
  // nvcc's own words would be of absent headers, or of names that nothing defines.
  if (const auto closed = closed_calls(wanted.files); !closed.empty()) {
    complain(ports::toolchain::closed_libraries(closed, wanted.files));
    return {{}, program::kMissing};
  }
  tell_text(built.error().message);
  return {{}, program::kNotCompiled};
}

runtime::timeline::Lengths recorded() {
  return program::recorded_lengths(hardware::load_measurements().files);
}

std::vector<std::pair<std::string, std::string>> variables(const ProgramArguments& wanted,
                                                           const std::string& runtime,
                                                           const std::string& record,
                                                           const std::string& contents) {
  const char* before = std::getenv("LD_LIBRARY_PATH");
  std::vector<std::pair<std::string, std::string>> all{
      {"LD_LIBRARY_PATH", before == nullptr || *before == '\0' ? runtime : runtime + ":" + before},
      {"LANESCOPE_PROGRAM_RECORD", record},
      {"LANESCOPE_PROGRAM_CONTENTS", contents},
      {"LANESCOPE_PROGRAM_PAGES", lesson::problem_pages().string()},
      {"LANESCOPE_PROGRAM_COUNT", wanted.record},
      {"LANESCOPE_PROGRAM_HAZARDS", wanted.hazards ? "on" : "off"},
      {"LANESCOPE_PROGRAM_ARCH", wanted.arch},
      {"LANESCOPE_PROGRAM_ENGINE", wanted.by_machine_code() ? "sass" : "ptx"},
      {"LANESCOPE_PROGRAM_MACHINE", wanted.time ? wanted.machine : ""},
      {"LANESCOPE_PROGRAM_CACHES", wanted.caches}};
  if (wanted.time) all.emplace_back("LANESCOPE_PROGRAM_LENGTHS", recorded().text());
  if (wanted.max_steps)
    all.emplace_back("LANESCOPE_PROGRAM_STEPS", std::to_string(*wanted.max_steps));
  return all;
}

std::string_view text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Result<void> save(const ProgramArguments& wanted, const program::Ending& ending,
                  std::string_view record, std::span<const std::byte> contents,
                  const std::optional<program::GpuRun>& on_gpu) {
  std::error_code ignored;
  program::ProgramToSave program{
      {},     wanted.arguments, wanted.arch, fs::current_path(ignored).string(),
      ending, record,           contents,    on_gpu ? &*on_gpu : nullptr};
  for (const std::string& file : wanted.files) {
    auto text = is_source(file) ? experiment::read_text(file) : Result<std::string>(std::string());
    if (text && !text->empty()) program.sources.push_back({file, std::move(*text)});
  }
  return experiment::write_file(wanted.save, program::saved_program_bytes(program));
}

// What was asked for of a program that has ended, and its exit status.
int tell_and_save(const ProgramArguments& wanted, const program::Ending& ending,
                  const std::vector<std::byte>& record, const std::vector<std::byte>& contents,
                  const std::optional<program::GpuRun>& on_gpu) {
  std::error_code ignored;
  program::ProgramRun run = program::read_program(wanted.files, wanted.arch, ending,
                                                  runtime::record::read(text_of(record)),
                                                  fs::current_path(ignored).string());
  if (wanted.by_machine_code()) run.engine = "sass";  // also of one that launched nothing
  if (on_gpu) run.set_gpu(*on_gpu);
  if (run.gpu) tell_text("lanescope: " + program::gpu_words(*run.gpu) + "\n");
  Result<void> written;
  if (!wanted.save.empty()) written = save(wanted, ending, text_of(record), contents, on_gpu);
  if (written && !wanted.out.empty()) {
    const auto lengths = recorded();
    written =
        write_output(wanted.out, wanted.report == "json" ? program::program_json(run, lengths)
                                                         : program::program_text(run, lengths));
  }
  if (!written) return complain(written.error());
  return program::exit_status(run, wanted.error_status
                                       ? std::optional(static_cast<int>(*wanted.error_status))
                                       : std::nullopt);
}

Result<void> check_disassembler() {
  const ports::toolchain::Tool tool = cuda::toolchain::find_toolchain().nvdisasm;
  if (tool.found()) return {};
  return missing(fmt::format("{}: {}", tool.problem, tool.remedy));
}

}  // namespace

int program_command(const CommandLine& line) {
  const ProgramArguments& wanted = line.program;
  if (const Result<void> ok = check_engine(wanted); !ok) return complain(ok.error());
  if (!wanted.report.empty() && wanted.out.empty())
    return complain(bad_input("--report needs --out FILE: standard output is the program's"));
  if (wanted.record == "full" && wanted.save.empty())
    return complain(bad_input("--record full keeps what launches read: it needs --save FILE"));
  const std::string runtime = runtime_folder();
  if (runtime.empty()) {
    complain(missing("libcudart.so.13 of Lanescope is not beside it: install or build it anew"));
    return program::kMissing;
  }
  if (wanted.by_machine_code()) {
    if (const Result<void> ok = check_disassembler(); !ok) {
      complain(ok.error());
      return program::kMissing;
    }
  }
  const Executable executable = executable_of(wanted, runtime);
  if (executable.status != 0) return executable.status;
  std::optional<ProgramGpu> gpu;
  if (wanted.gpu) {
    Result<ProgramGpu> found = find_program_gpu();
    if (!found) {
      complain(found.error());
      return program::kMissing;
    }
    gpu = std::move(*found);
  }
  const TemporaryFile record, contents;
  if (!record.made() || !contents.made())
    return complain(bad_input("no file can be made in the folder for such", "TMPDIR"));
  const Result<ProgramEnd> end =
      run_to_end(executable.path, wanted.arguments,
                 variables(wanted, runtime, record.path(),
                           wanted.save.empty() ? std::string() : contents.path()),
                 gpu ? Output::OursAndKept : Output::Ours);
  if (!end) {
    complain(end.error());
    return program::kMissing;
  }
  std::optional<program::GpuRun> on_gpu;
  if (gpu) {
    auto ran = run_on_gpu(*gpu, executable.path, wanted.arguments, end->output);
    if (!ran) return complain(ran.error());
    on_gpu = std::move(*ran);
  }
  return tell_and_save(wanted, end->ending, record.read(), contents.read(), on_gpu);
}

}  // namespace lanescope::app
