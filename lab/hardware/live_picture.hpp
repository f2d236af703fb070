#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "lab/experiment/picture_shape.hpp"
#include "ports/device/descriptor.hpp"

// A picture that is made again for every frame of the screen.
namespace lanescope::hardware {

// What the user wants to see.
struct LivePictureRequest {
  std::shared_ptr<const experiment::Experiment> experiment;
  // The same with a larger picture, in its place where a GPU makes it; null: there is none.
  std::shared_ptr<const experiment::Experiment> large;
  std::string result;    // the buffer that is shown; empty: the last that no lesson fills
  bool pattern = false;  // the first picture that goes in is the moving test pattern
  int device = 0;        // the GPU that is to make it, as the driver counts them
  // Why the screen cannot take pictures from the GPU's memory; empty: it can.
  std::string not_from_device;
  friend bool operator==(const LivePictureRequest&, const LivePictureRequest&) = default;
};

// Where the GPU's worker leaves its pictures; another one after each new allocation.
struct LiveMemory {
  ports::device::Descriptor shared;  // of the GPU's memory, for who draws it
  std::uint64_t bytes = 0;
  int device = 0;  // as the driver counts them
};

struct LivePicture {
  std::uint64_t number = 0;  // of this picture, from 1
  experiment::PictureShape shape;
  // Device: it lies in `memory`, `offset` bytes from its beginning. Host: it was copied here.
  // Model: the model made it.
  enum class Way : std::uint8_t { Device, Host, Model } way = Way::Device;
  std::string why;            // Host, Model: why not the way before
  std::string device;         // the GPU's name; empty: Model
  double milliseconds = 0.0;  // GPU: of the launches, by its own events; Model: of its run
  std::shared_ptr<const LiveMemory> memory;
  std::uint64_t offset = 0;
  // Host: a word a pixel, red in its lowest byte. Model: the buffer's own bytes.
  std::vector<std::byte> bytes;
};

}  // namespace lanescope::hardware
