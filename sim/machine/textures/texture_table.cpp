#include "sim/machine/textures/texture_table.hpp"

#include <fmt/format.h>

#include "sim/engine/plan.hpp"
#include "sim/machine/memory/global_memory.hpp"

namespace lanescope::machine {
namespace {

constexpr std::uint64_t kFirst = engine::texture_handle(0);

}  // namespace
Result<std::uint64_t> TextureTable::add(const TextureDescriptor& texture,
                                        const GlobalMemory& memory) {
  if (Result<void> ok = check(texture); !ok) return ok.error();
  const Allocation* at = memory.find(texture.data.value);
  if (at == nullptr || bytes_of(texture) > at->end - texture.data.value)
    return bad_input(
        fmt::format("a texture of {} bytes does not lie in one allocation", bytes_of(texture)));
  textures_.push_back(std::make_shared<const TextureDescriptor>(texture));
  return engine::texture_handle(textures_.size() - 1);
}

bool TextureTable::remove(std::uint64_t handle) {
  if (find(handle) == nullptr) return false;
  textures_[handle - kFirst] = nullptr;
  return true;
}

const TextureDescriptor* TextureTable::find(std::uint64_t handle) const {
  if (handle < kFirst || handle - kFirst >= textures_.size()) return nullptr;
  return textures_[handle - kFirst].get();
}

}  // namespace lanescope::machine
