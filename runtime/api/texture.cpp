#include <algorithm>
#include <map>

#include "runtime/api/entry.hpp"
#include "runtime/arrays.hpp"

using lanescope::AddressMode;
using lanescope::TexelFormat;
using lanescope::TextureDescriptor;
using lanescope::runtime::Arrays;
using lanescope::runtime::Call;
using lanescope::runtime::ProblemKind;

namespace {

// What the objects were made of, for who asks.
struct Made {
  cudaResourceDesc resource{};
  cudaTextureDesc texture{};
  cudaResourceViewDesc view{};
  bool surface = false;
};
std::map<unsigned long long, Made>& objects() {
  static std::map<unsigned long long, Made> all;
  return all;
}

const Made* find(unsigned long long object, bool surface) {
  const auto found = objects().find(object);
  return found == objects().end() || found->second.surface != surface ? nullptr : &found->second;
}

cudaError_t refuse(Call& call, const lanescope::Error& error) {
  if (error.code == lanescope::Error::Code::Missing)
    return call.fail(cudaErrorNotSupported, error.message, ProblemKind::NotSupported);
  return call.fail(cudaErrorInvalidValue, error.message);
}

AddressMode mode_of(cudaTextureAddressMode mode, bool normalized) {
  switch (mode) {
    case cudaAddressModeBorder:
      return AddressMode::Border;
    case cudaAddressModeWrap:
      return normalized ? AddressMode::Wrap : AddressMode::Clamp;
    case cudaAddressModeMirror:
      return normalized ? AddressMode::Mirror : AddressMode::Clamp;
    default:
      return AddressMode::Clamp;
  }
}

void read_as(TextureDescriptor& texture, const cudaTextureDesc& wanted) {
  const bool normalized = wanted.normalizedCoords != 0;
  for (std::size_t i = 0; i < 3; ++i)
    texture.address[i] = mode_of(wanted.addressMode[i], normalized);
  texture.linear = wanted.filterMode == cudaFilterModeLinear;
  texture.normalized_coordinates = normalized;
  texture.normalized_values = wanted.readMode == cudaReadModeNormalizedFloat &&
                              texture.format.kind != TexelFormat::Kind::Float;
  std::copy_n(wanted.borderColor, 4, texture.border.begin());
}

cudaError_t make(Call& call, const TextureDescriptor& texture, const Made& made,
                 unsigned long long* object) {
  const auto handle = call.context().device().create_texture(texture);
  if (!handle) return refuse(call, handle.error());
  objects()[*handle] = made;
  *object = *handle;
  return call.done();
}

cudaError_t destroy(Call& call, unsigned long long object, bool surface) {
  if (call.refused()) return call.refusal();
  if (object == 0) return call.done();
  if (find(object, surface) == nullptr)
    return call.fail(cudaErrorInvalidValue, "there is no such object, or it was destroyed");
  objects().erase(object);
  const auto ok = call.context().device().destroy_texture(object);
  return ok ? call.done() : call.fail(cudaErrorInvalidValue, ok.error().message);
}

template <typename Value>
cudaError_t tell(const char* name, unsigned long long object, bool surface, Value* into,
                 Value Made::*what) {
  Call call(name);
  if (call.refused()) return call.refusal();
  const Made* made = find(object, surface);
  if (made == nullptr || into == nullptr)
    return call.fail(cudaErrorInvalidValue, "a null pointer, or there is no such object");
  *into = made->*what;
  return call.done();
}

}  // namespace

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* wanted,
                                    const cudaResourceViewDesc* view) {
  Call call("cudaCreateTextureObject");
  if (call.refused()) return call.refusal();
  if (object == nullptr || resource == nullptr || wanted == nullptr)
    return call.fail(cudaErrorInvalidValue, "a null pointer");
  if (wanted->sRGB != 0) {
    return call.fail(cudaErrorNotSupported, "sRGB textures are not there on the model",
                     ProblemKind::NotSupported);
  }
  auto texture = lanescope::runtime::descriptor_of(*resource);
  if (!texture) return refuse(call, texture.error());
  read_as(*texture, *wanted);
  if (resource->resType == cudaResourceTypeLinear) {
    // tex1Dfetch reads texels by their numbers; outside there are zeros.
    texture->address.fill(AddressMode::Border);
    texture->border = {};
    texture->linear = texture->normalized_coordinates = false;
  }
  return make(call, *texture,
              {*resource, *wanted, view == nullptr ? cudaResourceViewDesc{} : *view}, object);
}
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) {
  Call call("cudaDestroyTextureObject");
  return destroy(call, object, false);
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* object, const cudaResourceDesc* resource) {
  Call call("cudaCreateSurfaceObject");
  if (call.refused()) return call.refusal();
  if (object == nullptr || resource == nullptr || resource->resType != cudaResourceTypeArray)
    return call.fail(cudaErrorInvalidValue, "a null pointer, or no array");
  const auto* array = Arrays::get().find(resource->res.array.array);
  if (array != nullptr && (array->flags & cudaArraySurfaceLoadStore) == 0) {
    return call.fail(cudaErrorInvalidValue,
                     "the array was not allocated with cudaArraySurfaceLoadStore");
  }
  const auto texture = lanescope::runtime::descriptor_of(*resource);
  if (!texture) return refuse(call, texture.error());
  return make(call, *texture, {*resource, {}, {}, true}, object);
}
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object) {
  Call call("cudaDestroySurfaceObject");
  return destroy(call, object, true);
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* into, cudaTextureObject_t object) {
  return tell("cudaGetTextureObjectResourceDesc", object, false, into, &Made::resource);
}
cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* into, cudaTextureObject_t object) {
  return tell("cudaGetTextureObjectTextureDesc", object, false, into, &Made::texture);
}
cudaError_t cudaGetTextureObjectResourceViewDesc(cudaResourceViewDesc* into,
                                                 cudaTextureObject_t object) {
  return tell("cudaGetTextureObjectResourceViewDesc", object, false, into, &Made::view);
}
cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* into, cudaSurfaceObject_t object) {
  return tell("cudaGetSurfaceObjectResourceDesc", object, true, into, &Made::resource);
}
cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t* width, const cudaChannelFormatDesc* format,
                                                 int device) {
  Call call("cudaDeviceGetTexture1DLinearMaxWidth");
  if (width == nullptr || format == nullptr || device != 0)
    return call.fail(cudaErrorInvalidValue, "a null pointer, or another device");
  *width = std::size_t{1} << 28U;  // as on sm_90
  return call.done();
}
