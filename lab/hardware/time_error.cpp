#include "lab/hardware/time_error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lab/experiment/file.hpp"
#include "lab/hardware/member_reader.hpp"
#include "lab/lesson/paths.hpp"

namespace lanescope::hardware {
namespace {

constexpr std::uint64_t kVersion = 1;
// Fewer launches than these say little about a lesson.
constexpr std::uint64_t kFewest = 3;

TimeError read_error(MemberReader& kinds, const char* key, std::string lesson, std::string& why) {
  const nlohmann::json* found = kinds.find(key);
  if (found == nullptr) return {};
  MemberReader reader(*found, kinds.name(key), why);
  TimeError error{reader.count("launches"), reader.number("percent"), std::move(lesson)};
  if (error.percent < 0) reader.wrong("percent", "is negative");
  return error;
}

TimeErrors::Kinds read_kinds(const nlohmann::json& in, const std::string& path,
                             const std::string& lesson, std::string& why) {
  MemberReader reader(in, path, why);
  TimeErrors::Kinds kinds;
  kinds.longer = read_error(reader, "long", lesson, why);
  kinds.shorter = read_error(reader, "short", lesson, why);
  return kinds;
}

TimeErrors read_members(const nlohmann::json& in, std::string& why) {
  MemberReader reader(in, {}, why);
  TimeErrors out;
  out.machine = reader.text("machine");
  out.device = reader.text("device");
  out.driver = reader.text("driver");
  out.date = reader.text("date");
  if (const nlohmann::json* overall = reader.find("overall"))
    out.overall = read_kinds(*overall, "overall", {}, why);
  const nlohmann::json* lessons = reader.find("lessons");
  if (lessons == nullptr) return out;
  if (!lessons->is_object()) reader.wrong("lessons", "is no object");
  if (lessons->is_object())
    for (const auto& [id, kinds] : lessons->items())
      out.lessons[id] = read_kinds(kinds, "lessons." + id, id, why);
  return out;
}

}  // namespace

const TimeError& TimeErrors::of(std::string_view lesson, double cycles) const {
  const auto pick = [cycles](const Kinds& kinds) -> const TimeError& {
    return cycles > kLongCycles ? kinds.longer : kinds.shorter;
  };
  const auto found = lessons.find(lesson);
  const bool enough = found != lessons.end() && pick(found->second).launches >= kFewest;
  return pick(enough ? found->second : overall);
}

Result<TimeErrors> read_time_errors(std::string_view text, const std::string& name) {
  const nlohmann::json in = nlohmann::json::parse(text, nullptr, false);
  if (in.is_discarded()) return bad_input("the times' errors are no JSON", name);
  std::string why;
  const std::uint64_t version = MemberReader(in, {}, why).count("version");
  if (why.empty() && version != kVersion)
    why = fmt::format("version is {}, and this Lanescope reads {}", version, kVersion);
  TimeErrors out = why.empty() ? read_members(in, why) : TimeErrors{};
  if (!why.empty()) return bad_input("the times' errors cannot be read: " + why, name);
  return out;
}

Result<TimeErrors> load_time_errors(const std::string& machine) {
  const auto path = lesson::find_asset("timing/" + machine + ".json");
  if (path.empty()) return missing("times of this machine were never compared with a GPU's");
  const Result<std::string> text = experiment::read_text(path.string());
  if (!text) return text.error();
  return read_time_errors(*text, path.string());
}

}  // namespace lanescope::hardware
