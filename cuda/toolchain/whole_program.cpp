#include "cuda/toolchain/whole_program.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

#include "cuda/toolchain/process.hpp"
#include "cuda/toolchain/toolchain.hpp"
#include "ports/images/files.hpp"
#include "ports/toolchain/source_scan.hpp"
#include "sim/base/hash.hpp"

namespace lanescope::cuda::toolchain {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kKeptPrograms = 100;

std::uint64_t hash(std::string_view text, std::uint64_t seed = fnv1a64({})) {
  return fnv1a64(std::as_bytes(std::span(text)), seed);
}

// "90" of sm_90; empty: no architecture.
std::string digits(const std::string& arch) {
  return arch.starts_with("sm_") ? arch.substr(3) : std::string();
}

bool launches_kernels(const ProgramRequest& request) {
  return std::ranges::any_of(request.sources, [](const std::string& file) {
    const auto text = ports::images::read_file(file);
    return text && ports::toolchain::scan_source(*text).device_runtime;
  });
}

// Kernels that launch kernels are relocatable code, which nvcc is told unless the user has.
bool wants_relocatable_code(const ProgramRequest& request) {
  const auto told = [](const std::string& option) {
    return option.starts_with("-rdc") || option.starts_with("--relocatable-device-code");
  };
  return std::ranges::none_of(request.options, told) && launches_kernels(request);
}

// Of kernels that launch kernels, machine code is linked with a library that may not be there.
std::string generated_code(const ProgramRequest& request) {
  const std::string number = digits(request.arch);
  return request.machine_code && !launches_kernels(request)
             ? fmt::format("-gencode=arch=compute_{0},code=[compute_{0},sm_{0}]", number)
             : fmt::format("-gencode=arch=compute_{0},code=compute_{0}", number);
}

std::vector<std::string> common_options(const ProgramRequest& request) {
  std::vector<std::string> words{"-g",
                                 "-lineinfo",
                                 "-cudart",
                                 "shared",
                                 generated_code(request),
                                 "--compress-mode=none",
                                 "-allow-unsupported-compiler",
                                 "-Wno-deprecated-gpu-targets"};
  if (!request.standard.empty()) words.push_back("-std=" + request.standard);
  for (const std::string& dir : request.include_dirs) words.insert(words.end(), {"-I", dir});
  for (const std::string& define : request.defines) words.push_back("-D" + define);
  if (wants_relocatable_code(request)) words.emplace_back("-rdc=true");
  words.insert(words.end(), request.options.begin(), request.options.end());
  return words;
}

// One program in the cache: the executable, what nvcc said, and a line `hash path` for each file
// that went into it.
class Entry {
 public:
  explicit Entry(fs::path folder) : folder_(std::move(folder)) {}
  [[nodiscard]] fs::path program() const { return folder_ / "program"; }
  [[nodiscard]] fs::path dependencies() const { return folder_ / "dependencies"; }
  [[nodiscard]] fs::path messages() const { return folder_ / "messages"; }
  [[nodiscard]] const fs::path& folder() const { return folder_; }

  // Whether all that it was made of is as it was.
  [[nodiscard]] bool is_current() const {
    const auto list = ports::images::read_file(dependencies());
    std::error_code ignored;
    if (!list || list->empty() || !fs::exists(program(), ignored)) return false;
    std::string_view rest = *list;
    while (!rest.empty()) {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(line.size() + 1, rest.size()));
      const std::size_t space = line.find(' ');
      if (space == std::string_view::npos) return false;
      const auto text = ports::images::read_file(fs::path(line.substr(space + 1)));
      if (!text || fmt::format("{:016x}", hash(*text)) != line.substr(0, space)) return false;
    }
    return true;
  }

 private:
  fs::path folder_;
};

// The files that a Makefile's rule names, as nvcc -MD writes it: `a.o : a.cu \` and so on.
void add_dependencies(const std::string& rule, std::set<std::string>& files) {
  std::size_t at = rule.find(" : ");
  if (at == std::string::npos) at = rule.find(": ");
  std::string word;
  const auto finish = [&] {
    if (!word.empty()) files.insert(fs::absolute(word).lexically_normal().string());
    word.clear();
  };
  for (at = at == std::string::npos ? rule.size() : at + 2; at < rule.size(); ++at) {
    const char c = rule[at];
    if (c == '\\' && at + 1 < rule.size() && rule[at + 1] == ' ') {
      word += rule[++at];
    } else if (c == '\\' || c == ':' || std::isspace(static_cast<unsigned char>(c)) != 0) {
      finish();
    } else {
      word += c;
    }
  }
  finish();
}

