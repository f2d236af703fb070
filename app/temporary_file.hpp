#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

#include "lab/experiment/file.hpp"

namespace lanescope::app {

// A file that another process writes to; gone with this object.
class TemporaryFile {
 public:
  TemporaryFile() {
    std::error_code ignored;
    path_ = (std::filesystem::temp_directory_path(ignored) / "lanescope-program-XXXXXX").string();
    const int file = ::mkstemp(path_.data());
    made_ = file >= 0;
    if (made_) ::close(file);
  }
  ~TemporaryFile() {
    if (made_) ::unlink(path_.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  [[nodiscard]] bool made() const { return made_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::vector<std::byte> read() const {
    auto bytes = experiment::read_file(path_);
    return bytes ? std::move(*bytes) : std::vector<std::byte>();
  }

 private:
  std::string path_;
  bool made_ = false;
};

}  // namespace lanescope::app
