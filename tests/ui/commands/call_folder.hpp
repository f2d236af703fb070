#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "lab/experiment/file.hpp"
#include "tests/lab/program_sample.hpp"

namespace lanescope::ui::test {

// A folder with files to drop and to open, gone afterwards.
class CallFolder {
 public:
  CallFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "lanescope-XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) path_ = name;
    std::ofstream(path_ / "numbers.csv") << "1,2,3\n4.5,-6,7\n";
    // Under another ending it is run again as a program is, and is none.
    const std::vector<std::byte> program = lanescope::test::saved_add_program();
    for (const char* each : {"add.laneprogram", "add.program"}) {
      std::ofstream(path_ / each)
          .write(reinterpret_cast<const char*>(program.data()),
                 static_cast<std::streamsize>(program.size()));
    }
    std::ofstream(path_ / "broken.png") << "\x89PNG\r\n\x1a\n and no more";
    std::ofstream(path_ / "fault.cu") << "extern \"C\" __global__ void far(int* out) {\n"
                                         "  out[threadIdx.x * 100000000ll] = 1;\n}\n";
    std::ofstream(path_ / "race.cu")
        << "extern \"C\" __global__ void turn(int* out) {\n  __shared__ int s[1024];\n"
           "  s[threadIdx.x] = threadIdx.x;\n"
           "  out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];\n}\n";
  }
  ~CallFolder() {
    std::error_code none;
    std::filesystem::remove_all(path_, none);
  }
  CallFolder(const CallFolder&) = delete;
  CallFolder& operator=(const CallFolder&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  // All files' names and contents.
  [[nodiscard]] std::string contents() const {
    std::string all;
    std::set<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path_)) {
      if (entry.is_regular_file()) files.insert(entry.path());
    }
    for (const std::filesystem::path& file : files) {
      const auto text = experiment::read_text(file.string());
      all += file.string() + "\n" + (text ? *text : "") + "\n";
    }
    return all;
  }

 private:
  std::filesystem::path path_;
};

}  // namespace lanescope::ui::test
