#pragma once

namespace lanescope::runtime {

// While it lives, calls of this thread are told under another name: a function of the driver API
// that does what one of the runtime API does. Its errors are the driver's, which nobody asks for
// later.
class Spoken {
 public:
  explicit Spoken(const char* name);
  ~Spoken();
  Spoken(const Spoken&) = delete;
  Spoken& operator=(const Spoken&) = delete;
  // Null: none.
  [[nodiscard]] static const char* name();

 private:
  const char* before_;
};

}  // namespace lanescope::runtime
