#include "ports/images/cache.hpp"

#include <random>

#include <gtest/gtest.h>

#include "ports/images/files.hpp"
#include "tests/cuda/support.hpp"

namespace lanescope::cuda::toolchain {
namespace {

namespace fs = std::filesystem;
using test::request_of;
using test::TemporaryDir;

ports::toolchain::Compiled compiled_with(std::string ptx) {
  ports::toolchain::Compiled compiled;
  compiled.ptx = std::move(ptx);
  compiled.compiler = "a compiler";
  return compiled;
}

std::string digest(const ports::toolchain::CompileRequest& request,
                   const std::string& identity = "compiler",
                   ports::images::KeyScope scope = ports::images::KeyScope::Machine) {
  const auto key = ports::images::cache_key(request, identity, scope);
  return key ? key->digest : "none";
}

std::vector<fs::path> entries_in(const std::string& folder) {
  std::vector<fs::path> entries;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) entries.push_back(entry.path());
  }
  return entries;
}

TEST(CacheKey, DependsOnEverythingThatMatters) {
  const ports::toolchain::CompileRequest base = request_of("source");
  const std::string key = digest(base);
  EXPECT_EQ(digest(base), key);
  EXPECT_EQ(key.size(), 32U);
  EXPECT_NE(digest(base, "another compiler"), key);
  const auto changed = [&](auto change) {
    ports::toolchain::CompileRequest request = base;
    change(request);
    return digest(request);
  };
  EXPECT_NE(changed([](auto& r) { r.source += ' '; }), key);
  EXPECT_NE(changed([](auto& r) { r.file_name = "other.cu"; }), key);
  EXPECT_NE(changed([](auto& r) { r.arch = "sm_80"; }), key);
  EXPECT_NE(changed([](auto& r) { r.defines = {"A"}; }), key);
  EXPECT_NE(changed([](auto& r) { r.include_dirs = {"x"}; }), key);
  EXPECT_NE(changed([](auto& r) { r.kernels = {"k"}; }), key);
  EXPECT_NE(changed([](auto& r) { r.is_ptx = true; }), key);
  // Lists are told apart by their items, not by their joined text.
  ports::toolchain::CompileRequest joined = base;
  joined.defines = {"AB"};
  ports::toolchain::CompileRequest apart = base;
  apart.defines = {"A", "B"};
  EXPECT_NE(digest(joined), digest(apart));
}

TEST(CacheKey, FollowsIncludedHeaders) {
  const TemporaryDir folder;
  folder.write("inc/outer.cuh", "#include \"inner.cuh\"\n");
  folder.write("inc/inner.cuh", "int x = 1;\n");
  ports::toolchain::CompileRequest request = request_of("#include <outer.cuh>\n");
  request.include_dirs = {folder.file("inc")};
  const std::string before = digest(request);
  folder.write("inc/inner.cuh", "int x = 2;\n");
  EXPECT_NE(digest(request), before);
  folder.write("inc/inner.cuh", "int x = 1;\n");
  EXPECT_EQ(digest(request), before);
}

TEST(CacheKey, NoticesAHeaderThatAppears) {
  const TemporaryDir folder;
  ports::toolchain::CompileRequest request = request_of("#include \"h.cuh\"\n");
  request.file_name = folder.file("k.cu");
  const std::string before = digest(request);
  folder.write("h.cuh", "");
  EXPECT_NE(digest(request), before);
}

TEST(CacheKey, EndsOnCircularIncludes) {
  const TemporaryDir folder;
  folder.write("a.cuh", "#include \"b.cuh\"\n");
  folder.write("b.cuh", "#include \"a.cuh\"\n");
  ports::toolchain::CompileRequest request = request_of("#include \"a.cuh\"\n");
  request.file_name = folder.file("k.cu");
  EXPECT_EQ(digest(request).size(), 32U);
}

TEST(CacheKey, NoneForIncludesThatCannotBeFollowed) {
  EXPECT_EQ(digest(request_of("#define H \"h.cuh\"\n#include H\n")), "none");
}

