#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include <fmt/format.h>
#include <unistd.h>

#include "app/commands.hpp"
#include "app/messages.hpp"
#include "app/program_process.hpp"
#include "cuda/toolchain/whole_program.hpp"
#include "lab/experiment/file.hpp"
#include "lab/lesson/paths.hpp"
#include "lab/program/program_report.hpp"
#include "ports/images/cache.hpp"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;

// The folder of our libcudart.so.13: of the build, of an installed program.
std::string runtime_folder() {
  if (const char* wanted = std::getenv("LANESCOPE_RUNTIME_FOLDER")) return wanted;
  const fs::path bin = lesson::executable_folder();
  std::error_code ignored;
  for (const char* beside : {"../lib/cuda", "../lib/lanescope/cuda"}) {
    const fs::path folder = (bin / beside).lexically_normal();
    if (fs::exists(folder / "libcudart.so.13", ignored)) return folder.string();
  }
  return {};
}

bool is_source(const std::string& file) {
  const std::string extension = fs::path(file).extension().string();
  return extension == ".cu" || extension == ".cpp" || extension == ".cc" || extension == ".c";
}

// Where the library writes what happens; gone with this object.
class RecordFile {
 public:
  RecordFile() {
    std::error_code ignored;
    path_ = (fs::temp_directory_path(ignored) / "lanescope-program-XXXXXX").string();
    const int file = ::mkstemp(path_.data());
    made_ = file >= 0;
    if (made_) ::close(file);
  }
  ~RecordFile() {
    if (made_) ::unlink(path_.c_str());
  }
  RecordFile(const RecordFile&) = delete;
  RecordFile& operator=(const RecordFile&) = delete;
  [[nodiscard]] bool made() const { return made_; }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  bool made_ = false;
};

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
  return fs::absolute(file).string();
}

struct Executable {
  std::string path;
  int status = 0;  // not 0: there is none, and it has been told
};

Executable executable_of(const ProgramArguments& wanted, const std::string& runtime) {
  const auto sources = std::ranges::count_if(wanted.files, is_source);
  if (sources == 0 && wanted.files.size() == 1) {
    const Result<std::string> path = given_executable(wanted.files.front());
    if (path) return {*path, 0};
    const int status = complain(path.error());
    return {{}, path.error().code == Error::Code::Missing ? program::kMissing : status};
  }
  if (static_cast<std::size_t>(sources) != wanted.files.size())
    return {{}, complain(bad_input("sources (.cu, .cpp, .c) or one executable are wanted"))};
  cuda::toolchain::ProgramRequest request;
  request.sources = wanted.files;
  request.include_dirs = wanted.includes;
  request.defines = wanted.defines;
  request.standard = wanted.standard;
  request.arch = wanted.arch;
  request.options = wanted.nvcc_options;
  request.runtime_folder = runtime;
  request.cache_folder = ports::images::default_cache_dir();
  const Result<cuda::toolchain::BuiltProgram> built = cuda::toolchain::build_program(request);
  if (built) {
    tell_text(built->messages);
    return {built->path, 0};
  }
  if (built.error().code == Error::Code::Missing) {
    complain(built.error());
    return {{}, program::kMissing};
  }
  tell_text(built.error().message);
  return {{}, program::kNotCompiled};
}

std::vector<std::pair<std::string, std::string>> variables(const ProgramArguments& wanted,
                                                           const std::string& runtime,
                                                           const std::string& record) {
  const char* before = std::getenv("LD_LIBRARY_PATH");
  std::vector<std::pair<std::string, std::string>> all{
      {"LD_LIBRARY_PATH", before == nullptr || *before == '\0' ? runtime : runtime + ":" + before},
      {"LANESCOPE_PROGRAM_RECORD", record},
      {"LANESCOPE_PROGRAM_PAGES", lesson::problem_pages().string()},
      {"LANESCOPE_PROGRAM_COUNT", wanted.record},
      {"LANESCOPE_PROGRAM_HAZARDS", wanted.hazards ? "on" : "off"},
      {"LANESCOPE_PROGRAM_ARCH", wanted.arch}};
  if (wanted.max_steps)
    all.emplace_back("LANESCOPE_PROGRAM_STEPS", std::to_string(*wanted.max_steps));
  return all;
}

}  // namespace

int program_command(const CommandLine& line) {
  const ProgramArguments& wanted = line.program;
  if (!wanted.report.empty() && wanted.out.empty())
    return complain(bad_input("--report needs --out FILE: standard output is the program's"));
  const std::string runtime = runtime_folder();
  if (runtime.empty()) {
    complain(missing("libcudart.so.13 of Lanescope is not beside it: install or build it anew"));
    return program::kMissing;
  }
  const Executable executable = executable_of(wanted, runtime);
  if (executable.status != 0) return executable.status;
  const RecordFile record;
  if (!record.made())
    return complain(bad_input("no file can be made in the folder for such", "TMPDIR"));
  const Result<program::Ending> ending =
      run_to_end(executable.path, wanted.arguments, variables(wanted, runtime, record.path()));
  if (!ending) {
    complain(ending.error());
    return program::kMissing;
  }
  const Result<std::vector<std::byte>> bytes = experiment::read_file(record.path());
  std::string_view text;
  if (bytes) text = {reinterpret_cast<const char*>(bytes->data()), bytes->size()};
  std::error_code ignored;
  const program::ProgramRun run =
      program::read_program(wanted.files, wanted.arch, *ending, runtime::record::read(text),
                            fs::current_path(ignored).string());
  const std::optional<int> on_error =
      wanted.error_status ? std::optional(static_cast<int>(*wanted.error_status)) : std::nullopt;
  if (wanted.out.empty()) return program::exit_status(run, on_error);
  const Result<void> written =
      write_output(wanted.out, wanted.report == "json" ? program::program_json(run)
                                                       : program::program_text(run));
  return written ? program::exit_status(run, on_error) : complain(written.error());
}

}  // namespace lanescope::app