struct Build {
  std::string nvcc;
  std::vector<std::string> options;
  fs::path folder;
  std::string messages;

  // False: nvcc says in `messages` why not.
  bool step(std::vector<std::string> words) {
    words.insert(words.begin(), nvcc);
    words.insert(words.end(), options.begin(), options.end());
    const ProcessOutput process = run_process(words);
    messages += process.output;
    if (!process.started) messages += fmt::format("{} cannot be started\n", nvcc);
    return process.started && process.status == 0;
  }
};

std::optional<std::string> compile(const ProgramRequest& request, Build& build,
                                   std::set<std::string>& files) {
  std::vector<std::string> link{"-o", (build.folder / "program").string(),
                                "-L" + request.runtime_folder};
  for (std::size_t i = 0; i < request.sources.size(); ++i) {
    const std::string object = (build.folder / fmt::format("{}.o", i)).string();
    const std::string rule = (build.folder / fmt::format("{}.d", i)).string();
    if (!build.step({"-c", request.sources[i], "-o", object, "-MD", "-MF", rule}))
      return build.messages;
    add_dependencies(ports::images::read_file(rule).value_or(""), files);
    link.push_back(object);
  }
  if (!build.step(std::move(link))) return build.messages;
  return std::nullopt;
}

void forget_oldest(const fs::path& folder) {
  std::error_code ignored;
  std::vector<std::pair<fs::file_time_type, fs::path>> entries;
  for (const auto& entry : fs::directory_iterator(folder, ignored))
    entries.emplace_back(fs::last_write_time(entry.path(), ignored), entry.path());
  if (entries.size() <= kKeptPrograms) return;
  std::ranges::sort(entries);
  for (std::size_t i = 0; i + kKeptPrograms < entries.size(); ++i)
    fs::remove_all(entries[i].second, ignored);
}

std::string dependency_lines(const std::set<std::string>& files) {
  std::string lines;
  for (const std::string& file : files) {
    const auto text = ports::images::read_file(file);
    lines += fmt::format("{:016x} {}\n", hash(text.value_or("")), file);
  }
  return lines;
}

std::string key_of(const ProgramRequest& request, const std::string& nvcc_identity) {
  std::uint64_t key = hash(nvcc_identity + "\n" + request.runtime_folder);
  for (const std::string& word : common_options(request)) key = hash(word + "\n", key);
  for (const std::string& source : request.sources)
    key = hash(source + "\n" + fs::absolute(source).string() + "\n", key);
  return fmt::format("{:016x}", key);
}

}  // namespace

Result<BuiltProgram> build_program(const ProgramRequest& request) {
  const Toolchain tools = find_toolchain();
  for (const auto* tool : {&tools.nvcc, &tools.host_compiler}) {
    if (!tool->found()) return missing(fmt::format("{}: {}", tool->problem, tool->remedy));
  }
  if (digits(request.arch).empty())
    return bad_input(fmt::format("--arch {}: sm_90 and the like are wanted", request.arch));
  std::error_code problem;
  const fs::path base = request.cache_folder.empty()
                            ? fs::temp_directory_path(problem) / "lanescope"
                            : fs::path(request.cache_folder) / "programs";
  const Entry entry(base / key_of(request, tools.nvcc.path + tools.nvcc.identity));
  if (entry.is_current()) {
    fs::last_write_time(entry.folder(), fs::file_time_type::clock::now(), problem);
    return BuiltProgram{entry.program().string(),
                        ports::images::read_file(entry.messages()).value_or(""), true};
  }
  const Entry fresh(base / fmt::format("{}.{}", entry.folder().filename().string(), ::getpid()));
  fs::remove_all(fresh.folder(), problem);
  if (!fs::create_directories(fresh.folder(), problem))
    return missing(fmt::format("{}: {}", fresh.folder().string(), problem.message()));
  Build build{tools.nvcc.path, common_options(request), fresh.folder(), {}};
  std::set<std::string> files;
  if (const auto refused = compile(request, build, files)) {
    fs::remove_all(fresh.folder(), problem);
    return bad_input(*refused);
  }
  if (!ports::images::write_file(fresh.dependencies(), dependency_lines(files)) ||
      !ports::images::write_file(fresh.messages(), build.messages))
    return missing(fmt::format("{} cannot be written", fresh.folder().string()));
  fs::remove_all(entry.folder(), problem);
  fs::rename(fresh.folder(), entry.folder(), problem);
  forget_oldest(base);
  return BuiltProgram{(problem ? fresh : entry).program().string(), build.messages, false};
}

}  // namespace lanescope::cuda::toolchain
