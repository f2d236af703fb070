// Run by hand on a machine with an NVIDIA GPU: live pictures on their real way, from a kernel in
// the worker through the GPU's memory into a texture of OpenGL's (EGL, no display needed). Read
// back, each is compared with the model's, pixel by pixel; a worker that has crashed must leave its
// last picture readable; and the time of a picture is said. Ends with 1 when something differs.
//
//   LANESCOPE_PROGRAM=…/lanescope build/dev/bin/interop_check
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <GL/glew.h>
#include <fmt/format.h>

#include "app/gl_textures.hpp"
#include "cuda/device/equipment.hpp"
#include "lab/hardware/live_maker.hpp"
#include "lab/lesson/lesson.hpp"
#include "lab/lesson/lesson_experiment.hpp"
#include "lab/lesson/lesson_reader.hpp"
#include "lab/lesson/paths.hpp"
#include "ui/gl/offscreen.hpp"
#include "ui/view/picture.hpp"

namespace {

using namespace lanescope;
using Clock = std::chrono::steady_clock;

const std::atomic<bool> kGoOn{false};

struct Case {
  const char* lesson;
  const char* rung;
  lesson::ParameterValues values;
  bool pattern = false;
  unsigned bound = 0;  // steps of 256 by which a colour may differ
};

class Texture {
 public:
  Texture(int width, int height) : width_(width), height_(height) {
    glGenTextures(1, &name_);
    glBindTexture(GL_TEXTURE_2D, name_);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  }
  Texture(const Texture&) = delete;
  Texture& operator=(const Texture&) = delete;
  ~Texture() { glDeleteTextures(1, &name_); }
  [[nodiscard]] GLuint name() const { return name_; }
  [[nodiscard]] std::vector<std::uint32_t> read() const {
    std::vector<std::uint32_t> out(static_cast<std::size_t>(width_) *
                                   static_cast<std::size_t>(height_));
    glBindTexture(GL_TEXTURE_2D, name_);
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, out.data());
    return out;
  }

 private:
  int width_, height_;
  GLuint name_ = 0;
};

// Of two pictures: how many pixels differ, and by how much at most.
struct Difference {
  std::size_t pixels = 0;
  unsigned most = 0;
};
Difference compare(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
  Difference out;
  for (std::size_t i = 0; i < a.size(); ++i) {
    out.pixels += a[i] == b[i] ? 0 : 1;
    for (unsigned shift = 0; shift < 32; shift += 8) {
      const unsigned x = a[i] >> shift & 0xffU, y = b[i] >> shift & 0xffU;
      out.most = std::max(out.most, x > y ? x - y : y - x);
    }
  }
  return out;
}

class Check {
 public:
  Check(const cuda::device::Gpu::Options& gpu, const cuda::toolchain::Compiler::Options& compiler)
      : textures_(gpu.driver),
        with_gpu_({compiler, gpu}),
        without_({compiler, cuda::device::Gpu::Options{}}),
        gpu_(with_gpu_),
        model_(without_) {}

  bool run(const Case& wanted, const experiment::Experiment& experiment) {
    hardware::LivePictureRequest wish;
    wish.experiment = std::make_shared<const experiment::Experiment>(experiment);
    wish.pattern = wanted.pattern;
    Difference worst;
    const int pictures = wanted.pattern ? 4 : 1;
    for (int i = 0; i < pictures; ++i) {
      if (!take(wish)) return false;
      const auto model = model_.make(wish, kGoOn);
      if (!model || !*model) return fail("the model gave no picture");
      const auto expected =
          ui::view::picture_pixels(ui::view::picture_values((*model)->shape, (*model)->bytes)).rgba;
      const Difference one = compare(texture_->read(), expected);
      worst.pixels += one.pixels;
      worst.most = std::max(worst.most, one.most);
    }
    fmt::print("{} {}{}: {} × {}, {} of {} pixels differ, by {} at most\n", wanted.lesson,
               wanted.rung, wanted.pattern ? ", pattern" : "", shown_.shape.width,
               shown_.shape.height, worst.pixels,
               shown_.shape.pixels() * static_cast<unsigned>(pictures), worst.most);
    time(wish);
    return worst.most <= wanted.bound;
  }

  // The worker dies of a kernel; what it left is still right.
  bool survives(experiment::Experiment experiment) {
    if (device_ == nullptr) return fail("there was no picture");
    const std::vector<std::uint32_t> before = texture_->read();
    experiment.source.text =
        "extern \"C\" __global__ void grey(unsigned char* out, const unsigned char* in, int width, "
        "int height) {\n  out[1ull << 40] = 1;\n}\n";
    hardware::LivePictureRequest wish;
    wish.experiment = std::make_shared<const experiment::Experiment>(std::move(experiment));
    const auto after = gpu_.make(wish, kGoOn);
    const bool on_gpu = after && *after && (*after)->way != hardware::LivePicture::Way::Model;
    if (on_gpu) return fail("the faulting kernel ran on the GPU as if nothing were");
    if (after && *after) fmt::print("a kernel that faults: {}\n", (*after)->why);
    if (after && !*after) fmt::print("a kernel that faults: {}\n", after->error().message);
    if (Result<void> copied = device_->copy(shown_.offset); !copied)
      return fail(copied.error().message);
    const Difference left = compare(texture_->read(), before);
    fmt::print("after its worker has ended, {} pixels of the last picture differ\n", left.pixels);
    return left.pixels == 0;
  }

