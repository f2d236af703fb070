#include "lab/hardware/member_reader.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace lanescope::hardware {

MemberReader::MemberReader(const nlohmann::json& in, std::string path, std::string& why)
    : in_(in), path_(std::move(path)), why_(why) {
  if (!in_.is_object()) fail(path_, "is no object");
}

const nlohmann::json* MemberReader::find(const char* key) {
  if (!in_.is_object()) return nullptr;
  const auto found = in_.find(key);
  if (found != in_.end()) return &*found;
  fail(name(key), "is missing");
  return nullptr;
}

bool MemberReader::has(const char* key) const { return in_.is_object() && in_.contains(key); }

std::string MemberReader::text(const char* key) {
  const nlohmann::json* found = find(key);
  if (found != nullptr && found->is_string() && !found->get_ref<const std::string&>().empty())
    return found->get<std::string>();
  if (found != nullptr) fail(name(key), "is no text");
  return {};
}

bool MemberReader::flag(const char* key) {
  const nlohmann::json* found = find(key);
  if (found != nullptr && !found->is_boolean()) fail(name(key), "is neither true nor false");
  return found != nullptr && found->is_boolean() && found->get<bool>();
}

std::uint64_t MemberReader::count(const char* key) {
  const nlohmann::json* found = find(key);
  if (found != nullptr && found->is_number_unsigned()) return found->get<std::uint64_t>();
  if (found != nullptr) fail(name(key), "is no whole number from 0 on");
  return 0;
}

int MemberReader::small_count(const char* key) {
  const std::uint64_t value = count(key);
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<int>::max());
  if (value > kMost) fail(name(key), "is too large");
  return static_cast<int>(std::min(value, kMost));
}

double MemberReader::number(const char* key) {
  const nlohmann::json* found = find(key);
  if (found != nullptr && found->is_number()) return found->get<double>();
  if (found != nullptr) fail(name(key), "is no number");
  return 0.0;
}

std::string MemberReader::name(const char* key) const {
  return path_.empty() ? key : fmt::format("{}.{}", path_, key);
}

void MemberReader::fail(const std::string& path, std::string_view what) {
  if (why_.empty()) why_ = fmt::format("{} {}", path.empty() ? "the file" : path, what);
}

}  // namespace lanescope::hardware
