#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/driver/entry.hpp"
#include "runtime/ptx_link.hpp"

// Linking while the program runs. What comes of it is PTX again, for cuModuleLoadData.

namespace driver = lanescope::runtime::driver;

namespace {

struct Linked {
  std::vector<std::string> texts;
  std::string result;
};
std::map<CUlinkState, Linked>& links() {
  static std::map<CUlinkState, Linked> all;
  return all;
}
Linked* link_at(CUlinkState state) {
  const auto found = links().find(state);
  return found == links().end() ? nullptr : &found->second;
}

CUresult add(CUlinkState state, CUjitInputType type, std::string text) {
  if (const CUresult no = driver::ready(); no != CUDA_SUCCESS) return no;
  Linked* link = link_at(state);
  if (link == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  // Machine code and libraries of it are not what the model runs.
  if (type != CU_JIT_INPUT_PTX) return CUDA_ERROR_NO_BINARY_FOR_GPU;
  link->texts.push_back(std::move(text));
  return CUDA_SUCCESS;
}

}  // namespace

CUresult cuLinkCreate(unsigned /*count*/, CUjit_option* /*options*/, void** /*values*/,
                      CUlinkState* state) {
  if (const CUresult no = driver::ready(); no != CUDA_SUCCESS) return no;
  if (state == nullptr) return CUDA_ERROR_INVALID_VALUE;
  static std::uint64_t made = 0;
  *state = reinterpret_cast<CUlinkState>(16 * ++made);  // NOLINT: opaque
  links()[*state] = {};
  return CUDA_SUCCESS;
}
CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void* data, size_t bytes,
                       const char* /*name*/, unsigned /*count*/, CUjit_option* /*options*/,
                       void** /*values*/) {
  if (data == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const auto* text = static_cast<const char*>(data);
  return add(state, type, std::string(text, ::strnlen(text, bytes)));
}
CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char* path, unsigned /*count*/,
                       CUjit_option* /*options*/, void** /*values*/) {
  std::ifstream file(path == nullptr ? "" : path, std::ios::binary);
  if (!file) return CUDA_ERROR_FILE_NOT_FOUND;
  std::ostringstream text;
  text << file.rdbuf();
  return add(state, type, text.str());
}
CUresult cuLinkComplete(CUlinkState state, void** image, size_t* bytes) {
  Linked* link = link_at(state);
  if (link == nullptr || image == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  if (link->texts.empty()) return CUDA_ERROR_INVALID_VALUE;
  const std::vector<std::string_view> texts(link->texts.begin(), link->texts.end());
  link->result = texts.size() == 1 ? link->texts.front() : lanescope::runtime::link_ptx(texts);
  *image = link->result.data();
  if (bytes != nullptr) *bytes = link->result.size() + 1;
  return CUDA_SUCCESS;
}
CUresult cuLinkDestroy(CUlinkState state) {
  return links().erase(state) > 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}
