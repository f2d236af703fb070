#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lab/experiment/element.hpp"
#include "sim/base/ids.hpp"
#include "sim/base/result.hpp"
#include "sim/base/texture.hpp"
#include "sim/engine/plan.hpp"

namespace lanescope::experiment {

// How a buffer is filled; "zero", "iota", "const:V", "random:SEED", "random:SEED%M", "file:PATH",
// "formula:EXPRESSION" over `i`, the element's number; "text:LETTERS" again and again; our own test
// picture (lab/experiment/picture.hpp) as "picture:WIDTH" in grey, "picture-rgb:WIDTH" pixel by
// pixel, "picture-planes:WIDTH" colour by colour; "bytes:BASE64", all bytes of the buffer.
//
// "kept": what the memory of a program held when it launched the kernel (KeptMemory).
//
// "none" leaves a buffer as cudaMalloc does: the model holds zeros there, and reading one of them
// before it is written is an uninitialised read.
//
// From files of any length (lab/experiment/file_fill.hpp): the numbers of a table "csv:PATH" and
// the letters "letters:PATH", both cut or repeated to the buffer's length; a picture "image:PATH",
// "image-rgb:PATH", "image-planes:PATH", cut and scaled to the buffer's shape, or to a width as in
// "image:64:PATH".
struct Fill {
  enum class Kind : std::uint8_t {
    Zero,
    Iota,
    Constant,
    Random,
    File,
    Formula,
    Text,
    Picture,
    PictureRgb,
    PicturePlanes,
    Numbers,
    Letters,
    Image,
    ImageRgb,
    ImagePlanes,
    Bytes,
    Kept,
    None
  } kind = Kind::Zero;
  // As written: converted to the element type; the letters of a text; bytes in base64.
  std::string constant;
  std::uint64_t seed = 0;
  std::optional<std::uint64_t> modulus;
  std::string path;         // File: raw little endian, or .npy
  std::string formula;      // a lesson's expression (lab/experiment/expression.hpp)
  std::uint64_t width = 0;  // of a picture, in pixels; an Image's may be 0: the shape tells
  [[nodiscard]] bool holds_data() const { return kind != Kind::Zero && kind != Kind::None; }
};

struct ScalarValue {
  ElementType type = ElementType::I32;
  std::string value;  // as written
};
// An array or a variable of a program as a launch of it found it. Shared by all that show it.
struct KeptMemory {
  std::uint64_t address = 0;  // on the device: pointers in other memory go there
  std::vector<std::byte> bytes;
  std::vector<engine::ByteRange> undefined;  // that nothing had been written to
  friend bool operator==(const KeptMemory&, const KeptMemory&) = default;
};
struct BufferValue {
  ElementType type = ElementType::F32;
  std::uint64_t count = 0;
  Fill fill;
  std::vector<std::uint64_t> shape{};  // {rows, columns} and the like; empty: a strip
  // Of a program's launch. With another fill than "kept" only the address is used.
  std::shared_ptr<const KeptMemory> kept{};
};
struct StructValue {  // fields laid out by C's rules
  struct Field {
    std::string label;  // empty, or the label written before the type
    std::variant<ScalarValue, BufferValue> value;
  };
  std::vector<Field> fields;
};
// A texture object over a buffer of the experiment: what the buffer is filled with, as a host
// copies it into an array before the first launch. Kernels only read such a buffer.
struct TextureValue {
  std::string buffer;
  std::vector<std::uint64_t> extents;  // width, height, depth: as many as it has dimensions
  std::uint8_t channels = 1;           // elements of a texel: 1, 2 or 4
  bool linear = false;                 // else point sampling
  AddressMode address = AddressMode::Clamp;
  bool normalized = false;  // coordinates from 0 to 1
  bool fractions = false;   // integers are read as fractions of their range
};
// A kernel argument as the command line writes it: `name:type=scalar`, `name:type[count]=fill`,
// `name:{…}`, `name:texture=…` (lab/experiment/texture.hpp). A buffer field i of a struct is the
// buffer "name.i".
struct Argument {
  std::string name;
  std::variant<ScalarValue, BufferValue, StructValue, TextureValue> value;
};

// `NAME:type[count]=fill` (or `NAME:type=scalar`).
struct Symbol {
  std::string name;
  BufferValue value;
};

struct Source {
  std::string file_name;  // as shown in messages and lines
  std::string text;
  bool is_ptx = false;
  std::vector<std::string> include_dirs;
};

// One launch; arguments in the kernel's order, each a buffer of the experiment by name, or a value.
struct LaunchSpec {
  std::string kernel;  // any form of --kernel
  Dim3 grid, block;
  std::uint32_t dynamic_shared_bytes = 0;
  struct BufferRef {
    std::string name;
  };
  std::vector<std::variant<BufferRef, Argument>> arguments;
  Dim3 cluster{0, 0, 0};  // blocks that run together; x is 0: as the kernel says
};

// What is run: one source, buffers that live across launches, an ordered list of launches.
struct Experiment {
  Source source;
  std::string arch = "sm_90";
  std::vector<std::string> defines;  // "R=4"
  std::vector<std::pair<std::string, BufferValue>> buffers;
  std::vector<Symbol> symbols;
  std::vector<LaunchSpec> launches;
  // Kernels to be compiled, beside those launched: those of launches that other values of a rung
  // have, so that one image serves them all.
  std::vector<std::string> kernels;
  engine::MachineOptions options;
  bool machine_code = false;  // what is executed: the machine code, else the PTX
};

}  // namespace lanescope::experiment
