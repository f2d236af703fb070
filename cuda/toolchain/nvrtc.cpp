#include "cuda/toolchain/nvrtc.hpp"

#include <filesystem>
#include <utility>

#include <dlfcn.h>
#include <fmt/format.h>

namespace lanescope::cuda::toolchain {
namespace {

using Program = struct OpaqueProgram*;

// nvrtcResult
constexpr int kSuccess = 0;
constexpr int kInvalidOption = 5;

std::vector<const char*> pointers(const std::vector<std::string>& texts) {
  std::vector<const char*> result;
  for (const std::string& text : texts) result.push_back(text.c_str());
  return result;
}

}  // namespace

struct Nvrtc::Functions {
// NOLINTNEXTLINE(bugprone-macro-parentheses): the list brings its own
#define LANESCOPE_NVRTC(name, parameters) int(*name) parameters = nullptr;
// NOLINTNEXTLINE(bugprone-macro-parentheses): the list brings its own
#define LANESCOPE_NVRTC_TEXT(name, parameters) const char*(*name)parameters = nullptr;
#include "cuda/toolchain/nvrtc_functions.inc"
#undef LANESCOPE_NVRTC
#undef LANESCOPE_NVRTC_TEXT
};

namespace {

template <typename SizeFunction, typename GetFunction>
std::string text_of(Program program, SizeFunction size_of, GetFunction get) {
  std::size_t size = 0;
  if (size_of(program, &size) != kSuccess || size == 0) return {};
  std::string text(size, '\0');
  if (get(program, text.data()) != kSuccess) return {};
  while (!text.empty() && text.back() == '\0') text.pop_back();
  return text;
}

// NVRTC opens a second library by its bare name, which the loader finds in the system's folders
// only, or among what is loaded: so the one beside NVRTC is loaded first.
void load_builtins_beside(const std::string& path) {
  std::error_code none;
  const auto folder = std::filesystem::canonical(path, none).parent_path();
  for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
    if (entry.path().filename().string().starts_with("libnvrtc-builtins.so."))
      dlopen(entry.path().c_str(), RTLD_NOW | RTLD_LOCAL);
  }
}

}  // namespace

Result<Nvrtc> Nvrtc::load(const std::string& path) {
  load_builtins_beside(path);
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* why = dlerror();
    return missing(fmt::format("NVRTC could not be loaded: {}", why == nullptr ? path : why));
  }
  auto functions = std::make_shared<Functions>();
#define LANESCOPE_NVRTC(name, parameters)                                               \
  functions->name = reinterpret_cast<decltype(functions->name)>(dlsym(library, #name)); \
  if (functions->name == nullptr) {                                                     \
    return missing(fmt::format("{} is too old: it has no {}", path, #name));            \
  }
#define LANESCOPE_NVRTC_TEXT LANESCOPE_NVRTC
#include "cuda/toolchain/nvrtc_functions.inc"
#undef LANESCOPE_NVRTC
#undef LANESCOPE_NVRTC_TEXT
  return Nvrtc(std::move(functions), path);
}

NvrtcOutput Nvrtc::compile(const NvrtcProgram& program) const {
  const Functions& f = *functions_;
  std::vector<const char*> names;
  std::vector<const char*> texts;
  for (const StubHeader& header : program.headers) {
    names.push_back(header.name);
    texts.push_back(header.text);
  }
  NvrtcOutput output;
  Program handle = nullptr;
  if (f.nvrtcCreateProgram(&handle, program.source.c_str(), program.name.c_str(),
                           static_cast<int>(names.size()), texts.data(),
                           names.data()) != kSuccess) {
    output.log = "nvrtc: error: the program could not be created";
    return output;
  }
  for (const std::string& expression : program.name_expressions) {
    f.nvrtcAddNameExpression(handle, expression.c_str());
  }
  const auto options = pointers(program.options);
  const int code = f.nvrtcCompileProgram(handle, static_cast<int>(options.size()), options.data());
  output.compiled = code == kSuccess;
  output.bad_option = code == kInvalidOption;
  output.log = text_of(handle, f.nvrtcGetProgramLogSize, f.nvrtcGetProgramLog);
  if (!output.compiled && output.log.empty()) {
    output.log = fmt::format("nvrtc: error: {}", f.nvrtcGetErrorString(code));
  }
  if (output.compiled) {
    output.ptx = text_of(handle, f.nvrtcGetPTXSize, f.nvrtcGetPTX);
    std::size_t size = 0;
    if (f.nvrtcGetCUBINSize(handle, &size) == kSuccess && size > 0) {
      output.cubin.resize(size);
      f.nvrtcGetCUBIN(handle, reinterpret_cast<char*>(output.cubin.data()));
    }
    for (const std::string& expression : program.name_expressions) {
      const char* lowered = nullptr;
      if (f.nvrtcGetLoweredName(handle, expression.c_str(), &lowered) == kSuccess) {
        output.lowered_names[expression] = lowered;
      }
    }
  }
  f.nvrtcDestroyProgram(&handle);
  return output;
}

std::vector<int> Nvrtc::architectures() const {
  int count = 0;
  if (functions_->nvrtcGetNumSupportedArchs(&count) != kSuccess || count <= 0) return {};
  std::vector<int> result(static_cast<std::size_t>(count));
  if (functions_->nvrtcGetSupportedArchs(result.data()) != kSuccess) return {};
  return result;
}

bool Nvrtc::has_precompiled_headers() const {
  int major = 0;
  int minor = 0;
  return functions_->nvrtcVersion(&major, &minor) == kSuccess &&
         std::pair(major, minor) >= std::pair(12, 8);
}

std::string Nvrtc::version() const {
  int major = 0;
  int minor = 0;
  if (functions_->nvrtcVersion(&major, &minor) != kSuccess) return {};
  return fmt::format("{}.{}", major, minor);
}

}  // namespace lanescope::cuda::toolchain
