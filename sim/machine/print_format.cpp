#include "sim/machine/print_format.hpp"

#include <array>
#include <bit>
#include <cstdio>

#include <fmt/format.h>

namespace lanescope::machine {
namespace {

struct Specification {
  std::string flags;
  std::optional<int> width, precision;
  int longs = 0;   // 1: l, z, t, j; 2: ll. All are 64 bits wide on the device.
  int shorts = 0;  // 1: h, 2: hh
  char conversion = 0;
};

class Printer {
 public:
  Printer(std::string_view format, const PrintArguments& arguments)
      : format_(format), arguments_(arguments) {}

  std::string run() {
    while (at_ < format_.size()) {
      if (format_[at_] != '%') {
        out_ += format_[at_++];
        continue;
      }
      const std::size_t begin = at_++;
      Specification spec = read();
      if (!print(spec)) out_ += format_.substr(begin, at_ - begin);
    }
    return std::move(out_);
  }

 private:
  [[nodiscard]] char peek() const { return at_ < format_.size() ? format_[at_] : '\0'; }

  std::optional<int> number() {
    if (peek() == '*') {
      ++at_;
      return static_cast<int>(static_cast<std::uint32_t>(arguments_.next(4).value_or(0)));
    }
    std::optional<int> value;
    while (peek() >= '0' && peek() <= '9') {
      value = std::min(value.value_or(0) * 10 + (peek() - '0'), 4096);
      ++at_;
    }
    return value;
  }

  Specification read() {
    Specification spec;
    while (peek() != '\0' && std::string_view("-+ #0").find(peek()) != std::string_view::npos)
      spec.flags += format_[at_++];
    spec.width = number();
    if (spec.width && *spec.width < 0) {
      spec.flags += '-';
      spec.width = -*spec.width;
    }
    if (peek() == '.') {
      ++at_;
      spec.precision = number().value_or(0);
    }
    for (;; ++at_) {
      if (peek() == 'l' || peek() == 'z' || peek() == 't' || peek() == 'j')
        ++spec.longs;
      else if (peek() == 'h')
        ++spec.shorts;
      else
        break;
    }
    if (at_ < format_.size()) spec.conversion = format_[at_++];
    return spec;
  }

  template <typename T>
  void host_print(const Specification& spec, const char* length, T value) {
    std::string format = "%" + spec.flags;
    if (spec.width) format += std::to_string(*spec.width);
    if (spec.precision && *spec.precision >= 0) format += "." + std::to_string(*spec.precision);
    format += length;
    format += spec.conversion;
    std::array<char, 16384> buffer{};
    // The format is built above from a checked conversion and value of its type.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
    const int length_written = std::snprintf(buffer.data(), buffer.size(), format.c_str(), value);
#pragma GCC diagnostic pop
    if (length_written > 0)
      out_.append(buffer.data(), std::min<std::size_t>(static_cast<std::size_t>(length_written),
                                                       buffer.size() - 1));
  }

  bool print(const Specification& spec) {
    switch (spec.conversion) {
      case '%':
        out_ += '%';
        return true;
      case 'd':
      case 'i':
        host_print(spec, "ll", signed_value(spec));
        return true;
      case 'u':
      case 'o':
      case 'x':
      case 'X':
        host_print(spec, "ll", unsigned_value(spec));
        return true;
      case 'c':
        host_print(spec, "",
                   static_cast<int>(static_cast<std::uint8_t>(arguments_.next(4).value_or(0))));
        return true;
      case 'f':
      case 'F':
      case 'e':
      case 'E':
      case 'g':
      case 'G':
      case 'a':
      case 'A':
        host_print(spec, "", std::bit_cast<double>(arguments_.next(8).value_or(0)));
        return true;
      case 'p': {
        Specification hex = spec;
        hex.conversion = 'x';
        hex.flags += '#';
        host_print(hex, "ll", static_cast<unsigned long long>(arguments_.next(8).value_or(0)));
        return true;
      }
      case 's': {
        const std::string text = arguments_.text(arguments_.next(8).value_or(0));
        host_print(spec, "", text.c_str());
        return true;
      }
      default:
        return false;
    }
  }

  long long signed_value(const Specification& spec) {
    if (spec.longs > 0) return static_cast<long long>(arguments_.next(8).value_or(0));
    const auto value =
        static_cast<std::int32_t>(static_cast<std::uint32_t>(arguments_.next(4).value_or(0)));
    if (spec.shorts == 1) return static_cast<std::int16_t>(value);
    return spec.shorts == 2 ? static_cast<std::int8_t>(value) : value;
  }

  unsigned long long unsigned_value(const Specification& spec) {
    if (spec.longs > 0) return arguments_.next(8).value_or(0);
    const auto value = static_cast<std::uint32_t>(arguments_.next(4).value_or(0));
    if (spec.shorts == 1) return static_cast<std::uint16_t>(value);
    return spec.shorts == 2 ? static_cast<std::uint8_t>(value) : value;
  }

  std::string_view format_;
  const PrintArguments& arguments_;
  std::size_t at_ = 0;
  std::string out_;
};

}  // namespace

std::string format_print(std::string_view format, const PrintArguments& arguments) {
  return Printer(format, arguments).run();
}

std::string failed_assertion(std::string_view expression, std::string_view file, std::uint32_t line,
                             std::string_view function, const Dim3& block, const Dim3& thread) {
  return fmt::format("{}:{}: {}: block: [{},{},{}], thread: [{},{},{}] Assertion `{}` failed.\n",
                     file, line, function, block.x, block.y, block.z, thread.x, thread.y, thread.z,
                     expression);
}

}  // namespace lanescope::machine
