#include "lab/experiment/spec_text.hpp"

#include <fmt/format.h>

#include "lab/experiment/texture.hpp"

namespace lanescope::experiment {
namespace {

std::string image_text(const char* kind, const Fill& fill) {
  return fill.width == 0 ? fmt::format("{}:{}", kind, fill.path)
                         : fmt::format("{}:{}:{}", kind, fill.width, fill.path);
}

std::string value_text(const ScalarValue& value) {
  return fmt::format("{}={}", spelling(value.type), value.value);
}
std::string value_text(const BufferValue& value) {
  return fmt::format("{}[{}]={}", spelling(value.type), value.count, fill_text(value.fill));
}
std::string value_text(const TextureValue& value) { return "texture=" + texture_text(value); }
std::string value_text(const StructValue& value) {
  std::string out;
  for (const StructValue::Field& field : value.fields) {
    if (!out.empty()) out += ',';
    if (!field.label.empty()) out += field.label + ":";
    out += std::visit([](const auto& v) { return value_text(v); }, field.value);
  }
  return "{" + out + "}";
}

}  // namespace

std::string fill_text(const Fill& fill) {
  switch (fill.kind) {
    case Fill::Kind::Zero:
      return "zero";
    case Fill::Kind::Iota:
      return "iota";
    case Fill::Kind::Constant:
      return "const:" + fill.constant;
    case Fill::Kind::Random:
      return fill.modulus ? fmt::format("random:{}%{}", fill.seed, *fill.modulus)
                          : fmt::format("random:{}", fill.seed);
    case Fill::Kind::File:
      return "file:" + fill.path;
    case Fill::Kind::Formula:
      return "formula:" + fill.formula;
    case Fill::Kind::Text:
      return "text:" + fill.constant;
    case Fill::Kind::Picture:
      return fmt::format("picture:{}", fill.width);
    case Fill::Kind::PictureRgb:
      return fmt::format("picture-rgb:{}", fill.width);
    case Fill::Kind::PicturePlanes:
      return fmt::format("picture-planes:{}", fill.width);
    case Fill::Kind::Numbers:
      return "csv:" + fill.path;
    case Fill::Kind::Letters:
      return "letters:" + fill.path;
    case Fill::Kind::Image:
      return image_text("image", fill);
    case Fill::Kind::ImageRgb:
      return image_text("image-rgb", fill);
    case Fill::Kind::ImagePlanes:
      return image_text("image-planes", fill);
    case Fill::Kind::Bytes:
      return "bytes:" + fill.constant;
    case Fill::Kind::Kept:
      return "kept";
    case Fill::Kind::None:
      return "none";
  }
  return "zero";
}

std::string argument_text(const Argument& argument) {
  return argument.name + ":" +
         std::visit([](const auto& v) { return value_text(v); }, argument.value);
}

std::string buffer_text(const std::string& name, const BufferValue& value) {
  return name + ":" + value_text(value);
}

std::string symbol_text(const Symbol& symbol) { return buffer_text(symbol.name, symbol.value); }

}  // namespace lanescope::experiment
