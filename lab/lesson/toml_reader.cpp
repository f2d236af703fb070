#include "lab/lesson/toml_reader.hpp"

#include <fmt/format.h>

namespace lanescope::lesson {

TomlReader::~TomlReader() {
  for (const auto& [key, node] : table_) {
    if (!known_.contains(key.str())) fail_at(node, fmt::format("unknown key `{}`", key.str()));
  }
}

std::string TomlReader::place() const {
  return fmt::format("{}:{}", file_, table_.source().begin.line);
}

void TomlReader::fail(const std::string& message) { fail_at(table_, message); }

void TomlReader::fail_at(const toml::node& node, const std::string& message) {
  if (*error_) return;
  *error_ = bad_input(message, fmt::format("{}:{}:{}", file_, node.source().begin.line,
                                           node.source().begin.column));
}

const toml::node* TomlReader::find(const char* key) {
  known_.insert(key);
  return table_.get(key);
}

const toml::node* TomlReader::need(const char* key) {
  const toml::node* node = find(key);
  if (node == nullptr) fail(fmt::format("`{}` is missing", key));
  return node;
}

std::string TomlReader::text(const char* key) {
  return need(key) == nullptr ? std::string{} : text(key, {});
}

std::string TomlReader::text(const char* key, std::string otherwise) {
  const toml::node* node = find(key);
  if (node == nullptr) return otherwise;
  if (const auto value = node->value_exact<std::string>()) return *value;
  fail_at(*node, fmt::format("`{}` must be a text", key));
  return otherwise;
}

std::int64_t TomlReader::whole(const char* key, std::int64_t otherwise) {
  const toml::node* node = find(key);
  if (node == nullptr) return otherwise;
  if (const auto value = node->value_exact<std::int64_t>()) return *value;
  fail_at(*node, fmt::format("`{}` must be a whole number", key));
  return otherwise;
}

double TomlReader::number(const char* key) { return need(key) == nullptr ? 0.0 : number(key, 0.0); }

double TomlReader::number(const char* key, double otherwise) {
  const toml::node* node = find(key);
  if (node == nullptr) return otherwise;
  if (node->is_number()) return node->value<double>().value_or(otherwise);
  fail_at(*node, fmt::format("`{}` must be a number", key));
  return otherwise;
}

bool TomlReader::flag(const char* key, bool otherwise) {
  const toml::node* node = find(key);
  if (node == nullptr) return otherwise;
  if (const auto value = node->value_exact<bool>()) return *value;
  fail_at(*node, fmt::format("`{}` must be true or false", key));
  return otherwise;
}

std::vector<std::string> TomlReader::texts(const char* key) {
  std::vector<std::string> out;
  const toml::node* node = find(key);
  if (node == nullptr) return out;
  const toml::array* array = node->as_array();
  if (array == nullptr) fail_at(*node, fmt::format("`{}` must be a list of texts", key));
  for (std::size_t i = 0; array != nullptr && i < array->size(); ++i) {
    if (const auto value = (*array)[i].value_exact<std::string>()) {
      out.push_back(*value);
    } else {
      fail_at((*array)[i], fmt::format("`{}` must be a list of texts", key));
    }
  }
  return out;
}

std::map<std::string, std::string> TomlReader::text_map(const char* key) {
  std::map<std::string, std::string> out;
  const toml::node* node = find(key);
  if (node == nullptr) return out;
  const toml::table* table = node->as_table();
  if (table == nullptr) {
    fail_at(*node, fmt::format("`{}` must be a table of texts", key));
    return out;
  }
  for (const auto& [name, value] : *table) {
    const auto words = value.value_exact<std::string>();
    if (!words) fail_at(value, fmt::format("`{}.{}` must be a text", key, name.str()));
    out[std::string(name.str())] = words.value_or("");
  }
  return out;
}

std::map<std::string, std::int64_t> TomlReader::whole_map(const char* key) {
  std::map<std::string, std::int64_t> out;
  const toml::node* node = find(key);
  if (node == nullptr) return out;
  const toml::table* table = node->as_table();
  if (table == nullptr) {
    fail_at(*node, fmt::format("`{}` must be a table of whole numbers", key));
    return out;
  }
  for (const auto& [name, value] : *table) {
    const auto number = value.value_exact<std::int64_t>();
    if (!number) fail_at(value, fmt::format("`{}.{}` must be a whole number", key, name.str()));
    out[std::string(name.str())] = number.value_or(0);
  }
  return out;
}

std::vector<std::pair<std::string, std::string>> TomlReader::pairs(const char* key) {
  std::vector<std::pair<std::string, std::string>> out;
  const toml::node* node = find(key);
  if (node == nullptr) return out;
  const toml::array* array = node->as_array();
  bool good = array != nullptr;
  for (std::size_t i = 0; good && i < array->size(); ++i) {
    const toml::array* pair = (*array)[i].as_array();
    good = pair != nullptr && pair->size() == 2 && (*pair)[0].is_string() && (*pair)[1].is_string();
    if (good) out.emplace_back((*pair)[0].value_or(""), (*pair)[1].value_or(""));
  }
  if (!good) fail_at(*node, fmt::format("`{}` must be a list of pairs [[\"a\", \"b\"]]", key));
  return out;
}

void TomlReader::each(const char* key, const std::function<void(TomlReader&)>& visit) {
  const toml::node* node = find(key);
  if (node == nullptr) return;
  const auto visit_one = [&](const toml::node& entry) {
    if (const toml::table* table = entry.as_table()) {
      TomlReader reader(*table, file_, error_);
      visit(reader);
    } else {
      fail_at(entry, fmt::format("`{}` must be a table", key));
    }
  };
  if (const toml::array* array = node->as_array()) {
    for (const toml::node& entry : *array) visit_one(entry);
  } else {
    visit_one(*node);
  }
}

}  // namespace lanescope::lesson
