#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <toml++/toml.h>

#include "sim/base/result.hpp"

namespace lanescope::lesson {

// Reads one TOML table, key by key. Keys that nobody asked for, wrong types and missing keys are
// errors with file and line; the first one is kept in the `error` that all readers of a file share,
// and reading goes on with defaults.
class TomlReader {
 public:
  TomlReader(const toml::table& table, std::string file, std::optional<Error>* error)
      : table_(table), file_(std::move(file)), error_(error) {}
  ~TomlReader();  // complains of unknown keys
  TomlReader(const TomlReader&) = delete;
  TomlReader& operator=(const TomlReader&) = delete;

  [[nodiscard]] bool has(const char* key) const { return table_.contains(key); }
  std::string text(const char* key);  // must be there
  std::string text(const char* key, std::string otherwise);
  std::int64_t whole(const char* key, std::int64_t otherwise);
  double number(const char* key, double otherwise);
  double number(const char* key);  // must be there
  bool flag(const char* key, bool otherwise);
  std::vector<std::string> texts(const char* key);
  std::map<std::string, std::string> text_map(const char* key);
  std::map<std::string, std::int64_t> whole_map(const char* key);
  // Pairs as [["a", "b"], …].
  std::vector<std::pair<std::string, std::string>> pairs(const char* key);
  // Calls `visit` for the table, or each table of the array, under `key`.
  void each(const char* key, const std::function<void(TomlReader&)>& visit);

  // "file:line" of the table.
  [[nodiscard]] std::string place() const;
  void fail(const std::string& message);

 private:
  const toml::node* find(const char* key);
  const toml::node* need(const char* key);
  void fail_at(const toml::node& node, const std::string& message);

  const toml::table& table_;
  std::string file_;
  std::optional<Error>* error_;
  std::set<std::string, std::less<>> known_;
};

}  // namespace lanescope::lesson
