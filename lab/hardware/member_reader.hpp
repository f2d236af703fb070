#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace lanescope::hardware {

// Reads the members of a JSON object that lies at `path` in its file. What is wrong first, of all
// readers of one file, is kept in `why`: "points[3].samples is missing". A value that is wrong is
// read as 0, false or empty.
class MemberReader {
 public:
  MemberReader(const nlohmann::json& in, std::string path, std::string& why)
      : in_(in), path_(std::move(path)), why_(why) {
    if (!in_.is_object()) fail(path_, "is no object");
  }

  // Null, and an error, where there is none.
  [[nodiscard]] const nlohmann::json* find(const char* key) {
    if (!in_.is_object()) return nullptr;
    const auto found = in_.find(key);
    if (found != in_.end()) return &*found;
    fail(name(key), "is missing");
    return nullptr;
  }
  [[nodiscard]] bool has(const char* key) const { return in_.is_object() && in_.contains(key); }
  // An empty text is an error, too.
  std::string text(const char* key) {
    const nlohmann::json* found = find(key);
    if (found != nullptr && found->is_string() && !found->get_ref<const std::string&>().empty())
      return found->get<std::string>();
    if (found != nullptr) fail(name(key), "is no text");
    return {};
  }
  bool flag(const char* key) {
    const nlohmann::json* found = find(key);
    if (found != nullptr && !found->is_boolean()) fail(name(key), "is neither true nor false");
    return found != nullptr && found->is_boolean() && found->get<bool>();
  }
  std::uint64_t count(const char* key) {
    const nlohmann::json* found = find(key);
    if (found != nullptr && found->is_number_unsigned()) return found->get<std::uint64_t>();
    if (found != nullptr) fail(name(key), "is no whole number from 0 on");
    return 0;
  }
  // A count that fits an int.
  int small_count(const char* key) {
    const std::uint64_t value = count(key);
    constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<int>::max());
    if (value > kMost) fail(name(key), "is too large");
    return static_cast<int>(std::min(value, kMost));
  }
  double number(const char* key) {
    const nlohmann::json* found = find(key);
    if (found != nullptr && found->is_number()) return found->get<double>();
    if (found != nullptr) fail(name(key), "is no number");
    return 0.0;
  }
  // What the reader's user finds wrong with a member that is there: "is after the end".
  void wrong(const char* key, std::string_view what) { fail(name(key), what); }
  // A member as messages name it: "points[3].samples".
  [[nodiscard]] std::string name(const char* key) const {
    return path_.empty() ? key : fmt::format("{}.{}", path_, key);
  }

 private:
  void fail(const std::string& path, std::string_view what) {
    if (why_.empty()) why_ = fmt::format("{} {}", path.empty() ? "the file" : path, what);
  }

  const nlohmann::json& in_;
  std::string path_;
  std::string& why_;
};

}  // namespace lanescope::hardware
