#include <algorithm>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include <dlfcn.h>
#include <gtest/gtest.h>

#include "runtime/api/table.hpp"

namespace lanescope::runtime::api::test {
namespace {

std::string text_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

bool is_there(std::string_view name) {
  return std::ranges::any_of(api_table(),
                             [name](const ApiFunction& each) { return each.name == name; });
}

TEST(ApiTable, EachFunctionStandsThereOnce) {
  std::set<std::string_view> names;
  for (const ApiFunction& function : api_table()) {
    EXPECT_TRUE(names.insert(function.name).second) << function.name;
    EXPECT_TRUE(function.per_thread.empty() || function.per_thread == "_ptsz" ||
                function.per_thread == "_ptds")
        << function.name;
  }
  EXPECT_GE(names.size(), 350U) << "CUDA 13.0's runtime has 353";
}

// What CUDA's own header declares is in the table, covered or missing.
TEST(ApiTable, HasWhatCudasHeaderDeclares) {
  const std::string header = text_of(std::string(LANESCOPE_CUDA_HEADERS) + "/cuda_runtime_api.h");
  ASSERT_FALSE(header.empty());
  const std::regex declared(R"(extern[^;()]*CUDARTAPI\s+(cuda\w+)\()");
  int count = 0;
  for (std::sregex_iterator found(header.begin(), header.end(), declared), end; found != end;
       ++found, ++count)
    EXPECT_TRUE(is_there((*found)[1].str())) << (*found)[1];
  EXPECT_GE(count, 250);
}

// nvcc's compiled code calls these.
TEST(ApiTable, HasWhatNvccCalls) {
  for (const char* name :
       {"__cudaRegisterFatBinary", "__cudaRegisterFatBinaryEnd", "__cudaUnregisterFatBinary",
        "__cudaRegisterFunction", "__cudaRegisterVar", "__cudaRegisterManagedVar",
        "__cudaInitModule", "__cudaPushCallConfiguration", "__cudaPopCallConfiguration",
        "__cudaGetKernel", "__cudaLaunchKernel"})
    EXPECT_TRUE(is_there(name)) << name;
}

TEST(ApiTable, ThePageIsThatOfTheTable) {
  const std::string page = text_of("docs/CUDA_API.md");
  std::size_t covered = 0;
  for (const ApiFunction& function : api_table()) {
    EXPECT_NE(page.find("`" + std::string(function.name) + "`"), std::string::npos)
        << function.name << ": python3 runtime/api/exports.py runtime/api/functions.def "
        << "runtime/driver/functions.def /dev/null "
        << "docs/CUDA_API.md writes the page";
    covered += function.covered ? 1 : 0;
  }
  EXPECT_NE(page.find(std::to_string(covered) + " of the " + std::to_string(api_table().size())),
            std::string::npos);
}

#ifdef LANESCOPE_CUDART
TEST(ApiTable, TheLibraryExportsAllOfItUnderNvidiasVersion) {
  void* library = ::dlopen(LANESCOPE_CUDART, RTLD_LAZY | RTLD_LOCAL);
  ASSERT_NE(library, nullptr) << ::dlerror();
  for (const ApiFunction& function : api_table()) {
    const std::string name(function.name);
    EXPECT_NE(::dlvsym(library, name.c_str(), "libcudart.so.13"), nullptr) << name;
    if (function.per_thread.empty()) continue;
    const std::string other = name + std::string(function.per_thread);
    EXPECT_NE(::dlvsym(library, other.c_str(), "libcudart.so.13"), nullptr) << other;
  }
  const std::string driver = text_of("runtime/driver/functions.def");
  const std::regex row(R"(\nLANESCOPE_DRIVER\("[^"]+", (\w+), (\w*)\))");
  int count = 0;
  for (std::sregex_iterator found(driver.begin(), driver.end(), row), end; found != end;
       ++found, ++count) {
    EXPECT_NE(::dlsym(library, (*found)[1].str().c_str()), nullptr) << (*found)[1];
    EXPECT_NE(::dlsym(library, ((*found)[1].str() + (*found)[2].str()).c_str()), nullptr)
        << (*found)[1] << (*found)[2];
  }
  EXPECT_GE(count, 60);
  EXPECT_EQ(::dlsym(library, "_ZN9lanescope7runtime7Context3getEv"), nullptr)
      << "nothing else is to be seen of it";
}
#endif

}  // namespace
}  // namespace lanescope::runtime::api::test