 private:
  static bool fail(const std::string& why) {
    fmt::print("{}\n", why);
    return false;
  }

  // A picture from the GPU into the texture.
  bool take(const hardware::LivePictureRequest& wish) {
    auto made = gpu_.make(wish, kGoOn);
    if (!made || !*made) return fail(made ? made->error().message : "no picture");
    if ((*made)->way != hardware::LivePicture::Way::Device) return fail((*made)->why);
    if (!(*made)->bytes.empty()) return fail("the picture came through the host");
    const bool other = device_ == nullptr || (*made)->memory != shown_.memory ||
                       (*made)->shape.width != shown_.shape.width;
    shown_ = std::move(**made);
    if (other) {
      device_.reset();
      texture_.emplace(static_cast<int>(shown_.shape.width), static_cast<int>(shown_.shape.height));
      auto opened = textures_.open(texture_->name(), shown_.shape, *shown_.memory);
      if (!opened) return fail(opened.error().message);
      device_ = std::move(*opened);
    }
    const Result<void> copied = device_->copy(shown_.offset);
    return copied ? true : fail(copied.error().message);
  }

  void time(const hardware::LivePictureRequest& wish) {
    std::vector<double> kernels, all;
    for (int i = 0; i < 300; ++i) {
      const auto start = Clock::now();
      if (!take(wish)) return;
      all.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
      kernels.push_back(shown_.milliseconds);
    }
    const hardware::Spread kernel = hardware::spread(kernels), whole = hardware::spread(all);
    fmt::print(
        "  kernel {:.4f} ms ({:.4f} to {:.4f}), picture in the texture {:.3f} ms ({:.3f} to "
        "{:.3f})\n",
        kernel.median, kernel.min, kernel.max, whole.median, whole.min, whole.max);
  }

  app::GlTextures textures_;
  cuda::device::Equipment with_gpu_, without_;
  hardware::LiveMaker gpu_, model_;
  hardware::LivePicture shown_;
  std::optional<Texture> texture_;
  std::unique_ptr<ui::background::DeviceTexture> device_;
};

const lesson::Rung* find(const std::vector<lesson::Lesson>& lessons, const Case& wanted) {
  for (const lesson::Lesson& lesson : lessons)
    if (lesson.id == wanted.lesson) return lesson.find_rung(wanted.rung);
  return nullptr;
}

int check_all() {
  auto screen = ui::gl::Offscreen::create(64, 64);
  if (!screen) return fmt::print("{}\n", screen.error().message), 1;
  fmt::print("OpenGL by {}\n", (*screen)->renderer());
  const char* program = std::getenv("LANESCOPE_PROGRAM");
  if (program == nullptr) return fmt::print("LANESCOPE_PROGRAM names no lanescope\n"), 1;
  cuda::toolchain::Compiler::Options options;
  options.worker_command = {program, "worker"};
  if (const auto compiled = lesson::find_asset("compiled"); !compiled.empty())
    options.read_only_caches = {compiled.string()};
  const auto lessons = lesson::load_lessons(lesson::kernels_folder());
  if (!lessons) return fmt::print("{}\n", lessons.error().message), 1;
  const std::vector<Case> cases{
      {"image", "grey", {}},
      {"image", "grey-planes", {}, true},
      {"image", "blur", {{"r", 8}, {"width", 256}, {"height", 256}}},
      {"image", "blur-separable", {}},
      {"image", "blur-separable", {{"r", 5}}, true},
      {"image", "blur-shared", {{"rows", 16}}},
      {"image", "edges", {{"width", 256}, {"height", 256}}},
      {"image", "edges", {}, true},
      {"convolution-2d", "basic", {}, false, 1},
      {"convolution-2d", "output-tile", {{"tile", 16}}, true, 1},
  };
  cuda::device::Gpu::Options gpu;
  gpu.driver = cuda::toolchain::find_toolchain().driver.path;
  gpu.worker_command = {program, "gpu-worker"};
  bool right = true;
  for (const Case& wanted : cases) {
    const lesson::Rung* rung = find(*lessons, wanted);
    if (rung == nullptr) return fmt::print("no rung {}\n", wanted.rung), 1;
    lesson::ParameterValues values;
    for (const lesson::Parameter& parameter : rung->parameters) {
      const auto own = wanted.values.find(parameter.name);
      values[parameter.name] = own == wanted.values.end() ? parameter.initial : own->second;
    }
    auto experiment = lesson::make_experiment(*rung, values);
    if (!experiment) return fmt::print("{}\n", experiment.error().message), 1;
    // The pattern begins anew with each.
    Check check(gpu, options);
    right = check.run(wanted, *experiment) && right;
    if (&wanted == cases.data()) right = check.survives(*experiment) && right;
  }
  fmt::print("{}\n", right ? "as it should be" : "NOT as it should be");
  return right ? 0 : 1;
}

}  // namespace

int main() { return check_all(); }
