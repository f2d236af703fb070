#include "runtime/host_lines.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>

#include <dlfcn.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <execinfo.h>
#include <unistd.h>

namespace lanescope::runtime {
namespace {

// The executable has its DWARF itself; none is looked for elsewhere, least of all in the network.
int no_other_debuginfo(Dwfl_Module* /*module*/, void** /*data*/, const char* /*name*/,
                       Dwarf_Addr /*base*/, const char* /*file*/, const char* /*link*/,
                       GElf_Word /*crc*/, char** /*found*/) {
  return -1;
}

const void* library_of(const void* address) {
  Dl_info info{};
  return ::dladdr(address, &info) == 0 ? nullptr : info.dli_fbase;
}

bool is_own_code(const void* address) {
  static const void* const kOwn = library_of(reinterpret_cast<const void*>(&no_other_debuginfo));
  static const void* const kProgram = ::dlsym(RTLD_DEFAULT, "main");
  // Linked into a program, as tests do it, all of the program is "own".
  if (kOwn == nullptr || (kProgram != nullptr && library_of(kProgram) == kOwn)) return false;
  return library_of(address) == kOwn;
}

}  // namespace

bool is_foreign(std::string_view file) {
  static constexpr std::string_view kParts[] = {
      "/include/cuda", "/include/crt/",  "/include/cccl/", "/include/thrust/", "/include/cub/",
      "/usr/include/", ".cudafe1.",      "/cu13/",         "host_runtime.h",   "/targets/",
      "/usr/lib/gcc/", "cuda_runtime.h", "crt/link.stub",  "../sysdeps/",      "../csu/"};
  return std::ranges::any_of(
      kParts, [&](std::string_view part) { return file.find(part) != std::string_view::npos; });
}

std::string shown_path(std::string file) {
  static const std::string kFolder = [] {
    std::error_code ignored;
    return std::filesystem::current_path(ignored).string() + "/";
  }();
  if (file.starts_with("./")) file.erase(0, 2);
  if (file.starts_with(kFolder)) file.erase(0, kFolder.size());
  return file;
}

Frames here() {
  Frames frames;
  const int count = ::backtrace(frames.addresses.data(), static_cast<int>(Frames::kMost));
  frames.count = static_cast<std::size_t>(std::max(count, 0));
  return frames;
}

HostLines::HostLines() {
  static const Dwfl_Callbacks kCallbacks = {&dwfl_linux_proc_find_elf, &no_other_debuginfo, nullptr,
                                            nullptr};
  dwfl_ = dwfl_begin(&kCallbacks);
  if (dwfl_ != nullptr) {
    dwfl_linux_proc_report(dwfl_, ::getpid());
    dwfl_report_end(dwfl_, nullptr, nullptr);
  }
}

HostLines::~HostLines() {
  if (dwfl_ != nullptr) dwfl_end(dwfl_);
}

HostPlace HostLines::place_of(const Frames& frames) {
  for (std::size_t i = 0; i < frames.count; ++i) {
    if (is_own_code(frames.addresses[i])) continue;
    for (const HostPlace& place : lines_of(frames.addresses[i])) {
      if (place.line > 0 && !is_foreign(place.file)) return place;
    }
  }
  return {};
}

const std::vector<HostPlace>& HostLines::lines_of(void* address) {
  const auto known = known_.find(address);
  return known != known_.end() ? known->second
                               : known_.emplace(address, look_up(address)).first->second;
}

std::vector<HostPlace> HostLines::look_up(void* address) {
  std::vector<HostPlace> found;
  if (dwfl_ == nullptr) return found;
  // The address is behind the call.
  const Dwarf_Addr at = reinterpret_cast<std::uintptr_t>(address) - 1;
  Dwfl_Module* module = dwfl_addrmodule(dwfl_, at);
  if (module == nullptr) return found;
  Dwarf_Addr bias = 0;
  Dwarf_Die* unit = dwfl_module_addrdie(module, at, &bias);
  if (unit == nullptr) return found;
  if (Dwfl_Line* line = dwfl_module_getsrc(module, at)) {
    int number = 0;
    const char* file = dwfl_lineinfo(line, nullptr, &number, nullptr, nullptr, nullptr);
    if (file != nullptr)
      found.push_back({shown_path(file), static_cast<std::uint32_t>(std::max(number, 0))});
  }
  Dwarf_Files* files = nullptr;
  std::size_t file_count = 0;
  if (dwarf_getsrcfiles(unit, &files, &file_count) != 0) return found;
  Dwarf_Die* scopes = nullptr;
  const int count = dwarf_getscopes(unit, at - bias, &scopes);
  for (int i = 0; i < count; ++i) {
    if (dwarf_tag(&scopes[i]) != DW_TAG_inlined_subroutine) continue;
    Dwarf_Attribute attribute;
    Dwarf_Word file = 0, number = 0;
    dwarf_formudata(dwarf_attr(&scopes[i], DW_AT_call_file, &attribute), &file);
    dwarf_formudata(dwarf_attr(&scopes[i], DW_AT_call_line, &attribute), &number);
    const char* name = dwarf_filesrc(files, file, nullptr, nullptr);
    if (name != nullptr) found.push_back({shown_path(name), static_cast<std::uint32_t>(number)});
  }
  std::free(scopes);
  return found;
}

std::string source_text(const HostPlace& place) {
  if (place.line == 0) return {};
  std::ifstream file(place.file);
  std::string line;
  for (std::uint32_t i = 0; i < place.line && std::getline(file, line); ++i) {
  }
  return file ? line : std::string();
}

}  // namespace lanescope::runtime