TEST(CacheKey, PortableOneHoldsNoFolders) {
  const TemporaryDir here;
  const TemporaryDir there;
  ports::toolchain::CompileRequest request = request_of("#include <h.cuh>\n");
  const auto key_in = [&](const TemporaryDir& folder, ports::images::KeyScope scope) {
    folder.write("h.cuh", "int x;\n");
    request.include_dirs = {folder.path()};
    return digest(request, "compiler", scope);
  };
  EXPECT_EQ(key_in(here, ports::images::KeyScope::Portable),
            key_in(there, ports::images::KeyScope::Portable));
  EXPECT_NE(key_in(here, ports::images::KeyScope::Machine),
            key_in(there, ports::images::KeyScope::Machine));
}

TEST(DiskCache, KeepsWhatIsStored) {
  const TemporaryDir folder;
  ports::images::DiskCache cache(folder.file("new/cache"), 0);
  const auto key =
      ports::images::cache_key(request_of("source"), "c", ports::images::KeyScope::Machine);
  ASSERT_TRUE(key.has_value());
  EXPECT_FALSE(cache.find(*key).has_value());
  ports::toolchain::Compiled stored = compiled_with("ptx");
  ASSERT_TRUE(cache.store(*key, stored));
  const auto found = ports::images::DiskCache(folder.file("new/cache"), 0).find(*key);
  ASSERT_TRUE(found.has_value());
  EXPECT_TRUE(found->from_cache);
  stored.from_cache = true;
  EXPECT_EQ(*found, stored);
}

TEST(DiskCache, SameDigestOfOtherMaterialIsNoHit) {
  const TemporaryDir folder;
  ports::images::DiskCache cache(folder.path(), 0);
  ASSERT_TRUE(cache.store({"material", "00112233445566778899aabbccddeeff"}, compiled_with("ptx")));
  EXPECT_TRUE(cache.find({"material", "00112233445566778899aabbccddeeff"}).has_value());
  EXPECT_FALSE(cache.find({"other", "00112233445566778899aabbccddeeff"}).has_value());
}

TEST(DiskCache, DamagedEntriesAreNone) {
  const TemporaryDir folder;
  ports::images::DiskCache cache(folder.path(), 0);
  const ports::images::CacheKey key{"material", "00112233445566778899aabbccddeeff"};
  ASSERT_TRUE(cache.store(key, compiled_with(std::string(500, 'p'))));
  const fs::path entry = entries_in(folder.path()).at(0);
  const std::string whole = ports::images::read_file(entry).value_or("");
  std::mt19937 random(3);
  for (int round = 0; round < 2'000; ++round) {
    std::string damaged = whole;
    const std::size_t at = random() % damaged.size();
    damaged[at] = static_cast<char>(damaged[at] ^ static_cast<char>(1 + random() % 255));
    std::ofstream(entry, std::ios::binary) << damaged;
    EXPECT_FALSE(cache.find(key).has_value()) << "byte " << at;
  }
  for (std::size_t size = 0; size < whole.size(); size += 13) {
    std::ofstream(entry, std::ios::binary) << whole.substr(0, size);
    EXPECT_FALSE(cache.find(key).has_value()) << "size " << size;
  }
  std::ofstream(entry, std::ios::binary) << whole;
  EXPECT_TRUE(cache.find(key).has_value());
}

TEST(DiskCache, FolderThatCannotBeWrittenIsHarmless) {
  const ports::images::CacheKey key{"material", "00112233445566778899aabbccddeeff"};
  for (const char* folder : {"/proc/no/such", "/dev/null/cache", ""}) {
    ports::images::DiskCache cache(folder, 100);
    EXPECT_FALSE(cache.store(key, compiled_with("ptx"))) << folder;
    EXPECT_FALSE(cache.find(key).has_value()) << folder;
  }
}

