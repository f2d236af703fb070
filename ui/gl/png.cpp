#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_image_write.h>
#pragma GCC diagnostic pop

#include "lab/experiment/file.hpp"
#include "ui/gl/offscreen.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::gl {
namespace {

void append(void* to, void* data, int size) {
  auto& bytes = *static_cast<std::vector<std::byte>*>(to);
  const auto* from = static_cast<const std::byte*>(data);
  bytes.insert(bytes.end(), from, from + size);
}

}  // namespace

Result<void> write_png(const Image& image, const std::string& path) {
  std::vector<std::byte> bytes;
  if (stbi_write_png_to_func(append, &bytes, image.width, image.height, 3, image.rgb.data(),
                             image.width * 3) == 0) {
    return bad_input(tr("the picture could not be encoded"), path);
  }
  return experiment::write_file(path, bytes);
}

}  // namespace lanescope::ui::gl
