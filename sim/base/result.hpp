#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace lanescope {

// Why an expected failure happened, in words for the user. `place` is "file:line:column",
// "file:line", "file" or empty; the command line prints `place: message`.
struct Error {
  // The exit statuses of the command line (docs/CONTRACT.md, "Exit status").
  enum class Code { BadInput = 2, Missing = 4 };
  Code code = Code::BadInput;
  std::string message;
  std::string place;

  [[nodiscard]] std::string text() const {
    return place.empty() ? message : place + ": " + message;
  }
};

// A value or an Error. Used for failures that a user can cause; bugs are assertions. To ask a
// failed one for its value, or a good one for its error, is a bug: std::bad_variant_access.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : state_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool ok() const { return std::holds_alternative<T>(state_); }
  explicit operator bool() const { return ok(); }
  [[nodiscard]] T& value() & { return std::get<T>(state_); }
  [[nodiscard]] const T& value() const& { return std::get<T>(state_); }
  [[nodiscard]] T&& value() && { return std::get<T>(std::move(state_)); }
  [[nodiscard]] T& operator*() & { return value(); }
  [[nodiscard]] const T& operator*() const& { return value(); }
  [[nodiscard]] T* operator->() { return &value(); }
  [[nodiscard]] const T* operator->() const { return &value(); }
  [[nodiscard]] const Error& error() const { return std::get<Error>(state_); }

 private:
  std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool ok() const { return !error_.has_value(); }
  explicit operator bool() const { return ok(); }
  [[nodiscard]] const Error& error() const { return *error_; }

 private:
  std::optional<Error> error_;
};

[[nodiscard]] inline Error bad_input(std::string message, std::string place = {}) {
  return {Error::Code::BadInput, std::move(message), std::move(place)};
}
[[nodiscard]] inline Error missing(std::string message, std::string place = {}) {
  return {Error::Code::Missing, std::move(message), std::move(place)};
}

}  // namespace lanescope