TEST(DiskCache, OldestEntriesMakeRoom) {
  const TemporaryDir folder;
  const auto key = [](int i) {
    return ports::images::CacheKey{"m" + std::to_string(i),
                                   "00112233445566778899aabbccdd00" + std::to_string(i)};
  };
  {
    ports::images::DiskCache unlimited(folder.path(), 0);
    for (int i = 10; i < 20; ++i)
      ASSERT_TRUE(unlimited.store(key(i), compiled_with(std::string(1000, 'p'))));
  }
  // Entry 10 was used last, entry 19 longest ago.
  int age = 0;
  auto entries = entries_in(folder.path());
  std::sort(entries.begin(), entries.end());
  for (const fs::path& entry : entries) {
    fs::last_write_time(entry, fs::file_time_type::clock::now() - std::chrono::hours(++age));
  }
  ports::images::DiskCache limited(folder.path(), 6000);
  ASSERT_TRUE(limited.store(key(20), compiled_with(std::string(1000, 'p'))));
  EXPECT_TRUE(limited.find(key(20)).has_value());
  EXPECT_TRUE(limited.find(key(10)).has_value());
  EXPECT_FALSE(limited.find(key(19)).has_value());
  std::uintmax_t total = 0;
  for (const fs::path& entry : entries_in(folder.path())) total += fs::file_size(entry);
  EXPECT_LE(total, 6000U);
}

TEST(DiskCache, LeavesNoUnfinishedFiles) {
  const TemporaryDir folder;
  ports::images::DiskCache cache(folder.path(), 0);
  ASSERT_TRUE(cache.store({"m", "00112233445566778899aabbccddeeff"}, compiled_with("ptx")));
  ASSERT_TRUE(cache.store({"m", "00112233445566778899aabbccddeeff"}, compiled_with("ptx")));
  EXPECT_EQ(entries_in(folder.path()).size(), 1U);
}

TEST(CompilerCache, ServesTheSecondRequest) {
  LANESCOPE_NEEDS_NVRTC();
  const TemporaryDir folder;
  auto options = test::uncached_options();
  options.use_cache = true;
  options.cache_dir = folder.path();
  const ports::toolchain::CompileRequest request =
      request_of("__global__ void k(int* p) { *p = 1; }\n");
  ports::toolchain::CompileResult first = Compiler(options).compile(request);
  ASSERT_TRUE(first.ok()) << test::why(first);
  EXPECT_FALSE(first->from_cache);
  // No worker can be started here: only the cache can have answered.
  options.worker_command = {"/nowhere"};
  Compiler second(options);
  const auto ticket = second.submit(request);
  const auto cached = second.poll(ticket);
  ASSERT_TRUE(cached.has_value() && cached->ok());
  EXPECT_TRUE((*cached)->from_cache);
  first.value().from_cache = true;
  EXPECT_EQ(cached->value(), first.value());
  ports::toolchain::CompileRequest other = request;
  other.defines = {"A"};
  EXPECT_FALSE(second.compile(other).ok());
}

// "PTX alone" is a request of its own, but is served by the machine code's entry.
TEST(CompilerCache, MachineCodeServesWhoWantsPtxAndNotTheOtherWayRound) {
  LANESCOPE_NEEDS_NVRTC();
  const TemporaryDir folder;
  auto options = test::uncached_options();
  options.use_cache = true;
  options.cache_dir = folder.path();
  ports::toolchain::CompileRequest whole = request_of("__global__ void k(int* p) { *p = 1; }\n");
  ports::toolchain::CompileRequest ptx = whole;
  ptx.machine_code = false;
  Compiler compiler(options);
  const auto alone = compiler.compile(ptx);
  ASSERT_TRUE(alone.ok()) << test::why(alone);
  EXPECT_FALSE(alone->is_assembled);
  const auto again = compiler.compile(ptx);
  EXPECT_TRUE(again->from_cache);
  EXPECT_FALSE(again->is_assembled);
  const auto made = compiler.compile(whole);
  EXPECT_FALSE(made->from_cache);
  EXPECT_FALSE(made->cubin.empty());
  EXPECT_EQ(made->ptx, alone->ptx);
  const auto served = compiler.compile(ptx);
  EXPECT_TRUE(served->from_cache && served->is_assembled);
  EXPECT_EQ(served->cubin, made->cubin);
}

TEST(CompilerCache, FailuresAreNotKept) {
  LANESCOPE_NEEDS_NVRTC();
  const TemporaryDir folder;
  auto options = test::uncached_options();
  options.use_cache = true;
  options.cache_dir = folder.path();
  EXPECT_FALSE(Compiler(options).compile(request_of("broken")).ok());
  EXPECT_TRUE(entries_in(folder.path()).empty());
}

}  // namespace
}  // namespace lanescope::cuda::toolchain
