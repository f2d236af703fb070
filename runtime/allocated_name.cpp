#include <cctype>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/memory.hpp"

namespace lanescope::runtime {
namespace {

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// The first argument behind the parenthesis at `open`, nested parentheses included.
std::string_view first_argument(std::string_view line, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < line.size(); ++at) {
    if (line[at] == '(' || line[at] == '<') ++depth;
    if (line[at] == '>' && line[at - 1] != '-') --depth;
    if (line[at] == ')' && --depth == 0) return line.substr(open + 1, at - open - 1);
    if (line[at] == ',' && depth == 1) return line.substr(open + 1, at - open - 1);
  }
  return {};
}

}  // namespace

std::string allocated_name(const std::string& line, unsigned number) {
  std::vector<std::size_t> calls;
  for (const std::string_view function : {"cudaMalloc", "cudaHostAlloc"}) {
    for (std::size_t at = line.find(function); at != std::string::npos;
         at = line.find(function, at + 1))
      calls.push_back(at);
  }
  if (calls.empty()) return {};
  const std::size_t open = line.find('(', calls[number % calls.size()]);
  if (open == std::string::npos) return {};
  // `(void**)&p`, `reinterpret_cast<void**>(&p)`, `&s.p`, `&p[i]`: what stands behind the last &.
  std::string_view argument = first_argument(line, open);
  const std::size_t ampersand = argument.rfind('&');
  if (ampersand == std::string_view::npos) return {};
  argument.remove_prefix(ampersand + 1);
  std::string name;
  for (const char c : argument) {
    if (in_name(c) || c == '.' || c == '[' || c == ']') name += c;
    if (c == ')') break;
  }
  return name;
}

std::uint32_t element_bytes(const std::string& line, std::uint64_t bytes) {
  constexpr std::pair<std::string_view, std::uint32_t> kTypes[] = {
      {"sizeof(double", 8}, {"sizeof(long", 8},          {"sizeof(unsigned long", 8},
      {"sizeof(int64", 8},  {"sizeof(uint64", 8},        {"sizeof(size_t", 8},
      {"sizeof(char", 1},   {"sizeof(unsigned char", 1}, {"sizeof(uint8", 1},
      {"sizeof(bool", 1},   {"sizeof(short", 2},         {"sizeof(half", 2},
      {"sizeof(__half", 2}};
  std::uint32_t size = 4;
  for (const auto& [text, its_size] : kTypes) {
    if (line.find(text) != std::string::npos) size = its_size;
  }
  return bytes % size == 0 ? size : 1;
}

}  // namespace lanescope::runtime
