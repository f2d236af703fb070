#include "ui/gl/offscreen.hpp"

#include <algorithm>
#include <array>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/glew.h>

#include "ui/words/words.hpp"

namespace lanescope::ui::gl {

struct Offscreen::Egl {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;

  Egl() = default;
  Egl(const Egl&) = delete;
  Egl& operator=(const Egl&) = delete;
  ~Egl() {
    if (display == EGL_NO_DISPLAY) return;
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (context != EGL_NO_CONTEXT) eglDestroyContext(display, context);
    eglTerminate(display);
  }

  // True with a current context of this display.
  bool start(EGLDisplay candidate) {
    if (candidate == EGL_NO_DISPLAY || eglInitialize(candidate, nullptr, nullptr) == EGL_FALSE)
      return false;
    display = candidate;
    constexpr std::array<EGLint, 5> kConfig{EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE,
                                            0, EGL_NONE};
    constexpr std::array<EGLint, 7> kContext{EGL_CONTEXT_MAJOR_VERSION,
                                             3,
                                             EGL_CONTEXT_MINOR_VERSION,
                                             3,
                                             EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                             EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                             EGL_NONE};
    EGLConfig config = nullptr;
    EGLint found = 0;
    if (eglBindAPI(EGL_OPENGL_API) == EGL_TRUE &&
        eglChooseConfig(display, kConfig.data(), &config, 1, &found) == EGL_TRUE && found > 0) {
      context = eglCreateContext(display, config, EGL_NO_CONTEXT, kContext.data());
    }
    if (context != EGL_NO_CONTEXT &&
        eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) == EGL_TRUE) {
      return true;
    }
    if (context != EGL_NO_CONTEXT) eglDestroyContext(display, context);
    eglTerminate(display);
    context = EGL_NO_CONTEXT;
    display = EGL_NO_DISPLAY;
    return false;
  }

  bool start_any() {
    const auto platform_display = [](EGLenum platform, void* native) -> EGLDisplay {
      const auto get = reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(
          eglGetProcAddress("eglGetPlatformDisplayEXT"));
      return get == nullptr ? EGL_NO_DISPLAY : get(platform, native, nullptr);
    };
    if (start(platform_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY))) return true;
    const auto query =
        reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
    std::array<EGLDeviceEXT, 16> devices{};
    EGLint count = 0;
    if (query == nullptr ||
        query(static_cast<EGLint>(devices.size()), devices.data(), &count) == EGL_FALSE)
      return false;
    return std::any_of(devices.begin(), devices.begin() + count, [&](EGLDeviceEXT device) {
      return start(platform_display(EGL_PLATFORM_DEVICE_EXT, device));
    });
  }
};

Offscreen::Offscreen(int width, int height)
    : egl_(std::make_unique<Egl>()), width_(width), height_(height) {}

Offscreen::~Offscreen() {
  if (frame_buffer_ != 0) glDeleteFramebuffers(1, &frame_buffer_);
  if (colour_ != 0) glDeleteRenderbuffers(1, &colour_);
}

Result<std::unique_ptr<Offscreen>> Offscreen::create(int width, int height) {
  std::unique_ptr<Offscreen> made(new Offscreen(width, height));
  if (!made->egl_->start_any()) {
    return missing(
        tr("no OpenGL 3.3 context without a display: install libegl1 and libgl1-mesa-dri"));
  }
  // Status 4 is a missing GLX display: there is none, and none is needed.
  constexpr GLenum kNoGlxDisplay = 4;
  const GLenum glew = glewInit();
  if (glew != GLEW_OK && glew != kNoGlxDisplay) {
    return missing(say("GLEW does not start (status {})", glew));
  }
  if (auto done = made->make_frame_buffer(); !done) return done.error();
  return made;
}

Result<void> Offscreen::make_frame_buffer() {
  GLint largest = 0;
  glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &largest);
  if (width_ < 1 || height_ < 1 || width_ > largest || height_ > largest) {
    return bad_input(say("a picture's sides go from 1 to {} pixels", largest));
  }
  glGenFramebuffers(1, &frame_buffer_);
  glBindFramebuffer(GL_FRAMEBUFFER, frame_buffer_);
  glGenRenderbuffers(1, &colour_);
  glBindRenderbuffer(GL_RENDERBUFFER, colour_);
  glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width_, height_);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colour_);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
    return missing(tr("the OpenGL driver gives no frame buffer of this size"));
  }
  glViewport(0, 0, width_, height_);
  return {};
}

std::string Offscreen::renderer() const {
  const GLubyte* name = glGetString(GL_RENDERER);
  return name == nullptr ? std::string{} : reinterpret_cast<const char*>(name);
}

Image Offscreen::read() const { return read_frame(width_, height_); }

Image read_frame(int width, int height) {
  Image image{width, height, {}};
  const auto row = static_cast<std::size_t>(width) * 3;
  std::vector<std::uint8_t> upside_down(row * static_cast<std::size_t>(height));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, upside_down.data());
  image.rgb.reserve(upside_down.size());
  for (int y = height - 1; y >= 0; --y) {
    const auto from = upside_down.begin() + static_cast<std::ptrdiff_t>(row) * y;
    image.rgb.insert(image.rgb.end(), from, from + static_cast<std::ptrdiff_t>(row));
  }
  return image;
}

}  // namespace lanescope::ui::gl
