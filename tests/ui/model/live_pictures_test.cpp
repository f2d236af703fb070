// Live pictures beside the tests' own driver (tests/cuda/device/fake_driver.hpp), whose kernels are
// known by name and whose pictures show a buffer byte by byte; and the model's, where the GPU fails
// or there is none.

#include <algorithm>
#include <cstring>

#include "cuda/device/equipment.hpp"
#include "cuda/device/mapped_memory.hpp"
#include "lab/experiment/spec.hpp"
#include "lab/hardware/live_kernels.hpp"
#include "tests/cuda/device/fake_driver.hpp"
#include "tests/ui/model/live_experiment.hpp"
#include "tests/ui/model/studio.hpp"
#include "ui/panels/image/live_choices.hpp"
#include "ui/panels/image/live_words.hpp"
#include "ui/view/picture.hpp"

namespace lanescope::ui::test {
namespace {

using test::picture;
using test::Studio;
using Way = hardware::LivePicture::Way;

// A renderer of our own: a texture is the memory that the GPU's worker shares.
class FakeTextures final : public background::DeviceTextures {
 public:
  class Texture final : public background::DeviceTexture {
   public:
    explicit Texture(cuda::device::MappedMemory memory) : memory_(std::move(memory)) {}
    Result<void> copy(std::uint64_t offset) override {
      pixels.resize(64);
      // NOLINTNEXTLINE(performance-no-int-to-ptr)
      std::memcpy(pixels.data(), reinterpret_cast<const std::byte*>(memory_.address() + offset),
                  64 * sizeof pixels.front());
      return {};
    }
    std::vector<std::uint32_t> pixels;

   private:
    cuda::device::MappedMemory memory_;
  };
  Result<std::unique_ptr<background::DeviceTexture>> open(
      std::uint64_t, const experiment::PictureShape&, const hardware::LiveMemory& memory) override {
    if (!refusal.empty()) return missing(refusal);
    auto seen =
        cuda::device::MappedMemory::import(driver_, memory.device, memory.shared, memory.bytes);
    if (!seen) return seen.error();
    return std::unique_ptr<background::DeviceTexture>(std::make_unique<Texture>(std::move(*seen)));
  }
  int device() override { return drawn_by; }
  std::string refusal;
  int drawn_by = 0;

