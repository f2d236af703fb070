// `lanescope fetch` with a Python on the PATH whose pip makes the files that the real one would.
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/app/process.hpp"

namespace lanescope::test {
namespace {

namespace fs = std::filesystem;

// Makes an environment whose Python is itself; as pip, notes its words and fills --target, the last
// of them.
constexpr const char* kPython = R"(#!/bin/sh
set -e
if [ "$2" = venv ]; then
  mkdir -p "$3/bin"
  cp "$0" "$3/bin/python3"
  exit 0
fi
echo "$@" >>"$FAKE_PIP_LOG"
[ -z "$FAKE_PIP_FAILS" ] || exit 1
for target; do :; done
mkdir -p "$target/nvidia/cu13/bin" "$target/nvidia/cu13/lib" "$target/nvidia/cu13/include" "$target/tool-13.0.dist-info"
echo terms >"$target/tool-13.0.dist-info/License.txt"
touch "$target/nvidia/cu13/lib/libnvrtc.so.13" "$target/nvidia/cu13/bin/nvdisasm" "$target/nvidia/cu13/include/curand_kernel.h"
)";

class Fetch : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(write_file("fetch", "")).parent_path() / "fetch";
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "bin");
    write("bin/python3", kPython);
    fs::permissions(folder_ / "bin/python3", fs::perms::owner_all);
    path_ = std::getenv("PATH");
    ::setenv("PATH", ((folder_ / "bin").string() + ":" + path_).c_str(), 1);
    ::setenv("XDG_DATA_HOME", (folder_ / "data").c_str(), 1);
    ::setenv("FAKE_PIP_LOG", (folder_ / "log").c_str(), 1);
  }
  void TearDown() override {
    ::setenv("PATH", path_.c_str(), 1);
    for (const char* name : {"XDG_DATA_HOME", "FAKE_PIP_LOG", "FAKE_PIP_FAILS"}) ::unsetenv(name);
    fs::remove_all(folder_);
  }
  void write(const std::string& name, const std::string& text) const {
    (void)write_file("fetch/" + name, text);
  }
  [[nodiscard]] fs::path deps() const { return folder_ / "data/lanescope/deps"; }
  [[nodiscard]] std::string log() const { return read_file((folder_ / "log").string()); }

 private:
  fs::path folder_;
  std::string path_;
};

bool holds(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

TEST_F(Fetch, PutsTheToolWhereItIsFoundAndSaysWhere) {
  const Finished finished = run_program({"fetch", "nvdisasm", "--yes"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  EXPECT_EQ(finished.out, (deps() / "nvidia/cu13/bin/nvdisasm").string() + "\n");
  EXPECT_TRUE(fs::exists(deps() / "nvidia/cu13/bin/nvdisasm"));
  EXPECT_EQ(read_file((deps() / "licences/tool-13.0/License.txt").string()), "terms\n");
  EXPECT_TRUE(holds(finished.err, "CUDA Toolkit End User\nLicense Agreement")) << finished.err;
  EXPECT_TRUE(holds(finished.err, "https://docs.nvidia.com/cuda/eula/")) << finished.err;
  EXPECT_TRUE(holds(log(), "--require-hashes")) << log();
  EXPECT_TRUE(holds(log(), "nvdisasm.txt")) << log();
  EXPECT_FALSE(fs::exists(deps() / "nvidia.partial"));
  const std::string asked = log();
  EXPECT_EQ(run_program({"fetch", "nvdisasm", "--yes"}).status, 0);
  EXPECT_EQ(log(), asked) << "it was there";
}

TEST_F(Fetch, KeepsHeadersAloneWhereThoseAreWanted) {
  const Finished finished = run_program({"fetch", "curand", "--yes"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  EXPECT_EQ(finished.out, (deps() / "nvidia/cu13/include/curand_kernel.h").string() + "\n");
  EXPECT_TRUE(holds(log(), "curand.txt")) << log();
  EXPECT_TRUE(fs::exists(deps() / "licences/tool-13.0/License.txt"));
  EXPECT_FALSE(fs::exists(deps() / "nvidia/cu13/lib")) << "the library is for programs on a GPU";
}

TEST_F(Fetch, AsksFirst) {
  const Finished finished = run_program({"fetch", "nvrtc"});
  EXPECT_EQ(finished.status, 2);
  EXPECT_TRUE(holds(finished.err, "agree to NVIDIA's terms? [y/N]")) << finished.err;
  EXPECT_TRUE(holds(finished.err, "nothing was fetched")) << finished.err;
  EXPECT_FALSE(fs::exists(deps()));
  EXPECT_EQ(run_in_shell({"fetch", "nvrtc"}, "<<E\ny\nE\n").status, 0);
  EXPECT_TRUE(fs::exists(deps() / "nvidia/cu13/lib/libnvrtc.so.13"));
}

TEST_F(Fetch, SaysWhatIsMissingWhereItFails) {
  ::setenv("FAKE_PIP_FAILS", "1", 1);
  Finished finished = run_program({"fetch", "nvdisasm", "--yes"});
  EXPECT_EQ(finished.status, 4);
  EXPECT_TRUE(holds(finished.err, "a Python package index must be reachable")) << finished.err;
  ::unsetenv("FAKE_PIP_FAILS");
  EXPECT_EQ(run_program({"fetch", "nvdisasm", "--yes"}).status, 0) << "trying again helps";
  finished = run_program({"fetch", "nvcc", "--yes"});
  EXPECT_EQ(finished.status, 4) << "the packages hold no nvcc";
  EXPECT_TRUE(holds(finished.err, "bin/nvcc is not there")) << finished.err;
  write("bin/python3", "#!/bin/sh\nexit 1\n");
  fs::remove_all(deps());
  finished = run_program({"fetch", "nvdisasm", "--yes"});
  EXPECT_EQ(finished.status, 4);
  EXPECT_TRUE(holds(finished.err, "python3-venv")) << finished.err;
  EXPECT_EQ(run_program({"fetch", "gcc", "--yes"}).status, 2);
}

}  // namespace
}  // namespace lanescope::test
