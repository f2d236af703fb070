#include "runtime/log.hpp"

#include <cerrno>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace lanescope::runtime {
namespace {

constexpr std::uint64_t kMostCalls = 100'000;  // in the record
constexpr std::size_t kMostLines = 100;        // on standard error

void write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace

void write_error(std::string_view text) { write_all(STDERR_FILENO, text); }

Log::Log(const std::string& record_file) {
  if (!record_file.empty())
    file_ = ::open(record_file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

Log::~Log() {
  if (file_ >= 0) ::close(file_);
}

void Log::append(const std::string& line) {
  if (file_ >= 0) write_all(file_, line);
}

void Log::add(const record::Module& module) {
  const std::lock_guard lock(mutex_);
  append(line_of(module));
}

void Log::add(const record::MachineCode& code) {
  const std::lock_guard lock(mutex_);
  append(line_of(code));
}
void Log::add(const record::Content& content) {
  const std::lock_guard lock(mutex_);
  append(line_of(content));
}

std::uint64_t Log::calls() {
  const std::lock_guard lock(mutex_);
  return calls_;
}

void Log::add(const record::Launch& launch) {
  const std::lock_guard lock(mutex_);
  append(line_of(launch));
}

void Log::add(const record::Call& call) {
  const std::lock_guard lock(mutex_);
  if (++calls_ <= kMostCalls) append(line_of(call));
}

void Log::tell(const Problem& problem) {
  {
    const std::lock_guard lock(mutex_);
    append(line_of(problem));
    kinds_.emplace(record::spelling(problem.kind));
  }
  say(problem.place, problem.message);
}

void Log::say(const HostPlace& place, std::string_view words) {
  const std::string where = place.text();
  const std::string line =
      fmt::format("{}: {}\n", where.empty() ? std::string("lanescope") : where, words);
  const std::lock_guard lock(mutex_);
  // Messages end with their kind or CUDA's error in brackets.
  if (const std::size_t open = words.rfind('['); words.ends_with(']') && open != words.npos)
    kinds_.emplace(words.substr(open + 1, words.size() - open - 2));
  if (said_.size() > kMostLines || !said_.insert(line).second) return;
  write_error(said_.size() <= kMostLines
                  ? line
                  : "lanescope: what else is wrong is not told here; the report has it\n");
}

void Log::point_to_pages(const std::string& folder) {
  const std::lock_guard lock(mutex_);
  if (folder.empty()) return;
  for (const std::string& kind : kinds_) {
    const std::string page = fmt::format("{}/{}.md", folder, kind);
    if (::access(page.c_str(), R_OK) == 0)
      write_error(fmt::format("lanescope: about [{}]: {}\n", kind, page));
  }
}

void Log::close() {
  const std::lock_guard lock(mutex_);
  if (calls_ > kMostCalls) append(record::line_of_calls_left_out(calls_ - kMostCalls));
}

}  // namespace lanescope::runtime