 private:
  cuda::device::Driver driver_ = cuda::test::fake_driver();
};

std::uint32_t colour(std::uint32_t grey) { return 0xff000000U | grey << 16U | grey << 8U | grey; }

const hardware::LivePicture& shown(Studio& studio) {
  static const hardware::LivePicture kNone;
  const hardware::LivePicture* picture = studio.session().live().shown();
  if (picture == nullptr) ADD_FAILURE() << studio.session().live().trouble();
  return picture == nullptr ? kNone : *picture;
}

std::uint32_t host_pixel(const hardware::LivePicture& shown, std::size_t index) {
  std::uint32_t out = 0;
  std::memcpy(&out, shown.bytes.data() + index * sizeof out, sizeof out);
  return out;
}

bool holds(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

TEST(LivePictures, ComeFromTheGpusMemory) {
  FakeTextures textures;
  Studio studio(0, LANESCOPE_GPU_TEST_WORKER, &textures);
  studio.open(picture("ones"));
  EXPECT_EQ(studio.session().live().shown(), nullptr) << "nobody asked";
  studio.run("image live=on");
  const background::LivePictures& live = studio.session().live();
  EXPECT_EQ(shown(studio).way, Way::Device);
  EXPECT_TRUE(shown(studio).bytes.empty()) << "nothing of it came to the host";
  EXPECT_TRUE(live.moving());
  const auto texture = live.open(7);
  ASSERT_NE(texture, nullptr);
  ASSERT_TRUE(texture->copy(shown(studio).offset));
  const auto& pixels = dynamic_cast<FakeTextures::Texture&>(*texture).pixels;
  EXPECT_EQ(pixels[0], colour(1));
  EXPECT_EQ(pixels[1], colour(0)) << "the second byte of the first number";
  EXPECT_EQ(pixels[4], colour(1));
  for (const double time : live.times()) EXPECT_EQ(time, 1.0 / 64.0);
  EXPECT_GE(live.times().size(), 30U);
  const std::string words = panels::image::live_sentence(studio.session());
  EXPECT_TRUE(holds(words, "out, 8 × 8 pixels.")) << words;
  EXPECT_TRUE(holds(words,
                    "Drawn from the memory of Fake GPU through OpenGL interop, without a copy "
                    "through the host."))
      << words;
  EXPECT_TRUE(holds(words, "The kernel takes 15.6 µs a picture (15.6 µs to 15.6 µs")) << words;
  studio.run("image live=off");
  EXPECT_EQ(live.shown(), nullptr);
  EXPECT_FALSE(live.moving());
}

// Of several GPUs the one that draws makes them: its memory is the one that the screen can read.
TEST(LivePictures, AreMadeByTheGpuThatDraws) {
  FakeTextures textures;
  textures.drawn_by = 1;
  setenv("LANESCOPE_FAKE_GPUS", "2", 1);
  Studio studio(0, LANESCOPE_GPU_TEST_WORKER, &textures);
  studio.open(picture("ones"));
  studio.run("image live=on");
  unsetenv("LANESCOPE_FAKE_GPUS");
  EXPECT_EQ(shown(studio).way, Way::Device) << shown(studio).why;
  ASSERT_NE(shown(studio).memory, nullptr);
  EXPECT_EQ(shown(studio).memory->device, 1);
  EXPECT_EQ(shown(studio).device, "Fake GPU 1");
}

// As `update` is called once a frame: the next picture is made while one is drawn.
TEST(LivePictures, GoOnWithEveryFrame) {
  FakeTextures textures;
  Studio studio(0, LANESCOPE_GPU_TEST_WORKER, &textures);
  studio.open(picture("ones"));
  studio.run("image live=on");
  const std::uint64_t first = shown(studio).number;
  std::uint64_t offset = shown(studio).offset;
  for (std::uint64_t seen = first; seen < first + 3;) {
    studio.session().update(1.0 / 60.0);
    const hardware::LivePicture& now = shown(studio);
    if (now.number == seen) continue;
    EXPECT_EQ(now.number, seen + 1);
    EXPECT_NE(now.offset, offset) << "the last one is still drawn";
    seen = now.number;
    offset = now.offset;
  }
}

TEST(LivePictures, ComeThroughTheHostWhereTheRendererCannot) {
  FakeTextures textures;
  textures.refusal = "the window is not drawn by the NVIDIA GPU";
  Studio studio(0, LANESCOPE_GPU_TEST_WORKER, &textures);
  studio.open(picture("twice", true));
  studio.run("image live=on after=out");
  const background::LivePictures& live = studio.session().live();
  EXPECT_EQ(live.open(7), nullptr);
  studio.run("image live=on");
  EXPECT_EQ(shown(studio).way, Way::Host);
  EXPECT_EQ(host_pixel(shown(studio), 4 * 15), colour(30)) << "15, doubled";
  EXPECT_TRUE(holds(panels::image::live_sentence(studio.session()),
                    "Made on Fake GPU and copied through the host: the window is not drawn by the "
                    "NVIDIA GPU."))
      << panels::image::live_sentence(studio.session());
  // Without a renderer that could, they do so from the beginning.
  Studio plain(0, LANESCOPE_GPU_TEST_WORKER);
  plain.open(picture("ones"));
  plain.run("image live=on");
  EXPECT_EQ(shown(plain).way, Way::Host);
  EXPECT_EQ(host_pixel(shown(plain), 0), colour(1));
}

// A kernel that breaks its worker costs the GPU's picture, and only until it is another one.
TEST(LivePictures, AreTheModelsWhereTheKernelFails) {
  Studio studio(0, LANESCOPE_GPU_TEST_WORKER);
  studio.run("image live=on");
  for (const char* kernel : {"illegal", "crash", "leave"}) {
    studio.open(picture(kernel));
    EXPECT_EQ(shown(studio).way, Way::Model) << kernel;
    EXPECT_EQ(shown(studio).bytes, studio.session().run()->buffers.front().bytes) << kernel;
    const std::string words = panels::image::live_sentence(studio.session());
    EXPECT_TRUE(holds(words, "The model's picture")) << words;
    EXPECT_TRUE(holds(words, std::string(kernel) == "illegal"
                                 ? "nothing of its own lies"
                                 : "the process that runs kernels on the GPU"))
        << words;
    studio.open(picture("ones"));
    EXPECT_EQ(shown(studio).way, Way::Host) << "after " << kernel;
  }
}

TEST(LivePictures, AreTheModelsWithoutAGpu) {
  Studio studio;
  studio.run(
      "lesson id=image; rung id=blur; set width=32; set height=16; image live=on size=stepped");
  const background::LivePictures& live = studio.session().live();
  EXPECT_EQ(shown(studio).way, Way::Model);
  const auto& buffers = studio.session().run()->buffers;
  const auto out = std::ranges::find(buffers, "out", &run::BufferResult::name);
  ASSERT_NE(out, buffers.end());
  EXPECT_EQ(shown(studio).bytes, out->bytes);
  EXPECT_FALSE(live.moving()) << "the same picture again costs nothing";
  EXPECT_TRUE(
      holds(panels::image::live_sentence(studio.session()), "libcuda.so.1) is not installed"));
  studio.run("image pattern=on");
  const std::vector<std::byte> first = shown(studio).bytes;
  EXPECT_NE(first, out->bytes);
  EXPECT_TRUE(live.moving());
  studio.run("image pattern=on");
  EXPECT_NE(shown(studio).bytes, first) << "it moves";
  EXPECT_TRUE(holds(panels::image::live_sentence(studio.session()),
                    "The test pattern is made on the host"));
  studio.run("lesson id=vector-add; image live=on");
  EXPECT_EQ(live.shown(), nullptr);
  EXPECT_EQ(panels::image::no_live_picture(studio.session()),
            "There is no live picture: no buffer of this kernel has the shape of a picture.");
}

// The sliders act on the next picture.
TEST(LivePictures, FollowTheParameters) {
  Studio studio(0, LANESCOPE_GPU_TEST_WORKER);
  studio.run(
      "lesson id=image; rung id=blur; set width=32; set height=16; image live=on size=stepped");
  EXPECT_EQ(shown(studio).shape.width, 32U);
  studio.run("set width=64");
  EXPECT_EQ(shown(studio).shape.width, 64U);
  studio.run("image after=in");
  EXPECT_EQ(shown(studio).shape.name, "in");
}

// The pattern takes the place of the picture that goes in; the kernel doubles it.
TEST(LivePictures, ThePatternGoesIn) {
  Studio studio(0, LANESCOPE_GPU_TEST_WORKER);
  studio.open(picture("twice", true));
  studio.run("image live=on pattern=on after=out");
  const hardware::LivePicture& made = shown(studio);
  const auto frame = made.number - 1;  // they are counted from 1 and 0
  const auto bytes = experiment::pattern_bytes(made.shape, 64, frame);
  for (std::size_t i = 0; i < 16; ++i) {  // 64 pixels show 16 numbers
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data() + 4 * i, sizeof value);
    EXPECT_EQ(host_pixel(made, 4 * i), colour(2 * value & 0xffU)) << i;
  }
}

TEST(LivePictures, CommandsSayWhatTheyTake) {
  Studio studio;
  EXPECT_EQ(commands::execute(studio.session(), "image live=maybe").error().message,
            "image: 'maybe' is no live");
  EXPECT_TRUE(commands::execute(studio.session(), "image live=on pattern=on"));
  EXPECT_TRUE(studio.session().state().tools.image.live &&
              studio.session().state().tools.image.pattern);
  EXPECT_TRUE(commands::execute(studio.session(), "image pattern=off"));
  EXPECT_TRUE(studio.session().state().tools.image.live &&
              !studio.session().state().tools.image.pattern);
}

// The same picture in grey and in colours, side by side and in planes.
TEST(TestPattern, IsOnePictureInEveryShape) {
  experiment::PictureShape grey;
  grey.width = 40;
  grey.height = 24;
  experiment::PictureShape rgb = grey, planes = grey;
  rgb.channels = planes.channels = 3;
  planes.planes = true;
  const auto in_grey = experiment::pattern_bytes(grey, 960, 5);
  const auto in_rgb = experiment::pattern_bytes(rgb, 2880, 5),
             in_planes = experiment::pattern_bytes(planes, 2880, 5);
  EXPECT_NE(in_grey, experiment::pattern_bytes(grey, 960, 6));
  for (std::size_t i = 0; i < 960; ++i) {
    const auto part = [&](std::size_t c) { return std::to_integer<unsigned>(in_rgb[3 * i + c]); };
    for (std::size_t c = 0; c < 3; ++c) ASSERT_EQ(in_rgb[3 * i + c], in_planes[960 * c + i]);
    ASSERT_EQ(std::to_integer<unsigned>(in_grey[i]),
              (21 * part(0) + 72 * part(1) + 7 * part(2)) / 100);
  }
}

// What the kernels that draw give on the model, against what is drawn on the host.
// Where a GPU makes it, the larger one; where the kernel fails there, the model the smaller one.
TEST(LivePictures, AreLargeWhereAGpuMakesThem) {
  cuda::device::Gpu::Options gpu;
  gpu.driver = "fake";
  gpu.worker_command = {LANESCOPE_GPU_TEST_WORKER};
  cuda::toolchain::Compiler::Options compiler;
  compiler.worker_command = {LANESCOPE_EXECUTABLE, "worker"};
  const auto shared = [](const experiment::Experiment& experiment) {
    return std::make_shared<const experiment::Experiment>(experiment);
  };
  const std::atomic<bool> never = false;
  for (const bool fails : {false, true}) {
    const cuda::device::Equipment equipment({compiler, gpu});
    hardware::LiveMaker maker(equipment);
    const char* kernel = fails ? "illegal" : "ones";
    hardware::LivePictureRequest wish;
    wish.experiment = shared(picture(kernel));
    wish.large = shared(picture(kernel, false, 4));
    wish.not_from_device = "a test";
    const auto made = maker.make(wish, never);
    ASSERT_TRUE(made && *made) << (made ? made->error().message : "");
    EXPECT_EQ((*made)->way, fails ? Way::Model : Way::Host);
    EXPECT_EQ((*made)->shape.width, fails ? 8U : 16U);
    EXPECT_EQ((*made)->shape.height, fails ? 8U : 4U);
    wish.large = nullptr;
    const auto small = maker.make(wish, never);
    ASSERT_TRUE(small && *small);
    EXPECT_EQ((*small)->shape.width, 8U) << "another size is another picture";
  }
  gpu.driver.clear();
  const cuda::device::Equipment no_gpu({compiler, gpu});
  hardware::LiveMaker without(no_gpu);
  hardware::LivePictureRequest wish;
  wish.experiment = shared(picture("ones"));
  wish.large = shared(picture("ones", false, 4));
  const auto made = without.make(wish, never);
  ASSERT_TRUE(made && *made);
  EXPECT_EQ((*made)->way, Way::Model);
  EXPECT_EQ((*made)->shape.width, 8U);
}

TEST(LivePictures, HaveASizeOfTheirOwn) {
  Studio studio;
  const background::LivePictures& live = studio.session().live();
  studio.run("lesson id=image; rung id=blur");
  EXPECT_FALSE(live.has_large()) << "nobody asked";
  studio.run("image live=on");
  EXPECT_TRUE(live.has_large());
  EXPECT_EQ(studio.session().state().tools.image.live_width, 1920U);
  EXPECT_EQ(shown(studio).way, Way::Model);
  EXPECT_EQ(shown(studio).shape.width, 96U);
  EXPECT_TRUE(
      holds(panels::image::live_sentence(studio.session()), "as small as the one that is stepped"))
      << panels::image::live_sentence(studio.session());
  EXPECT_EQ(studio.session().run()->prepared->buffers.front().count, 96U * 96U)
      << "the stepped run stays as it is";
  const panels::image::LiveChoices choices = panels::image::live_choices(studio.session());
  EXPECT_EQ(std::ranges::find(choices.sizes, true, &panels::image::LiveChoice::chosen)->words,
            "1,920 × 1,080");
  EXPECT_EQ(choices.radii.back().words, "radius 32");
  studio.run(choices.sizes.front().command);
  EXPECT_EQ(studio.session().state().tools.image.live_width, 0U);
  EXPECT_FALSE(live.has_large());
  studio.run("image radius=32");
  EXPECT_TRUE(live.has_large());
  studio.run("image radius=stepped");
  EXPECT_FALSE(live.has_large());
  studio.run("image size=640x480 radius=12");
  EXPECT_EQ(studio.session().state().tools.image.live_height, 480U);
  EXPECT_EQ(studio.session().state().tools.image.live_radius, 12U);
  for (const char* wrong :
       {"size=640", "size=x", "size=8x8", "size=9000x16", "radius=33", "radius=-1", "radius=r"})
    EXPECT_FALSE(commands::execute(studio.session(), std::string("image ") + wrong)) << wrong;
  EXPECT_EQ(studio.session().state().tools.image.live_width, 640U);
  studio.run("lesson id=reduction");
  EXPECT_FALSE(live.has_large()) << "it has no picture";
}

struct Drawn {
  const char* spec;
  std::vector<std::uint64_t> shape;
};
TEST(LiveKernels, DrawWhatTheHostDraws) {
  Studio studio;
  const std::vector<Drawn> all{{"in:u8[640]=picture:32", {20, 32}},
                               {"in:u8[1920]=picture-rgb:32", {20, 32, 3}},
                               {"in:u8[1920]=picture-planes:32", {3, 20, 32}},
                               {"in:u16[640]=random:3%2000", {20, 32}},
                               {"in:i16[640]=formula:i - 320", {20, 32}},
                               {"in:f32[640]=formula:i * 0.731 - 40", {20, 32}},
                               {"in:f32[640]=picture:32", {20, 32}},
                               {"in:f16[640]=random:9", {20, 32}},
                               {"in:bf16[640]=formula:i / 3", {20, 32}},
                               {"in:f64[640]=formula:i / 7 - 1", {20, 32}},
                               {"in:i64[640]=iota", {20, 32}}};
  for (const Drawn& drawn : all) {
    auto argument = *experiment::parse_argument(drawn.spec);
    auto value = std::get<experiment::BufferValue>(argument.value);
    value.shape = drawn.shape;
    const auto shape = experiment::picture_shape("in", value);
    ASSERT_TRUE(shape) << drawn.spec;
    experiment::Experiment experiment;
    experiment.source = {"show.cu", hardware::show_request("sm_90").source, false, {}};
    experiment.buffers.emplace_back("in", value);
    experiment::BufferValue out;
    out.type = experiment::ElementType::U32;
    out.count = shape->pixels() + 2;
    experiment.buffers.emplace_back("out", out);
    for (const ports::device::GpuLaunch& launch : hardware::show_launches(*shape, 0, 1)) {
      experiment::LaunchSpec spec;
      spec.kernel = launch.kernel;
      spec.grid = {launch.grid[0], 1, 1};
      spec.block = {launch.block[0], 1, 1};
      spec.arguments.emplace_back(experiment::LaunchSpec::BufferRef{"out"});
      spec.arguments.emplace_back(experiment::LaunchSpec::BufferRef{"in"});
      for (std::size_t at = 16; at < launch.parameters.size(); at += 4) {
        std::int32_t number = 0;
        std::memcpy(&number, launch.parameters.data() + at, sizeof number);
        spec.arguments.emplace_back(*experiment::parse_argument("n" + std::to_string(at) +
                                                                ":i32=" + std::to_string(number)));
      }
      experiment.launches.push_back(std::move(spec));
    }
    studio.open(experiment);
    ASSERT_FALSE(studio.session().failure()) << studio.session().failure()->error.text();
    const auto& run = *studio.session().run();
    ASSERT_TRUE(run.hazards.empty()) << drawn.spec;
    const auto made = std::ranges::find(run.buffers, "out", &run::BufferResult::name);
    const auto bytes = std::ranges::find(run.buffers, "in", &run::BufferResult::name);
    const auto expected = view::picture_pixels(view::picture_values(*shape, bytes->bytes)).rgba;
    std::vector<std::uint32_t> pixels(expected.size());
    std::memcpy(pixels.data(), made->bytes.data(), pixels.size() * 4);
    EXPECT_EQ(pixels, expected) << drawn.spec;
  }
}

}  // namespace
}  // namespace lanescope::ui::test
