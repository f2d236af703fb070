#include "ui/session/user_files.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <sstream>

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include "lab/experiment/element.hpp"
#include "lab/experiment/file.hpp"
#include "ui/session/saved_session.hpp"

namespace lanescope::ui::session {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "autosave-", kSuffix = ".json";
constexpr double kEvery = 2.0;  // seconds

fs::path recent_file(const fs::path& folder) { return folder / "recent"; }

// Of the process that wrote the file; 0: not such a file.
pid_t owner_of(const fs::path& file) {
  const std::string name = file.filename().string();
  if (!name.starts_with(kPrefix) || !name.ends_with(kSuffix)) return 0;
  const auto id = experiment::parse_unsigned(
      std::string_view(name).substr(kPrefix.size(), name.size() - kPrefix.size() - kSuffix.size()));
  return id ? static_cast<pid_t>(*id) : 0;
}

bool is_alive(pid_t process) { return kill(process, 0) == 0 || errno != ESRCH; }

}  // namespace

fs::path user_folder() {
  if (const char* state = std::getenv("XDG_STATE_HOME"); state != nullptr && *state != '\0')
    return fs::path(state) / "lanescope";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0')
    return fs::path(home) / ".local" / "state" / "lanescope";
  return {};
}

Result<void> replace_file(const fs::path& file, std::string_view text) {
  const fs::path beside = file.string() + fmt::format(".{}.new", getpid());
  if (auto written = experiment::write_text(beside.string(), text); !written) return written;
  std::error_code problem;
  fs::rename(beside, file, problem);
  if (!problem) return {};
  std::error_code none;
  fs::remove(beside, none);
  return bad_input(problem.message(), file.string());
}

std::vector<std::string> read_recent(const fs::path& folder) {
  std::vector<std::string> recent;
  const auto text = experiment::read_text(recent_file(folder).string());
  if (!text) return recent;
  std::istringstream lines(*text);
  std::error_code none;
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && fs::exists(line, none)) recent.push_back(line);
  }
  return recent;
}

void add_recent(const fs::path& folder, const std::string& file, std::vector<std::string>& recent) {
  constexpr std::size_t kMost = 10;
  std::error_code none;
  const std::string whole = fs::absolute(file, none).lexically_normal().string();
  std::erase(recent, whole);
  recent.insert(recent.begin(), whole);
  if (recent.size() > kMost) recent.resize(kMost);
  if (folder.empty()) return;
  fs::create_directories(folder, none);
  std::string text;
  for (const std::string& one : recent) text += one + "\n";
  (void)replace_file(recent_file(folder), text);  // a list that can't be kept is no harm
}

bool was_tour_offered(const fs::path& folder) {
  std::error_code none;
  return fs::exists(folder / "tour-offered", none);
}

void note_tour_offered(const fs::path& folder) {
  if (folder.empty()) return;
  std::error_code none;
  fs::create_directories(folder, none);
  (void)experiment::write_text((folder / "tour-offered").string(), "");  // offered again is no harm
}

Autosave::Autosave(const fs::path& folder) {
  if (folder.empty()) return;
  std::error_code none;
  fs::create_directories(folder, none);
  file_ = folder / fmt::format("{}{}{}", kPrefix, getpid(), kSuffix);
}

Autosave::~Autosave() {
  std::error_code none;
  if (!written_.empty()) fs::remove(file_, none);
}

void Autosave::update(const Session& session, double seconds) {
  since_ += seconds;
  if (file_.empty() || since_ < kEvery) return;
  since_ = 0.0;
  std::string text = session_text(saved_session(session));
  if (text == written_) return;
  if (replace_file(file_, text)) written_ = std::move(text);
}

fs::path left_behind(const fs::path& folder) {
  fs::path newest;
  fs::file_time_type newest_time;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    const pid_t owner = owner_of(entry.path());
    if (owner == 0 || is_alive(owner)) continue;
    const auto time = entry.last_write_time(none);
    if (!newest.empty() && time <= newest_time) continue;
    newest = entry.path();
    newest_time = time;
  }
  return newest;
}

}  // namespace lanescope::ui::session
