#include "lab/run/input_file.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>

#include <fmt/format.h>

#include "lab/experiment/file.hpp"
#include "lab/experiment/file_fill.hpp"
#include "lab/experiment/image_file.hpp"
#include "lab/experiment/inputs.hpp"
#include "lab/experiment/npy.hpp"
#include "lab/run/saved_run.hpp"
#include "lab/run/sealed_file.hpp"

namespace lanescope::run {
namespace {

using Kind = InputFile::Kind;

constexpr std::uintmax_t kMostBytes = std::uintmax_t{1} << 30U;

Result<void> check_readable(const std::string& path) {
  std::error_code problem;
  const auto status = std::filesystem::status(path, problem);
  if (std::filesystem::is_directory(status))
    return bad_input("this is a folder: drop one of its files", path);
  if (!std::filesystem::exists(status)) return bad_input("there is no such file", path);
  if (!std::filesystem::is_regular_file(status)) return bad_input("this is no plain file", path);
  const auto size = std::filesystem::file_size(path, problem);
  if (!problem && size > kMostBytes)
    return bad_input("a file larger than 1 GiB is not taken", path);
  if (!problem && size == 0) return bad_input("the file is empty", path);
  return {};
}

bool begins_picture(std::span<const std::byte> bytes) {
  constexpr std::array<std::string_view, 6> kMagics{"\x89PNG", "\xFF\xD8\xFF", "GIF8",
                                                    "BM",      "P5",           "P6"};
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return std::ranges::any_of(kMagics, [&](std::string_view m) { return text.starts_with(m); });
}

bool is_text(std::string_view text) {
  return std::ranges::none_of(text, [](char c) {
    const auto code = static_cast<unsigned char>(c);
    return code < 32 && c != '\n' && c != '\r' && c != '\t' && c != '\f';
  });
}

Result<InputFile> look_at_text(const std::string& path, std::string_view text) {
  const std::string ending = std::filesystem::path(path).extension().string();
  InputFile file{Kind::Letters, path, text.size(), 0, 0};
  if (ending == ".cu" || ending == ".ptx") {
    file.kind = Kind::Kernel;
    return file;
  }
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && text[first] == '{' &&
      (ending == ".lanescope" || text.find("\"lanescope_session\"") != std::string_view::npos)) {
    file.kind = Kind::Session;
    return file;
  }
  const auto numbers = experiment::numbers_in(text, path);
  if (numbers) {
    file.kind = Kind::Numbers;
    file.count = numbers->size();
  } else if (ending == ".csv" || ending == ".tsv") {
    return numbers.error();
  }
  return file;
}

bool is_like(const experiment::Fill& fill, Kind kind) {
  switch (kind) {
    case Kind::Image:
      return (fill.kind >= experiment::Fill::Kind::Picture &&
              fill.kind <= experiment::Fill::Kind::PicturePlanes) ||
             (fill.kind >= experiment::Fill::Kind::Image &&
              fill.kind <= experiment::Fill::Kind::ImagePlanes);
    case Kind::Letters:
      return fill.kind == experiment::Fill::Kind::Text ||
             fill.kind == experiment::Fill::Kind::Letters;
    default:
      return false;
  }
}

bool takes(const experiment::BufferValue& value, const InputFile& file) {
  if (!value.fill.holds_data()) return false;
  const bool whole =
      value.type != experiment::ElementType::F16 && value.type != experiment::ElementType::BF16 &&
      value.type != experiment::ElementType::F32 && value.type != experiment::ElementType::F64;
  switch (file.kind) {
    case Kind::Letters:
      return whole;
    case Kind::Image:
      return experiment::natural_width(value) != 0 || value.fill.width != 0;
    case Kind::Raw:
      return file.path.ends_with(".npy") ||
             file.count == value.count * experiment::size_of(value.type);
    default:
      return true;
  }
}

std::string image_kind(const experiment::BufferValue& value) {
  using enum experiment::Fill::Kind;
  const experiment::Fill::Kind was = value.fill.kind;
  const auto& shape = value.shape;
  if (was == PictureRgb || was == ImageRgb || (shape.size() == 3 && shape[2] == 3))
    return "image-rgb";
  if (was == PicturePlanes || was == ImagePlanes || (shape.size() == 3 && shape[0] == 3))
    return "image-planes";
  return "image";
}

}  // namespace

Result<InputFile> look_at_file(const std::string& path) {
  if (auto ok = check_readable(path); !ok) return ok.error();
  const auto bytes = experiment::read_file(path);
  if (!bytes) return bytes.error();
  InputFile file{Kind::Raw, path, bytes->size(), 0, 0};
  if (is_saved_run(*bytes)) {
    file.kind = Kind::SavedRun;
    return file;
  }
  if (is_sealed(*bytes, kSavedProgram)) {
    file.kind = Kind::SavedProgram;
    return file;
  }
  if (begins_picture(*bytes)) {
    if (const auto size = experiment::image_size(*bytes)) {
      file.kind = Kind::Image;
      file.width = size->width;
      file.height = size->height;
      return file;
    }
  }
  const std::string ending = std::filesystem::path(path).extension().string();
  if (experiment::is_npy(*bytes) || ending == ".bin" || ending == ".raw") return file;
  const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  if (is_text(text)) return look_at_text(path, text);
  return bad_input(
      "this file is none of: a kernel (.cu, .ptx), a session, saved run or program, a picture "
      "(PNG, JPEG, "
      "BMP, GIF, PGM, PPM), a table of numbers (.csv), a text, raw elements (.npy, .bin)",
      path);
}

std::string words_of(const InputFile& file) {
  switch (file.kind) {
    case Kind::Image:
      return fmt::format("{} × {} pixels", file.width, file.height);
    case Kind::Numbers:
      return fmt::format("{} number{}", file.count, file.count == 1 ? "" : "s");
    case Kind::Letters:
      return fmt::format("{} letter{}", file.count, file.count == 1 ? "" : "s");
    default:
      return fmt::format("{} bytes", file.count);
  }
}

Result<std::vector<std::string>> fitting_arguments(const experiment::Experiment& experiment,
                                                   const InputFile& file) {
  experiment::Experiment looked_at = experiment;
  std::vector<std::string> like, fitting;
  for (const experiment::Input& input : experiment::inputs_of(looked_at)) {
    if (input.buffer == nullptr || !takes(*input.buffer, file)) continue;
    (is_like(input.buffer->fill, file.kind) ? like : fitting).push_back(input.name);
  }
  if (!like.empty()) return like;
  if (!fitting.empty()) return fitting;
  const std::string_view why =
      file.kind == Kind::Letters ? "no argument is filled with whole numbers, as letters are"
      : file.kind == Kind::Image ? "no argument has the shape of a picture"
      : file.kind == Kind::Raw   ? "no argument that is filled has as many bytes"
                                 : "no argument of the kernel is filled with anything";
  return bad_input(fmt::format("{} cannot become an input: {}", words_of(file), why), file.path);
}

std::string fill_from(const InputFile& file, const experiment::BufferValue& value) {
  switch (file.kind) {
    case Kind::Image:
      return image_kind(value) + ":" + file.path;
    case Kind::Numbers:
      return "csv:" + file.path;
    case Kind::Letters:
      return "letters:" + file.path;
    default:
      return "file:" + file.path;
  }
}

}  // namespace lanescope::run
