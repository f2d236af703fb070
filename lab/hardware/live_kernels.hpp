#pragma once

#include <string>
#include <vector>

#include "lab/experiment/picture_shape.hpp"
#include "ports/device/gpu_types.hpp"
#include "ports/toolchain/compile_types.hpp"

// Our own kernels that turn a buffer into what is drawn, on the GPU: the same pixels as
// ui::view::picture_pixels makes on the host.
namespace lanescope::hardware {

[[nodiscard]] ports::toolchain::CompileRequest show_request(const std::string& arch);
// Their launches: from buffer `result`, whose shape is given, to buffer `picture`: a word a pixel,
// red in its lowest byte.
[[nodiscard]] std::vector<ports::device::GpuLaunch> show_launches(
    const experiment::PictureShape& shape, std::uint32_t result, std::uint32_t picture);

}  // namespace lanescope::hardware
