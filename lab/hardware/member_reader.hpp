#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace lanescope::hardware {

// Reads the members of a JSON object that lies at `path` in its file. What is wrong first, of all
// readers of one file, is kept in `why`: "points[3].samples is missing". A value that is wrong is
// read as 0, false or empty.
class MemberReader {
 public:
  MemberReader(const nlohmann::json& in, std::string path, std::string& why);

  // Null, and an error, where there is none.
  [[nodiscard]] const nlohmann::json* find(const char* key);
  [[nodiscard]] bool has(const char* key) const;
  // An empty text is an error, too.
  std::string text(const char* key);
  bool flag(const char* key);
  std::uint64_t count(const char* key);
  // A count that fits an int.
  int small_count(const char* key);
  double number(const char* key);
  // What the reader's user finds wrong with a member that is there: "is after the end".
  void wrong(const char* key, std::string_view what) { fail(name(key), what); }
  // A member as messages name it: "points[3].samples".
  [[nodiscard]] std::string name(const char* key) const;

 private:
  void fail(const std::string& path, std::string_view what);

  const nlohmann::json& in_;
  std::string path_;
  std::string& why_;
};

}  // namespace lanescope::hardware
