#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/base/result.hpp"
#include "sim/base/texture.hpp"

namespace lanescope::machine {

class GlobalMemory;

// The texture and surface objects of a device. A handle is never 0 and never used again.
class TextureTable {
 public:
  // An Error when the description makes no sense or its texels do not lie in one allocation.
  [[nodiscard]] Result<std::uint64_t> add(const TextureDescriptor& texture,
                                          const GlobalMemory& memory);
  [[nodiscard]] bool remove(std::uint64_t handle);
  // nullptr: there is no such object.
  [[nodiscard]] const TextureDescriptor* find(std::uint64_t handle) const;

 private:
  std::vector<std::shared_ptr<const TextureDescriptor>> textures_;  // null: removed
};

}  // namespace lanescope::machine
