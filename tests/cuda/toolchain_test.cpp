#include "cuda/toolchain/toolchain.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <dlfcn.h>
#include <gtest/gtest.h>

#include "cuda/toolchain/nvrtc.hpp"
#include "cuda/toolchain/user_folder.hpp"
#include "tests/cuda/support.hpp"

namespace lanescope::cuda::toolchain {
namespace {

namespace fs = std::filesystem;
using test::TemporaryDir;

TEST(Toolchain, EveryToolIsFoundOrExplained) {
  const Toolchain toolchain = find_toolchain();
  ASSERT_EQ(toolchain.tools().size(), 8U);
  for (const ports::toolchain::Tool* tool : toolchain.tools()) {
    SCOPED_TRACE(tool->name);
    EXPECT_FALSE(tool->name.empty());
    if (tool->found()) {
      EXPECT_TRUE(fs::exists(tool->path));
      EXPECT_FALSE(tool->identity.empty());
    } else {
      EXPECT_FALSE(tool->problem.empty());
      EXPECT_FALSE(tool->remedy.empty());
    }
  }
}

TEST(Toolchain, NothingIsFoundInAnEmptyFolder) {
  const TemporaryDir nothing;
  const Toolchain toolchain = find_toolchain({{nothing.path()}, true});
  for (const ports::toolchain::Tool* tool : toolchain.tools())
    EXPECT_FALSE(tool->found()) << tool->name;
  EXPECT_TRUE(toolchain.include_dirs.empty());
}

TEST(Toolchain, ReadsAToolkitsRoot) {
  const TemporaryDir root;
  root.write("lib64/libnvrtc.so.12", "twelve");
  root.write("lib64/libnvJitLink.so.12", "twelve");
  root.write("include/cuda_runtime.h", "");
  root.write("include/cuda/std/cstdint", "");
  root.write("bin/nvcc", "not executable");
  fs::permissions(root.write("bin/ptxas", "#!/bin/sh\n"), fs::perms::owner_all);
  const Toolchain toolchain = find_toolchain({{root.path()}, true});
  EXPECT_EQ(toolchain.nvrtc.path, root.file("lib64/libnvrtc.so.12"));
  EXPECT_EQ(toolchain.nvjitlink.path, root.file("lib64/libnvJitLink.so.12"));
  EXPECT_EQ(toolchain.ptxas.path, root.file("bin/ptxas"));
  EXPECT_FALSE(toolchain.nvcc.found());
  EXPECT_EQ(toolchain.include_dirs.front(), root.file("include"));
}

TEST(Toolchain, PrefersTheNewerLibraryAndItsOwnHeaders) {
  const TemporaryDir root;
  root.write("old/include/cuda_runtime.h", "");
  root.write("new/lib/libnvrtc.so.12", "");
  root.write("new/lib/libnvrtc.so.13", "");
  root.write("new/include/cuda_runtime.h", "");
  root.write("new/include/cccl/cuda/std/cstdint", "");
  const Toolchain toolchain = find_toolchain({{root.file("old"), root.file("new")}, true});
  EXPECT_EQ(toolchain.nvrtc.path, root.file("new/lib/libnvrtc.so.13"));
  EXPECT_EQ(toolchain.include_dirs,
            (std::vector<std::string>{root.file("new/include"), root.file("new/include/cccl")}));
}

TEST(Toolchain, HeadersFetchedElsewhereComeLast) {
  const TemporaryDir root;
  root.write("tools/include/cuda_runtime.h", "");
  root.write("fetched/include/curand_kernel.h", "");
  const auto dirs = [&](std::vector<std::string> roots) {
    return find_toolchain({std::move(roots), true}).include_dirs;
  };
  EXPECT_EQ(dirs({root.file("fetched"), root.file("tools")}),
            (std::vector<std::string>{root.file("tools/include"), root.file("fetched/include")}));
  root.write("tools/include/curand_kernel.h", "");
  EXPECT_EQ(dirs({root.file("tools")}), std::vector<std::string>{root.file("tools/include")});
}

TEST(Toolchain, IdentityFollowsTheBytes) {
  const TemporaryDir root;
  const auto identity = [&](const std::string& bytes) {
    root.write("lib/libnvrtc.so.13", bytes);
    return find_toolchain({{root.path()}, true}).nvrtc.identity;
  };
  const std::string first = identity("one");
  EXPECT_EQ(identity("one"), first);
  EXPECT_NE(identity("two"), first);
}

TEST(Toolchain, EnvironmentNamesAnotherNvrtc) {
  const TemporaryDir root;
  const std::string file = root.write("libnvrtc.so.13", "");
  for (const std::string& value : {file, root.path()}) {
    setenv("LANESCOPE_NVRTC", value.c_str(), 1);
    EXPECT_EQ(find_toolchain().nvrtc.path, file);
  }
  unsetenv("LANESCOPE_NVRTC");
  EXPECT_NE(find_toolchain().nvrtc.path, file);
}

TEST(Toolchain, WhoNamesAnNvrtcGetsNoOther) {
  setenv("LANESCOPE_NVRTC", "/nowhere/nvrtc", 1);
  const Toolchain toolchain = find_toolchain();
  unsetenv("LANESCOPE_NVRTC");
  EXPECT_FALSE(toolchain.nvrtc.found());
  EXPECT_EQ(toolchain.nvrtc.problem,
            "LANESCOPE_NVRTC names /nowhere/nvrtc, where there is no libnvrtc.so");
}

// `lanescope fetch` puts them there.
TEST(Toolchain, LooksIntoTheUsersFolder) {
  const TemporaryDir data;
  ::setenv("XDG_DATA_HOME", data.path().c_str(), 1);
  const fs::path library = fs::path(user_deps_folder()) / "nvidia/cu13/lib/libonly-fetched.so";
  EXPECT_TRUE(library.string().starts_with(data.path())) << library;
  EXPECT_EQ(find_library({"libonly-fetched.so"}), "");
  fs::create_directories(library.parent_path());
  std::ofstream(library) << "bytes";
  EXPECT_EQ(find_library({"libonly-fetched.so"}), library.string());
  EXPECT_EQ(find_library({"libonly-fetched.so"}, {{}, true}), "") << "only roots";
  ::unsetenv("XDG_DATA_HOME");
  EXPECT_TRUE(user_deps_folder().ends_with(".local/share/lanescope/deps") ||
              std::getenv("HOME") == nullptr);
}

TEST(Toolchain, LearnsVersions) {
  Toolchain toolchain = find_toolchain();
  learn_versions(toolchain);
  for (const ports::toolchain::Tool* tool :
       {&toolchain.nvrtc, &toolchain.ptxas, &toolchain.nvcc, &toolchain.host_compiler}) {
    if (!tool->found()) continue;
    EXPECT_NE(tool->version.find('.'), std::string::npos) << tool->name << " " << tool->version;
  }
}

TEST(Toolchain, FindsLibrariesWithoutLoadingThem) {
  const fs::path folder = fs::path(testing::TempDir()) / "lanescope_find_library";
  fs::create_directories(folder / "lib");
  std::ofstream(folder / "lib" / "libnothing.so.2") << "not a library";
  ToolchainSearch only;
  only.roots = {folder.string()};
  only.only_roots = true;
  EXPECT_EQ(find_library({"libnothing.so.3", "libnothing.so.2"}, only),
            (folder / "lib" / "libnothing.so.2").string());
  EXPECT_EQ(find_library({"libnothing.so.1"}, only), "");
  EXPECT_NE(find_library({"libc.so.6"}), "");
}

// Where no CUDA toolkit is installed, the loader does not find NVRTC's second library by itself.
TEST(Toolchain, NvrtcBringsTheLibraryBesideIt) {
  const Toolchain toolchain = find_toolchain();
  if (!toolchain.nvrtc.found()) GTEST_SKIP() << toolchain.nvrtc.problem;
  const fs::path folder = fs::canonical(toolchain.nvrtc.path).parent_path();
  fs::path beside;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().filename().string().starts_with("libnvrtc-builtins.so."))
      beside = entry.path();
  }
  if (beside.empty()) GTEST_SKIP() << "nothing lies beside " << toolchain.nvrtc.path;
  ASSERT_TRUE(Nvrtc::load(toolchain.nvrtc.path));
  EXPECT_NE(dlopen(beside.c_str(), RTLD_NOW | RTLD_NOLOAD), nullptr) << beside;
}

}  // namespace
}  // namespace lanescope::cuda::toolchain
