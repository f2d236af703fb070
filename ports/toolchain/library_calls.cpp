#include "ports/toolchain/library_calls.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ports/toolchain/source_tokens.hpp"

namespace lanescope::ports::toolchain {
namespace {

struct Library {
  std::string_view prefix;  // of its functions, and the name of its file without "lib"
  const char* title;
};
constexpr std::array<Library, 7> kLibraries{{{"cublas", "cuBLAS"},
                                             {"curand", "cuRAND"},
                                             {"cufft", "cuFFT"},
                                             {"cusolver", "cuSOLVER"},
                                             {"cusparse", "cuSPARSE"},
                                             {"cudnn", "cuDNN"},
                                             {"nccl", "NCCL"}}};

// The host's functions go on in capitals; `curand_init` and the like do not, and states are types.
bool is_function_of(const Library& library, std::string_view name) {
  if (!name.starts_with(library.prefix)) return false;
  name.remove_prefix(library.prefix.size());
  return !name.empty() && std::isupper(static_cast<unsigned char>(name.front())) != 0 &&
         !name.starts_with("State");
}

LibraryCall call_of(const Library& library, const std::string& file, int line,
                    std::string_view function) {
  return {file, line, std::string(function), library.title, fmt::format("-l{}", library.prefix)};
}

}  // namespace

std::vector<LibraryCall> library_calls(std::string_view source, const std::string& file) {
  const std::string text = cleaned(source, Literals::Blank);
  const std::vector<Token> tokens = tokenize(text);
  std::vector<LibraryCall> calls;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (tokens[i + 1].text != "(") continue;
    const auto of = std::ranges::find_if(
        kLibraries, [&](const Library& each) { return is_function_of(each, tokens[i].text); });
    if (of == kLibraries.end()) continue;
    const bool known = std::ranges::any_of(
        calls, [&](const LibraryCall& each) { return each.library == of->title; });
    if (!known) calls.push_back(call_of(*of, file, tokens[i].line, tokens[i].text));
  }
  return calls;
}

std::vector<LibraryCall> loaded_libraries(std::string_view executable, const std::string& file) {
  std::vector<LibraryCall> loaded;
  for (const Library& library : kLibraries) {
    if (executable.find(fmt::format("lib{}.so.", library.prefix)) != std::string_view::npos)
      loaded.push_back(call_of(library, file, 0, ""));
  }
  return loaded;
}

Error closed_libraries(const std::vector<LibraryCall>& calls,
                       const std::vector<std::string>& files) {
  const LibraryCall& first = calls.front();
  const bool is_source = first.line > 0;
  std::vector<std::string> options;
  for (const LibraryCall& call : calls)
    if (std::ranges::find(options, call.option) == options.end()) options.push_back(call.option);
  const std::string what = is_source
                               ? fmt::format("{} is a call of {}", first.function, first.library)
                               : fmt::format("it loads {}", first.library);
  const std::string remedy = is_source ? fmt::format("nvcc {} {} && ./a.out", fmt::join(files, " "),
                                                     fmt::join(options, " "))
                                       : fmt::format("run {} there as it is", first.file);
  return missing(
      fmt::format("{}, which is machine code for NVIDIA's GPUs alone, so that the model cannot run "
                  "it. On a machine with a GPU: {}. What comes as headers runs here: Thrust, CUB, "
                  "and cuRAND within kernels (curand_kernel.h)",
                  what, remedy),
      is_source ? fmt::format("{}:{}", first.file, first.line) : first.file);
}

}  // namespace lanescope::ports::toolchain
